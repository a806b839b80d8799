"""A picture depends on its argument alone: not on what was drawn before, on which painter, or in which thread."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.render.fonts import Fonts
from bot.render.paint import Painter
from tests.bot.render.gallery import PICTURES, following, painted, scene_of

FONTS = Fonts()


@pytest.fixture(scope="module")
def alone():
    return {name: painted(Painter(FONTS), scene_of(name)) for name in PICTURES}


@pytest.mark.parametrize("seed", range(3))
def test_bytes_are_the_same_whatever_was_drawn_before(alone, seed):
    painter = Painter(Fonts())
    names = list(PICTURES) * 2
    random.Random(seed).shuffle(names)
    for name in names:
        assert painted(painter, scene_of(name)) == alone[name]


def test_bytes_are_the_same_from_several_threads(alone):
    painter = Painter(FONTS)
    names = list(PICTURES) * 2
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda name: painted(painter, scene_of(name)), names))
    assert drawn == [alone[name] for name in names]


def test_values_are_found_again_by_what_they_hold():
    again = following()
    assert again is not PICTURES["hand-following"]
    assert again == PICTURES["hand-following"]
    assert {again: 1}[PICTURES["hand-following"]] == 1
