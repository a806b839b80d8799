"""Chooses which plays get a button. These are the recommended play and useful alternatives."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import lead_of, legal_plays, suggest_leads
from engine.model.cards import Card, count_faces, holds, points_of
from engine.model.view import Ask, View

MAX_PLAY_BUTTONS: Final = 5
MAX_PLAYS_SEARCHED: Final = 60
"""If there are more follows than this, plays are not compared, because finding all would take too long."""
MAX_PLAYS_COUNTED: Final = 600
"""If there are more follows than this, the bot does not work out which cards may be played."""
_kept: Final = lru_cache(maxsize=64)
"""Keeps answers, because a press asks several times about the same view: for the picture, the selects and buttons."""

Cards = tuple[Card, ...]


@_kept
def list_few_plays(view: View, limit: int = MAX_PLAY_BUTTONS) -> tuple[Cards, ...] | None:
    """Return all legal follows, or all leads except throws. Return None if there are more than `limit`."""
    plays = tuple(legal_plays(view, limit + 1))
    return plays if len(plays) <= limit else None


@_kept
def find_legal_copies(view: View) -> Counter[Card] | None:
    """Return the most copies of each card that a legal follow may have; None if there are too many follows to check."""
    most: Counter[Card] = Counter()
    plays = list_few_plays(view, MAX_PLAYS_COUNTED)
    for cards in plays or ():
        most |= Counter(cards)
    return most if plays is not None else None


def may_be_completed(view: View, cards: Cards) -> bool:
    """Return whether some legal follow has these cards; True if there are too many follows to check."""
    plays = list_few_plays(view, MAX_PLAYS_COUNTED)
    return plays is None or any(holds(play, cards) for play in plays)


def choose_plays(
    view: View, recommended: Cards, most: int = MAX_PLAY_BUTTONS, listed: tuple[Cards, ...] = ()
) -> tuple[Cards, ...]:
    """Return up to `most` plays, first the recommended one, then `listed` and useful others in the picture's order."""
    others = list_few_plays(view) or (
        suggest_leads(view, MAX_PLAY_BUTTONS) if view.ask is Ask.LEAD else _list_useful_follows(view)
    )
    sort_cards = view.card_order.sort_for_display
    chosen = tuple(dict.fromkeys(sort_cards(cards) for cards in (recommended, *listed, *others) if cards))
    first, rest = chosen[: bool(recommended)], chosen[bool(recommended) :]
    shown = sort_cards(view.hand)
    return (*first, *sorted(rest[: most - len(first)], key=lambda cards: [shown.index(card) for card in cards]))


def list_required_cards(view: View) -> Cards:
    """Return the cards that every legal follow contains; empty if the seat need not follow."""
    if view.ask is not Ask.FOLLOW:
        return ()
    plays = list_few_plays(view, MAX_PLAYS_SEARCHED)
    if not plays:  # there are too many follows, so only the rule to follow suit counts
        led, suit_of = view.trick.plays[0].cards, view.card_order.effective_suit
        held = tuple(card for card in view.hand if suit_of(card) is suit_of(led[0]))
        return held if len(held) < len(led) else ()
    counts = [count_faces(cards) for cards in plays]
    return tuple(card for card in counts[0] for _ in range(min(count.get(card, 0) for count in counts)))


@_kept
def _list_useful_follows(view: View) -> tuple[Cards, ...]:
    return tuple(_find_useful_follows(view))


def _find_useful_follows(view: View) -> Iterator[Cards]:
    plays = tuple(legal_plays(view, MAX_PLAYS_SEARCHED))
    winning = _list_winning(view, plays)
    yield min(plays, key=lambda cards: _cost(view, cards))
    yield max(plays, key=lambda cards: (points_of(cards), -_strength(view, cards)))
    if winning:
        yield min(winning, key=lambda cards: _cost(view, cards))
        yield max(winning, key=lambda cards: _strength(view, cards))


def _cost(view: View, cards: Cards) -> tuple[int, int, int]:
    return sum(map(view.card_order.is_trump, cards)), points_of(cards), _strength(view, cards)


def _strength(view: View, cards: Cards) -> int:
    return sum(map(view.card_order.strength, cards))


def _list_winning(view: View, plays: Iterable[Cards]) -> list[Cards]:
    lead, lying = lead_of(view), view.trick.plays
    best = next((play.cards for play in lying if play.seat == view.trick.winner), lying[0].cards)
    return [cards for cards in plays if beats(lead, best, cards, view.card_order, view.rules)]
