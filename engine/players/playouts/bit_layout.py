"""Gives each card face a bit, so that a mask can hold the cards of one effective suit."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from engine.model.cards import ALL_FACES, FACES, Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX, Trump

_FIVE = 5


@dataclass(frozen=True, eq=False, slots=True)  # a layout is equal only to itself, so it is a fast key for caches
class BitLayout:
    """The bit of each face. Within a suit, stronger faces have higher bits, and `collapse` merges equal trumps."""

    suit: tuple[int, ...]
    """The effective suit of each face."""
    bit: tuple[int, ...]
    """The bit of each face, as a mask. It is 0 for a face that is not in the pack."""
    face: tuple[tuple[Card, ...], ...]
    """The faces of each suit, in the order of their bits."""
    fives: tuple[int, ...]
    tens: tuple[int, ...]
    """For each suit, the mask of its fives (`fives`), and the mask of its kings and tens (`tens`)."""
    groups: tuple["EqualTrumps", ...]
    """The groups of equally strong trumps, weakest first, such as the level cards outside the trump suit."""
    trump_level: dict[int, int] = field(init=False)
    """Maps the bit of each trump to its bit after `collapse`."""
    trumps_above: dict[int, int] = field(init=False)
    """Maps each bit that `collapse` returns to the mask of all stronger trumps. This mask is not collapsed."""
    cards: tuple[dict[int, tuple[int, int, int]], ...] = field(init=False)
    """For each suit, maps a card's bit to three facts: the bits of all stronger cards, its points, its position."""

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
        """Return a mask of trumps with one bit for each group of equal trumps. Trumps that touch are then adjacent."""
        for group in self.groups[::-1]:
            mask = mask & group.low | (group.bit if mask & group.mask else 0) | (mask >> group.above) * (group.bit << 1)
        return mask

    def expand(self, merged: int, held: int) -> int:
        """Return the trumps that `collapse` made into `merged`. Of each group, take the first trump in `held`."""
        for group in self.groups:
            equal = held & group.mask if merged & group.bit else 0
            merged = merged & group.low | equal & -equal | (merged // (group.bit << 1)) << group.above
        return merged


@dataclass(frozen=True, slots=True)
class EqualTrumps:
    """A group of equally strong trumps, which `collapse` merges into one bit."""

    mask: int
    low: int
    """A mask of all trumps below the group."""
    above: int
    """The position of the first bit above the group."""
    bit: int
    """The lowest bit of the group, into which it is merged."""

    @classmethod
    def of(cls, start: int, size: int) -> Self:
        """Return the group of `size` trumps from position `start` on."""
        return cls(((1 << size) - 1) << start, (1 << start) - 1, start + size, 1 << start)


@lru_cache(maxsize=256)
def build_bit_layout(trump: Trump) -> BitLayout | None:
    """Return the bit layout of an order of cards, or None if the order has gaps or faces that touch no other face."""
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
