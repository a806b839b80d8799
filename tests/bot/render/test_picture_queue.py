"""In the queue of pictures, answers precede updates and animations, and people take turns."""

import asyncio
from concurrent.futures import CancelledError
from contextvars import copy_context
from threading import Event

import pytest

from bot.render.picture_queue import OWNER, PRIORITY, PictureQueue, Priority
from bot.render.renderer import PictureKey, PictureRenderer
from bot.render.values.game_pictures import LobbyPicture


class BusyQueue(PictureQueue):
    """A queue with one thread, which is busy until `finish`. `finish` returns the jobs' names in the order they ran."""

    def __init__(self):
        super().__init__(workers=1)
        self.go, self.order = Event(), []
        busy = Event()
        self.futures = {"first": self.submit("first", lambda: busy.set() or self.go.wait(10))}
        assert busy.wait(10)

    def add(self, name, priority=Priority.ANSWER, work=lambda: None):
        def run():
            PRIORITY.set(priority)
            return self.submit(name, lambda: self.order.append(name) or work())

        self.futures[name] = copy_context().run(run)

    def finish(self):
        self.go.set()
        for future in self.futures.values():
            if not future.cancelled():
                future.exception(10)
        return self.order


@pytest.fixture
def queue():
    queue = BusyQueue()
    yield queue
    queue.go.set()
    queue.close()


def test_answers_overtake_updates_and_keep_their_order(queue):
    for number in range(50):
        queue.add(f"update {number}", Priority.UPDATE)
    queue.add("answer 0")
    queue.add("update 50", Priority.UPDATE)
    queue.add("answer 1")
    assert queue.finish() == ["answer 0", "answer 1", *(f"update {number}" for number in range(51))]


def test_update_that_an_answer_needs_is_promoted(queue):
    for name in ("a", "b", "c"):
        queue.add(name, Priority.UPDATE)
    queue.promote("c")
    queue.promote("unknown")
    assert queue.finish() == ["c", "a", "b"]


def test_update_does_not_promote_an_update(queue):
    for name in ("a", "b"):
        queue.add(name, Priority.UPDATE)
    copy_context().run(lambda: (PRIORITY.set(Priority.UPDATE), queue.promote("b")))
    assert queue.finish() == ["a", "b"]


def test_cancelled_job_is_skipped(queue):
    queue.add("a")
    queue.add("b")
    queue.futures["a"].cancel()
    assert queue.finish() == ["b"]


def test_failed_job_reports_its_error_and_the_next_job_runs(queue):
    queue.add("a", work=lambda: 1 // 0)
    queue.add("b", work=lambda: 7)
    queue.finish()
    assert isinstance(queue.futures["a"].exception(), ZeroDivisionError)
    assert queue.futures["b"].result() == 7


def test_closing_cancels_waiting_jobs(queue):
    queue.add("a")
    queue.close()
    with pytest.raises(CancelledError):
        queue.futures["a"].result(10)
    assert queue.finish() == []
    with pytest.raises(RuntimeError):
        queue.submit("late", lambda: None)


async def test_renderer_paints_answers_first_and_shares_updates(monkeypatch):
    renderer, go, busy, order = PictureRenderer(workers=1), Event(), Event(), []
    paint = renderer._painter.paint
    monkeypatch.setattr(renderer._painter, "paint", lambda scene: order.append(scene.width) or paint(scene))
    block = asyncio.ensure_future(renderer._run_in_worker("block", lambda: busy.set() or go.wait(10)))
    await asyncio.to_thread(busy.wait, 10)

    async def update(players):
        PRIORITY.set(Priority.UPDATE)
        return await renderer.render(LobbyPicture((None,) * players))

    updates = [asyncio.create_task(update(players)) for players in (2, 8, 12)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    answer = asyncio.create_task(renderer.render(LobbyPicture((None,) * 12)))
    new = asyncio.create_task(renderer.render(LobbyPicture((None,) * 6)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    go.set()
    first, second, *rest = await asyncio.gather(answer, new, *updates)
    await block
    renderer.close()
    assert rest[2] is first
    assert len(order) == 4
    assert [one.png for one in (first, second, *rest[:2])] == [
        renderer._finished.find(PictureKey(LobbyPicture((None,) * n)))[0].png for n in (12, 6, 2, 8)
    ]
    assert [key.picture for key in renderer._finished._values][-4:] == [
        LobbyPicture((None,) * n) for n in (12, 6, 2, 8)
    ]


def run_as(owner, function):
    """Run a function that requests pictures, on behalf of the user `owner`."""
    return copy_context().run(lambda: (OWNER.set(owner), function())[1])


def test_people_take_turns(queue):
    """Ann requests twenty pictures. Between two of these, everybody else gets at most one picture."""
    for number in range(20):
        run_as("ann", lambda number=number: queue.add(f"ann {number}"))
    run_as("bob", lambda: queue.add("bob 0"))
    run_as("bob", lambda: queue.add("bob 1"))
    run_as("cat", lambda: queue.add("cat 0"))
    order = queue.finish()
    assert order[:7] == ["ann 0", "bob 0", "cat 0", "ann 1", "bob 1", "ann 2", "ann 3"]
    assert order[7:] == [f"ann {number}" for number in range(4, 20)]


def test_animations_follow_answers_and_alternate_with_updates(queue):
    for number in range(4):
        run_as("ann", lambda number=number: queue.add(f"gif {number}", Priority.ANIMATION))
    for number in range(3):
        queue.add(f"update {number}", Priority.UPDATE)
    run_as("bob", lambda: queue.add("bob"))
    assert queue.finish() == ["bob", "update 0", "gif 0", "update 1", "gif 1", "update 2", "gif 2", "gif 3"]


def test_animations_leave_one_thread_free():
    queue, gate, running = PictureQueue(workers=2), Event(), Event()
    frames = [queue.submit(n, lambda: running.set() or gate.wait(10), Priority.ANIMATION) for n in range(20)]
    assert running.wait(10)
    assert queue.submit("answer", lambda: "drawn").result(10) == "drawn"
    assert sum(frame.running() for frame in frames) == 1
    gate.set()
    assert [frame.result(10) for frame in frames] == [True] * 20, "none is forgotten"
    queue.close()


def test_failed_animation_lets_others_follow():
    queue = PictureQueue(workers=2)
    bad = queue.submit("bad", lambda: 1 / 0, Priority.ANIMATION)
    good = [queue.submit(n, lambda n=n: n, Priority.ANIMATION) for n in range(5)]
    with pytest.raises(ZeroDivisionError):
        bad.result(10)
    assert [one.result(10) for one in good] == list(range(5))
    queue.close()


def test_promoted_update_takes_turns_with_answers(queue):
    for number in range(3):
        run_as("ann", lambda number=number: queue.add(f"ann {number}"))
    queue.add("update", Priority.UPDATE)
    run_as("bob", lambda: queue.promote("update"))
    assert queue.finish() == ["ann 0", "update", "ann 1", "ann 2"]
