"""Makes puzzles ahead for servers that answer or announce them, announces them, and deletes old ones."""

import asyncio
from typing import Final

import discord
import structlog

from bot.ids import GuildId
from bot.play.refusals import TableRefused
from bot.puzzles.days import Day
from bot.ui.core.services import Services
from bot.ui.puzzles.announcement import announce_puzzle
from bot.ui.puzzles.pages import find_puzzle_rules

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 300.0
"""Seconds between two checks; puzzles are made a day ahead, so that nobody waits for one."""


class PuzzleClock:
    """Looks regularly which puzzles are missing for today and tomorrow."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="puzzles")

    async def close(self) -> None:
        """Stop looking; the next start finds what is missing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def check_puzzles(self) -> None:
        """Begin the puzzles that are missing, announce today's, and delete old ones."""
        puzzles = self._services.puzzles
        await puzzles.delete_old()
        await self._services.daily_deals.delete_old()
        channels = await self._services.guild_settings.list_puzzle_channels()
        known = sorted({*channels, *await puzzles.list_active_guilds()})
        for guild in (one for one in known if self._client.get_guild(one) is not None):  # others are not ours, or gone
            if guild in channels:
                await announce_puzzle(self._services, self._client, guild, channels[guild])
            for day in (puzzles.today, Day(puzzles.today + 1)):
                await self._prepare(guild, day)

    async def _prepare(self, guild: GuildId, day: Day) -> None:
        if await self._services.puzzles.is_prepared(guild, day):
            return
        try:
            rules = await find_puzzle_rules(self._services, guild)
        except TableRefused:  # house rules of an earlier version: who asks for the puzzle is refused
            return
        self._services.puzzles.maker.begin(guild, day, rules)

    async def _run(self) -> None:
        while True:
            try:
                await self.check_puzzles()
            except Exception:  # the next check tries again
                log.exception("puzzles could not be prepared")
            await self._services.clock.sleep_until(self._services.clock.now() + CHECK_INTERVAL)
