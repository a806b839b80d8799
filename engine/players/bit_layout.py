"""Hands as bit masks for the search: the bit that stands for each face in its effective suit."""

from dataclasses import dataclass
from functools import lru_cache

from engine.model.cards import ALL_FACES, FACES, Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX, Trump

_FIVE = 5


@dataclass(frozen=True, slots=True)
class BitLayout:
    """Bits rise in strength within a suit; faces of equal strength are neighbours, which `collapse` merges."""

    suit: tuple[int, ...]
    """By face."""
    bit: tuple[int, ...]
    """By face: a mask of one bit; 0 for a face not in the pack."""
    face: tuple[tuple[Card, ...], ...]
    """By suit, then by bit position."""
    fives: tuple[int, ...]
    tens: tuple[int, ...]
    """By suit: kings and tens."""
    group: int
    """Mask of the trumps of equal strength, the level cards of other suits; 0 if there are none."""
    low: int
    """Mask of the trumps below the group."""
    above: int
    """Position of the first bit above the group."""
    group_bit: int
    """The one bit into which the group is merged."""

    def collapse(self, mask: int) -> int:
        """Return a mask of trumps with the group merged: touching cards are neighbours, higher is stronger."""
        return (
            (mask & self.low)
            | (self.group_bit if mask & self.group else 0)
            | (mask >> self.above) * (self.group_bit << 1)
        )


@lru_cache(maxsize=256)
def build_bit_layout(trump: Trump) -> BitLayout | None:
    """Return the layout of an order of cards; None if it has gaps, loose faces or more than one group of equals."""
    if trump.order.loose:
        return None
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
    return BitLayout(
        tuple(suit),
        tuple(bit),
        tuple(faces),
        _point_masks(suit, bit, fives=True),
        _point_masks(suit, bit, fives=False),
        ((1 << size) - 1) << start,
        (1 << start) - 1,
        start + size,
        1 << start,
    )


def _point_masks(suit: list[int], bit: list[int], *, fives: bool) -> tuple[int, ...]:
    masks = [0] * EFFECTIVE_SUIT_COUNT
    for card in ALL_FACES:
        if card.points and (card.points == _FIVE) is fives:
            masks[suit[card]] |= bit[card]
    return tuple(masks)
