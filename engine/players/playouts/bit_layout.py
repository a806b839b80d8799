"""The bit layout of an order of cards, in which each face has a bit in the mask of its effective suit."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from engine.model.cards import ALL_FACES, FACES, Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX, Trump

_FIVE = 5


@dataclass(frozen=True, eq=False, slots=True)  # equal only to itself, which makes it a cheap key of caches
class BitLayout:
    """A bit for each face; bits rise in strength within a suit, and `collapse` merges those of equal strength."""

    suit: tuple[int, ...]
    """By face: its effective suit."""
    bit: tuple[int, ...]
    """By face: a mask of one bit; 0 for a face not in the pack."""
    face: tuple[tuple[Card, ...], ...]
    """By suit, then by bit position: the face."""
    fives: tuple[int, ...]
    tens: tuple[int, ...]
    """By suit: masks of the fives (`fives`), and of the kings and tens (`tens`)."""
    groups: tuple["EqualTrumps", ...]
    """The groups of trumps of equal strength, weakest first: the cards of a trump rank outside the trump suit."""
    trump_level: dict[int, int] = field(init=False)
    """By the bit of a trump: its bit after `collapse`."""
    trumps_above: dict[int, int] = field(init=False)
    """By the bit of a trump after `collapse`: the bits of all stronger trumps, not merged."""
    cards: tuple[dict[int, tuple[int, int, int]], ...] = field(init=False)
    """By suit, then by a card's bit: the bits of all stronger cards of the suit, the card's points, its position."""

    def __post_init__(self) -> None:
        trumps = [1 << place for place in range(len(self.face[TRUMP_INDEX]))]
        levels = {one: self.collapse(one) for one in trumps}
        above = {merged: sum(one for one in trumps if levels[one] > merged) for merged in levels.values()}
        object.__setattr__(self, "trump_level", levels)
        object.__setattr__(self, "trumps_above", above)
        object.__setattr__(self, "cards", tuple(map(self._list_cards, range(EFFECTIVE_SUIT_COUNT))))

    def _list_cards(self, suit: int) -> dict[int, tuple[int, int, int]]:
        found, every = {}, (1 << len(self.face[suit])) - 1
        for place, face in enumerate(self.face[suit]):
            bit = 1 << place
            above = self.trumps_above[self.trump_level[bit]] if suit == TRUMP_INDEX else every & -(bit << 1)
            found[bit] = (above, face.points, place)
        return found

    def collapse(self, mask: int) -> int:
        """Return a mask of trumps with each group merged into one bit, so that touching trumps have adjacent bits."""
        for group in self.groups[::-1]:
            mask = mask & group.low | (group.bit if mask & group.mask else 0) | (mask >> group.above) * (group.bit << 1)
        return mask

    def expand(self, merged: int, held: int) -> int:
        """Return the bits of a merged mask of trumps; a merged group becomes the first of its trumps in `held`."""
        for group in self.groups:
            equal = held & group.mask if merged & group.bit else 0
            merged = merged & group.low | equal & -equal | (merged // (group.bit << 1)) << group.above
        return merged


@dataclass(frozen=True, slots=True)
class EqualTrumps:
    """A group of trumps of equal strength, merged into one bit."""

    mask: int
    low: int
    """Mask of the trumps below the group."""
    above: int
    """Position of the first bit above the group."""
    bit: int
    """The lowest bit of the group, into which it is merged."""

    @classmethod
    def of(cls, start: int, size: int) -> Self:
        """Return the group of `size` trumps from position `start` on."""
        return cls(((1 << size) - 1) << start, (1 << start) - 1, start + size, 1 << start)


@lru_cache(maxsize=256)
def build_bit_layout(trump: Trump) -> BitLayout | None:
    """Return the layout of an order of cards; None if it has gaps or faces that touch no other."""
    if trump.order.loose:
        return None
    suit, bit = [0] * FACES, [0] * FACES
    faces: list[tuple[Card, ...]] = []
    groups: list[EqualTrumps] = []
    for index, tiers in enumerate(trump.order.tiers):
        ordered: list[Card] = []
        for tier in tiers:
            if not tier:
                return None
            if len(tier) > 1:
                groups.append(EqualTrumps.of(len(ordered), len(tier)))
            ordered.extend(tier)
        for place, card in enumerate(ordered):
            suit[card], bit[card] = index, 1 << place
        faces.append(tuple(ordered))
    return BitLayout(
        tuple(suit),
        tuple(bit),
        tuple(faces),
        _point_masks(suit, bit, fives=True),
        _point_masks(suit, bit, fives=False),
        tuple(groups),
    )


def _point_masks(suit: list[int], bit: list[int], *, fives: bool) -> tuple[int, ...]:
    masks = [0] * EFFECTIVE_SUIT_COUNT
    for card in ALL_FACES:
        if card.points and (card.points == _FIVE) is fives:
            masks[suit[card]] |= bit[card]
    return tuple(masks)
