"""Handlers of events' controls. Each loads the event, which may have changed since the control was sent."""

from collections.abc import Mapping
from typing import Final

from bot.events.access import require_manager
from bot.events.changes.entries import require_entrant, require_entries_open, require_not_ended
from bot.events.changes.next_round import find_staying
from bot.events.matches import EventMatch, MatchStatus, Verdict
from bot.events.model import EntrantStatus, Event, EventStatus
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import UserId
from bot.league.teams.teams import Team
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_users
from bot.ui.core.interactions.responses import (
    ControlHandler,
    EditMessage,
    NewMessage,
    OpenForm,
    Response,
    notice_message,
    show_in_place,
)
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.long_list import asks_to_find, find_form
from bot.ui.core.messages.message import Message, Picker, PickerKind, Text, button_rows
from bot.ui.events.boards_view import board_view
from bot.ui.events.bracket_view import bracket_view
from bot.ui.events.control_ids import ChangeEvent, EventAction, EventControl, NewEvent, ReportResult
from bot.ui.events.create_event import NEW_EVENT
from bot.ui.events.crosstable_view import crosstable_view
from bot.ui.events.event_view import confirm_withdrawal_view, event_button, list_tables
from bot.ui.events.invitations import handle_invitation, invite_partners
from bot.ui.events.lookup import get_entrant_names, get_event_by_id
from bot.ui.events.manage_handlers import MANAGING, EventHandler, Press, handle_report
from bot.ui.events.panel_view import handle_event_list, handle_open_event, panel_page
from bot.ui.events.round_lines import find_own_stand_in
from bot.ui.events.settings_handlers import handle_change
from bot.ui.events.standings_view import standings_view
from bot.ui.league.control_ids import EventList, OpenEvent
from bot.ui.league.lookup import get_caller, list_own_teams, offer_teams, pick_team


async def _handle(press: Press) -> Response:
    if press.id.action in {EventAction.ACCEPT, EventAction.DECLINE}:
        return await handle_invitation(press)
    if asks_to_find(press.id.mark, press.form_values):
        return OpenForm(find_form(press.id, press.texts))
    event = await get_event_by_id(press.ctx, press.id.event)
    if press.id.action in MANAGING:
        require_manager(get_caller(press.ctx), event)
    return show_in_place(press.ctx, await _HANDLERS[press.id.action](press, event))


async def _enter(press: Press, event: Event) -> Response:
    require_entries_open(event)
    own = event.find_entrant_of(press.ctx.user)
    if event.settings.format.is_individual or (own is not None and own.is_in and own.team is None):
        return await _add_entrant(press, event, own.members if own else (press.ctx.user,), None)
    teams = [team for team in await list_own_teams(press.ctx) if len(team.members) == event.settings.team_size]
    if not teams:
        return await _ask_with_whom(press, event)
    if (team := pick_team(press, teams)) is None:
        return offer_teams(EventControl(EventAction.TEAM, event.id), teams, press.texts)
    return await _add_entrant(press, event, team.members, team)


async def _together(press: Press, event: Event) -> Response:
    require_entries_open(event)
    if not press.people:
        return await _ask_with_whom(press, event)
    return await invite_partners(press.ctx, event, await press.remember_picked())


async def _ask_with_whom(press: Press, event: Event) -> Response:
    own, others = event.find_entrant_of(press.ctx.user), event.settings.team_size - 1
    if own is not None and own.is_in:
        raise EventRefused(EventRefusal.MEMBER_IN, name=event.settings.name)
    if not others:
        raise EventRefused(EventRefusal.ENTER_ALONE, name=event.settings.name)
    control = EventControl(EventAction.TOGETHER, event.id)
    picker = Picker(control, press.texts.say("events.which_people", count=others), PickerKind.USER, others, others)
    return NewMessage(Message((Text(press.texts.say("events.with_whom", count=others)), picker)))


async def _add_entrant(press: Press, event: Event, members: tuple[UserId, ...], team: Team | None) -> Response:
    entered = await press.ctx.services.events.enter(event, members, team.id if team else None)
    own = entered.find_entrant_of(press.ctx.user)
    present = own is not None and own.status is EntrantStatus.PRESENT
    facts = {"name": escape_name(event.settings.name), "team": escape_name(team.name) if team else ""}
    if present and entered.status is not EventStatus.RUNNING:
        return notice_message(press.texts.say("events.checked_in", **facts))
    key = "events.entered_late" if present else "events.entered_you"
    words = press.texts.say(f"{key}_team" if team else key, **facts)
    if present:
        return notice_message(words)
    button = event_button(event, EventAction.CHECK_IN, press.texts)
    return NewMessage(Message((Text(words), *button_rows((button,)))))


