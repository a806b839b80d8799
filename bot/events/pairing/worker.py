"""Pairing away from the event loop: a small field in a thread, a large one in a separate process."""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from bot.events.pairing.ports import EntrantState, History, Pairer, RoundPairing

MAX_ENTRANTS_IN_THREAD: Final = 100
"""Pairing these takes less than starting a process."""


async def pair_off_loop(
    pairer: Pairer, entrants: Sequence[EntrantState], history: History, number: int, seed: int
) -> RoundPairing:
    """Pair a round; tables in play are not held up meanwhile."""
    arguments = (list(entrants), list(history), number, seed)
    if len(entrants) <= MAX_ENTRANTS_IN_THREAD:
        return await asyncio.to_thread(pairer.pair_round, *arguments)
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, pairer.pair_round, *arguments)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # waiting would block the loop
