"""From the shuffled pack to trumps: dealing, drawing, declaring, redeals and claims (docs/rules.md, 4)."""

import pytest
from small import HANDS, SMALL, deal_of, declared, drawn, hand_text, of_kind, refused, run

from engine.actions import CloseWindow, Deal, Draw
from engine.cards import Rank, Suit, cards_text, parse_cards
from engine.errors import BadRules, IllegalAction, Reason
from engine.events import DealStarted, Declared, KittyTurned, MadeBy, Redealt, RedealWhy, TrumpsMade
from engine.game import apply, spectator_view, start, to_act, view_for
from engine.notation import action_text
from engine.phases.claiming import Claiming
from engine.phases.declaring import Declaring
from engine.phases.exchanging import Burying
from engine.phases.ready import Ready
from engine.presets import PRESETS, with_options
from engine.rules import Level
from engine.seats import TABLE, Seat
from engine.view import Ask, PhaseName


def begun(rules=SMALL, **dealing):
    return apply(start(rules), TABLE, deal_of(rules, **dealing)).phase


# --- the match and its deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "why"),
    [
        ((Level.JACK,) * 3, "4 levels, not 3"),
        ((Level.JACK, Level.QUEEN, Level.KING, Level.QUEEN), "share one level"),
        ((Level.TWO,) * 4, "10 to A"),
        ((Level.NT,) * 4, "10 to A"),
    ],
)
def test_levels_must_fit_the_rules(levels, why):
    with pytest.raises(BadRules, match=why):
        start(SMALL, levels)


def test_a_declarer_must_have_a_seat():
    with pytest.raises(IllegalAction) as no:
        start(SMALL, None, Seat(4))
    assert no.value.reason is Reason.NO_SUCH_SEAT


def test_a_deal_must_be_the_whole_pack_once():
    phase, good = start(SMALL), deal_of(SMALL)
    short = Deal(good.order[:-1], 0)
    assert refused(phase, action_text(TABLE, short)) == ("wrong_deck", {"wanted": 22, "given": 21})
    twice = Deal((*good.order[:-1], good.order[0]), 0)
    assert refused(phase, action_text(TABLE, twice))[0] == "wrong_deck"
    assert refused(phase, action_text(TABLE, Deal(good.order, 4)))[0] == "no_such_seat"
    assert refused(phase, action_text(Seat(0), good))[0] == "table_only"
    assert refused(phase, "table draw 1")[0] == "wrong_phase"
    assert refused(apply(phase, TABLE, good).phase, action_text(TABLE, good))[0] == "wrong_phase"


def test_where_the_declarer_is_known_he_draws_first():
    phase = start(SMALL, None, Seat(2))
    assert refused(phase, action_text(TABLE, deal_of(SMALL, first=1))) == ("not_allowed", {"option": "first"})
    step = apply(phase, TABLE, deal_of(SMALL, first=2))
    assert step.events == (DealStarted(1, Level.JACK, Seat(2)),)
    assert spectator_view(step.phase).declarer == 2
    assert not spectator_view(step.phase).first_deal


def test_cards_go_round_from_the_seat_that_draws_first():
    phase = begun(first=2)
    phase = apply(phase, TABLE, Draw(6)).phase
    assert [len(hand) for hand in phase.hands] == [1, 1, 2, 2]
    assert hand_text(phase, 2) == "BJ DJ"
    assert phase.to_draw == 14
    assert refused(phase, "table draw 15") == ("wrong_count", {"wanted": 14, "given": 15})
    assert refused(phase, "table draw 0")[0] == "wrong_count"
    phase = apply(phase, TABLE, Draw(14)).phase
    assert [hand_text(phase, seat) for seat in range(4)] == list(HANDS)
    assert refused(phase, "table draw 1")[0] == "wrong_count"


# --- declaring -------------------------------------------------------------------------------------------------------


def test_only_cards_already_drawn_can_be_declared():
    phase = apply(begun(), TABLE, Draw(4)).phase
    assert refused(phase, "3 declare CJ")[0] == "not_held"
    phase, _ = run(phase, "3 declare HJ")
    view = view_for(phase, Seat(1))
    assert (view.trump.rank, view.trump.suit) == (Rank.JACK, Suit.HEARTS)
    assert view.declarations[0].seat == 3
    assert view.first_deal
    assert view.declarer is None


