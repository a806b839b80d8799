"""The engine's answers about following, grouping and winning agree with a brute force that shares no code."""

import random
from collections import Counter

import brute_force as bf
import pytest
from random_positions import (
    cards_of,
    count_cards,
    hand_with_some_units,
    in_play,
    lead_of,
    random_hand,
    random_position,
    rules_of,
    texts,
    trump_of,
)

from engine.cards_in_play.follows import is_legal, legal_follows
from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.trick import beats, find_winner, matches_lead
from engine.model.options import Follow, ThrowCompare
from engine.model.rules import Rules

FOLLOWS = [one.value for one in Follow]
COMPARES = [one.value for one in ThrowCompare]


def check_follows(seed, follow, decks=None, **fixed):
    rng = random.Random(seed)
    made = random_position(rng, follow, decks, **fixed)
    held = hand_with_some_units(rng, made) if made.table.uneven and rng.random() < 0.7 else random_hand(rng, made)
    shape = tuple((width, len(faces)) for width, faces in made.units)
    expected = bf.legal_plays(made.table, held, made.suit, shape)
    trump, rules = trump_of(made.table), rules_of(Rules(), made.table, made.decks)
    lead, cards = lead_of(made, trump), cards_of(held)
    where = (seed, made, held)
    generated = [texts(play) for play in legal_follows(cards, lead, trump, rules)]
    assert len(generated) == len(set(generated)), where
    assert set(generated) == {tuple(sorted(play)) for play in expected}, where
    size = count_cards(made.units)
    for play in set(bf.combinations(sorted(held), size)):
        assert is_legal(cards, lead, cards_of(play), trump, rules) == (play in expected), (where, play)
    return len(expected)


@pytest.mark.parametrize("follow", FOLLOWS)
def test_legal_follows_agree(follow):
    found = Counter(min(check_follows(seed, follow), 2) for seed in range(40))
    assert found[0] == 0
    assert found[1] > 1
    assert found[2] > 3


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("decks", [2, 3, 4])
@pytest.mark.parametrize("follow", FOLLOWS)
def test_many_legal_follows_agree(follow, decks):
    for seed in range(10_000, 10_080):
        check_follows(seed, follow, decks)


def check_groupings(seed, **fixed):
    rng = random.Random(seed)
    made = random_position(rng, **fixed)
    cards = made.pool[: rng.randint(1, 8)]
    if not cards:
        return
    expected = bf.maximal_partitions(made.table, cards)
    trump, rules = trump_of(made.table), rules_of(Rules(), made.table, made.decks)
    found = groupings(cards_of(cards), trump, rules, frozenset(cards_of(made.table.gone)))
    given = [tuple(sorted((brute_unit(one) for one in way), key=repr)) for way in found]
    assert len(given) == len(set(given)), (seed, cards)
    assert set(given) == expected, (seed, made, cards)


def brute_unit(unit):
    return unit.widths or unit.width, tuple(str(face) for face in unit.faces)


def test_groupings_agree():
    for seed in range(120):
        check_groupings(seed)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_many_groupings_agree():
    for seed in range(10_000, 10_200):
        check_groupings(seed)


def may_be_led(table, units, cards):
    """Return whether these units are a legal grouping of a lead. They are not if some of them form a larger unit."""
    return tuple(sorted(units, key=repr)) in bf.maximal_partitions(table, cards)


def check_winner(seed, compare, decks=None, **fixed):
    rng = random.Random(seed)
    made = random_position(rng, decks=decks, compare=compare, **fixed)
    size = count_cards(made.units)
    lead_cards = [face for unit in made.units for face in bf.cards_in(*unit)]
    if made.table.uneven and not may_be_led(made.table, made.units, lead_cards):
        return None
    trump, rules = trump_of(made.table), rules_of(Rules(), made.table, made.decks)
    lead = lead_of(made, trump)
    plays = [lead_cards, *[play_of(rng, made, size) for _ in range(3)]]
    expected = bf.winner(made.table, made.suit, made.units, plays)
    cards = [cards_of(play) for play in plays]
    assert find_winner(lead, cards, trump, rules) == expected, (seed, made, plays)
    best = 0
    for at in range(1, 4):
        if beats(lead, cards[best], cards[at], trump, rules):
            assert matches_lead(lead, cards[at], trump, rules)
            best = at
    return expected


def play_of(rng, made, size):
    """Return a random play of the led suit, of trumps or of several suits. It often has the led shape."""
    near = list(made.pool)
    if made.suit != "trump" and rng.random() < 0.6:
        trumps = sorted((f for f in in_play(made.table) if made.table.effective(f) == "trump"), key=made.table.strength)
        start = rng.randrange(max(len(trumps) - 5, 1))
        near = trumps[start : start + 6] * made.decks
    rng.shuffle(near)
    play = []
    for width, faces in made.units:
        ways = bf.ways(made.table, near, (width, len(faces)))
        if ways and rng.random() < 0.9:
            chosen = bf.cards_in(width, rng.choice(ways))
            play += chosen
            near = list((Counter(near) - Counter(chosen)).elements())
    rng.shuffle(near)
    play += near[: size - len(play)]
    others = rng.sample(in_play(made.table), size) if len(play) < size else []
    return play + others[: size - len(play)]


@pytest.mark.parametrize("compare", COMPARES)
def test_winners_agree(compare):
    found = Counter(check_winner(seed, compare) for seed in range(30))
    assert all(found[seat] for seat in range(4)), found


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("compare", COMPARES)
def test_winners_of_many_tricks_are_those_of_brute_force(compare):
    for seed in range(10_000, 10_200):
        check_winner(seed, compare)


# --- uneven tractors -------------------------------------------------------------------------------------------------

UNEVEN = {"uneven": True, "min_width": 2}


@pytest.mark.parametrize("follow", FOLLOWS)
def test_legal_follows_agree_with_uneven_tractors(follow):
    found = Counter(min(check_follows(seed, follow, 3, **UNEVEN), 2) for seed in range(6))
    assert found[0] == 0
    assert found[2] > 1


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("decks", [3, 4, 5])
@pytest.mark.parametrize("follow", FOLLOWS)
def test_many_legal_follows_agree_with_uneven_tractors(follow, decks):
    for seed in range(10_000, 10_020):
        check_follows(seed, follow, decks, **{**UNEVEN, "min_width": 2 + seed % 2})


def test_groupings_agree_with_uneven_tractors():
    for seed in range(30):
        check_groupings(seed, decks=3, **UNEVEN)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("decks", [3, 4, 5])
def test_many_groupings_agree_with_uneven_tractors(decks):
    for seed in range(10_000, 10_050):
        check_groupings(seed, decks=decks, **{**UNEVEN, "min_width": 2 + seed % 2})


@pytest.mark.parametrize("compare", COMPARES)
def test_winners_agree_with_uneven_tractors(compare):
    found = Counter(check_winner(seed, compare, 3, **UNEVEN) for seed in range(12))
    assert all(found[seat] for seat in range(4)), found


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("compare", COMPARES)
def test_many_winners_agree_with_uneven_tractors(compare):
    winners = [check_winner(seed, compare, 3 + seed % 3, **UNEVEN) for seed in (*range(10_000, 10_040), 12_802)]
    assert sum(winner is not None for winner in winners) > 24
