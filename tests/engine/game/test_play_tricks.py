"""Tricks are played until the deal ends. Throws may fail, and friends may join (docs/rules.md, 5 to 10)."""

from dataclasses import replace

import pytest
from small_deals import SMALL, after_declaring, after_drawing, after_tricks, events_of_kind, hand_text, refusal_of, run

from engine.deal.game import apply, legal_actions, spectator_view, to_act, view_for
from engine.deal.phases.states import Finished, PickingUp, Playing
from engine.model.cards import parse_cards
from engine.model.events import DealEnded, FriendJoined, PickedUp, Played, TakenBack, TenShown, ThrowFailed, TrickWon
from engine.model.options import Hook, Level
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.view import Ask

THROWING = ("SJ HA HK CA C10", "SA SK S10 H10 DA", "SQ HQ CQ DK DQ", "LJ BJ CK D10 CJ")


def throw_first(**options):
    """Return the phase in which seat 0 leads first from SJ HA HK CA C10. Spades and jacks are trumps."""
    rules = with_options(SMALL, **options)
    return run(after_declaring(rules, hands=THROWING, kitty="HJ DJ"), "0 bury HJ DJ")[0]


def at_first_lead(**options):
    return run(after_declaring(with_options(SMALL, **options)), "0 bury LJ H10")[0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 play SA", "not_your_turn"),
        ("0 play HA SJ", "mixed_suits"),
        ("0 play DA", "not_held"),
        ("0 play", "no_cards"),
        ("0 bury HA", "wrong_phase"),
        ("0 takeback", "not_allowed"),
        ("0 end", "not_allowed"),
        ("0 pickup", "wrong_phase"),
        ("0 pass", "wrong_phase"),
        ("table close", "wrong_phase"),
        ("table draw 1", "wrong_phase"),
    ],
)
def test_illegal_action_before_first_lead_is_refused(line, reason):
    assert refusal_of(at_first_lead(), line)[0] == reason


def test_refused_follow_names_required_cards():
    phase, _ = run(at_first_lead(), "0 play HA")
    assert view_for(phase, Seat(1)).ask is Ask.FOLLOW
    phase, _ = run(phase, "1 play CQ")
    assert refusal_of(phase, "2 play DQ") == ("must_follow_suit", {"suit": "H", "required": 1, "given": 0})
    assert refusal_of(phase, "2 play HK HQ")[0] == "wrong_count"
    assert {a.cards for a in legal_actions(phase, Seat(2))} == {parse_cards("HK"), parse_cards("HQ")}


def test_trick_winner_leads_next():
    phase, events = after_tricks(at_first_lead(), "D10 DA DQ DK")
    assert events[-1] == TrickWon(Seat(1), 20)
    assert phase.turn == 1
    assert phase.taken == (0, 20, 0, 0)
    view = spectator_view(phase)
    assert view.opponents_points == 20
    assert view.trick.plays == ()
    assert [play.seat for play in view.tricks[0].plays] == [0, 1, 2, 3]


def test_first_of_equal_cards_wins():
    phase, _ = after_tricks(at_first_lead(), "D10 DA DQ DK")
    phase, events = after_tricks(phase, "SA DJ HJ SQ")
    assert events[-1].seat == 2, "off-suit jacks are level cards, above the ace of trumps, and all equal"


# --- throws ----------------------------------------------------------------------------------------------------------


def test_unbeatable_throw_stands():
    phase, events = run(throw_first(), "0 play HA HK")
    assert events == [Played(Seat(0), parse_cards("HA HK"), (parse_cards("HA"), parse_cards("HK")))]
    assert spectator_view(phase).trick.plays[0].attempt == ()


def test_failed_throw_plays_only_beaten_card():
    phase, events = run(throw_first(), "0 play CA C10")
    failure = ThrowFailed(Seat(0), parse_cards("CA C10"), parse_cards("C10"), Seat(2), 0)
    assert events == [failure, Played(Seat(0), parse_cards("C10"), (parse_cards("C10"),))]
    assert hand_text(phase, 0) == "SJ HA HK CA"
    assert spectator_view(phase).trick.plays[0].attempt == parse_cards("CA C10")
    assert phase.penalties == (0, 0, 0, 0)


