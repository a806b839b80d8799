"""Waiting for a state of the world."""

import asyncio
from collections.abc import Callable

from bot.loopback.world.state import Happening, World


class Changes:
    """Counts the happenings of the world and wakes everybody who waits for one."""

    def __init__(self, world: World) -> None:
        self.count = 0
        self._next = asyncio.Event()
        world.listeners.append(self._hear)

    def _hear(self, _: Happening) -> None:
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Wait until a condition holds, at most so long in real time. Return whether it does."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not condition():
            left = deadline - loop.time()
            if left <= 0:
                return False
            try:
                await asyncio.wait_for(self._next.wait(), left)
            except TimeoutError:
                return condition()
        return True
