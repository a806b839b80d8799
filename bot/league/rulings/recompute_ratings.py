"""Recomputes ratings after a ruling, one part of the deals at a time. A crash loses only the part in progress.

The deals of a rating pool must be rated again from its first stale result on. At the end, one transaction replaces the
ratings of all players.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import structlog

from bot.ids import ResultId, UserId
from bot.league.results.deals import BookedDeal, list_users
from bot.league.results.ratings import Rating, RatingChange, rate_deals
from bot.league.rulings.ruling_changes import RecomputeStore, StalePool

MAX_DEALS_IN_THREAD: Final = 2000
"""Up to this many deals are rated in a thread. That takes some tenths of a second, less than starting a process."""
DEALS_AT_ONCE: Final = 200
"""The number of deals in a part. A part is held in memory, and writing it takes some hundredths of a second."""
VALUES_AT_ONCE: Final = 1000
LOG_SECONDS: Final = 10.0
log: Final = structlog.get_logger()


RateDeals = Callable[[Mapping[UserId, Rating], Sequence[BookedDeal]], Awaitable[list[RatingChange]]]
"""Rates deals in the order of booking, given the ratings before them, and returns every rating change."""
OpenWorker = Callable[[], AbstractContextManager[RateDeals]]
"""A function that opens a worker. The worker rates the deals of one recomputation, part by part."""


async def rate_in_thread(known: Mapping[UserId, Rating], deals: Sequence[BookedDeal]) -> list[RatingChange]:
    """Compute the changes in a thread of this process."""
    return await asyncio.to_thread(rate_deals, known, deals)


def work_in_thread() -> AbstractContextManager[RateDeals]:
    """Open a worker that uses a thread."""
    return nullcontext(rate_in_thread)


@contextmanager
def work_in_process() -> Iterator[RateDeals]:
    """Open a worker that rates many deals in a process of its own, so that they do not hold up tables in play."""
    rated = 0
    process: ProcessPoolExecutor | None = None

    async def rate(known: Mapping[UserId, Rating], deals: Sequence[BookedDeal]) -> list[RatingChange]:
        nonlocal rated, process
        rated += len(deals)
        if rated <= MAX_DEALS_IN_THREAD:
            return await rate_in_thread(known, deals)
        process = process or ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        return await asyncio.get_running_loop().run_in_executor(process, rate_deals, dict(known), list(deals))

    try:
        yield rate
    finally:
        if process is not None:
            process.shutdown(wait=False, cancel_futures=True)  # waiting here would block the event loop


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
        """Recompute a pool's ratings. Return False to start over, because a ruling or a deletion came in between."""
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
            stale, since = ready, ready.first  # only deals that were booked meanwhile remain to be rated
        return False

    async def _rate_deals(self, stale: StalePool, progress: "_Progress") -> StalePool | None:
        """Rate all stale deals. Return the pool after this, or None if a ruling or a deletion came in between."""
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
        """Save rank values in the seasons that rank by these ratings. Return False if a ruling came in between."""
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
    """Logs the progress of a recomputation that takes long."""

    def __init__(self, stale: StalePool, total: int) -> None:
        self._pool, self._done, self._total = stale.pool, 0, total
        self._began = self._logged = time.monotonic()

    def advance(self, deals: int) -> None:
        self._done += deals
        if time.monotonic() - self._logged >= LOG_SECONDS:
            self._logged = time.monotonic()
            log.info("ratings are being recomputed", pool=self._pool, deals=self._done, of=self._total)

    def log_end(self) -> None:
        seconds = time.monotonic() - self._began
        if seconds >= LOG_SECONDS:
            log.info("ratings are recomputed", pool=self._pool, deals=self._done, seconds=round(seconds))
