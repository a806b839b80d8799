"""Ratings are recomputed after a ruling: some deals at a time, each part committed, so that a kill loses one part.

`stale_from` of a pool is the cursor. Ratings stay as they were until the last part, which replaces them all in one
transaction, right after the seasons that rank by them; deals booked meanwhile are among the later parts.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol

import structlog

from bot.ids import ResultId, UserId
from bot.league.results.deals import BookedDeal, list_users
from bot.league.results.ratings import Rating, RatingChange, rate_deals
from bot.league.rulings.ruling_changes import RecomputeStore, StalePool

MAX_DEALS_IN_THREAD: Final = 2000
"""Rating these takes some tenths of a second, less than starting a process."""
DEALS_AT_ONCE: Final = 200
"""Deals of a part, which are in memory; it is written in some hundredths of a second."""
VALUES_AT_ONCE: Final = 1000
LOG_SECONDS: Final = 10.0
log: Final = structlog.get_logger()


class RateDeals(Protocol):
    """Computes what deals change in ratings."""

    async def __call__(self, known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
        """Return every rating change by `deals`, which are in the order of booking."""


OpenWorker = Callable[[], AbstractContextManager[RateDeals]]
"""Opens a worker for one recomputation, which rates its deals part by part."""


async def rate_in_thread(known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
    """Compute the changes in a thread of this process."""
    return await asyncio.to_thread(rate_deals, known, deals)


def work_in_thread() -> AbstractContextManager[RateDeals]:
    """Open a worker that uses a thread."""
    return nullcontext(rate_in_thread)


@contextmanager
def work_in_process() -> Iterator[RateDeals]:
    """Open a worker that uses a process from a certain number of deals on, so that tables in play are not held up."""
    worker = _ProcessWorker()
    try:
        yield worker.rate
    finally:
        worker.stop()


class _ProcessWorker:
    """A process that is started once it is worth it."""

    def __init__(self) -> None:
        self._rated = 0
        self._process: ProcessPoolExecutor | None = None

    async def rate(self, known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
        """Compute the changes."""
        self._rated += len(deals)
        if self._rated <= MAX_DEALS_IN_THREAD:
            return await rate_in_thread(known, deals)
        if self._process is None:
            self._process = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        return await asyncio.get_running_loop().run_in_executor(self._process, rate_deals, dict(known), list(deals))

    def stop(self) -> None:
        """Stop the process."""
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)  # waiting would block the loop


class RatingRecompute:
    """Recomputes stale ratings, one pool after the other."""

    def __init__(self, store: RecomputeStore, open_worker: OpenWorker) -> None:
        self._store = store
        self.open_worker = open_worker

    async def recompute_stale(self) -> int:
        """Recompute all stale ratings, and return the number of pools."""
        count = 0
        while stale := await self._store.list_stale_pools():
            for pool in stale:
                count += await self._recompute_pool(pool)
        return count

    async def _recompute_pool(self, stale: StalePool) -> bool:
        """Return False if another ruling or a deleted person came in between: it must be done again."""
        progress = _Progress(stale, await self._store.count_deals_from(stale))
        since: ResultId | None = None
        while (ready := await self._rate_deals(stale, progress)) is not None:
            if not await self._value_seasons(ready, since):
                return False
            if await self._store.replace_ratings(ready):
                progress.log_end()
                return True
            if ready not in await self._store.list_stale_pools():
                return False
            stale, since = ready, ready.first  # deals were booked: only their players are left
        return False

    async def _rate_deals(self, stale: StalePool, progress: "_Progress") -> StalePool | None:
        """Rate all deals, part by part, and return how far that is; None if it must be done again."""
        ratings = dict[UserId, Rating]()
        with self.open_worker() as rate:
            while True:
                others, deals = await self._store.load_deals_from(stale, DEALS_AT_ONCE, ratings)
                if not deals:
                    return stale
                ratings |= others
                changes = await rate(_pick_players(ratings, deals), deals)
                moved = await self._store.replace_changes(stale, deals[-1].id, changes)
                if moved is None:
                    return None
                stale = moved
                ratings |= {change.user: change.rating for change in changes}
                progress.advance(len(deals))

    async def _value_seasons(self, stale: StalePool, since: ResultId | None) -> bool:
        """Save what entrants of seasons that rank by these ratings are ranked by; False if it must be done again."""
        for season in await self._store.list_seasons_by_rating(stale):
            values = await self._store.list_changed_values(stale, season, since)
            for first in range(0, len(values), VALUES_AT_ONCE):
                if not await self._store.save_values(stale, season, values[first : first + VALUES_AT_ONCE]):
                    return False
        return True


def _pick_players(ratings: Mapping[UserId, Rating], deals: Sequence[BookedDeal]) -> dict[UserId, Rating]:
    players = {user for deal in deals for user in list_users(deal.seats)}
    return {user: ratings[user] for user in players & ratings.keys()}


class _Progress:
    """Lines in the log while a recomputation takes long."""

    def __init__(self, stale: StalePool, total: int) -> None:
        self._pool, self._done, self._total = stale.pool, 0, total
        self._began = self._logged = time.monotonic()

    def advance(self, deals: int) -> None:
        """Note that more deals are done."""
        self._done += deals
        if time.monotonic() - self._logged >= LOG_SECONDS:
            self._logged = time.monotonic()
            log.info("ratings are being recomputed", pool=self._pool, deals=self._done, of=self._total)

    def log_end(self) -> None:
        """Note that all is done."""
        seconds = time.monotonic() - self._began
        if seconds >= LOG_SECONDS:
            log.info("ratings are recomputed", pool=self._pool, deals=self._done, seconds=round(seconds))
