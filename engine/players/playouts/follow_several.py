"""Chooses cards that follow a lead of several cards in a play-out. First come required pairs, then cheap cards."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.playouts.follow_one import Follower, build_follower
from engine.players.playouts.hands import (
    THROW,
    Played,
    Trick,
    expand_run,
    find_required_tractors,
    find_runs,
    split_bits,
)
from engine.players.playouts.outlook import HeldCard, SuitOutlook, count_suit
from engine.players.playouts.playout_table import OpenTable, find_above, points_of_bit
from engine.players.playouts.value_cards import estimate_over, estimate_win, value_cards, value_held, value_pair
from engine.players.policies.beliefs import EVEN

_PAIR: Final = 2


def choose_several(table: OpenTable, trick: Trick) -> Played:
    """Return the cards with which the next seat follows. They are not yet taken out of its hand."""
    suit, base = trick.suit, EFFECTIVE_SUIT_COUNT * trick.turn
    number = table.counts[base + suit]
    if number == trick.cards:
        return table.list_cards(base + suit, suit)
    one = build_follower(table, trick)
    if number > trick.cards:
        return _follow_suit(one, base + suit)
    discards, score = _choose_discards(one, base, trick.cards - number)
    if not number and suit != TRUMP_INDEX:
        ruff, worth = _choose_ruff(one, base + TRUMP_INDEX)
        if ruff and worth > score:
            return ruff
    return table.list_cards(base + suit, suit) + discards


def _follow_suit(one: Follower, at: int) -> Played:
    trick, hands = one.trick, one.table.hands
    left = [row[at] for row in hands]
    played: Played = []
    for width in range(min(trick.width or _PAIR, len(left)), 1, -1):
        while left[width - 1] and (missing := _count_missing(one, len(played), width)):
            kinds = _choose_required(one, left[width - 1], width, missing)
            for bit in split_bits(kinds):
                played += [(trick.suit, bit)] * width
                _take(left, bit, width)
    missing = trick.cards - len(played)
    if missing > 0:
        rest = _score_singles(one, one.led, left, missing)
        rest.sort(reverse=True)
        played += [(trick.suit, bit) for _, bit in rest[:missing]]
    return played


def _count_missing(one: Follower, played: int, width: int) -> int:
    if one.trick.width == THROW:
        return one.trick.pairs - played // _PAIR
    return (one.trick.cards - played) // width


def _take(left: list[int], bit: int, number: int) -> None:
    for _ in range(number):
        for at in range(len(left) - 1, -1, -1):
            if left[at] & bit:
                left[at] ^= bit
                break


def _score_singles(one: Follower, outlook: SuitOutlook, left: list[int], wanted: int) -> list[tuple[float, int]]:
    """Return the score and bit of each card. Of side cards without points or pairs, list only the `wanted` lowest."""
    layout, found, held, suit = one.table.layout, [], left[0], outlook.suit
    if suit != TRUMP_INDEX:
        plain = held & ~(left[1] | layout.tens[suit] | layout.fives[suit])
        for _ in range(wanted):
            plain &= plain - 1
        held ^= plain
    for bit, _, points, value, _ in value_held(layout, outlook, held):
        number = sum([row & bit > 0 for row in left])
        if number:
            score = one.per_point * points - value
            if number > 1:
                score -= value_pair(layout, outlook, bit, left[1]) / number  # the cards of a pair share its value
            found += [(score, bit)] * number
    return found


def _choose_required(one: Follower, tuples: int, width: int, missing: int) -> int:
    trick, layout = one.trick, one.table.layout
    if tuples.bit_count() <= missing:
        return tuples
    if trick.length > 1 and trick.width == width and missing == trick.length:
        return find_required_tractors(tuples, trick, layout, beats=one.ours <= EVEN)
    ranked = sorted(
        [(_score_tuple(one, card, tuples, width), card[0]) for card in value_held(layout, one.led, tuples)],
        reverse=True,
    )
    return sum([bit for _, bit in ranked[:missing]])


def _score_tuple(one: Follower, card: HeldCard, tuples: int, width: int) -> float:
    trick, led, layout = one.trick, one.led, one.table.layout
    bit, _, points, value, _ = card
    value = width * value + value_pair(layout, led, bit, tuples)
    if trick.width != width or trick.length > 1 or not _beats(one, bit):
        return one.if_not + one.per_point * width * points - value
    ruffs = 0.0 if trick.suit == TRUMP_INDEX else one.trumps.chance_of_tuple(-1, width)
    over = led.chance_of_tuple(find_above(layout, trick.suit, bit), width)
    return one.value_taking(estimate_win(1.0, one.behind, one.led.blank, over, ruffs), width * points) - value


def _beats(one: Follower, bit: int) -> bool:
    trick = one.trick
    if trick.suit == TRUMP_INDEX:
        return one.table.layout.trump_level[bit] > trick.top
    return not trick.ruffed and bit > trick.top


def _choose_discards(one: Follower, base: int, missing: int) -> tuple[Played, float]:
    """Return the cards of other suits that are worth least to keep, and the worth of discarding them."""
    found: list[tuple[float, int, int]] = []
    table = one.table
    for suit in range(EFFECTIVE_SUIT_COUNT):
        left = [row[base + suit] for row in table.hands]
        if left[0] and suit != one.trick.suit:
            outlook = one.trumps if suit == TRUMP_INDEX else count_suit(table, one.trick.turn, suit)
            found += [(score, suit, bit) for score, bit in _score_singles(one, outlook, left, missing)]
    found.sort(reverse=True)
    chosen = found[:missing]
    return [(suit, bit) for _, suit, bit in chosen], one.if_not + sum([score for score, _, _ in chosen])


def _choose_ruff(one: Follower, at: int) -> tuple[Played, float]:
    """Return the lowest ruff that wins the trick so far, with its worth. Without such a ruff, return no cards."""
    trick, table = one.trick, one.table
    played = _list_throw_ruff(one, at) if trick.width == THROW else _list_ruff(one, at)
    if not played:
        return [], 0.0
    layout = table.layout
    value = value_cards(layout, one.trumps, sorted(played))
    points = sum([points_of_bit(layout, TRUMP_INDEX, bit) for _, bit in played])
    top = find_above(layout, TRUMP_INDEX, played[-1][1])
    chance = 1.0
    if one.behind.seats:
        chance = estimate_win(1.0, one.behind, one.led.blank, 0.0, estimate_over(one.trumps, one.shape, top))
    return played, one.value_taking(chance, points) - value


def _list_ruff(one: Follower, at: int) -> Played:
    """Return the lowest trumps that match a led tuple or tractor and win so far, or [] if there are none."""
    layout, trick, table = one.table.layout, one.trick, one.table
    tuples = table.hands[trick.width - 1][at]
    for low in split_bits(find_runs(tuples, TRUMP_INDEX, trick.length, layout)):
        if not trick.ruffed or (low << (trick.length - 1)) > trick.top:
            kinds = expand_run(tuples, TRUMP_INDEX, low, trick.length, layout)
            return [(TRUMP_INDEX, bit) for bit in split_bits(kinds) for _ in range(trick.width)]
    return []


def _list_throw_ruff(one: Follower, at: int) -> Played:
    """Return the lowest trumps that match the pairs of a throw. Return [] if they are too few or cannot win."""
    layout, trick, table = one.table.layout, one.trick, one.table
    held, pairs = table.hands[0][at], table.hands[1][at]
    if table.counts[at] < trick.cards or pairs.bit_count() < trick.pairs:
        return []
    if trick.ruffed and layout.collapse(held) < trick.top << 1:
        return []
    left = [row[at] for row in table.hands]
    played = []
    for bit in split_bits(pairs)[: trick.pairs]:
        played += [(TRUMP_INDEX, bit)] * _PAIR
        _take(left, bit, _PAIR)
    rest = sorted([bit for row in left for bit in split_bits(row)])
    missing = trick.cards - len(played)
    played += [(TRUMP_INDEX, bit) for bit in rest[:missing]]
    if trick.ruffed and missing:  # the last card is the highest trump left, which beats the earlier ruff
        played[-1] = (TRUMP_INDEX, rest[-1])
    return played
