"""Search for any number of players and decks: sampled deals and sides agree with the view, play-outs with the kernel."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from computer_matches import QUICK_EFFORT, play_match

from engine.cards_in_play.leads import read_lead
from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.cards import Card, points_of
from engine.model.options import Teams
from engine.model.presets import PRESETS, preset, with_options
from engine.model.view import Ask
from engine.players import PLAYERS
from engine.players.any_playout import ManyHands, ManyTrick, run_any_playout
from engine.players.any_playout.hands import THROW
from engine.players.beliefs import infer_beliefs
from engine.players.bit_layout import build_bit_layout
from engine.players.deal_sampler import DealSampler
from engine.players.finish_by_rules import RuleFinish
from engine.players.player import Style
from engine.players.playout import FourHands, run_playout
from engine.players.playout.hands import PlayoutResult
from engine.players.rule_player import RulePlayer
from engine.players.sample_sides import sample_sides
from engine.players.search_player import SearchPlayer, build_finish
from tests.everyday import chosen

SECRET = ("looking-for-friends", "finding-friends", "hidden-ten", "hidden-ten-six")
SIZES = {
    "two players": {"players": 2, "decks": 1, "kitty_size": 6},
    "three players": {"players": 3, "teams": "friends", "kitty_size": 9},
    "three pairs": {"players": 6, "teams": "three_pairs", "kitty_size": 12},
    "six decks": {"players": 8, "decks": 6, "kitty_size": 12},
    "twelve players": {"players": 12, "decks": 6, "kitty_size": 12},
}


def play_phases(rules, seed, deals=1):
    found = play_match(rules, [PLAYERS["club"].choose] * rules.players, seed=seed, deals=deals)
    return [phase for _, _, phase in found if isinstance(phase, Playing)]


def many_hands_of(phase, layout):
    hands = ManyHands.empty(phase.rules.players, phase.rules.decks)
    for seat, cards in enumerate(phase.hands):
        for card in cards:
            hands.give(seat, card, layout)
    return hands


def cards_of(hands, seat, layout):
    return [
        Card(face)
        for suit in range(5)
        for place, face in enumerate(layout.face[suit])
        for masks in hands.copies
        if masks[5 * seat + suit] >> place & 1
    ]


@pytest.mark.parametrize("name", SECRET)
def test_sampled_deals_have_all_cards_and_fair_sides(name):
    rng, rules = random.Random(1), preset(name)
    checked = 0
    for phase in play_phases(rules, name)[::7]:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout, for_kernel=False)
        for _ in range(3):
            deal = sampler.sample(rng)
            cards = Counter(deal.kitty)
            for seat, size in enumerate(view.hand_sizes):
                assert deal.hands.cards(seat) == size
                cards.update(cards_of(deal.hands, seat, layout))
                assert not [s for s in range(5) if beliefs.void[seat][s] and deal.hands.counts[5 * seat + s]]
            hidden = Counter(c for hand in phase.hands for c in hand)
            hidden += Counter(phase.kitty) if view.kitty is None else Counter()
            assert cards == hidden
            sides = sample_sides(view, deal.hands, layout, rng)
            assert all(known is None or known == side for known, side in zip(view.sides, sides, strict=True))
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", ["hidden-ten", "hidden-ten-six"])
def test_holders_of_called_tens_are_declarers(name):
    secret = 0
    for phase in play_phases(preset(name), name, 2)[::5]:
        view = view_for(phase, phase.turn)
        layout = build_bit_layout(view.trump)
        sides = sample_sides(view, many_hands_of(phase, layout), layout, random.Random(1))
        assert {seat for seat, side in enumerate(sides) if side} == set(phase.declarers)
        secret += None in view.sides
    assert secret > 5


def test_friends_are_among_those_with_the_called_card():
    rng, joined = random.Random(2), 0
    for phase in play_phases(preset("looking-for-friends"), "friends", 2)[::3]:
        view = view_for(phase, phase.turn)
        if None not in view.sides:
            continue
        layout = build_bit_layout(view.trump)
        sides = sample_sides(view, many_hands_of(phase, layout), layout, rng)
        called = {friend.call.card for friend in view.friends if friend.joined is None}
        new = [seat for seat, side in enumerate(sides) if side and view.sides[seat] is None]
        assert all(called & set(phase.hands[seat]) for seat in new)
        assert sides[view.declarer]
        joined += len(new)
    assert joined > 5


def lead_of_high_card(phase, layout):
    """Return the trick in which the seat to lead has led its first card, and that card."""
    card = phase.hands[phase.turn][0]
    suit, bit = layout.suit[card], layout.bit[card]
    top = layout.collapse(bit) if suit == 4 else bit
    players = phase.rules.players
    return card, ManyTrick(
        suit, 1, 1, 1, top, suit == 4, phase.turn, card.points, (phase.turn + 1) % players, players - 1
    )


@pytest.mark.parametrize("wanted", SIZES.values(), ids=SIZES.keys())
def test_playouts_empty_all_hands_and_count_points_once(wanted):
    rules = with_options(preset("club"), **wanted)
    rng = random.Random(3)
    for phase in [p for p in play_phases(rules, str(wanted)) if p.lead is None][::6]:
        layout = build_bit_layout(phase.dealt.trump)
        card, trick = lead_of_high_card(phase, layout)
        hands = many_hands_of(phase, layout)
        hands.take(phase.turn, card, layout)
        left = points_of(c for hand in phase.hands for c in hand)
        for sides in ([False] * rules.players, [True] * rules.players):
            end = run_any_playout(played := hands.copy(), layout, replace(trick), sides, rng.random)
            assert end.points == (0 if sides[0] else left)
            assert not any(played.counts)
            assert not any(any(masks) for masks in played.copies)
            assert 0 <= end.winner < rules.players


@pytest.mark.parametrize("decks", ["1", "2", "3"])
def test_throws_of_single_cards_are_followed(decks):
    rules = with_options(preset("club"), players="2", decks=decks, kitty_size="6")
    rng, tried = random.Random(5), 0
    for phase in [p for p in play_phases(rules, "throws") if p.lead is None and len(p.hands[0]) > 8][::3]:
        layout = build_bit_layout(phase.dealt.trump)
        first, trick = lead_of_high_card(phase, layout)
        thrown = [c for c in dict.fromkeys(phase.hands[phase.turn]) if layout.suit[c] == layout.suit[first]][:3]
        hands = many_hands_of(phase, layout)
        for card in thrown:
            hands.take(phase.turn, card, layout)
        trick = replace(trick, width=THROW, cards=len(thrown), points=points_of(thrown))
        run_any_playout(hands, layout, trick, [True, False], rng.random)
        assert not any(hands.counts)
        tried += len(thrown) > 1
    assert tried > 1


def test_playouts_score_about_like_the_kernel():
    """Both play the same positions of the club game mostly at random, with nearly the same habits."""
    rng, gaps = random.Random(4), []
    for phase in [p for p in play_phases(preset("club"), "kernel", 2) if p.lead is None and len(p.hands[0]) > 6][::4]:
        layout = build_bit_layout(phase.dealt.trump)
        card, trick = lead_of_high_card(phase, layout)
        many, four = many_hands_of(phase, layout), FourHands.empty()
        for seat, cards in enumerate(phase.hands):
            for one in cards:
                four.give(seat, one, layout)
        many.take(phase.turn, card, layout)
        sides = [(seat ^ phase.dealt.declarer) & 1 == 0 for seat in range(4)]
        ends: tuple[list[PlayoutResult], list[PlayoutResult]] = [], []
        for _ in range(150):
            ends[0].append(run_any_playout(many.copy(), layout, replace(trick), sides, rng.random))
            ends[1].append(run_playout(four.copy(), layout, None, phase.turn, phase.dealt.declarer, rng.random))
        gaps.append(sum(e.points for e in ends[0]) / 150 - sum(e.points for e in ends[1]) / 150)
    assert len(gaps) > 5
    assert abs(sum(gaps) / len(gaps)) < 12, gaps


@pytest.mark.parametrize("by_rules", [False, True])
@pytest.mark.parametrize("name", chosen([*SECRET, "pagat-six", "pagat-three-decks"], SECRET[1:2]))
def test_every_preset_is_searched(name, by_rules):
    outcomes, effort = [], replace(QUICK_EFFORT, by_rules=by_rules)
    player = SearchPlayer(RulePlayer(Style()), effort, on_search=outcomes.append)
    rules = preset(name)
    choices = sum(
        player.would_search(view)
        for view, _, _ in play_match(rules, [player.choose] * rules.players, seed=name, deals=1)
        if view.ask in {Ask.LEAD, Ask.FOLLOW}
    )
    assert choices > 20
    assert len(outcomes) >= 0.9 * choices
    assert rules.teams is not Teams.FIXED or any(one.gain for one in outcomes)


@pytest.mark.parametrize("name", PRESETS)
def test_master_searches_from_the_first_lead_on(name):
    """At every table: where it samples fewer deals, they are still as many as an early search needs."""
    rules = preset(name)
    played = play_match(rules, [PLAYERS["club"].choose] * rules.players, seed=name, deals=1)
    lead = next(view for view, _, _ in played if view.ask is Ask.LEAD)
    assert len(lead.hand) == rules.hand_size
    assert PLAYERS["master"].would_search(lead)
    assert not PLAYERS["master"].scaled(0.05).would_search(lead)


@pytest.mark.long
def test_uneven_tractors_are_searched():
    rules = with_options(preset("club"), decks="4", kitty_size="8", uneven_tractors="yes")
    player = SearchPlayer(RulePlayer(Style()), QUICK_EFFORT)
    uneven = 0
    for view, action, _ in play_match(rules, [player.choose] * rules.players, seed="uneven", deals=1):
        if view.ask is Ask.LEAD:
            lead = read_lead(action.cards, view.trump, rules, action.grouping, view.gone)
            uneven += any(unit.widths for unit in lead.units)
    assert uneven > 0


@pytest.mark.parametrize("name", ["finding-friends", "club"])
def test_master_compares_plays_by_rules(name, monkeypatch):
    rules, seen = preset(name), set()

    def note(beliefs, layout, effort, rng):
        finish = build_finish(beliefs, layout, replace(effort, playouts=1), rng)
        seen.add((None in beliefs.view.sides, type(finish)))
        return finish

    monkeypatch.setattr("engine.players.search_player.build_finish", note)
    few = {"max_candidates": 2, "deals_per_round": (2, 1), "confirming_deals": 0, "fewest_early_deals": 0}
    master = PLAYERS["master"]
    player = replace(master, effort=replace(master.effort, **few), follow_effort=replace(master.follow_effort, **few))
    played = play_match(rules, [PLAYERS["club"].choose] * rules.players, seed="finish", deals=4)
    plays = [view for view, _, _ in played if view.ask in {Ask.LEAD, Ask.FOLLOW}]
    for view in plays[::9]:
        player.choose(view, random.Random(1))
    assert seen == {(secret, RuleFinish) for secret in ({True, False} if name == "finding-friends" else {False})}
