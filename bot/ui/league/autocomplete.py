"""Autocompletion of the names of leagues and teams."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from discord import app_commands

from bot.league.queries.season_queries import ARCHIVED_NAME
from bot.ui.core.interactions.command_builder import Choices, CommandBuilder, as_choices
from bot.ui.core.interactions.context import Context


def offer_leagues(builder: CommandBuilder, *commands: Any, archived: bool = False, option: str = "league") -> None:
    """Complete an option of commands with the leagues of the server."""
    builder.complete(option, partial(_list_leagues, archived=archived), *commands)


def offer_all_teams(builder: CommandBuilder, *commands: Any, option: str = "team") -> None:
    """Complete an option of commands with all teams of the server."""
    builder.complete(option, _list_all_teams, *commands)


async def _list_leagues(ctx: Context, typed: str, *, archived: bool) -> Choices:
    """Return the running leagues of the server whose names contain `typed`, and perhaps the archived ones."""
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    running = as_choices([league.name for league in found], typed)
    return running + (await _list_archived_leagues(ctx, typed) if archived else [])


async def _list_archived_leagues(ctx: Context, typed: str) -> Choices:
    """Return the archived leagues whose names contain `typed`, the last archived first.

    Each is offered by its id, as another league may have taken the name since.
    """
    found = []
    for league in await ctx.services.league.leagues.list_leagues(ctx.guild, archived=True):
        if league.archived_at is not None and typed.casefold() in league.name.casefold():
            day = datetime.fromtimestamp(league.archived_at, UTC).date().isoformat()
            label = ctx.texts.say("leagues.archived_choice", league=league.name, day=day, id=league.id)
            choice = app_commands.Choice(name=label, value=ARCHIVED_NAME.format(id=league.id))
            found.append((league.archived_at, choice))
    return [choice for _, choice in sorted(found, key=lambda pair: pair[0], reverse=True)]


async def _list_all_teams(ctx: Context, typed: str) -> Choices:
    lines = await ctx.services.league.teams.list_team_standings(ctx.guild)
    return as_choices(sorted(line.team.name for line in lines), typed)
