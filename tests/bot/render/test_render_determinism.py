"""A picture depends on its value alone, not on earlier pictures, the painter or the thread."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.render.painting.fonts import Fonts
from bot.render.painting.painter import Painter
from tests.bot.render.golden_pictures import PICTURES, build_golden_scene, following, paint_png

FONTS = Fonts()


@pytest.fixture(scope="module")
def expected():
    return {name: paint_png(Painter(FONTS), build_golden_scene(name)) for name in PICTURES}


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_earlier_pictures_change_no_bytes(expected, seed):
    painter = Painter(Fonts())
    names = list(PICTURES) * 2
    random.Random(seed).shuffle(names)
    for name in names:
        assert paint_png(painter, build_golden_scene(name)) == expected[name]


@pytest.mark.long
def test_threads_change_no_bytes(expected):
    painter = Painter(FONTS)
    names = list(PICTURES) * 2
    with ThreadPoolExecutor(4) as pool:
        painted = list(pool.map(lambda name: paint_png(painter, build_golden_scene(name)), names))
    assert painted == [expected[name] for name in names]


def test_equal_pictures_are_the_same_cache_key():
    again = following()
    assert again is not PICTURES["hand-following"]
    assert again == PICTURES["hand-following"]
    assert {again: 1}[PICTURES["hand-following"]] == 1
