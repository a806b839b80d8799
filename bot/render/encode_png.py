"""Encodes painted indices as a small PNG with rounded corners."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render.colours import Colour
from bot.render.palette import CORNER_ENTRIES, create_corner_tile, encode_palette

COMPRESSION_LEVEL: Final = 6
_FLIPS: Final = (None, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)


@dataclass(frozen=True, slots=True)
class PngImage:
    """A finished picture, ready to send."""

    png: bytes
    width: int
    height: int


def round_corners(image: Image.Image, radius: int) -> None:
    """Make the corners of a painted image transparent outside a circle of `radius`."""
    right, bottom = image.width - radius, image.height - radius
    for flip, corner in zip(_FLIPS, ((0, 0), (right, 0), (0, bottom), (right, bottom)), strict=True):
        tile = create_corner_tile(radius) if flip is None else create_corner_tile(radius).transpose(flip)
        image.paste(tile, corner, tile.point([255] * CORNER_ENTRIES + [0] * (256 - CORNER_ENTRIES)))


def encode_png(image: Image.Image, ground: Colour) -> PngImage:
    """Encode a painted image; `ground` is the colour of its corners."""
    out = io.BytesIO()
    colours, opacity = encode_palette(ground)
    image.putpalette(colours)
    image.save(out, "PNG", compress_level=COMPRESSION_LEVEL, transparency=opacity)
    return PngImage(out.getvalue(), image.width, image.height)
