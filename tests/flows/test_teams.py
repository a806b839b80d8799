"""A named team keeps its level: at another table, after a restart, and `/standings` shows it."""

import pytest
from hosting import connected
from playing import end_table, play_deal, sit_down, until

from bot.play.occupants import TableId
from bot.ui.ids import Verb


async def sit_as_partners(ann, bob):
    """Ann opens a table, Bob takes the seat opposite, computers fill the others."""
    await ann.slash("tractor new", preset="forty-points")
    lobby = await until(bob, bob.board, lambda s: s.has(Verb.SIT))
    await bob.select(lobby, lobby.ids(Verb.SIT)[0], ["2"])
    for filled in (3, 4):
        lobby = await until(ann, ann.board, lambda s: s.has(Verb.ADD))
        await ann.click(lobby, lobby.ids(Verb.ADD)[0])
        lobby = await until(ann, ann.board, lambda s, n=filled: s.text.count("**") == 2 * n)
    await ann.click(lobby, lobby.ids(Verb.START)[0])


@pytest.mark.long
async def test_a_teams_level_lasts(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        assert "/team create" in (await ann.slash("standings")).text
        answer = await ann.slash("team create", name="Dragons", partner="bob")
        assert "Dragons" in answer.text
        answer = await ann.slash("team create", name="dragons")
        assert answer.private
        assert "already" in answer.text
        await sit_as_partners(ann, bob)
        board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
        await bob.click(board, board.ids(Verb.HAND)[0])
        await play_deal([ann, bob])
        table = await running.registry.table(TableId(1))
        level = table.watch().result.levels_after[table.seat_of(ann.id)]
        shown = (await bob.slash("standings")).text
        assert f"level {level.text}" in shown
        assert " of 1" in shown
        await end_table(ann)
    async with connected(tmp_path, loopback) as running:
        assert f"level {level.text}" in (await bob.slash("team list")).text
        await sit_as_partners(ann, bob)
        table = await running.registry.table(TableId(2))
        await until(ann, ann.panel, lambda s: bool(s.alts))
        assert table.watch().levels[table.seat_of(ann.id)] == level
        assert table.watch().levels[1] == table.facts.rules.start_level


async def test_lobby_buttons(tmp_path, loopback, people):
    ann, bob, cat, dan = people
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, [bob, cat, dan])
        table = await running.registry.table(TableId(1))
        assert [o.user for o in table.occupants] == [p.id for p in people]
        answer = await bob.slash("tractor end")
        assert answer.private, "only the host may"
        await end_table(ann)
        board = await until(ann, ann.board, lambda s: "ended" in s.text)
        assert not board.has(Verb.NEXT)
        answer = await ann.slash("play", cards="SA")
        assert answer.private
        await bob.slash("tractor new")
        lobby = await until(ann, ann.board, lambda s: s.has(Verb.JOIN))
        await ann.click(lobby, lobby.ids(Verb.JOIN)[0])
        lobby = await until(ann, ann.board, lambda s: "**Ann**" in s.text and s.has(Verb.JOIN))
        again = await ann.click(lobby, lobby.ids(Verb.JOIN)[0])
        assert "already" in again.text
        await ann.click(lobby, lobby.ids(Verb.LEAVE)[0])
        lobby = await until(bob, bob.board, lambda s: "**Ann**" not in s.text and s.has(Verb.ADD))
        rules = await cat.click(lobby, lobby.ids(Verb.RULES)[0])
        assert rules.private
        assert len(rules.text.splitlines()) > 3
        for _ in range(3):
            lobby = await until(bob, bob.board, lambda s: s.has(Verb.ADD))
            await bob.click(lobby, lobby.ids(Verb.ADD)[0])
            await running.outbox.idle()
        lobby = await until(bob, bob.board, lambda s: s.has(Verb.START))
        await bob.click(lobby, lobby.ids(Verb.DROP)[0])
        lobby = await until(bob, bob.board, lambda s: not s.has(Verb.START))
        await bob.click(lobby, lobby.ids(Verb.LEAVE)[0])
        await until(bob, lambda: the_lobby(bob, lobby.id), lambda s: not s.buttons)


async def the_lobby(player, message):
    return next(s for s in await player.screens() if s.id == message)
