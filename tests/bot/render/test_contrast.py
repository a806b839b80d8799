"""Every glyph can be read: the contrast of its ink with what it stands on, taken while pictures are painted."""

import pytest

from bot.render import colours as c
from bot.render import paint, sprites
from bot.render.colours import contrast
from bot.render.fonts import Fonts
from bot.render.paint import Painter
from bot.render.palette import entries
from tests.bot.render.gallery import PICTURES, scene_of

TEXT = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3)."""
SIGN = 3.0
"""Least contrast of what is no text (WCAG 2.2, 1.4.11)."""


def test_contrast_is_that_of_the_standard():
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast((10, 20, 30), (10, 20, 30)) == 1


@pytest.mark.parametrize("name", PICTURES)
def test_every_glyph_of_a_picture_can_be_read(name, monkeypatch):
    seen = set()
    inked = paint.inked

    def watched(shape, ink, ground, left=0, top=0):
        seen.add((ink, ground))
        return inked(shape, ink, ground, left, top)

    monkeypatch.setattr(paint, "inked", watched)
    Painter(Fonts()).paint(scene_of(name))
    assert seen
    assert [(ink, ground) for ink, ground in seen if contrast(ink, ground) < TEXT] == []


@pytest.mark.parametrize("name", PICTURES)
def test_every_colour_that_is_asked_for_is_in_the_palette(name, monkeypatch):
    asked = set()
    nearest = paint.nearest
    monkeypatch.setattr(paint, "nearest", lambda colour: asked.add(colour) or nearest(colour))
    inked = paint.inked
    monkeypatch.setattr(paint, "inked", lambda shape, ink, *rest: asked.add(ink) or inked(shape, ink, *rest))
    Painter(Fonts()).paint(scene_of(name))
    assert asked <= set(entries())


def test_ranks_and_suits_can_be_read_on_every_paper():
    for colours in (c.FOUR_COLOURS, c.TWO_COLOURS):
        for colour in colours.values():
            assert contrast(colour, c.PAPER) >= TEXT
            assert contrast(c.DIM[colour], c.DIM_PAPER) >= TEXT
    for colour, paper in ((c.RED, c.PALE_GOLD), (c.GREY, c.SILVER)):
        assert contrast(colour, paper) >= TEXT
        assert contrast(c.DIM[colour], c.DIM[paper]) >= TEXT


def test_numbers_and_coins_can_be_read():
    tags = [*sprites._TAGS.values(), (c.TAG_INK, c.TAG), (c.BROWN, c.GOLD), (c.DIM[c.BROWN], c.DIM[c.GOLD])]
    assert [(ink, ground) for ink, ground in tags if contrast(ink, ground) < TEXT] == []


def test_rings_stand_out_from_felt_and_cloth():
    for ring in sprites._RINGS.values():
        for ground in (c.FELT, c.CLOTH):
            assert contrast(ring, ground) >= SIGN


def test_lit_cards_stand_out_from_dimmed_ones():
    assert contrast(c.PAPER, c.DIM_PAPER) > 1.7


@pytest.mark.parametrize("theme", [(0x1A, 0x1A, 0x1E), (0x32, 0x33, 0x39), (0x31, 0x33, 0x38), (255, 255, 255)])
def test_the_panel_is_told_from_every_theme(theme):
    """By its brightness on white, by its hue on dark themes: there it is the only green thing."""
    red, green, blue = (own - other for own, other in zip(c.FELT, theme, strict=True))
    assert contrast(c.FELT, theme) >= SIGN or green > max(red, blue) + 10
