"""Hands as masks for the search: which bit of which effective suit stands for each face."""

from dataclasses import dataclass
from functools import lru_cache

from engine.cards import ALL_FACES, FACES, Card
from engine.trump import TRUMP_INDEX, Trump

SUITS = 5
_FIVE = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """Bits rise in strength inside a suit. Faces of equal strength stand side by side and are collapsed to compare."""

    suit: tuple[int, ...]
    """By face."""
    bit: tuple[int, ...]
    """By face: a mask of one bit; 0 for a face that is not in the pack."""
    face: tuple[tuple[Card, ...], ...]
    """By suit, then by place of the bit."""
    fives: tuple[int, ...]
    tens: tuple[int, ...]
    """By suit: kings and tens."""
    group: int
    """Mask of the trumps of equal strength, the level cards off the trump suit; 0 if there are none."""
    low: int
    """Mask of the trumps below them."""
    above: int
    """Place of the first bit above them."""
    rung: int
    """The one bit to which the group collapses."""

    def level(self, mask: int) -> int:
        """Return a mask of trumps with the group collapsed: bits that touch are neighbours, higher is stronger."""
        return (mask & self.low) | (self.rung if mask & self.group else 0) | (mask >> self.above) * (self.rung << 1)


@lru_cache(maxsize=256)
def layout(trump: Trump) -> Layout | None:
    """Return the masks for an order of cards; None where it has more than one set of equals, or gaps."""
    suit, bit = [0] * FACES, [0] * FACES
    faces: list[tuple[Card, ...]] = []
    groups: list[tuple[int, int]] = []
    for index, tiers in enumerate(trump.order.tiers):
        ordered: list[Card] = []
        for tier in tiers:
            if not tier:
                return None
            if len(tier) > 1:
                groups.append((len(ordered), len(tier)))
            ordered.extend(tier)
        for place, card in enumerate(ordered):
            suit[card], bit[card] = index, 1 << place
        faces.append(tuple(ordered))
    if len(groups) > 1:
        return None
    start, size = groups[0] if groups else (len(faces[TRUMP_INDEX]), 0)
    return Layout(
        tuple(suit),
        tuple(bit),
        tuple(faces),
        _points(suit, bit, fives=True),
        _points(suit, bit, fives=False),
        ((1 << size) - 1) << start,
        (1 << start) - 1,
        start + size,
        1 << start,
    )


def _points(suit: list[int], bit: list[int], *, fives: bool) -> tuple[int, ...]:
    masks = [0] * SUITS
    for card in ALL_FACES:
        if card.points and (card.points == _FIVE) is fives:
            masks[suit[card]] |= bit[card]
    return tuple(masks)
