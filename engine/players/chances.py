"""How likely a seat is to beat a play, and how many points come to a trick: estimates from a reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from engine.cards import ALL_FACES
from engine.leads import Lead
from engine.players.reading import Reading
from engine.players.weights import Weights
from engine.shapes import Kind
from engine.trump import TRUMP_INDEX
from engine.units import paths

_SURE = 0.999
_HIGH_POINTS = 10
_DRAIN = 0.5


@dataclass(frozen=True, slots=True)
class Mark:
    """The play to beat: of which suit it is, and how high."""

    suit: int
    top: int


def some_tuple(share: float, numbers: Sequence[int], width: int) -> float:
    """Return the chance that a seat with `share` of unseen cards has `width` of one face.

    `numbers` are the unseen cards of each face that would do.
    """
    none = 1.0
    for number in numbers:
        if number >= width:
            none *= 1 - _at_least(number, width, share)
    return 1 - none


def _at_least(number: int, width: int, share: float) -> float:
    if number == width:
        return float(share**width)
    if width == 1:
        return float(1 - (1 - share) ** number)
    return float(sum(comb(number, n) * share**n * (1 - share) ** (number - n) for n in range(width, number + 1)))


def above(reading: Reading, suit: int, top: int) -> list[int]:
    """Return the numbers of unseen cards of each face of the suit that is stronger than `top`."""
    return [number for strength, number in reading.rising[suit] if strength > top]


def has_unit(reading: Reading, seat: int, suit: int, top: int, kind: Kind) -> float:
    """Return the chance that a seat has a unit of this kind in the suit, higher than `top`."""
    share = reading.share[seat][suit]
    width, length = kind
    if not share or (width > 1 and reading.no_pair[seat][suit]):
        return 0.0
    if length == 1:
        return some_tuple(share, above(reading, suit, top), width)
    return min(1.0, len(higher_tractors(reading, suit, top, kind)) * share ** (width * length))


def higher_tractors(reading: Reading, suit: int, top: int, kind: Kind) -> list[tuple[int, ...]]:
    """Return the tractors of this kind that unseen cards could make above `top`."""
    order, unseen = reading.trump.order, reading.unseen
    held = {face: unseen[face] for face in ALL_FACES if unseen[face] >= kind[0] and order.suit_of[face] == suit}
    chains = paths(held, *kind, order.above_without(reading.view.gone))
    return [path for path in chains if order.strength[path[-1]] > top]


def can_beat(reading: Reading, seat: int, lead: Lead, mark: Mark) -> float:
    """Return the chance that a seat can take the trick from the play to beat."""
    chance = 0.0
    if mark.suit == lead.index and not lead.is_throw:
        chance = has_unit(reading, seat, lead.index, mark.top, lead.shape[0])
    if lead.index != TRUMP_INDEX:
        void = reading.void_chance(seat, lead.index)
        chance += void * _ruff_chance(reading, seat, lead, mark) if void else 0.0
    return min(1.0, chance)


def _ruff_chance(reading: Reading, seat: int, lead: Lead, mark: Mark) -> float:
    top = mark.top if mark.suit == TRUMP_INDEX else 0
    chance = 1.0
    for kind in dict.fromkeys(lead.shape):
        chance *= has_unit(reading, seat, TRUMP_INDEX, top, kind)
        if kind == (1, 1) and lead.is_throw:
            expected = reading.share[seat][TRUMP_INDEX] * reading.left[TRUMP_INDEX]
            chance *= min(1.0, expected / lead.size) ** 2
    return chance


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected of the seats still to play."""

    ours: float
    """The chance that this seat's side wins the trick."""
    won: float
    """Points that still come if it does."""
    lost: float
    """Points that still come if it does not."""


def outlook(reading: Reading, lead: Lead, mark: Mark, ours: float, behind: Sequence[int], weights: Weights) -> Outlook:
    """Return what is expected when the seats `behind` have yet to play on `mark`.

    `ours`: the chance that the play to beat is of this seat's side.
    """
    won = lost = 0.0
    fading = 1.0
    for seat in behind:
        ally = reading.ally[seat]
        beat = can_beat(reading, seat, lead, mark) * fading
        ours = ours * (1 - (1 - ally) * beat * weights.zeal) + (1 - ours) * ally * beat * weights.zeal
        fading *= 1 - beat * (1 - weights.rising)
        feed = feeding(reading, seat, lead, weights)
        won += feed * (ally + (1 - ally) * weights.leak)
        lost += feed * (1 - ally + ally * weights.leak)
    return Outlook(ours, won, lost)


def feeding(reading: Reading, seat: int, lead: Lead, weights: Weights) -> float:
    """Return the points that a seat can be expected to add where it wants to."""
    if lead.index < 0:
        return 0.0
    void = reading.void_chance(seat, lead.index)
    share = reading.share[seat][lead.index]
    tens = reading.points_unseen[lead.index][0]
    fives = reading.points_unseen[lead.index][1]
    follow = 10 * (1 - (1 - share) ** tens) + 2.5 * (1 - (1 - share) ** fives)
    if lead.size > 1:
        follow = min(10.0 * lead.size, follow * (1 + _DRAIN * (lead.size - 1)))
    ruffs = weights.feed_void * min(lead.size, 2)
    return float((1 - void) * follow + void * ruffs)


def is_boss(reading: Reading, suit: int, top: int, kind: Kind) -> bool:
    """Tell whether no unseen cards of the suit can make a unit of this kind above `top`."""
    if kind[1] == 1:
        return all(number < kind[0] for number in above(reading, suit, top))
    return not higher_tractors(reading, suit, top, kind)
