"""A review says which cards, lead or kitty changed a deal's expected result. It never names hidden cards."""

from dataclasses import replace

import pytest

from bot.play.finished_deals.deal_review import Swing
from bot.text.catalogue import Catalogue
from bot.ui.replay.review_view import format_swing
from engine.model.view import TrickView
from tests.bot.play.test_deal_review import finish_deal

TEXTS = Catalogue.load().texts_for("en")
NAMES = ("Ann", "Rusty", "Ben", "Diesel")


@pytest.fixture(scope="module")
def final():
    """The spectators' view of a finished deal in which the kitty did not count."""
    view = finish_deal().final_view
    return replace(view, result=replace(view.result, multiplier=0))


def say(final, since, until, points=12.4, seat=None):
    return format_swing(Swing(since, until, points, 0.3), final, seat, NAMES, TEXTS)


def find_trick(final, *, with_points):
    return next(n for n, one in enumerate(final.tricks, 1) if bool(one.points) is with_points and n < len(final.tricks))


def test_swing_names_the_winning_cards(final):
    number = find_trick(final, with_points=True)
    trick = final.tricks[number - 1]
    cards = TEXTS.format_cards(next(one.cards for one in trick.plays if one.seat == trick.winner), final.card_order)
    told = f"Trick {number}, {NAMES[trick.winner]}'s {cards} took {trick.points} points"
    assert say(final, number, number + 1) == f"{told}: about 12 points for you"
    assert say(final, number, number + 1, -12.4) == f"{told}: about 12 points against you"
    own = say(final, number, number + 1, seat=trick.winner)
    assert own.startswith(f"Trick {number}, your {cards} took")


def test_richest_trick_of_a_long_swing_is_named(final):
    richest = max(final.tricks, key=lambda one: one.points)
    assert f"took {richest.points} points" in say(final, 1, None)


def test_swing_without_points_names_the_next_lead(final):
    number = find_trick(final, with_points=False)
    led = final.tricks[number].plays[0]
    told = say(final, number, number + 1, seat=(led.seat + 1) % 4)
    cards = TEXTS.format_cards(led.cards, final.card_order)
    assert told == f"Trick {number + 1}, {NAMES[led.seat]} led {cards}: about 12 points for you"
    assert say(final, number, number + 1, seat=led.seat).startswith(f"From trick {number} on")


def test_swing_at_the_end_names_a_kitty_that_counts(final):
    ended = replace(final, result=replace(final.result, multiplier=2, kitty_points=15))
    assert say(ended, 3, None).startswith("The kitty counted 30 points: ")


def test_hidden_cards_are_not_named(final):
    number = find_trick(final, with_points=True)
    hidden = [TrickView((), one.winner, one.points) for one in final.tricks]
    veiled = replace(final, tricks=tuple(hidden))
    winner, points = hidden[number - 1].winner, hidden[number - 1].points
    assert say(veiled, number, number + 1).startswith(f"Trick {number}, {NAMES[winner]} took {points} points: ")
    assert say(veiled, find_trick(final, with_points=False), None)
