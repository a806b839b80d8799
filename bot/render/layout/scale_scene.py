"""Scales a scene to make its file smaller. On a screen narrower than the result, nobody sees a difference."""

from dataclasses import replace

from bot.render.layout.scene import (
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


def scale_scene(scene: Scene, scale: float) -> Scene:
    """Return the scene with its lengths multiplied by `scale`, rounded to whole pixels except in polylines."""
    items = tuple(_scale_item(item, scale) for item in scene.items)
    size = round(scene.width * scale), round(scene.height * scale)
    return Scene(*size, items, scene.ground, round(scene.radius * scale))


def _scale_item(item: Item, s: float) -> Item:
    match item:
        case CardItem(x, y, width, visible_width=shown, visible_height=height):
            # The next card begins where the visible part of this card ends, and rounding must not leave a gap.
            strip = None if shown is None else round((x + shown) * s) - round(x * s)
            foot = None if height is None else round((y + height) * s) - round(y * s)
            placed = replace(item, x=round(x * s), y=round(y * s), width=round(width * s))
            return replace(placed, visible_width=strip, visible_height=foot)
        case TileItem(x, y, height):
            return replace(item, x=round(x * s), y=round(y * s), height=round(height * s))
        case CardBackItem(x, y, width):
            return replace(item, x=round(x * s), y=round(y * s), width=round(width * s))
        case Badge(x, y, size):
            return replace(item, x=round(x * s), y=round(y * s), size=round(size * s))
        case Polyline(points, _, width):
            return replace(item, points=tuple((x * s, y * s) for x, y in points), width=width * s)
        case _:
            return _scale_plate(item, s)


def _scale_plate(item: RoundedRect | TextLine | Pill, s: float) -> Item:
    match item:
        case RoundedRect(box, radius=radius, edge_width=edge):
            return replace(item, box=_scale_box(box, s), radius=round(radius * s), edge_width=max(2, round(edge * s)))
        case TextLine(x, y, spans, max_width=max_width, gap=gap):
            return replace(
                item,
                x=round(x * s),
                y=round(y * s),
                spans=_scale_spans(spans, s),
                max_width=_scale_length(max_width, s),
                gap=round(gap * s),
            )
        case Pill(x, y, height, spans, max_width=max_width, bar_to=bar_to):
            end = _scale_length(bar_to, s)
            moved = replace(item, x=round(x * s), y=round(y * s), height=round(height * s), bar_to=end)
            return replace(moved, spans=_scale_spans(spans, s), max_width=_scale_length(max_width, s))


def _scale_spans(spans: tuple[Span, ...], s: float) -> tuple[Span, ...]:
    return tuple(replace(span, size=round(span.size * s), min_size=_scale_length(span.min_size, s)) for span in spans)


def _scale_length(length: int | None, s: float) -> int | None:
    return None if length is None else round(length * s)


def _scale_box(box: Box, s: float) -> Box:
    """Scale the edges, not the size, so that boxes side by side still touch."""
    left, top = round(box.x * s), round(box.y * s)
    return Box(left, top, round(box.right * s) - left, round(box.bottom * s) - top)
