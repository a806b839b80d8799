"""Handlers of the managers' part of an event's panel. `MANAGING` has the handlers that only managers may use."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from bot.events.changes.no_shows import list_free_substitutes
from bot.events.model import Event, EventEntrant
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.service import EventService
from bot.events.settings import NoShowPolicy
from bot.ids import UserId
from bot.league.leagues.access import Caller
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_users, get_player_names
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import OpenForm, Response, notice_message, show_in_place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.long_list import START, ListPlace, read_place
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.post_alerts import event_subject, format_post_alert
from bot.ui.events.control_ids import PART, EventAction, EventControl, ReportResult
from bot.ui.events.event_view import confirm_cancel_view
from bot.ui.events.export import export_event
from bot.ui.events.lookup import get_entrant_names, get_event_by_id
from bot.ui.events.manage_view import manage_view, managers_view, match_view, people_view, person_view, tables_view
from bot.ui.events.report import DRAW, FIRST, MAX_MARGIN, SECOND, VOID, report_result
from bot.ui.events.settings_handlers import show_settings
from bot.ui.league.lookup import get_caller

Press = ControlPress[EventControl]
EventHandler = Callable[[Press, Event], Awaitable[Message | Response]]


async def manage_page(press: Press, event: Event, notice: str = "") -> Message:
    """Return the first page for managers."""
    services = press.ctx.services
    notice = "\n".join(filter(None, (notice, format_post_alert(services, event_subject(event), press.texts))))
    return manage_view(event, services.events.find_undo(event), press.texts, notice)


def _step(key: str, take: Callable[[EventService, Caller, Event, int], Awaitable[Event]]) -> EventHandler:
    async def handle(press: Press, event: Event) -> Message:
        event = await take(press.ctx.services.events, get_caller(press.ctx), event, press.id.number)
        facts = {"count": len(event.competitors), "rounds": event.planned_rounds, "number": press.id.number}
        return await manage_page(press, event, press.texts.say(key, name=escape_name(event.settings.name), **facts))

    return handle


async def _ask_cancel(press: Press, event: Event) -> Message:
    return confirm_cancel_view(event, press.texts)


async def _people_page(press: Press, event: Event, notice: str = "") -> Message:
    at = read_place(press.id.mark, press.form_values)
    names = await get_entrant_names(press.ctx.services, event.entrants, press.texts)
    return people_view(event, names, at, press.texts, notice)


def _get_entrant(event: Event, number: int) -> EventEntrant:
    found = next((one for one in event.entrants if one.id == number), None)
    if found is None:
        raise EventRefused(EventRefusal.NOT_IN, name=event.settings.name)
    return found


async def _person_page(press: Press, event: Event, notice: str = "") -> Message:
    entrant = _get_entrant(event, press.id.number or parse_number(press.chosen))
    names = await get_entrant_names(press.ctx.services, [entrant], press.texts)
    return person_view(event, entrant, names[entrant.id], press.texts, notice)


async def _change_person(press: Press, event: Event) -> Message:
    user, events = _get_entrant(event, press.id.number).members[0], press.ctx.services.events
    change = events.check_in_for if press.id.action is EventAction.ADMIT else events.withdraw_for
    event = await change(get_caller(press.ctx), event, user)
    return await _person_page(press, event, press.texts.say("events.may_undo_soon"))


async def _add_people(press: Press, event: Event) -> Message:
    members = await press.remember_picked()
    event = await press.ctx.services.events.enter_for(get_caller(press.ctx), event, members)
    who = await format_users(press.ctx.services, members, press.texts)
    return await _people_page(press, event, press.texts.say("events.added", who=who))


async def _show_tables(press: Press, event: Event) -> Message:
    if not event.rounds:  # there are no tables yet, because the first round is being paired
        return await manage_page(press, event)
    at = read_place(press.id.mark, press.form_values)
    return await _tables_page(press, event, press.id.number or len(event.rounds), at)


async def _tables_page(
    press: ControlPress[Any], event: Event, number: int, at: ListPlace = START, notice: str = ""
) -> Message:
    if not 1 <= number <= len(event.rounds):
        raise EventRefused(EventRefusal.NOT_STARTED, name=event.settings.name)
    names = await get_entrant_names(press.ctx.services, event.entrants, press.texts)
    return tables_view(event, number, at, names, press.texts, notice)


async def _show_match(press: Press, event: Event) -> Message:
    """Show the chosen table. If the control's mark names a table, show the chosen board of that table."""
    chosen, of = parse_number(press.chosen), press.id.mark.partition(PART)[0]
    if of.startswith("b"):
        return await _match_page(press, event, parse_number(of[1:]), chosen)
    return await _match_page(press, event, chosen, 0)


async def _match_page(press: Press, event: Event, table: int, board: int) -> Message:
    number = press.id.number
    known = event.rounds[number - 1].matches if 1 <= number <= len(event.rounds) else ()
    if not any(one.table == table and board in {0, one.board} for one in known):
        raise EventRefused(EventRefusal.NO_SUCH_MATCH, round=number, table=table)
    names = await get_entrant_names(press.ctx.services, event.entrants, press.texts)
    missing = [user for one in known if one.table == table for user in one.missing]
    people = await get_player_names(press.ctx.services, [*missing, *list_free_substitutes(event)], press.texts)
    return match_view(event, number, table, board, names, people, press.texts)


