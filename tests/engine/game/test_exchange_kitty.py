"""The declarer buries cards and may call friends. Others may steal the kitty (docs/rules.md, 4 and 9)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import record_random_play
from small_deals import SMALL, after_declaring, after_drawing, events_of_kind, hand_text, refusal_of, run

from engine.cli import play_match
from engine.deal.bidding import KittyTurn, resolve_no_declaration
from engine.deal.burying import legal_buries
from engine.deal.change_levels import raise_level
from engine.deal.game import apply, legal_actions, spectator_view, view_for
from engine.deal.legal_actions import check_action, legal_friend_calls
from engine.deal.phases.states import Burying, Calling, Finished, Playing, Stealing
from engine.io.record import Replay
from engine.model.actions import Bury, CallFriends, Declare, FriendCall
from engine.model.cards import ALL_FACES, Rank, Suit, card_of, parse_card, parse_cards, points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.events import (
    Buried,
    Declared,
    FriendsCalled,
    KittyShown,
    KittyTaken,
    KittyTurned,
    MadeBy,
    RedealReason,
    TrumpsMade,
)
from engine.model.options import Level
from engine.model.presets import PRESETS, preset_with, with_options
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from tests.everyday import spread

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
def test_illegal_bury_is_refused(line, reason):
    assert refusal_of(after_declaring(), line)[0] == reason


def test_declarer_buries_then_leads():
    phase = after_declaring()
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


def test_offered_buries_are_distinct_and_complete():
    offered = {tuple(sorted(action.cards)) for action in legal_actions(after_declaring(), Seat(0))}
    assert len(offered) == len(list(legal_actions(after_declaring(), Seat(0)))) == 7 * 6 // 2


@pytest.mark.parametrize("claims", ["off", "no_trump_or_no_points"])
def test_kitty_is_shown_before_it_is_taken(claims):
    rules = with_options(SMALL, show_kitty="yes", redeal_claim=claims)
    events = []
    phase = after_drawing(rules)
    for line in ("0 declare SJ", "table close", *(["table close"] if claims != "off" else [])):
        phase, more = run(phase, line)
        events += more
    assert [type(event) for event in events][-2:] == [KittyShown, KittyTaken]
    assert events_of_kind(events, KittyShown) == [KittyShown(parse_cards("LJ H10"))]
    assert all(view_for(phase, Seat(seat)).kitty_turned == parse_cards("LJ H10") for seat in range(4))
    phase, _ = run(phase, "0 bury S10 D10")
    assert spectator_view(phase).kitty_turned == parse_cards("LJ H10")
    assert spectator_view(phase).kitty is None


def test_thief_takes_a_kitty_that_is_not_shown():
    phase = after_declaring(with_options(THEFT, show_kitty="yes"))
    phase, events = run(phase, "0 bury S10 D10", "1 pass", "2 declare BJ")
    assert events_of_kind(events, KittyShown) == []
    assert spectator_view(phase).kitty_turned == parse_cards("LJ H10")


def test_points_in_the_kitty_are_capped():
    phase = after_declaring(with_options(SMALL, max_buried_points=10))  # seat 0 holds SJ S10 SQ HA D10 LJ H10
    assert refusal_of(phase, "0 bury S10 H10") == ("too_many_points", {"most": 10, "given": 20})
    assert refusal_of(phase, "0 bury S10") == ("wrong_count", {"wanted": 2, "given": 1})
    with pytest.raises(IllegalAction) as refused:
        check_action(view_for(phase, Seat(0)), Bury(parse_cards("S10 D10")))
    assert refused.value.reason is Reason.TOO_MANY_POINTS
    offered = [action.cards for action in legal_actions(phase, Seat(0))]
    assert len(offered) == len({tuple(sorted(cards)) for cards in offered}) == 7 * 6 // 2 - 3
    assert all(points_of(cards) <= 10 for cards in offered)
    assert run(phase, "0 bury S10 SJ")[0].kitty == parse_cards("S10 SJ")


def test_hand_full_of_points_buries_fewest_points():
    hands = ("SJ S10 C10 CK SK", "SA SQ CJ CQ DA", "BJ DJ HK HQ DQ", "HJ HA LJ CA DK")
    phase = after_declaring(with_options(SMALL, max_buried_points=0), hands=hands, kitty="D10 H10")
    assert refusal_of(phase, "0 bury S10 C10") == ("too_many_points", {"most": 10, "given": 20})
    assert all(parse_card("SJ") in action.cards for action in legal_actions(phase, Seat(0)))
    assert isinstance(run(phase, "0 bury SJ CK")[0], Playing)


@given(st.data())
def test_offered_buries_are_exactly_those_within_the_cap(data):
    hand = tuple(data.draw(st.lists(st.sampled_from(ALL_FACES), min_size=5, max_size=9)))
    size, cap = data.draw(st.integers(1, 5)), data.draw(st.integers(0, 40))
    rules = with_options(PRESETS["standard"], max_buried_points=cap)
    fewest = min(points_of(cards) for cards in combinations(hand, size))
    wanted = {tuple(sorted(c)) for c in combinations(hand, size) if points_of(c) <= max(cap, fewest)}
    offered = [tuple(sorted(cards)) for cards in legal_buries(hand, size, rules)]
    assert len(offered) == len(set(offered))
    assert set(offered) == wanted


@pytest.mark.parametrize("cap", spread(1, [0, 10, 25]))
def test_computers_bury_within_the_cap(cap):
    rules = with_options(PRESETS["standard"], max_buried_points=cap)
    buried = [
        move.action.cards
        for seed in range(4)
        for move, _ in play_match(rules, seed, "skilled", deals=1)
        if isinstance(move.action, Bury)
    ]
    assert len(buried) == 4
    assert all(points_of(cards) <= cap for cards in buried)


@pytest.mark.parametrize("name", ["standard", "hidden-ten", "looking-for-friends"])
def test_without_kitty_nothing_is_buried(name):
    size = {"players": 6} if name == "looking-for-friends" else {}
    rules = preset_with(name, kitty_size=0, **size)
    record = record_random_play(rules, 1, 1)
    assert rules.hand_size * rules.players == rules.pack_size
    assert not any(isinstance(move.action, Bury) for move in record.moves)
    replay = Replay(record)
    assert not any(isinstance(event, KittyTaken | KittyTurned) for events in replay.events for event in events)
    result = spectator_view(replay.phases[-1]).result
    assert (result.kitty, result.kitty_points) == ((), 0)


def test_undeclared_deal_without_kitty_is_dealt_again():
    assert resolve_no_declaration((), Rank.TWO, preset_with("standard", kitty_size=0), first_deal=False) == KittyTurn(
        None, (), RedealReason.NOBODY_DECLARED
    )


# --- kitty theft -----------------------------------------------------------------------------------------------------


def test_others_may_steal_kitty_in_turn():
    phase, _ = run(after_declaring(THEFT), "0 bury H10 D10")
    assert isinstance(phase, Stealing)
    assert (phase.turn, view_for(phase, Seat(1)).ask, view_for(phase, Seat(2)).ask) == (1, Ask.STEAL, Ask.NOTHING)
    assert refusal_of(phase, "2 declare BJ")[0] == "not_your_turn"
    assert refusal_of(phase, "1 declare CJ")[0] == "not_stronger"
    assert refusal_of(phase, "1 declare CJ CQ")[0] == "not_a_declaration"
    phase, _ = run(phase, "1 pass")
    phase, events = run(phase, "2 declare BJ")
    assert [type(event) for event in events] == [Declared, TrumpsMade, KittyTaken]
    assert events[1].declarer == 0
    assert phase.dealt.trump.suit is None
    assert isinstance(phase, Burying)
    assert phase.burier == 2
    assert view_for(phase, Seat(0)).kitty is None, "the first bury is gone"
    phase, _ = run(phase, "2 bury H10 DQ")
    assert (phase.turn, phase.burier) == (3, 2)
    phase, _ = run(phase, "3 pass", "0 pass", "1 pass")
    assert isinstance(phase, Playing)
    assert (phase.dealt.declarer, phase.turn, phase.burier) == (0, 0, 2)
    assert phase.declarers == {0, 2}
    assert phase.dealt.level is Level.JACK
    assert view_for(phase, Seat(2)).kitty == parse_cards("H10 DQ")
    assert len(phase.dealt.declarations) == 2


def test_first_burier_gets_a_turn_to_steal_back():
    phase, _ = run(after_declaring(THEFT), "0 bury H10 D10", "1 pass", "2 declare BJ", "2 bury H10 DQ")
    phase, _ = run(phase, "3 pass")
    assert phase.turn == 0
    assert refusal_of(phase, "0 declare LJ")[0] == "not_stronger"


def test_nobody_steals_after_passes_or_timeout():
    phase, _ = run(after_declaring(THEFT), "0 bury H10 D10")
    for lines in (("1 pass", "2 pass", "3 pass"), ("1 pass", "table close"), ("table close",)):
        after, events = run(phase, *lines)
        assert [event.seat for event in events] == [1, 2, 3]
        assert isinstance(after, Playing)
        assert after.burier == 0


MOVES = with_options(THEFT, theft_moves_declarer="yes")
JOKER_WITH_SEAT_1 = ("SJ S10 SQ HA D10", "BJ SA SK CJ DA", "CQ DJ HK HQ DQ", "HJ C10 CK CA DK")


def after_theft(rules=MOVES, levels=None, declared="SJ"):
    """Let seat 0 bury cards, and seat 1 take the kitty. Return (phase, events) after that."""
    phase = after_drawing(rules, levels, Seat(0), hands=JOKER_WITH_SEAT_1)
    phase, _ = run(phase, f"0 declare {declared}", "table close", "0 bury H10 D10")
    offered = [action for action in legal_actions(phase, Seat(1)) if isinstance(action, Declare)]
    assert offered == [Declare(parse_cards("BJ"))]
    return run(phase, "1 declare BJ")


def play_first_choices(phase):
    while not isinstance(phase, Finished):
        phase = apply(phase, phase.turn, next(iter(legal_actions(phase, phase.turn)))).phase
    return phase


def test_player_who_takes_the_kitty_becomes_declarer():
    phase, events = after_theft()
    assert events[1] == TrumpsMade(Seat(1), Level.JACK, None, MadeBy.DECLARATION)
    for view in (spectator_view(phase), view_for(phase, Seat(3))):
        assert (view.declarer, view.deal_level, view.sides) == (1, Level.JACK, (False, True, False, True))
    phase, _ = run(phase, "1 bury H10 D10", "2 pass", "3 pass", "0 pass")
    assert (phase.dealt.declarer, phase.turn, phase.burier, phase.declarers) == (1, 1, 1, {1, 3})


@pytest.mark.parametrize(
    ("own", "played", "declared", "weaker"),
    [(Level.QUEEN, Level.JACK, "SJ", "CJ"), (Level.ACE, Level.JACK, "SJ", "CJ"), (Level.JACK, Level.ACE, "HA", "SA")],
)
def test_new_declarers_rise_from_their_own_level(own, played, declared, weaker):
    """The new declarers rise from their own level. The level of the deal cannot win them the match."""
    levels = (played, own, played, own)
    phase, _ = after_theft(levels=levels, declared=declared)
    phase, _ = run(phase, "1 bury H10 D10")
    assert refusal_of(phase, f"2 declare {weaker}")[0] == "not_held"
    phase, _ = run(phase, "table close")
    view = spectator_view(phase)
    assert (view.deal_level, view.trump.rank, view.declarer) == (played, played.rank, 1)
    result = play_first_choices(phase).result
    assert (result.declarer, result.declarers, result.winners) == (1, (1, 3), ())
    side = 1 if result.declarers_hold else 0
    risen = raise_level(levels[side], result.rise, MOVES, held_on_it=False).level
    assert result.levels_after[side] == result.levels_after[side + 2] == risen
    assert result.levels_after[1 - side] == levels[1 - side]
    assert result.next_declarer == (3 if result.declarers_hold else 2)


def test_kitty_is_stolen_with_cards_of_the_played_rank():
    """The deal is at level J, and seat 1 is at level Q. Seat 1 steals with a jack, and so does seat 2."""
    rules = with_options(MOVES, declare_suit_order="yes", declare_ladder="classic", joker_declaration="off")
    hands = ("DJ S10 SQ HA D10", "HJ SA SK CQ DA", "BJ SJ HK HQ DQ", "CJ C10 CK CA DK")
    phase = after_drawing(rules, (Level.JACK, Level.QUEEN) * 2, Seat(0), hands=hands)
    phase, _ = run(phase, "0 declare DJ", "table close", "0 bury H10 D10", "1 declare HJ", "1 bury H10 CQ")
    assert [action.cards for action in legal_actions(phase, Seat(2)) if isinstance(action, Declare)] == [
        parse_cards("SJ")
    ]
    phase, _ = run(phase, "2 declare SJ")
    assert (phase.dealt.declarer, phase.dealt.trump.suit, phase.dealt.level) == (2, Suit.SPADES, Level.JACK)


# --- friends ---------------------------------------------------------------------------------------------------------

FRIENDS = with_options(SMALL, teams="friends", friends="1", next_declarer="next_on_winning_side")


def test_declarer_calls_configured_number_of_friends():
    phase, _ = run(after_declaring(FRIENDS), "0 bury H10 D10")
    assert isinstance(phase, Calling)
    assert view_for(phase, Seat(0)).ask is Ask.CALL
    assert refusal_of(phase, "1 call SA#1")[0] == "not_your_turn"
    assert refusal_of(phase, "0 call SA#1 SK#1") == ("wrong_friend_count", {"wanted": 1, "given": 2})
    assert refusal_of(phase, "0 call SA#2") == ("wrong_friend", {"card": parse_card("SA"), "why": "copy"})
    assert refusal_of(phase, "0 call S2#1") == ("wrong_friend", {"card": parse_card("S2"), "why": "kind"})
    phase, events = run(phase, "0 call CA#1")
    assert events == [FriendsCalled(Seat(0), (FriendCall(parse_card("CA"), 1),))]
    assert isinstance(phase, Playing)
    assert spectator_view(phase).sides == (True, None, None, None)


def test_player_who_takes_the_kitty_calls_friends():
    rules = with_options(
        FRIENDS, kitty_theft="yes", theft_moves_declarer="yes", joker_declaration="any", declare_ladder="six_step"
    )
    phase, _ = run(after_theft(rules)[0], "1 bury H10 D10", "table close")
    assert isinstance(phase, Calling)
    assert view_for(phase, Seat(1)).ask is Ask.CALL
    assert refusal_of(phase, "0 call CA#1")[0] == "not_your_turn"
    phase, events = run(phase, "1 call CA#1")
    assert events_of_kind(events, FriendsCalled)[0].seat == 1
    assert (phase.turn, phase.declarers) == (1, {1})
    assert spectator_view(phase).sides == (None, True, None, None)


def test_declarer_plays_alone_without_callable_cards():
    """These rules allow only aces to be called. At level A all aces are trumps, which cannot be called."""
    rules = with_options(
        PRESETS["looking-for-friends"],
        players="5", decks="4", jokers="2+2", low_cut="A", start_level="A", kitty_size="5", friend_cards="no_trumps",
    )  # fmt: skip
    phase = after_drawing(rules, hands=("SA SA",), kitty="")
    phase, _ = run(phase, "0 declare SA SA", "table close")
    assert legal_friend_calls(view_for(phase, Seat(0))) == ()
    phase, events = run(phase, "0 bury " + " ".join(map(str, phase.hands[0][:5])))
    assert isinstance(phase, Playing)
    assert not events_of_kind(events, FriendsCalled)
    assert spectator_view(phase).sides == (True, False, False, False, False)


def test_all_callable_cards_are_called_if_few():
    """Ten friends are to be called. The pack has only kings and aces, and at level A just three kings can be called."""
    rules = with_options(
        PRESETS["looking-for-friends"],
        players="12", decks="2", jokers="2+2", low_cut="K", start_level="A", kitty_size="8", friends="10",
        friend_cards="no_trumps", friend_call="first_by_other",
    )  # fmt: skip
    phase = after_drawing(rules, hands=("SA",), kitty="")
    phase, _ = run(phase, "0 declare SA", "table close")
    phase, _ = run(phase, "0 bury " + " ".join(map(str, phase.hands[0][:8])))
    assert spectator_view(phase).phase is PhaseName.CALLING
    calls = legal_friend_calls(view_for(phase, Seat(0)))
    assert {call.card for call in calls} == {card_of(suit, 13) for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)}
    assert [offer.calls for offer in legal_actions(phase, Seat(0))] == [calls]
    assert isinstance(apply(phase, Seat(0), CallFriends(calls)).phase, Playing)
