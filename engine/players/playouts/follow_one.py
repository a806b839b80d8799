"""Chooses the card that follows a lead of one card in a play-out."""

from dataclasses import dataclass
from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import THROW, Trick
from engine.players.playouts.outlook import SuitOutlook, count_suit, read_suit
from engine.players.playouts.playout_table import OpenTable, find_above
from engine.players.playouts.value_cards import (
    ANY,
    SINGLE,
    Behind,
    Shape,
    estimate_over,
    estimate_win,
    list_behind,
    list_discards,
    value_held,
)
from engine.players.policies.beliefs import EVEN
from engine.players.policies.trick_odds import HONOUR_POINTS
from engine.players.policies.weights import WEIGHTS

_VOID: Final = WEIGHTS.void
_LOST_POINTS: Final = WEIGHTS.lost_points
_SECOND_HONOUR: Final = WEIGHTS.second_honour
_PARTNER_RUFFED: Final = WEIGHTS.partner_ruffed


@dataclass(slots=True)
class Follower:
    """A seat that is about to follow, and what it expects of the trick."""

    table: OpenTable
    trick: Trick
    shape: Shape
    led: SuitOutlook
    trumps: SuitOutlook
    behind: Behind
    ours: float
    """The chance that a partner is winning the trick so far."""
    won: float
    """What winning the trick is worth to this side: its points so far, points still to come, and the next lead."""
    lost: float
    if_not: float
    """What the trick is worth to this side if this seat does not win it."""
    per_point: float
    """What each card point that this seat adds is worth to its side if the seat does not win the trick."""

    def value_taking(self, chance: float, points: int) -> float:
        """Return the worth of a card that beats all so far. This side then wins the trick with this `chance`."""
        return chance * (self.won + points) - (1.0 - chance) * (self.lost + points)


def choose_follow(table: OpenTable, trick: Trick) -> tuple[int, int]:
    """Return the card with which the seat in turn follows a lead of one card, as its suit and its bit."""
    at = EFFECTIVE_SUIT_COUNT * trick.turn + trick.suit
    held = table.hands[0][at]
    if held:
        takers = _find_takers(table.layout, trick)
        held = _leave_out_dominated(table.layout, trick.suit, held, takers, table.hands[1][at])
        if not held & (held - 1):
            return trick.suit, held
        return trick.suit, _choose_of_led_suit(build_follower(table, trick), held, takers)
    if table.left[trick.turn] == 1:
        return table.find_last(trick.turn)
    return _choose_void(build_follower(table, trick))


def _find_takers(layout: BitLayout, trick: Trick) -> int:
    if trick.suit == TRUMP_INDEX:
        return layout.trumps_above[trick.top]
    return 0 if trick.ruffed else find_above(layout, trick.suit, trick.top)


def _leave_out_dominated(layout: BitLayout, suit: int, held: int, takers: int, pairs: int) -> int:
    """Return `held` without cards that are surely worse than another card.

    Of the cards that neither win nor have points, all above the lowest one outside a pair are left out.
    """
    plain = held & ~(takers | layout.tens[suit] | layout.fives[suit])
    lowest = plain & ~pairs
    lowest &= -lowest
    return held & ~(plain & find_above(layout, suit, lowest)) if lowest else held


def build_follower(table: OpenTable, trick: Trick) -> Follower:
    """Return what the seat on turn expects of the trick."""
    me, suit, shape = trick.turn, trick.suit, SINGLE if trick.cards == 1 else Shape.of(trick)
    read = read_suit if trick.left > 1 else count_suit
    led = read(table, me, suit)
    follows = table.counts[EFFECTIVE_SUIT_COUNT * me + suit] >= trick.cards
    # trumps do not matter if they are led, or if this seat plays last and follows suit
    ignores_trumps = suit == TRUMP_INDEX or (follows and trick.left == 1)
    trumps = led if ignores_trumps else read(table, me, TRUMP_INDEX)
    behind, won, lost = list_behind(table, me, table.start.behind[me][: trick.left - 1], led, shape)
    won, lost = won + trick.points, lost + trick.points
    ours = table.allies[me][trick.winner]
    chance = _estimate_without(table, trick, shape, led, trumps, behind, ours)
    per_point = 2.0 * chance - 1.0 - (_LOST_POINTS if trick.left == 1 and ours < EVEN else 0.0)
    if_not = chance * won - (1.0 - chance) * lost
    return Follower(table, trick, shape, led, trumps, behind, ours, won, lost, if_not, per_point)


