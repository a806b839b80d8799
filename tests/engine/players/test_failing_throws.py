"""A search plays sampled deals to the end. In each, a throw succeeds or fails as it would in the game."""

import random
from dataclasses import replace

import pytest

from engine.cards_in_play.throws import check_throw
from engine.deal.legal_actions import as_lead
from engine.model.cards import points_of
from engine.model.options import ThrowPenalty
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.advice.compare_plays import compare_given
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.policies.beliefs import infer_beliefs
from engine.players.sampling.deal_sampler import DealSampler
from engine.players.search.play_search import Candidate, list_given_candidates
from engine.players.search.rate_playouts import RuleFinish, may_fail
from tests.bot.ui.panel_positions import preset_positions

PENALISED = replace(preset("standard"), throw_penalty=ThrowPenalty.TEN_PER_CARD)


def find_throw(view):
    """Return two single cards of a side suit that the player might throw. Return None if there are none."""
    suits = {}
    for card in view.hand:
        suits.setdefault(view.card_order.effective_suit(card), []).append(card)
    for cards in suits.values():
        singles = view.card_order.sort_for_display([card for card in set(cards) if cards.count(card) == 1])
        if len(singles) > 2 and not view.card_order.is_trump(singles[0]):
            return singles[:2]
    return None


def judge_throw(view, cards, number):
    """Sample deals. Yield (deal, outcome of the throw in it)."""
    beliefs, layout, rng = infer_beliefs(view), build_bit_layout(view.trump), random.Random(1)
    sampler = DealSampler.of(beliefs, layout)
    for _ in range(number):
        deal = sampler.sample(rng)
        hands = [deal.hands.list_cards(seat, layout) for seat in range(4)]
        yield deal, check_throw(as_lead(view, cards), view.seat, hands, view.trump, view.rules)


@pytest.fixture(scope="module")
def thrown():
    """Return (view of a lead, throw). The throw succeeds in some sampled deals, and in others it costs a penalty."""
    leads = (replace(view, rules=PENALISED) for view in preset_positions("standard") if view.ask is Ask.LEAD)
    for view in leads:
        cards = find_throw(view)
        if cards is not None and len({outcome.stands for _, outcome in judge_throw(view, cards, 20)}) == 2:
            return view, cards
    raise AssertionError("no throw")


def test_throw_fails_in_the_deals_that_stop_it(thrown):
    view, cards = thrown
    finish = RuleFinish(infer_beliefs(view), build_bit_layout(view.trump))
    (candidate,) = list_given_candidates(finish.beliefs, [cards])
    play_out, failed = finish.build_playout(candidate), 0
    for deal, outcome in judge_throw(view, cards, 20):
        assert {len(deal.hands.list_cards(seat, finish.layout)) for seat in range(4)} == set(view.hand_sizes)
        if not outcome.stands:
            left = outcome.lead.cards
            one = Candidate(left, outcome.lead, left, view.seat, points_of(left))
            end, declares = finish.build_playout(one)(deal)
            points = end.points + (outcome.penalty if declares else -outcome.penalty)
            assert play_out(deal) == (replace(end, points=points), declares)
            failed += outcome.penalty == 10
    assert 0 < failed < 20


def test_throw_that_nobody_can_stop_is_not_checked(thrown):
    view, cards = thrown
    beliefs = infer_beliefs(view)
    assert not may_fail(beliefs, as_lead(view, cards[:1])), "one card is no throw"
    last = replace(view, hand=cards, hand_sizes=tuple(2 * (seat == view.seat) for seat in range(4)))
    assert not may_fail(replace(beliefs, unseen_by_strength=((),) * 5, view=last), as_lead(view, cards))


def test_risky_throw_can_be_compared(thrown):
    view, cards = thrown
    found = compare_given(view, [cards, cards[:1]], random.Random(1), 40)
    assert len(found) == 2
    assert found[0].points_behind == 0.0
