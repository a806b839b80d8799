"""Actions are repeated at intervals or until they succeed. The clock stands still until a test advances it."""

import asyncio
from itertools import pairwise

import pytest
from memory_store import ManualClock, run_pending_tasks
from structlog.testing import capture_logs

from bot.play.clock.repeating_task import RepeatingTask, draw_backoff, retry_until_reached, sleep_until_or_wake


@pytest.mark.parametrize(
    ("failures", "limits", "longest"),
    [
        (-1, {}, 1.0),
        (0, {}, 1.0),
        (1, {}, 1.0),
        (2, {}, 2.0),
        (6, {}, 32.0),
        (7, {}, 60.0),
        (10_000, {}, 60.0),
        (3, {"first": 0.5}, 2.0),
        (3, {"first": 0.5, "most": 1.5}, 1.5),
    ],
)
def test_wait_doubles_and_half_of_it_is_random(failures, limits, longest):
    drawn = [draw_backoff(failures, chance=lambda part=part: part, **limits) for part in (0.0, 0.5, 1.0)]
    assert drawn == [longest / 2, longest * 0.75, longest]


async def test_unreachable_service_is_tried_until_it_answers():
    causes, waits = ["refused", "refused", "no route", None], []

    async def find_fault():
        return causes.pop(0)

    async def sleep(seconds):
        waits.append(seconds)

    with capture_logs() as logs:
        await retry_until_reached("the service", find_fault, sleep)
    assert [0.5 * 2**n <= wait <= 2**n for n, wait in enumerate(waits)] == [True] * 3
    assert [line.get("cause") for line in logs] == ["refused", "no route", None], "each cause once, then the end"


async def test_service_that_answers_at_once_is_not_logged():
    async def find_fault():
        return None

    with capture_logs() as logs:
        await retry_until_reached("the service", find_fault, asyncio.sleep)
    assert logs == []


async def test_sleeper_wakes_at_its_time_or_earlier():
    clock, wakeup = ManualClock(start=0.0), asyncio.Event()
    for at, wakes in ((5.0, False), (None, True), (50.0, True)):
        sleeping = asyncio.create_task(sleep_until_or_wake(clock, at, wakeup))
        await clock.advance(4.0)
        assert not sleeping.done()
        if wakes:
            wakeup.set()
        await clock.advance(1.0)
        assert sleeping.done()
        assert all(woken.cancelled() or woken.done() for _, _, woken in clock.sleepers), "nothing sleeps on"
        wakeup.clear()


class Action:
    """An action that takes `seconds` seconds. Each call raises the next of `faults`, or succeeds if that is None."""

    def __init__(self, clock, seconds=0.0, faults=()):
        self.clock, self.seconds, self.faults, self.called_at = clock, seconds, list(faults), []

    async def __call__(self):
        self.called_at.append(self.clock.now())
        await self.clock.sleep_until(self.clock.now() + self.seconds)
        if self.faults and (fault := self.faults.pop(0)) is not None:
            raise fault


async def list_calls(until, action, *, first_wait=0.0, starts=1, **options):
    task = RepeatingTask("a task", action.clock, 10.0, action, "it failed", **options)
    for _ in range(starts):
        task.start(first_wait)
    await action.clock.advance(until)
    await task.close()
    await action.clock.advance(100.0)
    return action.called_at


@pytest.mark.parametrize(
    ("seconds", "first_wait", "calls"),
    [(0.0, 0.0, [0.0, 10.0, 20.0, 30.0]), (0.0, 4.0, [4.0, 14.0, 24.0]), (2.0, 0.0, [0.0, 12.0, 24.0])],
)
async def test_each_call_begins_an_interval_after_the_last_ended(seconds, first_wait, calls):
    action = Action(ManualClock(start=0.0), seconds)
    assert await list_calls(33.0, action, first_wait=first_wait, starts=2) == calls, "closing ends them"


@pytest.mark.parametrize(
    ("retry_after", "calls"), [(None, [0.0, 10.0, 20.0]), (3.0, [0.0, 3.0, 13.0, 23.0]), (40.0, [0.0, 10.0, 20.0])]
)
@pytest.mark.parametrize("expected", [True, False])
async def test_failed_call_is_logged_and_retried_sooner(retry_after, calls, expected):
    action = Action(ManualClock(start=0.0), faults=[OSError("no answer")])
    options = {} if retry_after is None else {"retry_after": retry_after}
    with capture_logs() as logs:
        made = await list_calls(25.0, action, expected=(OSError,) if expected else (), **options)
    assert made == calls
    (line,) = logs
    assert (line["event"], line.get("cause"), "exc_info" in line) == (
        "it failed",
        "no answer" if expected else None,
        not expected,
    )


async def test_wakeup_brings_the_next_call_forward():
    clock, wakeup = ManualClock(start=0.0), asyncio.Event()
    action = Action(clock)
    task = RepeatingTask("a task", clock, 10.0, action, "it failed", wakeup=wakeup)
    task.start()
    await run_pending_tasks()
    for wait in (0.1, 4.0):
        await clock.advance(wait)
        wakeup.set()
        await clock.advance(0.0)
        await clock.advance(1.0)
        wakeup.clear()
    await clock.advance(30.0)
    await task.close()
    gaps = [later - earlier for earlier, later in pairwise(action.called_at)]
    assert action.called_at[0] == 0.0
    assert min(gaps) >= 0.5, "but half a second must pass"
    assert action.called_at[1] == 0.5
    assert any(4.0 <= at <= 5.1 for at in action.called_at)
    assert gaps[-1] == pytest.approx(10.0), "then the interval holds again"
