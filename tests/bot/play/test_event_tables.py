"""Each match of an event opens one table, which starts at once. The table's result becomes the result of the match."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from table_harness import ANN, BOB, CAT, DAN, TableHarness

from bot.events.matches import EventBoard, EventMatch, EventRound, SeatPlan
from bot.events.model import Event, EventMessage, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.ports import BoardScore, WithoutResult
from bot.events.running.match_tables import MatchTables, list_occupants, score_sides, to_board_score
from bot.ids import ChannelId, EventEntrantId, EventId, EventMatchId, GuildId, LeagueId, MessageId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Computer, EventPlace, Person, TableInfo, TableStatus
from engine.deal.fair_shuffle import commit_to
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.rules import Rules
from engine.model.seats import Seat
from tests.bot.league.test_league_teams_and_ladders import result
from tests.bot.store.event_harness import event_settings

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


async def test_repeated_opening_gives_a_match_one_table(house):
    tables = await asyncio.gather(*(house.registry.start_event_match(new_table(), "cut") for _ in range(10)))
    assert {table.id for table in tables} == {1}
    again = await house.reopen().start_event_match(new_table(), "other cut")
    assert (again.id, again.facts.status, again.facts.seats) == (1, TableStatus.PLAYING, SEATS)
    assert again.deals[0].cut == "cut"
    assert again.facts.start_levels is None


async def test_table_opened_before_crash_starts_afterwards(house):
    async def commit_once(tx):
        if house.store.facts:  # the table exists already, so the commit of its start fails
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


def plan(number, *, table=0, board=0):
    """Return a match of ANN and CAT, who are here, against BOB and a computer player."""
    users = ((ANN, 1, "a"), (BOB, 2, "b"), (CAT, 1, "c"), (None, 2, None))
    seats = tuple(SeatPlan(user, EventEntrantId(entrant), share) for user, entrant, share in users)
    sides = (EventEntrantId(1),), (EventEntrantId(2),)
    return EventMatch(EventMatchId(number), number, sides, seats, board=board, shared_table=table)


def event_with(*rounds, message=None, **changes):
    settings = event_settings(**changes)
    event = Event(EventId(5), GuildId(1), ChannelId(2), DAN, settings, EventStatus.RUNNING, 0.0, 1, language="zh-TW")
    return replace(event, rounds=rounds, message=message)


async def open_table(house, event, match):
    await MatchTables(house.registry).open(event, match)
    return await house.registry.get_table(await house.registry.find_event_table(match.id))


@pytest.mark.parametrize(
    ("changes", "deals", "minutes", "league"),
    [
        ({"deals": 7}, 7, None, None),
        ({"deals": None, "minutes": 30, "league": LeagueId(4)}, None, 30, None),
        ({"league": LeagueId(4), "league_deals": True}, 4, None, 4),
    ],
)
async def test_table_of_a_match_has_the_settings_of_its_event(house, changes, deals, minutes, league):
    first = EventRound(1, (plan(1),), (), 0.0)
    second = EventRound(2, (plan(8), plan(9)), (), 0.0)
    table = await open_table(house, event_with(first, second, **changes), second.matches[1])
    facts = table.facts
    assert (facts.match_deals, facts.match_minutes, facts.league) == (deals, minutes, league)
    assert (facts.guild, facts.channel, facts.host, facts.language) == (1, 2, DAN, "zh-TW")
    assert facts.seats == (Person(ANN), Person(BOB), Person(CAT), Computer("expert", 1))
    assert (facts.event_match, facts.event_place) == (9, EventPlace("Friday", 2, 9, None, 0))
    assert (facts.is_sealed, facts.first_declarer, facts.rematch_of, facts.is_board) == (False, None, None, False)
    assert (facts.status, table.deals[0].cut) == (TableStatus.PLAYING, "a b c")
    assert (facts.preset, facts.rules) == ("standard", Rules())


async def test_table_of_a_board_hides_its_deal_and_comes_after_that_of_the_board_before(house):
    secrets = [bytes([number]) * 32 for number in (1, 2, 3)]
    boards = tuple(
        EventBoard(number, level, Seat(number % 4), commit_to(secret), secret)
        for number, level, secret in zip((4, 5, 6), (Level.FIVE, Level.SIX, Level.SEVEN), secrets, strict=True)
    )
    matches = tuple(plan(n, table=2, board=board) for n, board in ((11, 4), (12, 5), (13, 6)))
    this = EventRound(1, matches, (), 0.0, boards=boards, cut="cut of all")
    rules = format_rules(preset("standard", 4))
    message = EventMessage(ChannelId(2), MessageId(77))
    event = event_with(this, format=EventFormat.DUPLICATE, deals=3, rules=rules, message=message)
    opened = []
    for match, board in zip(matches, boards, strict=True):
        table = await open_table(house, event, match)
        facts = table.facts
        assert (facts.start_levels, facts.first_declarer) == ((board.level,) * 4, board.declarer)
        assert (facts.match_deals, facts.match_minutes, facts.league, facts.is_sealed) == (1, None, None, True)
        assert facts.rematch_of == (opened[-1] if opened else None)
        assert facts.event_place == EventPlace("Friday", 1, 2, 77, board.number)
        assert (table.snapshot().commitment, table.deals[0].cut) == (board.commitment, "cut of all")
        opened.append(table.id)
        await MatchTables(house.registry).end(match.id)
        await MatchTables(house.registry).unseal(match.id)
        assert not table.facts.is_sealed
    await MatchTables(house.registry).unseal(EventMatchId(99))


async def test_table_of_a_later_board_follows_the_last_that_was_played(house):
    """The second board was not played, because a manager had set its result."""
    board = EventBoard(1, Level.FIVE, Seat(0), "c", bytes(32))
    boards = tuple(replace(board, number=number) for number in (1, 2, 3))
    matches = tuple(plan(n, table=1, board=n) for n in (1, 2, 3))
    event = event_with(EventRound(1, matches, (), 0.0, boards=boards), format=EventFormat.DUPLICATE)
    first = await open_table(house, event, matches[0])
    assert first.deals[0].cut == ""
    third = await open_table(house, event, matches[2])
    assert third.facts.rematch_of == first.id


class KnownTables:
    """A registry that knows at most one table, with the snapshot `seen`."""

    def __init__(self, seen, *, exists=True):
        self.seen, self.exists = seen, exists

    async def find_event_table(self, _match):
        return TableId(1) if self.exists else None

    async def find_readable(self, _id):
        return self.seen and SimpleNamespace(snapshot=lambda: self.seen)


def seen(status, results=(), *, is_board=False, has_started=True):
    facts = SimpleNamespace(status=status, is_board=is_board, rules=Rules())
    return SimpleNamespace(facts=facts, has_started=has_started, results=results)


OVER, PLAYING, LOBBY = TableStatus.OVER, TableStatus.PLAYING, TableStatus.LOBBY


@pytest.mark.parametrize(
    ("table", "outcome"),
    [
        (seen(LOBBY, has_started=False), None),
        (seen(PLAYING), WithoutResult.RUNNING),
        (seen(PLAYING, [result()]), WithoutResult.RUNNING),
        (seen(PLAYING, [result()], is_board=True), WithoutResult.RUNNING),
        (seen(OVER), WithoutResult.NO_RESULT),
        (seen(OVER, is_board=True), WithoutResult.NO_RESULT),
        (seen(OVER, [result()]), (2.0, 0.0)),
        (seen(OVER, [replace(result(), opponents_points=35)], is_board=True), BoardScore((2.0, 0.0), -35.0)),
        (None, WithoutResult.NO_RESULT),
    ],
)
async def test_outcome_follows_from_the_state_of_the_table(table, outcome):
    assert await MatchTables(KnownTables(table)).find_outcome(MATCH) == outcome
    assert await MatchTables(KnownTables(table, exists=False)).find_outcome(MATCH) is None


@pytest.mark.parametrize(
    ("declarers", "hold", "levels", "points"),
    [
        ((0, 2, 4), True, (2.0, 0.0), -35.0),
        ((5, 1, 3), True, (0.0, 2.0), 35.0),
        ((4, 0, 2), False, (0.0, 2.0), -35.0),
        ((3, 5, 1), False, (2.0, 0.0), 35.0),
    ],
)
def test_board_of_six_counts_for_the_side_that_gained(declarers, hold, levels, points):
    ended = replace(result(hold, declarers), opponents_points=35)
    assert to_board_score(ended) == BoardScore(levels, points)