def test_option_hides_who_could_beat_a_throw():
    _, events = run(throw_first(show_throw_stopper="no"), "0 play CA C10")
    assert events[0].beater is None


def test_penalty_points_are_shown_at_once():
    phase, events = run(throw_first(throw_penalty="ten_per_attempt"), "0 play CA C10")
    assert events[0].penalty == 10
    assert spectator_view(phase).opponents_points == 10


def test_first_seat_able_to_beat_failed_throw_must_do_so():
    hands = ("SJ CA CQ HA HK", "SA SK S10 H10 DA", "SQ HQ C10 CK DQ", "LJ BJ D10 CJ DK")
    rules = with_options(SMALL, must_beat_failed_throw="yes")
    phase, _ = run(after_declaring(rules, hands=hands, kitty="HJ DJ"), "0 bury HJ DJ", "0 play CA CQ", "1 play DA")
    assert view_for(phase, Seat(2)).must_beat == 2
    assert refusal_of(phase, "2 play C10") == ("must_beat", {"cards": parse_cards("CQ")})
    assert [a.cards for a in legal_actions(phase, Seat(2))] == [parse_cards("CK")]
    phase, _ = run(phase, "2 play CK")
    assert phase.must_beat is None


def test_penalty_points_count_in_result():
    rules = {"throw_penalty": "ten_per_card"}
    start, _ = run(throw_first(**rules), "0 play CA C10")
    plain, _ = run(throw_first(), "0 play C10")
    end, none = play_to_end(start), play_to_end(plain)
    assert (end.penalty_points, none.penalty_points) == (10, 0)
    assert end.opponents_points == none.opponents_points + 10


def play_to_end(phase):
    """Play the first legal play of each seat until the deal ends. Return the result."""
    while isinstance(phase, Playing):
        phase = apply(phase, phase.turn, next(legal_actions(phase, phase.turn))).phase
    return phase.result


# --- taking back -----------------------------------------------------------------------------------------------------


def test_last_play_is_taken_back_until_next_play():
    begun = at_first_lead(play_takeback="yes")
    assert refusal_of(begun, "0 takeback") == ("nothing_to_take_back", {})
    phase, _ = run(begun, "0 play HA")
    assert view_for(phase, Seat(0)).can_take_back
    assert refusal_of(phase, "1 takeback") == ("nothing_to_take_back", {})
    back, events = run(phase, "0 takeback")
    assert back == begun
    assert events == [TakenBack(Seat(0))]
    phase, _ = run(phase, "1 play CQ")
    assert refusal_of(phase, "0 takeback") == ("nothing_to_take_back", {})
    assert run(phase, "1 takeback")[0].turn == 1


def test_trick_ending_play_can_be_taken_back():
    phase, _ = after_tricks(at_first_lead(play_takeback="yes"), "D10 DA DQ DK")
    assert phase.tricks
    phase, _ = run(phase, "3 takeback")
    assert (phase.tricks, phase.taken, phase.turn) == ((), (0, 0, 0, 0), 3)


def test_failed_throw_cannot_be_taken_back():
    phase, _ = run(throw_first(play_takeback="yes"), "0 play CA C10")
    assert refusal_of(phase, "0 takeback") == ("nothing_to_take_back", {})
    phase, _ = run(throw_first(play_takeback="yes"), "0 play HA HK")
    assert run(phase, "0 takeback")[0] == throw_first(play_takeback="yes")


# --- ending early ----------------------------------------------------------------------------------------------------


def test_early_end_needs_a_settled_result():
    phase, _ = after_tricks(at_first_lead(early_end="yes"), "D10 DA DQ DK")
    assert refusal_of(phase, "0 end") == ("result_still_open", {})
    assert refusal_of(phase, "1 end") == ("not_your_turn", {"to_act": (0,)})
    assert not view_for(phase, Seat(0)).can_end_deal


def near_settled_deal(multiplier, turnover, **others):
    """Return a deal after its first trick, in which the declarers have won 20 points and the opponents none.

    The hands still hold 50 points, and the kitty holds 10.
    """
    options = {"early_end": "yes", "thresholds": f"0:hold+1,{turnover}:turn+0", "kitty_multiplier": multiplier}
    rules = with_options(SMALL, **options, **others)
    hands = ("SJ SA BJ LJ DA", "SQ DK CJ CQ C10", "S10 D10 HQ HK DQ", "SK HA CK DJ HJ")
    phase, _ = run(after_declaring(rules, hands=hands, kitty="H10 CA"), "0 bury H10 CA")
    return after_tricks(phase, "BJ SQ S10 SK")[0]


