"""While the disk is full, tables retry at growing intervals and tell players once. They go on when there is space."""

import itertools

import pytest
from structlog.testing import capture_logs
from table_harness import ANN, BOB

from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.clock.repeating_task import MOST_SECONDS, draw_backoff
from bot.play.ports import Fenced
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import DeadlineKind
from engine.model.view import PhaseName

FULL = "the database did not answer: database or disk is full"


class FullDisk(list):
    """The errors of a store whose disk is full: every commit fails. `commits` counts the failed commits."""

    def __init__(self):
        super().__init__()
        self.is_full, self.commits = True, 0

    def __bool__(self):
        self.commits += self.is_full
        return self.is_full

    def pop(self, *_):
        return OSError(FULL)


async def play_until_turn(harness, user=ANN):
    """Start a match of one person and wait until it is their turn to play."""
    table = await harness.start_match(computers=3)
    for _ in range(200):
        view = table.view(table.seat_of(user))
        if view.phase is PhaseName.PLAYING and any(d.kind is DeadlineKind.TURN for d in table.deadlines):
            return table
        await harness.clock.advance(5.0)
    raise AssertionError("never the player's turn")


def count_loads(harness, monkeypatch):
    load, loads = harness.store.load, []

    async def counting(id_):
        loads.append(harness.clock.now())
        return await load(id_)

    monkeypatch.setattr(harness.store, "load", counting)
    return loads


async def test_full_disk_is_retried_with_bounded_backoff(harness, monkeypatch):
    await play_until_turn(harness)
    loads, disk = count_loads(harness, monkeypatch), FullDisk()
    harness.store.breaks = disk
    await harness.clock.advance(harness.timing.turn + 3600.0)
    assert 3600 / MOST_SECONDS <= disk.commits <= 2 * 3600 / MOST_SECONDS + 20
    assert len(loads) <= disk.commits + 2
    gaps = [b - a for a, b in itertools.pairwise(loads)]
    assert max(gaps) <= MOST_SECONDS + 1
    assert len({round(gap, 3) for gap in gaps[-20:]}) > 10, "waits are random"


async def test_table_resumes_when_disk_has_space(harness):
    table = await play_until_turn(harness)
    deadline = next(d for d in table.deadlines if d.kind is DeadlineKind.TURN)
    harness.store.breaks = FullDisk()
    await harness.clock.advance(harness.timing.turn + 600.0)
    stuck = await harness.registry.get_table(table.id)
    assert stuck.snapshot().cannot_be_saved
    assert stuck.revision == table.revision
    harness.store.breaks = []
    for _ in range(int(MOST_SECONDS) + 1):
        again = await harness.registry.get_table(table.id)
        if not again.snapshot().cannot_be_saved:
            break
        await harness.clock.advance(1.0)
    turn = next(d for d in again.deadlines if d.kind is DeadlineKind.TURN)
    assert turn.task == deadline.task, "nobody was played for while nobody could act"
    assert turn.at >= harness.clock.now() + RESTART_GRACE - 1
    assert harness.registry.health.find_outage(table.id) is None
    await harness.clock.advance(harness.timing.turn + RESTART_GRACE + 600)
    assert (await harness.registry.get_table(table.id)).revision > table.revision


async def test_cause_is_logged_once_with_table_and_revision(harness):
    table = await play_until_turn(harness)
    harness.store.breaks = FullDisk()
    with capture_logs() as logs:
        await harness.clock.advance(harness.timing.turn + 1800.0)
        harness.store.breaks = []
        await harness.clock.advance(MOST_SECONDS + 1)
    (line,) = [one for one in logs if "could not be saved" in one["event"]]
    assert (line["table"], line["revision"], line["cause"]) == (table.id, table.revision, FULL)
    (over,) = [one for one in logs if "saved again" in one["event"]]
    assert over["failures"] > 10
    assert over["seconds"] == pytest.approx(1800, abs=MOST_SECONDS + 5)
    assert not [one for one in logs if one["event"] == "a deadline came too late"]


async def test_players_are_notified_once(harness):
    table = await play_until_turn(harness)
    told = []
    publish = harness.publisher.publish

    def note(shown, update):
        told.append(shown.snapshot().cannot_be_saved)
        publish(shown, update)

    harness.publisher.publish = note
    harness.store.breaks = FullDisk()
    await harness.clock.advance(harness.timing.turn + 1800.0)
    assert told.count(True) == 1
    harness.store.breaks = []
    await harness.clock.advance(MOST_SECONDS + 1)
    assert told[-1] is False
    assert (await harness.registry.get_table(table.id)).facts == table.facts


