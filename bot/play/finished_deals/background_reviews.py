"""Computes reviews of deals and the coach's remarks in the background, and keeps both only in memory."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog
from cachetools import LRUCache

from bot.ids import TableId, UserId
from bot.play.finished_deals import deal_review
from bot.play.finished_deals.deal_review import Adviser, DealReview, ReviewedPlay
from bot.play.finished_deals.history import Decision, FinishedDeal, list_decisions
from bot.play.refusals import TableRefusal, TableRefused
from bot.stopping import stop_tasks
from engine.model.actions import Play
from engine.model.seats import Seat
from engine.model.view import View

log: Final = structlog.get_logger()

CACHE_SIZE: Final = 128
MAX_PER_HOUR: Final = 12
"""The most reviews that are computed for one user within an hour. Opening a cached review does not count."""
MAX_WAITING: Final = 20
"""The most reviews of all users that may be pending; they are computed one after the other."""
_HOUR: Final = 3600.0
Key = tuple[TableId, int, UserId]
MAX_REMARKS: Final = 512
Place = tuple[TableId, Seat]


@dataclass(slots=True)
class ReviewJob:
    """A review and its progress. `step` is the trick that is being examined, of `steps`; 0 means none yet."""

    steps: int = 0
    step: int = 0
    review: DealReview | None = None
    failed: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether the review is ready or has failed."""
        return self.review is not None or self.failed

    def notify(self) -> None:
        """Wake the tasks that wait for a change."""
        self.changed.set()
        self.changed = asyncio.Event()


@dataclass(eq=False, repr=False)
class ReviewBook:
    """Computes reviews in the background, one after the other. The reviews that were opened last are cached."""

    _adviser: Adviser
    _now: Callable[[], float]
    _jobs: LRUCache[Key, ReviewJob] = field(init=False, default_factory=lambda: LRUCache(CACHE_SIZE))
    _running: dict[Key, asyncio.Task[None]] = field(init=False, default_factory=dict)
    _begun: dict[UserId, deque[float]] = field(init=False, default_factory=dict)
    _turn: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    def open(self, table: TableId, deal: FinishedDeal, user: UserId) -> ReviewJob:
        """Return a user's review of a deal, started if necessary.

        Refuse users who had no seat in the deal. Refuse to start a review while another review of the user runs, or if
        it would exceed `MAX_PER_HOUR` or `MAX_WAITING`.
        """
        if not deal_review.may_review(deal, user):
            raise TableRefused(TableRefusal.NOT_AT_DEAL)
        key = (table, deal.number, user)
        known = self._jobs.get(key)
        if known is not None and not known.failed:
            return known
        self._check_limits(user)
        self._begun.setdefault(user, deque()).append(self._now())
        job = self._jobs[key] = ReviewJob()
        task = self._running[key] = asyncio.create_task(self._compute(deal, user, job))
        task.add_done_callback(lambda _: self._running.pop(key, None))
        return job

    async def find_play(self, deal: FinishedDeal, user: UserId, trick: int) -> ReviewedPlay | None:
        """Return the judgement on a user's play in a trick, or None if it cannot be judged.

        The user's review has the same judgement. Raises TableRefused: the user had no seat in the deal. Raises
        SearchFailedError: the workers are closed or fail.
        """
        if not deal_review.may_review(deal, user):
            raise TableRefused(TableRefusal.NOT_AT_DEAL)
        decisions = await asyncio.to_thread(list_decisions, deal, user)
        play = next((one for one in decisions if isinstance(one.action, Play) and one.trick == trick), None)
        return None if play is None else await deal_review.review_play(play, self._adviser)

    async def close(self) -> None:
        """Stop computing."""
        await stop_tasks(*self._running.values())

    def _check_limits(self, user: UserId) -> None:
        if any(key[2] == user for key in self._running):
            raise TableRefused(TableRefusal.REVIEW_RUNNING)
        begun = self._begun.get(user, deque())
        while begun and begun[0] <= self._now() - _HOUR:
            begun.popleft()
        if len(begun) >= MAX_PER_HOUR or len(self._running) >= MAX_WAITING:
            raise TableRefused(TableRefusal.TOO_MANY_REVIEWS)
        for other in [one for one, times in self._begun.items() if not times or times[-1] <= self._now() - _HOUR]:
            del self._begun[other]

    async def _compute(self, deal: FinishedDeal, user: UserId, job: ReviewJob) -> None:
        try:
            async with self._turn:
                decisions = await asyncio.to_thread(list_decisions, deal, user)
                job.steps = deal_review.count_steps(decisions)
                async for found in deal_review.review_deal(deal, decisions, self._adviser):
                    if isinstance(found, DealReview):
                        job.review = found
                    else:
                        job.step = found
                        job.notify()
        except Exception:  # the user may open the review again
            log.exception("a deal could not be reviewed", deal=deal.number)
        finally:
            job.failed = job.review is None
            job.notify()


@dataclass(eq=False, repr=False)
class Coach:
    """Judges plays in the background, one for each seat at a time."""

    _adviser: Adviser
    _refresh_user: Callable[[UserId], None]
    _remarks: LRUCache[Place, ReviewedPlay] = field(init=False, default_factory=lambda: LRUCache(MAX_REMARKS))
    """Each seat's last play, if that play certainly cost something."""
    _looking: dict[Place, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def look_at(self, table: TableId, user: UserId, before: View, action: Play) -> None:
        """Judge a user's play in the background, and drop the remark on the seat's previous play."""
        assert before.seat is not None
        place = (table, before.seat)
        self._remarks.pop(place, None)
        if (known := self._looking.pop(place, None)) is not None:
            known.cancel()
        decision = Decision(before, action, len(before.tricks) + 1)
        task = self._looking[place] = asyncio.create_task(self._look(place, user, decision))
        task.add_done_callback(lambda done: self._forget(place, done))

    def get_remark(self, table: TableId, view: View) -> ReviewedPlay | None:
        """Return the seat's last play if it belongs to the view's deal and certainly cost something, otherwise None."""
        found = None if view.seat is None else self._remarks.get((table, view.seat))
        return found if found is not None and found.view.deal_number == view.deal_number else None

    async def close(self) -> None:
        """Stop judging plays."""
        await stop_tasks(*self._looking.values())

    async def _look(self, place: Place, user: UserId, decision: Decision) -> None:
        try:
            found = await deal_review.review_play(decision, self._adviser)
        except Exception:  # the deal goes on without a remark
            log.exception("the coach could not judge a play", table=place[0])
            return
        if found is not None and found.cost:
            self._remarks[place] = found
            self._refresh_user(user)

    def _forget(self, place: Place, done: asyncio.Task[None]) -> None:
        if self._looking.get(place) is done:
            del self._looking[place]
