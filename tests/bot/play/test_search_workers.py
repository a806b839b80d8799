"""Search workers get only the view of one seat. A search that takes too long fails, and crashed workers recover."""

import asyncio
import math
import os
import random
import signal
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from types import SimpleNamespace

import pytest
from memory_store import run_pending_tasks

from bot.play.computers import search_process, search_workers
from bot.play.computers.search_limits import SearchLimits
from bot.play.computers.search_process import (
    compare_given_in_process,
    compare_in_process,
    find_lead_in_process,
    search_play,
    warm_up,
)
from bot.play.computers.search_workers import (
    SearchFailedError,
    SearchFailure,
    SearchWorkers,
    create_search_workers,
    make_process_pool,
)
from engine.deal.legal_actions import check_action
from engine.model.presets import preset
from engine.model.view import View
from engine.players.levels import needs_search
from tests.bot.ui.panel_positions import positions


def list_searched_views(number=4):
    views = [v for seed in range(2) for v in positions(preset("standard"), random.Random(seed))]
    return [view for view in views if needs_search("master", view)][:number]


class HeldWorker(Executor):
    """A worker that warms up at once and gets all other answers from the test."""

    def __init__(self):
        self.asked, self.futures, self.warmed = [], [], 0

    def submit(self, call, *args):
        future = Future()
        future.set_running_or_notify_cancel()
        if call is warm_up:
            self.warmed += 1
            future.set_result(0)
            return future
        self.asked.append((call, *args))
        self.futures.append(future)
        return future


def held_workers(**limits):
    worker = HeldWorker()
    return worker, SearchWorkers(1, SearchLimits(**{"patience": 60.0} | limits), lambda _: worker)


async def test_worker_gets_only_a_view():
    worker, workers = held_workers()
    view = list_searched_views(1)[0]
    asked = asyncio.create_task(workers.search(view, "master", "seed"))
    await run_pending_tasks()
    call, *args = worker.asked[0]
    assert call is search_play
    assert args == [view, "master", "seed", SearchLimits().budget]
    assert type(args[0]) is View
    worker.futures[0].set_result("answer")
    assert await asked == "answer"


async def test_search_is_refused_at_once_when_the_queue_is_full():
    worker, workers = held_workers(waiting=2)
    view = list_searched_views(1)[0]
    asked = [asyncio.create_task(workers.search(view, "master", str(n))) for n in range(3)]
    await run_pending_tasks()
    with pytest.raises(SearchFailedError) as failed:
        await workers.search(view, "master", "one too many")
    assert failed.value.failure is SearchFailure.QUEUE_FULL
    for number in range(3):
        worker.futures[number].set_result(number)
        await run_pending_tasks()
    assert await asyncio.gather(*asked) == [0, 1, 2]


async def test_search_budget_shrinks_while_others_wait():
    worker, workers = held_workers(budget=1.0)
    view = list_searched_views(1)[0]
    asked = [asyncio.create_task(workers.search(view, "master", str(n))) for n in range(5)]
    for number in range(5):
        await run_pending_tasks()
        worker.futures[number].set_result(None)
    await asyncio.gather(*asked)
    budgets = [args[-1] for args in worker.asked]
    assert budgets == [1.0, 0.25, pytest.approx(1 / 3), 0.5, 1.0]


async def test_late_worker_is_busy_until_it_answers():
    worker, workers = held_workers()
    view = list_searched_views(1)[0]
    for patience in (0.1, 600.0):  # the second search fails at once, because the worker is still busy
        workers._limits = SearchLimits(patience=patience)
        async with asyncio.timeout(300.0):
            with pytest.raises(SearchFailedError) as failed:
                await workers.search(view, "master", "seed")
        assert failed.value.failure is SearchFailure.LATE
    assert len(worker.asked) == 1
    worker.futures[0].set_result(None)
    await run_pending_tasks()
    again = asyncio.create_task(workers.search(view, "master", "seed"))
    await run_pending_tasks()
    worker.futures[1].set_result("answer")
    assert await again == "answer"


async def test_search_is_refused_at_once_while_every_worker_is_late():
    worker = HeldWorker()
    workers = SearchWorkers(2, SearchLimits(patience=0.05), lambda _: worker)
    view = list_searched_views(1)[0]
    late = await asyncio.gather(*(workers.search(view, "master", str(n)) for n in range(2)), return_exceptions=True)
    assert [fault.failure for fault in late] == [SearchFailure.LATE] * 2
    workers._limits = SearchLimits(patience=600.0)
    with pytest.raises(SearchFailedError):
        await workers.search(view, "master", "refused at once")
    worker.futures[1].set_result(None)
    await run_pending_tasks()
    answered = asyncio.create_task(workers.search(view, "master", "one is back"))
    waiting = asyncio.create_task(workers.search(view, "master", "it waits for that one"))
    for number, task in ((2, answered), (3, waiting)):
        await run_pending_tasks()
        worker.futures[number].set_result(number)
        assert await task == number


