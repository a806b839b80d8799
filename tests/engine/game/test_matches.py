"""A match goes from deal to deal until somebody wins it, under every preset (docs/rules.md, 8)."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from random_play import play_randomly
from random_rules import random_rules
from small_deals import SMALL, after_declaring, after_tricks, deal_of, events_of_kind, refusal_of, run

from engine.deal.game import apply, legal_actions, spectator_view, to_act, view_for
from engine.deal.phases.play_tricks import play
from engine.deal.phases.states import Finished, PickingUp, Playing
from engine.deal.scoring import score_deal
from engine.model.actions import Sit
from engine.model.cards import parse_cards
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded, DealResult, DealStarted, MatchWon, Seated
from engine.model.notation import format_action
from engine.model.options import Hook, Level, NextDeclarer, PassDeal, Teams
from engine.model.presets import PRESETS, with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName
from tests.everyday import spread

OPENING = ("D10 DA DQ DK", "SA DJ HJ SQ", "HK CA HA CQ")
FULL = (*OPENING, "S10 SK BJ CK", "HQ C10 SJ CJ")
"""The tricks of a deal. Seat 0 declares spades at level J, buries LJ H10 and takes a jack in the last trick."""
LOST = (*OPENING, "SJ CJ BJ CK", "HQ C10 S10 SK")
"""The tricks of the same deal if an opponent, seat 1, wins the last trick with a higher trump."""


def play_whole_deal(tricks=FULL, **options):
    """Return (phase, events) after the whole small deal."""
    phase, _ = run(after_declaring(with_options(SMALL, **options)), "0 bury LJ H10")
    return after_tricks(phase, *tricks)


def test_deal_counts_tricks_and_kitty():
    phase, events = play_whole_deal()
    assert isinstance(phase, Finished)
    result = events_of_kind(events, DealEnded)[0].result
    assert result == phase.result == DealResult(
        declarer=Seat(0), declarers=(Seat(0), Seat(2)), opponents_points=20, trick_points=20,
        kitty=parse_cards("LJ H10"), kitty_points=10, multiplier=0, penalty_points=0, last_trick=Seat(0),
        declarers_hold=True, rise=1, levels_before=(Level.JACK,) * 4,
        levels_after=(Level.QUEEN, Level.JACK, Level.QUEEN, Level.JACK), hooked=(),
        next_declarer=Seat(2), winners=(),
    )  # fmt: skip
    view = spectator_view(phase)
    assert view.phase is PhaseName.FINISHED
    assert view.kitty == parse_cards("LJ H10")
    assert view.points == phase.taken
    assert sum(phase.taken) == 70
    assert to_act(phase) == ()


def test_kitty_counts_for_opponents_winning_last_trick():
    result = play_whole_deal(LOST)[0].result
    assert (result.trick_points, result.kitty_points, result.multiplier, result.opponents_points) == (50, 10, 2, 70)
    assert (result.last_trick, result.declarers_hold, result.rise) == (1, False, 1)
    assert result.levels_after == (Level.JACK, Level.QUEEN, Level.JACK, Level.QUEEN)
    assert result.next_declarer == 1


def test_kitty_stays_hidden_unless_it_counts():
    phase, _ = play_whole_deal(reveal_kitty="no")
    assert phase.result.kitty == ()
    assert phase.result.kitty_points == 0
    assert spectator_view(phase).kitty is None
    assert view_for(phase, Seat(0)).kitty == parse_cards("LJ H10"), "a seat knows its own bury"
    assert play_whole_deal(LOST, reveal_kitty="no")[0].result.kitty == parse_cards("LJ H10")


def test_next_deal_plays_next_declarers_level():
    phase, _ = play_whole_deal()
    assert refusal_of(phase, format_action(TABLE, deal_of(SMALL, first=0))) == ("not_allowed", {"option": "first"})
    step = apply(phase, TABLE, deal_of(SMALL, first=2))
    assert step.events == (DealStarted(2, Level.QUEEN, Seat(2)),)
    view = spectator_view(step.phase)
    assert (view.deal_number, view.declarer, view.first_deal, view.result) == (2, 2, False, None)


def test_redeal_keeps_number_declarer_and_levels():
    phase, _ = play_whole_deal(no_declaration="redeal")
    phase = apply(phase, TABLE, deal_of(SMALL, first=2)).phase
    phase, _ = run(phase, "table draw 20", "table close")
    assert (phase.match.number, phase.match.declarer) == (2, 2)
    step = apply(phase, TABLE, deal_of(SMALL, first=2))
    assert step.events == (DealStarted(2, Level.QUEEN, Seat(2)),)


def test_won_match_refuses_further_deals():
    phase, events = play_whole_deal(final_level="J")
    assert events[-1] == MatchWon((Seat(0), Seat(2)))
    assert phase.result.winners == (0, 2)
    assert phase.result.next_declarer is None
    assert refusal_of(phase, format_action(TABLE, deal_of(SMALL, first=2))) == ("match_over", {})
    assert to_act(phase) == ()


@pytest.mark.parametrize(
    ("options", "levels", "won"),
    [
        ({"compulsory_levels": "Q", "thresholds": "0:hold+3,40:turn+0"}, (Level.QUEEN, Level.JACK), False),
        ({"thresholds": "0:hold+3,40:turn+0"}, (Level.ACE, Level.JACK), False),
        ({"thresholds": "0:hold+3,40:turn+0", "win": "reach_ace"}, (Level.ACE, Level.JACK), True),
        ({"thresholds": "0:hold+4,40:turn+0", "win": "pass_ace"}, (Level.ACE, Level.JACK), True),
        ({"thresholds": "0:hold+3,40:turn+0", "must_defend_levels": "K"}, (Level.KING, Level.JACK), False),
        ({"thresholds": "0:hold+1,20:turn+2", "must_defend_levels": "J"}, (Level.JACK, Level.JACK), False),
        ({"thresholds": "0:hold+1,20:turn+2"}, (Level.JACK, Level.KING), False),
        ({"final_level": "J", "thresholds": "0:hold+1,40:turn+0"}, (Level.JACK, Level.JACK), True),
    ],
)
def test_options_decide_levels_after_a_deal(options, levels, won):
    phase, _ = play_whole_deal(**options)
    assert phase.match.levels == levels * 2
    assert bool(phase.result.winners) is won
    assert bool(phase.match.winners) is won


@pytest.mark.parametrize(
    ("rule", "turnover", "following"),
    [
        ("partner_or_right", 40, 2),
        ("partner_or_right", 20, 1),
        ("same_or_last_trick", 40, 0),
        ("same_or_last_trick", 20, 1),
        ("same_or_next_seat", 40, 0),
        ("same_or_next_seat", 20, 1),
        ("next_on_winning_side", 40, 2),
        ("next_on_winning_side", 20, 1),
    ],
)
def test_next_declarer_follows_option(rule, turnover, following):
    phase, _ = play_whole_deal(next_declarer=rule, thresholds=f"0:hold+1,{turnover}:turn+1")
    assert phase.match.declarer == phase.result.next_declarer == following


def test_hook_resets_before_levels_rise():
    phase, _ = run(after_declaring(), "0 bury LJ H10")
    rules = replace(SMALL, hook=Hook.CAPTURE, start_level=Level.TWO)
    phase = replace(phase, dealt=replace(phase.dealt, match=replace(phase.dealt.match, rules=rules)))
    result = after_tricks(phase, *FULL)[0].result
    assert result.hooked == (1, 3)
    assert result.levels_after == (Level.QUEEN, Level.TWO, Level.QUEEN, Level.TWO)
    assert after_tricks(phase, *LOST)[0].result.hooked == ()


def test_seat_change_leaves_the_phase_unchanged():
    kinds = set()
    for name in ("standard", "online", "hidden-ten", "finding-friends"):
        rules = with_options(PRESETS[name], play_takeback="yes", kitty_theft="yes" if name == "standard" else "no")
        for phase, _, _ in play_randomly(rules, 3, deals=1):
            kinds.add(type(phase).__name__)
            step = apply(phase, TABLE, Sit(1, "user-9"))
            assert step.events == (Seated(Seat(1), "user-9"),)
            assert step.phase is phase
            with pytest.raises(IllegalAction):
                apply(phase, TABLE, Sit(rules.players, "user-9"))
    assert kinds == {"Ready", "Declaring", "Claiming", "Burying", "Stealing", "Calling", "Playing", "PickingUp"}


# --- whole matches ---------------------------------------------------------------------------------------------------

SHORT = {
    name: with_options(rules, **({} if rules.teams == "hidden_ten" else {"start_level": "Q"}))
    for name, rules in PRESETS.items()
}


def list_deal_results(rules, seed, most=60):
    """Play a random match to its end and return the results of its deals."""
    results = []
    for _, _, step in play_randomly(rules, seed, deals=most):
        results += [event.result for event in events_of_kind(step.events, DealEnded)]
    return results


@pytest.mark.parametrize("name", spread(5, PRESETS))
def test_every_preset_finishes_a_match(name):
    most = 60 if SHORT[name].teams is not Teams.HIDDEN_TEN else 3
    results = list_deal_results(SHORT[name], 1, most)
    assert bool(results[-1].winners) is (most > 3), "the match did not end in sixty deals"
    assert not any(result.winners for result in results[:-1])
    check_deals_follow_on(results, SHORT[name])


def test_deals_without_levels_never_end_the_match():
    results = list_deal_results(PRESETS["hidden-ten"], 4, most=4)
    assert len(results) == 4
    assert all(not result.winners and result.next_declarer is None for result in results)
    assert len({result.declarer for result in results}) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_finishes_a_match_from_level_two(name):
    for seed in range(3):
        most = 400 if PRESETS[name].teams is not Teams.HIDDEN_TEN else 5
        results = list_deal_results(PRESETS[name], seed, most)
        assert bool(results[-1].winners) is (most > 5)
        check_deals_follow_on(results, PRESETS[name])


@pytest.mark.parametrize("seed", spread(8, range(30)))
def test_deals_follow_on_under_random_rules(seed):
    rules = random_rules(random.Random(seed))
    check_deals_follow_on(list_deal_results(rules, seed, most=3), rules)


def check_deals_follow_on(results, rules):
    """Check that each deal starts where the one before ended. Check that points decide each result."""
    for before, after in pairwise(results):
        assert after.levels_before == before.levels_after
        assert after.laps_before == before.laps_after
        assert before.next_declarer in {None, after.declarer} or rules.pass_deal is not PassDeal.OFF
        bid_for = rules.teams is Teams.HIDDEN_TEN or rules.next_declarer is NextDeclarer.BID
        assert (before.next_declarer is None) is bid_for
    for result in results:
        won = score_deal(result.opponents_points, rules)
        assert result.declarers_hold == won.declarers_hold
        assert result.rise >= won.levels
        for seat, (old, new) in enumerate(zip(result.levels_before, result.levels_after, strict=True)):
            moved = {*result.hooked, *result.thrown_back, *result.failed_back, *result.lap_winners}
            assert new >= old or seat in moved
            assert new == old or seat in result.winning_seats or seat in moved
            assert not any(old < stop < new for stop in rules.compulsory_levels) or seat in moved
            assert new <= rules.final_level
            assert new == rules.start_level or seat not in result.lap_winners
            assert seat not in result.lap_winners or seat not in result.winners
        assert all(1 <= lap <= rules.laps for lap in result.laps_after)
        finished = [result.laps_after[seat] for seat in result.winners] if result.laps_after else []
        assert all(lap == rules.laps for lap in finished)


def test_play_leaves_phase_unchanged():
    phase, _ = run(after_declaring(), "0 bury LJ H10")
    kept = repr(phase)
    for action in legal_actions(phase, Seat(0)):
        play(phase, action.cards, None)
    assert repr(phase) == kept
    assert isinstance(phase, Playing)
    assert not isinstance(phase, PickingUp)
    assert replace(phase) == phase
