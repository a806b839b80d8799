"""Creates smooth masks of suits, icons and plates from outlines in a unit square."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.render.layout.scene import Icon
from engine.model.cards import Suit

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""
DrawShape = Callable[[ImageDraw.ImageDraw, int], None]
"""A function that draws a shape on a mask with sides of the given length. It scales the shape from a unit square."""

SUPERSAMPLING: Final = 8
"""A mask is painted this many times too large, then reduced, so that it is sharp at every size."""
_STEPS: Final = 24
_MAX_CACHED_BYTES: Final = 1 << 16
"""The size of the largest mask that is cached; 128 masks of this size take 8 MiB."""


def trace_curves(*curves: Curve) -> list[Point]:
    """Return points along the curves, one curve after the other."""
    return [point for curve in curves for point in _trace_curve(curve)]


def _trace_curve(curve: Curve) -> Iterator[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    for i in range(_STEPS):
        t = i / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def mirror_outline(*half: Curve) -> list[Point]:
    """Return the closed outline of a symmetric shape from its right half, given from top to bottom."""
    right = trace_curves(*half)
    return right + [(1 - x, y) for x, y in reversed(right)]


HEART: Final = mirror_outline(
    ((0.5, 0.26), (0.57, 0.08), (0.70, 0.035), (0.76, 0.035)),
    ((0.76, 0.035), (0.90, 0.035), (1.0, 0.15), (1.0, 0.31)),
    ((1.0, 0.31), (1.0, 0.55), (0.68, 0.72), (0.5, 0.97)),
)
DIAMOND: Final = mirror_outline(
    ((0.5, -0.01), (0.59, 0.15), (0.80, 0.39), (0.94, 0.5)),
    ((0.94, 0.5), (0.80, 0.61), (0.59, 0.85), (0.5, 1.01)),
)
BLADE: Final = mirror_outline(
    ((0.5, 0.02), (0.66, 0.27), (0.98, 0.43), (0.98, 0.645)),
    ((0.98, 0.645), (0.98, 0.77), (0.885, 0.845), (0.775, 0.845)),
    ((0.775, 0.845), (0.66, 0.845), (0.57, 0.78), (0.5, 0.66)),
)
STEM: Final = mirror_outline(
    ((0.5, 0.60), (0.53, 0.60), (0.535, 0.62), (0.535, 0.64)),
    ((0.535, 0.64), (0.545, 0.84), (0.62, 0.95), (0.72, 0.985)),
    ((0.72, 0.985), (0.66, 0.985), (0.55, 0.985), (0.5, 0.985)),
)
CROWN: Final = [(0.06, 0.28), (0.29, 0.52), (0.5, 0.10), (0.71, 0.52), (0.94, 0.28), (0.85, 0.86), (0.15, 0.86)]
JESTER: Final = [(0.10, 0.80), (0.02, 0.34), (0.30, 0.50), (0.5, 0.10), (0.70, 0.50), (0.98, 0.34), (0.90, 0.80)]
STAR: Final = [
    (
        0.5 + (0.52, 0.22)[i % 2] * math.cos(math.pi * (i / 5 - 0.5)),
        0.53 + (0.52, 0.22)[i % 2] * math.sin(math.pi * (i / 5 - 0.5)),
    )
    for i in range(10)
]


def make_polygon(points: list[Point]) -> DrawShape:
    """Return the area inside an outline."""
    return lambda draw, side: draw.polygon([(x * side, y * side) for x, y in points], fill=255)


def make_ellipse(x: float, y: float, rx: float, ry: float, value: int = 255) -> DrawShape:
    """Return an ellipse around `x`, `y`."""
    return lambda draw, s: draw.ellipse(((x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s), fill=value)


def make_discs(radius: float, *centres: Point, value: int = 255) -> DrawShape:
    """Return equal discs."""
    discs = [make_ellipse(x, y, radius, radius, value) for x, y in centres]

    def draw_all(draw: ImageDraw.ImageDraw, side: int) -> None:
        for draw_disc in discs:
            draw_disc(draw, side)

    return draw_all


def make_rectangle(x: float, y: float, right: float, bottom: float, value: int = 255, radius: float = 0) -> DrawShape:
    """Return a rectangle with rounded corners."""
    return lambda draw, s: draw.rounded_rectangle((x * s, y * s, right * s, bottom * s), radius * s, fill=value)


_DRAWINGS: Final[dict[Suit | Icon | str, tuple[DrawShape, ...]]] = {
    Suit.SPADES: (make_polygon(BLADE), make_polygon(STEM)),
    Suit.HEARTS: (make_polygon(HEART),),
    Suit.CLUBS: (
        make_discs(0.232, (0.5, 0.245), (0.245, 0.605), (0.755, 0.605)),
        make_polygon([(0.36, 0.42), (0.64, 0.42), (0.60, 0.70), (0.40, 0.70)]),
        make_polygon(STEM),
    ),
    Suit.DIAMONDS: (make_polygon(DIAMOND),),
    Icon.CROWN: (
        make_polygon(CROWN),
        make_discs(0.075, (0.07, 0.25), (0.5, 0.11), (0.93, 0.25)),
        make_rectangle(0.16, 0.745, 0.84, 0.79, value=0),
    ),
    Icon.STAR: (make_polygon(STAR),),
    Icon.COMPUTER: (
        make_rectangle(0.12, 0.30, 0.88, 0.88, radius=0.12),
        make_rectangle(0.47, 0.12, 0.53, 0.32),
        make_discs(0.08, (0.5, 0.12)),
        make_discs(0.095, (0.34, 0.55), (0.66, 0.55), value=0),
        make_rectangle(0.34, 0.71, 0.66, 0.77, value=0, radius=0.03),
    ),
    Icon.CARDS: (
        make_rectangle(0.14, 0.06, 0.60, 0.78, radius=0.07),
        make_rectangle(0.30, 0.16, 0.84, 0.98, value=0, radius=0.09),
        make_rectangle(0.36, 0.22, 0.82, 0.94, radius=0.07),
    ),
    Icon.ARROW: (make_rectangle(0.06, 0.43, 0.66, 0.57), make_polygon([(0.56, 0.20), (0.96, 0.5), (0.56, 0.80)])),
    Icon.CHECK: (make_polygon([(0.08, 0.54), (0.22, 0.40), (0.41, 0.58), (0.78, 0.18), (0.92, 0.32), (0.42, 0.86)]),),
    Icon.CROSS: (
        make_polygon([(0.12, 0.24), (0.24, 0.12), (0.88, 0.76), (0.76, 0.88)]),
        make_polygon([(0.76, 0.12), (0.88, 0.24), (0.24, 0.88), (0.12, 0.76)]),
    ),
    Icon.RING: (make_discs(0.5, (0.5, 0.5)), make_discs(0.32, (0.5, 0.5), value=0)),
    Icon.BLOCK: (make_rectangle(0.06, 0.06, 0.94, 0.94, radius=0.16),),
    Icon.COIN: (make_discs(0.5, (0.5, 0.5)),),
    "jester": (
        make_polygon(JESTER),
        make_discs(0.085, (0.07, 0.31), (0.5, 0.10), (0.93, 0.31)),
        make_rectangle(0.08, 0.80, 0.92, 0.91, radius=0.04),
    ),
}
"""The shapes of each drawing, one over the other. Shapes with the value 0 are cut out of those below."""


def paint_mask(shapes: Iterable[DrawShape], size: int) -> Image.Image:
    """Return the mask of shapes that lie one over the other; it is `size` pixels wide and high."""
    side = size * SUPERSAMPLING
    image = Image.new("L", (side, side), 0)
    for draw_shape in shapes:
        draw_shape(ImageDraw.Draw(image), side)
    return image.reduce(SUPERSAMPLING)


@lru_cache(maxsize=256)
def shape_mask(shape: Suit | Icon | str, size: int) -> Image.Image:
    """Return the mask of a suit or icon; it is `size` pixels wide and high."""
    return paint_mask(_DRAWINGS[shape], size)


def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rounded rectangle; only small masks are cached."""
    create = _cached_rounded_mask if width * height <= _MAX_CACHED_BYTES else _create_rounded_mask
    return create(width, height, radius)


def _create_rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    r = min(radius, width // 2, height // 2)
    mask = Image.new("L", (width, height), 255)
    if r <= 0:
        return mask
    disc = Image.new("L", (2 * r * SUPERSAMPLING, 2 * r * SUPERSAMPLING), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * r * SUPERSAMPLING - 1, 2 * r * SUPERSAMPLING - 1), fill=255)
    disc = disc.reduce(SUPERSAMPLING)
    for x, y, u, v in ((0, 0, 0, 0), (width - r, 0, r, 0), (0, height - r, 0, r), (width - r, height - r, r, r)):
        mask.paste(disc.crop((u, v, u + r, v + r)), (x, y))
    return mask


_cached_rounded_mask = lru_cache(maxsize=128)(_create_rounded_mask)


def ring_mask(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """Return the mask of the edge of a rounded rectangle."""
    inner = Image.new("L", (width, height), 0)
    inside = rounded_mask(width - 2 * thickness, height - 2 * thickness, max(1, radius - thickness))
    inner.paste(inside, (thickness, thickness))
    return ImageChops.subtract(rounded_mask(width, height, radius), inner)
