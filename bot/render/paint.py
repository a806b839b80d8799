"""Draws scenes: every item becomes a sprite, made once and kept, and is pasted where the scene says."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.faces import Palette, back, corner, face
from bot.render.fonts import Fonts
from bot.render.scene import (
    Align,
    BackItem,
    Badge,
    CardItem,
    Fill,
    Mark,
    Part,
    Pill,
    Polyline,
    Scene,
    Sign,
    TileItem,
    Words,
    card_height,
    tile_width,
)
from bot.render.shapes import mask, plate, ring
from bot.render.shelf import Shelf
from engine.cards import BIG_JOKER, Suit

SPRITES: Final = 20 << 20
"""Bytes of card sprites kept."""
LETTERS: Final = 4 << 20
"""Bytes of letters kept."""
MARGIN: Final = 10
"""Columns and rows around a card's sprite, for rings and shadow."""
_RINGS: Final = {Mark.PLAYABLE: c.PLAYABLE, Mark.PICKED: c.PICKED, Mark.WINNING: c.WINNING, Mark.FAILED: c.FAILED}
_THICK: Final = {Mark.PLAYABLE: 5, Mark.PICKED: 8, Mark.WINNING: 6, Mark.FAILED: 5}
_TAGS: Final = {
    Mark.DIM: (c.DIM_TAG_INK, c.DIM_TAG),
    Mark.PLAYABLE: (c.WHITE, c.PLAYABLE_TAG),
    Mark.PICKED: (c.WHITE, c.PICKED_TAG),
}
_SHADE: Final[Colour] = (8, 20, 18)


@dataclass(frozen=True, slots=True)
class Sprite:
    """Pixels and their mask, with the place of its origin."""

    image: Image.Image
    mask: Image.Image
    left: int = 0
    top: int = 0

    def cost(self) -> int:
        """Return its bytes."""
        return self.mask.width * self.mask.height * 4