async def test_workers_warm_up_after_every_start():
    made = [HeldWorker(), HeldWorker()]
    workers = SearchWorkers(2, SearchLimits(patience=60.0, rebuild_after=0.0), lambda _: made[len(used)])
    used = []
    workers.start()
    assert made[0].warmed == 2
    asked = asyncio.create_task(workers.search(list_searched_views(1)[0], "master", "seed"))
    await run_pending_tasks()
    used.append(made[0])
    made[0].futures[0].set_exception(BrokenExecutor())
    with pytest.raises(SearchFailedError):
        await asked
    await run_pending_tasks()
    again = asyncio.create_task(workers.search(list_searched_views(1)[0], "master", "seed"))
    await run_pending_tasks()
    assert made[1].warmed == 2
    made[1].futures[0].set_result("answer")
    assert await again == "answer"


async def test_cancelled_search_leaves_the_queue():
    worker, workers = held_workers()
    view = list_searched_views(1)[0]
    first = asyncio.create_task(workers.search(view, "master", "1"))
    second = asyncio.create_task(workers.search(view, "master", "2"))
    await run_pending_tasks()
    assert workers.waiting == 1
    second.cancel()
    await run_pending_tasks()
    assert workers.waiting == 0
    worker.futures[0].set_result(None)
    await first
    assert len(worker.asked) == 1


def is_running(process):
    return Path(f"/proc/{process}").exists()


async def test_searches_end_when_workers_close():
    _, workers = held_workers()
    asked = asyncio.create_task(workers.search(list_searched_views(1)[0], "master", "seed"))
    await run_pending_tasks()
    await workers.close()
    with pytest.raises(SearchFailedError) as failed:
        await asked
    assert failed.value.failure is SearchFailure.CLOSED


def list_processes(workers):
    return set(workers._pool._processes)


@pytest.mark.long
async def test_crashed_worker_processes_start_again():
    """If the worker dies in the middle of a search, this search fails. A new worker answers the next one."""
    limits = SearchLimits(budget=30.0, patience=60.0, rebuild_after=0.0)
    workers = SearchWorkers(1, limits, make_process_pool)
    workers.start()
    view = list_searched_views(1)[0]
    check_action(view, await workers.search(view, "master", "seed"))
    (first,) = list_processes(workers)
    asked = asyncio.create_task(workers.search(view, "master", "seed"))
    await asyncio.sleep(0.005)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(SearchFailedError) as failed:
        await asked
    assert failed.value.failure is SearchFailure.CRASHED
    check_action(view, await workers.search(view, "master", "seed"))
    (second,) = list_processes(workers)
    assert second != first
    await workers.close()
    with pytest.raises(SearchFailedError):
        await workers.search(view, "master", "seed")


async def test_stuck_worker_process_is_killed():
    workers = SearchWorkers(1, SearchLimits(budget=60.0, patience=30.0, stuck_after=0.1), make_process_pool)
    with pytest.raises(SearchFailedError) as failed:
        await workers.run(time.sleep)  # the worker sleeps for the search's whole budget of 60 s
    assert failed.value.failure is SearchFailure.CRASHED
    await workers.close()


async def test_worker_processes_outlive_signals_and_end_when_closed():
    workers = SearchWorkers(1, SearchLimits(budget=70.0, patience=0.1), make_process_pool)
    workers.start()
    pool = workers._pool
    process = await asyncio.wrap_future(pool.submit(warm_up))
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(process, number)
    assert await asyncio.wrap_future(pool.submit(warm_up)) == process
    with pytest.raises(SearchFailedError):
        await workers.run(time.sleep)
    began = time.monotonic()
    await workers.close()
    assert time.monotonic() < began + 60, "it does not wait for the search"
    end = time.monotonic() + 60
    while is_running(process) and time.monotonic() < end:  # noqa: ASYNC110 - another process ends
        await asyncio.sleep(0.05)
    assert not is_running(process)


# ---------------------------------------------------------------------- time limits and queue places of searches


async def answer(worker, number, task, value="answer"):
    await run_pending_tasks()
    worker.futures[number].set_result(value)
    assert await task == value


async def test_search_that_counts_its_work_has_no_time_limit():
    worker, workers = held_workers(budget=0.75)
    for number, (options, seconds) in enumerate(
        [({}, 0.75), ({"at_most": 0.5}, 0.5), ({"at_most": 2.0}, 0.75), ({"counted": True, "at_most": 0.5}, math.inf)]
    ):
        asked = asyncio.create_task(workers.run("call", 1, 2, **options))
        await answer(worker, number, asked)
        assert worker.asked[-1] == ("call", 1, 2, seconds)


async def test_only_a_search_that_counts_its_work_may_exceed_the_time_limit():
    worker, workers = held_workers(patience=0.02, stuck_after=60.0)
    counted = asyncio.create_task(workers.run("call", counted=True))
    late = asyncio.create_task(workers.run("call"))
    with pytest.raises(SearchFailedError) as failed:
        await late
    assert (failed.value.failure, str(failed.value)) == (SearchFailure.LATE, "late")
    assert not counted.done()
    await answer(worker, 0, counted)


