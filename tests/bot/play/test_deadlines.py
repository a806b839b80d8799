"""Downtime and store failures postpone the deadlines of tables. Nobody loses a turn while they still have time."""

import asyncio

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, hand_over, load_live_tables
from test_table_reload import fail_loads

from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.clock.deadline_scheduler import RETRY_SECONDS
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import DeadlineKind
from engine.model.actions import Pass
from engine.model.seats import Seat
from engine.model.view import PhaseName

TURNS = {PhaseName.PLAYING, PhaseName.BURYING}
AWAY = 3600.0


async def waiting(harness, **options):
    """Return a table that waits for Ann to bury or play, and the seconds that Ann has left."""
    table = await harness.start_match(**options)
    seat = table.seat_of(ANN)
    while table.spectator_view().phase not in TURNS or seat not in table.spectator_view().to_act:
        await harness.clock.advance(0.5)
    await harness.clock.advance(30.0)
    return table, left(harness, table)


def left(harness, table):
    (due,) = [d for d in table.deadlines if d.kind is DeadlineKind.TURN]
    return due.at - harness.clock.now()


async def back_after(harness, seconds):
    """Stop the program and restart it after `seconds`."""
    await harness.registry.close()
    harness.clock.sleepers.clear()
    harness.clock.time += seconds
    return harness.reopen()


async def test_turn_does_not_expire_during_downtime(harness):
    table, seconds = await waiting(harness)
    registry = await back_after(harness, AWAY)
    await load_live_tables(registry, AWAY)
    await run_pending_tasks()
    again = await registry.get_table(table.id)
    assert again.revision == table.revision
    assert left(harness, again) == pytest.approx(seconds)


async def test_start_resumes_all_tables_in_one_transaction(harness, monkeypatch):
    tables = [(await waiting(harness))[0] for _ in range(3)]
    registry, begun = await back_after(harness, AWAY), []
    begin = harness.store.begin
    monkeypatch.setattr(harness.store, "begin", lambda: begun.append(1) or begin())
    await load_live_tables(registry, AWAY)
    assert len(begun) == 1
    for before in tables:
        again = await registry.get_table(before.id)
        assert again.deadlines
        assert all(d.at >= harness.clock.now() + RESTART_GRACE for d in again.deadlines)
        assert (await harness.store.load(before.id)).deadlines == again.deadlines


async def test_brief_store_failure_costs_no_turn(harness):
    table, seconds = await waiting(harness)
    registry = await back_after(harness, AWAY)
    harness.store.breaks.append(TimeoutError())
    await load_live_tables(registry, AWAY)
    await run_pending_tasks()
    await harness.clock.advance(RETRY_SECONDS + 0.5)
    again = await registry.get_table(table.id)
    assert again.revision == table.revision
    assert left(harness, again) >= min(RESTART_GRACE, seconds) - RETRY_SECONDS - 1


async def test_start_survives_a_brief_store_failure(harness, monkeypatch):
    table, seconds = await waiting(harness)
    registry = await back_after(harness, AWAY)
    await fail_loads(harness, monkeypatch, 3)  # loading fails at the start, immediately after it, and at a press
    await load_live_tables(registry, AWAY)
    with pytest.raises(TableRefused) as no:
        await registry.get_table(table.id)
    assert no.value.reason is TableRefusal.BUSY
    await harness.clock.advance(RETRY_SECONDS + 0.5)
    again = next(iter(registry.list_live()))
    assert (again.revision, left(harness, again)) == (table.revision, pytest.approx(seconds, abs=RETRY_SECONDS + 1))


class Slow:
    """Computer players that wait until the test allows them to choose."""

    def __init__(self, computer_players):
        self.computer_players, self.may = computer_players, asyncio.Event()

    async def choose(self, view, level, seed):
        await self.may.wait()
        return await self.computer_players.choose(view, level, seed)


@pytest.mark.parametrize("action", ["come_back", "pause"])
async def test_slow_choice_is_dropped_when_player_returns_or_table_pauses(harness, action):
    table, _ = await waiting(harness)
    seat, slow = table.seat_of(ANN), Slow(harness.computer_players)
    harness.registry._autoplay._computer_players = slow
    if action == "come_back":
        await hand_over(table, ANN, Seat((seat + 1) % 4), BOB)
        await table.attendance.step_away(ANN)
        await harness.clock.advance(harness.timing.computer_pause + 0.1)
        await table.attendance.come_back(ANN)
    else:
        await harness.clock.advance(left(harness, table) + 0.1)
        await table.attendance.step_away(ANN)
        assert table.facts.paused
    before = table.revision
    slow.may.set()
    await run_pending_tasks()
    assert table.revision == before
    assert not table._state.missed_turns


async def test_illegal_choice_for_absent_player_is_replaced(harness, monkeypatch):
    table, seconds = await waiting(harness)
    before = table.revision

    async def foolish(_view, _level, _seed):
        return Pass()

    monkeypatch.setattr(harness.computer_players, "choose", foolish)
    await harness.clock.advance(seconds + 0.1)
    assert table.revision > before


async def test_newcomer_has_the_full_turn_time(harness):
    table, seconds = await waiting(harness)
    await harness.clock.advance(seconds - 5.0)
    await hand_over(table, ANN, table.seat_of(ANN), BOB)
    assert left(harness, table) > 100.0


async def test_seats_can_be_shuffled_while_rules_change(harness):
    table = await harness.open_lobby(computers=3)
    await asyncio.gather(
        table.lobby.change(table_changes.set_rules, ANN, "pagat-six", {}), table.lobby.shuffle_seats(ANN)
    )
    assert len(table.facts.seats) == table.facts.rules.players == 6
    await asyncio.gather(
        table.lobby.change(table_changes.set_rules, ANN, "standard", {}), table.lobby.shuffle_seats(ANN)
    )
    assert len(table.facts.seats) == table.facts.rules.players == 4


async def test_table_limit_holds_for_simultaneous_opening(harness):
    opened = await asyncio.gather(*(harness.open_lobby() for _ in range(30)), return_exceptions=True)
    refused = [one for one in opened if isinstance(one, TableRefused)]
    assert (len(refused), {one.reason for one in refused}) == (10, {TableRefusal.TOO_MANY_TABLES})


async def test_paused_table_does_not_count_for_limit(harness):
    harness.registry._limit = 1
    table = await harness.start_match()
    with pytest.raises(TableRefused):
        await harness.open_lobby()
    await table.attendance.step_away(ANN)
    assert await harness.open_lobby()


async def test_lobby_expires_after_interrupted_opening(harness, monkeypatch):
    async def nothing(_id):
        raise OSError("no answer")

    load = harness.store.load
    monkeypatch.setattr(harness.store, "load", nothing)
    with pytest.raises(TableRefused) as no:
        await harness.open_lobby()
    assert no.value.reason is TableRefusal.BUSY
    monkeypatch.setattr(harness.store, "load", load)
    await harness.clock.advance(RETRY_SECONDS + 0.5)
    (table,) = harness.registry.list_live()
    await harness.clock.advance(harness.timing.lobby_timeout + 1)
    assert table not in list(harness.registry.list_live())
