"""The search player samples deals that agree with what was shown, and uses only its view."""

import random
from collections import Counter
from functools import cache

import pytest
from computer_matches import permute_unseen_cards, play_match

from engine.deal.game import view_for
from engine.deal.legal_actions import check_action, forced_play
from engine.deal.phases.states import Playing
from engine.model.cards import ALL_FACES, Card
from engine.model.presets import PRESETS, preset, with_options
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.policies.beliefs import infer_beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import Style
from engine.players.sampling.deal_sampler import DealSampler
from engine.players.search.effort import SearchEffort
from engine.players.search.search_player import SearchPlayer
from tests.everyday import spread

QUICK = SearchEffort(deals_per_round=(2, 2), max_candidates=5)


def make_searcher(effort=QUICK, in_time=None):
    return SearchPlayer(RulePlayer(Style()), effort, in_time)


def play_phases(seed, deals=1, rules=None):
    """Let experts play deals. Return each phase in which a seat must play a card."""
    rules = rules or preset("standard")
    found = play_match(rules, [PLAYERS["expert"].choose] * rules.players, seed=seed, deals=deals)
    return [p for _, _, p in found if isinstance(p, Playing)]


@cache
def played_phases():
    """Return the phases of six standard deals, which are played once for all tests."""
    return play_phases("played", 6)


@cache
def dealt_phases():
    """Return the phases of one standard deal, which is played once for all tests."""
    return play_phases("dealt")


@pytest.mark.parametrize(
    "rules",
    spread(1, [PRESETS[n] for n in ("standard", "pagat", "online", "bashifen", "forty-points", "finding-friends")]),
)
def test_search_plays_legally(rules):
    player = make_searcher()
    asked = list(play_match(rules, [player.choose] * rules.players, seed="search", deals=1))
    assert sum(view.ask in {Ask.LEAD, Ask.FOLLOW} for view, _, _ in asked) > 20


def test_deals_for_two_are_sampled_after_a_missing_pair():
    """If one of two players cannot have a pair in a suit, there is no third hand for the pair's second card."""
    rng, pairless = random.Random(5), 0
    for phase in play_phases("two", 3, with_options(preset("standard"), players=2, decks=3))[::3]:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout)
        if sampler is None:
            continue
        for _ in range(20):
            sampler.sample(rng)
        other = 1 - phase.turn
        pairless += any(beliefs.no_pair[other][s] and not beliefs.void[other][s] for s in range(5))
    assert pairless > 5


def test_sampled_deals_respect_known_facts():
    rng = random.Random(2)
    seen = voids = 0
    for phase in played_phases()[::8]:
        seat = phase.turn
        view = view_for(phase, seat)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout)
        for _ in range(3):
            deal = sampler.sample(rng)
            cards = Counter(deal.kitty)
            for other, size in enumerate(view.hand_sizes):
                assert sum(deal.hands.counts[5 * other : 5 * other + 5]) == size
                cards.update(hand_of(deal.hands, other, layout))
                for suit in range(5):
                    if beliefs.void[other][suit]:
                        voids += 1
                        assert deal.hands.counts[5 * other + suit] == 0
            assert Counter(hand_of(deal.hands, seat, layout)) == Counter(view.hand)
            hidden = Counter(c for hand in phase.hands for c in hand) + Counter(phase.kitty)
            if view.kitty is not None:
                hidden -= Counter(phase.kitty)
            assert cards == hidden
            seen += 1
    assert seen > 50
    assert voids > 20


def test_deals_fitted_to_known_facts_respect_voids():
    rng = random.Random(3)
    fitted = 0
    for phase in played_phases()[::5]:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout)
        hands, kitty = sampler.deal_to_fit(rng)
        dealt = [hand_of(hands, seat, layout) for seat in range(4)]
        assert tuple(map(len, dealt)) == view.hand_sizes
        assert len(kitty) == sampler.kitty_size
        unseen = [card for card in ALL_FACES for _ in range(beliefs.unseen[card])]
        assert Counter(c for cards in (*dealt, kitty) for c in cards) == Counter((*unseen, *view.hand))
        for seat, cards in enumerate(dealt):
            assert seat == view.seat or not [c for c in cards if beliefs.void[seat][layout.suit[c]]]
            fitted += bool(cards)
    assert fitted > 50


