"""Paints scenes: every item is a sprite, made once and kept, pasted where the scene says."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.faces import Tone, paper_of
from bot.render.fonts import Fonts
from bot.render.palette import entries, indexed, nearest
from bot.render.scene import (
    Align,
    BackItem,
    Badge,
    Box,
    CardItem,
    Fill,
    Item,
    Part,
    Pill,
    Polyline,
    Scene,
    Sign,
    TileItem,
    Words,
    card_height,
)
from bot.render.shapes import mask
from bot.render.shelf import Shelf
from bot.render.sprites import (
    Sprite,
    Under,
    back_sprite,
    card_sprite,
    inked,
    plate_sprite,
    tag_size,
    tag_sprite,
    tile_sprite,
)
from engine.cards import Suit

SPRITES: Final = 14 << 20
"""Bytes of sprites kept."""
LETTERS: Final = 3 << 20
"""Bytes of letters kept."""
Shape = tuple[Image.Image, int]
"""A mask, and the row of it that stands on a line's middle."""


Look = tuple[int, Colour | None, tuple[Colour, int] | None, Colour]
"""Of a plate: radius, colour, edge with its width, and what it lies on."""


class Painter:
    """Paints scenes with one set of fonts; may be used by several threads."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._sprites: Shelf[Sprite] = Shelf(SPRITES, Sprite.cost)
        self._shapes: Shelf[Shape] = Shelf(LETTERS, lambda shape: shape[0].width * shape[0].height)

    @property
    def used(self) -> int:
        """Bytes kept."""
        return self._sprites.used + self._shapes.used

    def paint(self, scene: Scene) -> Image.Image:
        """Return the scene as indices of the palette, its corners still square; lines come last, over all else."""
        image = Image.new("P", (scene.width, scene.height), nearest(scene.ground))
        before: CardItem | None = None
        for item in scene.items:
            if isinstance(item, CardItem):
                self._card(image, item, before)
                before = item
            else:
                self._item(image, item)
                before = None
        lines = [item for item in scene.items if isinstance(item, Polyline)]
        if lines:
            _draw_lines(image, lines)
        return image

    def _item(self, image: Image.Image, item: Item) -> None:
        match item:
            case CardItem():
                self._card(image, item, None)
            case TileItem():
                self._tile(image, item)
            case BackItem():
                self._back(image, item)
            case Fill():
                self._fill(image, item)
            case Words():
                self._words(image, item)
            case Pill():
                self._pill(image, item)
            case Badge():
                self._badge(image, item)
            case Polyline():
                pass  # all lines are drawn together, at the end

    def _tile(self, image: Image.Image, item: TileItem) -> None:
        ground = _ground(image, item.x, item.y)
        key = (replace(item, x=0, y=0), ground)
        self._put(image, item.x, item.y, key, partial(tile_sprite, self.fonts, item, ground))

    def _put(self, image: Image.Image, x: int, y: int, key: Hashable, make: Callable[[], Sprite]) -> None:
        sprite = self._sprites.get(key, make)
        image.paste(sprite.image, (x - sprite.left, y - sprite.top), sprite.mask)

    def _card(self, image: Image.Image, item: CardItem, before: CardItem | None) -> None:
        w, mark = item.width, item.mark
        covering = before is not None and before.shown is not None and before.x + before.shown == item.x
        under = _under(before, item) if before is not None and covering else None
        ground = _ground(image, item.x, item.y) if under is None else c.FELT
        key = (item.card, w, mark, item.shown, item.steps, item.four_colour, ground, under)
        self._put(image, item.x, item.y, key, partial(card_sprite, self.fonts, item, ground, under))
        if item.number is not None:
            inset, paper = round(w * 0.045), Tone(mark)(paper_of(item.card))
            foot = item.y + card_height(w) - inset - tag_size(w)[1]
            make = partial(tag_sprite, self.fonts, item.number, w, mark, paper)
            self._put(image, item.x + inset, foot, (item.number, w, mark, paper), make)

    def _back(self, image: Image.Image, item: BackItem) -> None:
        ground = _ground(image, item.x, item.y)
        self._put(image, item.x, item.y, (item.width, ground), partial(back_sprite, item.width, ground, None))

    def _fill(self, image: Image.Image, item: Fill) -> None:
        box = item.box
        if not item.radius and item.edge is None and item.colour is not None:
            image.paste(nearest(item.colour), (box.x, box.y, box.right, box.bottom))
            return
        band = None if item.edge is None else (item.edge, item.edge_width)
        self._plate(image, box, (item.radius, item.colour, band, _ground(image, box.x, box.y)))

    def _plate(self, image: Image.Image, box: Box, look: Look) -> None:
        self._put(image, box.x, box.y, (box.w, box.h, look), partial(plate_sprite, (box.w, box.h), *look))

    def _badge(self, image: Image.Image, item: Badge) -> None:
        size, half = item.size, item.size // 2
        radius = round(size * 0.22) if item.square else half
        ground = _ground(image, item.x, item.y)
        self._plate(image, Box(item.x - half, item.y - half, size, size), (radius, item.ground, None, ground))
        cap = round(size * 0.56)
        glyph = self._shapes.get((item.text, cap), lambda: (self.fonts.figure(item.text, cap), 0))[0]
        x, y = item.x - glyph.width // 2, item.y - cap // 2 - round(cap * 0.03)
        key = (item.text, cap, item.ink, item.ground)
        self._put(image, x, y, key, partial(inked, glyph, item.ink, item.ground))

    def _words(self, image: Image.Image, item: Words) -> None:
        parts = self._fitted(item.parts, item.room, item.gap)
        x = _start(item.x, item.align, self._width(parts, item.gap))
        self._line(image, parts, x, item.y, item.gap, _ground(image, x, item.y))

    def _pill(self, image: Image.Image, item: Pill) -> None:
        inset, gap, radius = round(item.height * 0.40), 10, item.height // 2
        parts = self._fitted(item.parts, None if item.room is None else item.room - 2 * inset, gap)
        width = self._width(parts, gap) + 2 * inset
        x = _start(item.x, item.align, width)
        band = None if item.edge is None else (item.edge, 4)
        top = item.y - radius
        self._plate(image, Box(x, top, width, item.height), (radius, item.ground, band, _ground(image, x, top)))
        self._line(image, parts, x + inset, item.y, gap, item.ground)
        bar = x + width + 10
        if item.bar is not None and item.bar_to is not None and item.bar_to > bar + 10:
            image.paste(nearest(item.bar), (bar, item.y - 2, item.bar_to, item.y + 2))

    def _line(self, image: Image.Image, parts: tuple[Part, ...], x: int, y: int, gap: int, ground: Colour) -> None:
        for part in parts:
            shape, middle = self._shape(part)
            bearing = _bearing(part)
            make = partial(inked, shape, part.ink, ground, bearing, middle)
            self._put(image, x, y, (_key(part), part.ink, ground), make)
            x += shape.width - 2 * bearing + gap

    def _width(self, parts: tuple[Part, ...], gap: int) -> int:
        return sum(self._shape(p)[0].width - 2 * _bearing(p) for p in parts) + gap * max(0, len(parts) - 1)

    def _shape(self, part: Part) -> Shape:
        return self._shapes.get(_key(part), lambda: self._drawn(part))

    def _drawn(self, part: Part) -> Shape:
        if isinstance(part.what, Suit | Sign):
            size = round(part.size * 1.12)
            return mask(part.what, size), size // 2
        return self.fonts.mask(part.what, part.size, part.face)

    def _fitted(self, parts: tuple[Part, ...], room: int | None, gap: int) -> tuple[Part, ...]:
        """Return the parts, the longest words of them cut until the line fits in `room`."""
        if room is None or self._width(parts, gap) <= room:
            return parts
        texts = [i for i, part in enumerate(parts) if _is_text(part)]
        if not texts:
            return parts
        i = max(texts, key=lambda k: len(str(parts[k].what)))
        rest = self._width((*parts[:i], *parts[i + 1 :]), gap) + (gap if len(parts) > 1 else 0)
        cut = self.fonts.cut(str(parts[i].what), parts[i].size, parts[i].face, room - rest)
        return (*parts[:i], replace(parts[i], what=cut), *parts[i + 1 :])


def _ground(image: Image.Image, x: int, y: int) -> Colour:
    """Return the colour that lies at a place now."""
    index = image.getpixel((min(max(x, 0), image.width - 1), min(max(y, 0), image.height - 1)))
    assert isinstance(index, int)
    return entries()[index]


def _under(before: CardItem, item: CardItem) -> Under:
    level = (before.y > item.y) - (before.y < item.y)
    return Under(Tone(before.mark)(paper_of(before.card)), level)


def _start(x: int, align: Align, width: int) -> int:
    """Return the first column of a line of this width."""
    return x - {Align.LEFT: 0, Align.MIDDLE: width // 2, Align.RIGHT: width}[align]


def _key(part: Part) -> Hashable:
    """Return what tells shapes apart; a suit or sign equals its own name as text, so the type is part of it."""
    return type(part.what), part.what, part.size, part.face


def _is_text(part: Part) -> bool:
    return not isinstance(part.what, Suit | Sign)


def _bearing(part: Part) -> int:
    """Return the empty columns at either side of a part's mask."""
    return 2 if _is_text(part) else 0


