"""A deal begins with drawing and declaring until trumps are made, or with a redeal (docs/rules.md, 4)."""

import pytest
from small_deals import (
    HANDS,
    SMALL,
    after_declaring,
    after_drawing,
    deal_of,
    events_of_kind,
    hand_text,
    refusal_of,
    run,
)

from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.deal.phases.states import Burying, Claiming, Declaring, Ready
from engine.model.actions import CloseWindow, Deal, Draw
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.events import DealStarted, Declared, KittyTurned, MadeBy, RedealReason, Redealt, TrumpsMade
from engine.model.notation import format_action
from engine.model.options import Level
from engine.model.presets import PRESETS, with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName


def start_small_deal(rules=SMALL, **dealing):
    return apply(start(rules), TABLE, deal_of(rules, **dealing)).phase


# --- the match and its deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "problem"),
    [
        ((Level.JACK,) * 3, "4 levels, not 3"),
        ((Level.JACK, Level.QUEEN, Level.KING, Level.QUEEN), "share one level"),
        ((Level.TWO,) * 4, "10 to A"),
        ((Level.NT,) * 4, "10 to A"),
    ],
)
def test_levels_must_fit_the_rules(levels, problem):
    with pytest.raises(InvalidRules, match=problem):
        start(SMALL, levels)


def test_declarer_needs_a_seat():
    with pytest.raises(IllegalAction) as no:
        start(SMALL, None, Seat(4))
    assert no.value.reason is Reason.NO_SUCH_SEAT


def test_deal_must_be_the_whole_pack():
    phase, good = start(SMALL), deal_of(SMALL)
    short = Deal(good.order[:-1], 0)
    assert refusal_of(phase, format_action(TABLE, short)) == ("wrong_deck", {"wanted": 22, "given": 21})
    twice = Deal((*good.order[:-1], good.order[0]), 0)
    assert refusal_of(phase, format_action(TABLE, twice))[0] == "wrong_deck"
    assert refusal_of(phase, format_action(TABLE, Deal(good.order, 4)))[0] == "no_such_seat"
    assert refusal_of(phase, format_action(Seat(0), good))[0] == "table_only"
    assert refusal_of(phase, "table draw 1")[0] == "wrong_phase"
    assert refusal_of(apply(phase, TABLE, good).phase, format_action(TABLE, good))[0] == "wrong_phase"


def test_known_declarer_draws_first():
    phase = start(SMALL, None, Seat(2))
    assert refusal_of(phase, format_action(TABLE, deal_of(SMALL, first=1))) == ("not_allowed", {"option": "first"})
    step = apply(phase, TABLE, deal_of(SMALL, first=2))
    assert step.events == (DealStarted(1, Level.JACK, Seat(2)),)
    assert spectator_view(step.phase).declarer == 2
    assert not spectator_view(step.phase).first_deal


def test_cards_go_round_from_first_seat():
    phase = start_small_deal(first=2)
    phase = apply(phase, TABLE, Draw(6)).phase
    assert [len(hand) for hand in phase.hands] == [1, 1, 2, 2]
    assert hand_text(phase, 2) == "BJ DJ"
    assert phase.to_draw == 14
    assert refusal_of(phase, "table draw 15") == ("wrong_count", {"wanted": 14, "given": 15})
    assert refusal_of(phase, "table draw 0")[0] == "wrong_count"
    phase = apply(phase, TABLE, Draw(14)).phase
    assert [hand_text(phase, seat) for seat in range(4)] == list(HANDS)
    assert refusal_of(phase, "table draw 1")[0] == "wrong_count"


# --- declaring -------------------------------------------------------------------------------------------------------


def test_only_drawn_cards_can_be_declared():
    phase = apply(start_small_deal(), TABLE, Draw(4)).phase
    assert refusal_of(phase, "3 declare CJ")[0] == "not_held"
    phase, _ = run(phase, "3 declare HJ")
    view = view_for(phase, Seat(1))
    assert (view.trump.rank, view.trump.suit) == (Rank.JACK, Suit.HEARTS)
    assert view.declarations[0].seat == 3
    assert view.first_deal
    assert view.declarer is None


