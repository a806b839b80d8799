"""Leading: units and provable throws, and what each is expected to bring."""

import random
from collections.abc import Iterator

from engine.cards import Card, points_of
from engine.errors import IllegalAction
from engine.leads import Lead, check_lead, units_in
from engine.players.base import Style
from engine.players.chances import Mark, is_boss, outlook
from engine.players.choosing import pick
from engine.players.reading import Reading, trumps_held
from engine.players.stakes import last_trick
from engine.players.worth import Worth, worth
from engine.rules import Throws
from engine.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.units import main_grouping


def lead(reading: Reading, style: Style, rng: random.Random) -> tuple[Card, ...]:
    """Return the cards to lead."""
    return pick(weigh(reading, style), style, rng).cards


def weigh(reading: Reading, style: Style) -> list[tuple[float, Lead]]:
    """Return the leads worth a thought with what each is expected to bring, in card points."""
    found = list(candidates(reading, style))
    if len(found) == 1:
        return [(0.0, found[0])]
    value = worth(reading, style.weights, last_trick(reading.view, style.weights))
    judge = Judge(reading, style, value)
    return [(judge.score(one), one) for one in found]


def candidates(reading: Reading, style: Style) -> Iterator[Lead]:
    """Yield the single units that may be led, and throws of which nothing unseen can beat a unit."""
    view, order = reading.view, reading.trump.order
    for one in units_in(view.hand, reading.trump, view.rules, gone=view.gone):
        suits = {order.suit_of[face] for face in one.faces}
        suit = EFFECTIVE_SUITS[suits.pop()] if len(suits) == 1 else None
        yield Lead(suit, (one,), view.gone)
    if style.throws and view.rules.throws is not Throws.OFF:
        yield from throws(reading)


def throws(reading: Reading) -> Iterator[Lead]:
    """Yield for each suit the largest throw that nothing unseen can stop."""
    view = reading.view
    for suit in range(len(EFFECTIVE_SUITS)):
        held = reading.by_suit[suit]
        if len(held) < 2 or (suit == TRUMP_INDEX and view.rules.throws is Throws.SIDE_SUITS):  # noqa: PLR2004 - a throw has two units
            continue
        if view.rules.throw_void_trump_stops and _may_ruff(reading, suit):
            continue
        cards = _provable(reading, suit)
        if cards:
            yield from _as_lead(reading, cards)


def _may_ruff(reading: Reading, suit: int) -> bool:
    return suit != TRUMP_INDEX and any(reading.void[seat][suit] for seat in reading.others)


def _provable(reading: Reading, suit: int) -> tuple[Card, ...]:
    """Return the cards of the units of the whole suit that nothing unseen can beat; fewer until all of them hold."""
    cards = tuple(face for face, number in reading.by_suit[suit].items() for _ in range(number))
    view = reading.view
    while cards:
        units = main_grouping(cards, reading.trump, view.rules, view.gone)
        safe = tuple(card for one in units if is_boss(reading, suit, one.top, one.kind) for card in one.cards)
        if len(safe) == len(cards):
            return cards
        cards = safe
    return ()


def _as_lead(reading: Reading, cards: tuple[Card, ...]) -> Iterator[Lead]:
    view = reading.view
    try:
        found = check_lead(view.hand, cards, reading.trump, view.rules, None, view.gone)
    except IllegalAction:
        return
    if found.is_throw:
        yield found


class Judge:
    """Weighs leads against each other."""

    def __init__(self, reading: Reading, style: Style, value: Worth) -> None:
        self.reading = reading
        self.weights = style.weights
        self.value = value
        self.others = reading.others
        self.draw = self._draw()
        self.last = len(reading.view.hand)

    def score(self, lead: Lead) -> float:
        """Return the points that a lead is expected to be worth."""
        weights, cards = self.weights, lead.cards
        mark = Mark(lead.index, max(one.top for one in lead.units))
        seen = outlook(self.reading, lead, mark, 1.0, self.others, weights)
        points = points_of(cards)
        if lead.size == self.last:
            points += round(last_trick(self.reading.view, weights, lead))
        won = points + seen.won + weights.tempo + weights.size * (lead.size - 1)
        lost = points + seen.lost + weights.tempo
        score = seen.ours * won - (1 - seen.ours) * lost - self.value.cost(cards)
        return score + (self.draw * lead.size if lead.index == TRUMP_INDEX else 0.0)

    def _draw(self) -> float:
        """Return what each trump led is worth for the trumps it draws."""
        reading = self.reading
        foes = [seat for seat in self.others if reading.ally[seat] < 0.5]  # noqa: PLR2004 - more foe than friend
        holding = sum(reading.share[seat][TRUMP_INDEX] for seat in foes) * reading.left[TRUMP_INDEX]
        if holding < 1:
            return -self.weights.drawn
        fair = reading.left[TRUMP_INDEX] / max(1, len(self.others))
        longer = trumps_held(reading) - fair
        side = reading.view.sides[reading.me]
        return self.weights.draw * min(1.0, longer / 3) if side else -self.weights.drawn
