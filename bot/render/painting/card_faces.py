"""Card faces and backs as RGB images, painted from curves and one font."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.render.layout import colours as ink
from bot.render.layout.card_metrics import INDEX_PADDING, INDEX_TOP, RANK_HEIGHT, card_height
from bot.render.layout.colours import Colour
from bot.render.layout.scene import CardStyle, Icon
from bot.render.painting.court_cards import BustMaterial, create_bust_masks
from bot.render.painting.fonts import Fonts
from bot.render.painting.shapes import rounded_mask, shape_mask
from engine.model.cards import BIG_JOKER, Card, Rank

_COURT: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)

INDEX_AXIS: Final = 0.19
"""The centre of the index column, as a share of the card's width."""
LATTICE_SCALE: Final = 4
"""The pattern of a card's back is painted this many times too large, then reduced, so that its lines are smooth."""


def corner_radius(width: int) -> int:
    """Return the radius of a card's corners."""
    return max(3, round(width * 0.09))


def shade(colour: Colour, style: CardStyle) -> Colour:
    """Return `colour`, or its dimmed form if the style is that of a dimmed card."""
    return ink.DIM[colour] if style is CardStyle.DIM else colour


def paper_colour(card: Card) -> Colour:
    """Return the colour of a card's paper."""
    return ink.PAPER if not card.is_joker else ink.PALE_GOLD if card == BIG_JOKER else ink.SILVER


def face_colour(card: Card, style: CardStyle, *, four_colour: bool) -> Colour:
    """Return the colour in which a card's rank and suit, or a joker, are painted."""
    if card.suit is None:
        return shade(ink.RED if card == BIG_JOKER else ink.GREY, style)
    return shade((ink.FOUR_COLOURS if four_colour else ink.TWO_COLOURS)[card.suit], style)


def render_face(fonts: Fonts, card: Card, width: int, style: CardStyle, *, four_colour: bool, art: bool) -> Image.Image:
    """Return a card's face. Without `art`, it has only the index column, which is all that a covered card shows."""
    image = _create_paper(width, shade(paper_colour(card), style), shade(ink.EDGE, style)).copy()
    colour = face_colour(card, style, four_colour=four_colour)
    if card.is_joker:
        _paint_joker(fonts, image, colour)
    else:
        _paint_index(fonts, image, card, colour, style)
    if art:
        _paint_art(image, card, colour, style)
    return image


@lru_cache(maxsize=16)
def _create_paper(width: int, paper: Colour, edge_colour: Colour) -> Image.Image:
    height, edge = card_height(width), max(1, round(width * 0.013))
    image = Image.new("RGB", (width, height), edge_colour)
    inside = rounded_mask(width - 2 * edge, height - 2 * edge, max(1, corner_radius(width) - edge))
    image.paste(paper, (edge, edge), inside)
    return image


def _paint_index(fonts: Fonts, image: Image.Image, card: Card, colour: Colour, style: CardStyle) -> None:
    rank, suit, width = card.rank, card.suit, image.width
    assert rank is not None and suit is not None  # noqa: PT018 - a card that is no joker has both
    cap, top = round(width * RANK_HEIGHT), round(width * INDEX_TOP)
    glyph = fonts.render_figure(rank.text, cap)
    axis = round(width * INDEX_AXIS)
    left = max(round(width * INDEX_PADDING), axis - glyph.width // 2)
    image.paste(colour, (left, top - round(cap * 0.03)), glyph)
    pip = shape_mask(suit, round(width * 0.26))
    below = top + cap + round(width * 0.07)
    image.paste(colour, (axis - pip.width // 2, below), pip)
    if card.points:
        _paint_points_coin(fonts, image, card.points, (axis, below + round(width * 0.40)), style)


def _paint_points_coin(
    fonts: Fonts, image: Image.Image, points: int, centre: tuple[int, int], style: CardStyle
) -> None:
    size = round(image.width * 0.215)
    x, y = centre[0] - size // 2, centre[1] - size // 2
    image.paste(shade(ink.GOLD, style), (x, y), shape_mask(Icon.COIN, size))
    cap = round(size * 0.60)
    glyph = fonts.render_figure(str(points), cap)
    top = y + (size - cap) // 2 - round(cap * 0.03)
    image.paste(shade(ink.BROWN, style), (x + (size - glyph.width + 1) // 2, top), glyph)


def _paint_art(image: Image.Image, card: Card, colour: Colour, style: CardStyle) -> None:
    rank, suit, width, height = card.rank, card.suit, image.width, image.height
    if rank is None or rank in _COURT:
        _paint_bust(image, rank, colour, style)
    if suit is None:
        return
    if rank in _COURT:
        pip = shape_mask(suit, round(width * 0.20))
        image.paste(colour, (width - pip.width - round(width * 0.07), round(width * 0.09)), pip)
        return
    size = round(width * (0.60 if rank is Rank.ACE else 0.50))
    left = min(round(width * 0.685) - size // 2, width - size - round(width * 0.04))
    image.paste(colour, (left, height - size - round(width * 0.07)), shape_mask(suit, size))


def _paint_bust(image: Image.Image, rank: Rank | None, colour: Colour, style: CardStyle) -> None:
    size = round(image.width * 0.60)
    left, top = image.width - size - round(image.width * 0.035), image.height - size - round(image.width * 0.022)
    colours = {
        BustMaterial.SUIT: colour,
        BustMaterial.SKIN: shade(ink.SKIN, style),
        BustMaterial.GOLD: shade(ink.GOLD, style),
        BustMaterial.HAIR: shade(ink.HAIR, style),
        BustMaterial.PAPER: shade(ink.PAPER, style),
    }
    for material, shape in create_bust_masks(rank, size):
        image.paste(colours[material], (left, top), shape)


def _paint_joker(fonts: Fonts, image: Image.Image, colour: Colour) -> None:
    width, axis = image.width, round(image.width * INDEX_AXIS)
    hat = shape_mask("jester", round(width * 0.33))
    image.paste(colour, (axis - hat.width // 2, round(width * 0.065)), hat)
    top = round(width * 0.40)
    for letter in "JOKER":
        glyph = fonts.render_figure(letter, round(width * 0.10))
        image.paste(colour, (axis - glyph.width // 2, top), glyph)
        top += round(width * 0.118)


def render_back(width: int) -> Image.Image:
    """Return a card's back: a lattice inside a white border."""
    height, border = card_height(width), max(2, round(width * 0.05))
    image = Image.new("RGB", (width, height), ink.PAPER)
    inside = rounded_mask(width - 2 * border, height - 2 * border, corner_radius(width) - border // 2)
    lattice = render_lattice(width, height, max(1, width * LATTICE_SCALE // 6), 2 * LATTICE_SCALE)
    image.paste(lattice.crop((border, border, width - border, height - border)), (border, border), inside)
    return image


def render_lattice(width: int, height: int, step: int, stroke: int) -> Image.Image:
    """Return the pattern of a back. The lines' distance `step` and width `stroke` are in 1 / `LATTICE_SCALE` pixels."""
    across, down = width * LATTICE_SCALE, height * LATTICE_SCALE
    lattice = Image.new("RGB", (across, down), ink.BACK)
    draw = ImageDraw.Draw(lattice)
    for x in range(-down, across + down, step):
        draw.line((x, 0, x + down, down), fill=ink.BACK_LINE, width=stroke)
        draw.line((x, down, x + down, 0), fill=ink.BACK_LINE, width=stroke)
    return lattice.reduce(LATTICE_SCALE)
