"""Paints kings, queens, jacks and jokers as busts: flat shapes in the card's colours, one over the other."""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.painting.shapes import SUPERSAMPLING, Pen, mirror_outline, trace_curves
from engine.model.cards import Rank


class BustMaterial(StrEnum):
    """The material of a shape in a bust; the card decides its colour."""

    SUIT = "suit"
    SKIN = "skin"
    GOLD = "gold"
    HAIR = "hair"
    PAPER = "paper"


DrawShape = Callable[[Pen], None]
Layer = tuple[BustMaterial, DrawShape]

_ROBE: Final = mirror_outline(
    ((0.5, 0.60), (0.60, 0.60), (0.66, 0.66), (0.74, 0.69)),
    ((0.74, 0.69), (0.92, 0.75), (0.99, 0.86), (0.99, 1.0)),
)
_COLLAR: Final = [(0.36, 0.63), (0.5, 0.80), (0.64, 0.63), (0.57, 0.58), (0.43, 0.58)]
_BEARD: Final = mirror_outline(
    ((0.5, 0.50), (0.60, 0.50), (0.70, 0.42), (0.715, 0.40)),
    ((0.715, 0.40), (0.74, 0.62), (0.62, 0.78), (0.5, 0.82)),
)
_LONG_HAIR: Final = mirror_outline(
    ((0.5, 0.18), (0.70, 0.18), (0.78, 0.30), (0.78, 0.45)),
    ((0.78, 0.45), (0.78, 0.60), (0.86, 0.66), (0.84, 0.76)),
    ((0.84, 0.76), (0.74, 0.80), (0.66, 0.72), (0.64, 0.60)),
)
_BOB: Final = mirror_outline(
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
_BERET: Final = trace_curves(
    ((0.20, 0.31), (0.10, 0.12), (0.44, 0.02), (0.70, 0.10)),
    ((0.70, 0.10), (0.86, 0.15), (0.88, 0.26), (0.80, 0.31)),
)
_FEATHER: Final = trace_curves(
    ((0.66, 0.24), (0.78, 0.16), (0.84, 0.02), (1.0, -0.02)),
    ((1.0, -0.02), (1.02, 0.14), (0.92, 0.28), (0.70, 0.29)),
)
_CAP: Final = [(0.20, 0.36), (0.02, 0.10), (0.34, 0.20), (0.5, 0.02), (0.66, 0.20), (0.98, 0.10), (0.80, 0.36)]
_RUFF: Final = [
    (0.16, 0.74), (0.20, 0.62), (0.33, 0.66), (0.41, 0.60), (0.5, 0.66), (0.59, 0.60), (0.67, 0.66), (0.80, 0.62),
    (0.84, 0.74), (0.72, 0.72), (0.66, 0.84), (0.58, 0.74), (0.5, 0.88), (0.42, 0.74), (0.34, 0.84), (0.28, 0.72),
]  # fmt: skip


def _make_polygon(points: list[tuple[float, float]]) -> DrawShape:
    return lambda pen: pen.fill_polygon(points)


def _draw_head(pen: Pen) -> None:
    pen.fill_ellipse(0.5, 0.42, 0.19, 0.22)


def _draw_eyes(pen: Pen) -> None:
    pen.fill_circle(0.425, 0.41, 0.026)
    pen.fill_circle(0.575, 0.41, 0.026)


def _draw_mouth(pen: Pen) -> None:
    pen.fill_rectangle(0.44, 0.525, 0.56, 0.55, 255, 0.012)


def _draw_smile(pen: Pen) -> None:
    pen.fill_polygon(
        trace_curves(
            ((0.40, 0.50), (0.44, 0.60), (0.56, 0.60), (0.60, 0.50)),
            ((0.60, 0.50), (0.55, 0.54), (0.45, 0.54), (0.40, 0.50)),
        )
    )


def _draw_band(pen: Pen) -> None:
    pen.fill_rectangle(0.22, 0.27, 0.78, 0.33, 255, 0.02)


def _draw_bells(pen: Pen) -> None:
    for x, y in ((0.04, 0.12), (0.5, 0.04), (0.96, 0.12)):
        pen.fill_circle(x, y, 0.065)


def _draw_jewels(pen: Pen) -> None:
    for x in (0.36, 0.5, 0.64):
        pen.fill_circle(x, 0.235, 0.03)


_BUSTS: Final[dict[Rank | None, tuple[Layer, ...]]] = {
    Rank.KING: (
        (BustMaterial.SUIT, _make_polygon(_ROBE)),
        (BustMaterial.SKIN, _draw_head),
        (BustMaterial.HAIR, _make_polygon(_BEARD)),
        (BustMaterial.SKIN, lambda pen: pen.fill_ellipse(0.5, 0.40, 0.15, 0.13)),
        (BustMaterial.SUIT, _draw_eyes),
        (BustMaterial.PAPER, _draw_mouth),
        (BustMaterial.GOLD, _make_polygon(_CROWN)),
        (BustMaterial.SUIT, _draw_jewels),
    ),
    Rank.QUEEN: (
        (BustMaterial.HAIR, _make_polygon(_LONG_HAIR)),
        (BustMaterial.SUIT, _make_polygon(_ROBE)),
        (BustMaterial.SKIN, _make_polygon(_COLLAR)),
        (BustMaterial.SKIN, _draw_head),
        (BustMaterial.SUIT, _draw_eyes),
        (BustMaterial.SUIT, _draw_mouth),
        (BustMaterial.GOLD, _make_polygon(_TIARA)),
        (BustMaterial.SUIT, _draw_jewels),
    ),
    Rank.JACK: (
        (BustMaterial.HAIR, _make_polygon(_BOB)),
        (BustMaterial.SUIT, _make_polygon(_ROBE)),
        (BustMaterial.PAPER, _make_polygon(_COLLAR)),
        (BustMaterial.SKIN, _draw_head),
        (BustMaterial.SUIT, _draw_eyes),
        (BustMaterial.SUIT, _draw_mouth),
        (BustMaterial.SUIT, _make_polygon(_BERET)),
        (BustMaterial.GOLD, _make_polygon(_FEATHER)),
    ),
    None: (
        (BustMaterial.SUIT, _make_polygon(_ROBE)),
        (BustMaterial.GOLD, _make_polygon(_RUFF)),
        (BustMaterial.SKIN, _draw_head),
        (BustMaterial.SUIT, _draw_eyes),
        (BustMaterial.SUIT, _draw_smile),
        (BustMaterial.SUIT, _make_polygon(_CAP)),
        (BustMaterial.GOLD, _draw_band),
        (BustMaterial.GOLD, _draw_bells),
    ),
}
"""The layers of each bust by rank; None stands for the jokers."""


@lru_cache(maxsize=64)
def create_bust_masks(rank: Rank | None, size: int) -> tuple[tuple[BustMaterial, Image.Image], ...]:
    """Return the masks of a bust, `size` pixels square, in painting order."""
    masks = []
    for material, draw in _BUSTS[rank]:
        pen = Pen(size)
        draw(pen)
        masks.append((material, pen.image.reduce(SUPERSAMPLING)))
    return tuple(masks)
