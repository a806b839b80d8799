"""Seasons that end by themselves: closed in time, followed by the next, and announced."""

import asyncio
from typing import Final

import discord
import structlog

from bot.ui.kit import Kit
from bot.ui.league.heralding import announce

log: Final = structlog.get_logger()

EVERY: Final = 60.0
"""Seconds between two looks. No deal counts for the wrong season meanwhile: that is told by its time."""


class Calendar:
    """Looks from time to time which seasons are over."""

    def __init__(self, client: discord.Client, kit: Kit) -> None:
        self._client = client
        self._kit = kit
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="seasons")

    async def close(self) -> None:
        """Look no more; what is over is seen at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> int:
        """Turn the seasons that are over, and return how many there were. Each is closed before it is told."""
        turned = await self._kit.league.turn_seasons()
        for league, closed, opened in turned:
            log.info("a season is over", league=league.id, season=closed.number)
            for season in (closed, opened):
                await announce(self._kit, self._client, league, season)
        return len(turned)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:  # the next look finds the same
                log.exception("the seasons could not be looked at")
            await self._kit.clock.sleep_until(self._kit.clock.now() + EVERY)
