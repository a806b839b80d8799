"""Handlers of teams: rename, leave, remove, hand over, move, disband."""

import discord

from bot.events.model import ENDED, Event
from bot.ids import TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import Team
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.league.lookup import get_caller, get_team_by_name
from bot.ui.teams.control_ids import DisbandTeam, KeepTeam, LeaveTeam
from bot.ui.teams.send_invitation import tell_user


async def rename_team(ctx: Context, team: str | None, name: str) -> Response:
    """Rename a team."""
    found = await get_team_by_name(ctx, team, own=False)
    renamed = await ctx.services.league.teams.rename_team(get_caller(ctx), ctx.guild, found.id, name)
    return notice_message(ctx.texts.say("teams.renamed", team=escape_name(renamed.name)))


async def remove_from_team(ctx: Context, team: str | None, person: discord.Member) -> Response:
    """Remove a member or a substitute, or withdraw the invitation of somebody who has not answered."""
    found, user = await get_team_by_name(ctx, team, own=False), UserId(person.id)
    if user == ctx.user and user in found.members:
        return NewMessage(_ask_leave(found, user, ctx.texts))
    facts = {"who": escape_name(person.display_name), "team": escape_name(found.name)}
    if await ctx.services.league.invitations.withdraw(get_caller(ctx), ctx.guild, found.id, user):
        return notice_message(ctx.texts.say("teams.invitation_withdrawn", **facts))
    await ctx.services.league.teams.remove_from_team(get_caller(ctx), ctx.guild, found.id, user)
    await tell_user(ctx, user, ctx.guild, "teams.tell_removed", team=facts["team"])
    return notice_message(ctx.texts.say("teams.removed", **facts))


async def set_captain(ctx: Context, team: str | None, person: discord.Member) -> Response:
    """Hand a team over to another member."""
    found = await get_team_by_name(ctx, team, own=False)
    is_new = await ctx.services.league.teams.set_captain(get_caller(ctx), ctx.guild, found.id, UserId(person.id))
    key = "teams.captain_changed" if is_new else "teams.captain_already"
    return notice_message(ctx.texts.say(key, who=escape_name(person.display_name), team=escape_name(found.name)))


async def move_member(ctx: Context, person: discord.Member, team: str, target: str) -> Response:
    """Move a member from one team into another, for managers of a league that both are in."""
    left = await ctx.services.league.teams.get_team_by_name(ctx.guild, team)
    joined = await ctx.services.league.teams.get_team_by_name(ctx.guild, target)
    user = UserId(person.id)
    await ctx.services.league.teams.move_member(get_caller(ctx), ctx.guild, left.id, joined.id, user)
    facts = {"team": escape_name(left.name), "other": escape_name(joined.name)}
    await tell_user(ctx, user, ctx.guild, "teams.tell_moved", **facts)
    return notice_message(ctx.texts.say("teams.moved", who=escape_name(person.display_name), **facts))


async def confirm_leave(ctx: Context, team: str | None) -> Response:
    """Ask the user to confirm that they leave a team; a substitute names it."""
    found, texts = await get_team_by_name(ctx, team, own=team is None), ctx.texts
    if ctx.user not in {*found.members, *found.substitutes}:
        raise LeagueRefused(LeagueRefusal.NOT_MEMBER, name=found.name)
    return NewMessage(_ask_leave(found, ctx.user, texts))


def _ask_leave(team: Team, user: UserId, texts: Texts) -> Message:
    """Return the question before a user leaves a team, with what becomes of it."""
    confirm = labelled_button(LeaveTeam(team.id), texts, "teams.button.leave", ButtonStyle.DANGER)
    keep = labelled_button(KeepTeam(), texts, "teams.button.stay")
    words = texts.say("teams.ask_leave", team=escape_name(team.name))
    if user == team.captain and len(team.members) > 1:
        words = f"{words}\n{texts.say('teams.ask_leave_captain')}"
    return Message((Text(words), *button_rows((confirm, keep))))


async def handle_leave(press: ControlPress[LeaveTeam]) -> Response:
    """Take the user out of a team; one that cannot go on without them is disbanded."""
    ctx, teams = press.ctx, press.ctx.services.league.teams
    events = await list_events_of(ctx, press.id.team)
    left = await teams.leave_team(get_caller(ctx), ctx.guild, press.id.team)
    if left.is_disbanded:
        await tell_managers(ctx, events, left)
    key = "teams.left_and_disbanded" if left.is_disbanded else "teams.left"
    return EditMessage(text_message(press.texts.say(key, team=escape_name(left.name))))


async def confirm_disband(ctx: Context, team: str | None) -> Response:
    """Ask the user to confirm that a team is disbanded."""
    found, texts = await get_team_by_name(ctx, team, own=False), ctx.texts
    if not await ctx.services.league.teams.can_lead(get_caller(ctx), found):
        reason = LeagueRefusal.NOT_CAPTAIN if ctx.user in found.members else LeagueRefusal.NOT_MEMBER
        raise LeagueRefused(reason, name=found.name)
    confirm = labelled_button(DisbandTeam(found.id), texts, "teams.button.disband", ButtonStyle.DANGER)
    keep = labelled_button(KeepTeam(), texts, "teams.button.keep")
    question = Text(texts.say("teams.ask_disband", team=escape_name(found.name)))
    return NewMessage(Message((question, *button_rows((confirm, keep)))))


async def handle_team(press: ControlPress[DisbandTeam | KeepTeam]) -> Response:
    """Disband a team, if the user still may, or leave it as it is."""
    texts, teams = press.texts, press.ctx.services.league.teams
    if isinstance(press.id, KeepTeam):
        return EditMessage(text_message(texts.say("teams.kept")))
    events = await list_events_of(press.ctx, TeamId(press.id.team))
    found = await teams.disband_team(get_caller(press.ctx), press.ctx.guild, TeamId(press.id.team))
    await tell_managers(press.ctx, events, found)
    return EditMessage(text_message(texts.say("teams.disbanded", team=escape_name(found.name))))


async def list_events_of(ctx: Context, team: TeamId) -> list[Event]:
    """Return the events of the server that have not ended and in which a team is."""
    found = await ctx.services.events.list_events(ctx.guild)
    active = [event for event in found if event.status not in ENDED]
    return [event for event in active if any(one.team == team and one.is_in for one in event.entrants)]


async def tell_managers(ctx: Context, events: list[Event], team: Team) -> None:
    """Tell the managers of events that a team was disbanded and so withdrawn; the events are shown again."""
    for event in events:
        facts = {"team": escape_name(team.name), "name": escape_name(event.settings.name)}
        for user in {event.creator, *event.managers}:
            await tell_user(ctx, user, team.guild, "events.team_disbanded", **facts)
    if events:
        ctx.services.events.wake()
