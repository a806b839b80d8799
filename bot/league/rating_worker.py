"""Recomputing ratings away from the event loop: few deals in a thread, many in a separate process."""

import asyncio
import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, Protocol

from bot.ids import UserId
from bot.league.deals import BookedDeal
from bot.league.ratings import Rating, RatingChange, rate_deals

MAX_DEALS_IN_THREAD: Final = 2000
"""Rating these takes some tenths of a second, less than starting a process."""


class RatingWorker(Protocol):
    """Computes what deals change in ratings."""

    async def __call__(self, known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
        """Return every rating change by `deals`, which are in the order of booking."""


async def rate_in_thread(known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
    """Compute the changes in a thread of this process."""
    return await asyncio.to_thread(rate_deals, known, deals)


async def rate_in_process(known: Mapping[UserId, Rating], deals: Sequence[BookedDeal], /) -> list[RatingChange]:
    """Compute many changes in a process of their own, so that tables in play are not held up."""
    if len(deals) <= MAX_DEALS_IN_THREAD:
        return await rate_in_thread(known, deals)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, mp_context=context)
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, rate_deals, dict(known), list(deals))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # waiting would block the loop
