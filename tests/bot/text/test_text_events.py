"""Each event of the game is described by one line of text, in every language."""

from typing import get_args

import pytest

from engine.model import events as e
from engine.model.actions import FriendCall
from engine.model.cards import Suit, parse_card, parse_cards
from engine.model.options import Level
from engine.model.seats import Seat

NAMES = ("Ann", "Bob", "Cat", "Dan")
S0, S1 = Seat(0), Seat(1)
RESULT = e.DealResult(
    declarer=S0,
    declarers=(S0, Seat(2)),
    opponents_points=95,
    trick_points=75,
    kitty=parse_cards("S5 S5 D3"),
    kitty_points=10,
    multiplier=2,
    penalty_points=0,
    last_trick=S1,
    declarers_hold=False,
    rise=0,
    levels_before=(Level.SEVEN, Level.FIVE, Level.SEVEN, Level.FIVE),
    levels_after=(Level.SEVEN, Level.FIVE, Level.SEVEN, Level.FIVE),
    hooked=(),
    next_declarer=S1,
    winners=(),
)
DECLARATION = e.Declaration(S0, parse_cards("H7 H7"), Suit.HEARTS)
CALL = FriendCall(parse_card("SA"), 2)
FAILED = e.ThrowFailed(S0, parse_cards("HA HK HK"), parse_cards("HA"), S1, 20)
SAMPLES = (
    e.Seated(S0, "u:1"),
    e.DealStarted(3, Level.SEVEN, S0),
    e.DealStarted(1, None, S0),
    e.Drawn(100, 0),
    e.Declared(DECLARATION),
    e.Declared(e.Declaration(S1, parse_cards("BJ BJ"), None)),
    *(e.Passed(S1, what) for what in e.Declined),
    e.KittyTurned(parse_cards("D3 H7")),
    e.KittyShown(parse_cards("D3 H7")),
    *(e.TrumpsMade(S0, Level.SEVEN, None, by) for by in e.MadeBy),
    *(e.TrumpsMade(S0, Level.SEVEN, Suit.HEARTS, by) for by in e.MadeBy if by is not e.MadeBy.NOBODY),
    e.Redealt(e.RedealReason.NOBODY_DECLARED),
    e.Redealt(e.RedealReason.KITTY_OF_JOKERS),
    e.Redealt(e.RedealReason.CLAIM),
    e.Redealt(e.RedealReason.CLAIM, S1, parse_cards("D3 D4")),
    e.Redealt(e.RedealReason.CLAIM, S1),
    e.KittyTaken(S0),
    e.Buried(S0),
    e.FriendsCalled(S0, (CALL, FriendCall(parse_card("BJ"), 3))),
    e.FriendJoined(S1, CALL),
    e.TenShown(S1),
    e.Played(S0, parse_cards("HA"), (parse_cards("HA"),)),
    e.Played(S0, parse_cards("H3 H3 H4 H4"), (parse_cards("H3 H3 H4 H4"),)),
    e.Played(S0, parse_cards("HA HK HK"), (parse_cards("HK HK"), parse_cards("HA"))),
    e.Played(S1, parse_cards("H5 H6")),
    FAILED,
    e.ThrowFailed(S0, parse_cards("HA HK"), parse_cards("HK"), None, 0),
    e.TrickWon(S0, 15),
    e.TrickWon(S0, 0),
    e.PickedUp(S0, 15, taken=True),
    e.PickedUp(S0, 15, taken=False),
    e.TakenBack(S0),
    e.DealEnded(RESULT),
    e.MatchWon((S0, Seat(2))),
)


def test_there_is_a_sample_of_every_event():
    assert {type(sample) for sample in SAMPLES} == set(get_args(e.Event))


def test_every_event_has_a_line(texts):
    lines = [texts.format_event(sample, NAMES) for sample in SAMPLES]
    assert all(lines)
    assert len(set(lines)) == len(lines)


def test_log_line_names_the_player(texts):
    for sample in SAMPLES:
        seat = getattr(sample, "seat", None)
        if seat is not None:
            assert NAMES[seat] in texts.format_event(sample, NAMES)


def test_drawn_cards_are_not_logged(texts):
    assert texts.format_event(e.Drawn(28, 72), NAMES) is None


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (e.Seated(S1, "u:2"), "Bob takes seat 2."),
        (e.Played(S0, parse_cards("HA"), (parse_cards("HA"),)), "Ann leads ace of hearts."),
        (
            e.Played(S0, parse_cards("H3 H3 H4 H4"), (parse_cards("H3 H3 H4 H4"),)),
            "Ann leads a tractor of 2 pairs: 4-4-3-3 of hearts.",
        ),
        (
            e.Played(S0, parse_cards("HA HK HK"), (parse_cards("HK HK"), parse_cards("HA"))),
            "Ann leads a throw of a pair and a single card: A-K-K of hearts.",
        ),
        (e.Played(S1, parse_cards("H5 SK LJ LJ")), "Bob plays 5 of hearts, king of spades, and 2 little jokers."),
        (
            FAILED,
            (
                "Ann tried to throw A-K-K of hearts. Bob can beat part of it, so Ann plays only ace of hearts. "
                "This costs Ann 20 points."
            ),
        ),
        (e.FriendJoined(S1, CALL), "Bob plays the second ace of spades and joins the declarers."),
        (e.MatchWon((S0,)), "Ann wins the match!"),
        (e.MatchWon((S0, Seat(2))), "Ann and Cat win the match!"),
    ],
)
def test_event_has_expected_text(english, event, expected):
    assert english.format_event(event, NAMES) == expected


def test_seats_without_names_are_numbered(english):
    assert english.format_event(e.Passed(S1)) == "seat 2 passes."
    assert english.format_event(e.Passed(S1), (None, None)) == "seat 2 passes."
    assert english.format_event(e.Passed(S1), {0: "Ann"}) == "seat 2 passes."