async def _check_in(press: Press, event: Event) -> Response:
    event = await press.ctx.services.events.check_in(event, press.ctx.user)
    words = press.texts.say("events.checked_in", name=escape_name(event.settings.name))
    if (staying := find_staying(event, press.ctx.user)) is not None:
        who = await format_users(press.ctx.services, [staying], press.texts)
        words = f"{words}\n{press.texts.say('events.seat_kept', who=who)}"
    return notice_message(words)


async def _ask_withdrawal(press: Press, event: Event) -> Response:
    user, texts = press.ctx.user, press.texts
    require_not_ended(event)
    if user in event.substitutes:
        return NewMessage(confirm_withdrawal_view(event, "", texts))
    own = require_entrant(event, user)
    names = await get_entrant_names(press.ctx.services, [own], texts)
    return NewMessage(confirm_withdrawal_view(event, escape_name(names[own.id]), texts))


async def _withdraw(press: Press, event: Event) -> Response:
    await press.ctx.services.events.withdraw(event, press.ctx.user)
    key = "events.withdrawn_later" if event.status is EventStatus.RUNNING else "events.withdrawn"
    return EditMessage(text_message(press.texts.say(key, name=escape_name(event.settings.name))))


async def _volunteer(press: Press, event: Event) -> Response:
    await press.ctx.services.events.volunteer(event, press.ctx.user)
    return notice_message(press.texts.say("events.volunteered", name=escape_name(event.settings.name)))


async def _come(press: Press, event: Event) -> Response:
    stand_in = await find_own_stand_in(press.ctx.services, event, press.ctx.user, press.texts)
    if stand_in is not None:
        said = press.texts.say("events.here_replaced", who=escape_name(stand_in))
        return NewMessage(await panel_page(press.ctx, event, said))
    share = str(press.ctx.interaction.id)  # used for shuffling, because Discord chose it and the bot cannot predict it
    after = await press.ctx.services.events.come(event, press.id.number, press.ctx.user, share)
    match = after.find_match_of(press.ctx.user)
    if match is None:
        raise EventRefused(EventRefusal.NO_MATCH)
    if match.result is not None and match.result.verdict is Verdict.FORFEITED:
        said = press.texts.say("events.here_forfeited", table=match.table)
        return NewMessage(await panel_page(press.ctx, after, said))
    return notice_message(_format_arrival(press, match))


def _format_arrival(press: Press, match: EventMatch) -> str:
    if match.status is MatchStatus.PLAYING:
        return press.texts.say("events.here_late", table=match.table)
    if match.status is not MatchStatus.PAIRED:
        return press.texts.say("events.here_over", table=match.table)
    if match.missing:
        return press.texts.say("events.here_waiting", table=match.table, count=len(match.missing))
    return press.texts.say("events.here_all", table=match.table)


async def _show_standings(press: Press, event: Event) -> Response:
    return NewMessage(await standings_view(press.ctx.services, event, press.texts))


async def _show_table(press: Press, event: Event) -> Response:
    action, services, texts = press.id.action, press.ctx.services, press.texts
    if action not in list_tables(event):
        return notice_message(texts.say("failure.old_control"))
    if action is EventAction.BOARD:
        page = await board_view(services, event, parse_number(press.chosen) if press.chosen else None, texts)
    elif action is EventAction.BRACKET:
        page = await bracket_view(services, event, texts, press.id.number)
    else:
        page = await crosstable_view(services, event, texts, press.id.number)
    return EditMessage(page) if press.id.mark or press.chosen else NewMessage(page)


_HANDLERS: Final[Mapping[EventAction, EventHandler]] = {
    EventAction.ENTER: _enter,
    EventAction.TEAM: _enter,
    EventAction.CHECK_IN: _check_in,
    EventAction.WITHDRAW: _ask_withdrawal,
    EventAction.LEAVE: _withdraw,
    EventAction.VOLUNTEER: _volunteer,
    EventAction.HERE: _come,
    EventAction.STANDINGS: _show_standings,
    EventAction.BRACKET: _show_table,
    EventAction.CROSSTABLE: _show_table,
    EventAction.BOARD: _show_table,
    EventAction.PANEL: lambda press, event: panel_page(press.ctx, event),
    EventAction.TOGETHER: _together,
    **MANAGING,
}
HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    EventControl: _handle,
    ReportResult: handle_report,
    ChangeEvent: handle_change,
    NewEvent: NEW_EVENT.handle,
    EventList: handle_event_list,
    OpenEvent: handle_open_event,
}