@pytest.mark.parametrize(
    ("multiplier", "turnover", "may"),
    [
        ("flat_1", 65, True),
        ("flat_1", 60, False),
        ("flat_2", 65, False),
        ("flat_2", 71, True),
        ("two_per_largest_unit", 130, False),
        ("two_per_largest_unit", 131, True),
        ("none", 50, False),
        ("none", 51, True),
    ],
)
def test_early_end_considers_the_kitty(multiplier, turnover, may):
    phase = near_settled_deal(multiplier, turnover)
    assert view_for(phase, Seat(0)).can_end_deal is may
    if may:
        assert isinstance(run(phase, "0 end")[0], Finished)
    else:
        assert refusal_of(phase, "0 end") == ("result_still_open", {})


def test_early_end_waits_while_a_play_may_be_taken_back():
    phase = near_settled_deal("flat_1", 65, play_takeback="yes")
    assert refusal_of(phase, "0 end") == ("result_still_open", {})
    assert not view_for(phase, Seat(0)).can_end_deal
    assert view_for(phase, Seat(3)).can_take_back
    last_is_own = replace(phase, undo=replace(phase.undo, turn=Seat(0)))
    assert view_for(last_is_own, Seat(0)).can_end_deal


def test_possible_hook_prevents_early_end():
    phase = near_settled_deal("flat_1", 65)
    rules = replace(phase.rules, hook=Hook.CAPTURE)
    hooked = replace(phase, dealt=replace(phase.dealt, match=replace(phase.dealt.match, rules=rules)))
    assert refusal_of(hooked, "0 end") == ("result_still_open", {})


@pytest.mark.parametrize(
    ("options", "may"),
    [({}, True), ({"next_declarer": "same_or_last_trick"}, False), ({"capture_levels": "1"}, False)],
)
def test_last_trick_that_still_matters_prevents_early_end(options, may):
    rules = with_options(SMALL, early_end="yes", thresholds="0:hold+1,30:turn+0", **options)
    hands = ("SJ SA BJ LJ DA", "SQ DK CJ CQ C10", "S10 D10 HQ HK DQ", "SK HA CK DJ HJ")
    phase, _ = run(after_declaring(rules, hands=hands, kitty="H10 CA"), "0 bury H10 CA")
    phase, _ = after_tricks(phase, "DA DK D10 SK")
    assert view_for(phase, Seat(0)).can_end_deal is may


def test_early_end_raises_the_declarers():
    phase = near_settled_deal("flat_1", 65)
    assert view_for(phase, Seat(2)).can_end_deal is False
    middle, _ = run(phase, "0 play LJ")
    assert refusal_of(middle, "0 end")[0] == "result_still_open", "only between two tricks"
    after, events = run(phase, "0 end")
    result = events_of_kind(events, DealEnded)[0].result
    assert (result.declarers_hold, result.rise, result.multiplier, result.opponents_points) == (True, 1, 0, 0)
    assert after.match.levels == (Level.QUEEN, Level.JACK, Level.QUEEN, Level.JACK)


# --- friends ---------------------------------------------------------------------------------------------------------

FRIENDS = with_options(SMALL, teams="friends", friends="1", next_declarer="next_on_winning_side")


def test_friend_joins_with_points_already_taken():
    phase, _ = run(after_declaring(FRIENDS), "0 bury LJ H10", "0 call SA#1")
    phase, _ = after_tricks(phase, "D10 DA DQ DK")
    assert spectator_view(phase).sides == (True, None, None, None)
    assert spectator_view(phase).opponents_points is None
    phase, events = run(phase, "1 play SA")
    assert events_of_kind(events, FriendJoined) == [FriendJoined(Seat(1), phase.friends[0].call)]
    view = spectator_view(phase)
    assert view.sides == (True, True, False, False)
    assert view.opponents_points == 0
    assert view.friends[0].joined == 1
    assert phase.declarers == {0, 1}


