"""From painted indices to a small PNG: rounded corners, the palette, one pass of deflate."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render.colours import Colour
from bot.render.palette import CORNERS, corner_tile, stored

LEVEL: Final = 6
"""How hard deflate tries."""
_TURNS: Final = (None, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture, ready to be sent."""

    png: bytes
    width: int
    height: int


def round_off(image: Image.Image, radius: int) -> None:
    """Make the corners of a painted image clear outside a circle of `radius`."""
    right, bottom = image.width - radius, image.height - radius
    for turn, place in zip(_TURNS, ((0, 0), (right, 0), (0, bottom), (right, bottom)), strict=True):
        tile = corner_tile(radius) if turn is None else corner_tile(radius).transpose(turn)
        image.paste(tile, place, tile.point([255] * CORNERS + [0] * (256 - CORNERS)))


def png(image: Image.Image, ground: Colour) -> Picture:
    """Encode a painted image, the corners being of `ground`."""
    out = io.BytesIO()
    colours, opacity = stored(ground)
    image.putpalette(colours)
    image.save(out, "PNG", compress_level=LEVEL, transparency=opacity)
    return Picture(out.getvalue(), image.width, image.height)
