"""Paints scenes from sprites, which are created once, cached, and pasted where the scene says."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import card_height
from bot.render.layout.colours import Colour
from bot.render.layout.scene import (
    Align,
    Badge,
    Box,
    CardBackItem,
    CardItem,
    Item,
    Pill,
    Polyline,
    RoundedRect,
    Scene,
    Span,
    TextLine,
    TileItem,
)
from bot.render.painting.caches import ByteCache, CardCache
from bot.render.painting.card_faces import corner_radius, paper_colour, shade
from bot.render.painting.fonts import Fonts
from bot.render.painting.indexed_colours import attach_palette, nearest_index, palette_entries, to_palette
from bot.render.painting.sprites import (
    BORDER_WIDTH,
    CoveredCard,
    Sprite,
    back_sprite,
    border_corners,
    frame_sprite,
    plate_sprite,
    tag_size,
    tag_sprite,
    tint_mask,
)
from bot.render.painting.stamps import ALL, Stamp, cut
from bot.render.painting.text_fitting import Spans, TextFitting, get_glyph_key, get_side_bearing
from bot.render.painting.tiles import tile_sprite

SPRITE_CACHE_BYTES: Final = 64 << 20
"""The most bytes of cached sprites, enough for the pictures of 400 tables. Names take a third of them."""
PlateStyle = tuple[int, Colour | None, tuple[Colour, int] | None, Colour]
"""A plate's radius, colour, edge and ground. The edge has a colour and a width; the ground is the colour below."""


class Painter:
    """Paints scenes with one set of fonts; several threads may use it."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._sprites: ByteCache[Stamp] = ByteCache(SPRITE_CACHE_BYTES, Stamp.size_bytes)
        self._cards = CardCache(fonts)
        self.text = TextFitting(fonts)

    @property
    def cached_bytes(self) -> int:
        """The size of all caches."""
        return self._sprites.used_bytes + self._cards.used_bytes

    def paint(self, scene: Scene) -> Image.Image:
        """Return the scene as palette indices, with square corners. Polylines come last, over all other items."""
        image = Image.new("P", (scene.width, scene.height), nearest_index(scene.ground))
        _paint_border(image, scene.radius)
        previous: Item | None = None
        for item in scene.items:
            self._paint_item(image, item, previous)
            previous = item
        lines = [item for item in scene.items if isinstance(item, Polyline)]
        if lines:
            _paint_polylines(image, lines)
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
        self._get_stamp(key, create).paint(image, x, y)

    def _get_stamp(self, key: Hashable, create: Callable[[], Sprite]) -> Stamp:
        return self._sprites.get_or_create(key, lambda: cut(create()))

    def _paint_card(self, image: Image.Image, item: CardItem, previous: Item | None) -> None:
        w, style = item.width, item.style
        under = _get_covered_card(previous, item)
        ground = _get_colour_at(image, item.x, item.y) if under is None else c.FELT
        shown = _get_shown_width(item)
        self._cards.get_face(item, shown).paint(image, item.x, item.y, ALL, item.visible_height or ALL)
        frame = self._get_stamp((w, style, ground, under), partial(frame_sprite, w, style, ground, under))
        frame.paint(image, item.x, item.y, shown if shown < w else ALL, item.visible_height or ALL)
        if item.number is not None:
            inset, paper = round(w * 0.045), shade(paper_colour(item.card), style)
            foot = item.y + card_height(w) - inset - tag_size(w)[1]
            create = partial(tag_sprite, self.fonts, item.number, w, style, paper)
            self._paste_sprite(image, item.x + inset, foot, (item.number, w, style, paper), create)

    def _paint_back(self, image: Image.Image, item: CardBackItem) -> None:
        ground = _get_colour_at(image, item.x, item.y)
        self._paste_sprite(image, item.x, item.y, (item.width, ground), partial(back_sprite, item.width, ground))

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
        glyph = self.fonts.render_figure(item.text, cap)
        x, y = item.x - glyph.width // 2, item.y - cap // 2 - round(cap * 0.03)
        key = (item.text, cap, item.ink, item.ground)
        self._paste_sprite(image, x, y, key, partial(tint_mask, glyph, item.ink, item.ground))

    def _paint_text(self, image: Image.Image, item: TextLine) -> None:
        spans = self.text.fit_spans(item.spans, item.max_width, item.gap)
        x = _get_left(item.x, item.align, self.text.measure_spans(spans, item.gap))
        self._paint_spans(image, spans, x, item.y, item.gap, _get_colour_at(image, x, item.y))

    def _paint_pill(self, image: Image.Image, item: Pill) -> None:
        inset, gap, radius = round(item.height * 0.40), 10, item.height // 2
        spans = self.text.fit_spans(item.spans, None if item.max_width is None else item.max_width - 2 * inset, gap)
        width = self.text.measure_spans(spans, gap) + 2 * inset
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
            key = (get_glyph_key(span), span.colour, ground)
            self._paste_sprite(image, x, y, key, partial(self._create_letters, span, ground))
            x += self.text.measure_span(span) + gap

    def _create_letters(self, span: Span, ground: Colour) -> Sprite:
        mask, middle = self.text.render_glyph(span)
        return tint_mask(mask, span.colour, ground, get_side_bearing(span), middle)


def _paint_border(image: Image.Image, radius: int) -> None:
    """Paint an edge around a picture, because its background is nearly as dark as Discord's dark theme."""
    line, (w, h), k = nearest_index(c.LINE), image.size, BORDER_WIDTH
    right, foot = w - radius, h - radius
    for box in (radius, 0, right, k), (radius, h - k, right, h), (0, radius, k, foot), (w - k, radius, w, foot):
        image.paste(line, box)
    for mask, corner in zip(border_corners(radius), ((0, 0), (right, 0), (0, foot), (right, foot)), strict=True):
        image.paste(line, corner, mask)


