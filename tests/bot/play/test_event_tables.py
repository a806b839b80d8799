"""Tables of events open once for each match, start at once, and give the match its result, if they have one."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from table_harness import ANN, BOB, CAT, DAN, TableHarness

from bot.events.matches import EventMatch, SeatPlan
from bot.events.ports import WithoutResult
from bot.events.running.match_tables import MatchTables, list_occupants, score_sides
from bot.ids import ChannelId, EventEntrantId, EventMatchId, GuildId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Computer, Person, TableInfo, TableStatus
from engine.model.rules import Rules
from tests.bot.league.test_league_teams_and_ladders import result

MATCH = EventMatchId(7)
SEATS = (Person(ANN), Person(BOB), Person(CAT), Computer("expert", 1))


@pytest.fixture
def house():
    return TableHarness()


def new_table(**changes):
    known = TableInfo(
        TableId(0), GuildId(1), ChannelId(2), DAN, "standard", Rules(), SEATS, TableStatus.LOBBY, 0.0, event_match=MATCH
    )
    return replace(known, **changes)


async def test_match_gets_one_table_from_repeated_opening(house):
    tables = await asyncio.gather(*(house.registry.start_event_match(new_table(), "cut") for _ in range(10)))
    assert {table.id for table in tables} == {1}
    again = await house.reopen().start_event_match(new_table(), "other cut")
    assert (again.id, again.facts.status, again.facts.seats) == (1, TableStatus.PLAYING, SEATS)
    assert again.deals[0].cut == "cut"
    assert again.facts.start_levels is None


async def test_table_opened_before_crash_starts_afterwards(house):
    async def commit_once(tx):
        if house.store.facts:  # the table is open already
            raise ConnectionAbortedError
        for change in tx.todo:
            change()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memory_store.MemoryTransaction.commit", commit_once)
        with pytest.raises((ConnectionAbortedError, TableRefused)):
            await house.registry.start_event_match(new_table(), "cut")
    assert [facts.status for facts in house.store.facts.values()] == [TableStatus.LOBBY]
    assert await MatchTables(house.reopen()).find_outcome(MATCH) is None
    table = await house.registry.start_event_match(new_table(), "cut")
    assert (table.id, table.facts.status) == (1, TableStatus.PLAYING)
    assert await MatchTables(house.registry).find_outcome(MATCH) is WithoutResult.RUNNING


async def test_event_tables_do_not_count_for_host_limit(house):
    house.registry._host_limit = 1
    for match in (7, 8, 9):
        await house.registry.start_event_match(new_table(event_match=EventMatchId(match)), "cut")
    lobby = await house.registry.open_lobby(GuildId(1), ChannelId(2), DAN)
    assert lobby.facts.event_match is None
    with pytest.raises(TableRefused) as refused:
        await house.registry.open_lobby(GuildId(1), ChannelId(2), DAN)
    assert refused.value.reason is TableRefusal.TOO_MANY_HOSTED


async def test_table_of_a_match_is_ended_once(house):
    tables = MatchTables(house.registry)
    await tables.end(MATCH)
    table = await house.registry.start_event_match(new_table(), "cut")
    for _ in range(2):
        await tables.end(MATCH)
    assert table.facts.status is TableStatus.OVER


async def test_table_closed_during_first_deal_has_no_result(house):
    tables = MatchTables(house.registry)
    assert await tables.find_outcome(MATCH) is None
    table = await house.registry.start_event_match(new_table(), "cut")
    await table.voting.close(DAN, by_right=True)
    assert await tables.find_outcome(MATCH) is WithoutResult.NO_RESULT
    assert score_sides(table.snapshot()) is None


async def test_rematch_is_no_match_of_the_event(house):
    table = await house.registry.start_event_match(new_table(), "cut")
    await table.voting.close(DAN, by_right=True)
    rematch = await house.registry.open_rematch(table, ANN)
    assert rematch.facts.event_match is None
    assert await house.registry.find_event_table(MATCH) == table.id


FIRST_UP = result(declarers=(0, 2), before=(2, 2, 2, 2), after=(4, 2, 4, 2))
SECOND_UP = result(declarers=(1, 3), before=(4, 2, 4, 2), after=(4, 4, 4, 4))


@pytest.mark.parametrize(
    ("results", "scores"),
    [
        ([], None),
        ([FIRST_UP], (2.0, 0.0)),
        ([FIRST_UP, SECOND_UP], (2.0, 2.0)),
        ([FIRST_UP, replace(SECOND_UP, opponents_points=40)], (2.5, 2.0)),
        ([replace(FIRST_UP, opponents_points=40), SECOND_UP], (2.0, 2.5)),
        ([replace(FIRST_UP, opponents_points=40)], (2.0, 0.0)),
    ],
)
def test_more_card_points_break_a_tie_by_half_a_level(results, scores):
    assert score_sides(SimpleNamespace(facts=SimpleNamespace(rules=Rules()), results=results)) == scores


def test_computer_plays_for_user_with_deleted_data():
    one = EventEntrantId(1)
    users = (UserId(5), None, UserId(-3), UserId(6))
    match = EventMatch(MATCH, 1, ((one,), (one,)), tuple(SeatPlan(user, one) for user in users))
    assert list_occupants(match.seats) == (Person(5), Computer("expert", 1), Computer("expert", 2), Person(6))
