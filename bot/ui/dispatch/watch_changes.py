"""Drops cached values that another process has changed in the shared database."""

import asyncio
from typing import Final

import structlog

from bot.ids import UserId
from bot.processes.process import FACT, FORGOTTEN, PERSON
from bot.ui.admin.handlers import MAINTENANCE_KEY, load_maintenance
from bot.ui.core.ports import ChangeFeed
from bot.ui.core.services import Services
from bot.ui.discord_io.emoji_sync import EmojiSync
from bot.ui.settings.privacy_handlers import drop_forgotten_user
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()


class ChangeWatch:
    """Follows what other processes change: people, maintenance and emoji.

    All else that is kept in memory belongs to servers, and each server to one process.
    """

    def __init__(self, services: Services, outbox: Outbox, emoji: EmojiSync, feed: ChangeFeed) -> None:
        self._services = services
        self._outbox = outbox
        self._emoji = emoji
        self._feed = feed
        self._changes = asyncio.Queue[str]()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Follow from now on."""
        following = self._feed.follow(self._changes.put_nowait, self._catch_up)
        self._tasks = [asyncio.create_task(work, name="changes") for work in (following, self._apply_all())]

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _catch_up(self) -> None:
        """Reload everything that may have changed without notice."""
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
