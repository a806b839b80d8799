"""Random tricks are played under all presets and options. The same properties hold for every hand."""

import random
from collections import Counter
from itertools import product

import brute_force as bf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards_in_play.follows import check_follow, find_required_cards, forced_follow, is_legal, legal_follows
from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.leads import leadable_units, read_lead, skipped_faces
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats, find_winner, matches_lead
from engine.cards_in_play.units import group_largest_first
from engine.model.cards import ALL_FACES, SUITS, Card, Rank, Suit, card_of, count_faces, holds, without
from engine.model.errors import IllegalAction, Reason
from engine.model.options import (
    Bombs,
    Follow,
    NoTrumpLevels,
    PermanentTrumps,
    ThrowCheck,
    ThrowCompare,
    ThrowFailure,
    Throws,
    ThrowUnits,
)
from engine.model.presets import PRESETS, preset, with_options
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

seeds = st.integers(0, 2**32)
QUICK = settings(max_examples=60, deadline=None)


def random_rules(rng):
    """Return a preset, or rules in which options about playing cards have random values."""
    if rng.random() < 0.3:
        return preset(rng.choice(list(PRESETS)))
    decks = rng.choice([1, 2, 2, 3, 4, 5, 6])
    return with_options(
        Rules(),
        decks=decks,
        players=4,
        kitty_size=6 if decks % 2 else 8,
        no_trump_levels=rng.choice(list(NoTrumpLevels)),
        permanent_trumps=rng.choice([PermanentTrumps.NONE] * 8 + list(PermanentTrumps)),
        bridge_level_gap=rng.random() < 0.8,
        trump_level_touches_ace=rng.random() < 0.2,
        tractor_skips_played=rng.random() < 0.3,
        tractor_min_length=rng.choice([2, 2, 2, 3]),
        tractor_max_length=rng.choice([None, None, 3]),
        uneven_tractors=decks > 2 and rng.random() < 0.5,
        follow=(follow := rng.choice(list(Follow))),
        protect_longer=rng.random() < 0.3 and follow is not Follow.TEMPLATE,
        throws=rng.choice([Throws.ALL, Throws.ALL, Throws.SIDE_SUITS, Throws.OFF]),
        throw_units=rng.choice(list(ThrowUnits)),
        throw_check=rng.choice(list(ThrowCheck)),
        throw_failure=rng.choice(list(ThrowFailure)),
        throw_compare=rng.choice(list(ThrowCompare)),
        must_beat_failed_throw=rng.random() < 0.4,
        bombs=rng.choice(list(Bombs)) if decks >= 4 else Bombs.OFF,
        rainbows=rng.choice([None, None, 4, 5]) if decks > 1 else None,
    )


def pack(rules):
    return [face for face in ALL_FACES for _ in range(rules.copies_of(face))]


def random_trump(rng, rules):
    return Trump.of(rules, rng.choice([*Rank, None]), rng.choice([*SUITS, None]))


