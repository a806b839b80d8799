"""`/team` and `/standings`: named teams of a server, whose level lasts from match to match."""

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.teams import MAX_NAME_LENGTH, MAX_TEAM_SIZE, MIN_TEAM_SIZE
from bot.ui.core.command_builder import (
    Command,
    CommandTexts,
    describe_command,
    describe_options,
    offer_choices,
    single_command,
)
from bot.ui.core.context import context_of
from bot.ui.core.dispatch_ports import Dispatcher
from bot.ui.core.services import Services
from bot.ui.league.autocomplete import offer_teams
from bot.ui.teams.handlers import change_substitute, confirm_disband, create_team, rename_team
from bot.ui.teams.list_view import open_standings


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands about teams."""
    group = app_commands.Group(**describe_command(wording, "team"), guild_only=True)

    @group.command(**describe_command(wording, "team_create"))
    @describe_options(wording, "name", "partner", "third", "seats")
    async def create(
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        partner: discord.Member | None = None,
        third: discord.Member | None = None,
        seats: Range[int, MIN_TEAM_SIZE, MAX_TEAM_SIZE] | None = None,
    ) -> None:
        others = [member for member in (partner, third) if member is not None]
        await dispatcher.run(
            context_of(services, interaction), partial(create_team, name=name, others=others, seats=seats)
        )

    @group.command(**describe_command(wording, "team_list"))
    async def list_(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), partial(open_standings, heading="ui.team_heading"))

    _add_member_commands(group, services, dispatcher, wording)

    async def standings(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), partial(open_standings, heading="ui.standings_heading"))

    return group, single_command(standings, "standings", wording)


def _add_member_commands(
    group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts
) -> None:
    @group.command(**describe_command(wording, "team_rename"))
    @describe_options(wording, "team", name="new_name")
    async def rename(
        interaction: discord.Interaction, name: Range[str, 1, MAX_NAME_LENGTH], team: str | None = None
    ) -> None:
        await dispatcher.run(context_of(services, interaction), partial(rename_team, team=team, name=name))

    @group.command(**describe_command(wording, "team_substitute"))
    @describe_options(wording, "team", person="substitute", step="substitute_step")
    @offer_choices(step=[wording.choice(f"teams.step.{step}", step) for step in ("add", "remove")])
    async def substitute(
        interaction: discord.Interaction, person: discord.Member, team: str | None = None, step: str = "add"
    ) -> None:
        handler = partial(change_substitute, team=team, person=person, added=step == "add")
        await dispatcher.run(context_of(services, interaction), handler)

    @group.command(**describe_command(wording, "team_disband"))
    @describe_options(wording, "team")
    async def disband(interaction: discord.Interaction, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(confirm_disband, team=team))

    commands: tuple[Any, ...] = (rename, substitute, disband)
    for command in commands:
        offer_teams(command, services)
