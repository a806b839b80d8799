"""A table whose record does not fold any more: who asks for it is told so, and everything else goes on."""

import sqlite3
from contextlib import closing

from hosting import FAULTS, connected
from playing import sit_down, until

from bot.ui.ids import Verb


def spoil(folder):
    """Write something that the rules forbid into the record, as a mistake in a rule would."""
    with closing(sqlite3.connect(f"{folder}/tractor.db")) as database, database:
        newest = "SELECT max(revision) FROM actions WHERE table_id = 1"
        changed = database.execute(
            f"UPDATE actions SET text = '0 play SA SA SA' WHERE table_id = 1 AND revision = ({newest})"
        )
        assert changed.rowcount == 1


async def test_a_table_that_cannot_be_opened_harms_no_other(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await sit_down(ann, computers=3)
        panel = await until(ann, ann.panel, lambda s: s.has(Verb.PASS) or s.has(Verb.DECLARE))
        await ann.click(panel, panel.ids(Verb.PASS)[0])
        board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    spoil(tmp_path)
    async with connected(tmp_path, loopback) as running:
        (fault,) = FAULTS
        assert "does not fold" in fault
        FAULTS.clear()
        assert not list(running.registry.live())
        pressed = await ann.click(board, board.ids(Verb.HAND)[0])
        assert pressed.private
        assert "Table 1 cannot be opened" in pressed.text
        assert "no table" in (await bob.slash("hand")).text.lower()
        assert "No deal has been finished" in (await bob.slash("last")).text
        await bob.slash("tractor new", computers=3)
        await until(bob, bob.board, lambda s: s.has(Verb.START) and "Table 2" in s.text)
        assert not FAULTS