def _estimate_without(
    table: OpenTable, trick: Trick, shape: Shape, led: SuitOutlook, trumps: SuitOutlook, behind: Behind, ours: float
) -> float:
    if not behind.seats:
        return ours
    if trick.suit == TRUMP_INDEX:
        over = 0.0 if trick.width == THROW else estimate_over(led, shape, table.layout.trumps_above[trick.top])
        return estimate_win(ours, behind, led.blank, over, 0.0)
    if trick.ruffed:
        ruffs = estimate_over(trumps, shape, table.layout.trumps_above[trick.top])
        return estimate_win(ours, behind, led.blank, 0.0, ruffs)
    over = 0.0 if trick.width == THROW else estimate_over(led, shape, find_above(table.layout, trick.suit, trick.top))
    return estimate_win(ours, behind, led.blank, over, estimate_over(trumps, shape, ANY))


def _choose_of_led_suit(one: Follower, held: int, takers: int) -> int:
    """Return the bit of the best card to play. `held` has the cards of the led suit to choose from."""
    trick, layout, led = one.trick, one.table.layout, one.led
    is_trump = trick.suit == TRUMP_INDEX
    is_second = trick.left == len(one.table.left) - 1 and not is_trump
    ruffs = 0.0 if is_trump else 1.0 - one.trumps.blank  # the chance of a ruff; the last seat does not use it
    best, chosen = -1e9, 0
    for bit, higher, points, value, pair in value_held(layout, led, held):
        score = -value - pair
        if bit & takers:
            if score + one.won + points <= best:  # even with a chance of 1, this card is not the best
                continue
            chance = estimate_win(1.0, one.behind, one.led.blank, 1.0 - float(led.rest**higher), ruffs)
            score += one.value_taking(chance, points)
        else:
            score += one.if_not + one.per_point * points
        if is_second and points == HONOUR_POINTS and higher:
            score -= _SECOND_HONOUR * points
        if score > best:
            best, chosen = score, bit
    return chosen


def _choose_void(one: Follower) -> tuple[int, int]:
    """Return the suit and the bit of the best ruff or discard."""
    table, trick, base = one.table, one.trick, EFFECTIVE_SUIT_COUNT * one.trick.turn
    best, suit, chosen, takers = -1e9, 0, 0, 0
    if trick.suit != TRUMP_INDEX:
        takers = table.hands[0][base + TRUMP_INDEX]
        if trick.ruffed:
            takers &= table.layout.trumps_above[trick.top]
        if takers and (trick.left > 1 or one.ours < 1.0):
            best, chosen = _choose_ruff(one, takers)
            suit = TRUMP_INDEX
    for other in range(EFFECTIVE_SUIT_COUNT):
        held = table.hands[0][base + other]
        if other == TRUMP_INDEX:
            held &= ~takers
        if held:
            score, bit = _choose_discard(one, other, held)
            if score > best:
                best, suit, chosen = score, other, bit
    if not chosen:  # only trumps are left, so the seat must ruff even a partner's trick
        return TRUMP_INDEX, takers & -takers
    return suit, chosen


def _choose_ruff(one: Follower, takers: int) -> tuple[float, int]:
    trumps = one.trumps
    blunder = _PARTNER_RUFFED if one.trick.left > 1 and _is_partner_safe(one) else 0.0
    best, chosen = -1e9, 0
    for bit, higher, points, value, pair in value_held(one.table.layout, trumps, takers):
        score = -blunder - value - pair
        if score + one.won + points > best:  # otherwise this is not the best ruff, even with a chance of 1
            ruffs = 1.0 - float(trumps.rest**higher)
            score += one.value_taking(estimate_win(1.0, one.behind, one.led.blank, 0.0, ruffs), points)
            if score > best:
                best, chosen = score, bit
    return best, chosen


def _is_partner_safe(one: Follower) -> bool:
    """Return whether a known partner wins with a card of the led suit that no unseen card and no ruff can beat."""
    trick = one.trick
    if one.ours < 1.0 or trick.ruffed or one.led.unseen & -(trick.top << 1):
        return False
    return not one.behind.foe_ruffs


def _choose_discard(one: Follower, suit: int, held: int) -> tuple[float, int]:
    table, base = one.table, EFFECTIVE_SUIT_COUNT * one.trick.turn
    outlook = one.trumps if suit == TRUMP_INDEX else count_suit(table, one.trick.turn, suit)
    empties = table.counts[base + suit] == 1 and suit != TRUMP_INDEX and table.counts[base + TRUMP_INDEX] > 0
    best, chosen = -1e9, 0
    for bit, _, points, value, pair in list_discards(table.layout, outlook, held):
        score = one.if_not + one.per_point * points - value - pair
        if empties:
            score += _VOID
        if score > best:
            best, chosen = score, bit
    return best, chosen