def test_draw_or_declaration_cancels_passes():
    phase, _ = run(start_small_deal(), "table draw 4", "0 pass", "1 pass")
    assert spectator_view(phase).passed == (True, True, False, False)
    assert view_for(phase, Seat(0)).ask is Ask.NOTHING
    assert refusal_of(phase, "0 pass") == ("already_passed", {})
    assert refusal_of(phase, "0 declare SJ") == ("already_passed", {})
    again, _ = run(phase, "table draw 4")
    assert spectator_view(again).passed == (False,) * 4
    again, _ = run(phase, "3 declare HJ")
    assert spectator_view(again).passed == (False, False, False, True)
    assert to_act(again) == (0, 1, 2)


def test_early_passes_expire_when_the_last_card_is_drawn():
    phase, _ = run(start_small_deal(), "table draw 19", "0 pass", "1 pass", "2 pass", "3 pass")
    assert isinstance(phase, Declaring)
    assert to_act(phase) == ()
    phase, _ = run(phase, "table draw 1")
    assert to_act(phase) == (0, 1, 2, 3)


def test_declaring_ends_when_all_others_pass():
    phase, _ = run(after_drawing(), "0 declare SJ", "1 pass", "3 pass")
    assert to_act(phase) == (2,)
    phase, events = run(phase, "2 pass")
    assert events[1] == TrumpsMade(Seat(0), Level.JACK, Suit.SPADES, MadeBy.DECLARATION)
    assert isinstance(phase, Burying)


def test_table_ends_declaring_only_after_last_card():
    phase = start_small_deal()
    assert refusal_of(phase, "table close")[0] == "wrong_phase"
    phase, _ = run(after_drawing(), "0 declare SJ", "table close")
    assert isinstance(phase, Burying)
    assert phase.burier == 0
    assert hand_text(phase, 0) == f"{HANDS[0]} LJ H10"


def test_equally_strong_declaration_is_refused():
    phase, _ = run(after_drawing(), "0 declare SJ")
    reason, facts = refusal_of(phase, "1 declare CJ")
    assert reason == "not_stronger"
    assert facts["present"].cards == parse_cards("SJ")


@pytest.mark.parametrize(("who", "declarer"), [("final", 1), ("first", 0)])
def test_first_deal_declarer_follows_option(who, declarer):
    rules = with_options(SMALL, first_declarer=who, declare_ladder="six_step", joker_declaration="any")
    hands = ("SJ S10", "LJ BJ")
    phase, events = run(
        after_drawing(rules, hands=(*hands, "", ""), kitty=""), "0 declare SJ", "1 declare LJ", "table close"
    )
    assert events[-2] == TrumpsMade(Seat(declarer), Level.JACK, None, MadeBy.DECLARATION)
    assert phase.burier == declarer


def test_first_declaration_fixes_rank_of_later_ones():
    """The first player who declares becomes declarer, so level cards are those of this player's level."""
    rules = with_options(SMALL, first_declarer="first", declare_suit_order="yes")
    hands, levels = ("DJ", "SJ SQ", "", ""), (Level.JACK, Level.QUEEN) * 2
    phase, _ = run(after_drawing(rules, hands=hands, kitty="", levels=levels), "0 declare DJ")
    assert refusal_of(phase, "1 declare SQ")[0] == "not_a_declaration"
    assert view_for(phase, Seat(1)).trump.rank is Rank.JACK
    phase, events = run(phase, "1 declare SJ", "table close")
    made = TrumpsMade(Seat(0), Level.JACK, Suit.SPADES, MadeBy.DECLARATION)
    assert events_of_kind(events, TrumpsMade) == [made]


