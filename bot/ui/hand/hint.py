"""What a good player would do and why, from the seat's view alone."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final
from unicodedata import east_asian_width

from bot.text.catalogue import Texts
from bot.ui.core.play_reasons import explain_play, format_levels, format_signed
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUITS
from engine.model.view import View
from engine.players.compare_plays import ComparedPlay
from engine.players.play_reasons import describe_bury

MAX_OTHERS: Final = 2
"""How many other plays are named besides the best, if they fit into a line; one always is."""
MAX_LINE: Final = 48
"""In Latin letters, of small print on a phone."""


def format_hint(view: View, action: Action | None, texts: Texts, compared: Sequence[ComparedPlay] = ()) -> str:
    """Return what to do and why; `action` is a good player's choice, first of those `compared`."""
    match action:
        case Play(cards):
            return "\n".join(_list_play_lines(view, cards, texts, compared))
        case Bury(cards):
            why = _explain_bury(view, cards, texts)
            return texts.say("hint.play", cards=texts.format_cards(cards, view.card_order), why=why)
        case Declare(cards):
            return texts.say("hint.declare", cards=texts.format_cards(cards, view.card_order))
        case CallFriends(calls):
            return texts.say("hint.call", cards=texts.format_list(texts.format_friend_call(call) for call in calls))
        case _:
            return _format_answer(view, action, texts)


def _format_answer(view: View, action: Action | None, texts: Texts) -> str:
    match action:
        case ClaimRedeal():
            return texts.say("hint.claim")
        case PickUp(take):
            return texts.say("hint.take" if take else "hint.leave")
        case Pass():
            return texts.say("hint.pass", choice=texts.format_pass(view))
        case _:
            return texts.say("hint.wait")


def list_hinted_cards(action: Action | None) -> tuple[Card, ...]:
    """Return the cards in hand that a hint names."""
    return action.cards if isinstance(action, Play | Bury | Declare) else ()


def _list_play_lines(view: View, cards: tuple[Card, ...], texts: Texts, compared: Sequence[ComparedPlay]) -> list[str]:
    named = texts.format_cards(cards, view.card_order)
    lines = [texts.say("hint.play", cards=named, why=explain_play(view, cards, texts, compared))]
    if not compared:
        return lines
    return [*lines, f"-# {format_ends(view, compared, texts)}"]


def format_ends(view: View, compared: Sequence[ComparedPlay], texts: Texts) -> str:
    """Return how the deal is expected to end after the best play and others: in one line, for a phone has few."""
    best, *others = compared
    expected = texts.say("hint.expected", points=round(best.points), levels=format_levels(best.levels, texts))
    named = (
        texts.say(
            "hint.other",
            cards=texts.format_button_cards(one.cards, view.card_order),
            points=round(one.points),
            levels=format_signed(one.levels),
        )
        for one in others[:MAX_OTHERS]
    )
    line, *rest = (" · ".join(parts) for parts in accumulate(((expected,), *((one,) for one in named))))
    return next((longer for longer in reversed(rest) if _measure(longer) <= MAX_LINE), rest[0] if rest else line)


def _measure(line: str) -> int:
    """Return the width of a line in Latin letters; Chinese characters are twice as wide."""
    return sum(2 if east_asian_width(letter) in {"W", "F"} else 1 for letter in line)


def _explain_bury(view: View, cards: tuple[Card, ...], texts: Texts) -> str:
    facts = describe_bury(view, cards)
    suits = texts.format_list(texts.format_suit(EFFECTIVE_SUITS[index]) for index in facts.emptied)
    parts = [
        texts.say("hint.bury_empties", suits=suits) if facts.emptied else "",
        "" if facts.trumps else texts.say("hint.bury_trumps"),
        texts.say("hint.bury_points", points=facts.points) if facts.points else texts.say("hint.bury_no_points"),
    ]
    return texts.say("hint.bury", facts=texts.format_list(filter(None, parts)))
