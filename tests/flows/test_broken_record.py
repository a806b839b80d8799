"""If a table's record can no longer be replayed, users get an explanation and other tables carry on."""

import sqlite3
from contextlib import closing

import pytest
from bot_harness import FAULTS, connected
from play_by_panel import SHORT_DEAL, sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb


def corrupt_record(folder):
    """Write an illegal action into the record, as a bug in the rules would."""
    with closing(sqlite3.connect(f"{folder}/tractor.db")) as database, database:
        newest = "SELECT max(revision) FROM actions WHERE table_id = 1"
        changed = database.execute(
            f"UPDATE actions SET text = '0 play SA SA SA' WHERE table_id = 1 AND revision = ({newest})"
        )
        assert changed.rowcount == 1


@pytest.mark.long
async def test_broken_table_does_not_affect_others(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
        await until(ann, ann.panel, lambda s: bool(s.alts))
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    corrupt_record(tmp_path)
    async with connected(tmp_path, loopback) as running:
        (fault,) = FAULTS
        assert "cannot be loaded" in fault
        FAULTS.clear()
        assert not list(running.registry.list_live())
        pressed = await ann.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
        assert pressed.private
        assert "Table 1 can't be opened" in pressed.text
        assert "not at a table" in (await bob.slash("hand")).text.lower()
        assert "no finished deal here" in (await bob.slash("last")).text
        await bob.slash("tractor new", computers=3)
        await until(bob, bob.board, lambda s: s.has(ControlVerb.START) and "Table 2" in s.text)
        assert not FAULTS
