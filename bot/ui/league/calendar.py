"""Seasons that end by themselves: closed in time, followed by the next; and news that were not told in time."""

import asyncio
from typing import Final

import discord
import structlog

from bot.ui.kit import Kit
from bot.ui.league.heralding import tell_news

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
        """Turn the seasons that are over, tell what is to be told, and return how many were turned."""
        turned = await self._kit.league.turn_seasons()
        for league, closed, _ in turned:
            log.info("a season is over", league=league.id, season=closed.number)
        await tell_news(self._kit, self._client)
        return len(turned)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:  # the next look finds the same
                log.exception("the seasons could not be looked at")
            await self._kit.clock.sleep_until(self._kit.clock.now() + EVERY)