def test_passes_are_for_now_a_draw_or_a_declaration_asks_again():
    phase, _ = run(begun(), "table draw 4", "0 pass", "1 pass")
    assert spectator_view(phase).passed == (True, True, False, False)
    assert view_for(phase, Seat(0)).ask is Ask.NOTHING
    assert refused(phase, "0 pass") == ("already_passed", {})
    assert refused(phase, "0 declare SJ") == ("already_passed", {})
    again, _ = run(phase, "table draw 4")
    assert spectator_view(again).passed == (False,) * 4
    again, _ = run(phase, "3 declare HJ")
    assert spectator_view(again).passed == (False, False, False, True)
    assert to_act(again) == (0, 1, 2)


def test_who_has_passed_early_is_asked_again_after_the_last_card():
    phase, _ = run(begun(), "table draw 19", "0 pass", "1 pass", "2 pass", "3 pass")
    assert isinstance(phase, Declaring)
    assert to_act(phase) == ()
    phase, _ = run(phase, "table draw 1")
    assert to_act(phase) == (0, 1, 2, 3)


def test_the_window_closes_when_all_others_have_passed():
    phase, _ = run(drawn(), "0 declare SJ", "1 pass", "3 pass")
    assert to_act(phase) == (2,)
    phase, events = run(phase, "2 pass")
    assert events[1] == TrumpsMade(Seat(0), Level.JACK, Suit.SPADES, MadeBy.DECLARATION)
    assert isinstance(phase, Burying)


def test_time_closes_the_window_but_not_before_the_last_card():
    phase = begun()
    assert refused(phase, "table close")[0] == "wrong_phase"
    phase, _ = run(drawn(), "0 declare SJ", "table close")
    assert isinstance(phase, Burying)
    assert phase.burier == 0
    assert hand_text(phase, 0) == f"{HANDS[0]} LJ H10"


def test_a_weaker_or_equal_declaration_changes_nothing():
    phase, _ = run(drawn(), "0 declare SJ")
    reason, facts = refused(phase, "1 declare CJ")
    assert reason == "not_stronger"
    assert facts["present"].cards == parse_cards("SJ")


@pytest.mark.parametrize(("who", "declarer"), [("final", 1), ("first", 0)])
def test_in_a_first_deal_the_maker_of_trumps_or_the_first_to_declare_is_declarer(who, declarer):
    rules = with_options(SMALL, first_declarer=who, declare_ladder="six_step", joker_declaration="any")
    hands = ("SJ S10", "LJ BJ")
    phase, events = run(drawn(rules, hands=(*hands, "", ""), kitty=""), "0 declare SJ", "1 declare LJ", "table close")
    assert events[-2] == TrumpsMade(Seat(declarer), Level.JACK, None, MadeBy.DECLARATION)
    assert phase.burier == declarer


def test_in_a_later_deal_the_declarer_stays_whoever_declares():
    phase, events = run(drawn(declarer=Seat(0)), "1 declare CJ", "table close")
    assert of_kind(events, TrumpsMade) == [TrumpsMade(Seat(0), Level.JACK, Suit.CLUBS, MadeBy.DECLARATION)]
    assert phase.burier == 0


def test_teams_of_different_levels_declare_with_their_own_cards():
    levels = (Level.QUEEN, Level.JACK) * 2
    phase = drawn(levels=levels)
    assert spectator_view(phase).phase is PhaseName.DECLARING
    assert refused(phase, "0 declare SJ")[0] == "not_a_declaration"
    assert view_for(phase, Seat(0)).trump.rank is Rank.QUEEN
    assert view_for(phase, Seat(1)).trump.rank is Rank.JACK
    _, events = run(phase, "0 declare SQ", "table close")
    assert of_kind(events, TrumpsMade)[0].level is Level.QUEEN
    _, events = run(phase, "1 declare CJ", "table close")
    assert of_kind(events, TrumpsMade)[0].level is Level.JACK


def test_a_declaration_may_be_taken_back_where_the_table_allows_it():
    assert refused(drawn(), "0 takeback") == ("not_allowed", {"option": "declare_takeback"})
    rules = with_options(SMALL, declare_takeback="yes")
    phase, _ = run(drawn(rules), "0 declare SJ", "1 pass")
    assert refused(phase, "1 takeback") == ("nothing_to_take_back", {})
    assert view_for(phase, Seat(0)).can_take_back
    assert not view_for(phase, Seat(1)).can_take_back
    phase, _ = run(phase, "0 takeback")
    assert phase.declarations == ()
    assert to_act(phase) == (0, 1, 2, 3)


