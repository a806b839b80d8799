"""A match may end after some deals or minutes. The results of its deals decide who has won."""

from dataclasses import replace
from itertools import pairwise

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, TableHarness, load_live_tables

from bot.play.clock.timing import Timing
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.table_rules.limited_matches import count_ties, is_last_deal, list_leaders, rank_contenders
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Person, TableStatus
from engine.model.events import DealResult
from engine.model.options import Level
from engine.model.presets import preset, preset_with
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

QUICK = Timing(
    batches=1, computer_pause=0.5, turn=1.0, bury=1.0, declare_window=15.0, away_after_missed_turns=99, next_deal=50.0
)


async def open_table(*, deals=None, minutes=None, people=2, **options):
    harness = TableHarness(QUICK)
    table = await harness.open_lobby(4 - people, **options)
    if people > 1:
        await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.set_match_length, ANN, deals, minutes)
    await table.lobby.start(ANN, "cut")
    return harness, table


async def play_deal(harness, table):
    """Play until a deal is over."""
    finished = len(table.snapshot().results)
    for _ in range(3000):
        if len(table.snapshot().results) > finished:
            return
        playing = table.spectator_view().phase is PhaseName.PLAYING
        await harness.clock.advance(QUICK.computer_pause if playing else 5.0)
    raise AssertionError(table.spectator_view().phase)


async def reopened(harness, table):
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    return await registry.get_table(table.id)


async def test_match_ends_after_its_deals():
    harness, table = await open_table(deals=2)
    await play_deal(harness, table)
    assert table.facts.status is TableStatus.PLAYING
    table = await reopened(harness, table)
    assert len(table.snapshot().results) == 1
    await play_deal(harness, table)
    assert (table.facts.status, table.spectator_view().phase) == (TableStatus.OVER, PhaseName.FINISHED)
    assert table.deadlines == ()
    with pytest.raises(TableRefused) as no:
        await table.gameplay.next_deal(ANN, "")
    assert no.value.reason is TableRefusal.TABLE_CLOSED
    assert len(harness.store.booked) == 2
    before = table.snapshot().results
    again = await harness.reopen().get_table(table.id)
    assert again.snapshot().results == before
    await harness.registry.close()


async def test_deal_is_the_last_by_number_or_by_time():
    harness, table = await open_table(deals=3, minutes=60)
    now, end = harness.clock.now(), table.facts.match_ends_at
    told = [is_last_deal(table.facts, finished, at) for finished, at in ((0, now), (1, now), (2, now), (0, end))]
    assert told == [False, False, True, True]
    await harness.registry.close()


async def test_deal_in_play_at_the_time_limit_is_the_last():
    harness, table = await open_table(minutes=5)
    started = harness.clock.time
    assert table.facts.match_ends_at == started + 300
    harness.clock.time += 299
    table = await reopened(harness, table)
    harness.clock.time = max(harness.clock.time, started + 301)
    assert table.facts.status is TableStatus.PLAYING
    await play_deal(harness, table)
    assert (table.facts.status, len(table.snapshot().results)) == (TableStatus.OVER, 1)
    await harness.registry.close()


async def test_match_ends_between_deals_when_time_is_up():
    harness, table = await open_table(minutes=60)
    await play_deal(harness, table)
    harness.clock.time = table.facts.match_ends_at - 10
    table = await reopened(harness, table)
    (due,) = [d for d in table.deadlines if d.kind is DeadlineKind.MATCH_ENDS]
    assert table.facts.status is TableStatus.PLAYING
    await harness.clock.advance(max(0.0, due.at - harness.clock.now()))
    await run_pending_tasks()
    assert table.facts.status is TableStatus.OVER
    await harness.registry.close()


async def test_no_deal_begins_after_time_is_up():
    harness, table = await open_table(minutes=60)
    await play_deal(harness, table)
    harness.clock.time = table.facts.match_ends_at  # the clock jumps without waking the table
    await table.gameplay.next_deal(ANN, "a")
    await table.gameplay.next_deal(BOB, "b")
    assert (table.facts.status, table.spectator_view().phase) == (TableStatus.OVER, PhaseName.FINISHED)
    await harness.registry.close()


async def test_only_the_host_sets_the_length(harness):
    table = await harness.open_lobby(2)
    await table.lobby.change(table_changes.join, BOB)
    with pytest.raises(TableRefused) as no:
        await table.lobby.change(table_changes.set_match_length, BOB, 3, None)
    assert no.value.reason is TableRefusal.NOT_HOST
    await table.lobby.change(table_changes.set_match_length, ANN, 3, 90)
    assert (table.facts.match_deals, table.facts.match_minutes, table.facts.match_ends_at) == (3, 90, None)


