"""Handlers of the managers' part of a league's panel, which run only for users who may manage the league."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.ids import ResultId, RoleId, TeamId, UserId
from bot.league.leagues.leagues import Entrant, League, LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.long_list import read_place
from bot.ui.core.messages.message import Message
from bot.ui.league import files
from bot.ui.league.audit_view import describe_act, list_users
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.lookup import get_caller, get_entrant_names, get_league_by_id
from bot.ui.league.manage_view import confirm_action_view, entrant_view, entrants_view, league_manage_view, staff_view
from bot.ui.league.pages import get_season, overview_page, result_page
from bot.ui.league.season_clock import announce_season, give_champion_roles
from bot.ui.league.settings_panel import show_settings

Press = ControlPress[LeagueControl]
LeagueStep = Callable[[Press, League], Awaitable[Message | Response]]


async def _manage_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    act = await press.ctx.services.league.undo.find(get_caller(press.ctx), league.id)
    undo = None
    if act is not None:
        names = await get_player_names(press.ctx.services, list_users([act]), press.texts)
        undo = describe_act(act, names, press.texts), act.stamp
    return league_manage_view(known, press.texts, notice, undo)


async def _undo(press: Press, league: LeagueInfo) -> Message:
    await press.ctx.services.league.undo.undo(get_caller(press.ctx), league.guild, league.id, press.id.number)
    press.ctx.services.registry.refresh_tables(league.guild, lobbies_only=True)
    return await _manage_page(press, league, press.texts.say("events.undone"))


async def _ask_season_change(press: Press, league: League) -> Message:
    newest, running = league.season, league.running_season
    if press.id.action is LeagueAction.ASK_OPEN:
        if running is not None:
            raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=running.number)
        return confirm_action_view(league, LeagueAction.OPEN, newest.number + 1 if newest else 1, press.texts)
    if running is None:
        raise LeagueRefused(LeagueRefusal.NO_SEASON, name=league.name)
    return confirm_action_view(league, LeagueAction.CLOSE, running.number, press.texts)


async def _change_season(press: Press, league: League) -> Message:
    """Open the season that the question named, or close and announce it. A press that is too late changes nothing."""
    ctx, opens, asked = press.ctx, press.id.action is LeagueAction.OPEN, press.id.number
    newest, running = league.season, league.running_season
    is_open = running is not None and running.number == asked
    if (newest is not None and newest.number >= asked) if opens else not is_open:
        return await overview_page(ctx, league, press.texts.say("leagues.too_late"))
    admin = ctx.services.league.admin
    change, key = (admin.open_season, "leagues.opened") if opens else (admin.close_season, "leagues.closed")
    season = await change(get_caller(ctx), league.guild, league.id)
    return await _announced_page(press, league, key, season.number)


async def _archive(press: Press, league: LeagueInfo) -> Message:
    ended = await press.ctx.services.league.admin.archive_league(get_caller(press.ctx), league.guild, league.id)
    return await _announced_page(press, ended, "leagues.ended")


async def _announced_page(press: Press, league: LeagueInfo, key: str, number: int = 0) -> Message:
    ctx, client = press.ctx, press.ctx.interaction.client
    await give_champion_roles(ctx.services, client)
    unsent = await announce_season(ctx.services, client, league, ctx.texts)
    notice = ctx.texts.say(key, league=escape_name(league.name), number=number)
    return await overview_page(ctx, league, "\n".join(filter(None, (notice, unsent))))


async def _ask_archive(press: Press, league: LeagueInfo) -> Message:
    return confirm_action_view(league, LeagueAction.ARCHIVE, 0, press.texts)


async def _set_entries(press: Press, league: LeagueInfo) -> Message:
    is_open = bool(press.id.number)
    admin = press.ctx.services.league.admin
    changed, _ = await admin.set_entries(get_caller(press.ctx), league.guild, league.id, is_open=is_open)
    key = "leagues.entries_opened" if is_open else "leagues.entries_closed"
    return await _manage_page(press, changed, press.texts.say(key, league=escape_name(league.name)))


async def _entrants_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    services = press.ctx.services
    entrants = await services.league.leagues.list_entrants(league.id)
    names = await get_entrant_names(services, tuple(entrants), press.texts)
    known = {one.team for one in entrants}
    standings = await services.league.teams.list_team_standings(press.ctx.guild)
    teams = sorted((one.team for one in standings if one.team.id not in known), key=lambda one: one.name.casefold())
    return entrants_view(league, names, read_place(press.id.number, press.form_values), teams, press.texts, notice)


async def _find_entrant(press: Press, league: LeagueInfo, number: int) -> tuple[Entrant, str]:
    entrants = await press.ctx.services.league.leagues.list_entrants(league.id)
    found = next((one for one in entrants if one.id == number), None)
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
    picked, team = await press.remember_picked(), TeamId(parse_number(press.chosen))
    join, place = press.ctx.services.league.admin.join, (get_caller(press.ctx), league.guild, league.id)
    if press.id.action is LeagueAction.ENTER_TEAM:
        await join(*place, team)
        names = await press.ctx.services.league.standings.get_team_names([team])
        return await _told(press, league, "leagues.entered_for", names.get(team, ""))
    if not picked:
        return await _entrants_page(press, league)
    await join(*place, user=picked[0])
    return await _told(press, league, "leagues.entered_for", press.people[0].display_name)


async def _told(press: Press, league: LeagueInfo, key: str, who: str, **facts: str) -> Message:
    said = press.texts.say(key, who=escape_name(who), league=escape_name(league.name), **facts)
    return await _entrants_page(press, league, said)


async def _staff_page(press: Press, league: LeagueInfo, notice: str = "") -> Message:
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    users = await get_player_names(press.ctx.services, known.managers, press.texts)
    guild = press.ctx.interaction.guild
    found = {one: guild.get_role(one) if guild else None for one in known.manager_roles}
    roles = {one: role.name if role else str(one) for one, role in found.items()}
    return staff_view(league, users, roles, press.texts, notice)


async def _change_staff(press: Press, league: LeagueInfo) -> Message:
    action, admin = press.id.action, press.ctx.services.league.admin
    picked, place = await press.remember_picked(), (get_caller(press.ctx), league.guild, league.id)
    if action is LeagueAction.HIRE and not picked:
        return await _staff_page(press, league)
    if action in {LeagueAction.HIRE, LeagueAction.FIRE}:
        user = picked[0] if picked else UserId(parse_number(press.chosen))
        await admin.set_manager(*place, user, manages=action is LeagueAction.HIRE)
    else:
        role = RoleId(parse_number(press.chosen))
        await admin.set_manager_role(*place, role, manages=action is LeagueAction.HIRE_ROLE)
    return await _staff_page(press, league, press.texts.say("managing.changed"))


async def _export(press: Press, league: LeagueInfo) -> Response:
    season = await get_season(press.ctx.services, league, press.id.number or parse_number(press.chosen) or None)
    return NewMessage(await files.export_season_files(press.ctx, league, season))


MANAGING: Final[Mapping[LeagueAction, LeagueStep]] = {
    LeagueAction.MANAGE: _manage_page,
    LeagueAction.ASK_OPEN: _ask_season_change,
    LeagueAction.ASK_CLOSE: _ask_season_change,
    LeagueAction.OPEN: _change_season,
    LeagueAction.CLOSE: _change_season,
    LeagueAction.ASK_ARCHIVE: _ask_archive,
    LeagueAction.ARCHIVE: _archive,
    LeagueAction.ENTRIES: _set_entries,
    LeagueAction.PEOPLE: _entrants_page,
    LeagueAction.ENTRANT: _show_entrant,
    LeagueAction.ENTER: _enter,
    LeagueAction.ENTER_TEAM: _enter,
    LeagueAction.WITHDRAW: _withdraw,
    LeagueAction.MOVE: _move,
    LeagueAction.UNDO: _undo,
    LeagueAction.STAFF: _staff_page,
    LeagueAction.HIRE: _change_staff,
    LeagueAction.FIRE: _change_staff,
    LeagueAction.HIRE_ROLE: _change_staff,
    LeagueAction.FIRE_ROLE: _change_staff,
    LeagueAction.FILES: _export,
    LeagueAction.RESULT: lambda press, league: result_page(press.ctx, league, ResultId(parse_number(press.chosen))),
    LeagueAction.SETTINGS: show_settings,
    LeagueAction.SETTING: show_settings,
}
