"""The searching player works for all numbers of players and decks. It samples deals that its view allows."""

import random
from collections import Counter

import pytest
from computer_matches import QUICK_EFFORT, play_match

from engine.cards_in_play.leads import read_lead
from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.cards import Card
from engine.model.presets import PRESETS, preset, with_options
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.playouts.hands import Hands
from engine.players.policies.beliefs import infer_beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import Style
from engine.players.sampling.deal_sampler import DealSampler
from engine.players.sampling.sample_sides import sample_sides
from engine.players.search.search_player import SearchPlayer
from tests.everyday import chosen

SECRET = ("looking-for-friends", "finding-friends", "hidden-ten", "hidden-ten-six")


def play_phases(rules, seed, deals=1):
    found = play_match(rules, [PLAYERS["expert"].choose] * rules.players, seed=seed, deals=deals)
    return [phase for _, _, phase in found if isinstance(phase, Playing)]


def hands_of(phase, layout):
    hands = Hands.empty(phase.rules)
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
def test_sampled_deals_have_all_cards_and_possible_sides(name):
    rng, rules = random.Random(1), preset(name)
    checked = 0
    for phase in play_phases(rules, name)[::7]:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout)
        for _ in range(3):
            deal = sampler.sample(rng)
            cards = Counter(deal.kitty)
            for seat, size in enumerate(view.hand_sizes):
                assert sum(deal.hands.counts[5 * seat : 5 * seat + 5]) == size
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
        sides = sample_sides(view, hands_of(phase, layout), layout, random.Random(1))
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
        sides = sample_sides(view, hands_of(phase, layout), layout, rng)
        called = {friend.call.card for friend in view.friends if friend.joined is None}
        new = [seat for seat, side in enumerate(sides) if side and view.sides[seat] is None]
        assert all(called & set(phase.hands[seat]) for seat in new)
        assert sides[view.declarer]
        joined += len(new)
    assert joined > 5


@pytest.mark.parametrize("name", chosen([*SECRET, "pagat-six", "pagat-three-decks"], SECRET[1:2]))
def test_most_choices_are_searched_under_each_preset(name):
    searches = []
    player = SearchPlayer(RulePlayer(Style()), QUICK_EFFORT, on_search=lambda: searches.append(True))
    rules = preset(name)
    choosers = [*[player.choose] * 3, *[PLAYERS["skilled"].choose] * (rules.players - 3)]
    choices = sum(
        player.would_search(view)
        for view, _, _ in play_match(rules, choosers, seed=name, deals=1)
        if view.ask in {Ask.LEAD, Ask.FOLLOW} and view.seat < 3
    )
    assert choices > 20
    assert len(searches) >= 0.9 * choices


@pytest.mark.parametrize("name", PRESETS)
def test_master_searches_from_the_first_lead_on(name):
    """At every table, the computer player Master samples enough deals to search from the first lead on."""
    rules = preset(name)
    played = play_match(rules, [PLAYERS["expert"].choose] * rules.players, seed=name, deals=1)
    lead = next(view for view, _, _ in played if view.ask is Ask.LEAD)
    assert len(lead.hand) == rules.hand_size
    assert PLAYERS["master"].would_search(lead)
    assert not PLAYERS["master"].scaled(0.05).would_search(lead)


@pytest.mark.long
def test_searching_players_lead_uneven_tractors():
    rules = with_options(preset("standard"), decks="4", kitty_size="8", uneven_tractors="yes")
    player = SearchPlayer(RulePlayer(Style()), QUICK_EFFORT)
    uneven = 0
    for view, action, _ in play_match(rules, [player.choose] * rules.players, seed="uneven", deals=1):
        if view.ask is Ask.LEAD:
            lead = read_lead(action.cards, view.trump, rules, action.grouping, view.gone)
            uneven += any(unit.widths for unit in lead.units)
    assert uneven > 0
