"""Decides which interactions this process answers, and follows changes made by other processes of the bot.

While one process hands over to another, Discord sends interactions to both. The later process answers those that the
earlier one did not answer.
"""

import asyncio
from collections import deque
from typing import Final

import structlog

from bot.ids import UserId
from bot.play.ports import Clock
from bot.processes.process import FACT, FORGOTTEN, PERSON
from bot.stopping import stop_tasks
from bot.ui.admin.handlers import MAINTENANCE_KEY, load_maintenance
from bot.ui.core.ports import ChangeFeed
from bot.ui.core.services import Services
from bot.ui.discord_io.emoji_sync import EmojiSync
from bot.ui.settings.privacy_handlers import drop_forgotten_user
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()
MAX_WAIT: Final = 2.5
"""The most seconds that an interaction waits until it is known which process answers. Discord waits for three."""
REMEMBERED: Final = 10.0
"""How many seconds the gate remembers admitted interactions. No interaction in another process waits that long."""


class ChangeWatch:
    """Applies other processes' changes to people, maintenance and emoji, the only data that several processes cache."""

    def __init__(self, services: Services, outbox: Outbox, emoji: EmojiSync, feed: ChangeFeed) -> None:
        self._services = services
        self._outbox = outbox
        self._emoji = emoji
        self._feed = feed
        self._changes = asyncio.Queue[str]()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to follow changes."""
        following = self._feed.follow(self._changes.put_nowait, self._catch_up)
        self._tasks = [asyncio.create_task(work, name="changes") for work in (following, self._apply_all())]

    async def close(self) -> None:
        """Stop following changes."""
        await stop_tasks(*self._tasks)

    def _catch_up(self) -> None:
        self._services.people.forget_all()
        for name in (MAINTENANCE_KEY, self._emoji.key):
            self._changes.put_nowait(f"{FACT} {name}")

    async def _apply_all(self) -> None:
        while True:
            change = await self._changes.get()
            try:
                await self._apply(*change.split(" ", 1))
            except Exception:
                log.exception("a change of another process could not be applied")

    async def _apply(self, kind: str, about: str) -> None:
        if kind == PERSON:
            user = UserId(int(about))
            self._services.people.forget(user)
            self._outbox.refresh_user(user)
        elif kind == FORGOTTEN:
            user = UserId(int(about))
            await self._services.registry.withdraw_requests(user)
            drop_forgotten_user(self._services, user)
            await self._outbox.release_panels(user)
        elif kind == FACT and about == MAINTENANCE_KEY:
            await load_maintenance(self._services)
        elif kind == FACT and about == self._emoji.key:
            await self._emoji.load_known()


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
        """Admit interactions, but not those in `answered_elsewhere`. If it is None (unknown), refuse all that wait."""
        self._answered_elsewhere = frozenset(self._waiting) if answered_elsewhere is None else answered_elsewhere
        self._opened.set()

    def close(self) -> list[int]:
        """Admit no further interactions. Return those that were admitted in the last `REMEMBERED` seconds."""
        self._closed = True
        self._forget_old()
        return [interaction for _, interaction in self._admitted]

    async def admits(self, interaction: int) -> bool:
        """Return whether this process answers an interaction. Wait until this is known."""
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
