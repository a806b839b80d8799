"""Ending a running table needs confirmation; afterwards no panel asks for anything.

A user with several tables chooses one by its number.
"""

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.ids import TableId
from bot.play.values.table_info import Proposal, ProposalKind, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.table.vote_view import CastVote, encode_proposal


def stop_buttons(screen):
    return [i for i in screen.buttons if i.startswith("stop:")]


async def table_of(running, number=1):
    return await running.registry.get_table(TableId(number))


async def test_host_confirms_and_panels_show_the_end(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    panel = await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert panel.private
    asked = await ann.slash("tractor end")
    assert asked.private
    assert "Table 1" in asked.text
    table = await table_of(running)
    assert table.facts.status is TableStatus.PLAYING
    assert "The table stays open" in (await ann.click(asked, "stop:keep")).text
    assert table.facts.status is TableStatus.PLAYING
    asked, again = await ann.slash("tractor end"), await ann.slash("tractor end")
    assert stop_buttons(asked) == ["stop:1", "stop:keep"]
    done = await ann.click(asked, "stop:1")
    assert "closed" in done.text
    assert not done.buttons
    assert table.facts.status is TableStatus.OVER

    async def last():
        return next((s for s in reversed(await bob.screens()) if s.private), None)

    told = await until(bob, last, lambda s: "has ended" in s.text)
    assert list(told.buttons.values()) == ["Rematch"]
    assert not told.selects
    assert "already ended" in (await ann.click(again, "stop:1")).text


@pytest.mark.long
async def test_refused_opening_leaves_no_table_to_end(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", preset="standard")
    await ann.slash("tractor end")
    assert (await table_of(running)).facts.status is TableStatus.CLOSED
    for player in (ann, bob):
        assert "can't be" in (await player.slash("tractor new", changes="decks=many")).text
        assert "no table in this channel" in (await player.slash("tractor end")).text


@pytest.mark.long
async def test_confirmation_survives_restart_and_host_change(tmp_path, loopback, people):
    bob, cat = people[1:3]  # Ann does not take part, because she owns the server and may always end a table
    async with connected(tmp_path, loopback):
        await sit_down(bob, [cat], computers=2)
        first, second = await bob.slash("tractor end"), await bob.slash("tractor end")
    async with connected(tmp_path, loopback) as running:
        table = await table_of(running)
        asked = await bob.slash("leave")
        await bob.click(asked, asked.ids(ControlVerb.LEAVE_MATCH)[0])
        refused = await bob.click(first, "stop:1")
        assert f"<@{cat.id}>" in refused.text, "only the host may, and that is somebody else now"
        assert table.facts.status is TableStatus.PLAYING
        assert "closed" in (await end_table(cat)).text
        assert table.facts.status is TableStatus.OVER
        assert "already ended" in (await bob.click(second, "stop:1")).text


@pytest.mark.long
async def test_host_vote_to_end_needs_confirmation(running, people):
    ann, bob, cat = people[:3]
    await sit_down(ann, [bob, cat], computers=1)
    await bob.slash("tractor end")
    close = str(CastVote(TableId(1), encode_proposal(Proposal(ProposalKind.CLOSE))))
    board = await until(ann, ann.board, lambda s: close in s.buttons)
    asked = await ann.click(board, close)
    assert asked.private
    assert stop_buttons(asked) == ["stop:1", "stop:keep"]
    table = await table_of(running)
    assert table.facts.status is TableStatus.PLAYING
    await cat.click(board, close)
    assert table.facts.status is TableStatus.OVER, "the others are more than half"
    assert "already ended" in (await ann.click(asked, "stop:1")).text


@pytest.mark.long
async def test_several_tables_are_offered_by_number(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await ann.slash("tractor new", computers=1)
    asked = await ann.slash("tractor end")
    assert sorted(stop_buttons(asked)) == ["stop:1", "stop:2", "stop:keep"]
    assert "not started" in asked.text
    await ann.click(asked, "stop:1")
    assert (await table_of(running)).facts.status is TableStatus.OVER
    assert (await table_of(running, 2)).facts.status is TableStatus.LOBBY
    assert "Table 2" in (await ann.slash("tractor end")).text, "an empty lobby needs no question"
    assert (await table_of(running, 2)).facts.status is TableStatus.CLOSED


@pytest.mark.long
async def test_commands_name_the_channel_of_the_users_table(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    there = next(iter(running.registry.list_live())).facts.channel
    away = LoopbackPlayer(bob.person, "general")
    await away.slash("tractor new")
    await away.slash("tractor end")
    assert f"<#{there}>" in (await away.slash("hand")).text, "a finished table here is ignored"
    await LoopbackPlayer(loopback.person("eve"), "general").slash("tractor new")
    shown = await away.slash("hand")
    assert f"<#{there}>" in shown.text
    assert shown.is_panel
    for refused in (await away.slash("play", cards="SA"), await away.slash("away")):
        assert f"table 1 in <#{there}>" in refused.text
    assert "not at a table" in (await LoopbackPlayer(loopback.person("dan"), "general").slash("hand")).text
