"""`/team` and `/standings`: named teams of a server, whose level lasts from match to match."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.teams.teams import MAX_NAME_LENGTH, MAX_TEAM_SIZE, MIN_TEAM_SIZE, TeamRole
from bot.ui.core.interactions.command_builder import Command, CommandBuilder, offer_choices
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


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands about teams."""
    group = builder.group("team")

    @builder.command("team_create", "name", "partner", "third", "seats", group=group)
    async def create(
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        partner: discord.Member | None = None,
        third: discord.Member | None = None,
        seats: Range[int, MIN_TEAM_SIZE, MAX_TEAM_SIZE] | None = None,
    ) -> None:
        others = [member for member in (partner, third) if member is not None]
        await builder.run(interaction, partial(found_team, name=name, others=others, seats=seats))

    builder.plain_command("team_list", partial(open_standings, heading="ui.team_heading"), group)
    _add_team_commands(group, builder)
    _add_invitation_commands(group, builder)
    _add_captain_commands(group, builder)
    return group, builder.plain_command("standings", partial(open_standings, heading="ui.standings_heading"))


def _add_team_commands(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("team_rename", "team", name="new_name", group=group)
    async def rename(
        interaction: discord.Interaction, name: Range[str, 1, MAX_NAME_LENGTH], team: str | None = None
    ) -> None:
        await builder.run(interaction, partial(rename_team, team=team, name=name))

    @builder.command("team_disband", "team", group=group)
    async def disband(interaction: discord.Interaction, team: str | None = None) -> None:
        await builder.run(interaction, partial(confirm_disband, team=team))

    @builder.command("team_show", team="any_team", group=group)
    async def show(interaction: discord.Interaction, team: str | None = None) -> None:
        await builder.run(interaction, partial(show_team, team=team))

    @builder.command("team_leave", "team", group=group)
    async def leave(interaction: discord.Interaction, team: str | None = None) -> None:
        await builder.run(interaction, partial(confirm_leave, team=team))

    offer_teams(builder, rename, disband, leave)
    offer_all_teams(builder, show)


def _add_invitation_commands(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("team_invite", "team", "replaces", person="invited", group=group)
    async def invite_member(
        interaction: discord.Interaction,
        person: discord.Member,
        team: str | None = None,
        replaces: discord.Member | None = None,
    ) -> None:
        handler = partial(invite, team=team, person=person, replaces=replaces, role=TeamRole.MEMBER)
        await builder.run(interaction, handler)

    @builder.command("team_substitute", "team", person="substitute", step="substitute_step", group=group)
    @offer_choices(step=[builder.wording.choice(f"teams.step.{step}", step) for step in ("add", "remove")])
    async def substitute(
        interaction: discord.Interaction, person: discord.Member, team: str | None = None, step: str = "add"
    ) -> None:
        adding = partial(invite, team=team, person=person, replaces=None, role=TeamRole.SUBSTITUTE)
        removing = partial(remove_from_team, team=team, person=person)
        await builder.run(interaction, adding if step == "add" else removing)

    builder.plain_command("team_invitations", list_own_invitations, group)
    offer_teams(builder, invite_member, substitute)


def _add_captain_commands(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("team_remove", "team", person="removed", group=group)
    async def remove(interaction: discord.Interaction, person: discord.Member, team: str | None = None) -> None:
        await builder.run(interaction, partial(remove_from_team, team=team, person=person))

    @builder.command("team_captain", "team", person="captain", group=group)
    async def captain(interaction: discord.Interaction, person: discord.Member, team: str | None = None) -> None:
        await builder.run(interaction, partial(set_captain, team=team, person=person))

    @builder.command("team_move", "to_team", person="moved", team="from_team", group=group)
    async def move(interaction: discord.Interaction, person: discord.Member, team: str, to_team: str) -> None:
        await builder.run(interaction, partial(move_member, person=person, team=team, target=to_team))

    offer_teams(builder, remove, captain)
    for option in ("team", "to_team"):
        offer_all_teams(builder, move, option=option)
