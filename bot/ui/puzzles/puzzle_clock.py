"""Makes puzzles in advance for servers that answer or announce them, announces them, and deletes old ones."""

from typing import Final

import discord

from bot.ids import GuildId
from bot.play.clock.repeating_task import RepeatingTask
from bot.play.refusals import TableRefused
from bot.puzzles.days import Day
from bot.ui.core.services import Services
from bot.ui.puzzles.announcement import announce_puzzle
from bot.ui.puzzles.pages import find_puzzle_rules

CHECK_INTERVAL: Final = 300.0
"""Seconds between two checks; puzzles are made a day in advance, so that nobody waits for one."""


def create_puzzle_clock(client: discord.Client, services: Services) -> RepeatingTask:
    """Return the task that regularly makes the missing puzzles of today and tomorrow."""
    failure = "puzzles could not be prepared"
    return RepeatingTask("puzzles", services.clock, CHECK_INTERVAL, lambda: check_puzzles(client, services), failure)


async def check_puzzles(client: discord.Client, services: Services) -> None:
    """Start making missing puzzles, announce today's, and delete old ones."""
    puzzles = services.puzzles
    await puzzles.delete_old()
    await services.daily_deals.delete_old()
    channels = await services.guild_settings.list_puzzle_channels()
    known = sorted({*channels, *await puzzles.list_active_guilds()})
    for guild in (one for one in known if client.get_guild(one) is not None):  # others belong to other processes
        if guild in channels:
            await announce_puzzle(services, client, guild, channels[guild])
        for day in (puzzles.today, Day(puzzles.today + 1)):
            await _prepare(services, guild, day)


async def _prepare(services: Services, guild: GuildId, day: Day) -> None:
    if await services.puzzles.is_prepared(guild, day):
        return
    try:
        rules = await find_puzzle_rules(services, guild)
    except TableRefused:  # outdated house rules: a request for the puzzle is refused
        return
    services.puzzles.maker.begin(guild, day, rules)
