"""Ends seasons whose time is up, and announces how they ended in the channel that managers chose."""

from typing import Final

import discord
import structlog

from bot.ids import ChannelId, LeagueId
from bot.league.leagues.leagues import LeagueInfo, SeasonAnnouncement
from bot.play.clock.repeating_task import RepeatingTask
from bot.text.catalogue import Texts
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.discord_io.refusals import SendFailed, SendFault
from bot.ui.league.champion_roles import give_champion_roles
from bot.ui.league.lookup import get_entrant_names
from bot.ui.league.match_reports import post_for_league, send_match_reports
from bot.ui.league.players_wanted import refresh_players_wanted
from bot.ui.league.standings_view import PODIUM_SIZE, season_result_view

log: Final = structlog.get_logger()

NONCE_FORMAT: Final = "season-news-{id}"


async def post_message(services: Services, client: discord.Client, channel: int, message: Message) -> bool:
    """Post a public message and return whether Discord accepted it."""
    try:
        await Messenger(client, services).send(ChannelId(channel), message)
    except SendFailed as fault:
        log.info("a message was not posted", fault=fault.fault.value, code=fault.code)
        return False
    return True


async def announce_season(services: Services, client: discord.Client, league: LeagueInfo, texts: Texts) -> str:
    """Announce how a season ended, where the league's managers want that.

    Return a notice for the user (in their `texts`) if the announcement could not be sent, else an empty string.
    """
    fault = (await send_announcements(services, client, league.id)).get(league.id)
    if fault is None:
        return ""
    key = "leagues.announced_later" if fault is SendFault.TEMPORARY else "leagues.not_announced"
    return texts.say(key, channel=f"<#{league.settings.news_channel}>")


async def send_announcements(
    services: Services, client: discord.Client, league: LeagueId | None = None
) -> dict[LeagueId, SendFault]:
    """Send the pending announcements of one league or of all; return the leagues where sending failed, and why.

    An announcement waits up to a day for a temporary fault to pass and is dropped if Discord refuses it.
    """
    faults: dict[LeagueId, SendFault] = {}
    async with services.league.posts.announcing:
        for announcement in await services.league.posts.list_announcements(league):
            if announcement.league.id in faults:
                continue  # a league's later announcements wait for its earlier ones
            fault = await _announce(services, client, announcement, is_asked_for=league is not None)
            if fault is not SendFault.TEMPORARY:
                await services.league.posts.mark_announced(announcement)
            if fault is not None:
                faults[announcement.league.id] = fault
    return faults


async def _announce(
    services: Services, client: discord.Client, announcement: SeasonAnnouncement, *, is_asked_for: bool
) -> SendFault | None:
    """Send one announcement; tell the managers if it is refused, unless one has just asked for it and is answered.

    Its nonce keeps Discord from posting it twice after a crash.
    """
    league, channel = announcement.league, announcement.league.settings.news_channel
    assert channel is not None
    texts = get_public_texts(services, client, league.guild, league.language)
    try:
        message = await _build_message(services, announcement, texts)
    except Exception:
        log.exception("a league announcement could not be built", league=league.id, season=announcement.season.number)
        return SendFault.REFUSED
    number = NONCE_FORMAT.format(id=announcement.id)
    return await post_for_league(services, client, league, channel, message, number, is_reported=not is_asked_for)


async def _build_message(services: Services, announcement: SeasonAnnouncement, texts: Texts) -> Message:
    table = await services.league.queries.get_standings(announcement.season.id, 0, PODIUM_SIZE)
    names = await get_entrant_names(services, tuple(line.entrant for line in table.lines), texts)
    return await season_result_view(services, announcement.league, table, names, texts)


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