def test_known_declarer_stays_when_others_declare():
    phase, events = run(after_drawing(declarer=Seat(0)), "1 declare CJ", "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(0), Level.JACK, Suit.CLUBS, MadeBy.DECLARATION)]
    assert phase.burier == 0


def test_teams_declare_with_their_own_levels():
    levels = (Level.QUEEN, Level.JACK) * 2
    phase = after_drawing(levels=levels)
    assert spectator_view(phase).phase is PhaseName.DECLARING
    assert refusal_of(phase, "0 declare SJ")[0] == "not_a_declaration"
    assert view_for(phase, Seat(0)).trump.rank is Rank.QUEEN
    assert view_for(phase, Seat(1)).trump.rank is Rank.JACK
    _, events = run(phase, "0 declare SQ", "table close")
    assert events_of_kind(events, TrumpsMade)[0].level is Level.QUEEN
    _, events = run(phase, "1 declare CJ", "table close")
    assert events_of_kind(events, TrumpsMade)[0].level is Level.JACK


def test_declaration_is_taken_back_if_allowed():
    assert refusal_of(after_drawing(), "0 takeback") == ("not_allowed", {"option": "declare_takeback"})
    rules = with_options(SMALL, declare_takeback="yes")
    phase, _ = run(after_drawing(rules), "0 declare SJ", "1 pass")
    assert refusal_of(phase, "1 takeback") == ("nothing_to_take_back", {})
    assert view_for(phase, Seat(0)).can_take_back
    assert not view_for(phase, Seat(1)).can_take_back
    phase, _ = run(phase, "0 takeback")
    assert phase.declarations == ()
    assert to_act(phase) == (0, 1, 2, 3)


def test_only_the_last_declaration_is_taken_back():
    rules = with_options(SMALL, declare_takeback="yes", declare_ladder="count_joker_suit", joker_declaration="any")
    first, _ = run(after_drawing(rules), "3 declare HJ")
    phase, _ = run(first, "2 declare BJ", "1 pass", "2 takeback")
    assert phase.declarations == first.declarations != ()
    assert not any(phase.passed)


# --- deal at once ----------------------------------------------------------------------------------------------------


def test_nobody_declares_before_deal_at_once_is_complete():
    rules = with_options(SMALL, deal="at_once")
    phase = start_small_deal(rules)
    assert to_act(phase) == ()
    assert view_for(phase, Seat(0)).ask is Ask.NOTHING
    for line in ("0 pass", "0 declare SJ"):
        assert refusal_of(phase, line) == ("not_allowed", {"option": "deal"})
    phase, _ = run(phase, "table draw 20")
    assert to_act(phase) == (0, 1, 2, 3)
    phase, events = run(phase, "0 declare SJ", "table close")
    assert events_of_kind(events, TrumpsMade)


# --- nobody declares -------------------------------------------------------------------------------------------------


def test_first_deal_without_declaration_is_dealt_again():
    phase, events = run(after_drawing(), "0 pass", "1 pass", "2 pass", "3 pass")
    assert phase == Ready(phase.match, RedealReason.NOBODY_DECLARED)
    assert events[-1] == Redealt(RedealReason.NOBODY_DECLARED)
    assert spectator_view(phase).redeal is RedealReason.NOBODY_DECLARED
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
def test_kitty_makes_trumps_for_first_seat(option, kitty, turned, suit):
    rules = with_options(SMALL, no_declaration_first=option)
    phase, events = run(after_drawing(rules, hands=("", "", "", ""), kitty=kitty, first=3), "table close")
    assert events[0] == KittyTurned(parse_cards(turned))
    assert events[1] == TrumpsMade(Seat(3), Level.JACK, suit, MadeBy.KITTY)
    assert spectator_view(phase).kitty_turned == parse_cards(turned)


def test_highest_kitty_card_makes_trumps_in_hidden_ten():
    rules = with_options(PRESETS["hidden-ten"], no_declaration_first="kitty_level_else_highest")
    kitty = "H2 H3 H4 H5 H6 H7 H8 SK"
    _, events = run(after_drawing(rules, hands=("", "", "", ""), kitty=kitty), "table close")
    assert events_of_kind(events, KittyTurned) == [KittyTurned(parse_cards(kitty))]
    assert events_of_kind(events, TrumpsMade)[0].suit is Suit.SPADES


def test_kitty_of_jokers_is_dealt_again():
    rules = with_options(SMALL, no_declaration_first="kitty_first")
    phase, events = run(after_drawing(rules, hands=("", "", "", ""), kitty="LJ BJ"), "table close")
    assert events[0] == KittyTurned(parse_cards("LJ BJ"))
    assert phase.redeal is RedealReason.KITTY_OF_JOKERS


def test_kitty_makes_trumps_for_known_declarer():
    phase, events = run(after_drawing(declarer=Seat(1), first=1), "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(1), Level.JACK, Suit.HEARTS, MadeBy.KITTY)]
    assert isinstance(phase, Burying)


@pytest.mark.parametrize("declarer", [None, Seat(1)])
def test_no_trump_is_played_when_nobody_declares(declarer):
    option = "no_declaration_first" if declarer is None else "no_declaration"
    for level_cards in ("trump", "plain"):
        rules = with_options(SMALL, no_trump_levels=level_cards, **{option: "no_trump"})
        first = 2 if declarer is None else declarer
        phase, events = run(after_drawing(rules, declarer=declarer, first=first), "table close")
        assert events_of_kind(events, KittyTurned) == []
        assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(first), Level.JACK, None, MadeBy.NOBODY)]
        assert isinstance(phase, Burying)
        view = view_for(phase, Seat(first))
        assert (view.ask, view.kitty_turned, view.trump.suit) == (Ask.BURY, (), None)
        assert view.trump.is_trump(parse_cards("SJ")[0]) is (level_cards == "trump")


