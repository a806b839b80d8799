"""The referee, `engine.referee`, agrees with played deals about their results, even under rare options."""

import random
from collections import Counter

import pytest

from engine.deal.phases.states import Finished
from engine.model.cards import format_cards
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules
from engine.model.options import Level, PassDeal, Teams
from engine.model.presets import with_options
from engine.model.seats import Seat
from engine.referee import answer_question
from tests.engine.game.random_play import play_randomly
from tests.engine.game.small_deals import SMALL

VARIED = {
    "teams": ("fixed", "fixed", "friends"),
    "hook": ("off", "capture", "single_jack", "single_jack"),
    "hook_ranks": ("Q", "Q,K,A"),
    "hook_off_suit": ("no", "half"),
    "hook_pair": ("no", "two"),
    "hook_declarer": ("no", "half"),
    "hook_needs_win": ("yes", "no"),
    "capture_levels": ("0", "1", "2"),
    "kitty_without_trump": ("full", "half", "none"),
    "kitty_multiplier": ("two_per_largest_unit", "two_per_card_led", "two_pow_pairs", "flat_2", "none"),
    "max_opponent_levels": ("none", "1"),
    "next_declarer": ("partner_or_right", "same_or_last_trick", "same_or_next_seat", "next_on_winning_side", "bid"),
    "laps": ("1", "2"),
    "ace_failures": ("none", "1", "2"),
    "heavy_loss_levels": ("0", "1", "3"),
    "heavy_loss_steps": ("1", "2"),
    "must_defend_levels": ("none", "K"),
    "compulsory_levels": ("none", "Q"),
    "win": ("pass_ace", "hold_ace_as_declarers", "reach_ace"),
    "small_team_bonus": ("0", "1"),
    "declarer_bonus": ("0", "1"),
    "decks": ("1", "2"),
    "pass_deal": ("off", "nobody"),
}
TEAMS = ("NS", "EW")


def vary_rules(rng):
    while True:
        try:
            return with_options(SMALL, **{name: rng.choice(values) for name, values in VARIED.items()})
        except InvalidRules:
            continue


def ask(phase, kind, **fields):
    """Return the referee's answer to a question under the rules and trumps of a deal."""
    dealt = phase.dealt
    trump = {"rank": dealt.level.text, "suit": dealt.trump.suit.value if dealt.trump.suit else None}
    rules = {"preset": "standard", "overrides": dict(word.split("=") for word in format_rules(dealt.rules).split())}
    given = answer_question({"kind": kind, "rules": rules, "trump": trump, "input": fields})
    assert "answer" in given, given
    return given["answer"]


def name_cards(cards):
    return format_cards(cards).split()


def list_last_trick(phase):
    return [{"player": play.seat, "cards": name_cards(play.cards)} for play in phase.tricks[-1].plays]


def find_winning_cards(phase):
    return next(play.cards for play in phase.tricks[-1].plays if play.seat == phase.tricks[-1].winner)


def find_captured(phase):
    """Return whether an opponent has won the kitty with the last trick."""
    result, rules = phase.result, phase.dealt.rules
    trumps = all(map(phase.dealt.trump.is_trump, find_winning_cards(phase)))
    return result.last_trick not in result.declarers and (rules.kitty_without_trump != "none" or trumps)


def check_kitty(phase):
    result = phase.result
    held = result.last_trick in result.declarers
    answer = ask(
        phase,
        "kitty",
        kitty=name_cards(phase.kitty),
        last_trick_won_by="declarers" if held else "opponents",
        lead_cards=name_cards(phase.tricks[-1].plays[0].cards),
        winning_cards=name_cards(find_winning_cards(phase)),
    )
    assert answer["multiplier"] == result.multiplier


def check_score(phase):
    result = phase.result
    asked = {"opponent_points": result.opponents_points, "captured": find_captured(phase)}
    answer = ask(phase, "score", team_size=len(result.declarers), **asked)
    assert answer["declarers_win"] is result.declarers_hold
    assert answer["winners_levels"] == result.rise
    assert answer["declarer_bonus"] == result.declarer_bonus


def check_hook(phase):
    """Check the levels to which the hook, an option, has sent seats back. Return whether it has sent any."""
    result = phase.result
    others = [seat for seat in range(4) if seat not in result.declarers]
    answer = ask(
        phase,
        "hook",
        last_trick=list_last_trick(phase),
        teams=[list(result.declarers), others],
        declarers_team=0,
        declarers_win=result.declarers_hold,
        declarer=result.declarer,
    )
    for seat, level in zip(result.hooked, result.hook_levels, strict=True):
        at_declarer = seat == result.declarer
        assert answer["declarer_level" if at_declarer else "level"] == level.text
    if not answer["sent_back"]:
        assert not result.hooked
    return bool(result.hooked)


def check_next_declarer(phase):
    result = phase.result
    asked = {"last_trick_winner": result.last_trick, "declarers": list(result.declarers)}
    answer = ask(phase, "next_declarer", previous_starter=result.declarer, declarers_won=result.declarers_hold, **asked)
    assert result.winners or answer["next_starter"] == result.next_declarer