class Painter:
    """Draws scenes with one set of fonts; may be used by several threads."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._sprites: Shelf[Sprite] = Shelf(SPRITES, Sprite.cost)
        self._letters: Shelf[tuple[Image.Image, int]] = Shelf(LETTERS, lambda m: m[0].width * m[0].height)

    @property
    def used(self) -> int:
        """Bytes kept."""
        return self._sprites.used + self._letters.used

    def paint(self, scene: Scene) -> Image.Image:
        """Return the scene as an RGB image, its corners still square."""
        image = Image.new("RGB", (scene.width, scene.height), scene.ground)
        for item in scene.items:
            match item:
                case CardItem():
                    self._card(image, item)
                case TileItem(x, y):
                    self._sprite(image, x, y, replace(item, x=0, y=0), partial(self._tile, item))
                case BackItem(x, y, width):
                    self._sprite(image, x, y, ("back", width), partial(self._back, width))
                case Fill():
                    _fill(image, item)
                case Words():
                    self._words(image, item)
                case Pill():
                    self._pill(image, item)
                case Badge():
                    self._badge(image, item)
                case Polyline():
                    _polyline(image, item)
        return image

    def _sprite(self, image: Image.Image, x: int, y: int, key: Hashable, make: Callable[[], Sprite]) -> None:
        sprite = self._sprites.get(key, make)
        image.paste(sprite.image, (x - sprite.left, y - sprite.top), sprite.mask)

    def _card(self, image: Image.Image, item: CardItem) -> None:
        """Draw a card; of a covered one only as much as can be seen, so that pasting stays cheap."""
        w, mark = item.width, item.mark
        key = (item.card, w, mark, item.shown, item.steps, item.four_colour)
        self._sprite(image, item.x, item.y, key, lambda: self._face(item))
        if item.number is not None:
            number, inset = item.number, round(w * 0.05)
            foot = item.y + card_height(w) - inset - _tag_size(w)[1]
            self._sprite(image, item.x + inset, foot, (number, w, mark), lambda: self._tag(number, w, mark))

    def _face(self, item: CardItem) -> Sprite:
        art = item.shown is None
        drawn = face(self.fonts, item.card, item.width, item.mark, four_colour=item.four_colour, art=art)
        sprite = framed(drawn, corner(item.width), item.mark)
        if item.shown is None or item.steps:
            return sprite
        seen = (0, 0, MARGIN + item.shown + corner(item.width) + 1, sprite.image.height)
        return replace(sprite, image=sprite.image.crop(seen), mask=sprite.mask.crop(seen))

    def _tag(self, number: int, width: int, mark: Mark) -> Sprite:
        ink, ground = _TAGS.get(mark, (c.TAG_INK, c.TAG))
        w, h = _tag_size(width)
        image = Image.new("RGB", (w, h), ground)
        glyph = self.fonts.figure(str(number), round(h * 0.66))
        image.paste(ink, ((w - glyph.width) // 2, round(h * 0.15)), glyph)
        return Sprite(image, plate(w, h, round(h * 0.28)))

    def _tile(self, item: TileItem) -> Sprite:
        """Draw a tile: the copies' edges first, then rank and suit on the front."""
        tone, h, w = Palette(item.mark), item.height, tile_width(item.height)
        image = Image.new("RGB", (w, h), tone(c.EDGE))
        paper = c.PAPER if not item.card.is_joker else c.PALE_GOLD if item.card == BIG_JOKER else c.SILVER
        image.paste(tone(paper), (2, 2), plate(w - 4, h - 4, round(h * 0.14)))
        self._tile_index(image, item, tone)
        front = framed(image, round(h * 0.16), item.mark)
        if item.count == 1:
            return front
        step = tile_width(h, 2) - w
        behind = framed(Image.new("RGB", (w, h), tone(c.EDGE)), round(h * 0.16), item.mark)
        behind.image.paste(tone(paper), (MARGIN + 2, MARGIN + 2), plate(w - 4, h - 4, round(h * 0.14)))
        size = (front.image.width + (item.count - 1) * step, front.image.height)
        whole, opaque = Image.new("RGB", size, c.FELT), Image.new("L", size, 0)
        for i in reversed(range(item.count)):
            piece = behind if i else front
            whole.paste(piece.image, (i * step, 0), piece.mask)
            opaque.paste(
                ImageChops.lighter(opaque.crop((i * step, 0, i * step + piece.mask.width, size[1])), piece.mask),
                (i * step, 0),
            )
        return Sprite(whole, opaque, MARGIN, MARGIN)

    def _tile_index(self, image: Image.Image, item: TileItem, tone: Palette) -> None:
        h, card = item.height, item.card
        suit, rank = card.suit, card.rank
        if suit is None or rank is None:
            hat = mask("jester", round(h * 0.80))
            image.paste(
                tone(c.RED if card == BIG_JOKER else c.GREY), ((image.width - hat.width) // 2, round(h * 0.09)), hat
            )
            return
        colour = tone((c.FOUR_COLOURS if item.four_colour else c.TWO_COLOURS)[suit])
        cap = round(h * 0.62)
        glyph, pip = self.fonts.figure(rank.text, cap), mask(suit, round(h * 0.46))
        room = image.width - glyph.width - pip.width
        image.paste(colour, (round(room * 0.38), (h - cap) // 2 - round(cap * 0.03)), glyph)
        image.paste(colour, (image.width - pip.width - round(room * 0.30), (h - pip.height) // 2), pip)

    def _back(self, width: int) -> Sprite:
        return framed(back(width), corner(width), Mark.PLAIN)

    def _badge(self, image: Image.Image, item: Badge) -> None:
        half = item.size // 2
        radius = round(item.size * 0.22) if item.square else half
        image.paste(item.ground, (item.x - half, item.y - half), plate(item.size, item.size, radius))
        glyph = self._figure(item.text, round(item.size * 0.56))
        cap = round(item.size * 0.56)
        image.paste(item.ink, (item.x - glyph.width // 2, item.y - cap // 2 - round(cap * 0.03)), glyph)

    def _figure(self, text: str, size: int) -> Image.Image:
        return self._letters.get((text, size), lambda: (self.fonts.figure(text, size), 0))[0]

    def _words(self, image: Image.Image, item: Words) -> None:
        parts = self._fitted(item.parts, item.room, item.gap)
        width = self._width(parts, item.gap)
        x = item.x - {Align.LEFT: 0, Align.MIDDLE: width // 2, Align.RIGHT: width}[item.align]
        self._line(image, parts, x, item.y, item.gap)

    def _pill(self, image: Image.Image, item: Pill) -> None:
        inset, gap = round(item.height * 0.40), 10
        room = None if item.room is None else item.room - 2 * inset
        parts = self._fitted(item.parts, room, gap)
        width = self._width(parts, gap) + 2 * inset
        x = item.x - {Align.LEFT: 0, Align.MIDDLE: width // 2, Align.RIGHT: width}[item.align]
        top, radius = item.y - item.height // 2, item.height // 2
        image.paste(item.ground, (x, top), plate(width, item.height, radius))
        if item.edge is not None:
            image.paste(item.edge, (x, top), ring(width, item.height, radius, 4))
        self._line(image, parts, x + inset, item.y, gap)
        if item.bar is not None and item.bar_to is not None and item.bar_to > x + width + 20:
            image.paste(item.bar, (x + width + 10, item.y - 2), plate(item.bar_to - x - width - 10, 5, 2))

    def _line(self, image: Image.Image, parts: tuple[Part, ...], x: int, y: int, gap: int) -> None:
        for part in parts:
            drawn, middle = self._part(part)
            image.paste(part.ink, (x - _bearing(part), y - middle), drawn)
            x += drawn.width - 2 * _bearing(part) + gap

    def _width(self, parts: tuple[Part, ...], gap: int) -> int:
        return sum(self._part(p)[0].width - 2 * _bearing(p) for p in parts) + gap * max(0, len(parts) - 1)

    def _part(self, part: Part) -> tuple[Image.Image, int]:
        """Return the mask of a part and the row of it that stands on the line's middle."""
        return self._letters.get((part.what, part.size, part.face), lambda: self._drawn(part))

    def _drawn(self, part: Part) -> tuple[Image.Image, int]:
        if isinstance(part.what, Suit) or not isinstance(part.what, str) or part.what in set(Sign):
            size = round(part.size * 1.12)
            return mask(part.what, size), size // 2
        return self.fonts.mask(part.what, part.size, part.face)

    def _fitted(self, parts: tuple[Part, ...], room: int | None, gap: int) -> tuple[Part, ...]:
        """Return the parts, the first words of them cut until the line fits in `room`."""
        if room is None or self._width(parts, gap) <= room:
            return parts
        first = next((i for i, p in enumerate(parts) if _is_text(p)), None)
        if first is None:
            return parts
        rest = self._width((*parts[:first], *parts[first + 1 :]), gap) + (gap if len(parts) > 1 else 0)
        part = parts[first]
        cut = self.fonts.cut(str(part.what), part.size, part.face, room - rest)
        return (*parts[:first], replace(part, what=cut), *parts[first + 1 :])


def framed(drawn: Image.Image, radius: int, mark: Mark) -> Sprite:
    """Return a card as a sprite: its rounded outline, the ring of its mark, a soft shade at its left edge."""
    w, h, m = drawn.width, drawn.height, MARGIN
    image = Image.new("RGB", (w + 2 * m, h + 2 * m), _SHADE)
    opaque = Image.new("L", image.size, 0)
    opaque.paste(_shade(h, radius), (m - 7, m))
    if mark in _RINGS:
        k = _THICK[mark]
        image.paste(_RINGS[mark], (m - k, m - k, m + w + k, m + h + k))
        outer = Image.new("L", image.size, 0)
        outer.paste(plate(w + 2 * k, h + 2 * k, radius + k), (m - k, m - k))
        opaque = ImageChops.lighter(opaque, outer)
        image.paste(drawn, (m, m), plate(w, h, radius))
        return Sprite(image, opaque, m, m)
    image.paste(drawn, (m, m))
    body = Image.new("L", image.size, 0)
    body.paste(plate(w, h, radius), (m, m))
    return Sprite(image, ImageChops.lighter(opaque, body), m, m)


@lru_cache(maxsize=64)
def _shade(height: int, radius: int) -> Image.Image:
    """Return the soft shade left of a card, which fades towards its corners: nothing lies above or below the card."""
    width = 7 + radius
    image = Image.new("L", (width, height), 0)
    inset = radius + 6
    ImageDraw.Draw(image).rectangle((6, inset, width, height - inset), fill=150)
    return image.filter(ImageFilter.GaussianBlur(3.5))


def _tag_size(width: int) -> tuple[int, int]:
    return round(width * 0.30), round(width * 0.24)


def _is_text(part: Part) -> bool:
    return not isinstance(part.what, Suit | Sign)


def _bearing(part: Part) -> int:
    """Return the empty columns at either side of a part's mask."""
    return 2 if _is_text(part) else 0


def _fill(image: Image.Image, item: Fill) -> None:
    box = item.box
    if item.colour is not None:
        image.paste(item.colour, (box.x, box.y), plate(box.w, box.h, item.radius))
    if item.edge is not None:
        image.paste(item.edge, (box.x, box.y), ring(box.w, box.h, item.radius, item.edge_width))


def _polyline(image: Image.Image, item: Polyline) -> None:
    """Draw a line thrice too large on a mask of its own and reduce it."""
    k, pad = 3, item.width + 2
    left, top = (int(min(p[i] for p in item.points) - pad) for i in (0, 1))
    right, bottom = (int(max(p[i] for p in item.points) + pad) + 1 for i in (0, 1))
    large = Image.new("L", ((right - left) * k, (bottom - top) * k), 0)
    draw = ImageDraw.Draw(large)
    points = [((x - left) * k, (y - top) * k) for x, y in item.points]
    draw.line(points, fill=255, width=round(item.width * k), joint="curve")
    r = item.width * k / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    image.paste(item.colour, (left, top), large.reduce(k))