@pytest.mark.parametrize(
    ("option", "declared", "passes"),
    [
        ("off", [], False),
        ("nobody", [], True),
        ("nobody", ["0 declare SJ"], False),
        ("declarers", [], True),
        ("declarers", ["0 declare SJ"], True),
        ("declarers", ["3 declare HJ"], False),
        ("declarers", ["2 declare DJ"], True),
    ],
)
def test_option_decides_when_a_deal_is_passed_on(option, declared, passes):
    """The deal has a known declarer, seat 1. Their partner is seat 3."""
    rules = with_options(SMALL, pass_deal=option)
    levels = (Level.QUEEN, Level.JACK) * 2
    phase, events = run(after_drawing(rules, levels, declarer=Seat(1), first=1), *declared, "table close")
    assert (events_of_kind(events, Redealt) == [Redealt(RedealReason.DEAL_PASSED)]) is passes
    if not passes:
        assert isinstance(phase, Burying)
        return
    assert (phase.redeal, phase.match.declarer, phase.match.levels) == (RedealReason.DEAL_PASSED, Seat(2), levels)
    again = apply(phase, TABLE, deal_of(rules, first=2))
    assert again.events == (DealStarted(1, Level.QUEEN, Seat(2)),), "the next player plays their own level"


def test_undeclared_first_deal_is_not_passed_on():
    rules = with_options(SMALL, pass_deal="declarers")
    phase, events = run(after_drawing(rules, first=3), "table close")
    assert events[-1] == Redealt(RedealReason.NOBODY_DECLARED)
    assert phase.match.declarer is None
    phase, _ = run(after_drawing(rules), "0 declare SJ", "table close")
    assert isinstance(phase, Burying)


