"""A scene at another size. Its proportions stay, so on a screen that is narrower anyway it looks the same."""

from dataclasses import replace

from bot.render.scene import BackItem, Badge, Box, CardItem, Fill, Item, Part, Pill, Polyline, Scene, TileItem, Words


def scaled(scene: Scene, share: float) -> Scene:
    """Return the scene with every length multiplied by `share`, in whole pixels."""
    items = tuple(_item(item, share) for item in scene.items)
    size = round(scene.width * share), round(scene.height * share)
    return Scene(*size, items, scene.ground, round(scene.radius * share))


def _item(item: Item, s: float) -> Item:
    match item:
        case CardItem(x, y, width, shown=shown):
            # The next card begins where this one's strip ends: no gap may come of rounding.
            strip = None if shown is None else round((x + shown) * s) - round(x * s)
            return replace(item, x=round(x * s), y=round(y * s), width=round(width * s), shown=strip)
        case TileItem(x, y, height):
            return replace(item, x=round(x * s), y=round(y * s), height=round(height * s))
        case BackItem(x, y, width):
            return replace(item, x=round(x * s), y=round(y * s), width=round(width * s))
        case Badge(x, y, size):
            return replace(item, x=round(x * s), y=round(y * s), size=round(size * s))
        case Polyline(points, _, width):
            return replace(item, points=tuple((x * s, y * s) for x, y in points), width=width * s)
        case _:
            return _plate(item, s)


def _plate(item: Fill | Words | Pill, s: float) -> Item:
    match item:
        case Fill(box, radius=radius, edge_width=edge):
            return replace(item, box=_box(box, s), radius=round(radius * s), edge_width=max(2, round(edge * s)))
        case Words(x, y, parts, room=room, gap=gap):
            return replace(
                item, x=round(x * s), y=round(y * s), parts=_parts(parts, s), room=_length(room, s), gap=round(gap * s)
            )
        case Pill(x, y, height, parts, room=room, bar_to=bar_to):
            end = _length(bar_to, s)
            place = replace(item, x=round(x * s), y=round(y * s), height=round(height * s), bar_to=end)
            return replace(place, parts=_parts(parts, s), room=_length(room, s))


def _parts(parts: tuple[Part, ...], s: float) -> tuple[Part, ...]:
    return tuple(replace(part, size=round(part.size * s)) for part in parts)


def _length(length: int | None, s: float) -> int | None:
    return None if length is None else round(length * s)


def _box(box: Box, s: float) -> Box:
    """Return a box whose edges are where they would be: neighbours still meet."""
    left, top = round(box.x * s), round(box.y * s)
    return Box(left, top, round(box.right * s) - left, round(box.bottom * s) - top)
