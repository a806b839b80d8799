"""`/team` and `/standings`: named teams of a server, whose level lasts from match to match."""

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.teams import MAX_NAME_LENGTH, MAX_TEAM_SIZE, MIN_TEAM_SIZE, TeamRole
from bot.ui.core.interactions.command_builder import (
    Command,
    CommandTexts,
    describe_command,
    describe_options,
    offer_choices,
    single_command,
)
from bot.ui.core.interactions.context import context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.services import Services
from bot.ui.league.autocomplete import offer_all_teams, offer_teams
from bot.ui.teams.handlers import (
    confirm_disband,
    confirm_leave,
    move_member,
    remove_from_team,
    rename_team,
    set_captain,
)
from bot.ui.teams.invitations import found_team, invite, list_own_invitations
from bot.ui.teams.list_view import open_standings
from bot.ui.teams.show_view import show_team


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands about teams."""
    group = app_commands.Group(**describe_command(wording, "team"))

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
            context_of(services, interaction), partial(found_team, name=name, others=others, seats=seats)
        )

    @group.command(**describe_command(wording, "team_list"))
    async def list_(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), partial(open_standings, heading="ui.team_heading"))

    _add_team_commands(group, services, dispatcher, wording)
    _add_invitation_commands(group, services, dispatcher, wording)
    _add_captain_commands(group, services, dispatcher, wording)

    async def standings(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), partial(open_standings, heading="ui.standings_heading"))

    return group, single_command(standings, "standings", wording)


def _add_team_commands(
    group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts
) -> None:
    @group.command(**describe_command(wording, "team_rename"))
    @describe_options(wording, "team", name="new_name")
    async def rename(
        interaction: discord.Interaction, name: Range[str, 1, MAX_NAME_LENGTH], team: str | None = None
    ) -> None:
        await dispatcher.run(context_of(services, interaction), partial(rename_team, team=team, name=name))

    @group.command(**describe_command(wording, "team_disband"))
    @describe_options(wording, "team")
    async def disband(interaction: discord.Interaction, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(confirm_disband, team=team))

    @group.command(**describe_command(wording, "team_show"))
    @describe_options(wording, team="any_team")
    async def show(interaction: discord.Interaction, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(show_team, team=team))

    @group.command(**describe_command(wording, "team_leave"))
    @describe_options(wording, "team")
    async def leave(interaction: discord.Interaction, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(confirm_leave, team=team))

    commands: tuple[Any, ...] = (rename, disband, leave)
    for command in commands:
        offer_teams(command, services)
    shown: Any = show
    offer_all_teams(shown, services)


def _add_invitation_commands(
    group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts
) -> None:
    @group.command(**describe_command(wording, "team_invite"))
    @describe_options(wording, "team", "replaces", person="invited")
    async def invite_member(
        interaction: discord.Interaction,
        person: discord.Member,
        team: str | None = None,
        replaces: discord.Member | None = None,
    ) -> None:
        handler = partial(invite, team=team, person=person, replaces=replaces, role=TeamRole.MEMBER)
        await dispatcher.run(context_of(services, interaction), handler)

    @group.command(**describe_command(wording, "team_substitute"))
    @describe_options(wording, "team", person="substitute", step="substitute_step")
    @offer_choices(step=[wording.choice(f"teams.step.{step}", step) for step in ("add", "remove")])
    async def substitute(
        interaction: discord.Interaction, person: discord.Member, team: str | None = None, step: str = "add"
    ) -> None:
        adding = partial(invite, team=team, person=person, replaces=None, role=TeamRole.SUBSTITUTE)
        removing = partial(remove_from_team, team=team, person=person)
        await dispatcher.run(context_of(services, interaction), adding if step == "add" else removing)

    @group.command(**describe_command(wording, "team_invitations"))
    async def invitations(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), list_own_invitations)

    commands: tuple[Any, ...] = (invite_member, substitute)
    for command in commands:
        offer_teams(command, services)


def _add_captain_commands(
    group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts
) -> None:
    @group.command(**describe_command(wording, "team_remove"))
    @describe_options(wording, "team", person="removed")
    async def remove(interaction: discord.Interaction, person: discord.Member, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(remove_from_team, team=team, person=person))

    @group.command(**describe_command(wording, "team_captain"))
    @describe_options(wording, "team", person="captain")
    async def captain(interaction: discord.Interaction, person: discord.Member, team: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), partial(set_captain, team=team, person=person))

    @group.command(**describe_command(wording, "team_move"))
    @describe_options(wording, "to_team", person="moved", team="from_team")
    async def move(interaction: discord.Interaction, person: discord.Member, team: str, to_team: str) -> None:
        handler = partial(move_member, person=person, team=team, target=to_team)
        await dispatcher.run(context_of(services, interaction), handler)

    commands: tuple[Any, ...] = (remove, captain)
    for command in commands:
        offer_teams(command, services)
    moving: Any = move
    for option in ("team", "to_team"):
        offer_all_teams(moving, services, option)
