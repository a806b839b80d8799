"""A hint gives a reason for the proposed play. Without a reason, it says how the play compares with others."""

from dataclasses import replace

import pytest

from bot.text.describe import explain_play as module
from bot.text.describe.explain_play import explain_play, format_gain, format_levels
from engine.model.cards import Suit, parse_cards
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, TrickView
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.advice.play_reasons import PlayReason
from tests.bot.ui.panel_positions import preset_positions


@pytest.fixture(scope="module")
def leading():
    """A view in which the seat must lead. Spades are trumps, and the view says that the trick has 10 points."""
    view = next(one for one in preset_positions("standard") if one.ask is Ask.LEAD)
    trump = Trump.of(view.rules, view.trump.rank, Suit.SPADES)
    return replace(view, trump=trump, trick=TrickView((), Seat(0), 10))


def compared(*behind):
    return tuple(ComparedPlay((), 0.0, 0.0, one, 0.1, 40, points_behind=20 * one) for one in behind)


@pytest.mark.parametrize(
    ("reason", "cards", "words"),
    [
        (PlayReason.TAKES, "H5", "it wins the trick, with 15 points."),
        (PlayReason.AHEAD, "H5", "it wins the trick so far, with 15 points."),
        (PlayReason.RUFFS, "S3", "it trumps the trick and wins it so far, with 10 points."),
        (PlayReason.FEEDS, "H5", "your side is winning this trick so far; it adds 5 points."),
        (PlayReason.SHAPE, "HA HA", "a pair: only a higher one, or one of trumps, beats it."),
        (PlayReason.SHAPE, "SA SA", "a pair: only a higher one beats it."),
    ],
)
def test_reason_is_worded_with_its_points_and_shape(monkeypatch, english, leading, reason, cards, words):
    monkeypatch.setattr(module, "find_reason", lambda *_: reason)
    assert explain_play(leading, parse_cards(cards), english, compared(0.0)) == words


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        ((), "it looks best from what you can see."),
        ((0.0, 0.3), "nothing does clearly better in 40 possible deals."),
        ((0.0, -0.9), "it looks best from what you can see."),
    ],
)
def test_hint_without_reason_describes_comparison(monkeypatch, english, leading, behind, words):
    monkeypatch.setattr(module, "find_reason", lambda *_: None)
    assert explain_play(leading, parse_cards("H5"), english, compared(*behind)) == words


def test_levels_are_shown_with_their_sign():
    assert [format_levels(one) for one in (0.44, -0.25, -0.04)] == ["+0.4", "−0.2", "±0.0"]


@pytest.mark.parametrize(("points", "words"), [(7.6, "+8 points"), (-1.2, "−1 point"), (0.2, "±0 points")])
def test_gains_are_shown_in_points(english, points, words):
    assert format_gain(points, english) == words
