"""Words in several lines: nothing lost, nothing wider than its room, no mark at a line's beginning."""

import pytest

from bot.render.fonts import Fonts
from bot.render.scene import Face
from bot.render.wrapping import reckoned, wrapped

FONTS = Fonts()
TEXTS = (
    "With 6 as trump rank: a tractor, for 6 is skipped",
    "Fails, if somebody holds K-K of spades: Q-Q of spades is played",
    "有人拿著黑桃K-K就甩牌失敗：只出黑桃Q-Q，其他的牌要收回手上，而且可能要罰分。",
    "6 是主牌时也是拖拉机：6 跳过不算",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("room", [300, 480, 760])
def test_all_is_there_and_fits(text, room):
    lines = wrapped(text, 22, room, most=9)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(FONTS.width(line, 22, Face.TEXT) <= room for line in lines)
    assert all(line[0] not in "，。：；、）？！" for line in lines)


@pytest.mark.parametrize("text", TEXTS[:-1])
def test_widths_are_reckoned_a_little_too_wide(text):
    assert 1.0 <= reckoned(text, 22) / FONTS.width(text, 22, Face.TEXT) <= 1.35


def test_what_does_not_fit_stays_in_the_last_line():
    assert wrapped("one two three four five", 20, 60, most=2) == ("one", "two three four five")
    assert wrapped("unbreakable" * 9, 20, 60) == ("unbreakable" * 9,)
