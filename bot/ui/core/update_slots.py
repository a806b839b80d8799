"""When messages are updated: after answers that are about to be sent, and few at once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

MAX_WAIT_FOR_ANSWERS: Final = 0.05
"""Seconds that an update waits for answers, so that people who press all the time do not stop updates."""
RENDERED_AT_ONCE: Final = 2
"""Updates that are rendered at once. The others wait without a state, and then show the newest."""


class UpdateSlot:
    """The right to render one update."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free: asyncio.Semaphore | None = free

    def release(self) -> None:
        """Let the next update begin; a second call does nothing."""
        free, self._free = self._free, None
        if free is not None:
            free.release()


class UpdateSlots:
    """Lets updates begin in the order of their requests."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(RENDERED_AT_ONCE)
        self._answers = 0
        self._no_answers = asyncio.Event()
        self._no_answers.set()

    @contextmanager
    def prefer_answer(self) -> Iterator[None]:
        """Hold back updates for a moment while an answer is made."""
        self._answers += 1
        self._no_answers.clear()
        try:
            yield
        finally:
            self._answers -= 1
            if not self._answers:
                self._no_answers.set()

    async def take(self) -> UpdateSlot:
        """Wait until an update may begin. Its state is read after this, so that it is the newest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT_FOR_ANSWERS):
                await self._no_answers.wait()
        await self._free.acquire()
        return UpdateSlot(self._free)
