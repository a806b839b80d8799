"""Handlers of the managers' part of a league's panel. Each checks again who may do it, and what still holds."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.ids import EntrantId, RoleId, TeamId, UserId
from bot.league.leagues.leagues import Entrant, LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import NewMessage, OpenForm, Response, notice_message, show_in_place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.long_list import asks_to_find, find_form, read_place
from bot.ui.core.messages.message import Message
from bot.ui.league import actions as league_actions
from bot.ui.league import files
from bot.ui.league.audit_view import describe_act, list_users
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.lookup import get_caller, get_entrant_names, get_league_by_id, require_manager
from bot.ui.league.manage_view import (
    Staff,
    confirm_action_view,
    entrant_view,
    entrants_view,
    league_manage_view,
    staff_view,
)
from bot.ui.league.pages import get_season

Press = ControlPress[LeagueControl]
Step = Callable[[Press, LeagueInfo], Awaitable[Message]]


async def manage_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    """Return the first page for managers, with what holds now."""
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    act = await press.ctx.services.league.undo.find(get_caller(press.ctx), league.id)
    undo = None
    if act is not None:
        names = await get_player_names(press.ctx.services, list_users([act]), press.texts)
        undo = describe_act(act, names, press.texts), act.stamp
    return league_manage_view(known, known.season, press.texts, notice, undo)


async def _undo(press: Press, league: LeagueInfo) -> Message:
    """Take back what the user did last."""
    await press.ctx.services.league.undo.undo(get_caller(press.ctx), league.guild, league.id, press.id.number)
    press.ctx.services.registry.refresh_lobbies(league.guild)
    return await manage_page(press, league, press.texts.say("events.undone"))


async def _ask_season_change(press: Press, league: LeagueInfo) -> Message:
    opening = press.id.action is LeagueAction.ASK_OPEN
    return await league_actions.ask_season_change(press.ctx, league, opening=opening)


async def _ask_archive(press: Press, league: LeagueInfo) -> Message:
    return confirm_action_view(league, LeagueAction.ARCHIVE, 0, press.texts)


async def _set_entries(press: Press, league: LeagueInfo) -> Message:
    is_open = bool(press.id.number)
    admin = press.ctx.services.league.admin
    changed, _ = await admin.set_entries(get_caller(press.ctx), league.guild, league.id, is_open=is_open)
    key = "leagues.entries_opened" if is_open else "leagues.entries_closed"
    return await manage_page(press, changed, press.texts.say(key, league=escape_name(league.name)))


async def _entrants_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    services = press.ctx.services
    entrants = [one for one in await services.league.leagues.list_entrants(league.id) if not one.left]
    names = await get_entrant_names(services, tuple(entrants), press.texts)
    known = {one.team for one in entrants}
    standings = await services.league.teams.list_team_standings(press.ctx.guild)
    teams = sorted((one.team for one in standings if one.team.id not in known), key=lambda one: one.name.casefold())
    return entrants_view(league, names, read_place(press.id.number, press.form_values), teams, press.texts, notice)


async def _find_entrant(press: Press, league: LeagueInfo, number: int) -> tuple[Entrant, str]:
    """Return an entrant with their name.

    Raises:
        LeagueRefused: they are not in the league, or no longer.
    """
    entrants = await press.ctx.services.league.leagues.list_entrants(league.id)
    found = next((one for one in entrants if one.id == EntrantId(number) and not one.left), None)
    if found is None:
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    return found, (await get_entrant_names(press.ctx.services, (found,), press.texts))[found.id]


async def _show_entrant(press: Press, league: LeagueInfo) -> Message:
    entrant, name = await _find_entrant(press, league, press.id.number or parse_number(press.chosen))
    access = press.ctx.services.league.access
    found = await press.ctx.services.league.leagues.list_leagues(press.ctx.guild)
    fitting = [one for one in found if one.id != league.id and one.settings.ranked_by is league.settings.ranked_by]
    others = [one for one in fitting if await access.can_manage(get_caller(press.ctx), one)]
    return entrant_view(league, entrant, name, others, press.texts)


async def _withdraw(press: Press, league: LeagueInfo) -> Message:
    entrant, name = await _find_entrant(press, league, press.id.number)
    place = (league.guild, league.id, entrant.team, entrant.user)
    await press.ctx.services.league.admin.leave(get_caller(press.ctx), *place)
    return await _told(press, league, "leagues.withdrawn_for", name)


async def _move(press: Press, league: LeagueInfo) -> Message:
    entrant, name = await _find_entrant(press, league, press.id.number)
    target = await get_league_by_id(press.ctx, parse_number(press.chosen))
    move, place = press.ctx.services.league.admin.move_entrant, (league.guild, league.id, target.id)
    await move(get_caller(press.ctx), *place, team=entrant.team, user=entrant.user)
    return await _told(press, league, "leagues.moved_to", name, other=escape_name(target.name))


async def _enter(press: Press, league: LeagueInfo) -> Message:
    """Enter the person whom a manager has picked."""
    (person, *_) = press.people
    if person.bot:
        return await _entrants_page(press, league, press.texts.say("leagues.entrant_bot"))
    await press.ctx.services.people.remember_name(person)
    join, place = press.ctx.services.league.admin.join, (league.guild, league.id)
    await join(get_caller(press.ctx), *place, user=UserId(person.id))
    return await _told(press, league, "leagues.entered_for", person.display_name)


async def _enter_team(press: Press, league: LeagueInfo) -> Message:
    team = TeamId(parse_number(press.chosen))
    await press.ctx.services.league.admin.join(get_caller(press.ctx), league.guild, league.id, team)
    names = await press.ctx.services.league.standings.get_team_names([team])
    return await _told(press, league, "leagues.entered_for", names.get(team, ""))


async def _told(press: Press, league: LeagueInfo, key: str, who: str, **facts: str) -> Message:
    """Return the entrants with a notice about one of them."""
    said = press.texts.say(key, who=escape_name(who), league=escape_name(league.name), **facts)
    return await _entrants_page(press, league, said)


async def _staff_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    users = await get_player_names(press.ctx.services, known.managers, press.texts)
    guild = press.ctx.interaction.guild
    roles = {one: found.name for one in known.manager_roles if guild and (found := guild.get_role(one))}
    missing = {one: str(one) for one in known.manager_roles if one not in roles}
    return staff_view(league, Staff(users, roles | missing), press.texts, notice)


async def _hire(press: Press, league: LeagueInfo) -> Message:
    (person, *_) = press.people
    if person.bot:
        return await _staff_page(press, league, press.texts.say("leagues.entrant_bot"))
    await press.ctx.services.people.remember_name(person)
    return await _set_manager(press, league, UserId(person.id), manages=True)


async def _fire(press: Press, league: LeagueInfo) -> Message:
    return await _set_manager(press, league, UserId(parse_number(press.chosen)), manages=False)


async def _set_manager(press: Press, league: LeagueInfo, user: UserId, *, manages: bool) -> Message:
    change = press.ctx.services.league.admin.set_manager
    await change(get_caller(press.ctx), league.guild, league.id, user, manages=manages)
    return await _staff_page(press, league, press.texts.say("managing.changed"))


async def _set_role(press: Press, league: LeagueInfo) -> Message:
    role, change = RoleId(parse_number(press.chosen)), press.ctx.services.league.admin.set_manager_role
    manages = press.id.action is LeagueAction.HIRE_ROLE
    await change(get_caller(press.ctx), league.guild, league.id, role, manages=manages)
    return await _staff_page(press, league, press.texts.say("managing.changed"))


async def export_files(press: Press, league: LeagueInfo) -> Response:
    """Send the files of a season to a manager."""
    season = await get_season(press.ctx.services, league, press.id.number or parse_number(press.chosen) or None)
    return NewMessage(await files.export_season_files(press.ctx, league, season))


STEPS: Final[Mapping[LeagueAction, Step]] = {
    LeagueAction.MANAGE: manage_page,
    LeagueAction.ASK_OPEN: _ask_season_change,
    LeagueAction.ASK_CLOSE: _ask_season_change,
    LeagueAction.ASK_ARCHIVE: _ask_archive,
    LeagueAction.ENTRIES: _set_entries,
    LeagueAction.PEOPLE: _entrants_page,
    LeagueAction.ENTRANT: _show_entrant,
    LeagueAction.ENTER: _enter,
    LeagueAction.ENTER_TEAM: _enter_team,
    LeagueAction.WITHDRAW: _withdraw,
    LeagueAction.MOVE: _move,
    LeagueAction.UNDO: _undo,
    LeagueAction.STAFF: _staff_page,
    LeagueAction.HIRE: _hire,
    LeagueAction.FIRE: _fire,
    LeagueAction.HIRE_ROLE: _set_role,
    LeagueAction.FIRE_ROLE: _set_role,
}
"""What managers may do, by the control's action."""


async def handle_step(press: Press, league: LeagueInfo) -> Response:
    """Take a manager's step, in the place of the panel."""
    if asks_to_find(press.id.mark, press.form_values):
        return OpenForm(find_form(press.id, press.texts))
    needs_person = press.id.action in {LeagueAction.ENTER, LeagueAction.HIRE}
    if press.id.action not in STEPS or (needs_person and not press.people):
        return notice_message(press.texts.say("ui.old_control"))
    await require_manager(press.ctx, league)
    page = await STEPS[press.id.action](press, league)
    return show_in_place(press.ctx, page)