def test_suit_is_declared_with_level_card_and_joker():
    rules = with_options(SMALL, suit_joker="by_colour")
    assert refusal_of(after_drawing(rules), "0 declare SJ")[0] == "not_a_declaration"
    phase, events = run(after_drawing(rules), "2 declare DJ BJ", "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(2), Level.JACK, Suit.DIAMONDS, MadeBy.DECLARATION)]
    assert len(phase.hands[2]) == rules.hand_size + rules.kitty_size


def test_deal_without_kitty_goes_straight_to_the_tricks():
    rules = with_options(SMALL, no_declaration_first="no_trump", jokers="0+0", kitty_size="0")
    phase, _ = run(after_drawing(rules, hands=("", "", "", ""), kitty=""), "table close")
    assert spectator_view(phase).phase is PhaseName.PLAYING


# --- claims ----------------------------------------------------------------------------------------------------------

CLAIMS = with_options(SMALL, redeal_claim="no_trump_or_no_points")
POOR = ("SJ SA SQ HA DA", "S10 SK CJ CQ", "BJ DJ HK HQ DQ", "HJ C10 CK CA DK")


def test_hand_without_points_may_claim_redeal():
    phase = after_declaring(CLAIMS, seat=1, cards="CJ", hands=POOR)
    assert isinstance(phase, Claiming)
    assert to_act(phase) == (0, 1, 2, 3)
    assert view_for(phase, Seat(0)).ask is Ask.CLAIM
    reason, facts = refusal_of(phase, "1 claim")
    assert (reason, facts["points"]) == ("no_claim", 30)
    passed, _ = run(phase, "1 pass")
    assert refusal_of(passed, "1 pass") == ("already_passed", {})
    assert refusal_of(passed, "1 claim") == ("already_passed", {})
    after, events = run(passed, "0 claim")
    assert events[-1] == Redealt(RedealReason.CLAIM, Seat(0), parse_cards(POOR[0]))
    assert after == Ready(after.match, RedealReason.CLAIM)
    assert after.match.number == 1


def test_declarer_takes_kitty_if_nobody_claims():
    phase = after_declaring(CLAIMS, seat=1, cards="CJ", hands=POOR)
    for lines in (("0 pass", "1 pass", "2 pass", "3 pass"), ("table close",), ("2 pass", "table close")):
        after, _ = run(phase, *lines)
        assert isinstance(after, Burying)
        assert after.burier == 1


# --- joker and ten ---------------------------------------------------------------------------------------------------


def test_joker_ten_declaration_is_overruled_only_once():
    rules = PRESETS["hidden-ten"]
    hands = ("LJ H10", "BJ S10", "BJ D10", "LJ C10")
    phase = after_drawing(rules, hands=hands, kitty="")
    phase, events = run(phase, "0 declare LJ H10")
    assert events_of_kind(events, Declared)[0].declaration.suit is Suit.HEARTS
    assert refusal_of(phase, "3 declare LJ C10")[0] == "not_stronger"
    phase, _ = run(phase, "1 declare BJ S10")
    assert refusal_of(phase, "2 declare BJ D10")[0] == "not_stronger"
    phase, events = run(phase, "table close")
    made = events_of_kind(events, TrumpsMade)[0]
    assert (made.declarer, made.suit) == (1, Suit.SPADES)


def test_joker_ten_declaration_needs_two_cards_in_hand():
    with pytest.raises(InvalidRules, match="kitty must leave") as no:
        with_options(PRESETS["hidden-ten"], kitty_size=PRESETS["hidden-ten"].pack_size - 4)
    assert no.value.options == ("declare_ladder", "kitty_size")


def test_seats_cannot_end_declaring():
    with pytest.raises(IllegalAction) as no:
        apply(after_drawing(), Seat(0), CloseWindow())
    assert no.value.reason is Reason.TABLE_ONLY


def test_spectator_sees_no_level_before_declaration():
    phase = after_drawing(levels=(Level.QUEEN, Level.JACK) * 2)
    assert spectator_view(phase).trump is None
    assert spectator_view(run(phase, "1 declare CJ")[0]).trump.rank is Rank.JACK
    assert spectator_view(after_drawing()).trump.rank is Rank.JACK
