"""What managers do with entrants, entries and roles of a league."""

from dataclasses import dataclass, replace

import discord

from bot.ids import RoleId, TeamId, UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.message import Message
from bot.ui.league import pages as league_pages
from bot.ui.league.lookup import get_caller


@dataclass(frozen=True, slots=True)
class Named:
    """The player or the team that a manager names: one of both."""

    user: UserId | None = None
    team: TeamId | None = None

    @property
    def mark(self) -> str:
        """The text in a control's id."""
        return f"u{self.user}" if self.team is None else f"t{self.team}"


@dataclass(frozen=True, slots=True)
class RoleChange:
    """The roles to add to a league and to remove from it."""

    manager: RoleId | None = None
    no_manager: RoleId | None = None
    champion: RoleId | None = None
    no_champion: bool = False

    @property
    def mark(self) -> str:
        """The text in a control's id."""
        roles = (self.manager, self.no_manager, self.champion)
        return ".".join((*(str(role or "") for role in roles), str(int(self.no_champion))))


def parse_named(mark: str) -> Named:
    """Parse what `Named.mark` wrote."""
    number = parse_number(mark[1:])
    return Named(team=TeamId(number)) if mark.startswith("t") else Named(user=UserId(number))


def parse_role_change(mark: str) -> RoleChange:
    """Parse what `RoleChange.mark` wrote."""
    *roles, no_champion = mark.split(".")
    manager, no_manager, champion = (RoleId(parse_number(role)) if role else None for role in roles)
    return RoleChange(manager, no_manager, champion, no_champion == "1")


async def find_named(ctx: Context, player: discord.Member | None, team: str | None) -> Named | None:
    """Return the player or team of a command's options; None if neither or both are given."""
    if (player is None) == (team is None):
        return None
    if player is None:
        return Named(team=(await ctx.services.league.teams.get_team_by_name(ctx.guild, team or "")).id)
    await ctx.services.people.remember_name(player)
    return Named(user=UserId(player.id))


async def set_entries(ctx: Context, league: LeagueInfo, *, is_open: bool) -> str:
    """Open or close a league's entries and return a notice."""
    await ctx.services.league.admin.set_entries(get_caller(ctx), league.guild, league.id, is_open=is_open)
    key = "leagues.entries_opened" if is_open else "leagues.entries_closed"
    return ctx.texts.say(key, league=escape_name(league.name))


async def enter(ctx: Context, league: LeagueInfo, named: Named) -> Response:
    """Enter the player or the team that a manager names."""
    await ctx.services.league.admin.join(get_caller(ctx), league.guild, league.id, named.team, named.user)
    return await _notice_about(ctx, named, "leagues.entered_for", league)


async def withdraw(ctx: Context, league: LeagueInfo, named: Named) -> Response:
    """Withdraw the player or the team that a manager names."""
    await ctx.services.league.admin.leave(get_caller(ctx), league.guild, league.id, named.team, named.user)
    return await _notice_about(ctx, named, "leagues.withdrawn_for", league)


async def move(ctx: Context, league: LeagueInfo, target: LeagueInfo, named: Named) -> Response:
    """Move the player or the team that a manager names to another league."""
    place = (league.guild, league.id, target.id)
    await ctx.services.league.admin.move_entrant(get_caller(ctx), *place, team=named.team, user=named.user)
    return await _notice_about(ctx, named, "leagues.moved_to", league, other=escape_name(target.name))


async def change_roles(ctx: Context, league: LeagueInfo, change: RoleChange) -> Message:
    """Change which roles manage a league and which its champions get, and return its overview."""
    caller, admin, place = get_caller(ctx), ctx.services.league.admin, (league.guild, league.id)
    wanted = None if change.no_champion else league.settings.champion_role
    if change.champion is not None:
        wanted = change.champion
    changed = wanted != league.settings.champion_role
    if changed:
        league = await admin.edit_league(caller, *place, replace(league.settings, champion_role=wanted))
    if change.manager is not None:
        changed = await admin.set_manager_role(caller, *place, change.manager, manages=True) or changed
    if change.no_manager is not None:
        changed = await admin.set_manager_role(caller, *place, change.no_manager, manages=False) or changed
    notice = ctx.texts.say("managing.changed" if changed else "leagues.unchanged")
    return await league_pages.overview_page(ctx, league, notice)


async def _notice_about(ctx: Context, named: Named, key: str, league: LeagueInfo, **facts: str) -> Response:
    if named.user is not None:
        who = (await get_player_names(ctx.services, [named.user], ctx.texts))[named.user]
    else:
        assert named.team is not None
        who = (await ctx.services.league.standings.get_team_names([named.team]))[named.team]
    return notice_message(ctx.texts.say(key, who=escape_name(who), league=escape_name(league.name), **facts))
