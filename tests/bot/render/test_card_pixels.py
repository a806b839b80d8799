"""Faces as they are painted: their ink lies where the geometry says, every face is another picture."""

import pytest
from PIL import Image, ImageChops

from bot.render import colours as c
from bot.render.faces import back, corner, face, paper_of
from bot.render.fonts import Fonts
from bot.render.palette import FLAT, distance, entries, indexed, nearest
from bot.render.scene import Mark, card_height, index_box, index_width
from bot.render.shapes import plate
from bot.render.sprites import thickness
from engine.cards import ALL_FACES, Card, parse_card

FONTS = Fonts()
WIDTHS = (64, 84, 112, 148, 184, 220)


def drawn(
    card: Card, width: int, mark: Mark = Mark.PLAIN, *, art: bool = False, four_colour: bool = True
) -> Image.Image:
    return face(FONTS, card, width, mark, four_colour=four_colour, art=art)


def blank(card: Card, width: int) -> Image.Image:
    height, edge = card_height(width), max(1, round(width * 0.013))
    image = Image.new("RGB", (width, height), c.EDGE)
    inner = plate(width - 2 * edge, height - 2 * edge, max(1, corner(width) - edge))
    image.paste(paper_of(card), (edge, edge), inner)
    return image


def ink_box(card: Card, width: int, height: int) -> tuple[int, int, int, int]:
    """The columns and rows of all ink in the upper `height` rows of a covered card."""
    difference = ImageChops.difference(drawn(card, width), blank(card, width)).convert("L")
    return difference.crop((0, 0, width, height)).point([0] * 60 + [255] * 196).getbbox()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("card", ALL_FACES, ids=str)
def test_rank_and_suit_stand_inside_their_box(card, width):
    box = index_box(0, 0, width, card)
    left, top, right, _ = ink_box(card, width, box.bottom)
    assert left >= box.x
    assert top >= box.y
    assert right <= box.right + 1
    if not card.is_joker and not card.points:  # coins, and a joker's name, stand below
        assert ink_box(card, width, card_height(width))[3] <= box.bottom


@pytest.mark.parametrize("width", WIDTHS)
def test_the_ring_of_the_next_card_leaves_the_box_free(width):
    for card in ALL_FACES:
        for mark in Mark:
            assert index_box(0, 0, width, card).right <= index_width(width, card) - thickness(mark, width) + 1


def test_a_covered_card_has_no_ink_beyond_its_index_column():
    for card in ALL_FACES:
        image = drawn(card, 148)
        rest = image.crop((index_width(148, card), 6, 140, card_height(148) - 6))
        assert len(rest.getcolors()) == 1


@pytest.mark.parametrize("mark", [Mark.PLAIN, Mark.DIM])
@pytest.mark.parametrize("four_colour", [True, False])
def test_no_two_faces_look_the_same(mark, four_colour):
    seen = {drawn(card, 148, mark, four_colour=four_colour).tobytes() for card in ALL_FACES}
    assert len(seen) == len(ALL_FACES)


def test_two_colours_change_clubs_and_diamonds_only():
    for card in ALL_FACES:
        same = drawn(card, 112).tobytes() == drawn(card, 112, four_colour=False).tobytes()
        assert same == (str(card)[0] not in "CD")


def test_point_cards_have_a_coin_and_others_have_none():
    for card in ALL_FACES:
        pixels = {colour for _, colour in drawn(card, 148).getcolors(1 << 16)}
        assert (c.GOLD in pixels) == bool(card.points)


@pytest.mark.parametrize("text", ["SK", "HQ", "DJ", "BJ", "LJ"])
def test_courts_and_jokers_have_a_face(text):
    pixels = {colour for _, colour in drawn(parse_card(text), 148, art=True).getcolors(1 << 16)}
    assert c.SKIN in pixels


def test_a_back_says_nothing_of_its_card():
    assert back(112).tobytes() == back(112).tobytes()
    assert back(112).size == (112, card_height(112))


def test_flat_colours_are_stored_exactly():
    for colour in FLAT:
        assert entries()[nearest(colour)] == colour
        assert indexed(Image.new("RGB", (1, 1), colour)).getpixel((0, 0)) == nearest(colour)


def test_the_palette_has_room_and_no_twins():
    assert len(entries()) <= 256
    kept = list(dict.fromkeys(entries()))[1:]
    near = [(a, b) for i, a in enumerate(kept) for b in kept[:i] if distance(a, b) < 4]
    assert near == [], "colours in one cell of Pillow's table would be mixed up"


def test_painting_in_the_palette_changes_colours_by_little():
    for card in ALL_FACES:
        for mark in (Mark.PLAIN, Mark.DIM):
            image = drawn(card, 148, mark, art=True)
            stored = indexed(image)
            stored.putpalette([v for colour in entries() for v in colour])
            difference = ImageChops.difference(image, stored.convert("RGB")).convert("L")
            mean = sum(v * n for v, n in enumerate(difference.histogram())) / (image.width * image.height)
            assert mean < 0.8
