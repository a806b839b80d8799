"""The kitty: bury, kitty theft, calling friends (docs/rules.md, 4 and 9)."""

import pytest
from small import SMALL, declared, drawn, hand_text, of_kind, refused, run

from engine.actions import CallFriends, FriendCall
from engine.cards import Suit, card, parse_card, parse_cards
from engine.events import Buried, Declared, FriendsCalled, KittyTaken, TrumpsMade
from engine.game import apply, legal_actions, spectator_view, view_for
from engine.options import call_options
from engine.phases.exchanging import Burying, Calling, Stealing
from engine.phases.tricks import Playing
from engine.presets import PRESETS, with_options
from engine.rules import Level
from engine.seats import Seat
from engine.view import Ask, PhaseName

THEFT = with_options(SMALL, kitty_theft="yes", joker_declaration="any", declare_ladder="six_step")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 bury SJ S10", "not_your_turn"),
        ("0 bury SJ", "wrong_count"),
        ("0 bury SJ S10 SQ", "wrong_count"),
        ("0 bury SJ SA", "not_held"),
        ("0 bury SJ SJ", "not_held"),
        ("0 play SJ", "wrong_phase"),
        ("0 pass", "wrong_phase"),
        ("table close", "wrong_phase"),
        ("7 bury SJ S10", "no_such_seat"),
    ],
)
def test_bury_refused(line, reason):
    assert refused(declared(), line)[0] == reason


def test_the_declarer_buries_from_hand_and_kitty_and_leads():
    phase = declared()
    assert view_for(phase, Seat(0)).ask is Ask.BURY
    assert view_for(phase, Seat(0)).hand_sizes == (7, 5, 5, 5)
    phase, events = run(phase, "0 bury H10 D10")
    assert events == [Buried(Seat(0))]
    assert isinstance(phase, Playing)
    assert phase.kitty == parse_cards("H10 D10")
    assert hand_text(phase, 0) == "SJ S10 SQ HA LJ"
    assert phase.turn == 0
    assert view_for(phase, Seat(0)).kitty == parse_cards("H10 D10")
    assert view_for(phase, Seat(1)).kitty is None


def test_the_buries_offered_are_each_choice_of_faces_once():
    offered = {tuple(sorted(action.cards)) for action in legal_actions(declared(), Seat(0))}
    assert len(offered) == len(list(legal_actions(declared(), Seat(0)))) == 7 * 6 // 2


# --- kitty theft -----------------------------------------------------------------------------------------------------


def test_others_may_overbid_in_turn_take_the_kitty_and_bury():
    phase, _ = run(declared(THEFT), "0 bury H10 D10")
    assert isinstance(phase, Stealing)
    assert (phase.turn, view_for(phase, Seat(1)).ask, view_for(phase, Seat(2)).ask) == (1, Ask.STEAL, Ask.NOTHING)
    assert refused(phase, "2 declare BJ")[0] == "not_your_turn"
    assert refused(phase, "1 declare CJ")[0] == "not_stronger"
    assert refused(phase, "1 declare CJ CQ")[0] == "not_a_declaration"
    phase, _ = run(phase, "1 pass")
    phase, events = run(phase, "2 declare BJ")
    assert [type(event) for event in events] == [Declared, TrumpsMade, KittyTaken]
    assert events[1].declarer == 0
    assert phase.dealt.trump.suit is None
    assert isinstance(phase, Burying)
    assert phase.burier == 2
    assert view_for(phase, Seat(0)).kitty is None, "what he buried is gone"
    phase, _ = run(phase, "2 bury H10 DQ")
    assert (phase.turn, phase.burier) == (3, 2)
    phase, _ = run(phase, "3 pass", "0 pass", "1 pass")
    assert isinstance(phase, Playing)
    assert (phase.dealt.declarer, phase.turn, phase.burier) == (0, 0, 2)
    assert phase.declarers == {0, 2}
    assert phase.dealt.level is Level.JACK
    assert view_for(phase, Seat(2)).kitty == parse_cards("H10 DQ")
    assert len(phase.dealt.declarations) == 2


