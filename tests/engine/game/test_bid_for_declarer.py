"""Players can bid to be declarer of each deal. At level NT nobody can declare (docs/rules.md, 4)."""

from dataclasses import replace

import pytest
from small_deals import SMALL, after_drawing, deal_of, events_of_kind, refusal_of, run

from engine.deal.game import apply, legal_actions, spectator_view, start, to_act, view_for
from engine.deal.phases.states import Finished, Ready
from engine.io.record import find_next_declarer
from engine.model.cards import Rank, Suit, format_cards, parse_cards
from engine.model.events import DealStarted, MadeBy, TrumpsMade
from engine.model.options import Level
from engine.model.presets import with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

BID = with_options(SMALL, teams="friends", next_declarer="bid", no_declaration="kitty_first", friends="1")
OWN_LEVELS = (Level.JACK, Level.QUEEN, Level.KING, Level.QUEEN)


def test_players_bid_with_own_level_cards():
    phase = after_drawing(BID, OWN_LEVELS)
    assert [view_for(phase, Seat(seat)).trump.rank for seat in range(4)] == [Rank(level) for level in OWN_LEVELS]
    assert refusal_of(phase, "1 declare CJ")[0] == "not_a_declaration"
    assert refusal_of(phase, "0 declare SQ")[0] == "not_a_declaration"
    phase, _ = run(phase, "0 declare SJ")
    assert refusal_of(phase, "2 declare HK") == ("not_stronger", {"present": phase.declarations[-1]})
    assert view_for(phase, Seat(2)).trump.rank is Rank.JACK, "the standing declaration's"
    closed, events = run(phase, "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(0), Level.JACK, Suit.SPADES, MadeBy.DECLARATION)]
    assert spectator_view(closed).declarer == 0


def test_winner_of_the_bidding_plays_their_level():
    rules = with_options(BID, declare_suit_order="yes")
    phase, events = run(after_drawing(rules, OWN_LEVELS), "0 declare SJ", "table close")
    assert events_of_kind(events, TrumpsMade)[0].level is Level.JACK
    phase, events = run(after_drawing(rules, OWN_LEVELS), "1 declare CQ", "2 declare HK", "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(2), Level.KING, Suit.HEARTS, MadeBy.DECLARATION)]
    view = spectator_view(phase)
    assert (view.declarer, view.deal_level, view.trump.rank) == (2, Level.KING, Rank.KING)


@pytest.mark.parametrize("number", [1, 2])
def test_option_for_first_deals_applies_if_nobody_bids(number):
    """Here nobody bids, and the kitty makes trumps. The declarer is the player who drew first, at their own level."""
    rules = with_options(BID, no_declaration="redeal", no_declaration_first="kitty_first")
    match = replace(start(rules, OWN_LEVELS).match, number=number - 1)
    phase = apply(Ready(match), TABLE, deal_of(rules, first=3)).phase
    _, events = run(phase, "table draw 20", "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(3), Level.QUEEN, Suit.HEARTS, MadeBy.KITTY)]


def test_every_deal_is_bid_for():
    """After a deal nobody is the next declarer, and any seat may draw first."""
    phase, _ = run(after_drawing(BID, OWN_LEVELS), "0 declare SJ", "table close", "0 bury LJ H10", "0 call CA#1")
    while not isinstance(phase, Finished):
        phase = apply(phase, phase.turn, next(iter(legal_actions(phase, phase.turn)))).phase
    assert (phase.result.next_declarer, phase.match.declarer, phase.match.number) == (None, None, 1)
    assert find_next_declarer(phase) is None
    levels = phase.match.levels
    again = apply(phase, TABLE, deal_of(BID, first=2))
    assert again.events == (DealStarted(2, levels[0] if len(set(levels)) == 1 else None, Seat(2)),)
    assert spectator_view(again.phase).declarer is None


def test_player_at_level_nt_cannot_bid():
    rules = with_options(BID, final_level="NT", joker_declaration="any")
    levels = (Level.NT, Level.QUEEN, Level.NT, Level.NT)
    phase = after_drawing(rules, levels)
    assert refusal_of(phase, "0 declare SJ")[0] == "not_a_declaration"
    assert refusal_of(phase, "2 declare BJ")[0] == "not_a_declaration"
    _, events = run(phase, "1 declare CQ", "table close")
    assert events_of_kind(events, TrumpsMade) == [TrumpsMade(Seat(1), Level.QUEEN, Suit.CLUBS, MadeBy.DECLARATION)]


# --- level NT --------------------------------------------------------------------------------------------------------


def test_nothing_is_declared_at_nt():
    rules = with_options(SMALL, final_level="NT", kitty_theft="yes")
    phase = apply(start(rules, (Level.NT,) * 4), TABLE, deal_of(rules, first=2)).phase
    phase, _ = run(phase, "table draw 19")
    assert to_act(phase) == ()
    for line in ("0 pass", "0 declare SJ"):
        assert refusal_of(phase, line) == ("not_allowed", {"option": "final_level"})
    phase, events = run(phase, "table draw 1")
    assert events[1] == TrumpsMade(Seat(2), Level.NT, None, MadeBy.LEVEL)
    assert [c for c in parse_cards("LJ SJ HA") if phase.dealt.trump.is_trump(c)] == list(parse_cards("LJ"))
    phase, _ = run(phase, f"2 bury {format_cards(phase.hands[2][:2])}")
    assert spectator_view(phase).phase is PhaseName.PLAYING, "nobody can overbid at NT, so nobody is asked"


def test_side_below_nt_may_declare():
    rules = with_options(SMALL, final_level="NT")
    phase = after_drawing(rules, levels=(Level.NT, Level.JACK) * 2)
    assert refusal_of(phase, "0 declare SJ")[0] == "not_a_declaration"
    _, events = run(phase, "1 declare CJ", "table close")
    assert events_of_kind(events, TrumpsMade)[0].level is Level.JACK
