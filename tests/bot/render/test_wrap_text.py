"""Wrapped text is complete. Its lines usually fit the width, and none begins with closing punctuation."""

import pytest

from bot.render.layout.scene import Typeface
from bot.render.layout.shared_elements import estimate_text_width, wrap_lines
from tests.bot.render.layout_checks import FONTS

TEXTS = (
    "With 6 as trump rank: a tractor, for 6 is skipped",
    "Fails, if somebody holds K-K of spades: Q-Q of spades is played",
    "有人拿著黑桃K-K就甩牌失敗：只出黑桃Q-Q，其他的牌要收回手上，而且可能要罰分。",
    "6 是主牌时也是拖拉机：6 跳过不算",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("max_width", [300, 480, 760])
def test_wrapped_text_is_complete_and_fits(text, max_width):
    lines = wrap_lines(text, 22, max_width, most=9)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(FONTS.measure_text(line, 22, Typeface.TEXT) <= max_width for line in lines)
    assert all(line[0] not in "，。：；、）？！" for line in lines)


@pytest.mark.parametrize("text", TEXTS[:-1])
def test_estimated_widths_are_slightly_too_wide(text):
    assert 1.0 <= estimate_text_width(text, 22) / FONTS.measure_text(text, 22, Typeface.TEXT) <= 1.35


def test_text_beyond_the_limit_stays_in_the_last_line():
    assert wrap_lines("one two three four five", 20, 60, most=2) == ("one", "two three four five")
    assert wrap_lines("unbreakable" * 9, 20, 60) == ("unbreakable" * 9,)