def test_the_first_burier_may_steal_back():
    phase, _ = run(declared(THEFT), "0 bury H10 D10", "1 pass", "2 declare BJ", "2 bury H10 DQ")
    phase, _ = run(phase, "3 pass")
    assert phase.turn == 0
    assert refused(phase, "0 declare LJ")[0] == "not_stronger"


def test_when_all_pass_or_time_is_up_nothing_changes():
    phase, _ = run(declared(THEFT), "0 bury H10 D10")
    for lines in (("1 pass", "2 pass", "3 pass"), ("1 pass", "table close"), ("table close",)):
        after, events = run(phase, *lines)
        assert [event.seat for event in events] == [1, 2, 3]
        assert isinstance(after, Playing)
        assert after.burier == 0


# --- friends ---------------------------------------------------------------------------------------------------------

FRIENDS = with_options(SMALL, teams="friends", friends="1", next_declarer="next_on_winning_side")


def test_the_declarer_calls_as_many_friends_as_the_rules_say():
    phase, _ = run(declared(FRIENDS), "0 bury H10 D10")
    assert isinstance(phase, Calling)
    assert view_for(phase, Seat(0)).ask is Ask.CALL
    assert refused(phase, "1 call SA#1")[0] == "not_your_turn"
    assert refused(phase, "0 call SA#1 SK#1") == ("wrong_friend_count", {"wanted": 1, "given": 2})
    assert refused(phase, "0 call SA#2") == ("wrong_friend", {"card": parse_card("SA"), "why": "copy"})
    assert refused(phase, "0 call S2#1") == ("wrong_friend", {"card": parse_card("S2"), "why": "kind"})
    phase, events = run(phase, "0 call CA#1")
    assert events == [FriendsCalled(Seat(0), (FriendCall(parse_card("CA"), 1),))]
    assert isinstance(phase, Playing)
    assert spectator_view(phase).sides == (True, None, None, None)


def test_where_nothing_can_be_called_the_declarer_plays_alone():
    """Aces only, and aces are the level: every card is a trump, and trumps cannot be called."""
    rules = with_options(
        PRESETS["looking-for-friends"],
        players="5", decks="4", jokers="2+2", low_cut="A", start_level="A", kitty_size="5", friend_cards="no_trumps",
    )  # fmt: skip
    phase = drawn(rules, hands=("SA SA",), kitty="")
    phase, _ = run(phase, "0 declare SA SA", "table close")
    assert call_options(view_for(phase, Seat(0))) == ()
    phase, events = run(phase, "0 bury " + " ".join(map(str, phase.hands[0][:5])))
    assert isinstance(phase, Playing)
    assert not of_kind(events, FriendsCalled)
    assert spectator_view(phase).sides == (True, False, False, False, False)


def test_fewer_callable_cards_than_friends_are_all_called():
    """Only the kings of a pack of kings and aces may be called at level A; the declarer would call more."""
    rules = with_options(
        PRESETS["looking-for-friends"],
        players="12", decks="2", jokers="2+2", low_cut="K", start_level="A", kitty_size="8", friends="10",
        friend_cards="no_trumps", friend_call="first_by_other",
    )  # fmt: skip
    phase = drawn(rules, hands=("SA",), kitty="")
    phase, _ = run(phase, "0 declare SA", "table close")
    phase, _ = run(phase, "0 bury " + " ".join(map(str, phase.hands[0][:8])))
    assert spectator_view(phase).phase is PhaseName.CALLING
    calls = call_options(view_for(phase, Seat(0)))
    assert {call.card for call in calls} == {card(suit, 13) for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)}
    assert [offer.calls for offer in legal_actions(phase, Seat(0))] == [calls]
    assert isinstance(apply(phase, Seat(0), CallFriends(calls)).phase, Playing)