def test_declarer_stays_alone_without_friend():
    phase, _ = run(after_declaring(FRIENDS), "0 bury LJ H10", "0 call H10#1")
    result = play_to_end(phase)
    assert result.declarers == (0,)
    assert spectator_view(phase).sides == (True, None, None, None)


def test_personal_levels_rise_only_for_winners():
    phase, _ = run(after_declaring(FRIENDS), "0 bury LJ H10", "0 call SA#1")
    result = play_to_end(phase)
    for seat in range(4):
        risen = result.levels_after[seat] > result.levels_before[seat]
        assert risen == (seat in result.winning_seats and result.rise > 0)


# --- hidden ten ------------------------------------------------------------------------------------------------------

TENS = ("LJ H10 S3 S5 SK", "H10 S4 S6 SQ", "S7 S8 S10", "S9 SA S3")


def start_hidden_ten():
    phase, _ = run(after_drawing(PRESETS["hidden-ten"], hands=TENS, kitty="C3"), "0 declare LJ H10", "table close")
    return run(phase, f"0 bury {' '.join(map(str, phase.hands[0][-8:]))}")[0]


def test_trick_winner_picks_up_or_leaves():
    phase, _ = after_tricks(start_hidden_ten(), "S5 S4 S7 S9")
    assert isinstance(phase, PickingUp)
    assert (phase.winner, phase.points) == (3, 5)
    assert view_for(phase, Seat(3)).ask is Ask.PICK_UP
    assert view_for(phase, Seat(0)).ask is Ask.NOTHING
    assert refusal_of(phase, "0 pickup")[0] == "not_your_turn"
    assert refusal_of(phase, "3 play SA")[0] == "wrong_phase"
    took, events = run(phase, "3 pickup")
    assert events == [PickedUp(Seat(3), 5, taken=True)]
    assert (took.taken, took.left, took.turn) == ((0, 0, 0, 5), 0, 3)
    left, _ = run(phase, "3 leave")
    assert (left.taken, left.left) == ((0, 0, 0, 0), 5)
    assert spectator_view(left).points_left == 5


def test_nobody_picks_up_a_trick_without_points():
    phase, _ = after_tricks(start_hidden_ten(), "S3 S4 S7 S9")
    assert isinstance(phase, Playing)


def test_only_playing_called_ten_reveals_side():
    phase, events = after_tricks(start_hidden_ten(), "H10 H10")
    assert events_of_kind(events, TenShown) == [TenShown(Seat(1))]
    assert spectator_view(phase).sides == (True, True, False, False)


def test_last_play_is_taken_back_until_pickup():
    rules = with_options(PRESETS["hidden-ten"], play_takeback="yes")
    phase, _ = run(after_drawing(rules, hands=TENS, kitty="C3"), "0 declare LJ H10", "table close")
    phase, _ = run(phase, f"0 bury {' '.join(map(str, phase.hands[0][-8:]))}")
    phase, _ = after_tricks(phase, "S5 S4 S7 S9")
    assert view_for(phase, Seat(3)).can_take_back
    assert run(phase, "3 takeback")[0].turn == 3
    settled, _ = run(phase, "3 pickup")
    assert refusal_of(settled, "3 takeback") == ("nothing_to_take_back", {})
    assert not view_for(settled, Seat(3)).can_take_back


@pytest.mark.parametrize("counts", ["by_final_side", "as_shown"])
def test_both_sides_pick_up_points_under_each_option(counts):
    rules = with_options(PRESETS["hidden-ten"], pickup_counts=counts, kitty_multiplier="flat_1")
    phase, _ = run(after_drawing(rules, hands=TENS, kitty="C3"), "0 declare LJ H10", "table close")
    phase, _ = run(phase, f"0 bury {' '.join(map(str, phase.hands[0][-8:]))}")
    while not isinstance(phase, Finished):
        seat = to_act(phase)[0]
        phase = apply(phase, seat, next(legal_actions(phase, seat))).phase
    of_opponents = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.result.declarers)
    assert sum(phase.taken) > of_opponents > 0
    assert phase.result.trick_points == (sum(phase.taken) if counts == "as_shown" else of_opponents)
    assert phase.result.levels_after == phase.result.levels_before
    assert phase.result.winners == ()