def check_round(phase):
    """Check that the referee gives both teams the same levels, laps and failures after the deal as the engine."""
    result, match = phase.result, phase.dealt.match
    order = {"anticlockwise": "NWSE", "clockwise": "NESW"}[phase.dealt.rules.direction]

    def by_team(values):
        return {team: values[order.index(team[0])] for team in TEAMS} if values else {}

    back = dict(zip(result.hooked, result.hook_levels, strict=True))
    sent = {team: back[Seat(order.index(team[0]))].text for team in TEAMS if Seat(order.index(team[0])) in back}
    answer = ask(
        phase,
        "round_result",
        levels={team: level.text for team, level in by_team(result.levels_before).items()},
        starter=order[result.declarer],
        opponent_points=result.opponents_points,
        last_trick_winner=order[result.last_trick],
        won_by_trumps=all(map(phase.dealt.trump.is_trump, find_winning_cards(phase))),
        sent_back=sent,
        laps=by_team(match.laps) or {"NS": 1, "EW": 1},
        ace_failures=by_team(match.ace_failures) or {"NS": 0, "EW": 0},
    )
    assert answer["levels"] == {team: level.text for team, level in by_team(result.levels_after).items()}
    assert answer["laps"] == by_team(phase.match.laps)
    assert answer["ace_failures"] == by_team(phase.match.ace_failures)
    assert bool(answer["won_game"]) is bool(result.winners)
    assert result.winners or answer["next_starter"] == order[result.next_declarer]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_deals_are_worth_what_the_referee_says(seed):
    rng, seen = random.Random(seed), Counter()
    for number in range(12):
        rules = vary_rules(rng)
        start = [rng.choice([Level.JACK, Level.QUEEN, Level.KING]) for _ in range(2)]
        levels = tuple(start[seat % 2] for seat in range(4))
        for _, _, step in play_randomly(rules, number, levels=levels):
            if not isinstance(phase := step.phase, Finished):
                continue
            check_kitty(phase)
            check_score(phase)
            seen["hooked"] += check_hook(phase)
            check_next_declarer(phase)
            if rules.teams is Teams.FIXED:
                check_round(phase)
                seen["rounds"] += 1
    assert seen["rounds"]


def test_hook_may_send_the_declarer_to_another_level():
    rules = {"preset": "looking-for-friends", "overrides": {"hook": "single_jack", "hook_declarer": "half"}}
    plays = [{"player": at, "cards": [card]} for at, card in enumerate(["H3", "HJ", "H4", "H5", "H6"])]
    fields = {"last_trick": plays, "teams": [[0, 2], [1, 3, 4]], "declarers_team": 0}
    asked = {"kind": "hook", "rules": rules, "trump": {"rank": "J", "suit": "H"}}
    assert answer_question(asked | {"input": fields})["error"]["reason"] == "missing_field"
    answer = answer_question(asked | {"input": fields | {"declarer": 0}})["answer"]
    assert answer == {"sent_back": [0], "level": "2", "declarer_level": "6", "reset_to_two": [0]}
    lower = answer_question(asked | {"input": fields | {"declarer": 0, "levels": {"0": "3"}}})["answer"]
    assert (lower["sent_back"], lower["declarer_level"]) == ([0], None)


@pytest.mark.parametrize("passing", [PassDeal.NOBODY, PassDeal.DECLARERS])
def test_undeclared_deal_is_passed_on_except_the_first(passing):
    asked = {"kind": "no_bid_fallback", "rules": {"overrides": {"pass_deal": passing}}, "trump": {"rank": "7"}}
    kitty = {"kitty_in_reveal_order": ["H7"]}
    assert answer_question(asked | {"input": kitty})["answer"] == {"action": "redeal", "why": "deal_passed"}
    first = answer_question(asked | {"input": kitty | {"first_round": True}})["answer"]
    assert first == {"action": "redeal", "why": "nobody_declared"}


def test_hidden_ten_treats_every_deal_as_a_first_deal():
    hidden = {"preset": "hidden-ten", "overrides": {"no_declaration_first": "kitty_first"}}
    asked = {"kind": "no_bid_fallback", "rules": hidden, "input": {"kitty_in_reveal_order": ["HA"]}}
    assert answer_question(asked)["answer"] == {"trump_suit": "H", "revealed": 1}
    starter = {"previous_starter": 0, "declarers_won": True, "declarers": [0, 2]}
    given = answer_question({"kind": "next_declarer", "rules": {"preset": "hidden-ten"}, "input": starter})
    assert given["answer"] == {"next_starter": None}


def test_first_declaration_may_fix_the_level_for_all():
    prior = [{"player": 0, "cards": ["S2"]}]
    levels = ["2", "3", "2", "3"]

    def accepts(order, *cards):
        fields = {"prior": prior, "levels": levels, "bid": {"player": 1, "cards": list(cards)}}
        rules = {"overrides": {"first_declarer": order}}
        return answer_question({"kind": "bid_accept", "rules": rules, "input": fields})["answer"]["accepted"]

    assert accepts("first", "C2", "C2")
    assert not accepts("first", "C3", "C3")
    assert accepts("final", "C3", "C3")


def test_points_may_be_left_only_in_hidden_ten():
    fields = {"trick_points": 5, "winner_side": "attackers", "winner_picks_up": False}
    assert answer_question({"kind": "point_pickup", "input": fields})["error"]["reason"] == "bad_value"
