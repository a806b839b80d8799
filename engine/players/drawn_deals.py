"""Sampled deals before trumps are made: how all hands and the kitty may be once every card is drawn."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards_in_play.leads import copies_in_pack
from engine.model.cards import ALL_FACES, Card, Suit, count_faces, without
from engine.model.events import Declaration
from engine.model.view import View

Outcome = tuple[int, Suit | None]
"""The declarer and the trump suit."""


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """One way in which all cards may lie."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat."""
    kitty: tuple[Card, ...]
    """In the order in which it would be turned up."""
    first: int
    """The seat that drew first; chance picks it, since no view tells it."""
    worths: dict[Outcome, float] = field(default_factory=dict)
    """What the outcomes played out so far are worth to the seat that searches."""


@dataclass(frozen=True, slots=True)
class DrawnSampler:
    """Completes all hands at random from the cards that a seat has not seen."""

    known: tuple[tuple[Card, ...], ...]
    """By seat, cards that it surely holds: the seat's own ones and those shown by the others."""
    pool: tuple[Card, ...]
    hand_size: int

    @classmethod
    def of(cls, view: View) -> "DrawnSampler":
        """Return the sampler for a seat's view while trumps are made."""
        seats = range(view.rules.players)
        known = tuple(view.hand if seat == view.seat else list_shown(view.declarations, seat) for seat in seats)
        pack = [face for face in ALL_FACES for _ in range(copies_in_pack(face, view.rules))]
        pool = without(pack, [card for cards in known for card in cards])
        return cls(known, tuple(pool), view.rules.hand_size)

    def sample(self, rng: random.Random) -> DrawnDeal:
        """Return a deal in which every seat holds what it has shown."""
        cards = list(self.pool)
        rng.shuffle(cards)
        hands, at = [], 0
        for known in self.known:
            missing = self.hand_size - len(known)
            hands.append((*known, *cards[at : at + missing]))
            at += missing
        return DrawnDeal(tuple(hands), tuple(cards[at:]), rng.randrange(len(hands)))


def list_shown(declarations: Sequence[Declaration], seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat's declarations prove it to hold."""
    most: dict[Card, int] = {}
    for one in declarations:
        if one.seat == seat:
            most |= {card: max(number, most.get(card, 0)) for card, number in count_faces(one.cards).items()}
    return tuple(card for card, number in most.items() for _ in range(number))
