"""Encodes a painted picture as a small PNG with rounded corners."""

import struct
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render.layout.colours import Colour
from bot.render.painting.indexed_colours import create_corners, encode_palette

try:
    from isal.isal_zlib import compressobj, crc32

    # A picture has about 29 KB. Level 2 of zlib-ng would save 2 KB, but take twice the time.
    COMPRESSION_LEVEL = 1
except ImportError:  # isal has no wheel for some machines; Python's own zlib is slower but writes the same pixels
    from zlib import compressobj, crc32  # type: ignore[assignment]  # used alike

    COMPRESSION_LEVEL = 6

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS: Final = 8
_PALETTE_COLOURS: Final = 3


@dataclass(frozen=True, slots=True)
class PngImage:
    """A finished picture, ready to send."""

    png: bytes
    width: int
    height: int


def round_corners(image: Image.Image, radius: int) -> None:
    """Make the corners of a painted image transparent outside a circle of `radius`."""
    right, bottom = image.width - radius, image.height - radius
    places = (0, 0), (right, 0), (0, bottom), (right, bottom)
    for place, (tile, mask) in zip(places, create_corners(radius), strict=True):
        image.paste(tile, place, mask)


def encode_png(image: Image.Image, ground: Colour) -> PngImage:
    """Encode a painted image; `ground` is the colour of its corners."""
    colours, opacity = encode_palette(ground)
    header = struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _PALETTE_COLOURS, 0, 0, 0)
    pixels = _compress_rows(image)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"tRNS", opacity), (b"IDAT", pixels), (b"IEND", b""))
    return PngImage(_SIGNATURE + b"".join(_encode_chunk(*chunk) for chunk in chunks), image.width, image.height)


def _compress_rows(image: Image.Image) -> bytes:
    """Return the compressed rows of indices. A zero before each row says that no filter is used, as none would help."""
    ended_by_zeros = memoryview(image.tobytes("raw", "P", image.width + 1, 1))
    stream = compressobj(COMPRESSION_LEVEL)
    return b"".join((stream.compress(b"\0"), stream.compress(ended_by_zeros[:-1]), stream.flush()))


def _encode_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
