"""Handles choices of cards and friends in the selects of a hand, at a table, in a puzzle or in the deal of the day."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.core.interactions.context import TablePress
from bot.ui.core.interactions.responses import PressHandler, Response
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.hand.card_selects import find_lead_list, list_lead_suits, may_mix_suits, parse_selected_cards
from bot.ui.hand.follow_view import list_card_groups
from bot.ui.hand.friends_view import CallDraft, add_call, change_copy, decode_calls, list_suit, parse_call_draft
from bot.ui.hand.question import SeatQuestion, format_listed_suit, question_of, save_picked
from engine.model.actions import FriendCall
from engine.model.cards import Card, holds, parse_card
from engine.model.view import Ask

Picked = tuple[str, ...]
Pick = Callable[[SeatQuestion, str, tuple[str, ...]], Picked]
"""Returns what is picked after a press with this argument and these values. Raises ValueError or IndexError."""


def _pick_cards(question: SeatQuestion, argument: str, values: tuple[str, ...]) -> Picked:
    """Replace the cards picked from this select, and keep others. If a lead must have one suit, drop other suits."""
    chosen, number = parse_selected_cards(values), argument.partition(".")[0]
    if not number.isdecimal():
        raise ValueError("no select")
    is_lead = question.view.ask is Ask.LEAD
    group = find_lead_list(question, int(number), chosen) if is_lead else list_card_groups(question)[int(number)][1]
    kept = tuple(card for card in question.picked if card not in group)
    if not holds(group, chosen):  # the panel has changed and lists other cards
        kept = ()
    elif is_lead and chosen and not may_mix_suits(question):
        kept = tuple(c for c in kept if question.effective_suit(c) is question.effective_suit(chosen[0]))
    return _hold(question, (*kept, *chosen))


def _pick_suit(question: SeatQuestion, _: str, values: tuple[str, ...]) -> Picked:
    chosen = next((suit for suit in list_lead_suits(question) if suit.value == values[0]), None)
    if question.view.ask is not Ask.LEAD or chosen is None:
        raise ValueError("no suit to lead")
    return (format_listed_suit(chosen),)


def _hold(question: SeatQuestion, cards: tuple[Card, ...]) -> Picked:
    if not holds(question.view.hand, cards):
        raise ValueError("cards of another hand")
    return tuple(map(str, cards))


PICKING: Final[Mapping[ControlVerb, Pick]] = {
    ControlVerb.PICK: _pick_cards,
    ControlVerb.PICK_ONE_MORE: lambda question, cards, _: _hold(question, (*question.picked, *decode_cards(cards))),
    ControlVerb.PICK_SUIT: _pick_suit,
    ControlVerb.UNPICK_LAST: lambda question, _, __: question.draft.picked[:-1],
    ControlVerb.CLEAR: lambda _, __, ___: (),
}


def parse_called(press: TablePress) -> tuple[FriendCall, ...]:
    """Return the friend calls in a button's id. Raises StaleTask if the id has none."""
    try:
        return decode_calls(press.control_id.argument)
    except (ValueError, IndexError):  # the control is forged
        raise StaleTask from None


def _change_calls(change: Callable[[SeatQuestion, CallDraft, str], CallDraft]) -> PressHandler:
    async def handle(press: TablePress) -> Response:
        question = question_of(press)
        if question.view.ask is not Ask.CALL:
            raise StaleTask
        try:
            draft = change(question, parse_call_draft(question.draft.picked), press.values[0])
        except (ValueError, IndexError):  # only a forged control has such values
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
