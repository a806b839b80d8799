"""Working ratings out anew, away from the event loop: a short while in a thread, a long one in a process of its own."""

import asyncio
import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, Protocol

from bot.league.deals import DealFact
from bot.league.ids import UserId
from bot.league.ratings import Change, Rating, fold

FEW: Final = 2000
"""Deals that are worked out (in some tenths of a second) before a process would have started."""


class Worker(Protocol):
    """Works out what deals change in ratings."""

    async def __call__(self, known: Mapping[UserId, Rating], deals: Sequence[DealFact], /) -> list[Change]:
        """Return every change that `deals`, in the order of their booking, make to what is known."""


async def in_thread(known: Mapping[UserId, Rating], deals: Sequence[DealFact], /) -> list[Change]:
    """Work it out in a thread of this process."""
    return await asyncio.to_thread(fold, known, deals)


async def in_process(known: Mapping[UserId, Rating], deals: Sequence[DealFact], /) -> list[Change]:
    """Work much out in a process of its own, which ends with it: the table in play is not held up."""
    if len(deals) <= FEW:
        return await in_thread(known, deals)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, mp_context=context)
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, fold, dict(known), list(deals))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # waiting would hold up the loop
