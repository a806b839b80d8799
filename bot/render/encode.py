"""From pixels to a small PNG: the fixed palette, rounded corners, one pass of deflate."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render.colours import FELT, Colour
from bot.render.palette import corner_tile, lookup, stored

LEVEL: Final = 6
"""How hard deflate tries."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture, ready to be sent."""

    png: bytes
    width: int
    height: int


def indexed(image: Image.Image, radius: int = 28, ground: Colour = FELT) -> Image.Image:
    """Return an RGB image in the fixed palette, its corners rounded off to clear."""
    paletted = image.quantize(palette=lookup(), dither=Image.Dither.NONE)
    paletted.putpalette(stored(ground)[0])
    if radius:
        tile = corner_tile(radius)
        for turn, (x, y) in (
            (None, (0, 0)),
            (Image.Transpose.FLIP_LEFT_RIGHT, (image.width - radius, 0)),
            (Image.Transpose.FLIP_TOP_BOTTOM, (0, image.height - radius)),
            (Image.Transpose.ROTATE_180, (image.width - radius, image.height - radius)),
        ):
            piece = tile if turn is None else tile.transpose(turn)
            paletted.paste(piece, (x, y), piece.point([0] + [255] * 255))
    return paletted


def png(image: Image.Image, radius: int = 28, ground: Colour = FELT) -> Picture:
    """Encode an RGB image."""
    out = io.BytesIO()
    opacity = stored(ground)[1]
    indexed(image, radius, ground).save(out, "PNG", compress_level=LEVEL, transparency=opacity)
    return Picture(out.getvalue(), image.width, image.height)