# --- at once ---------------------------------------------------------------------------------------------------------


def test_a_deal_at_once_is_declared_when_all_cards_are_there():
    rules = with_options(SMALL, deal="at_once")
    phase = begun(rules)
    assert to_act(phase) == ()
    assert view_for(phase, Seat(0)).ask is Ask.NOTHING
    for line in ("0 pass", "0 declare SJ"):
        assert refused(phase, line) == ("not_allowed", {"option": "deal"})
    phase, _ = run(phase, "table draw 20")
    assert to_act(phase) == (0, 1, 2, 3)
    phase, events = run(phase, "0 declare SJ", "table close")
    assert of_kind(events, TrumpsMade)


# --- nobody declares -------------------------------------------------------------------------------------------------


def test_nobody_declares_a_first_deal_and_it_is_annulled():
    phase, events = run(drawn(), "0 pass", "1 pass", "2 pass", "3 pass")
    assert phase == Ready(phase.match, RedealWhy.NOBODY_DECLARED)
    assert events[-1] == Redealt(RedealWhy.NOBODY_DECLARED)
    assert spectator_view(phase).redeal is RedealWhy.NOBODY_DECLARED
    again = apply(phase, TABLE, deal_of(SMALL, first=3))
    assert again.events == (DealStarted(1, Level.JACK, Seat(3)),)
    assert spectator_view(again.phase).redeal is None


@pytest.mark.parametrize(
    ("option", "kitty", "turned", "suit"),
    [
        ("kitty_level_else_highest", "S10 DJ", "S10 DJ", Suit.DIAMONDS),
        ("kitty_level_else_highest", "S10 HA", "S10 HA", Suit.HEARTS),
        ("kitty_first", "LJ C10", "LJ C10", Suit.CLUBS),
        ("kitty_first", "C10 LJ", "C10", Suit.CLUBS),
    ],
)
def test_the_kitty_makes_trumps_for_whoever_drew_first(option, kitty, turned, suit):
    rules = with_options(SMALL, no_declaration_first=option)
    phase, events = run(drawn(rules, hands=("", "", "", ""), kitty=kitty, first=3), "table close")
    assert events[0] == KittyTurned(parse_cards(turned))
    assert events[1] == TrumpsMade(Seat(3), Level.JACK, suit, MadeBy.KITTY)
    assert spectator_view(phase).kitty_turned == parse_cards(turned)


def test_with_hidden_teams_no_card_of_the_kitty_is_a_level_card():
    rules = with_options(PRESETS["hidden-ten"], no_declaration_first="kitty_level_else_highest")
    kitty = "H2 H3 H4 H5 H6 H7 H8 SK"
    _, events = run(drawn(rules, hands=("", "", "", ""), kitty=kitty), "table close")
    assert of_kind(events, KittyTurned) == [KittyTurned(parse_cards(kitty))]
    assert of_kind(events, TrumpsMade)[0].suit is Suit.SPADES


def test_a_kitty_of_jokers_only_is_dealt_again():
    rules = with_options(SMALL, no_declaration_first="kitty_first")
    phase, events = run(drawn(rules, hands=("", "", "", ""), kitty="LJ BJ"), "table close")
    assert events[0] == KittyTurned(parse_cards("LJ BJ"))
    assert phase.redeal is RedealWhy.KITTY_OF_JOKERS


def test_in_a_later_deal_the_kitty_makes_trumps_for_the_declarer():
    phase, events = run(drawn(declarer=Seat(1), first=1), "table close")
    assert of_kind(events, TrumpsMade) == [TrumpsMade(Seat(1), Level.JACK, Suit.HEARTS, MadeBy.KITTY)]
    assert isinstance(phase, Burying)


# --- level NT --------------------------------------------------------------------------------------------------------


