"""Close seasons when their time is over, open the next ones, and send pending announcements."""

from typing import Final

import discord
import structlog

from bot.play.clock.repeating_task import RepeatingTask
from bot.ui.core.services import Services
from bot.ui.league.announce_seasons import send_announcements
from bot.ui.league.champion_roles import give_champion_roles
from bot.ui.league.match_reports import send_match_reports
from bot.ui.league.players_wanted import refresh_players_wanted

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 60.0
"""Seconds between two checks. Deals meanwhile count for the right season, as their time decides it."""


def create_season_clock(client: discord.Client, services: Services) -> RepeatingTask:
    """Return what checks regularly which seasons are over; after a pause the next check finds them."""
    failure = "the seasons could not be looked at"
    return RepeatingTask("seasons", services.clock, CHECK_INTERVAL, lambda: check_seasons(client, services), failure)


async def check_seasons(client: discord.Client, services: Services) -> int:
    """Roll over the seasons that are over, send and give what waits, and return how many rolled over."""
    rolled_over = await services.league.admin.roll_over_seasons()
    for league, closed, _ in rolled_over:
        log.info("a season is over", league=league.id, season=closed.number)
        services.league.posts.note_change(league.guild)
    await services.league.posts.drop_obsolete()
    await send_announcements(services, client)
    await send_match_reports(services, client)
    await give_champion_roles(services, client)
    await refresh_players_wanted(services, client)
    return len(rolled_over)