async def test_player_may_act_once_disk_has_space(harness):
    table = await harness.start_match(computers=2)
    harness.store.breaks = FullDisk()
    await harness.clock.advance(600.0)
    with pytest.raises(TableRefused) as no:
        await (await harness.registry.get_table(table.id)).attendance.step_away(ANN)
    assert no.value.reason is TableRefusal.BUSY
    harness.store.breaks = []
    again = await harness.registry.get_table(table.id)
    await again.attendance.step_away(BOB)
    assert again.facts.away == {again.seat_of(BOB)}
    await harness.clock.advance(1.0)
    now = harness.clock.now()
    assert again.deadlines
    assert all(d.at >= now + RESTART_GRACE - 2 for d in again.deadlines), "the others get their time back"
    assert harness.registry.health.find_outage(table.id) is None


async def test_presses_do_not_change_retry_time(harness):
    table = await play_until_turn(harness)
    disk = harness.store.breaks = FullDisk()
    await harness.clock.advance(harness.timing.turn + 300.0)
    retry_at = harness.registry.health.find_outage(table.id).retry_at
    for _ in range(50):
        with pytest.raises(TableRefused):
            await (await harness.registry.get_table(table.id)).attendance.step_away(ANN)
    assert harness.registry.health.find_outage(table.id).retry_at == retry_at
    tried = disk.commits
    await harness.clock.advance(retry_at - harness.clock.now() + 0.5)
    assert disk.commits == tried + 1


async def test_table_is_reloaded_at_once_after_a_single_failure(harness):
    table = await play_until_turn(harness)
    harness.store.breaks.append(Fenced("the record already has this revision"))
    with capture_logs() as logs, pytest.raises(TableRefused):
        await table.attendance.step_away(ANN)
    (line,) = [one for one in logs if "could not be saved" in one["event"]]
    assert line["cause"] == "another process has written to this table: the record already has this revision"
    await harness.clock.advance(0.0)
    again = await harness.registry.get_table(table.id)
    assert again is not table
    assert not again.snapshot().cannot_be_saved
    await again.attendance.step_away(ANN)
    assert harness.registry.health.record.last_error_at == harness.registry.health.record.last_commit_at


async def test_log_of_an_unknown_error_names_no_card(harness):
    table = await play_until_turn(harness)
    harness.store.breaks.append(ValueError("the ace of spades"))
    with capture_logs() as logs, pytest.raises(ValueError, match="ace"):
        await table.attendance.step_away(ANN)
    (line,) = [one for one in logs if "could not be saved" in one["event"]]
    assert line["cause"] == "ValueError"


async def test_health_records_last_commit_and_last_error(harness):
    health, began = harness.registry.health, harness.clock.now()
    assert (health.record.last_commit_at, health.record.last_error_at) == (None, None)
    table = await harness.start_match(computers=3)
    assert health.record.last_commit_at == began
    await harness.clock.advance(60.0)
    harness.store.breaks = FullDisk()
    with pytest.raises(TableRefused):
        await table.attendance.step_away(ANN)
    assert health.record.last_error_at == began + 60.0
    assert health.record.last_error == FULL


async def test_computer_turn_recovers_from_unexpected_error(harness, monkeypatch):
    table = await harness.start_match(computers=3)
    submit, fails = type(table.gameplay).submit, [3]

    async def failing(self, seat, action, task):
        if fails[0]:
            fails[0] -= 1
            raise RuntimeError("odd")
        await submit(self, seat, action, task)

    monkeypatch.setattr(type(table.gameplay), "submit", failing)
    with capture_logs() as logs:
        for _ in range(60):
            await harness.clock.advance(5.0)
            if not fails[0]:
                break
        await harness.clock.advance(MOST_SECONDS)
    assert sum(line["event"] == "a turn could not be taken" for line in logs) == 3
    asked_before = len(harness.computer_players.asked)
    await harness.clock.advance(600.0)
    assert len(harness.computer_players.asked) > asked_before
    assert any(d.kind is DeadlineKind.TURN for d in table.deadlines) or table.spectator_view().to_act


def test_backoff_is_bounded_and_doubles():
    longest = [draw_backoff(n, chance=lambda: 1.0) for n in range(1, 200)]
    assert longest[:7] == [1, 2, 4, 8, 16, 32, 60]
    assert set(longest[6:]) == {MOST_SECONDS}
    assert draw_backoff(1, chance=lambda: 0.0) == 0.5
