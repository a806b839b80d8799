"""Decides which interactions this process answers during a handover to or from another process.

Discord sends each interaction to both as long as both are connected. The earlier process stops answering at one moment
and says which interactions it answered until then; all others are the later one's.
"""

import asyncio
from collections import deque
from typing import Final

from bot.play.ports import Clock

MAX_WAIT: Final = 2.5
"""How many seconds an interaction waits for that decision; after three it can no longer be answered."""
REMEMBERED: Final = 10.0
"""For how many seconds answered interactions are remembered, longer than any handover waits."""


class InteractionGate:
    """Admits the interactions that this process must answer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._opened = asyncio.Event()
        self._closed = False
        self._answered_elsewhere = frozenset[int]()
        self._admitted: deque[tuple[float, int]] = deque()
        self._waiting = set[int]()

    def open(self, answered_elsewhere: frozenset[int] | None = frozenset()) -> None:
        """Admit all interactions, including waiting ones, from now on, except those that another process has answered.

        None: it is not known what that is, so nothing that waits is let in.
        """
        self._answered_elsewhere = frozenset(self._waiting) if answered_elsewhere is None else answered_elsewhere
        self._opened.set()

    def close(self) -> list[int]:
        """Admit no further interactions; return those admitted lately."""
        self._closed = True
        self._forget_old()
        return [interaction for _, interaction in self._admitted]

    async def admits(self, interaction: int) -> bool:
        """Return whether this process answers an interaction, once that is known."""
        if not self._opened.is_set() and not await self._wait_until_open(interaction):
            return False
        if self._closed or interaction in self._answered_elsewhere:
            return False
        self._forget_old()
        self._admitted.append((self._clock.now(), interaction))
        return True

    async def _wait_until_open(self, interaction: int) -> bool:
        self._waiting.add(interaction)
        try:
            async with asyncio.timeout(MAX_WAIT):
                await self._opened.wait()
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(interaction)
        return True

    def _forget_old(self) -> None:
        while self._admitted and self._admitted[0][0] < self._clock.now() - REMEMBERED:
            self._admitted.popleft()
