"""Closes seasons whose time is up, announces the results, and gives champions their role. Sends other pending posts."""

from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.ids import ChannelId, GuildId, LeagueId, RoleId, UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.league.pending_posts import SeasonAnnouncement, SeasonAward
from bot.play.clock.repeating_task import RepeatingTask
from bot.text.catalogue import Texts
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.rate_limits import PATIENCE, wait_at_most
from bot.ui.discord_io.send_failures import REQUEST_FAILURES, SendFailed, SendFault
from bot.ui.league.lookup import get_entrant_names
from bot.ui.league.match_reports import post_for_league, send_match_reports
from bot.ui.league.players_wanted import refresh_players_wanted
from bot.ui.league.season_result_view import PODIUM_SIZE, season_result_view

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 60.0
"""Seconds between two checks. Deals that end in between count for the right season, because their time decides."""


async def post_message(services: Services, client: discord.Client, channel: int, message: Message) -> bool:
    """Post a public message and return whether Discord accepted it."""
    try:
        await Messenger(client, services).send(ChannelId(channel), message)
    except SendFailed as fault:
        log.info("a message was not posted", fault=fault.fault.value, code=fault.code)
        return False
    return True


async def announce_season(services: Services, client: discord.Client, league: LeagueInfo, texts: Texts) -> str:
    """Send a league's pending announcements. If one could not be sent, return a notice for the user."""
    fault = (await send_announcements(services, client, league.id)).get(league.id)
    if fault is None:
        return ""
    key = "leagues.announced_later" if fault is SendFault.TEMPORARY else "leagues.not_announced"
    return texts.say(key, channel=f"<#{league.settings.news_channel}>")


async def send_announcements(
    services: Services, client: discord.Client, league: LeagueId | None = None
) -> dict[LeagueId, SendFault]:
    """Send the pending announcements of one league or of all. Return a fault for each league where this failed."""
    faults: dict[LeagueId, SendFault] = {}
    async with services.league.posts.announcing:
        for announcement in await services.league.posts.list_announcements(league):
            if announcement.league.id in faults:
                continue  # a league's later announcements wait for its earlier ones
            fault = await _announce(services, client, announcement, is_asked_for=league is not None)
            if fault is not SendFault.TEMPORARY:  # after a temporary fault, try again later, for up to a day
                await services.league.posts.store.delete_announcement(announcement.id)
            if fault is not None:
                faults[announcement.league.id] = fault
    return faults


async def _announce(
    services: Services, client: discord.Client, announcement: SeasonAnnouncement, *, is_asked_for: bool
) -> SendFault | None:
    """Send an announcement. Return the fault if this failed.

    The managers get a message about a refusal. If a user asked for the announcement, that user reads the response
    instead.
    """
    league, channel = announcement.league, announcement.league.settings.news_channel
    assert channel is not None
    texts = get_public_texts(services, client, league.guild, league.language)
    try:
        table = await services.league.queries.get_standings(announcement.season.id, 0, PODIUM_SIZE)
        names = await get_entrant_names(services, tuple(line.entrant for line in table.lines), texts)
        message = await season_result_view(services, league, table, names, texts)
    except Exception:
        log.exception("a league announcement could not be built", league=league.id, season=announcement.season.number)
        return SendFault.REFUSED
    number = f"season-news-{announcement.id}"  # keeps Discord from posting the announcement twice
    return await post_for_league(services, client, league, channel, message, number, is_reported=not is_asked_for)


def create_season_clock(client: discord.Client, services: Services) -> RepeatingTask:
    """Return the task that regularly ends seasons whose time is up, also those that ended while the bot was down."""
    failure = "the seasons could not be looked at"
    return RepeatingTask("seasons", services.clock, CHECK_INTERVAL, lambda: check_seasons(client, services), failure)


async def check_seasons(client: discord.Client, services: Services) -> int:
    """Close the seasons whose time is up, and return their number. Open the next seasons and send pending posts."""
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


def find_missing_for_role(client: discord.Client, guild: GuildId, role: RoleId) -> str | None:
    """Return why the bot cannot give a role, as the last part of a text's key. Return None if no reason is known."""
    known = client.get_guild(guild)
    if known is None or known.me is None:
        return None
    found = known.get_role(role)
    if found is None:
        return "role_gone"
    if found.managed or found.is_default():
        return "role_managed"
    if not known.me.guild_permissions.manage_roles:
        return "manage_roles"
    return None if found < known.me.top_role else "role_order"


def format_champion_role(client: discord.Client, league: LeagueInfo, texts: Texts) -> str:
    """Return a text about the role of champions, with the reason if the bot cannot give it; empty without a role."""
    role = league.settings.champion_role
    if role is None:
        return ""
    missing = find_missing_for_role(client, league.guild, role)
    if missing is None:
        return texts.say("leagues.champion_role", role=f"<@&{role}>")
    why = texts.say(f"leagues.missing.{missing}")
    return texts.say("leagues.champion_role_missing", role=f"<@&{role}>", missing=why)


async def give_champion_roles(services: Services, client: discord.Client) -> None:
    """Give champions of closed seasons their role, and take it from former champions. Try again for up to a week."""
    async with services.league.posts.sending:
        for award in await services.league.posts.list_awards():
            missing = find_missing_for_role(client, award.league.guild, award.role)
            if missing is not None:
                log.info("a champion role cannot be given", league=award.league.id, missing=missing)
            elif await _crown(services, client, award):
                await services.league.posts.store.delete_award(award.season.id)


async def _crown(services: Services, client: discord.Client, award: SeasonAward) -> bool:
    """Give new champions their role, and take it from former ones. Return False if this must be repeated."""
    posts, league = services.league.posts, award.league
    winners = await posts.list_winners(award)
    former = await posts.store.list_crowned(league.id)
    try:
        for user, role in former.items():
            if user not in winners or role != award.role:
                await _change_role(client, league.guild, user, role, given=False)
                await posts.set_crowned(league, user, role, crowned=False)
        for user in sorted(one for one in winners if former.get(one) != award.role):
            if await _change_role(client, league.guild, user, award.role, given=True):
                await posts.set_crowned(league, user, award.role, crowned=True)
    except REQUEST_FAILURES as fault:
        log.info("a champion role was not given", league=league.id, fault=type(fault).__name__)
        return False
    return True


async def _change_role(client: discord.Client, guild: GuildId, user: UserId, role: RoleId, *, given: bool) -> bool:
    change = client.http.add_role if given else client.http.remove_role
    with suppress(discord.NotFound):
        await wait_at_most(PATIENCE, change(guild, user, role, reason="champion of a league"))
        return True
    return False