# ---------------------------------------------------------------------- who has won


def result(points, *, declarers=(0, 2), hold=None, before=(2, 2, 2, 2), after=(2, 2, 2, 2)):
    return DealResult(
        declarer=Seat(declarers[0]),
        declarers=tuple(map(Seat, declarers)),
        opponents_points=points,
        trick_points=points,
        kitty=(),
        kitty_points=0,
        multiplier=0,
        penalty_points=0,
        last_trick=Seat(0),
        declarers_hold=points < 80 if hold is None else hold,
        rise=0,
        levels_before=tuple(map(Level, before)),
        levels_after=tuple(map(Level, after)),
        hooked=(),
        next_declarer=Seat(0),
        winners=(),
    )


STANDARD, FRIENDS, TEN = preset("standard"), preset("finding-friends"), preset("hidden-ten")


def ranked(rules, *results):
    return [(one.seats, *one.rank_key) for one in rank_contenders(rules, results)]


def test_levels_decide_before_points():
    found = ranked(STANDARD, result(60, after=(3, 2, 3, 2)), result(200, before=(3, 2, 3, 2), after=(3, 5, 3, 5)))
    assert found == [((1, 3), 3, 100, 1), ((0, 2), 1, -100, 1)]


def test_points_decide_between_equal_levels():
    results = result(120), result(90, declarers=(1, 3))
    contenders = rank_contenders(STANDARD, results)
    assert ranked(STANDARD, *results) == [((1, 3), 0, 30, 1), ((0, 2), 0, -30, 1)]
    assert count_ties(contenders) == 1
    assert [one.seats for one in list_leaders(contenders)] == [(1, 3)]


def test_winner_of_only_deal_wins_match():
    """Opponents who take exactly the points that they need win the deal, though they gain no level and no points."""
    contenders = rank_contenders(STANDARD, (result(80),))
    assert [(one.seats, one.rank_key) for one in contenders] == [((1, 3), (0, 0, 1)), ((0, 2), (0, 0, 0))]
    assert count_ties(contenders) == 2


def test_equal_sides_draw():
    contenders = rank_contenders(STANDARD, (result(100), result(100, declarers=(1, 3))))
    assert len(list_leaders(contenders)) == len(contenders) == 2
    assert count_ties(contenders) == 0


def test_laps_decide_before_levels():
    """After the last level come the first levels of the next lap."""
    rules = preset_with("standard", laps="2")
    before, after = (
        result(0, before=(13, 9, 13, 9), after=(14, 9, 14, 9)),
        result(0, before=(14, 9, 14, 9), after=(3, 14, 3, 14)),
    )
    one = replace(before, laps_before=(1,) * 4, laps_after=(1,) * 4)
    two = replace(after, laps_before=(1,) * 4, laps_after=(2, 1) * 2)
    assert [(seats, gained) for seats, gained, *_ in ranked(rules, one, two)] == [((1, 3), 5), ((0, 2), 3)]
    started = replace(one, levels_before=(Level.TWO,) * 4)
    assert [(seats, gained) for seats, gained, *_ in ranked(rules, started, two)] == [((0, 2), 14), ((1, 3), 12)]


def test_levels_count_from_where_each_side_started():
    (first, _) = rank_contenders(STANDARD, (result(0, before=(3, 12, 3, 12), after=(6, 12, 6, 12)),))
    assert (first.seats, first.levels_gained) == ((0, 2), 3)


def test_friends_are_compared_one_by_one():
    five = dict.fromkeys(("before",), (2,) * 5)
    contenders = rank_contenders(FRIENDS, (result(100, declarers=(0, 3), hold=True, **five, after=(3, 2, 2, 3, 2)),))
    assert [(one.seats, one.levels_gained) for one in contenders][:2] == [((0,), 1), ((3,), 1)]
    assert [one.seats for one in list_leaders(contenders)] == [(0,), (3,)]


def test_three_pairs_are_compared_as_pairs():
    rules = preset_with("standard", players=6, teams="three_pairs")
    after = (2, 3, 3, 2, 3, 3)
    contenders = rank_contenders(rules, (result(120, declarers=(0, 3), before=(2,) * 6, after=after),))
    assert [one.seats for one in contenders] == [(1, 4), (2, 5), (0, 3)]
    assert [one.seats for one in list_leaders(contenders)] == [(1, 4), (2, 5)]


def test_hidden_ten_counts_deals_won():
    results = result(30, declarers=(0, 1), hold=True), result(90, declarers=(0, 2), hold=False)
    assert ranked(TEN, *results)[0] == ((1,), 2, 60)


