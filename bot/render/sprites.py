"""Small painted pieces, made once and kept: cards with their rings, tiles, tags, plates, letters.

A sprite holds indices of the palette and a mask of what it covers, wholly or not at all: its smooth edges are mixed
beforehand with the ground on which it will lie.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.faces import Tone, back, corner, face, paper_of
from bot.render.fonts import Fonts
from bot.render.palette import indexed, ramp
from bot.render.scene import CardItem, Mark, TileItem, tile_width
from bot.render.shapes import mask, plate, ring
from engine.cards import BIG_JOKER

MARGIN: Final = 10
"""Columns and rows around a card's sprite, for rings and shade."""
SHADE: Final = 5
"""Columns of shade left of a card."""
_SHADES: Final = (18, 40, 66, 96)
_RINGS: Final = {Mark.PLAYABLE: c.PLAYABLE, Mark.PICKED: c.PICKED, Mark.WINNING: c.WINNING}
_THICK: Final = {Mark.PLAYABLE: 4, Mark.PICKED: 6, Mark.WINNING: 6}
_USUAL: Final = 148
"""Width of a card from which rings have their full breadth."""
_TAGS: Final = {
    Mark.DIM: (c.DIM_TAG_INK, c.DIM_TAG),
    Mark.PLAYABLE: (c.INK, c.PLAYABLE_TAG),
    Mark.PICKED: (c.INK, c.PICKED_TAG),
}
_SEEN: Final = 26
"""Opacity from which a pixel of an outline is painted."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Indices and what of them is painted, with the place of its origin."""

    image: Image.Image
    mask: Image.Image
    left: int = 0
    top: int = 0

    def cost(self) -> int:
        """Return its bytes."""
        return 2 * self.mask.width * self.mask.height

    def cut(self, width: int) -> "Sprite":
        """Return its leftmost columns, so many right of its origin."""
        box = (0, 0, min(self.image.width, self.left + width), self.image.height)
        return Sprite(self.image.crop(box), self.mask.crop(box), self.left, self.top)


def _solid(opacity: Image.Image) -> Image.Image:
    """Return the mask of all that is seen of an outline."""
    return opacity.point([0] * _SEEN + [255] * (256 - _SEEN), "1")


@dataclass(frozen=True, slots=True)
class Under:
    """The card that a card covers at its left: its paper, and whether it stands higher (-1), level (0), lower (1)."""

    paper: Colour
    level: int = 0


def thickness(mark: Mark, width: int) -> int:
    """Return how broad the ring of a mark is: thinner on small cards, none on those without a ring."""
    full = _THICK.get(mark, 0)
    return min(full, max(2, round(full * width / _USUAL))) if full else 0


def framed(drawn: Image.Image, radius: int, mark: Mark, ground: Colour, under: Under | None) -> Sprite:
    """Return a card with its rounded outline, the ring of its mark, and a soft shade on the card that it covers."""
    w, h, m, k = drawn.width, drawn.height, MARGIN, thickness(mark, drawn.width)
    image = Image.new("RGB", (w + 2 * m, h + 2 * m), ground)
    covered = Image.new("L", image.size, 0)
    if under is not None:
        top = m + radius if under.level > 0 else m - k
        bottom = m + h - radius if under.level < 0 else m + h + k
        image.paste(under.paper, (0, top, m + radius, bottom))
        image.paste(c.PIT, (m - SHADE, m), _shade(h, radius))
        covered.paste(_shade(h, radius).point([0] + [255] * 255), (m - SHADE, m))
    outline = _drawn_on(image, drawn, (m, m), radius, (mark, k))
    return Sprite(indexed(image), _solid(ImageChops.lighter(covered, outline)), m, m)


def _drawn_on(
    image: Image.Image, drawn: Image.Image, place: tuple[int, int], radius: int, ring: tuple[Mark, int]
) -> Image.Image:
    """Paste a card with the ring of its mark on an RGB image and return the outline of both."""
    (x, y), w, h, (mark, k) = place, drawn.width, drawn.height, ring
    around = plate(w + 2 * k, h + 2 * k, radius + k)
    if k:
        image.paste(_RINGS[mark], (x - k, y - k), around)
    image.paste(drawn, (x, y), plate(w, h, radius))
    outline = Image.new("L", image.size, 0)
    outline.paste(around, (x - k, y - k))
    return outline


@lru_cache(maxsize=64)
def _shade(height: int, radius: int) -> Image.Image:
    """Return the shade left of a card, which tapers to its corners: nothing lies above or below the card."""
    image = Image.new("L", (SHADE, height), 0)
    for i, value in enumerate(_SHADES):
        inset, x = radius + len(_SHADES) - i, SHADE - len(_SHADES) + i
        image.paste(value, (x, inset, x + 1, height - inset))
    return image


