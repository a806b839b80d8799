"""Computer players declare, whatever their hand, rather than lose the deal."""

import random

import pytest

from engine.deal.game import view_for
from engine.model.actions import Declare
from engine.model.options import Level
from engine.model.presets import with_options
from engine.model.seats import Seat
from engine.players import choose
from tests.engine.game.small_deals import SMALL, after_drawing

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
