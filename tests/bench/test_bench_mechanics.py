"""Measures the speed of the rules of play. A unit of time is what counting the faces of 25 cards takes, 2-4 µs.

Each run measures its unit. The aims are 50 µs for checking a follow, 100 µs for the first legal follow and 50 ms for
the worst possible input. If counting a hand takes 3.6 µs, these are 14, 28 and 14,000 units.
"""

import random
import statistics
from collections import Counter, defaultdict
from time import perf_counter, thread_time

import pytest

from engine.cards_in_play.follows import check_follow, is_legal, legal_follows
from engine.cards_in_play.leads import leadable_units, read_lead
from engine.cards_in_play.shape_fit import can_pack
from engine.cards_in_play.shapes import alternatives, unit_alternatives, unit_splits
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import find_winner
from engine.cards_in_play.units import all_units
from engine.model.cards import ALL_FACES, SUITS, Rank
from engine.model.errors import IllegalAction
from engine.model.options import Follow, ThrowCompare
from engine.model.presets import preset, with_options
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump


def timed(function, *args, clock=perf_counter):
    start = clock()
    result = function(*args)
    return clock() - start, result


def cold(function, *args):
    """Return the seconds of a call with empty caches."""
    for remembered in (alternatives, unit_splits, unit_alternatives, can_pack):
        remembered.cache_clear()
    return timed(function, *args, clock=thread_time)[0]


def counting(hands):
    """Return the unit of time, which is the median number of seconds for counting the faces of a hand."""
    return statistics.median(timed(Counter, hand)[0] for hand in hands)


def pack(rules):
    return [face for face in ALL_FACES for _ in range(rules.copies_of(face))]


def tricks(rules, number, seed=7):
    """Yield leads from one full hand, each with another full hand that has to follow."""
    rng = random.Random(seed)
    cards = pack(rules)
    for _ in range(number):
        rng.shuffle(cards)
        size = rules.hand_size
        trump = Trump.of(rules, rng.choice(list(Rank)), rng.choice(SUITS))
        every = list(leadable_units(cards[:size], trump, rules))
        one = rng.choice([unit for unit in every if unit.size > 1] or every)
        yield rng, trump, read_lead(one.cards, trump, rules), cards[size : 2 * size]


def verdict(hand, lead, play, trump, rules):
    try:
        check_follow(hand, lead, play, trump, rules)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("follow", [one.value for one in Follow])
def test_follow_is_checked_and_found_quickly(follow, record_property, scale):
    rules = with_options(preset("standard"), follow=follow)
    times, firsts, hands = [], [], []
    for rng, trump, lead, hand in tricks(rules, scale.pick(1500, 30)):
        first, play = timed(lambda *args: next(legal_follows(*args)), hand, lead, trump, rules)
        firsts.append(first)
        times.append(timed(verdict, hand, lead, play, trump, rules)[0])
        times.append(timed(verdict, hand, lead, rng.sample(hand, lead.size), trump, rules)[0])
        hands.append(hand)
    unit = counting(hands)
    legality, first = statistics.median(times) / unit, statistics.median(firsts) / unit
    record_property("legality", legality)
    print(f"\n{follow}: legality {legality:.1f}, first follow {first:.1f} hands counted ({unit * 1e6:.2f} µs)")
    assert scale.is_short or legality < 14
    assert scale.is_short or first < 28


def crowded(rng):
    """Return rules for six decks, trumps, a lead of up to twelve cards in large groups, and a hand of similar cards."""
    follow = rng.choice(list(Follow))
    rules = with_options(
        Rules(),
        decks=6,
        players=8,
        kitty_size=12,
        follow=follow,
        throw_compare=rng.choice(list(ThrowCompare)),
        protect_longer=rng.random() < 0.3 and follow is not Follow.TEMPLATE,
        trump_level_touches_ace=rng.random() < 0.3,
    )
    trump = Trump.of(rules, rng.choice(list(Rank)), rng.choice([*SUITS, None]))
    suit = rng.choice([one for one in range(5) if trump.order.tiers[one]])
    faces = [face for tier in trump.order.tiers[suit] for face in tier]
    start = rng.randrange(len(faces))
    cards = faces[start : start + rng.randint(6, 14)] * 6
    rng.shuffle(cards)
    led, size = [], rng.randint(2, 12)
    while len(led) < size and cards:
        fitting = [one for one in all_units(cards[:30], trump, rules) if one.size <= size - len(led)]
        one = rng.choice([unit for unit in fitting if unit.size >= 4] or fitting)
        led += one.cards
        for card in one.cards:
            cards.remove(card)
    return rules, trump, led, cards


def test_hard_hands_and_leads_stay_within_the_time_limit(record_property, scale):
    rng = random.Random(3)
    units = counting([pack(preset("standard"))[:25] for _ in range(500)])
    worst = defaultdict(float)

    def longest(what, function, *args):
        took, result = timed(function, *args, clock=thread_time)
        if took / units > worst[what]:  # measured again with empty caches, in case the machine was busy
            took = min(took, *(cold(function, *args) for _ in range(3)))
            worst[what] = max(worst[what], took / units)
        return result

    for _ in range(scale.pick(1500, 15)):
        rules, trump, led, rest = crowded(rng)
        lead = longest("lead", read_lead, led, trump, rules)
        hand = rest[:39]
        longest("throw", check_throw, lead, Seat(0), [led, *(rest[at::7] for at in range(7))], trump, rules)
        if len(hand) <= lead.size:
            continue
        play = longest("first follow", lambda *args: next(legal_follows(*args)), hand, lead, trump, rules)
        for cards in (play, rng.sample(hand, lead.size)):
            longest("legality", is_legal, hand, lead, cards, trump, rules)
        longest("winner", find_winner, lead, [led, play, rng.sample(hand, lead.size)], trump, rules)
    print("\n" + ", ".join(f"{what} {most:.0f}" for what, most in worst.items()), "hands counted at worst")
    for what, most in worst.items():
        record_property(what, most)
        assert scale.is_short or most < 14_000


def test_follow_from_three_decks_is_checked_quickly(record_property, scale):
    rules = preset("pagat-three-decks")
    times, hands = [], []
    for rng, trump, lead, hand in tricks(rules, scale.pick(1000, 20)):
        times.append(timed(verdict, hand, lead, rng.sample(hand, lead.size), trump, rules)[0])
        hands.append(hand)
    ratio = statistics.median(times) / counting(hands)
    record_property("legality", ratio)
    print(f"\nthree decks: legality {ratio:.1f} hands of 39 counted")
    assert scale.is_short or ratio < 14