def card_sprite(fonts: Fonts, item: CardItem, ground: Colour, under: Under | None) -> Sprite:
    """Return a card; of a covered one only as much as can be seen, so that painting stays cheap."""
    covered = item.shown is not None
    drawn = face(fonts, item.card, item.width, item.mark, four_colour=item.four_colour, art=not covered)
    sprite = framed(drawn, corner(item.width), item.mark, ground, under)
    if item.shown is None or item.steps:
        return sprite
    return sprite.cut(item.shown + corner(item.width) + 1)


def tag_sprite(fonts: Fonts, number: int, width: int, mark: Mark, paper: Colour) -> Sprite:
    """Return the number at the foot of a card."""
    ink, ground = _TAGS.get(mark, (c.TAG_INK, c.TAG))
    w, h = tag_size(width)
    image = Image.new("RGB", (w, h), paper)
    image.paste(ground, (0, 0), plate(w, h, round(h * 0.28)))
    glyph = fonts.figure(str(number), round(h * 0.66))
    image.paste(ink, ((w - glyph.width) // 2, round(h * 0.15)), glyph)
    return Sprite(indexed(image), Image.new("1", (w, h), 1))


def tag_size(width: int) -> tuple[int, int]:
    """Return width and height of the tag on a card."""
    return round(width * 0.285), round(width * 0.235)


def tile_sprite(fonts: Fonts, item: TileItem, ground: Colour) -> Sprite:
    """Return a tile: the copies' edges lie behind it to the right."""
    h, m, radius = item.height, MARGIN, round(item.height * 0.16)
    band = item.mark, _THICK.get(item.mark, 0)
    step = tile_width(h, 2) - tile_width(h)
    image = Image.new("RGB", (tile_width(h, item.count) + 2 * m, h + 2 * m), ground)
    outline = Image.new("L", image.size, 0)
    for i in reversed(range(item.count)):
        drawn = _tile_blank(item) if i else _tile_face(fonts, item)
        outline = ImageChops.lighter(outline, _drawn_on(image, drawn, (m + i * step, m), radius, band))
    return Sprite(indexed(image), _solid(outline), m, m)


def _tile_blank(item: TileItem) -> Image.Image:
    tone, h, w = Tone(item.mark), item.height, tile_width(item.height)
    image = Image.new("RGB", (w, h), tone(c.EDGE))
    image.paste(tone(paper_of(item.card)), (2, 2), plate(w - 4, h - 4, round(h * 0.14)))
    return image


def _tile_face(fonts: Fonts, item: TileItem) -> Image.Image:
    """Return rank beside suit; a joker is a jester's cap."""
    tone, h, card, image = Tone(item.mark), item.height, item.card, _tile_blank(item)
    suit, rank = card.suit, card.rank
    if suit is None or rank is None:
        hat = mask("jester", round(h * 0.80))
        colour = tone(c.RED if card == BIG_JOKER else c.GREY)
        image.paste(colour, ((image.width - hat.width) // 2, round(h * 0.09)), hat)
        return image
    colour = tone((c.FOUR_COLOURS if item.four_colour else c.TWO_COLOURS)[suit])
    cap = round(h * 0.62)
    glyph, pip = fonts.figure(rank.text, cap), mask(suit, round(h * 0.46))
    room = image.width - glyph.width - pip.width
    image.paste(colour, (round(room * 0.38), (h - cap) // 2 - round(cap * 0.03)), glyph)
    image.paste(colour, (image.width - pip.width - round(room * 0.30), (h - pip.height) // 2), pip)
    return image


def back_sprite(width: int, ground: Colour, under: Under | None) -> Sprite:
    """Return a card's back."""
    return framed(back(width), corner(width), Mark.PLAIN, ground, under)


def plate_sprite(
    size: tuple[int, int], radius: int, colour: Colour | None, edge: tuple[Colour, int] | None, ground: Colour
) -> Sprite:
    """Return a rounded rectangle on `ground`; without `colour` its edge alone."""
    w, h = size
    outline = plate(w, h, radius)
    image = Image.new("RGB", size, ground)
    if colour is not None:
        image.paste(colour, (0, 0), outline)
    if edge is not None:
        band = ring(w, h, radius, edge[1])
        image.paste(edge[0], (0, 0), band)
        outline = outline if colour is not None else band
    return Sprite(indexed(image), _solid(outline))


def inked(shape: Image.Image, ink: Colour, ground: Colour, left: int = 0, top: int = 0) -> Sprite:
    """Return a mask painted with `ink` on `ground`: letters and signs."""
    image = Image.frombytes("P", shape.size, shape.point(ramp(ink, ground)).tobytes())
    return Sprite(image, _solid(shape), left, top)