def test_at_nt_nothing_is_declared_and_only_jokers_are_trumps():
    rules = with_options(SMALL, final_level="NT", kitty_theft="yes")
    phase = apply(start(rules, (Level.NT,) * 4), TABLE, deal_of(rules, first=2)).phase
    phase, _ = run(phase, "table draw 19")
    assert to_act(phase) == ()
    for line in ("0 pass", "0 declare SJ"):
        assert refused(phase, line) == ("not_allowed", {"option": "final_level"})
    phase, events = run(phase, "table draw 1")
    assert events[1] == TrumpsMade(Seat(2), Level.NT, None, MadeBy.LEVEL)
    assert [c for c in parse_cards("LJ SJ HA") if phase.dealt.trump.is_trump(c)] == list(parse_cards("LJ"))
    phase, _ = run(phase, f"2 bury {cards_text(phase.hands[2][:2])}")
    assert spectator_view(phase).phase is PhaseName.PLAYING, "nobody can overbid at NT, so nobody is asked"


def test_a_side_below_nt_may_declare_against_one_at_nt():
    rules = with_options(SMALL, final_level="NT")
    phase = drawn(rules, levels=(Level.NT, Level.JACK) * 2)
    assert refused(phase, "0 declare SJ")[0] == "not_a_declaration"
    _, events = run(phase, "1 declare CJ", "table close")
    assert of_kind(events, TrumpsMade)[0].level is Level.JACK


# --- claims ----------------------------------------------------------------------------------------------------------

CLAIMS = with_options(SMALL, redeal_claim="no_trump_or_no_points")
POOR = ("SJ SA SQ HA DA", "S10 SK CJ CQ", "BJ DJ HK HQ DQ", "HJ C10 CK CA DK")


def test_a_hand_without_points_may_ask_for_a_new_deal():
    phase = declared(CLAIMS, seat=1, cards="CJ", hands=POOR)
    assert isinstance(phase, Claiming)
    assert to_act(phase) == (0, 1, 2, 3)
    assert view_for(phase, Seat(0)).ask is Ask.CLAIM
    reason, facts = refused(phase, "1 claim")
    assert (reason, facts["points"]) == ("no_claim", 30)
    passed, _ = run(phase, "1 pass")
    assert refused(passed, "1 pass") == ("already_passed", {})
    assert refused(passed, "1 claim") == ("already_passed", {})
    after, events = run(passed, "0 claim")
    assert events[-1] == Redealt(RedealWhy.CLAIM, Seat(0), parse_cards(POOR[0]))
    assert after == Ready(after.match, RedealWhy.CLAIM)
    assert after.match.number == 1


def test_when_nobody_claims_the_declarer_takes_the_kitty():
    phase = declared(CLAIMS, seat=1, cards="CJ", hands=POOR)
    for lines in (("0 pass", "1 pass", "2 pass", "3 pass"), ("table close",), ("2 pass", "table close")):
        after, _ = run(phase, *lines)
        assert isinstance(after, Burying)
        assert after.burier == 1


# --- joker and ten ---------------------------------------------------------------------------------------------------


def test_a_call_with_joker_and_ten_may_be_countered_once():
    rules = PRESETS["hidden-ten"]
    hands = ("LJ H10", "BJ S10", "BJ D10", "LJ C10")
    phase = drawn(rules, hands=hands, kitty="")
    phase, events = run(phase, "0 declare LJ H10")
    assert of_kind(events, Declared)[0].declaration.suit is Suit.HEARTS
    assert refused(phase, "3 declare LJ C10")[0] == "not_stronger"
    phase, _ = run(phase, "1 declare BJ S10")
    assert refused(phase, "2 declare BJ D10")[0] == "not_stronger"
    phase, events = run(phase, "table close")
    made = of_kind(events, TrumpsMade)[0]
    assert (made.declarer, made.suit) == (1, Suit.SPADES)


def test_hands_of_one_card_cannot_show_a_joker_and_a_ten():
    with pytest.raises(BadRules, match="kitty must leave") as no:
        with_options(PRESETS["hidden-ten"], kitty_size=PRESETS["hidden-ten"].pack_size - 4)
    assert no.value.options == ("declare_ladder", "kitty_size")


def test_the_table_alone_closes_windows():
    with pytest.raises(IllegalAction) as no:
        apply(drawn(), Seat(0), CloseWindow())
    assert no.value.reason is Reason.TABLE_ONLY


def test_a_watcher_of_a_first_deal_of_two_levels_knows_no_level_yet():
    phase = drawn(levels=(Level.QUEEN, Level.JACK) * 2)
    assert spectator_view(phase).trump is None
    assert spectator_view(run(phase, "1 declare CJ")[0]).trump.rank is Rank.JACK
    assert spectator_view(drawn()).trump.rank is Rank.JACK
