"""Puts into words why a play is good, and what a play gains or costs."""

from collections.abc import Sequence
from typing import Final

from bot.play.finished_deals.deal_review import ReviewedPlay
from bot.text.describe.cards import format_cards, format_cards_aloud, format_shape
from bot.text.messages import Messages
from engine.deal.legal_actions import as_lead
from engine.model.cards import Card, points_of
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.advice.play_reasons import PlayReason, find_reason

_POINTS_COUNTED: Final = {PlayReason.TAKES, PlayReason.AHEAD, PlayReason.RUFFS}
_MINUS: Final = "−"


def format_levels(levels: float) -> str:
    """Return a number of levels with its sign and one decimal: `+0.4`."""
    return _sign(round(levels, 1), f"{abs(levels):.1f}")


def format_gain(points: float, texts: Messages) -> str:
    """Return a number of card points with its sign: `+8 points`."""
    return texts.say("review.gain", gain=_sign(round(points), str(abs(round(points)))), points=abs(round(points)))


def _sign(number: float, digits: str) -> str:
    return f"{'+' if number > 0 else _MINUS if number < 0 else '±'}{digits}"


def format_costly_play(key: str, play: ReviewedPlay, texts: Messages, *, is_spoken: bool = False) -> str:
    """Return the message called `key` about a costly play. It names the better play, the loss and the reason."""
    order, name = play.view.card_order, format_cards_aloud if is_spoken else format_cards
    return texts.say(
        key,
        trick=play.trick,
        cards=name(texts, play.cards, order),
        better=name(texts, play.best, order),
        points=round(play.cost),
        why=explain_play(play.view, play.best, texts),
    )


def explain_play(view: View, cards: tuple[Card, ...], texts: Messages, compared: Sequence[ComparedPlay] = ()) -> str:
    """Return why a play is good. If no reason is known, say that it looks best, or that no play is clearly better."""
    reason = find_reason(view, cards)
    if reason is None:
        is_close = compared and not any(one.is_clearly_better for one in compared)
        return texts.say("hint.compared", count=compared[0].deals) if is_close else texts.say("hint.best")
    points = points_of(cards) + (view.trick.points if reason in _POINTS_COUNTED else 0)
    shape = format_shape(texts, as_lead(view, cards).groups) if reason is PlayReason.SHAPE else ""
    in_trumps = reason is PlayReason.SHAPE and view.card_order.is_trump(cards[0])
    return texts.say(f"hint.{reason}_trumps" if in_trumps else f"hint.{reason}", points=points, shape=shape)
