"""Handlers of teams: create, rename, add and remove substitutes, disband."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import discord

from bot.ids import TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import MIN_TEAM_SIZE
from bot.text.describe.seat_names import escape_name
from bot.ui.core.context import Context
from bot.ui.core.control_press import ControlPress
from bot.ui.core.custom_ids import ControlId
from bot.ui.core.labelled import labelled_button, text_message
from bot.ui.core.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.league.lookup import get_team_by_name
from bot.ui.teams.list_view import format_members


@dataclass(frozen=True, slots=True)
class DisbandTeam(ControlId):
    """Disbands a team."""

    route: ClassVar = "team:disband"

    team: int


@dataclass(frozen=True, slots=True)
class KeepTeam(ControlId):
    """Leaves a team as it is."""

    route: ClassVar = "team:keep"


async def create_team(ctx: Context, name: str, others: Sequence[discord.Member], seats: int | None) -> Response:
    """Create a team of the user and `others`."""
    guild, services = ctx.guild, ctx.services
    for member in others:  # who plays with a computer player is the only member
        if member.id == ctx.user or member.bot:
            return notice_message(ctx.texts.say("teams.with_a_bot" if member.bot else "teams.with_oneself"))
        await services.people.remember_name(UserId(member.id), member.display_name)
    members = {UserId(ctx.user), *(UserId(member.id) for member in others)}
    size = seats or max(MIN_TEAM_SIZE, len(members))
    team = await services.league.teams.create_team(guild, name, members, size)
    names = await format_members(ctx, team)
    return notice_message(ctx.texts.say("ui.team_created", team=escape_name(team.name), members=names))


async def rename_team(ctx: Context, team: str | None, name: str) -> Response:
    """Rename a team of the user."""
    found = await get_team_by_name(ctx, team)
    renamed = await ctx.services.league.teams.rename_team(found.id, name, UserId(ctx.user))
    return notice_message(ctx.texts.say("teams.renamed", team=escape_name(renamed.name)))


async def change_substitute(ctx: Context, team: str | None, person: discord.Member, *, added: bool) -> Response:
    """Add or remove a substitute of a team of the user; substitutes may also remove themselves."""
    texts, teams, name = ctx.texts, ctx.services.league.teams, escape_name(person.display_name)
    if person.bot:
        return notice_message(texts.say("teams.substitute_computer"))
    user, by = UserId(person.id), UserId(ctx.user)
    if not added and user == by and team is not None:  # a substitute need not be a member
        found = await teams.get_team_by_name(ctx.guild, team)
    else:
        found = await get_team_by_name(ctx, team)
    if added:
        is_new = await teams.add_substitute(found.id, user, by)
        await ctx.services.people.remember_name(user, person.display_name)
        key = "teams.substitute_added" if is_new else "teams.substitute_known"
    else:
        await teams.remove_substitute(found.id, user, by)
        key = "teams.substitute_gone"
    return notice_message(texts.say(key, who=name, team=escape_name(found.name)))


async def confirm_disband(ctx: Context, team: str | None) -> Response:
    """Ask the user to confirm that a team is disbanded."""
    found, texts = await get_team_by_name(ctx, team), ctx.texts
    confirm = labelled_button(DisbandTeam(found.id), texts, "teams.button.disband", ButtonStyle.DANGER)
    keep = labelled_button(KeepTeam(), texts, "teams.button.keep")
    question = Text(texts.say("teams.ask_disband", team=escape_name(found.name)))
    return NewMessage(Message((question, *button_rows((confirm, keep)))))


async def handle_team(press: ControlPress[DisbandTeam | KeepTeam]) -> Response:
    """Disband a team, if the user still may, or leave it as it is."""
    texts, teams, user = press.texts, press.ctx.services.league.teams, UserId(press.ctx.user)
    if isinstance(press.id, KeepTeam):
        return EditMessage(text_message(texts.say("teams.kept")))
    own_teams = await teams.list_teams_of(user, press.ctx.guild)
    found = next((team for team in own_teams if team.id == press.id.team), None)
    if found is None:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    await teams.disband_team(TeamId(found.id), user)
    return EditMessage(text_message(texts.say("teams.disbanded", team=escape_name(found.name))))
