"""Words which cards a seat has not seen yet, and who is known to have none of a suit."""

from collections.abc import Sequence

from bot.text.describe.cards import format_button_cards, format_cards, format_spoken_cards, format_suit
from bot.text.describe.seat_names import NamesBySeat, format_seat_names
from bot.text.messages import Messages
from engine.deal.still_out import count_still_out
from engine.model.cards import Card
from engine.model.trump import Trump
from engine.model.view import View


def format_still_out(
    messages: Messages, view: View, names: NamesBySeat | None = None, *, is_spoken: bool = False
) -> str:
    """Return small print about the cards that this seat has not seen yet, with signs or as they are read aloud."""
    out, order = count_still_out(view), view.card_order
    trumps = messages.say("turn.out_trumps", count=out.trumps)
    jokers = messages.say("turn.out_jokers", cards=format_cards(messages, out.jokers, order)) if out.jokers else ""
    high = " · ".join((_speak if is_spoken else format_button_cards)(messages, cards, order) for cards in out.high)
    voids = (
        messages.say("turn.out_void", suit=format_suit(messages, suit), names=format_seat_names(messages, names, seats))
        for suit, seats in out.voids
    )
    lines = (f"{trumps}{jokers}", high or messages.say("turn.out_no_high"), " · ".join(voids))
    return "\n".join(f"-# {line}" for line in lines if line)


def _speak(messages: Messages, cards: Sequence[Card], order: Trump) -> str:
    """Return cards of one side suit as they are read aloud, after its name."""
    suit = format_suit(messages, order.effective_suit(cards[0]))
    return messages.say("turn.out_high", suit=suit, cards=format_spoken_cards(messages, cards, bare=True))
