"""Paints the busts on kings, queens, jacks and jokers. A bust consists of flat layers in the card's colours."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.painting.shapes import (
    DrawShape,
    make_discs,
    make_ellipse,
    make_polygon,
    make_rectangle,
    mirror_outline,
    paint_mask,
    trace_curves,
)
from engine.model.cards import Rank


class BustMaterial(StrEnum):
    """The material of a shape in a bust; the card decides its colour."""

    SUIT = "suit"
    SKIN = "skin"
    GOLD = "gold"
    HAIR = "hair"
    PAPER = "paper"


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
_HEAD: Final = make_ellipse(0.5, 0.42, 0.19, 0.22)
_EYES: Final = make_discs(0.026, (0.425, 0.41), (0.575, 0.41))
_MOUTH: Final = make_rectangle(0.44, 0.525, 0.56, 0.55, radius=0.012)
_SMILE: Final = make_polygon(
    trace_curves(
        ((0.40, 0.50), (0.44, 0.60), (0.56, 0.60), (0.60, 0.50)),
        ((0.60, 0.50), (0.55, 0.54), (0.45, 0.54), (0.40, 0.50)),
    )
)
_BAND: Final = make_rectangle(0.22, 0.27, 0.78, 0.33, radius=0.02)
_BELLS: Final = make_discs(0.065, (0.04, 0.12), (0.5, 0.04), (0.96, 0.12))
_JEWELS: Final = make_discs(0.03, (0.36, 0.235), (0.5, 0.235), (0.64, 0.235))

_BUSTS: Final[dict[Rank | None, tuple[Layer, ...]]] = {
    Rank.KING: (
        (BustMaterial.SUIT, make_polygon(_ROBE)),
        (BustMaterial.SKIN, _HEAD),
        (BustMaterial.HAIR, make_polygon(_BEARD)),
        (BustMaterial.SKIN, make_ellipse(0.5, 0.40, 0.15, 0.13)),
        (BustMaterial.SUIT, _EYES),
        (BustMaterial.PAPER, _MOUTH),
        (BustMaterial.GOLD, make_polygon(_CROWN)),
        (BustMaterial.SUIT, _JEWELS),
    ),
    Rank.QUEEN: (
        (BustMaterial.HAIR, make_polygon(_LONG_HAIR)),
        (BustMaterial.SUIT, make_polygon(_ROBE)),
        (BustMaterial.SKIN, make_polygon(_COLLAR)),
        (BustMaterial.SKIN, _HEAD),
        (BustMaterial.SUIT, _EYES),
        (BustMaterial.SUIT, _MOUTH),
        (BustMaterial.GOLD, make_polygon(_TIARA)),
        (BustMaterial.SUIT, _JEWELS),
    ),
    Rank.JACK: (
        (BustMaterial.HAIR, make_polygon(_BOB)),
        (BustMaterial.SUIT, make_polygon(_ROBE)),
        (BustMaterial.PAPER, make_polygon(_COLLAR)),
        (BustMaterial.SKIN, _HEAD),
        (BustMaterial.SUIT, _EYES),
        (BustMaterial.SUIT, _MOUTH),
        (BustMaterial.SUIT, make_polygon(_BERET)),
        (BustMaterial.GOLD, make_polygon(_FEATHER)),
    ),
    None: (
        (BustMaterial.SUIT, make_polygon(_ROBE)),
        (BustMaterial.GOLD, make_polygon(_RUFF)),
        (BustMaterial.SKIN, _HEAD),
        (BustMaterial.SUIT, _EYES),
        (BustMaterial.SUIT, _SMILE),
        (BustMaterial.SUIT, make_polygon(_CAP)),
        (BustMaterial.GOLD, _BAND),
        (BustMaterial.GOLD, _BELLS),
    ),
}
"""The layers of each rank's bust, the lowest layer first. The key None is for jokers."""


@lru_cache(maxsize=64)
def create_bust_masks(rank: Rank | None, size: int) -> tuple[tuple[BustMaterial, Image.Image], ...]:
    """Return the masks of a bust, `size` pixels square, in painting order."""
    return tuple((material, paint_mask([draw_shape], size)) for material, draw_shape in _BUSTS[rank])