def hand_of(hands, seat, layout):
    return [
        Card(face)
        for suit in range(5)
        for place, face in enumerate(layout.face[suit])
        for mask in hands.copies
        if mask[5 * seat + suit] >> place & 1
    ]


def test_shown_cards_stay_with_their_seat():
    rng = random.Random(4)
    checked = 0
    for phase in played_phases()[::9]:
        seat = phase.turn
        view = view_for(phase, seat)
        layout = build_bit_layout(view.trump)
        sampler = DealSampler.of(infer_beliefs(view), layout)
        for other, card in sampler.known:
            hand = hand_of(sampler.sample(rng).hands, other, layout)
            assert hand.count(card) >= sum(c == card and s == other for s, c in sampler.known)
            checked += 1
    assert checked > 5


def test_shown_kitty_is_held_by_declarer_or_buried():
    rng = random.Random(6)
    held = 0
    for phase in play_phases("shown kitty", 2, with_options(preset("standard"), show_kitty="yes"))[::3]:
        seat = phase.turn
        if seat == phase.burier:
            continue
        view = view_for(phase, seat)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        played = Counter(c for trick in (*view.tricks, view.trick) for play in trick.plays for c in play.cards)
        shown = Counter(view.kitty_turned) - played - Counter(view.hand)
        for _ in range(3):
            deal = DealSampler.of(beliefs, layout).sample(rng)
            kept = Counter(hand_of(deal.hands, view.declarer, layout)) + Counter(deal.kitty)
            free = [card for card in shown if not beliefs.void[view.declarer][layout.suit[card]]]
            assert all(kept[card] >= shown[card] for card in free)
            held += len(free)
    assert held > 100


def test_hidden_cards_do_not_change_decisions():
    rng = random.Random(5)
    for phase in dealt_phases()[::9]:
        seat = phase.turn
        answer = make_searcher().choose(view_for(phase, seat), random.Random(1))
        assert (
            make_searcher().choose(view_for(permute_unseen_cards(phase, seat, rng), seat), random.Random(1)) == answer
        )


def test_same_effort_gives_same_answer():
    for phase in dealt_phases()[::12]:
        view = view_for(phase, phase.turn)
        assert make_searcher().choose(view, random.Random(3)) == make_searcher().choose(view, random.Random(3))


def test_search_answers_without_time():
    phase = dealt_phases()[0]
    view = view_for(phase, phase.turn)
    late = make_searcher(SearchEffort(deals_per_round=(10_000,)), lambda: False)
    check_action(view, late.choose(view, random.Random(1)))


def test_search_deviates_from_rules_only_when_sure():
    phase = next(p for p in dealt_phases() if p.lead is None and len(p.hands[0]) > 10)
    view = view_for(phase, phase.turn)
    rules = RulePlayer(Style())
    never = SearchPlayer(rules, SearchEffort(deals_per_round=(4,), min_standard_errors=1e9))
    assert never.choose(view, random.Random(1)) == rules.choose(view, random.Random(1))


def test_early_plays_are_searched_only_in_enough_deals():
    """Plays count as early while the seat still holds more than 70 % of its cards."""
    phases = [p for p in dealt_phases() if forced_play(view_for(p, p.turn)) is None]
    views = [view_for(p, p.turn) for p in phases]
    early, late = ([v for v in views if (len(v.hand) > 17) is held] for held in (True, False))
    enough = SearchEffort((20, 20, 20), fewest_early_deals=60)
    for effort, searched in ((enough, True), (enough.scaled(0.5), False), (QUICK, True)):
        player = make_searcher(effort)
        assert all(player.would_search(v) for v in late)
        assert [player.would_search(v) for v in early] == [searched] * len(early)
    few, rules = make_searcher(enough.scaled(0.5)), RulePlayer(Style())
    for view in early[:5]:
        assert few.choose(view, random.Random(1)) == rules.choose(view, random.Random(1))


def test_unsearchable_rules_fall_back_to_rule_player():
    rules = with_options(preset("standard"), show_played_cards="no")
    phase = next(p for p in play_phases("dark", rules=rules) if len(p.tricks) > 3)
    view = view_for(phase, phase.turn)
    plain = RulePlayer(Style())
    assert make_searcher().choose(view, random.Random(1)) == plain.choose(view, random.Random(1))
