"""Paints scenes: every item is a sprite, created once, cached, and pasted where the scene says."""

import math
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from bot.render import colours as c
from bot.render.byte_cache import ByteCache
from bot.render.card_faces import corner_radius, paper_colour, render_face, shade
from bot.render.card_metrics import card_height
from bot.render.colours import Colour
from bot.render.fonts import Fonts
from bot.render.palette import nearest_index, palette_entries, to_palette
from bot.render.polylines import paint_polylines
from bot.render.scene import (
    Align,
    Badge,
    Box,
    CardBackItem,
    CardItem,
    CardStyle,
    Icon,
    Item,
    Pill,
    Polyline,
    RoundedRect,
    Scene,
    Span,
    TextLine,
    TileItem,
)
from bot.render.shapes import shape_mask
from bot.render.sprites import (
    CoveredCard,
    Sprite,
    back_sprite,
    face_mask,
    frame_sprite,
    plate_sprite,
    tag_size,
    tag_sprite,
    tint_mask,
)
from bot.render.tiles import tile_sprite
from engine.model.cards import Suit

SPRITE_CACHE_BYTES: Final = 6 << 20
"""Limit of cached sprites."""
FACE_CACHE_BYTES: Final = 24 << 20
"""Limit of cached card faces: a deal needs them in some ten sizes, and many tables need all of these at once."""
_FACE_PARTS: Final = 4
"""Widths of faces that are kept, as parts of a card."""
GLYPH_CACHE_BYTES: Final = 3 << 20
"""Limit of cached letters."""
Spans = tuple[Span, ...]
GlyphMask = tuple[Image.Image, int]
"""A mask, and the row of it that lies on the middle of a line."""
PlateStyle = tuple[int, Colour | None, tuple[Colour, int] | None, Colour]
"""Radius, colour, edge with its width, and the colour of the ground."""


