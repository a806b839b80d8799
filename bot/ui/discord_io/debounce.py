"""Sends the newest state of a message to Discord, one request at a time, with pauses between requests."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

import structlog

from bot.play.ports import Clock
from bot.play.tables.store_health import describe_cause
from bot.render.picture_queue import PRIORITY, Priority
from bot.stopping import CLOSE_TIMEOUT, stop_tasks
from bot.ui.core.memory.update_slots import UpdateSlots

log: Final = structlog.get_logger()

FIRST_RETRY_SECONDS: Final = 2.0
"""The pause before the first retry, in seconds. Before each further retry, it doubles."""
MAX_RETRY_SECONDS: Final = 60.0
"""The longest pause before a retry, in seconds. It limits how late a message is sent when Discord works again."""


class RetryLater(Exception):  # noqa: N818 - the name reads as a sentence
    """Sending failed, but may succeed in a while."""


@dataclass(eq=False)
class Debouncer:
    """Sends requested updates one at a time and `pause` seconds apart. A request `at_once` skips the pause.

    `send` renders the newest state, so one call serves all earlier requests. As soon as it has rendered the state, it
    calls `note_rendered`.
    """

    _clock: Clock
    _send: Callable[[], Awaitable[None]]
    _pause: float
    _name: str
    _slots: UpdateSlots
    prepare: Callable[[], Awaitable[None]] | None = None
    """Prepares an update before it takes one of the `_slots`. It may take long, but must not block the event loop."""
    urgent: bool = False
    """Whether a user needs this message to go on. Urgent messages are sent before others."""

    def __post_init__(self) -> None:
        self._slot = ExitStack()
        self._wanted = False
        self._not_before = 0.0
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._sending = False
        self._closed = False

    def request(self, *, at_once: bool = False) -> None:
        """Send the newest state soon, unless closed. With `at_once`, do not wait for the pause after the last call."""
        if self._is_closed:
            return
        self._wanted = True
        if at_once:
            self._not_before = self._clock.now()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=self._name)

    def request_at(self, when: float) -> None:
        """Send the newest state at the time `when`. This replaces the time that was requested before."""
        self._stop_waiting()
        if self._is_closed:
            return
        self._later = asyncio.create_task(self._request_at(when), name=f"{self._name}, later")

    @property
    def _is_closed(self) -> bool:
        """Whether this is closed, or the program stops. Nobody closes debouncers that are created during the stop."""
        return self._closed or self._slots.is_closed

    async def _request_at(self, when: float) -> None:
        await self._clock.sleep_until(when)
        self.request()

    def _stop_waiting(self) -> None:
        if self._later is not None:
            self._later.cancel()

    def note_sent(self) -> None:
        """Begin the pause now, because the message has just been sent or changed."""
        self._not_before = self._clock.now() + self._pause

    def note_rendered(self) -> None:
        """Let another update be rendered while this one is sent."""
        self._slot.close()

    async def close(self) -> None:
        """Begin no further call. A call in progress has `CLOSE_TIMEOUT` seconds to finish."""
        self._wanted, self._closed = False, True
        self._stop_waiting()
        await stop_tasks(self._task, finish_within=CLOSE_TIMEOUT if self._sending else 0.0)

    async def idle(self) -> None:
        """Wait until no call is due or in progress. Do not wait for a time given to `request_at`."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        PRIORITY.set(Priority.UPDATE)
        failures = 0
        while self._wanted:
            await self._clock.sleep_until(self._not_before)
            await self._get_ready()
            self._slot = await self._slots.take(urgent=self.urgent)
            self._wanted, self._sending = False, True
            try:
                await self._send()
            except (RetryLater, OSError) as unsent:
                failures += 1
                self._try_again(failures, unsent)
            except Exception:
                log.exception("a message could not be updated", message=self._name)
                self.note_sent()
            else:
                failures = 0
                self.note_sent()
            finally:
                self._sending = False
                self.note_rendered()

    async def _get_ready(self) -> None:
        if self.prepare is None:
            return
        await self._slots.wait_for_answers()
        try:
            await self.prepare()
        except Exception:
            log.exception("an update could not be prepared", message=self._name)

    def _try_again(self, failures: int, unsent: RetryLater | OSError) -> None:
        if isinstance(unsent, OSError) and failures == 1:
            log.warning("a message could not be updated", message=self._name, cause=describe_cause(unsent))
        self._wanted = not self._closed
        self._not_before = self._clock.now() + min(FIRST_RETRY_SECONDS * 2 ** min(failures - 1, 9), MAX_RETRY_SECONDS)