def _get_shown_width(item: CardItem) -> int:
    """Return how many columns of a card to paint. For a covered card, these are a few more than stay visible."""
    if item.visible_width is None or item.height_differs:
        return item.width
    return min(item.width, item.visible_width + corner_radius(item.width) + 1)


def _get_colour_at(image: Image.Image, x: int, y: int) -> Colour:
    return palette_entries()[image.im.getpixel((min(max(x, 0), image.width - 1), min(max(y, 0), image.height - 1)))]


def _get_covered_card(previous: Item | None, item: CardItem) -> CoveredCard | None:
    if not isinstance(previous, CardItem) or previous.visible_width is None:
        return None
    if previous.x + previous.visible_width != item.x:
        return None
    level = (previous.y > item.y) - (previous.y < item.y)
    return CoveredCard(shade(paper_colour(previous.card), previous.style), level)


def _get_left(x: int, align: Align, width: int) -> int:
    return x - {Align.LEFT: 0, Align.MIDDLE: width // 2, Align.RIGHT: width}[align]


def _paint_polylines(image: Image.Image, lines: Sequence[Polyline]) -> None:
    """Paint smooth lines, one above the other. For this, the area around them is converted to full colour and back."""
    boxes = [_get_line_box(line) for line in lines]
    left, top = max(0, min(box.x for box in boxes)), max(0, min(box.y for box in boxes))
    piece = image.crop((left, top, max(box.right for box in boxes), max(box.bottom for box in boxes)))
    mixed = attach_palette(piece).convert("RGB")
    for line, box in zip(lines, boxes, strict=True):
        mixed.paste(line.colour, (box.x - left, box.y - top), _create_line_mask(line, box))
    image.paste(to_palette(mixed), (left, top))


def _get_line_box(line: Polyline) -> Box:
    pad = line.width + 2
    left, top = (int(min(p[i] for p in line.points) - pad) for i in (0, 1))
    right, bottom = (int(max(p[i] for p in line.points) + pad) + 1 for i in (0, 1))
    return Box(left, top, right - left, bottom - top)


def _create_line_mask(line: Polyline, box: Box) -> Image.Image:
    k = 2
    large = Image.new("L", (box.w * k, box.h * k), 0)
    draw = ImageDraw.Draw(large)
    points = [((x - box.x) * k, (y - box.y) * k) for x, y in line.points]
    draw.line(points, fill=255, width=round(line.width * k), joint="curve")
    r = line.width * k / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return large.reduce(k)
