"""When somebody sets the machine's clock, forward or back, tables neither freeze nor hurry."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from memory_store import ManualClock, run_pending_tasks
from structlog.testing import capture_logs
from table_harness import ANN, TableHarness, load_live_tables
from test_outages import play_until_turn

from bot.ids import EventMatchId
from bot.play.clock.timing import CHECK_INTERVAL, STEP_SECONDS, ClockWatch, SystemClock, get_clock_offset
from bot.play.values.stored_table import DeadlineKind

STEPS = (3600.0, -3600.0, 86400.0 * 365, -86400.0 * 365)


class Machine:
    """The two clocks of a machine: the time of day, and one that nobody can set."""

    def __init__(self):
        self.time_of_day, self.uptime = 1_700_000_000.0, 500.0

    def pass_time(self, seconds):
        self.time_of_day += seconds
        self.uptime += seconds

    def clock(self):
        return SystemClock(lambda: self.time_of_day, lambda: self.uptime)


@pytest.mark.parametrize("step", STEPS)
def test_program_time_ignores_steps(step):
    machine = Machine()
    clock = machine.clock()
    began = clock.now()
    assert began == clock.wall() == machine.time_of_day
    machine.pass_time(10.0)
    machine.time_of_day += step
    machine.pass_time(10.0)
    assert clock.now() == began + 20.0
    assert clock.wall() == machine.time_of_day
    assert get_clock_offset(clock) == step


@pytest.mark.parametrize("counts_sleep", [True, False])
def test_program_time_counts_sleep_if_possible(counts_sleep, monkeypatch):
    """Some systems have no clock that counts the machine's sleep. There the program uses the monotonic clock."""
    machine = SimpleNamespace(monotonic=lambda: 100.0, clock_gettime=lambda which: {7: machine.up}[which], up=500.0)
    if counts_sleep:
        machine.CLOCK_BOOTTIME = 7
    monkeypatch.setattr("bot.play.clock.timing.time", machine)
    clock = SystemClock(lambda: 1_700_000_000.0)
    assert clock.now() == 1_700_000_000.0
    machine.up += 3600.0
    assert clock.now() == 1_700_000_000.0 + (3600.0 if counts_sleep else 0.0)


def test_small_differences_do_not_count_as_clock_steps():
    machine = Machine()
    clock = machine.clock()
    machine.time_of_day += STEP_SECONDS * 0.9
    assert get_clock_offset(clock) == 0.0
    machine.time_of_day = clock.now() - STEP_SECONDS
    assert get_clock_offset(clock) == -STEP_SECONDS, "this much is a step"


@pytest.mark.parametrize("step", STEPS)
async def test_sleeper_wakes_despite_clock_changes(step, monkeypatch):
    machine = Machine()
    clock, slept = machine.clock(), []

    async def sleep(seconds):
        slept.append(seconds)
        machine.pass_time(seconds)
        machine.time_of_day += step if len(slept) == 1 else 0.0

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await clock.sleep_until(clock.now() + 90.0)
    assert sum(slept) == 90.0


@pytest.mark.parametrize("step", STEPS)
async def test_table_plays_on_after_step(step):
    harness = TableHarness()
    table = await play_until_turn(harness)
    turn = next(d for d in table.deadlines if d.kind is DeadlineKind.TURN)
    harness.clock.offset = step
    await harness.clock.advance(turn.at - harness.clock.now() - 1.0)
    assert turn in table.deadlines, "nobody is hurried"
    await harness.clock.advance(2.0)
    assert turn not in table.deadlines, "nobody waits for ever"
    assert table.facts.away == frozenset()
    await harness.registry.close()


@pytest.mark.parametrize("step", STEPS)
async def test_every_new_table_is_dated_by_the_time_of_day(step):
    harness = TableHarness()
    harness.clock.offset = step
    lobby = await harness.open_lobby()
    watched = await harness.registry.start_computer_match(lobby.facts.guild, lobby.facts.channel, ANN, "cut")
    board = replace(lobby.facts, event_match=EventMatchId(7))
    in_event = await harness.registry.start_event_match(board, "cut")
    await watched.voting.close(ANN)
    await lobby.lobby.start(ANN, "cut")
    await lobby.voting.close(ANN)
    again = await harness.registry.open_rematch(lobby, ANN)
    opened = {table.facts.opened_at for table in (lobby, watched, in_event, again)}
    assert opened == {harness.clock.wall()}
    await harness.registry.close()


@pytest.mark.parametrize("step", STEPS)
async def test_people_are_shown_the_time_of_day(step):
    harness = TableHarness()
    table = await play_until_turn(harness)
    turn = next(d for d in table.deadlines if d.kind is DeadlineKind.TURN)
    assert table.snapshot().to_wall(turn.at) == turn.at
    harness.clock.offset = step
    assert table.snapshot().to_wall(turn.at) == turn.at + step
    await table.attendance.step_away(ANN)
    await harness.clock.advance(5.0)
    await table.attendance.come_back(ANN)
    await harness.clock.advance(300.0)
    entries = harness.store.entries[table.id]
    assert abs(entries[-1].at - harness.clock.wall()) <= 300.0, "the record has the time of day"
    await harness.registry.close()


@pytest.mark.parametrize("step", STEPS)
async def test_deadlines_survive_restart_after_step(step):
    """The next process counts from the new time of day, so its downtime includes the step."""
    harness = TableHarness()
    table = await play_until_turn(harness)
    turn = next(d for d in table.deadlines if d.kind is DeadlineKind.TURN)
    left = turn.at - harness.clock.now()
    last_beat = harness.clock.now()
    await harness.registry.close()
    harness.clock = ManualClock(last_beat + step + 200.0)
    registry = harness.reopen()
    await load_live_tables(registry, harness.clock.now() - last_beat)
    again = await registry.get_table(table.id)
    (turn,) = [d for d in again.deadlines if d.kind is DeadlineKind.TURN]
    assert turn.at - harness.clock.now() == pytest.approx(max(left, 15.0))
    await registry.close()


@pytest.mark.parametrize("step", STEPS)
async def test_clock_step_is_logged_and_tables_shown_again(step):
    clock, shown = ManualClock(), []
    watch = ClockWatch(clock, lambda: shown.append(clock.now()))
    with capture_logs() as logs:
        watch.task.start(CHECK_INTERVAL)
        await clock.advance(CHECK_INTERVAL * 2)
        assert not shown
        clock.offset = step
        await clock.advance(CHECK_INTERVAL * 3)
    assert len(shown) == 1
    (line,) = logs
    assert (line["seconds"], line["direction"]) == (abs(step), "forward" if step > 0 else "back")
    await watch.task.close()
    await run_pending_tasks()
