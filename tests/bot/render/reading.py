"""Reads pictures back from their geometry: what can be seen of each card, what text covers, what leaves the picture."""

from itertools import combinations

from bot.render.fonts import Fonts
from bot.render.paint import Painter, _start
from bot.render.scene import Align, Badge, Box, CardItem, Fill, Pill, Scene, TileItem, Words, card_height
from bot.render.sprites import MARGIN, thickness

PAINTER = Painter(Fonts())


def painted(card: CardItem) -> Box:
    """All that a card covers with its ring."""
    k = thickness(card.mark, card.width)
    return Box(card.x - k, card.y - k, card.width + 2 * k, card_height(card.width) + 2 * k)


def covered_indices(scene: Scene) -> list[tuple[CardItem, CardItem]]:
    """Pairs of a card and a later one that hides part of its rank or suit."""
    return [(low, high) for low, high in combinations(scene.cards, 2) if low.index_box.overlaps(painted(high))]


def extent(item: Words | Pill | Badge) -> Box:
    """What a line, a pill or a badge covers; of a line the height of its capitals."""
    match item:
        case Badge(x, y, size):
            return Box(x - size // 2, y - size // 2, size, size)
        case Pill():
            inset = round(item.height * 0.40)
            parts = PAINTER._fitted(item.parts, None if item.room is None else item.room - 2 * inset, 10)
            width = PAINTER._width(parts, 10) + 2 * inset
            return Box(_start(item.x, item.align, width), item.y - item.height // 2, width, item.height)
        case Words():
            parts = PAINTER._fitted(item.parts, item.room, item.gap)
            width = PAINTER._width(parts, item.gap)
            tall = max((part.size for part in parts), default=0)
            return Box(_start(item.x, item.align, width), item.y - tall // 2, width, tall)


def lines(scene: Scene) -> list[tuple[Words | Pill | Badge, Box]]:
    return [(item, extent(item)) for item in scene.items if isinstance(item, Words | Pill | Badge)]


def collisions(scene: Scene) -> list[tuple[object, object]]:
    """Pairs of lines, pills and badges that overlap."""
    return [(a, b) for (a, x), (b, y) in combinations(lines(scene), 2) if x.overlaps(y)]


def strays(scene: Scene) -> list[object]:
    """Items that leave the picture."""
    whole = Box(0, 0, scene.width, scene.height)
    boxes = [(card, painted(card)) for card in scene.cards]
    boxes += [(tile, tile.box) for tile in scene.items if isinstance(tile, TileItem)]
    boxes += [(fill, fill.box) for fill in scene.items if isinstance(fill, Fill)]
    boxes += lines(scene)
    return [item for item, box in boxes if box.w > 0 and not whole.holds(box)]


def overfull(scene: Scene) -> list[object]:
    """Lines wider than the room they were given."""
    return [
        item
        for item, box in lines(scene)
        if not isinstance(item, Badge) and item.room is not None and box.w > item.room + 1
    ]


def hidden_by_text(scene: Scene) -> list[tuple[object, CardItem]]:
    """Text that lies on a card's rank or suit."""
    return [(item, card) for item, box in lines(scene) for card in scene.cards if box.overlaps(card.index_box)]


def faults(scene: Scene) -> list[str]:
    """All that is wrong with a scene's geometry, as lines to read."""
    found = [f"{low.card} is hidden by {high.card}" for low, high in covered_indices(scene)]
    found += [f"overlap: {a} and {b}" for a, b in collisions(scene)]
    found += [f"outside: {item}" for item in strays(scene)]
    found += [f"too wide: {item}" for item in overfull(scene)]
    found += [f"on {card.card}: {item}" for item, card in hidden_by_text(scene)]
    return found


__all__ = ["MARGIN", "Align", "covered_indices", "faults", "painted"]
