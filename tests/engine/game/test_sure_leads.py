"""A seat with sure leads wins every trick that is left, whatever the others hold and play."""

import random
from dataclasses import replace

import pytest

from bot.play.computers.search_or_rules import pick_legal_action
from engine.deal.game import apply, view_for
from engine.deal.legal_actions import legal_plays
from engine.deal.phases.states import Playing
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Play
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.presets import preset
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, PlayView, TrickView
from engine.players.levels import choose
from tests.bot.render.sample_views import make_rules, make_view
from tests.bot.ui.panel_positions import phases
from tests.preset_cover import EVERY_PRESET


def lead_view(hand, tricks=(), **fields):
    return make_view(hand=parse_cards(hand), ask=Ask.LEAD, tricks=tricks, **fields)


def play_on(phase, seat, leads, rng):
    """Make these leads one after another. The others follow at random. Return whether the seat wins every trick."""
    for cards in leads:
        phase = apply(phase, seat, Play(cards)).phase
        while isinstance(phase, Playing) and phase.turn != seat:
            other = phase.turn
            if not phase.trick.plays:
                return False
            choices = list(legal_plays(view_for(phase, other), 30))
            phase = apply(phase, other, Play(rng.choice(choices))).phase
        if not isinstance(phase, Playing):
            return phase.result.last_trick == seat
    return True


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_sure_leads_win_every_trick_left(name):
    rng, rules = random.Random(name), preset(name)
    for seed in range(3):
        for phase, seat in phases(rules, random.Random(f"{name} {seed}")):
            view = view_for(phase, seat)
            leads = find_sure_leads(view)
            if not leads:
                continue
            assert sorted(card for cards in leads for card in cards) == sorted(view.hand)
            assert all(play_on(phase, seat, leads, rng) for _ in range(4))


def test_expert_players_reach_sure_leads(monkeypatch):
    expert = "tests.bot.ui.panel_positions.choice"
    monkeypatch.setattr(expert, lambda view, rng: choose("expert", view, rng) or pick_legal_action(view))
    views = (view_for(*one) for seed in range(4) for one in phases(preset("forty-points"), random.Random(seed)))
    assert any(map(find_sure_leads, views))


def test_highest_trumps_are_sure_leads():
    """With both big jokers, the little joker is a sure lead as well. A small trump is not."""
    trump = {"trump": Trump.of(make_rules(4), Rank.TWO, Suit.HEARTS)}
    assert find_sure_leads(lead_view("BJ BJ LJ", **trump)) == (parse_cards("LJ"), parse_cards("BJ BJ"))
    assert find_sure_leads(lead_view("BJ BJ LJ H3", **trump)) == ()
    assert find_sure_leads(lead_view("BJ BJ SA", **trump)) == (), "somebody may ruff"
    assert find_sure_leads(lead_view("BJ", **trump)) == (), "it is the play itself"
    assert find_sure_leads(replace(lead_view("BJ BJ LJ", **trump), ask=Ask.NOTHING)) == ()


def test_suit_is_sure_once_trumps_are_out():
    trump = Trump.of(make_rules(4), Rank.TWO, Suit.HEARTS)
    hearts = list(parse_cards("H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK HA H2 S2 C2 D2 LJ BJ")) * 2
    played = tuple(card for card in hearts if card not in parse_cards("BJ"))
    gone = TrickView((PlayView(0, played, ()), *(PlayView(s, (), ()) for s in (1, 2, 3))), 0, 0)
    view = lead_view("BJ BJ SA SA SK", (gone,), trump=trump)
    assert find_sure_leads(view)[-1] in {parse_cards("BJ BJ"), parse_cards("SA SA")}
    assert find_sure_leads(replace(view, hand=parse_cards("BJ BJ SA SK"))) == (), "an ace of spades is out"
    assert view.phase is PhaseName.PLAYING
