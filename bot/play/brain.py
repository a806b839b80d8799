"""Thinks for computer players in a worker, so that the event loop never waits for them."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from engine.actions import Action
from engine.players import choose
from engine.view import View


class Thinker:
    """The players of `engine.players` in one worker thread: each decision takes about a millisecond."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="think")

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return what a computer player of `level` does with this view; None: nothing yet.

        Raises:
            KeyError: there is no such level.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: choose(level, view, random.Random(seed)))  # noqa: S311 - a game's choice, not a secret

    def close(self) -> None:
        """Let the worker end."""
        self._pool.shutdown(wait=False, cancel_futures=True)
