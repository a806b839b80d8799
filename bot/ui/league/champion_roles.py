"""The role of champions: whether the bot may give it, and giving it once a season is over."""

from contextlib import suppress
from typing import Final

import aiohttp
import discord
import structlog

from bot.ids import GuildId, RoleId, UserId
from bot.league.leagues.leagues import LeagueInfo, SeasonAward
from bot.text.catalogue import Texts
from bot.ui.core.services import Services
from bot.ui.discord_io.patience import PATIENCE, wait_at_most

log: Final = structlog.get_logger()


def find_missing_for_role(client: discord.Client, guild: GuildId, role: RoleId) -> str | None:
    """Return what the bot lacks to give a role (the end of a text's key); None: nothing, as far as is known."""
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
    """Return which role champions get, and what keeps the bot from giving it; nothing without a role."""
    role = league.settings.champion_role
    if role is None:
        return ""
    missing = find_missing_for_role(client, league.guild, role)
    if missing is None:
        return texts.say("leagues.champion_role", role=f"<@&{role}>")
    return texts.say(
        "leagues.champion_role_missing", role=f"<@&{role}>", missing=texts.say(f"leagues.missing.{missing}")
    )


async def give_champion_roles(services: Services, client: discord.Client) -> None:
    """Give the champions of closed seasons their roles, and take them from those before.

    A season whose role the bot may not give now waits, up to a week.
    """
    async with services.league.posts.sending:
        for award in await services.league.posts.list_awards():
            missing = find_missing_for_role(client, award.league.guild, award.role)
            if missing is not None:
                log.info("a champion role cannot be given", league=award.league.id, missing=missing)
            elif await _crown(services, client, award):
                await services.league.posts.finish_award(award)


async def _crown(services: Services, client: discord.Client, award: SeasonAward) -> bool:
    """Give and take roles; False: Discord did not answer, so try again later. Repeating changes nothing."""
    posts, league = services.league.posts, award.league
    winners = await posts.list_winners(award)
    former = await posts.list_crowned(league)
    try:
        for user, role in former.items():
            if user not in winners or role != award.role:
                await _change_role(client, league.guild, user, role, given=False)
                await posts.set_crowned(league, user, role, crowned=False)
        for user in sorted(winners):
            if former.get(user) != award.role and await _change_role(
                client, league.guild, user, award.role, given=True
            ):
                await posts.set_crowned(league, user, award.role, crowned=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
        log.info("a champion role was not given", league=league.id, fault=type(fault).__name__)
        return False
    return True


async def _change_role(client: discord.Client, guild: GuildId, user: UserId, role: RoleId, *, given: bool) -> bool:
    """Give or take a role; False: the user has left, or the role to be taken is gone."""
    change = client.http.add_role if given else client.http.remove_role
    with suppress(discord.NotFound):
        await wait_at_most(PATIENCE, change(guild, user, role, reason="champion of a league"))
        return True
    return False
