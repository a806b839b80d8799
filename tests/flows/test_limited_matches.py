"""The host chooses the length of a match in the lobby. The match ends after that many deals or minutes."""

import sqlite3
from contextlib import closing

import pytest
from bot_harness import connected
from play_by_panel import play_match, sit_down, until

from bot.ids import TableId
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb


async def table_of(running, number=1):
    return await running.registry.get_table(TableId(number))


def check_result_is_told(table, board, panels):
    """Check that all messages show the same picture of the result.

    Each panel tells its player whether they have won, and the table message names the side that has won.
    """
    result = table.spectator_view().result
    for player, panel in panels.items():
        won = table.seat_of(int(player.id)) in result.winning_seats
        assert f"### You {'won' if won else 'lost'}: " in panel.text
        assert panel.alts == board.alts, "the picture is the same"
    assert "(blue) won: " in board.text or "(orange) won: " in board.text
    assert "You " not in board.text


async def test_host_chooses_length_in_the_lobby(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new")
    lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.JOIN))
    assert "Match: to level A" in lobby.text
    panel = await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    assert not panel.has(ControlVerb.CHOOSE_LENGTH)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.CHOOSE_LENGTH))
    (select,) = panel.ids(ControlVerb.CHOOSE_LENGTH)
    assert [o["value"] for o in panel.selects[select]["options"] if o.get("default")] == ["dm"]
    panel = await ann.select(panel, select, ["d4m"])
    (select,) = panel.ids(ControlVerb.CHOOSE_LENGTH)
    assert [o["value"] for o in panel.selects[select]["options"] if o.get("default")] == ["d4m"]
    await until(bob, bob.board, lambda s: "Match: 4 deals" in s.text)
    await ann.select(panel, select, ["dm90"])
    facts = (await table_of(running)).facts
    assert (facts.match_deals, facts.match_minutes) == (None, 90)


@pytest.mark.long
async def test_match_of_one_deal_ends_with_standings(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, [bob], preset="forty-points", computers=2, length="d1m", turn=0)
        await until(ann, ann.board, lambda s: "deal 1 of 1" in s.text)
    async with connected(tmp_path, loopback) as running:  # the length outlives a restart
        for person in (ann, bob):
            await person.slash("hand")
        listed = await ann.slash("tractor list")
        assert "playing · deal 1 of 1" in listed.text
        await play_match([ann, bob])
        assert (await table_of(running)).facts.status is TableStatus.OVER
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.REMATCH))
        assert "The match is over after 1 deal." in board.text
        assert not board.has(ControlVerb.NEXT_DEAL)
        panel = await until(ann, ann.panel, lambda s: "The match is over after 1 deal." in s.text)
        assert not panel.has(ControlVerb.NEXT_DEAL)
        check_result_is_told(await table_of(running), board, {ann: panel, bob: await bob.panel()})
        replay = await ann.slash("replay")
        replay = await ann.click(replay, next(one for one in replay.buttons if one.endswith(":last")))
        assert (await ann.slash("last")).alts == replay.alts, "the result"
        for screen in (board, panel, replay, await ann.slash("last")):
            assert screen.alts, "there is a picture"
            assert "ext declarer" not in screen.text + screen.alts[0], "no deal follows"


@pytest.mark.long
async def test_minutes_are_shown_and_end_the_match(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, preset="forty-points", computers=3, length="dm60", turn=0)
        await until(ann, ann.board, lambda s: "No new deal starts after <t:" in s.text)
        assert "until <t:" in (await ann.slash("tractor list")).text
    with closing(sqlite3.connect(tmp_path / "tractor.db")) as database:  # the hour is over
        database.execute("UPDATE tables SET match_ends_at = 1")
        database.commit()
    async with connected(tmp_path, loopback) as running:
        await ann.slash("hand")
        await until(ann, ann.board, lambda s: "This is the last deal of the match." in s.text)
        await play_match([ann])
        ended = (await table_of(running)).snapshot()
        assert (ended.facts.status, len(ended.results)) == (TableStatus.OVER, 1)