def _draw_lines(image: Image.Image, lines: Sequence[Polyline]) -> None:
    """Draw lines with smooth edges over each other; the piece that they cross is mixed in full colour."""
    boxes = [_around(line) for line in lines]
    left, top = max(0, min(box.x for box in boxes)), max(0, min(box.y for box in boxes))
    piece = image.crop((left, top, max(box.right for box in boxes), max(box.bottom for box in boxes)))
    piece.putpalette([v for colour in entries() for v in colour])
    mixed = piece.convert("RGB")
    for line, box in zip(lines, boxes, strict=True):
        mixed.paste(line.colour, (box.x - left, box.y - top), _stroke(line, box))
    image.paste(indexed(mixed), (left, top))


def _around(line: Polyline) -> Box:
    """Return the box that a line needs."""
    pad = line.width + 2
    left, top = (int(min(p[i] for p in line.points) - pad) for i in (0, 1))
    right, bottom = (int(max(p[i] for p in line.points) + pad) + 1 for i in (0, 1))
    return Box(left, top, right - left, bottom - top)


def _stroke(line: Polyline, box: Box) -> Image.Image:
    """Return the mask of a line, drawn twice too large and reduced."""
    k = 2
    large = Image.new("L", (box.w * k, box.h * k), 0)
    draw = ImageDraw.Draw(large)
    points = [((x - box.x) * k, (y - box.y) * k) for x, y in line.points]
    draw.line(points, fill=255, width=round(line.width * k), joint="curve")
    r = line.width * k / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return large.reduce(k)
