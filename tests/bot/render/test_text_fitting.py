"""Widths of letters are measured without rendering, and sprites of letters have no margins."""

import pytest

from bot.render.layout.colours import FELT, INK
from bot.render.layout.scene import Icon, Span, Typeface
from bot.render.painting.fonts import Fonts
from bot.render.painting.sprites import tint_mask
from bot.render.painting.text_fitting import TextFitting, get_side_bearing
from engine.model.cards import Suit

SPANS = (
    *(Span(text, size) for text in ("Ann", "小李", "Konstantinopel 12", "") for size in (18, 31)),
    *(Span("10", 40, typeface=Typeface.FIGURE), Span(Suit.HEARTS, 24), Span(Icon.CROWN, 27)),
)


@pytest.fixture(scope="module")
def fonts():
    return Fonts()


@pytest.mark.parametrize("span", SPANS, ids=repr)
def test_measured_width_equals_the_rendered_width(fonts, span):
    text = TextFitting(fonts)
    assert text.measure_span(span) == text.render_glyph(span)[0].width - 2 * get_side_bearing(span)


def test_measuring_renders_nothing(fonts, monkeypatch):
    monkeypatch.setattr(fonts, "render_text", None)
    text = TextFitting(fonts)
    assert text.measure_spans(SPANS, 10) == sum(map(text.measure_span, SPANS)) + 10 * (len(SPANS) - 1)


def test_sprites_of_letters_have_no_empty_edges(fonts):
    mask, middle = fonts.render_text("Ann", 28, Typeface.TEXT)
    sprite = tint_mask(mask, INK, FELT, 2, middle)
    left, top, right, foot = mask.getbbox()
    assert (sprite.image.size, sprite.mask.size) == ((right - left, foot - top),) * 2
    assert (sprite.left, sprite.top) == (2 - left, middle - top)
