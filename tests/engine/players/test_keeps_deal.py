"""Under some rules, declarers lose a deal in which nobody declares. Computers then declare with any hand to keep it."""

import random

import pytest

from engine.deal.game import apply, start, view_for
from engine.model.actions import Declare, Draw
from engine.model.options import Level
from engine.model.presets import with_options
from engine.model.seats import TABLE, Seat
from engine.players.levels import choose
from tests.engine.game.small_deals import SMALL, after_drawing, deal_of

LEVELS = (Level.JACK,) * 4


@pytest.mark.parametrize(
    ("option", "seat", "declares"),
    [("off", 1, False), ("nobody", 1, True), ("declarers", 1, True), ("declarers", 3, True)],
)
def test_declarers_do_not_lose_the_deal(option, seat, declares):
    rules = with_options(SMALL, pass_deal=option)
    phase = after_drawing(rules, LEVELS, declarer=Seat(1), first=1)
    action = choose("casual", view_for(phase, Seat(seat)), random.Random(1))
    assert isinstance(action, Declare) is declares


@pytest.mark.parametrize(("option", "declares"), [("off", False), ("nobody", False), ("declarers", True)])
def test_declarer_declares_first_to_keep_deal(option, declares):
    rules = with_options(SMALL, pass_deal=option)
    phase = apply(start(rules, LEVELS, Seat(1)), TABLE, deal_of(rules, first=1)).phase
    drawn = apply(phase, TABLE, Draw(12)).phase
    action = choose("casual", view_for(drawn, Seat(1)), random.Random(1))
    assert isinstance(action, Declare) is declares
