"""Ratings are recomputed after a ruling: some deals at a time, each part committed, so that a kill loses one part.

`stale_from` of a pool is the cursor. Ratings and standings stay as they were until the last part, which replaces them
all in one transaction; deals booked meanwhile are among the later parts.
"""

import time
from typing import Final

import structlog

from bot.league.rating_worker import OpenWorker
from bot.league.result_ports import RecomputeStore, StalePool

DEALS_AT_ONCE: Final = 400
"""Deals of a part: these are in memory, and their changes are written in some hundredths of a second."""
LOG_SECONDS: Final = 10.0

log: Final = structlog.get_logger()


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
        """Return False if another ruling, a new deal or a deleted person came in between: it must be done again."""
        with self.open_worker() as rate:
            progress = _Progress(stale, await self._store.count_deals_from(stale))
            while True:
                known, deals = await self._store.load_deals_from(stale, DEALS_AT_ONCE)
                if not deals:
                    return progress.end(is_done=await self._store.replace_ratings(stale))
                moved = await self._store.replace_changes(stale, deals[-1].id, await rate(known, deals))
                if moved is None:
                    return progress.end(is_done=False)
                stale = moved
                progress.advance(len(deals))


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

    def end(self, *, is_done: bool) -> bool:
        """Note the end, and return whether it is done."""
        seconds = time.monotonic() - self._began
        if is_done and seconds >= LOG_SECONDS:
            log.info("ratings are recomputed", pool=self._pool, deals=self._done, seconds=round(seconds))
        return is_done
