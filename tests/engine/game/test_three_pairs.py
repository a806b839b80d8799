"""Six players form three pairs. The tests check their sides, points, levels and next declarers."""

from functools import cache

import pytest

from engine.cli import play_match
from engine.deal.bidding import check_declaration
from engine.deal.game import apply, spectator_view, start
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.events import DealEnded, Declaration
from engine.model.options import Level
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.referee import answer_question

SEEDS = (0, 1)
PAIRS = with_options(preset("standard"), players=6, kitty_size=12, teams="three_pairs")


def play_results(rules, seed, deals):
    """Let computer players play deals. Return results, and (sides, points, opponents' points) after each play."""
    phase, results, points = start(rules), [], []
    for move, events in play_match(rules, seed, "skilled", deals):
        step = apply(phase, move.seat, move.action)
        phase = step.phase
        results += [event.result for event in events if isinstance(event, DealEnded)]
        view = spectator_view(phase)
        if view.phase.value == "playing":
            points.append((view.sides, view.points, view.opponents_points))
    return results, points


@cache
def play_deals_of_pairs(seed):
    """Return `play_results` of six deals. They are played only once, and all tests share them."""
    return play_results(PAIRS, seed, 6)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_rise_together(seed):
    results, points = play_deals_of_pairs(seed)
    assert len(results) == 6
    for result in results:
        pair = {result.declarer, (result.declarer + 3) % 6}
        assert set(result.declarers) == pair
        assert result.levels_after[:3] == result.levels_after[3:]
        for seat in range(6):
            won = (seat in pair) == result.declarers_hold
            rise = result.levels_after[seat] - result.levels_before[seat]
            assert rise == (result.rise if won else 0)
        if result.next_declarer is not None:
            assert result.next_declarer == (result.declarer + (3 if result.declarers_hold else 1)) % 6
    for sides, taken, total in points:
        assert None not in sides
        assert sum(sides) == 2
        assert total == sum(mine for mine, side in zip(taken, sides, strict=True) if not side)


def test_declarers_won_and_lost_in_the_played_deals():
    held = {result.declarers_hold for seed in SEEDS for result in play_deals_of_pairs(seed)[0]}
    assert held == {True, False}


def test_both_other_pairs_can_win():
    rules = with_options(PAIRS, start_level="A", win="pass_ace")
    results = (result for seed in range(6) for result in play_results(rules, seed, 0)[0] if result.winners)
    assert any(len(result.winners) == 4 and not result.declarers_hold for result in results)


def test_only_the_opposite_seat_is_a_partner():
    rules = with_options(PAIRS, partner_override=False)
    prior = [Declaration(Seat(0), parse_cards("H2"), Suit.HEARTS)]
    check_declaration(prior, Seat(2), parse_cards("S2 S2"), None, Rank.TWO, rules)
    with pytest.raises(IllegalAction) as refused:
        check_declaration(prior, Seat(3), parse_cards("S2 S2"), None, Rank.TWO, rules)
    assert refused.value.reason is Reason.PARTNER_DECLARED


def test_partners_start_at_one_level():
    levels = (Level.TWO, Level.FIVE, Level.NINE) * 2
    assert spectator_view(start(PAIRS, levels)).levels == levels
    with pytest.raises(InvalidRules):
        start(PAIRS, (Level.TWO, Level.FIVE) * 3)
    with pytest.raises(InvalidRules):
        with_options(PAIRS, players=4, kitty_size=8)


def test_referee_knows_the_pairs():
    rules = {"preset": "pagat-six", "overrides": {"teams": "three_pairs"}}
    asked = {"id": 1, "kind": "teams", "rules": rules, "input": {"declarer": 4}}
    answer = answer_question(asked)["answer"]
    assert (answer["declarers"], answer["opponents"]) == ([1, 4], [0, 2, 3, 5])
    bid = {"bid": {"player": 0, "cards": ["H2"]}, "teams": [[0, 2, 4], [1, 3, 5]]}
    asked = {"id": 2, "kind": "bid_accept", "rules": rules, "trump": {"rank": "2"}, "input": bid}
    assert "opposite seats" in answer_question(asked)["error"]["message"]
