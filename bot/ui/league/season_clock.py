"""Close seasons when their time is over, open the next ones, and send pending announcements."""

import asyncio
from typing import Final

import discord
import structlog

from bot.ui.core.services import Services
from bot.ui.league.announce_seasons import send_announcements
from bot.ui.league.champion_roles import give_champion_roles
from bot.ui.league.match_reports import send_match_reports
from bot.ui.league.players_wanted import refresh_players_wanted

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 60.0
"""Seconds between two checks. Deals meanwhile count for the right season, as their time decides it."""


class SeasonClock:
    """Checks regularly which seasons are over."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start checking."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="seasons")

    async def close(self) -> None:
        """Stop checking; the next start finds the seasons that are over."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def check_seasons(self) -> int:
        """Roll over the seasons that are over, send announcements, and return how many rolled over."""
        rolled_over = await self._services.league.admin.roll_over_seasons()
        for league, closed, _ in rolled_over:
            log.info("a season is over", league=league.id, season=closed.number)
        await send_announcements(self._services, self._client)
        await send_match_reports(self._services, self._client)
        await give_champion_roles(self._services, self._client)
        await refresh_players_wanted(self._services, self._client)
        return len(rolled_over)

    async def _run(self) -> None:
        while True:
            try:
                await self.check_seasons()
            except Exception:  # the next check tries again
                log.exception("the seasons could not be looked at")
            await self._services.clock.sleep_until(self._services.clock.now() + CHECK_INTERVAL)
