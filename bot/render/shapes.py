"""Outlines in a unit square, as curves, and the smooth masks made of them: suits, crowns, plates, small signs.

A mask is drawn several times too large and reduced, so it is sharp at every size. Masks are cached by size; a size
is asked for again and again, so there are few.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.render.scene import Sign
from engine.cards import Suit

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier."""

FINE: Final = 8
"""How many times too large a mask is drawn."""
_STEPS: Final = 24
_KEPT_PLATE: Final = 1 << 16
"""Bytes of the largest plate that is kept: 128 of them are 8 MiB."""


def trace(*curves: Curve) -> list[Point]:
    """Return points along curves, one after the other."""
    return [point for curve in curves for point in _along(curve)]


def _along(curve: Curve) -> Iterator[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    for i in range(_STEPS):
        t = i / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def mirrored(*half: Curve) -> list[Point]:
    """Return the closed outline whose right half, from top to bottom, is given."""
    right = trace(*half)
    return right + [(1 - x, y) for x, y in reversed(right)]


HEART: Final = mirrored(
    ((0.5, 0.26), (0.57, 0.08), (0.70, 0.035), (0.76, 0.035)),
    ((0.76, 0.035), (0.90, 0.035), (1.0, 0.15), (1.0, 0.31)),
    ((1.0, 0.31), (1.0, 0.55), (0.68, 0.72), (0.5, 0.97)),
)
DIAMOND: Final = mirrored(
    ((0.5, -0.01), (0.59, 0.15), (0.80, 0.39), (0.94, 0.5)),
    ((0.94, 0.5), (0.80, 0.61), (0.59, 0.85), (0.5, 1.01)),
)
BLADE: Final = mirrored(
    ((0.5, 0.02), (0.66, 0.27), (0.98, 0.43), (0.98, 0.645)),
    ((0.98, 0.645), (0.98, 0.77), (0.885, 0.845), (0.775, 0.845)),
    ((0.775, 0.845), (0.66, 0.845), (0.57, 0.78), (0.5, 0.66)),
)
STEM: Final = mirrored(
    ((0.5, 0.60), (0.53, 0.60), (0.535, 0.62), (0.535, 0.64)),
    ((0.535, 0.64), (0.545, 0.84), (0.62, 0.95), (0.72, 0.985)),
    ((0.72, 0.985), (0.66, 0.985), (0.55, 0.985), (0.5, 0.985)),
)
CROWN: Final = [(0.06, 0.28), (0.29, 0.52), (0.5, 0.10), (0.71, 0.52), (0.94, 0.28), (0.85, 0.86), (0.15, 0.86)]
TIARA: Final = [
    (0.06, 0.36),
    (0.22, 0.56),
    (0.33, 0.22),
    (0.5, 0.52),
    (0.67, 0.22),
    (0.78, 0.56),
    (0.94, 0.36),
    (0.84, 0.84),
    (0.16, 0.84),
]
JESTER: Final = [(0.10, 0.80), (0.02, 0.34), (0.30, 0.50), (0.5, 0.10), (0.70, 0.50), (0.98, 0.34), (0.90, 0.80)]
STAR: Final = [
    (
        0.5 + (0.52, 0.22)[i % 2] * math.cos(math.pi * (i / 5 - 0.5)),
        0.53 + (0.52, 0.22)[i % 2] * math.sin(math.pi * (i / 5 - 0.5)),
    )
    for i in range(10)
]


class Pen:
    """Draws in the unit square on a large mask."""

    def __init__(self, size: int) -> None:
        self.side = size * FINE
        self.image = Image.new("L", (self.side, self.side), 0)
        self._draw = ImageDraw.Draw(self.image)

    def area(self, points: list[Point], value: int = 255) -> None:
        """Fill an outline."""
        self._draw.polygon([(x * self.side, y * self.side) for x, y in points], fill=value)

    def dot(self, x: float, y: float, r: float, value: int = 255) -> None:
        """Fill a disc."""
        s = self.side
        self._draw.ellipse(((x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s), fill=value)

    def oval(self, x: float, y: float, rx: float, ry: float, value: int = 255) -> None:
        """Fill an ellipse."""
        s = self.side
        self._draw.ellipse(((x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s), fill=value)

    def bar(self, x: float, y: float, right: float, bottom: float, value: int = 255, r: float = 0) -> None:
        """Fill a rectangle with corners of radius `r`."""
        s = self.side
        self._draw.rounded_rectangle((x * s, y * s, right * s, bottom * s), r * s, fill=value)


def _spade(pen: Pen) -> None:
    pen.area(BLADE)
    pen.area(STEM)


def _club(pen: Pen) -> None:
    for x, y in ((0.5, 0.245), (0.245, 0.605), (0.755, 0.605)):
        pen.dot(x, y, 0.232)
    pen.area([(0.36, 0.42), (0.64, 0.42), (0.60, 0.70), (0.40, 0.70)])
    pen.area(STEM)


def _crown(pen: Pen) -> None:
    pen.area(CROWN)
    for x, y in ((0.07, 0.25), (0.5, 0.11), (0.93, 0.25)):
        pen.dot(x, y, 0.075)
    pen.bar(0.16, 0.745, 0.84, 0.79, 0)


def _tiara(pen: Pen) -> None:
    pen.area(TIARA)
    for x, y in ((0.06, 0.34), (0.33, 0.20), (0.67, 0.20), (0.94, 0.34)):
        pen.dot(x, y, 0.06)
    pen.bar(0.16, 0.745, 0.84, 0.785, 0)


def _jester(pen: Pen) -> None:
    pen.area(JESTER)
    for x, y in ((0.07, 0.31), (0.5, 0.10), (0.93, 0.31)):
        pen.dot(x, y, 0.085)
    pen.bar(0.08, 0.80, 0.92, 0.91, 255, 0.04)


def _computer(pen: Pen) -> None:
    pen.bar(0.12, 0.30, 0.88, 0.88, 255, 0.12)
    pen.bar(0.47, 0.12, 0.53, 0.32)
    pen.dot(0.5, 0.12, 0.08)
    pen.dot(0.34, 0.55, 0.095, 0)
    pen.dot(0.66, 0.55, 0.095, 0)
    pen.bar(0.34, 0.71, 0.66, 0.77, 0, 0.03)


def _cards(pen: Pen) -> None:
    pen.bar(0.14, 0.06, 0.60, 0.78, 255, 0.07)
    pen.bar(0.30, 0.16, 0.84, 0.98, 0, 0.09)
    pen.bar(0.36, 0.22, 0.82, 0.94, 255, 0.07)


def _arrow(pen: Pen) -> None:
    pen.bar(0.06, 0.43, 0.66, 0.57)
    pen.area([(0.56, 0.20), (0.96, 0.5), (0.56, 0.80)])


def _check(pen: Pen) -> None:
    pen.area([(0.08, 0.54), (0.22, 0.40), (0.41, 0.58), (0.78, 0.18), (0.92, 0.32), (0.42, 0.86)])


def _hoop(pen: Pen) -> None:
    pen.dot(0.5, 0.5, 0.5)
    pen.dot(0.5, 0.5, 0.32, 0)


def _cross(pen: Pen) -> None:
    pen.area([(0.12, 0.24), (0.24, 0.12), (0.88, 0.76), (0.76, 0.88)])
    pen.area([(0.76, 0.12), (0.88, 0.24), (0.24, 0.88), (0.12, 0.76)])


_DRAWN: Final[dict[Suit | Sign | str, Callable[[Pen], None]]] = {
    Suit.SPADES: _spade,
    Suit.HEARTS: lambda pen: pen.area(HEART),
    Suit.CLUBS: _club,
    Suit.DIAMONDS: lambda pen: pen.area(DIAMOND),
    Sign.CROWN: _crown,
    Sign.STAR: lambda pen: pen.area(STAR),
    Sign.COMPUTER: _computer,
    Sign.CARDS: _cards,
    Sign.UP: lambda pen: pen.area([(0.5, 0.14), (0.96, 0.86), (0.04, 0.86)]),
    Sign.DOWN: lambda pen: pen.area([(0.5, 0.86), (0.96, 0.14), (0.04, 0.14)]),
    Sign.ARROW: _arrow,
    Sign.CHECK: _check,
    Sign.CROSS: _cross,
    Sign.RING: _hoop,
    Sign.BLOCK: lambda pen: pen.bar(0.06, 0.06, 0.94, 0.94, 255, 0.16),
    Sign.COIN: lambda pen: pen.dot(0.5, 0.5, 0.5),
    "tiara": _tiara,
    "jester": _jester,
}


@lru_cache(maxsize=256)
def mask(what: Suit | Sign | str, size: int) -> Image.Image:
    """Return the mask of a suit or sign, `size` pixels square."""
    pen = Pen(size)
    _DRAWN[what](pen)
    return pen.image.reduce(FINE)


def plate(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rounded rectangle; only small ones are kept."""
    return _kept_plate(width, height, radius) if width * height <= _KEPT_PLATE else _plate(width, height, radius)


@lru_cache(maxsize=128)
def _kept_plate(width: int, height: int, radius: int) -> Image.Image:
    return _plate(width, height, radius)


def _plate(width: int, height: int, radius: int) -> Image.Image:
    """Draw a rounded rectangle; its corners alone are drawn too large and reduced."""
    r = min(radius, width // 2, height // 2)
    whole = Image.new("L", (width, height), 255)
    if r <= 0:
        return whole
    disc = Image.new("L", (2 * r * FINE, 2 * r * FINE), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * r * FINE - 1, 2 * r * FINE - 1), fill=255)
    disc = disc.reduce(FINE)
    for x, y, u, v in ((0, 0, 0, 0), (width - r, 0, r, 0), (0, height - r, 0, r), (width - r, height - r, r, r)):
        whole.paste(disc.crop((u, v, u + r, v + r)), (x, y))
    return whole


def ring(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """Return the mask of the edge of a rounded rectangle."""
    inner = Image.new("L", (width, height), 0)
    inside = plate(width - 2 * thickness, height - 2 * thickness, max(1, radius - thickness))
    inner.paste(inside, (thickness, thickness))
    return ImageChops.subtract(plate(width, height, radius), inner)
