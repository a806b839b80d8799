"""Waiting until the world looks as wished."""

import asyncio
from collections.abc import Callable

from bot.loopback.world.state import Happening, World


class Changes:
    """Counts what happens in the world and wakes those who wait for it."""

    def __init__(self, world: World) -> None:
        self.count = 0
        self._next = asyncio.Event()
        world.listeners.append(self._hear)

    def _hear(self, _: Happening) -> None:
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def until(self, wished: Callable[[], bool], seconds: float) -> bool:
        """Whether the wish came true within so many seconds of real time."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not wished():
            left = deadline - loop.time()
            if left <= 0:
                return False
            try:
                await asyncio.wait_for(self._next.wait(), left)
            except TimeoutError:
                return wished()
        return True
