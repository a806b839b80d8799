"""Handlers of a team's panel, with which users invite and remove members, rename the team, and leave or disband it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.events.model import Event
from bot.ids import TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import MIN_TEAM_SIZE, Team, TeamRole
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import OpenForm, Response, show_in_place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.long_list import asks_to_find, find_form, read_place
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.questions import tell_user
from bot.ui.league.lookup import get_caller
from bot.ui.teams.control_ids import TeamAction, TeamControl
from bot.ui.teams.invitations import invite, list_own_invitations
from bot.ui.teams.panel_view import ask_change_view, move_view, rename_form, replace_view, team_form, team_manage_view
from bot.ui.teams.show_view import get_leader, list_events_of, list_page, team_page

Press = ControlPress[TeamControl]


async def handle_team_control(press: Press) -> Response:
    """Do what a control of a team says, and show the result in the place of the panel."""
    return show_in_place(press.ctx, await _take_step(press))


async def _take_step(press: Press) -> Message | Response:
    if asks_to_find(press.id.mark, press.form_values):
        return OpenForm(find_form(press.id, press.texts))
    if press.id.action in _WITHOUT_TEAM:
        return await _WITHOUT_TEAM[press.id.action](press)
    number = press.id.team or TeamId(parse_number(press.chosen))
    team = await press.ctx.services.league.teams.get_team(press.ctx.guild, number)
    if press.id.action is TeamAction.SHOW:
        return await team_page(press.ctx, team)
    if press.id.action is TeamAction.LEAVE:
        return await _leave_or_disband(press, team)
    if not await press.ctx.services.league.teams.can_lead(get_caller(press.ctx), team):
        reason = LeagueRefusal.NOT_CAPTAIN if press.ctx.user in team.members else LeagueRefusal.NOT_MEMBER
        raise LeagueRefused(reason, name=team.name)
    return await _LEADING[press.id.action](press, team)


async def _leave_or_disband(press: Press, team: Team) -> Message:
    ctx, leaves = press.ctx, press.id.action is TeamAction.LEAVE
    if not press.id.user:
        if leaves and ctx.user not in {*team.members, *team.substitutes}:
            raise LeagueRefused(LeagueRefusal.NOT_MEMBER, name=team.name)
        return ask_change_view(team, press.id.action, ctx.user, "", ctx.texts)
    events, teams = await list_events_of(ctx, team.id), ctx.services.league.teams
    changed = await (teams.leave_team if leaves else teams.disband_team)(get_caller(ctx), ctx.guild, team.id)
    if changed.is_disbanded:
        await tell_managers(ctx, events, changed)
    left = "teams.left_and_disbanded" if changed.is_disbanded else "teams.left"
    return text_message(ctx.texts.say(left if leaves else "teams.disbanded", team=escape_name(changed.name)))


async def _create(press: Press) -> Message | Response:
    if not press.form_values:
        return OpenForm(team_form(press.texts))
    size = parse_number(press.form_values.get("seats", "")) or MIN_TEAM_SIZE
    found = press.ctx.services.league.invitations.found_team
    team = await found(get_caller(press.ctx), press.ctx.guild, press.form_values.get("name", ""), set(), size)
    assert isinstance(team, Team)
    return await _manage_page(press, team, press.texts.say("teams.created", team=escape_name(team.name)))


async def _manage_page(press: Press, team: Team, notice: str = "") -> Message:
    ctx = press.ctx
    known = await ctx.services.league.teams.get_team(ctx.guild, team.id)
    invited = [one.user for one in ctx.services.league.invitations.list_invited(known)]
    names = await get_player_names(ctx.services, [*known.members, *known.substitutes, *invited], ctx.texts)
    return team_manage_view(known, names, await get_leader(ctx, known), ctx.texts, notice)


async def _invite(press: Press, team: Team) -> Message:
    if not press.people:
        return await _manage_page(press, team)
    role = TeamRole.SUBSTITUTE if press.id.action is TeamAction.SUBSTITUTE else TeamRole.MEMBER
    return await _manage_page(press, team, await invite(press.ctx, team, press.people[0], role, press.id.user or None))


async def _replace(press: Press, team: Team) -> Message:
    if press.id.user:
        return await _invite(press, team)
    member = UserId(parse_number(press.chosen))
    names = await get_player_names(press.ctx.services, [member], press.texts)
    return replace_view(team, member, names[member], press.texts)


async def _remove(press: Press, team: Team) -> Message:
    ctx, user = press.ctx, press.id.user or UserId(parse_number(press.chosen))
    if user == ctx.user and user in team.members:
        return ask_change_view(team, TeamAction.LEAVE, user, "", ctx.texts)
    names = await get_player_names(ctx.services, [user], ctx.texts)
    facts = {"who": escape_name(names[user]), "team": escape_name(team.name)}
    if await ctx.services.league.invitations.withdraw(get_caller(ctx), ctx.guild, team.id, user):
        return await _manage_page(press, team, ctx.texts.say("teams.invitation_withdrawn", **facts))
    if not press.id.user:
        return ask_change_view(team, TeamAction.REMOVE, user, names[user], ctx.texts)
    await ctx.services.league.teams.remove_from_team(get_caller(ctx), ctx.guild, team.id, user)
    await tell_user(ctx, user, ctx.guild, "teams.tell_removed", team=facts["team"])
    return await _manage_page(press, team, ctx.texts.say("teams.removed", **facts))


async def _set_captain(press: Press, team: Team) -> Message:
    ctx, user = press.ctx, press.id.user or UserId(parse_number(press.chosen))
    names = await get_player_names(ctx.services, [user], ctx.texts)
    if not press.id.user:
        return ask_change_view(team, TeamAction.CAPTAIN, user, names[user], ctx.texts)
    is_new = await ctx.services.league.teams.set_captain(get_caller(ctx), ctx.guild, team.id, user)
    key = "teams.captain_changed" if is_new else "teams.captain_already"
    known = await ctx.services.league.teams.get_team(ctx.guild, team.id)
    return await team_page(ctx, known, ctx.texts.say(key, who=escape_name(names[user]), team=escape_name(team.name)))


async def _rename(press: Press, team: Team) -> Message | Response:
    if not press.form_values:
        return OpenForm(rename_form(team, press.texts))
    rename, name = press.ctx.services.league.teams.rename_team, press.form_values.get("name", "")
    renamed = await rename(get_caller(press.ctx), press.ctx.guild, team.id, name)
    return await _manage_page(press, renamed, press.texts.say("teams.renamed", team=escape_name(renamed.name)))


async def _move(press: Press, team: Team) -> Message:
    ctx, teams = press.ctx, press.ctx.services.league.teams
    user = press.id.user or UserId(parse_number(press.chosen))
    names = await get_player_names(ctx.services, [user], ctx.texts)
    if not press.chosen or not press.id.user:
        others = [one.team for one in await teams.list_team_standings(ctx.guild) if one.team.id != team.id]
        return move_view(team, user, names[user], others, read_place(press.id.mark, press.form_values), ctx.texts)
    target = await teams.get_team(ctx.guild, TeamId(parse_number(press.chosen)))
    await teams.move_member(get_caller(ctx), ctx.guild, team.id, target.id, user)
    facts = {"team": escape_name(team.name), "other": escape_name(target.name)}
    await tell_user(ctx, user, ctx.guild, "teams.tell_moved", **facts)
    notice = ctx.texts.say("teams.moved", who=escape_name(names[user]), **facts)
    return await team_page(ctx, await teams.get_team(ctx.guild, target.id), notice)


_WITHOUT_TEAM: Final[Mapping[TeamAction, Callable[[Press], Awaitable[Message | Response]]]] = {
    TeamAction.LIST: lambda press: list_page(press.ctx, read_place(press.id.mark, press.form_values)),
    TeamAction.INVITATIONS: lambda press: list_own_invitations(press.ctx),
    TeamAction.NEW: _create,
}
_LEADING: Final[Mapping[TeamAction, Callable[[Press, Team], Awaitable[Message | Response]]]] = {
    TeamAction.MANAGE: _manage_page,
    TeamAction.INVITE: _invite,
    TeamAction.SUBSTITUTE: _invite,
    TeamAction.REPLACE: _replace,
    TeamAction.REMOVE: _remove,
    TeamAction.CAPTAIN: _set_captain,
    TeamAction.RENAME: _rename,
    TeamAction.MOVE: _move,
    TeamAction.DISBAND: _leave_or_disband,
}
"""The handlers of controls for those who lead a team, by action."""


async def tell_managers(ctx: Context, events: list[Event], team: Team) -> None:
    """Tell the managers of events that a team was disbanded and no longer takes part. Also update these events."""
    for event in events:
        facts = {"team": escape_name(team.name), "name": escape_name(event.settings.name)}
        for user in {event.creator, *event.managers}:
            await tell_user(ctx, user, team.guild, "events.team_disbanded", **facts)
    if events:
        ctx.services.events.wake()
