"""Picks cards from the selects of a hand, at a table, in a puzzle and in the deal of the day."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.hand.card_selects import parse_selected_cards
from bot.ui.hand.follow_view import list_card_groups
from bot.ui.hand.lead_lists import find_lead_list, list_lead_suits, may_mix_suits
from bot.ui.hand.question import SeatQuestion, format_listed_suit
from engine.model.cards import Card, holds
from engine.model.view import Ask

Picked = tuple[str, ...]
Pick = Callable[[SeatQuestion, str, tuple[str, ...]], Picked]
"""Returns the picked cards after a press with this argument and these values.

Raises ValueError or IndexError if they do not fit the hand: for an invented control, or one of an earlier question.
"""


def _pick_cards(question: SeatQuestion, argument: str, values: tuple[str, ...]) -> Picked:
    """Replace the cards picked from a select; picks from other selects stay, for a lead only those of its suit."""
    chosen, number = parse_selected_cards(values), argument.partition(".")[0]
    if not number.isdecimal():
        raise ValueError("no select")
    is_lead = question.view.ask is Ask.LEAD
    group = find_lead_list(question, int(number), chosen) if is_lead else list_card_groups(question)[int(number)][1]
    kept = tuple(card for card in question.picked if card not in group)
    if not holds(group, chosen):  # the panel now lists other cards
        kept = ()
    elif is_lead and chosen and not may_mix_suits(question):
        kept = tuple(c for c in kept if question.effective_suit(c) is question.effective_suit(chosen[0]))
    return _hold(question, (*kept, *chosen))


def _pick_one_more(question: SeatQuestion, argument: str, _: tuple[str, ...]) -> Picked:
    return _hold(question, (*question.picked, *decode_cards(argument)))


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
    ControlVerb.PICK_ONE_MORE: _pick_one_more,
    ControlVerb.PICK_SUIT: _pick_suit,
    ControlVerb.UNPICK_LAST: lambda question, _, __: question.draft.picked[:-1],
    ControlVerb.CLEAR: lambda _, __, ___: (),
}