async def _begin_table(press: Press, event: Event) -> Message | Response:
    table, _, policy = press.id.mark.partition(PART)
    if policy not in set(NoShowPolicy):
        return notice_message(press.texts.say("failure.old_control"))
    at = (get_caller(press.ctx), event, press.id.number, parse_number(table))
    return await _begun_page(press, await press.ctx.services.events.begin_table(*at, NoShowPolicy(policy)), at[-1])


async def _begin_with(press: Press, event: Event) -> Message:
    picked, (table, seat, *_) = await press.remember_picked(), map(parse_number, (*press.id.mark.split(PART), ""))
    if not picked:
        return await _match_page(press, event, table, 0)
    at = (get_caller(press.ctx), event, press.id.number, table, seat)
    return await _begun_page(press, await press.ctx.services.events.begin_table_with(*at, picked[0]), table)


async def _begun_page(press: Press, event: Event, table: int) -> Message:
    said = press.texts.say("events.waits_no_longer", table=table)
    return await _tables_page(press, event, press.id.number, notice=said)


async def _set_score(press: Press, event: Event) -> Message | Response:
    winner, _, margin = press.chosen.partition(PART)
    if winner not in {FIRST, SECOND, DRAW, VOID}:
        return notice_message(press.texts.say("failure.old_control"))
    return await _report(press, event, winner, parse_number(margin))


async def _report(press: Press, event: Event, winner: str, margin: int) -> Message:
    table, board, *_ = map(parse_number, (*press.id.mark.split(PART), ""))
    return await _take_result(press, ReportResult(event.id, press.id.number, table, winner, margin, board), event)


async def handle_report(press: ControlPress[ReportResult]) -> Response:
    """Set the result of a table in play, which ends its match."""
    event = await get_event_by_id(press.ctx, press.id.event)
    return show_in_place(press.ctx, await _take_result(press, press.id, event, ends_table=True))


async def _take_result(
    press: ControlPress[Any], wanted: ReportResult, event: Event, *, ends_table: bool = False
) -> Message:
    said = await report_result(press.ctx, event, wanted, ends_table=ends_table)
    if isinstance(said, Message):
        return said
    event = await get_event_by_id(press.ctx, event.id)
    return await _tables_page(press, event, wanted.number, notice=said)


async def _set_levels(press: Press, event: Event) -> Message | Response:
    if not press.form_values:
        return OpenForm(_levels_form(press))
    first, second = (press.form_values.get(side, "").strip() for side in (FIRST, SECOND))
    levels = [parse_number(one) if one.isdecimal() else -1 for one in (first, second)]
    won = max(levels)
    if min(levels) != 0 or won > MAX_MARGIN:
        raise EventRefused(EventRefusal.BAD_LEVELS, most=MAX_MARGIN)
    return await _report(press, event, FIRST if levels[0] else SECOND if levels[1] else DRAW, won)


def _levels_form(press: Press) -> Form:
    fields = tuple(
        FormField(side, press.texts.say(f"events.levels.{side}"), default="0", max_length=2) for side in (FIRST, SECOND)
    )
    return Form(str(press.id), press.texts.say("events.button.levels"), fields)


async def _managers_page(press: Press, event: Event) -> Message:
    caller = get_caller(press.ctx)
    names = await get_player_names(press.ctx.services, [event.creator, *event.managers], press.texts)
    may_change = caller.admin or caller.user == event.creator
    return managers_view(event, names, press.texts, may_change=may_change)


async def _set_manager(press: Press, event: Event) -> Message:
    picked, change = await press.remember_picked(), press.ctx.services.events.set_manager
    is_manager = press.id.action is EventAction.MANAGER
    if is_manager and not picked:
        return await _managers_page(press, event)
    user = picked[0] if is_manager else UserId(parse_number(press.chosen))
    return await _managers_page(press, await change(get_caller(press.ctx), event, user, is_manager=is_manager))


MANAGING: Final[Mapping[EventAction, EventHandler]] = {
    EventAction.MANAGE: manage_page,
    EventAction.OPEN: _step("events.opened", lambda events, by, event, _: events.open_entries(by, event)),
    EventAction.CLOSE: _step("events.closed", lambda events, by, event, _: events.close_entries(by, event)),
    EventAction.START: _step("events.started", lambda events, by, event, _: events.start(by, event)),
    EventAction.ROUND: _step("events.round_begins", EventService.begin_round),
    EventAction.UNDO: _step("events.undone", EventService.undo),
    EventAction.CANCEL: _step("events.cancelled", lambda events, by, event, _: events.cancel(by, event)),
    EventAction.ASK_CANCEL: _ask_cancel,
    EventAction.FILES: export_event,
    EventAction.PEOPLE: _people_page,
    EventAction.PERSON: _person_page,
    EventAction.ADMIT: _change_person,
    EventAction.DROP: _change_person,
    EventAction.ADD: _add_people,
    EventAction.TABLES: _show_tables,
    EventAction.MATCH: _show_match,
    EventAction.SCORE: _set_score,
    EventAction.LEVELS: _set_levels,
    EventAction.BEGIN: _begin_table,
    EventAction.SEAT: _begin_with,
    EventAction.MANAGERS: _managers_page,
    EventAction.MANAGER: _set_manager,
    EventAction.NO_MANAGER: _set_manager,
    EventAction.SETTINGS: show_settings,
    EventAction.SETTING: show_settings,
}