def random_deal(rng, rules, size=None):
    """Return (hands in the middle of a deal, all cards that are in no hand)."""
    cards = pack(rules)
    rng.shuffle(cards)
    if rng.random() < 0.5:  # hands from few different cards have more pairs and triples
        faces = rng.sample(ALL_FACES, 12)
        cards.sort(key=lambda one: one not in faces)
        front = cards[: sum(one in faces for one in cards)]
        rng.shuffle(front)
        cards[: len(front)] = front
    size = size or rng.choice([rng.randint(1, 6), rng.randint(1, rules.hand_size)])
    size = min(size, len(cards) // rules.players)
    hands = [cards[at * size : (at + 1) * size] for at in range(rules.players)]
    return hands, cards[rules.players * size :]


def random_lead(rng, hand, trump, rules, gone):
    """Return a random lead from the hand. It is often a large unit, or a throw of high cards."""
    every = list(leadable_units(hand, trump, rules, gone=gone, whole_uneven=True))
    one = rng.choice(every)
    if rng.random() < 0.5:
        one = max(every, key=lambda unit: (unit.size, rng.random()))
    cards = one.cards
    may_throw = rules.throws is Throws.ALL or (rules.throws is Throws.SIDE_SUITS and not trump.is_trump(cards[0]))
    if may_throw and rng.random() < 0.5:
        suit = trump.effective_suit(cards[0])
        mine = [face for face in shuffled(rng, hand) if trump.effective_suit(face) is suit]
        if rng.random() < 0.7:
            mine.sort(key=trump.strength, reverse=True)
        cards = mine[: rng.randint(1, 8)]
    return read_lead(cards, trump, rules, None, gone)


class Scene:
    """A random trick before its lead, with rules and hands."""

    def __init__(self, seed, size=None):
        self.rng = rng = random.Random(seed)
        self.rules = random_rules(rng)
        self.trump = random_trump(rng, self.rules)
        self.hands, out = random_deal(rng, self.rules, size)
        self.gone = skipped_faces(out[self.rules.kitty_size :], self.rules)
        self.seat = Seat(rng.randrange(self.rules.players))
        self.lead = random_lead(rng, self.hands[self.seat], self.trump, self.rules, self.gone)

    def outcome(self, hands=None):
        return check_throw(self.lead, self.seat, hands or self.hands, self.trump, self.rules)

    def order(self):
        return [(self.seat + at) % self.rules.players for at in range(1, self.rules.players)]

    def __repr__(self):
        return f"{self.lead} by {self.seat} of {self.hands} under {self.trump} {self.rules}"


def shuffled(rng, cards):
    return rng.sample(list(cards), len(cards))


@QUICK
@given(seeds)
def test_whole_trick_can_be_played(seed):
    """Every seat can follow, and all offered plays are legal. The winner has the led shape, and no card is lost."""
    scene = Scene(seed)
    outcome = scene.outcome()
    lead, rules, trump = outcome.lead, scene.rules, scene.trump
    assert sorted((*lead.cards, *outcome.returned)) == sorted(scene.lead.cards)
    plays = [lead.cards]
    for seat in scene.order():
        must = outcome.must_beat == seat
        offered = list(legal_follows(scene.hands[seat], lead, trump, rules, 12, must_beat=must))
        assert offered
        for play in offered:
            check_follow(scene.hands[seat], lead, play, trump, rules, must_beat=must)
            if must:
                assert beats(lead, lead.cards, play, trump, rules)
        assert len({tuple(sorted(play)) for play in offered}) == len(offered)
        plays.append(scene.rng.choice(offered))
    won = find_winner(lead, plays, trump, rules)
    assert won == 0 or matches_lead(lead, plays[won], trump, rules)
    for at, play in enumerate(plays):
        if not matches_lead(lead, play, trump, rules):
            assert won != at or at == 0
    best = plays[won]
    assert not any(beats(lead, best, play, trump, rules) for play in plays[won + 1 :])


@QUICK
@given(seeds)
def test_card_order_never_matters(seed):
    scene = Scene(seed)
    rng, rules, trump, lead = scene.rng, scene.rules, scene.trump, scene.lead
    if not lead.is_rainbow:
        mixed = shuffled(rng, lead.cards)
        assert group_largest_first(mixed, trump, rules, scene.gone) == group_largest_first(
            lead.cards, trump, rules, scene.gone
        )
        ways = groupings(mixed[:9], trump, rules, scene.gone)
        assert set(ways) == set(groupings(sorted(mixed[:9]), trump, rules, scene.gone))
        assert groupings(mixed[:9], trump, rules, scene.gone, 2) == ways[:2]
        assert read_lead(mixed, trump, rules, None, scene.gone) == lead
    outcome = scene.outcome()
    assert outcome == scene.outcome([shuffled(rng, hand) for hand in scene.hands])
    for seat in scene.order():
        hand = scene.hands[seat]
        if len(hand) < lead.size:
            continue
        play = rng.choice(list(legal_follows(hand, lead, trump, rules, 5)))
        other = tuple(rng.sample(hand, lead.size))
        for cards in (play, other):
            expected = is_legal(hand, lead, cards, trump, rules)
            assert is_legal(shuffled(rng, hand), lead, shuffled(rng, cards), trump, rules) is expected
            assert beats(lead, lead.cards, cards, trump, rules) is beats(
                lead, shuffled(rng, lead.cards), shuffled(rng, cards), trump, rules
            )
        first = (
            {tuple(sorted(one)) for one in legal_follows(hand[:9], lead, trump, rules)}
            if lead.size <= len(hand[:9])
            else 0
        )
        again = (
            {tuple(sorted(one)) for one in legal_follows(shuffled(rng, hand[:9]), lead, trump, rules)} if first else 0
        )
        assert first == again


@QUICK
@given(seeds)
def test_offered_follows_are_exactly_accepted(seed):
    scene = Scene(seed, size=7)
    lead, rules, trump = scene.lead, scene.rules, scene.trump
    for seat in scene.order():
        hand = scene.hands[seat]
        offered = Counter(tuple(sorted(play)) for play in legal_follows(hand, lead, trump, rules))
        every = set(bf.combinations(sorted(hand), lead.size))
        assert set(offered) == {play for play in every if is_legal(hand, lead, play, trump, rules)}
        assert max(offered.values()) == 1
        forced = forced_follow(hand, lead, trump, rules)
        assert (forced is not None) == (len(offered) == 1)


@QUICK
@given(seeds)
def test_refusal_names_cards_of_the_hand(seed):
    scene = Scene(seed)
    lead, rules, trump = scene.lead, scene.rules, scene.trump
    for seat in scene.order():
        hand = scene.hands[seat]
        if len(hand) < lead.size:
            continue
        play = scene.rng.sample(hand, lead.size)
        asked = find_required_cards(hand, lead, trump, rules)
        assert holds(hand, [one for part in asked.units for one in part])
        if is_legal(hand, lead, play, trump, rules):
            continue
        with pytest.raises(IllegalAction) as refused:
            check_follow(hand, lead, play, trump, rules)
        reason, facts = refused.value.reason, refused.value.facts
        if reason is Reason.MUST_FOLLOW_SHAPE:
            assert facts["required"]
            assert holds(hand, [one for part in facts["required"] for one in part])
        elif reason is Reason.MUST_PLAY_EXACTLY:
            assert is_legal(hand, lead, facts["cards"], trump, rules)
        elif reason is Reason.MUST_FOLLOW_SUIT:
            assert facts["given"] < facts["required"] <= lead.size
        else:
            assert reason is Reason.MUST_PLAY_RAINBOW


def table_of(scene):
    """Return the brute force's table for the same rules and trumps."""
    trump, rules = scene.trump, scene.rules
    return bf.Table(
        trump.rank.text if trump.rank else None,
        trump.suit.value if trump.suit else None,
        trump.level_cards,
        permanent=trump.permanent.value,
        bridge=trump.bridge,
        ace=trump.ace_touches,
        gone=frozenset(map(str, scene.gone)),
        lowest=trump.lowest.text,
        jokers=trump.jokers,
        min_length=rules.tractor_min_length,
        max_length=rules.tractor_max_length or 99,
    )


@QUICK
@given(seeds)
def test_throw_fails_exactly_if_some_hand_beats_a_unit(seed):
    scene = Scene(seed)
    lead, rules, trump = scene.lead, scene.rules, scene.trump
    if not lead.is_throw:
        return
    table, outcome = table_of(scene), scene.outcome()
    beatable = {}
    for seat in scene.order():
        if rules.throw_check is ThrowCheck.OTHER_SIDE and rules.teams == "fixed" and (seat - scene.seat) % 2 == 0:
            continue
        mine = [str(one) for one in scene.hands[seat] if trump.effective_suit(one) is lead.suit]
        void = rules.throw_void_trump_stops and not mine and lead.suit is not Suit.TRUMP
        trumps = [str(one) for one in scene.hands[seat] if trump.is_trump(one)] if void else []
        for one in lead.units:
            top = table.strength(str(one.faces[-1]))
            kind = one.widths or one.width, one.length
            higher = any(table.strength(run[-1]) > top for run in bf.ways(table, mine, kind))
            if higher or bf.ways(table, trumps, kind):
                beatable.setdefault(seat, []).append(one)
    assert outcome.stands == (not beatable)
    if beatable:
        played = outcome.lead.units[0]
        first = next(seat for seat in scene.order() if seat in beatable)
        match rules.throw_failure:
            case ThrowFailure.SMALLEST_BEATEN:
                every = [one for units in beatable.values() for one in units]
            case ThrowFailure.FIRST_ABLE:
                every = beatable[first]
            case ThrowFailure.SMALLEST_UNIT:
                every = [one for one in lead.units if (one.length > 1) + (one.size > 1) == _lowest_kind(lead)]
        if rules.throw_failure is ThrowFailure.SMALLEST_UNIT:
            assert played.top == min(one.top for one in every)
        else:
            assert (played.size, played.top) == min((one.size, one.top) for one in every)
        assert played in every


def _lowest_kind(lead):
    return min((one.length > 1) + (one.size > 1) for one in lead.units)


def relabel_suits(scene):
    """Return a function that swaps the suits of cards. Trump cards keep their suit."""
    others = [suit for suit in SUITS if suit is not scene.trump.suit]
    mixed = dict(zip(others, shuffled(scene.rng, others), strict=True))
    mixed[scene.trump.suit] = scene.trump.suit

    def relabel(one: Card) -> Card:
        return one if one.is_joker else card_of(mixed[one.suit], one.rank)

    return relabel


@QUICK
@given(seeds)
def test_relabelling_side_suits_changes_nothing(seed):
    scene = Scene(seed, size=8)
    relabel, rules, trump, lead = relabel_suits(scene), scene.rules, scene.trump, scene.lead
    if trump.permanent is PermanentTrumps.RED_FIVES:
        return  # red fives are trumps, so red and black suits are not alike
    other = read_lead(
        [relabel(one) for one in lead.cards], trump, rules, None, frozenset(relabel(one) for one in scene.gone)
    )
    assert other.shape == lead.shape
    assert [one.top for one in other.units] == [one.top for one in lead.units]
    hands = [[relabel(one) for one in hand] for hand in scene.hands]
    here, there = scene.outcome(), check_throw(other, scene.seat, hands, trump, rules)
    assert (here.stands, here.beater, here.penalty, here.must_beat, here.lead.shape) == (
        *(there.stands, there.beater, there.penalty, there.must_beat, there.lead.shape),
    )
    for seat in scene.order():
        offered = {tuple(sorted(map(relabel, play))) for play in legal_follows(scene.hands[seat], lead, trump, rules)}
        assert offered == {tuple(sorted(play)) for play in legal_follows(hands[seat], other, trump, rules)}
        for play in list(offered)[:5]:
            back = {relabel(face): face for face in ALL_FACES}
            assert beats(other, other.cards, play, trump, rules) is beats(
                lead, lead.cards, [back[one] for one in play], trump, rules
            )


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(max_examples=500, deadline=None)
@given(seeds)
def test_properties_hold_in_many_more_positions(seed):
    test_whole_trick_can_be_played.hypothesis.inner_test(seed)
    test_throw_fails_exactly_if_some_hand_beats_a_unit.hypothesis.inner_test(seed)
    test_card_order_never_matters.hypothesis.inner_test(seed)
    test_relabelling_side_suits_changes_nothing.hypothesis.inner_test(seed)
    test_offered_follows_are_exactly_accepted.hypothesis.inner_test(seed)


@pytest.mark.parametrize(("rank", "suit"), list(product([Rank.TWO, Rank.SEVEN, Rank.ACE], [Suit.HEARTS, None])))
def test_adjacent_cards_differ_and_trumps_rank_highest(rank, suit):
    for rules in map(preset, PRESETS):
        trump = Trump.of(rules, rank, suit)
        for one, other in product(ALL_FACES, repeat=2):
            if trump.are_adjacent(one, other):
                assert trump.effective_suit(one) is trump.effective_suit(other)
                assert trump.strength(one) != trump.strength(other)
        trumps = [face for face in ALL_FACES if trump.is_trump(face)]
        rest = without(ALL_FACES, trumps)
        assert min(map(trump.strength, trumps)) > max(map(trump.strength, rest))
        assert all(number == 1 for number in count_faces(ALL_FACES).values())
