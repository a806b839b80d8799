"""Checks of scenes find covered ranks, overlapping texts and items outside the picture."""

from itertools import combinations

from bot.render.layout.card_metrics import INDEX_TOP, RANK_HEIGHT, index_width
from bot.render.layout.scene import Badge, Box, CardItem, Pill, RoundedRect, Scene, TextLine, TileItem
from bot.render.painting.fonts import Fonts
from bot.render.painting.painter import Painter, _get_left
from bot.render.painting.sprites import ring_thickness

FONTS = Fonts()
PAINTER = Painter(FONTS)
"""All tests share this painter, because fonts are verified whenever they are opened."""


def overlaps(one: Box, other: Box) -> bool:
    """Return whether the two boxes share a pixel."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def contains(outer: Box, inner: Box) -> bool:
    """Return whether `inner` lies completely inside `outer`."""
    return outer.x <= inner.x and outer.y <= inner.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def get_index_box(card: CardItem) -> Box:
    """Return the area of a card's rank and suit. The ring of the next card may begin at its right edge."""
    left, top = round(card.width * 0.025), round(card.width * (INDEX_TOP - 0.015))
    right = index_width(card.width, card.card) - round(card.width * 0.042)
    return Box(card.x + left, card.y + top, right - left, round(card.width * (RANK_HEIGHT + 0.345)))


def get_painted_box(card: CardItem) -> Box:
    """The area of a card with its ring."""
    k = ring_thickness(card.style, card.width)
    return Box(card.x - k, card.y - k, card.width + 2 * k, card.height + 2 * k)


def list_covered_indices(scene: Scene) -> list[tuple[CardItem, CardItem]]:
    """Return each card whose rank or suit is partly covered, with the later card that covers it."""
    return [
        (low, high) for low, high in combinations(scene.cards, 2) if overlaps(get_index_box(low), get_painted_box(high))
    ]


def get_text_box(item: TextLine | Pill | Badge) -> Box:
    """Return the area of a line of text, a pill or a badge. A line counts as high as its capital letters."""
    match item:
        case Badge(x, y, size):
            return Box(x - size // 2, y - size // 2, size, size)
        case Pill():
            inset = round(item.height * 0.40)
            spans = PAINTER.text.fit_spans(
                item.spans, None if item.max_width is None else item.max_width - 2 * inset, 10
            )
            width = PAINTER.text.measure_spans(spans, 10) + 2 * inset
            return Box(_get_left(item.x, item.align, width), item.y - item.height // 2, width, item.height)
        case TextLine():
            spans = PAINTER.text.fit_spans(item.spans, item.max_width, item.gap)
            width = PAINTER.text.measure_spans(spans, item.gap)
            height = max((span.size for span in spans), default=0)
            return Box(_get_left(item.x, item.align, width), item.y - height // 2, width, height)


def list_text_boxes(scene: Scene) -> list[tuple[TextLine | Pill | Badge, Box]]:
    return [(item, get_text_box(item)) for item in scene.items if isinstance(item, TextLine | Pill | Badge)]


def list_collisions(scene: Scene) -> list[tuple[object, object]]:
    """Return the pairs of lines, pills and badges that overlap."""
    return [(a, b) for (a, x), (b, y) in combinations(list_text_boxes(scene), 2) if overlaps(x, y)]


def list_items_outside(scene: Scene) -> list[object]:
    """Return the items that do not fit into the picture."""
    frame = Box(0, 0, scene.width, scene.height)
    boxes = [(card, get_painted_box(card)) for card in scene.cards]
    boxes += [(tile, tile.box) for tile in scene.items if isinstance(tile, TileItem)]
    boxes += [(fill, fill.box) for fill in scene.items if isinstance(fill, RoundedRect)]
    boxes += list_text_boxes(scene)
    return [item for item, box in boxes if box.w > 0 and not contains(frame, box)]


def list_truncated_lines(scene: Scene) -> list[object]:
    """Return the lines that are wider than their maximum width."""
    return [
        item
        for item, box in list_text_boxes(scene)
        if not isinstance(item, Badge) and item.max_width is not None and box.w > item.max_width + 1
    ]


def list_texts_on_cards(scene: Scene) -> list[tuple[object, CardItem]]:
    """Return the texts that overlap a card's rank or suit. Each is paired with that card."""
    return [
        (item, card)
        for item, box in list_text_boxes(scene)
        for card in scene.cards
        if overlaps(box, get_index_box(card))
    ]


def list_faults(scene: Scene) -> list[str]:
    """Return every fault of a scene's geometry as a readable line."""
    faults = [f"{low.card} is covered by {high.card}" for low, high in list_covered_indices(scene)]
    faults += [f"overlap: {a} and {b}" for a, b in list_collisions(scene)]
    faults += [f"outside: {item}" for item in list_items_outside(scene)]
    faults += [f"too wide: {item}" for item in list_truncated_lines(scene)]
    faults += [f"on {card.card}: {item}" for item, card in list_texts_on_cards(scene)]
    return faults
