"""Every glyph has enough contrast to what is behind it. The tests measure this while pictures are painted."""

import pytest

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour
from bot.render.painting import painter, sprites
from bot.render.painting.indexed_colours import palette_entries
from bot.render.painting.painter import Painter
from tests.bot.render.golden_pictures import PICTURES, build_golden_scene
from tests.bot.render.layout_checks import FONTS
from tests.everyday import spread

TEXT = 4.5
"""The least contrast that text needs (WCAG 2.2, 1.4.3)."""
GRAPHIC = 3.0
"""The least contrast that graphics other than text need (WCAG 2.2, 1.4.11)."""


def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0 … 1 (WCAG 2.2)."""
    linear = [v / 3294.6 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: Colour, ground: Colour) -> float:
    """Return the contrast ratio of two colours, 1 … 21 (WCAG 2.2)."""
    low, high = sorted((luminance(ink), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_matches_the_standard():
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast((10, 20, 30), (10, 20, 30)) == 1


@pytest.mark.parametrize("name", spread(8, PICTURES))
def test_every_glyph_is_readable(name, monkeypatch):
    seen = set()
    tint_mask = painter.tint_mask

    def record(shape, ink, ground, left=0, top=0):
        seen.add((ink, ground))
        return tint_mask(shape, ink, ground, left, top)

    monkeypatch.setattr(painter, "tint_mask", record)
    Painter(FONTS).paint(build_golden_scene(name))
    assert seen
    assert [(ink, ground) for ink, ground in seen if contrast(ink, ground) < TEXT] == []


@pytest.mark.parametrize("name", spread(8, PICTURES))
def test_every_used_colour_is_in_the_palette(name, monkeypatch):
    used = set()
    nearest_index = painter.nearest_index
    monkeypatch.setattr(painter, "nearest_index", lambda colour: used.add(colour) or nearest_index(colour))
    tint_mask = painter.tint_mask
    monkeypatch.setattr(painter, "tint_mask", lambda shape, ink, *rest: used.add(ink) or tint_mask(shape, ink, *rest))
    Painter(FONTS).paint(build_golden_scene(name))
    assert used <= set(palette_entries())


def test_ranks_and_suits_are_readable_on_paper():
    for colours in (c.FOUR_COLOURS, c.TWO_COLOURS):
        for colour in colours.values():
            assert contrast(colour, c.PAPER) >= TEXT
            assert contrast(c.DIM[colour], c.DIM_PAPER) >= TEXT
    for colour, paper in ((c.RED, c.PALE_GOLD), (c.GREY, c.SILVER)):
        assert contrast(colour, paper) >= TEXT
        assert contrast(c.DIM[colour], c.DIM[paper]) >= TEXT


def test_numbers_and_coins_are_readable():
    tags = [*sprites._TAGS.values(), (c.TAG_INK, c.TAG), (c.BROWN, c.GOLD), (c.DIM[c.BROWN], c.DIM[c.GOLD])]
    assert [(ink, ground) for ink, ground in tags if contrast(ink, ground) < TEXT] == []


def test_rings_stand_out_from_the_ground():
    for ring in sprites._RINGS.values():
        for ground in (c.FELT, c.CLOTH):
            assert contrast(ring, ground) >= GRAPHIC


def test_playable_cards_stand_out_from_dimmed_ones():
    assert contrast(c.PAPER, c.DIM_PAPER) > 1.7


@pytest.mark.parametrize("theme", [(0x1A, 0x1A, 0x1E), (0x32, 0x33, 0x39), (0x31, 0x33, 0x38), (255, 255, 255)])
def test_pictures_stand_out_from_every_theme(theme):
    """Pictures differ from white by brightness, and from dark themes by being the only green."""
    red, green, blue = (own - other for own, other in zip(c.FELT, theme, strict=True))
    assert contrast(c.FELT, theme) >= GRAPHIC or green > max(red, blue) + 10