async def test_workers_are_busy_until_one_is_free():
    worker = HeldWorker()
    workers = SearchWorkers(2, SearchLimits(patience=60.0, waiting=2), lambda _: worker)
    asked, busy = [], [workers.is_busy]
    for _ in range(6):
        asked.append(asyncio.create_task(workers.run("call")))
        await run_pending_tasks()
        busy.append(workers.is_busy)
    assert busy == [False, False, True, True, True, True, True]
    assert (workers.waiting, len(worker.asked)) == (4, 2), "two searches may wait for each worker"
    with pytest.raises(SearchFailedError) as failed:
        await workers.run("call")
    assert failed.value.failure is SearchFailure.QUEUE_FULL
    for number in range(6):
        assert workers.is_busy is (number < 5)
        await answer(worker, number, asked[number])
    assert (workers.waiting, workers.is_busy) == (0, False)


class BrokenWorker(HeldWorker):
    """A worker that fails whenever it is given a search."""

    def submit(self, call, *args):
        if call is warm_up:
            return super().submit(call, *args)
        raise BrokenExecutor


async def test_workers_start_again_some_time_after_a_crash(monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=100.0)
    monkeypatch.setattr(search_workers, "time", clock)
    made = []

    def make(count):
        made.append((clock.now, count))
        return BrokenWorker() if len(made) == 1 else HeldWorker()

    workers = SearchWorkers(2, SearchLimits(patience=60.0, rebuild_after=5.0), make)
    workers.start()
    workers.start()
    for now in (102.0, 104.9):
        clock.now = now
        for _ in range(3):  # a failed search leaves no worker busy
            with pytest.raises(SearchFailedError) as failed:
                await workers.run("call")
            assert failed.value.failure is SearchFailure.CRASHED
    assert (made, workers.is_busy) == ([(100.0, 2)], False)
    clock.now = 105.0
    asked = asyncio.create_task(workers.run("call"))
    await run_pending_tasks()
    assert made == [(100.0, 2), (105.0, 2)]
    await workers.close()
    with pytest.raises(SearchFailedError) as failed:
        await asked
    assert failed.value.failure is SearchFailure.CLOSED
    with pytest.raises(SearchFailedError) as failed:
        await workers.run("call")
    assert failed.value.failure is SearchFailure.CLOSED


async def test_failed_start_of_a_pool_leaves_no_worker_busy():
    def fail(_count):
        raise OSError("no more processes")

    workers = SearchWorkers(1, SearchLimits(), fail)
    for _ in range(2):
        with pytest.raises(OSError, match="processes"):
            await workers.run("call")
    assert not workers.is_busy
    await workers.close()


async def test_search_that_raises_frees_its_worker():
    worker, workers = held_workers()
    asked = asyncio.create_task(workers.run("call"))
    await run_pending_tasks()
    worker.futures[0].set_exception(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await asked
    await run_pending_tasks()
    assert not workers.is_busy
    again = asyncio.create_task(workers.run("call"))
    await answer(worker, 1, again)


# ---------------------------------------------------------------------- advice and comparisons


def test_program_without_processes_searches_little_in_one_thread():
    alone, several = create_search_workers(0), create_search_workers(3)
    assert (alone._limits, several._limits) == (SearchLimits(budget=0.05, waiting=2), SearchLimits())
    assert (alone._workers, several._workers) == (1, 3)
    assert SearchLimits().waiting == 8


@pytest.mark.parametrize(
    ("given", "compares", "tries", "puzzle"), [(0.1, 0.6, 0.24, 1.2), (1.0, 1.0, 0.4, 1.2), (2.0, 2.0, 0.8, 2.0)]
)
def test_comparisons_and_puzzles_get_a_minimum_of_time(given, compares, tries, puzzle, monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=50.0)
    monkeypatch.setattr(search_process, "time", clock)
    monkeypatch.setattr(search_process, "PlayoutClock", SimpleNamespace(of=lambda _clock, seconds: seconds))
    for name in ("compare_plays", "compare_given", "find_lead", "choose"):
        monkeypatch.setattr(search_process, name, lambda *args: args)
    (view,) = list_searched_views(1)
    *_, whole, part = compare_in_process(view, (), "seed", given)
    assert (whole, part) == (compares, pytest.approx(tries))
    assert compare_given_in_process(view, ("plays",), 50, "seed", given)[-2:] == (50, given)
    assert search_play(view, "master", "seed", given)[-1] == given
    rules, seed, in_time = find_lead_in_process(view.rules, "seed", given)
    assert (rules, seed) == (view.rules, "seed")
    told = []
    for clock.now in (50.0, 50.0 + puzzle - 0.01, 50.0 + puzzle + 0.01):
        told.append(in_time())
    assert told == [True, True, False]
