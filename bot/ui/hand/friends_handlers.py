"""The controls of a declarer who calls friends."""

from collections.abc import Callable
from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.core.interactions.responses import Response
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.interactions.table_press import PressHandler, TablePress
from bot.ui.hand.friends_view import CallDraft, add_call, change_copy, decode_calls, list_suit, parse_call_draft
from bot.ui.hand.question import SeatQuestion, question_of, save_picked
from engine.model.actions import FriendCall
from engine.model.cards import parse_card
from engine.model.view import Ask


def parse_called(press: TablePress) -> tuple[FriendCall, ...]:
    """Return the calls of a button."""
    try:
        return decode_calls(press.control_id.argument)
    except (ValueError, IndexError):  # a control that was never sent
        raise StaleTask from None


def _change_calls(change: Callable[[SeatQuestion, CallDraft, str], CallDraft]) -> PressHandler:
    """Return a handler that changes the picked calls by the value chosen in a select."""

    async def handle(press: TablePress) -> Response:
        question = question_of(press)
        if question.view.ask is not Ask.CALL:
            raise StaleTask
        try:
            draft = change(question, parse_call_draft(question.draft.picked), press.values[0])
        except (ValueError, IndexError):  # a control that was never sent
            raise StaleTask from None
        return save_picked(question, press, draft.to_picked())

    return handle


FRIEND_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    ControlVerb.PICK_FRIEND_SUIT: _change_calls(list_suit),
    ControlVerb.PICK_FRIEND_CARD: _change_calls(
        lambda question, draft, value: add_call(question, draft, parse_card(value))
    ),
    ControlVerb.PICK_FRIEND_COPY: _change_calls(
        lambda question, draft, value: change_copy(question, draft, int(value))
    ),
}
