"""Rating deals away from the event loop: few in a thread, many in a separate process."""

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol

from bot.ids import UserId
from bot.league.results.deals import BookedDeal
from bot.league.results.ratings import Rating, RatingChange, rate_deals

MAX_DEALS_IN_THREAD: Final = 2000
"""Rating these takes some tenths of a second, less than starting a process."""


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
