"""Estimates how likely others are to beat a play, and how many points they add to a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.shapes import UnitKind, count_cards
from engine.cards_in_play.units import find_unit_paths
from engine.model.cards import ALL_FACES
from engine.model.trump import TRUMP_INDEX
from engine.players.policies.beliefs import Beliefs
from engine.players.policies.weights import Weights

HONOUR_POINTS: Final = 10
"""What a king or a ten counts in card points."""


@dataclass(frozen=True, slots=True)
class PlayToBeat:
    """The suit and height of the play to beat."""

    suit: int
    top: int


def chance_of_tuple(share: float, numbers: Sequence[int], width: int) -> float:
    """Return the chance that a seat has `width` or more copies of at least one face.

    `numbers` has the number of unseen cards of each face. `share` is the chance that the seat holds a certain one.
    """
    none = 1.0
    for number in numbers:
        if number >= width:
            none *= 1 - _chance_of_at_least(number, width, share)
    return 1 - none


def _chance_of_at_least(number: int, width: int, share: float) -> float:
    if number == width:
        return float(share**width)
    if width == 1:
        return float(1 - (1 - share) ** number)
    return float(sum(comb(number, n) * share**n * (1 - share) ** (number - n) for n in range(width, number + 1)))


def list_unseen_above(beliefs: Beliefs, suit: int, top: int) -> list[int]:
    """Return the number of unseen cards of each face of the suit above `top`."""
    return [number for strength, number in beliefs.unseen_by_strength[suit] if strength > top]


def chance_of_unit(beliefs: Beliefs, seat: int, suit: int, top: int, kind: UnitKind) -> float:
    """Return the chance that a seat holds something of this kind, such as a pair, that is higher than `top`."""
    share = beliefs.share_of_unseen[seat][suit]
    width, length = kind[0], kind[1]
    if not share or (width > 1 and beliefs.no_pair[seat][suit]):
        return 0.0
    if length == 1:
        return chance_of_tuple(share, list_unseen_above(beliefs, suit, top), width)
    return min(1.0, len(list_higher_tractors(beliefs, suit, top, kind)) * share ** count_cards(kind))


def list_higher_tractors(beliefs: Beliefs, suit: int, top: int, kind: UnitKind) -> list[tuple[int, ...]]:
    """Return the tractors of this kind that unseen cards could form above `top`."""
    order, unseen = beliefs.trump.order, beliefs.unseen
    held = {face: unseen[face] for face in ALL_FACES if unseen[face] >= kind[0] and order.suit_of[face] == suit}
    chains = find_unit_paths(held, kind, order.adjacent_above(beliefs.view.gone))
    return [path for path in chains if order.strength[path[-1]] > top]


def chance_to_beat(beliefs: Beliefs, seat: int, lead: Lead, to_beat: PlayToBeat) -> float:
    """Return the chance that a seat can beat `to_beat` in this trick."""
    chance = 0.0
    if to_beat.suit == lead.index and not lead.is_throw:
        chance = chance_of_unit(beliefs, seat, lead.index, to_beat.top, lead.shape[0])
    if lead.index != TRUMP_INDEX:
        void = beliefs.void_chance(seat, lead.index)
        chance += void * _ruff_chance(beliefs, seat, lead, to_beat) if void else 0.0
    return min(1.0, chance)


def _ruff_chance(beliefs: Beliefs, seat: int, lead: Lead, to_beat: PlayToBeat) -> float:
    top = to_beat.top if to_beat.suit == TRUMP_INDEX else 0
    chance = 1.0
    for kind in dict.fromkeys(lead.shape):
        chance *= chance_of_unit(beliefs, seat, TRUMP_INDEX, top, kind)
        if kind == (1, 1) and lead.is_throw:
            expected = beliefs.share_of_unseen[seat][TRUMP_INDEX] * beliefs.unseen_count[TRUMP_INDEX]
            chance *= min(1.0, expected / lead.size) ** 2
    return chance


@dataclass(frozen=True, slots=True)
class TrickOutlook:
    """What is expected of the seats still to play."""

    win_chance: float
    """The chance that this seat's side wins the trick."""
    points_if_won: float
    """The points that those seats add if this seat's side wins."""
    points_if_lost: float
    """The points that those seats add if this seat's side loses."""


def estimate_trick(
    beliefs: Beliefs, lead: Lead, to_beat: PlayToBeat, ours: float, behind: Sequence[int], weights: Weights
) -> TrickOutlook:
    """Return what is expected while seats `behind` still play. `ours` is the chance that this side is winning now."""
    won = lost = 0.0
    fading = 1.0
    for seat in behind:
        ally = beliefs.ally_chance[seat]
        beat = chance_to_beat(beliefs, seat, lead, to_beat) * fading
        ours = ours * (1 - (1 - ally) * beat * weights.zeal) + (1 - ours) * ally * beat * weights.zeal
        fading *= 1 - beat * (1 - weights.rising)
        feed = estimate_points_added(beliefs, seat, lead, weights)
        won += feed * (ally + (1 - ally) * weights.leak)
        lost += feed * (1 - ally + ally * weights.leak)
    return TrickOutlook(ours, won, lost)


def estimate_points_added(beliefs: Beliefs, seat: int, lead: Lead, weights: Weights) -> float:
    """Return the points that a seat is expected to add to a trick of its side."""
    if lead.index < 0:
        return 0.0
    void = beliefs.void_chance(seat, lead.index)
    share = beliefs.share_of_unseen[seat][lead.index]
    tens, fives = beliefs.points_unseen[lead.index]
    follow = 10 * (1 - (1 - share) ** tens) + 2.5 * (1 - (1 - share) ** fives)
    if lead.size > 1:
        follow = min(10.0 * lead.size, follow * (1 + weights.drain * (lead.size - 1)))
    ruffs = weights.feed_void * min(lead.size, 2)
    return float((1 - void) * follow + void * ruffs)


def is_unbeatable(beliefs: Beliefs, suit: int, top: int, kind: UnitKind) -> bool:
    """Return whether no unseen cards of the suit can beat cards of this kind, such as a pair, of the height `top`."""
    if kind[1] == 1:
        return all(number < kind[0] for number in list_unseen_above(beliefs, suit, top))
    return not list_higher_tractors(beliefs, suit, top, kind)
