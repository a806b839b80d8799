"""Autocompletion of the names of leagues and teams."""

from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands

from bot.ids import GuildId, UserId
from bot.league.queries import ARCHIVED_NAME
from bot.ui.core.interactions.command_builder import as_choices
from bot.ui.core.interactions.context import Context, context_of, in_preferred_language
from bot.ui.core.services import Services

OFFERED: Final = 25


async def autocomplete_leagues(ctx: Context, typed: str) -> list[str]:
    """Return the running leagues of the server whose names contain `typed`."""
    if ctx.interaction.guild_id is None:
        return []
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    return [league.name for league in found if typed.casefold() in league.name.casefold()]


def offer_leagues(command: Any, services: Services, *, archived: bool = False, option: str = "league") -> None:
    """Complete an option of a command with the leagues of the server."""

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        ctx = await in_preferred_language(context_of(services, interaction))
        found = as_choices(await autocomplete_leagues(ctx, typed))
        return (found + (await _autocomplete_archived_leagues(ctx, typed) if archived else []))[:OFFERED]

    command.autocomplete(option)(offer)


def offer_teams(command: Any, services: Services) -> None:
    """Complete the option `team` of a command with the user's teams in the server."""

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        ctx = context_of(services, interaction)
        if interaction.guild_id is None:
            return []
        teams = await services.league.teams.list_teams_of(UserId(ctx.user), ctx.guild)
        return as_choices([team.name for team in teams if typed.casefold() in team.name.casefold()])

    command.autocomplete("team")(offer)


def offer_all_teams(command: Any, services: Services, option: str = "team") -> None:
    """Complete an option of a command with all teams of the server."""

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if interaction.guild_id is None:
            return []
        lines = await services.league.teams.list_team_standings(GuildId(interaction.guild_id))
        names = sorted(line.team.name for line in lines if typed.casefold() in line.team.name.casefold())
        return as_choices(names[:OFFERED])

    command.autocomplete(option)(offer)


async def _autocomplete_archived_leagues(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the archived leagues whose names contain `typed`, the last archived first.

    Each is offered by its id, as another league may have taken the name since.
    """
    if ctx.interaction.guild_id is None:
        return []
    found = []
    for league in await ctx.services.league.leagues.list_leagues(ctx.guild, archived=True):
        if league.archived_at is not None and typed.casefold() in league.name.casefold():
            day = datetime.fromtimestamp(league.archived_at, UTC).date().isoformat()
            label = ctx.texts.say("leagues.archived_choice", league=league.name, day=day, id=league.id)
            choice = app_commands.Choice(name=label, value=ARCHIVED_NAME.format(id=league.id))
            found.append((league.archived_at, choice))
    return [choice for _, choice in sorted(found, key=lambda pair: pair[0], reverse=True)]
