"""A reader who knows only the guide's page about following allows just the plays that the engine allows."""

import random
from collections import Counter
from itertools import combinations

import pytest
from test_guide import PRESETS, said

from engine.cards_in_play.follows import is_legal
from engine.cards_in_play.leads import read_lead
from engine.model.cards import Rank, Suit, card_of
from engine.model.trump import Trump

LOWEST = Rank.EIGHT
SUIT = [card_of(Suit.SPADES, Rank(rank)) for rank in range(LOWEST, LOWEST + 6)]
"""The six neighbouring cards of one suit from which all hands come. So few ranks make pairs and tractors frequent."""
LONGEST = 12


def list_pairs(cards):
    """Return the indexes in SUIT of the cards that are held more than once."""
    return {card.rank - LOWEST for card, count in Counter(cards).items() if count > 1}


def list_runs(pairs, length):
    return [set(range(low, low + length)) for low in range(len(SUIT)) if pairs.issuperset(range(low, low + length))]


def read_standard(hand, parts):
    """Return the lengths, in pairs, of the tractors and single pairs to play.

    For each part that was led, the reader plays the longest tractor that fits. Then they play further ones, until the
    number of pairs is reached or no pairs are left.
    """
    pairs, asked = list_pairs(hand), []
    for length in sorted(parts, reverse=True):
        left = length
        while left and pairs:
            longest = next(n for n in range(left, 0, -1) if list_runs(pairs, n))
            pairs -= list_runs(pairs, longest)[0]
            asked.append(longest)
            left -= longest
    return asked


def read_pairs(hand, parts):
    """Return [1, 1, …] with an item for each pair to play. The hand plays as many pairs as were led, if it can."""
    return [1] * min(sum(parts), len(list_pairs(hand)))


READERS = [
    ("standard", read_standard, "else first a shorter one, then pairs, then single cards"),
    ("pagat", read_pairs, "as many pairs as it has, or all you have; they needn't be in sequence"),
]


def has_parts(pairs, asked):
    """Return whether pairs contain tractors and pairs of these lengths, without using a pair twice."""
    return not asked or any(has_parts(pairs - run, asked[1:]) for run in list_runs(pairs, asked[0]))


def list_positions(rules, trump):
    """Yield a lead, the lengths in pairs of its tractors and single pairs, and a hand of the same suit."""
    dice, pack = random.Random(5), SUIT * 2
    for _ in range(150):
        dice.shuffle(pack)
        size = dice.randint(2, 5)
        lead = read_lead(pack[:size], trump, rules)
        parts = [unit.size // 2 for unit in lead.units if unit.size > 1]
        yield lead, parts, tuple(pack[size : min(LONGEST, size + dice.randint(size, 8))])


@pytest.mark.parametrize(("name", "reader", "words"), READERS)
def test_reader_follows_as_the_engine_does(name, reader, words):
    rules = PRESETS[name]
    assert words in said(rules, "follow")
    trump, seen = Trump.of(rules, Rank.SEVEN, Suit.HEARTS), Counter()
    for lead, parts, hand in list_positions(rules, trump):
        asked = sorted(reader(hand, parts), reverse=True)
        for cards in set(combinations(sorted(hand), lead.size)):
            allowed = has_parts(list_pairs(cards), asked)
            assert is_legal(hand, lead, cards, trump, rules) == allowed, (lead.cards, hand, cards)
            seen[allowed] += 1
    assert min(seen[True], seen[False]) > 100
