"""Card faces and backs, drawn from nothing but curves and one font: RGB, the outline being a plate of its own."""

from typing import Final

from PIL import Image, ImageDraw

from bot.render import colours as ink
from bot.render.colours import Colour
from bot.render.courts import Cloth, bust
from bot.render.fonts import Fonts
from bot.render.scene import CAP, PAD, TOP, Mark, Sign, card_height
from bot.render.shapes import mask, plate
from engine.cards import BIG_JOKER, Card, Rank

_COURT: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)


MIDDLE: Final = 0.19
"""Where the index column has its axis, as a share of the width."""


def corner(width: int) -> int:
    """Return the radius of a card's corners."""
    return max(3, round(width * 0.09))


class Tone:
    """The colours of one card as it is marked: dimmed cards take every colour from the table of dim ones."""

    def __init__(self, mark: Mark) -> None:
        self._dim = mark is Mark.DIM

    def __call__(self, colour: Colour) -> Colour:
        """Return what becomes of `colour`."""
        return ink.DIM[colour] if self._dim else colour


def paper_of(card: Card) -> Colour:
    """Return the colour of a card's paper."""
    return ink.PAPER if not card.is_joker else ink.PALE_GOLD if card == BIG_JOKER else ink.SILVER


def face(fonts: Fonts, card: Card, width: int, mark: Mark, *, four_colour: bool, art: bool) -> Image.Image:
    """Return a card's face; without `art` only what stands in the index column of a covered card."""
    tone = Tone(mark)
    height = card_height(width)
    image = Image.new("RGB", (width, height), tone(ink.EDGE))
    edge = max(1, round(width * 0.013))
    image.paste(
        tone(paper_of(card)), (edge, edge), plate(width - 2 * edge, height - 2 * edge, max(1, corner(width) - edge))
    )
    if card.is_joker:
        _joker(fonts, image, card, tone, art=art)
    else:
        _plain(fonts, image, card, tone, four_colour=four_colour, art=art)
    return image


def _plain(fonts: Fonts, image: Image.Image, card: Card, tone: Tone, *, four_colour: bool, art: bool) -> None:
    rank, suit, width = card.rank, card.suit, image.width
    assert rank is not None and suit is not None  # noqa: PT018 - a card that is no joker has both
    colour = tone((ink.FOUR_COLOURS if four_colour else ink.TWO_COLOURS)[suit])
    cap, top = round(width * CAP), round(width * TOP)
    glyph = fonts.figure(rank.text, cap)
    middle = round(width * MIDDLE)
    left = max(round(width * PAD), middle - glyph.width // 2)
    image.paste(colour, (left, top - round(cap * 0.03)), glyph)
    pip = mask(suit, round(width * 0.26))
    below = top + cap + round(width * 0.07)
    image.paste(colour, (middle - pip.width // 2, below), pip)
    if card.points:
        _coin(fonts, image, card.points, (middle, below + round(width * 0.40)), tone)
    if art:
        _art(image, card, colour, tone)


def _coin(fonts: Fonts, image: Image.Image, points: int, centre: tuple[int, int], tone: Tone) -> None:
    size = round(image.width * 0.215)
    x, y = centre[0] - size // 2, centre[1] - size // 2
    image.paste(tone(ink.GOLD), (x, y), mask(Sign.COIN, size))
    cap = round(size * 0.60)
    glyph = fonts.figure(str(points), cap)
    top = y + (size - cap) // 2 - round(cap * 0.03)
    image.paste(tone(ink.BROWN), (x + (size - glyph.width + 1) // 2, top), glyph)


def _art(image: Image.Image, card: Card, colour: Colour, tone: Tone) -> None:
    """Draw what fills the rest of a card that is not covered: a large suit, or a bust with a small one."""
    rank, suit, width, height = card.rank, card.suit, image.width, image.height
    assert rank is not None and suit is not None  # noqa: PT018 - a card that is no joker has both
    if rank in _COURT:
        _bust(image, rank, colour, tone)
        pip = mask(suit, round(width * 0.20))
        image.paste(colour, (width - pip.width - round(width * 0.07), round(width * 0.09)), pip)
        return
    size = round(width * (0.60 if rank is Rank.ACE else 0.50))
    left = min(round(width * 0.685) - size // 2, width - size - round(width * 0.04))
    image.paste(colour, (left, height - size - round(width * 0.07)), mask(suit, size))


def _bust(image: Image.Image, rank: Rank | None, colour: Colour, tone: Tone) -> None:
    """Draw a figure, its foot on the card's lower edge."""
    size = round(image.width * 0.60)
    left, top = image.width - size - round(image.width * 0.035), image.height - size - round(image.width * 0.022)
    colours = {
        Cloth.SUIT: colour,
        Cloth.SKIN: tone(ink.SKIN),
        Cloth.GOLD: tone(ink.GOLD),
        Cloth.HAIR: tone(ink.HAIR),
        Cloth.PAPER: tone(ink.PAPER),
    }
    for cloth, shape in bust(rank, size):
        image.paste(colours[cloth], (left, top), shape)


def _joker(fonts: Fonts, image: Image.Image, card: Card, tone: Tone, *, art: bool) -> None:
    """Draw a joker: the cap and its name down the side; the big one is red on gold, the little one grey."""
    width = image.width
    colour = tone(ink.RED if card == BIG_JOKER else ink.GREY)
    middle = round(width * MIDDLE)
    hat = mask("jester", round(width * 0.33))
    image.paste(colour, (middle - hat.width // 2, round(width * 0.065)), hat)
    top = round(width * 0.40)
    for letter in "JOKER":
        glyph = fonts.figure(letter, round(width * 0.10))
        image.paste(colour, (middle - glyph.width // 2, top), glyph)
        top += round(width * 0.118)
    if art:
        _bust(image, None, colour, tone)


def back(width: int) -> Image.Image:
    """Return a card's back: a lattice inside a white border."""
    height, border, fine = card_height(width), max(2, round(width * 0.05)), 4
    lattice = Image.new("RGB", (width * fine, height * fine), ink.BACK)
    draw = ImageDraw.Draw(lattice)
    step = max(1, width * fine // 6)
    for x in range(-height * fine, (width + height) * fine, step):
        draw.line((x, 0, x + height * fine, height * fine), fill=ink.BACK_LINE, width=fine * 2)
        draw.line((x, height * fine, x + height * fine, 0), fill=ink.BACK_LINE, width=fine * 2)
    image = Image.new("RGB", (width, height), ink.PAPER)
    inside = plate(width - 2 * border, height - 2 * border, corner(width) - border // 2)
    image.paste(lattice.reduce(fine).crop((border, border, width - border, height - border)), (border, border), inside)
    return image
