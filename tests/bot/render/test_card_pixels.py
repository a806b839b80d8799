"""Painted cards differ from one another and use the palette. Ranks, suits and names have enough room."""

import pytest
from PIL import Image, ImageChops

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import card_height, index_width
from bot.render.layout.scene import CardItem, CardStyle, Span, Typeface
from bot.render.painting.card_faces import corner_radius, paper_colour, render_back, render_face
from bot.render.painting.indexed_colours import (
    FLAT_COLOURS,
    colour_distance,
    nearest_index,
    palette_entries,
    to_palette,
)
from bot.render.painting.painter import Painter
from bot.render.painting.shapes import rounded_mask
from bot.render.painting.sprites import ring_thickness
from engine.model.cards import ALL_FACES, Card, parse_card
from tests.bot.render.layout_checks import FONTS, get_index_box
from tests.everyday import spread

WIDTHS = (64, 84, 112, 148, 184, 220)


def render(
    card: Card, width: int, style: CardStyle = CardStyle.PLAIN, *, art: bool = False, four_colour: bool = True
) -> Image.Image:
    return render_face(FONTS, card, width, style, four_colour=four_colour, art=art)


def render_blank(card: Card, width: int) -> Image.Image:
    height, edge = card_height(width), max(1, round(width * 0.013))
    image = Image.new("RGB", (width, height), c.EDGE)
    inner = rounded_mask(width - 2 * edge, height - 2 * edge, max(1, corner_radius(width) - edge))
    image.paste(paper_colour(card), (edge, edge), inner)
    return image


def get_ink_box(card: Card, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the box around what is printed on the upper `height` pixels of a card."""
    difference = ImageChops.difference(render(card, width), render_blank(card, width)).convert("L")
    return difference.crop((0, 0, width, height)).point([0] * 60 + [255] * 196).getbbox()


@pytest.mark.parametrize("width", spread(2, WIDTHS))
def test_rank_and_suit_lie_inside_their_box(width):
    for card in ALL_FACES:
        box = get_index_box(CardItem(0, 0, width, card))
        left, top, right, _ = get_ink_box(card, width, box.bottom)
        assert left >= box.x, card
        assert top >= box.y, card
        assert right <= box.right + 1, card
        if not card.is_joker and not card.points:  # a point card has a coin below the box, a joker its name
            assert get_ink_box(card, width, card_height(width))[3] <= box.bottom, card


@pytest.mark.parametrize("width", WIDTHS)
def test_ring_of_next_card_does_not_cover_rank_and_suit(width):
    for card in ALL_FACES:
        for style in CardStyle:
            assert (
                get_index_box(CardItem(0, 0, width, card)).right
                <= index_width(width, card) - ring_thickness(style, width) + 1
            )


def test_covered_card_is_blank_beside_its_rank_and_suit():
    for card in ALL_FACES:
        image = render(card, 148)
        rest = image.crop((index_width(148, card), 6, 140, card_height(148) - 6))
        assert len(rest.getcolors()) == 1


@pytest.mark.parametrize("style", [CardStyle.PLAIN, CardStyle.DIM])
@pytest.mark.parametrize("four_colour", [True, False])
def test_no_two_faces_look_alike(style, four_colour):
    seen = {render(card, 148, style, four_colour=four_colour).tobytes() for card in ALL_FACES}
    assert len(seen) == len(ALL_FACES)


def test_two_colour_deck_changes_only_clubs_and_diamonds():
    for card in ALL_FACES:
        same = render(card, 112).tobytes() == render(card, 112, four_colour=False).tobytes()
        assert same == (str(card)[0] not in "CD")


def test_only_point_cards_have_a_coin():
    for card in ALL_FACES:
        pixels = {colour for _, colour in render(card, 148).getcolors(1 << 16)}
        assert (c.GOLD in pixels) == bool(card.points)


@pytest.mark.parametrize("text", ["SK", "HQ", "DJ", "BJ", "LJ"])
def test_court_cards_and_jokers_show_a_human_face(text):
    pixels = {colour for _, colour in render(parse_card(text), 148, art=True).getcolors(1 << 16)}
    assert c.SKIN in pixels


def test_back_is_rendered_the_same_each_time():
    assert render_back(112).tobytes() == render_back(112).tobytes()
    assert render_back(112).size == (112, card_height(112))


def test_flat_colours_are_exact():
    for colour in FLAT_COLOURS:
        assert palette_entries()[nearest_index(colour)] == colour
        assert to_palette(Image.new("RGB", (1, 1), colour)).getpixel((0, 0)) == nearest_index(colour)


def test_palette_fits_and_has_no_duplicates():
    assert len(palette_entries()) <= 256
    kept = list(dict.fromkeys(palette_entries()))[1:]
    near = [(a, b) for i, a in enumerate(kept) for b in kept[:i] if colour_distance(a, b) < 4]
    assert near == [], "Pillow would confuse colours in one cell of its table"


def test_palette_changes_colours_only_slightly():
    for card in ALL_FACES:
        for style in (CardStyle.PLAIN, CardStyle.DIM):
            image = render(card, 148, style, art=True)
            stored = to_palette(image)
            stored.putpalette([v for colour in palette_entries() for v in colour])
            difference = ImageChops.difference(image, stored.convert("RGB")).convert("L")
            mean = sum(v * n for v, n in enumerate(difference.histogram())) / (image.width * image.height)
            assert mean < 0.8


@pytest.mark.parametrize("end", ["{}", "({})"])
@pytest.mark.parametrize("room", [110, 150, 220])
def test_truncated_names_keep_their_final_numbers(room, end):
    names = [f"Kaffeehaus Tübingen Mannschaft {end.format(n)}" for n in (1, 12)]
    shown = [FONTS.truncate(name, 22, Typeface.TEXT, room) for name in names]
    assert [one.endswith(f"…{end.format(n)}") for one, n in zip(shown, (1, 12), strict=True)] == [True, True]
    assert all(FONTS.measure_text(one, 22, Typeface.TEXT) <= room for one in shown)


@pytest.mark.parametrize("text", ["Mei", "Jonathan R.", "庄家小王老师", "Christopher Wellington-Smythe the Third"])
@pytest.mark.parametrize("room", [90, 150, 220, 400])
def test_text_shrinks_before_it_is_truncated(text, room):
    painter = Painter(FONTS)
    (shown,) = painter.text.fit_spans((Span(text, 28, min_size=22),), room, 10)
    widths = {size: FONTS.measure_text(text, size, Typeface.TEXT) for size in range(22, 29)}
    assert FONTS.measure_text(str(shown.content), shown.size, Typeface.TEXT) <= room
    if shown.content == text:
        assert shown.size == max(size for size, width in widths.items() if width <= room)
    else:
        assert shown.size == 22
        assert widths[22] > room