class Painter:
    """Paints scenes with one set of fonts; several threads may use it."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._sprites: ByteCache[Sprite] = ByteCache(SPRITE_CACHE_BYTES, Sprite.size_bytes)
        self._faces: ByteCache[Image.Image] = ByteCache(FACE_CACHE_BYTES, lambda face: face.width * face.height)
        self._fit_text = lru_cache(maxsize=512)(self._shrink_or_truncate)
        self._glyphs: ByteCache[GlyphMask] = ByteCache(GLYPH_CACHE_BYTES, lambda glyph: math.prod(glyph[0].size))

    @property
    def cached_bytes(self) -> int:
        """The size of all caches."""
        return self._sprites.used_bytes + self._faces.used_bytes + self._glyphs.used_bytes

    def paint(self, scene: Scene) -> Image.Image:
        """Return the scene as palette indices, with square corners; polylines come last, over everything else."""
        image = Image.new("P", (scene.width, scene.height), nearest_index(scene.ground))
        previous: Item | None = None
        for item in scene.items:
            self._paint_item(image, item, previous)
            previous = item
        lines = [item for item in scene.items if isinstance(item, Polyline)]
        if lines:
            paint_polylines(image, lines)
        return image

    def _paint_item(self, image: Image.Image, item: Item, previous: Item | None) -> None:
        match item:
            case CardItem():
                self._paint_card(image, item, previous)
            case TileItem():
                self._paint_tile(image, item)
            case CardBackItem():
                self._paint_back(image, item)
            case RoundedRect():
                self._paint_rect(image, item)
            case TextLine():
                self._paint_text(image, item)
            case Pill():
                self._paint_pill(image, item)
            case Badge():
                self._paint_badge(image, item)
            case Polyline():
                pass  # all polylines are painted together at the end

    def _paint_tile(self, image: Image.Image, item: TileItem) -> None:
        ground = _get_colour_at(image, item.x, item.y)
        key = (replace(item, x=0, y=0), ground)
        self._paste_sprite(image, item.x, item.y, key, partial(tile_sprite, self.fonts, item, ground))

    def _paste_sprite(self, image: Image.Image, x: int, y: int, key: Hashable, create: Callable[[], Sprite]) -> None:
        _paste(image, x, y, self._sprites.get_or_create(key, create))

    def _paint_card(self, image: Image.Image, item: CardItem, previous: Item | None) -> None:
        w, style = item.width, item.style
        under = _get_covered_card(previous, item)
        ground = _get_colour_at(image, item.x, item.y) if under is None else c.FELT
        shown = _get_shown_width(item)
        image.paste(self._get_face(item, shown), (item.x, item.y), _crop(face_mask(w), shown))
        frame = self._sprites.get_or_create((w, style, ground, under), partial(frame_sprite, w, style, ground, under))
        _paste(image, item.x, item.y, frame if shown == w else frame.crop(shown))
        if item.number is not None:
            inset, paper = round(w * 0.045), shade(paper_colour(item.card), style)
            foot = item.y + card_height(w) - inset - tag_size(w)[1]
            create = partial(tag_sprite, self.fonts, item.number, w, style, paper)
            self._paste_sprite(image, item.x + inset, foot, (item.number, w, style, paper), create)

    def _get_face(self, item: CardItem, shown: int) -> Image.Image:
        """Return the left part of a face. The part that is kept is wider: the step of a row changes with every play."""
        w, art = item.width, item.visible_width is None
        part = -(-shown * _FACE_PARTS // w)

        def render() -> Image.Image:
            face = render_face(self.fonts, item.card, w, item.style, four_colour=item.four_colour, art=art)
            return to_palette(_crop(face, w * part // _FACE_PARTS))

        key = (item.card, w, item.style is CardStyle.DIM, item.four_colour, art, part)
        return _crop(self._faces.get_or_create(key, render), shown)

    def _paint_back(self, image: Image.Image, item: CardBackItem) -> None:
        ground = _get_colour_at(image, item.x, item.y)
        self._paste_sprite(image, item.x, item.y, (item.width, ground), partial(back_sprite, item.width, ground, None))

    def _paint_rect(self, image: Image.Image, item: RoundedRect) -> None:
        box = item.box
        if not item.radius and item.edge is None and item.colour is not None:
            image.paste(nearest_index(item.colour), (box.x, box.y, box.right, box.bottom))
            return
        edge = None if item.edge is None else (item.edge, item.edge_width)
        self._paint_plate(image, box, (item.radius, item.colour, edge, _get_colour_at(image, box.x, box.y)))

    def _paint_plate(self, image: Image.Image, box: Box, style: PlateStyle) -> None:
        self._paste_sprite(image, box.x, box.y, (box.w, box.h, style), partial(plate_sprite, (box.w, box.h), *style))

    def _paint_badge(self, image: Image.Image, item: Badge) -> None:
        size, half = item.size, item.size // 2
        radius = round(size * 0.22) if item.square else half
        ground = _get_colour_at(image, item.x, item.y)
        self._paint_plate(image, Box(item.x - half, item.y - half, size, size), (radius, item.ground, None, ground))
        cap = round(size * 0.56)
        glyph = self._glyphs.get_or_create((item.text, cap), lambda: (self.fonts.render_figure(item.text, cap), 0))[0]
        x, y = item.x - glyph.width // 2, item.y - cap // 2 - round(cap * 0.03)
        key = (item.text, cap, item.ink, item.ground)
        self._paste_sprite(image, x, y, key, partial(tint_mask, glyph, item.ink, item.ground))

    def _paint_text(self, image: Image.Image, item: TextLine) -> None:
        spans = self._fit_spans(item.spans, item.max_width, item.gap)
        x = _get_left(item.x, item.align, self._measure_spans(spans, item.gap))
        self._paint_spans(image, spans, x, item.y, item.gap, _get_colour_at(image, x, item.y))

    def _paint_pill(self, image: Image.Image, item: Pill) -> None:
        inset, gap, radius = round(item.height * 0.40), 10, item.height // 2
        spans = self._fit_spans(item.spans, None if item.max_width is None else item.max_width - 2 * inset, gap)
        width = self._measure_spans(spans, gap) + 2 * inset
        x = _get_left(item.x, item.align, width)
        edge = None if item.edge is None else (item.edge, 4)
        top = item.y - radius
        ground = _get_colour_at(image, x, top)
        self._paint_plate(image, Box(x, top, width, item.height), (radius, item.ground, edge, ground))
        self._paint_spans(image, spans, x + inset, item.y, gap, item.ground)
        bar = x + width + 10
        if item.bar is not None and item.bar_to is not None and item.bar_to > bar + 10:
            image.paste(nearest_index(item.bar), (bar, item.y - 2, item.bar_to, item.y + 2))

    def _paint_spans(self, image: Image.Image, spans: Spans, x: int, y: int, gap: int, ground: Colour) -> None:
        for span in spans:
            mask, middle = self._get_glyph(span)
            bearing = _get_side_bearing(span)
            create = partial(tint_mask, mask, span.colour, ground, bearing, middle)
            self._paste_sprite(image, x, y, (_get_glyph_key(span), span.colour, ground), create)
            x += mask.width - 2 * bearing + gap

    def _measure_spans(self, spans: Spans, gap: int) -> int:
        return sum(self._get_glyph(p)[0].width - 2 * _get_side_bearing(p) for p in spans) + gap * max(0, len(spans) - 1)

    def _get_glyph(self, span: Span) -> GlyphMask:
        return self._glyphs.get_or_create(_get_glyph_key(span), lambda: self._render_glyph(span))

    def _render_glyph(self, span: Span) -> GlyphMask:
        if isinstance(span.content, Suit | Icon):
            size = round(span.size * 1.12)
            return shape_mask(span.content, size), size // 2
        return self.fonts.render_text(span.content, span.size, span.typeface)

    def _fit_spans(self, spans: Spans, max_width: int | None, gap: int) -> Spans:
        if max_width is None or self._measure_spans(spans, gap) <= max_width:
            return spans
        texts = [i for i, span in enumerate(spans) if _is_text(span)]
        if not texts:
            return spans
        i = max(texts, key=lambda k: len(str(spans[k].content)))
        rest = self._measure_spans((*spans[:i], *spans[i + 1 :]), gap) + (gap if len(spans) > 1 else 0)
        return (*spans[:i], self._fit_text(spans[i], max_width - rest), *spans[i + 1 :])

    def _shrink_or_truncate(self, span: Span, max_width: int) -> Span:
        """Return the text smaller, if that is enough, else truncated."""
        text = str(span.content)
        for size in range(span.size, span.min_size or span.size, -1):
            if self.fonts.measure_text(text, size, span.typeface) <= max_width:
                return replace(span, size=size)
        size = span.min_size or span.size
        return replace(span, size=size, content=self.fonts.truncate(text, size, span.typeface, max_width))


def _paste(image: Image.Image, x: int, y: int, sprite: Sprite) -> None:
    image.paste(sprite.image, (x - sprite.left, y - sprite.top), sprite.mask)


def _crop(image: Image.Image, width: int) -> Image.Image:
    return image if width >= image.width else image.crop((0, 0, width, image.height))


def _get_shown_width(item: CardItem) -> int:
    """Return how much of a card is painted: of a covered one little more than is visible, so that it stays cheap."""
    if item.visible_width is None or item.height_differs:
        return item.width
    return min(item.width, item.visible_width + corner_radius(item.width) + 1)


def _get_colour_at(image: Image.Image, x: int, y: int) -> Colour:
    index = image.getpixel((min(max(x, 0), image.width - 1), min(max(y, 0), image.height - 1)))
    assert isinstance(index, int)
    return palette_entries()[index]


def _get_covered_card(previous: Item | None, item: CardItem) -> CoveredCard | None:
    if not isinstance(previous, CardItem) or previous.visible_width is None:
        return None
    if previous.x + previous.visible_width != item.x:
        return None
    level = (previous.y > item.y) - (previous.y < item.y)
    return CoveredCard(shade(paper_colour(previous.card), previous.style), level)


def _get_left(x: int, align: Align, width: int) -> int:
    return x - {Align.LEFT: 0, Align.MIDDLE: width // 2, Align.RIGHT: width}[align]


def _get_glyph_key(span: Span) -> Hashable:
    """Return the cache key of a mask; the type is part of it because a suit or icon equals its own name."""
    return type(span.content), span.content, span.size, span.typeface


def _is_text(span: Span) -> bool:
    return not isinstance(span.content, Suit | Icon)


def _get_side_bearing(span: Span) -> int:
    return 2 if _is_text(span) else 0
