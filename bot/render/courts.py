"""Kings, queens, jacks and jokers as small busts: flat shapes, drawn one over the other in the card's own colours."""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.shapes import FINE, Pen, mirrored, trace
from engine.cards import Rank


class Cloth(StrEnum):
    """What a shape of a bust is made of; the card says in which colour."""

    SUIT = "suit"
    SKIN = "skin"
    GOLD = "gold"
    HAIR = "hair"
    PAPER = "paper"


Shape = Callable[[Pen], None]
Layer = tuple[Cloth, Shape]

_ROBE: Final = mirrored(
    ((0.5, 0.60), (0.60, 0.60), (0.66, 0.66), (0.74, 0.69)),
    ((0.74, 0.69), (0.92, 0.75), (0.99, 0.86), (0.99, 1.0)),
)
_COLLAR: Final = [(0.36, 0.63), (0.5, 0.80), (0.64, 0.63), (0.57, 0.58), (0.43, 0.58)]
_BEARD: Final = mirrored(
    ((0.5, 0.50), (0.60, 0.50), (0.70, 0.42), (0.715, 0.40)),
    ((0.715, 0.40), (0.74, 0.62), (0.62, 0.78), (0.5, 0.82)),
)
_LONG_HAIR: Final = mirrored(
    ((0.5, 0.18), (0.70, 0.18), (0.78, 0.30), (0.78, 0.45)),
    ((0.78, 0.45), (0.78, 0.60), (0.86, 0.66), (0.84, 0.76)),
    ((0.84, 0.76), (0.74, 0.80), (0.66, 0.72), (0.64, 0.60)),
)
_BOB: Final = mirrored(
    ((0.5, 0.20), (0.72, 0.20), (0.78, 0.34), (0.77, 0.46)),
    ((0.77, 0.46), (0.77, 0.56), (0.74, 0.62), (0.67, 0.60)),
)
_CROWN: Final = [
    (0.22, 0.30), (0.14, 0.04), (0.33, 0.16), (0.5, 0.0), (0.67, 0.16), (0.86, 0.04), (0.78, 0.30),
]  # fmt: skip
_TIARA: Final = [
    (0.25, 0.29), (0.22, 0.15), (0.34, 0.18), (0.40, 0.07), (0.5, 0.14), (0.60, 0.07), (0.66, 0.18), (0.78, 0.15),
    (0.75, 0.29),
]  # fmt: skip
_BERET: Final = trace(
    ((0.20, 0.31), (0.10, 0.12), (0.44, 0.02), (0.70, 0.10)),
    ((0.70, 0.10), (0.86, 0.15), (0.88, 0.26), (0.80, 0.31)),
)
_FEATHER: Final = trace(
    ((0.66, 0.24), (0.78, 0.16), (0.84, 0.02), (1.0, -0.02)),
    ((1.0, -0.02), (1.02, 0.14), (0.92, 0.28), (0.70, 0.29)),
)
_CAP: Final = [(0.20, 0.36), (0.02, 0.10), (0.34, 0.20), (0.5, 0.02), (0.66, 0.20), (0.98, 0.10), (0.80, 0.36)]
_RUFF: Final = [
    (0.16, 0.74), (0.20, 0.62), (0.33, 0.66), (0.41, 0.60), (0.5, 0.66), (0.59, 0.60), (0.67, 0.66), (0.80, 0.62),
    (0.84, 0.74), (0.72, 0.72), (0.66, 0.84), (0.58, 0.74), (0.5, 0.88), (0.42, 0.74), (0.34, 0.84), (0.28, 0.72),
]  # fmt: skip


def _area(points: list[tuple[float, float]]) -> Shape:
    return lambda pen: pen.area(points)


def _head(pen: Pen) -> None:
    pen.oval(0.5, 0.42, 0.19, 0.22)


def _eyes(pen: Pen) -> None:
    pen.dot(0.425, 0.41, 0.026)
    pen.dot(0.575, 0.41, 0.026)


def _mouth(pen: Pen) -> None:
    pen.bar(0.44, 0.525, 0.56, 0.55, 255, 0.012)


def _smile(pen: Pen) -> None:
    pen.area(
        trace(
            ((0.40, 0.50), (0.44, 0.60), (0.56, 0.60), (0.60, 0.50)),
            ((0.60, 0.50), (0.55, 0.54), (0.45, 0.54), (0.40, 0.50)),
        )
    )


def _band(pen: Pen) -> None:
    pen.bar(0.22, 0.27, 0.78, 0.33, 255, 0.02)


def _bells(pen: Pen) -> None:
    for x, y in ((0.04, 0.12), (0.5, 0.04), (0.96, 0.12)):
        pen.dot(x, y, 0.065)


def _jewels(pen: Pen) -> None:
    for x in (0.36, 0.5, 0.64):
        pen.dot(x, 0.235, 0.03)


_BUSTS: Final[dict[Rank | None, tuple[Layer, ...]]] = {
    Rank.KING: (
        (Cloth.SUIT, _area(_ROBE)),
        (Cloth.SKIN, _head),
        (Cloth.HAIR, _area(_BEARD)),
        (Cloth.SKIN, lambda pen: pen.oval(0.5, 0.40, 0.15, 0.13)),
        (Cloth.SUIT, _eyes),
        (Cloth.PAPER, _mouth),
        (Cloth.GOLD, _area(_CROWN)),
        (Cloth.SUIT, _jewels),
    ),
    Rank.QUEEN: (
        (Cloth.HAIR, _area(_LONG_HAIR)),
        (Cloth.SUIT, _area(_ROBE)),
        (Cloth.SKIN, _area(_COLLAR)),
        (Cloth.SKIN, _head),
        (Cloth.SUIT, _eyes),
        (Cloth.SUIT, _mouth),
        (Cloth.GOLD, _area(_TIARA)),
        (Cloth.SUIT, _jewels),
    ),
    Rank.JACK: (
        (Cloth.HAIR, _area(_BOB)),
        (Cloth.SUIT, _area(_ROBE)),
        (Cloth.PAPER, _area(_COLLAR)),
        (Cloth.SKIN, _head),
        (Cloth.SUIT, _eyes),
        (Cloth.SUIT, _mouth),
        (Cloth.SUIT, _area(_BERET)),
        (Cloth.GOLD, _area(_FEATHER)),
    ),
    None: (
        (Cloth.SUIT, _area(_ROBE)),
        (Cloth.GOLD, _area(_RUFF)),
        (Cloth.SKIN, _head),
        (Cloth.SUIT, _eyes),
        (Cloth.SUIT, _smile),
        (Cloth.SUIT, _area(_CAP)),
        (Cloth.GOLD, _band),
        (Cloth.GOLD, _bells),
    ),
}
"""By rank; None is a joker."""


@lru_cache(maxsize=64)
def bust(rank: Rank | None, size: int) -> tuple[tuple[Cloth, Image.Image], ...]:
    """Return the masks of a bust, `size` pixels square, to be painted in this order."""
    found = []
    for cloth, shape in _BUSTS[rank]:
        pen = Pen(size)
        shape(pen)
        found.append((cloth, pen.image.reduce(FINE)))
    return tuple(found)
