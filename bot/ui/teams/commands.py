"""Defines `/team`, which opens a team's panel, `/new team`, which founds a team, and `/standings`."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.teams.team_checks import MAX_TEAM_SIZE
from bot.league.teams.teams import MAX_NAME_LENGTH, MIN_TEAM_SIZE
from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.league.lookup import list_all_teams
from bot.ui.teams.invitations import found_team
from bot.ui.teams.show_view import open_standings, open_team


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/team` and `/standings`."""

    @builder.command("team", team="any_team")
    async def show(interaction: discord.Interaction, team: str | None = None) -> None:
        await builder.run(interaction, partial(open_team, team=team))

    builder.complete("team", list_all_teams, show)
    return show, builder.plain_command("standings", open_standings)


def add_new_team(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/new team`."""

    @builder.command("new_team", "name", "partner", "third", "seats", group=group)
    async def create(
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        partner: discord.Member | None = None,
        third: discord.Member | None = None,
        seats: Range[int, MIN_TEAM_SIZE, MAX_TEAM_SIZE] | None = None,
    ) -> None:
        others = [member for member in (partner, third) if member is not None]
        await builder.run(interaction, partial(found_team, name=name, others=others, seats=seats))
