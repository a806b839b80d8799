"""The parts of `/team` by which its members change a team: rename, substitute, disband."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.teams import LONGEST_NAME
from bot.ui.answers import Answer, Desk
from bot.ui.asker import Asker
from bot.ui.commands.table import as_choices, asker_of
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.league.finding import offered_teams
from bot.ui.teamwork import ask_disband, renamed, substituted


def add_changes(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    """Add what members do to their team."""
    _rename(group, kit, desk, wording)
    _substitute(group, kit, desk, wording)
    _disband(group, kit, desk, wording)


def _rename(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(name=wording("command.team_rename.name"), description=wording("command.team_rename.description"))
    @app_commands.describe(name=wording("option.new_name.description"), team=wording("option.team.description"))
    @app_commands.rename(name=wording("option.new_name.name"), team=wording("option.team.name"))
    async def rename(
        interaction: discord.Interaction, name: Range[str, 1, LONGEST_NAME], team: str | None = None
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            return await renamed(kit, asker, team, name)

        await desk.serve(asker_of(kit, interaction), deed)

    @rename.autocomplete("team")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await offered_teams(kit, asker_of(kit, interaction), typed))


def _substitute(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    about = wording("command.team_substitute.name"), wording("command.team_substitute.description")

    @group.command(name=about[0], description=about[1])
    @app_commands.describe(
        person=wording("option.substitute.description"),
        team=wording("option.team.description"),
        step=wording("option.substitute_step.description"),
    )
    @app_commands.rename(
        person=wording("option.substitute.name"),
        team=wording("option.team.name"),
        step=wording("option.substitute_step.name"),
    )
    @app_commands.choices(step=[wording.choice(f"teams.step.{step}", step) for step in ("add", "remove")])
    async def substitute(
        interaction: discord.Interaction, person: discord.Member, team: str | None = None, step: str = "add"
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            return await substituted(kit, asker, team, person, more=step == "add")

        await desk.serve(asker_of(kit, interaction), deed)

    @substitute.autocomplete("team")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await offered_teams(kit, asker_of(kit, interaction), typed))


def _disband(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(name=wording("command.team_disband.name"), description=wording("command.team_disband.description"))
    @app_commands.describe(team=wording("option.team.description"))
    @app_commands.rename(team=wording("option.team.name"))
    async def disband(interaction: discord.Interaction, team: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            return await ask_disband(kit, asker, team)

        await desk.serve(asker_of(kit, interaction), deed)

    @disband.autocomplete("team")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await offered_teams(kit, asker_of(kit, interaction), typed))
