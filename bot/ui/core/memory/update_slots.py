"""Decides when updates of messages begin. Responses come first, then panels, then tables, a few at once."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

MAX_WAIT_FOR_ANSWERS: Final = 0.05
"""The most seconds that an update waits for responses. Without a limit, many presses could stop all updates."""
RENDERED_AT_ONCE: Final = 2
"""How many updates are rendered at once. Other updates wait, and read the newest state when they begin."""
URGENT_IN_A_ROW: Final = 3
"""How many urgent updates may begin in a row before one that is not urgent."""


class UpdateSlots:
    """Lets up to `RENDERED_AT_ONCE` updates run at once. Urgent ones begin first."""

    def __init__(self) -> None:
        self.is_closed = False
        """Whether the program stops, so that no more updates may be requested."""
        self._free = RENDERED_AT_ONCE
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._urgent_in_a_row = 0
        self._answers = 0
        self._no_answers = asyncio.Event()
        self._no_answers.set()

    @contextmanager
    def prefer_answer(self) -> Iterator[None]:
        """Hold back updates for a moment while this block makes a response."""
        self._answers += 1
        self._no_answers.clear()
        try:
            yield
        finally:
            self._answers -= 1
            if not self._answers:
                self._no_answers.set()

    async def wait_for_answers(self) -> None:
        """Wait a moment for the responses that are being made."""
        if not self._answers:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT_FOR_ANSWERS):
                await self._no_answers.wait()

    async def take(self, *, urgent: bool = False) -> ExitStack:
        """Wait until an update may begin, and return a slot for it. Closing the slot lets another update begin."""
        await self.wait_for_answers()
        if self._free:
            self._free -= 1
        else:
            await self._wait_in(self._urgent if urgent else self._others)
        slot = ExitStack()
        slot.callback(self._release)
        return slot

    async def _wait_in(self, lane: deque[asyncio.Future[None]]) -> None:
        turn = asyncio.get_running_loop().create_future()
        lane.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # this update was cancelled just as it got its slot
                self._release()
            raise

    def _release(self) -> None:
        turn = self._take_next()
        if turn is None:
            self._free += 1
        else:
            turn.set_result(None)

    def _take_next(self) -> asyncio.Future[None] | None:
        while self._urgent or self._others:
            is_others_turn = not self._urgent or self._urgent_in_a_row >= URGENT_IN_A_ROW
            lane = self._others if self._others and is_others_turn else self._urgent
            turn = lane.popleft()
            if not turn.done():  # a cancelled update leaves a future that is done
                self._urgent_in_a_row = self._urgent_in_a_row + 1 if lane is self._urgent else 0
                return turn
        return None
