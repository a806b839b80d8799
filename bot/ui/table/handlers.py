"""The controls of a match: coming, going, watching, the next deal and the rematch."""

from typing import Final

from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.values.stored_table import TableUpdate
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.control_press import PressHandler, TablePress
from bot.ui.core.interactions.responses import Acknowledge, EditMessage, Response, ShowPanel, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.message import Message, Text
from bot.ui.hand.coach import note_coach_offer
from engine.model.seats import Seat


async def _come_back(press: TablePress) -> Response:
    await press.table.attendance.come_back(press.user)
    return ShowPanel(press.table)


async def _step_away(press: TablePress) -> Response:
    await press.table.attendance.step_away(press.user)
    return ShowPanel(press.table)


async def _rematch(press: TablePress) -> Response:
    place = press.table.facts.event_place
    if place is not None:  # a button of an older message
        return notice_message(press.texts.say("events.no_rematch", name=escape_name(place.name)))
    table = await press.services.registry.open_rematch(press.table, press.user)
    await press.services.threads.copy_thread(press.table.id, table.id)  # first, so that its message appears there
    for changed in (table, press.table):  # the finished match now leads to the rematch
        press.services.registry.publish(changed, TableUpdate(changed.revision, ()))
    return ShowPanel(table)


async def _leave_match(press: TablePress) -> Response:
    await press.table.attendance.leave(press.user)
    return EditMessage(Message((Text(press.texts.say("seats.left")),)))


async def _next_deal(press: TablePress) -> Response:
    if press.table.spectator_view().deal_number != press.control_id.task:
        raise StaleTask
    await note_coach_offer(press)
    await press.table.gameplay.next_deal(press.user, press.shuffle_cut)
    return Acknowledge() if press.table.facts.is_computers_only else ShowPanel(press.table)


async def _watch(press: TablePress) -> Response:
    if not press.table.snapshot().has_started:
        raise TableRefused(TableRefusal.NOT_STARTED)
    if press.table.facts.is_sealed:
        raise TableRefused(TableRefusal.SEALED)
    return ShowPanel(press.table, as_spectator=True)


async def _request_seat(press: TablePress) -> Response:
    if not press.values or not press.values[0].isdecimal():
        raise StaleTask
    await press.table.voting.request_seat(press.user, Seat(int(press.values[0])))
    return ShowPanel(press.table, as_spectator=True)


async def _withdraw_request(press: TablePress) -> Response:
    await press.table.voting.withdraw_request(press.user)
    return ShowPanel(press.table, as_spectator=True)


HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    ControlVerb.COME_BACK: _come_back,
    ControlVerb.STEP_AWAY: _step_away,
    ControlVerb.REMATCH: _rematch,
    ControlVerb.NEXT_DEAL: _next_deal,
    ControlVerb.LEAVE_MATCH: _leave_match,
    ControlVerb.WATCH: _watch,
    ControlVerb.REQUEST_SEAT: _request_seat,
    ControlVerb.WITHDRAW_REQUEST: _withdraw_request,
}