def test_no_contenders_without_a_finished_deal():
    assert rank_contenders(STANDARD, ()) == ()


def test_points_of_two_sides_add_up_to_zero():
    contenders = rank_contenders(STANDARD, (result(55), result(260), result(-20, hold=True)))
    assert sum(one.points for one in contenders) == 0


# ---------------------------------------------------------------------- after a match or a deal


async def test_rematch_has_the_same_length():
    harness, table = await open_table(minutes=60)
    await table.voting.close(ANN)
    again = await harness.registry.open_rematch(table, BOB)
    await harness.registry.open_rematch(table, ANN)
    assert (again.facts.match_minutes, again.facts.match_ends_at) == (60, None)
    await again.lobby.start(BOB, "cut")
    assert again.facts.match_ends_at == harness.clock.now() + 3600
    await harness.registry.close()


async def test_match_goes_on_after_deals_without_levels():
    harness, table = await open_table(preset="hidden-ten", deals=3)
    await play_deal(harness, table)
    assert (table.facts.status, table.spectator_view().result.winners) == (TableStatus.PLAYING, ())
    await table.gameplay.next_deal(ANN, "a")
    await table.gameplay.next_deal(BOB, "b")
    assert table.spectator_view().deal_number == 2
    await play_deal(harness, table)
    table = await reopened(harness, table)
    assert [one.number for one in table.deals if one.cut is not None] == [1, 2]
    assert len(table.snapshot().results) == 2
    await harness.registry.close()


async def test_unfinished_deal_does_not_count():
    harness, table = await open_table()
    await play_deal(harness, table)
    await table.gameplay.next_deal(ANN, "a")
    await table.gameplay.next_deal(BOB, "b")
    await table.voting.close(ANN)
    assert len(table.snapshot().results) == 1
    assert rank_contenders(table.facts.rules, table.snapshot().results)
    await harness.registry.close()


async def test_downtime_does_not_extend_a_match():
    harness, table = await open_table(minutes=60)
    await play_deal(harness, table)
    before, now = {one.kind: one.at for one in table.deadlines}, harness.clock.now()
    assert set(before) == {DeadlineKind.NEXT_DEAL, DeadlineKind.MATCH_ENDS}
    for later, earliest in ((100.0, now), (-100.0, now + 5.0), (0.0, now + 20.0)):
        next_deal = next(one.at for one in table.deadlines if one.kind is DeadlineKind.NEXT_DEAL)
        await table.resume_after_downtime(earliest, later)
        assert {one.kind: one.at for one in table.deadlines} == {
            DeadlineKind.NEXT_DEAL: max(next_deal + later, earliest),
            DeadlineKind.MATCH_ENDS: before[DeadlineKind.MATCH_ENDS],
        }
        assert harness.store.deadlines[table.id] == table.deadlines
    await table.resume_after_downtime(before[DeadlineKind.MATCH_ENDS] + 9.0, 0.0)
    assert {one.at for one in table.deadlines} == {before[DeadlineKind.MATCH_ENDS] + 9.0}
    await harness.registry.close()


async def test_finished_deals_and_tables_are_counted():
    harness, table = await open_table(deals=2)
    counted = harness.registry.statistics
    for deals in (1, 2):
        await play_deal(harness, table)
        assert (counted.opened, counted.closed, counted.deals) == (1, deals == 2, deals)
    await harness.open_lobby()
    again = await harness.registry.open_rematch(table, ANN)
    assert (counted.opened, counted.closed, again.facts.status) == (3, 1, TableStatus.LOBBY)
    await again.attendance.leave(ANN)
    assert (counted.opened, counted.closed, counted.deals) == (3, 2, 2)
    await harness.registry.close()


async def test_booking_names_the_deal_and_its_time():
    harness, table = await open_table(deals=2)
    harness.clock.offset = 5000.0
    await play_deal(harness, table)
    (booking,) = harness.store.booked
    assert (booking.table, booking.guild, booking.rules) == (table.id, table.facts.guild, table.facts.rules)
    assert (booking.result, booking.is_void) == (table.spectator_view().result, False)
    assert (booking.seats, booking.seats.count(Person(BOB))) == (table.occupants, 1)
    assert booking.revision == len(harness.store.entries[table.id])
    assert 5000.0 - 60.0 < booking.at - harness.clock.now() <= 5000.0
    times = [one.at for one in harness.store.entries[table.id] if one.seat != TABLE]
    assert all(later >= earlier for earlier, later in pairwise(times))
    await harness.registry.close()
