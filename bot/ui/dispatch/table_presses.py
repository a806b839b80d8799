"""The handlers of all table controls, by verb."""

from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.interactions.table_press import PressHandler, TablePress, get_seat, submit_action
from bot.ui.hand import handlers as hand_handlers
from bot.ui.hand.handlers import ACTIONS
from bot.ui.learn import handlers as learn_handlers
from bot.ui.lobby import handlers as lobby_handlers
from bot.ui.table import handlers as table_handlers


async def handle_table_press(press: TablePress) -> Response:
    """Run a control's handler; refuses if it belongs to another user or an earlier task."""
    verb, seat, task = press.control_id.verb, press.control_id.seat, press.control_id.task
    if seat is not None:
        if get_seat(press.table, press.user) != seat:
            return notice_message(press.texts.say("ui.not_yours"))
        if verb in hand_handlers.DRAFT_HANDLERS and press.table.task(seat) != task:
            raise StaleTask
    if verb is ControlVerb.PLAY:
        return await hand_handlers.play_cards(press)
    if verb in ACTIONS:
        return await submit_action(press, ACTIONS[verb](press))
    return await _HANDLERS[verb](press)


_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **lobby_handlers.HANDLERS,
    **learn_handlers.TABLE_HANDLERS,
    **table_handlers.HANDLERS,
    **hand_handlers.HANDLERS,
}
assert set(_HANDLERS) | set(ACTIONS) | {ControlVerb.PLAY} == set(ControlVerb)
