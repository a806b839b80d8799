"""Finds the league or team that a user means, and offers the names of both while a command is typed."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.ids import EntrantId, LeagueId, RoleId, TeamId, UserId
from bot.league.leagues.access import Caller
from bot.league.leagues.leagues import Entrant, League, LeagueInfo
from bot.league.queries.season_queries import ARCHIVED_NAME
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import Team
from bot.text.catalogue import Texts
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.command_builder import Choices, CommandBuilder, as_choices
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import name_select
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services


def get_caller(ctx: Context) -> Caller:
    """Return the user as a caller of the league service. Managers of a server manage all of its leagues."""
    _ = ctx.location
    user = ctx.interaction.user
    roles = frozenset(RoleId(role.id) for role in user.roles) if isinstance(user, discord.Member) else frozenset()
    return Caller(UserId(ctx.user), ctx.interaction.permissions.manage_guild, roles, ctx.texts.tag)


async def get_league_by_name(ctx: Context, name: str | None, *, archived: bool = False) -> LeagueInfo:
    """Return the league of this name or, without a name, the only league that runs.

    With `archived`, the named league may be archived. If no league runs, return the newest archived one. Raises
    LeagueRefused if there is no such league, if it is archived, or if several leagues run.
    """
    guild = ctx.guild
    if name is not None:
        league = await ctx.services.league.queries.get_league_by_name(guild, name)
        if league.archived_at is not None and not archived:
            raise LeagueRefused(LeagueRefusal.LEAGUE_ARCHIVED, name=league.name)
        return league
    found = await ctx.services.league.leagues.list_leagues(guild)
    if not found and archived:
        found = (await ctx.services.league.leagues.list_leagues(guild, archived=True))[-1:]
    if not found:
        raise LeagueRefused(LeagueRefusal.NO_LEAGUES)
    if len(found) > 1:
        raise LeagueRefused(LeagueRefusal.WHICH_LEAGUE, names=tuple(league.name for league in found))
    return found[0]


async def require_manager(ctx: Context, league: LeagueInfo) -> None:
    """Make sure that the user manages a league. Raises LeagueRefused if they do not."""
    if not await ctx.services.league.access.can_manage(get_caller(ctx), league):
        raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=league.name)


async def list_own_teams(ctx: Context) -> Sequence[Team]:
    """Return the user's teams in the server."""
    return await ctx.services.league.teams.list_teams_of(ctx.user, ctx.guild)


def pick_team(press: ControlPress[Any], teams: Sequence[Team]) -> Team | None:
    """Return the team that the user has chosen, or their only team. Return None if they still have to choose."""
    if press.chosen:
        return next((team for team in teams if str(team.id) == press.chosen), None)
    return teams[0] if len(teams) == 1 else None


def offer_teams(id_: ControlId, teams: Sequence[Team], texts: Texts) -> Response:
    """Return a question that asks which of these teams the user means; the control `id_` takes the answer."""
    names = {team.id: team.name for team in teams}
    words = Text(texts.say("events.which_team"))
    return NewMessage(Message((words, *name_select(id_, texts, "events.which_team", names))))


async def get_league_by_id(ctx: Context, number: int) -> League:
    """Return the league with this number. Raises LeagueRefused: this server has no such league."""
    return await ctx.services.league.access.get_league(ctx.guild, LeagueId(number))


async def get_entrant_names(services: Services, entrants: tuple[Entrant, ...], texts: Texts) -> dict[EntrantId, str]:
    """Return the names of entrants, both players and teams."""
    people = await get_player_names(services, [one.user for one in entrants if one.user is not None], texts)
    teams = await services.league.standings.get_team_names([one.team for one in entrants if one.team is not None])
    unknown = texts.say("lobby.someone")
    return {one.id: people[one.user] if one.user else teams.get(one.team or TeamId(0), unknown) for one in entrants}


def offer_leagues(builder: CommandBuilder, *commands: Any, archived: bool = False) -> None:
    """Complete the commands' `league` option with the leagues of the server."""
    builder.complete("league", partial(_list_leagues, archived=archived), *commands)


async def _list_leagues(ctx: Context, typed: str, *, archived: bool) -> Choices:
    """Return the leagues to choose from. Archived ones appear by id, because a newer league may have the same name."""
    list_leagues = ctx.services.league.leagues.list_leagues
    choices = as_choices([league.name for league in await list_leagues(ctx.guild)], typed)
    ended = await list_leagues(ctx.guild, archived=True) if archived else ()
    for league in sorted(ended, key=lambda one: one.archived_at or 0.0, reverse=True):
        if typed.casefold() in league.name.casefold():
            day = datetime.fromtimestamp(league.archived_at or 0.0, UTC).date().isoformat()
            label = ctx.texts.say("leagues.archived_choice", league=league.name, day=day, id=league.id)
            choices.append(app_commands.Choice(name=label, value=ARCHIVED_NAME.format(id=league.id)))
    return choices


async def list_all_teams(ctx: Context, typed: str) -> Choices:
    """Return the teams of the server whose names contain `typed`."""
    lines = await ctx.services.league.teams.list_team_standings(ctx.guild)
    return as_choices(sorted(line.team.name for line in lines), typed)
