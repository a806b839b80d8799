"""Cuts sprites into rectangles. Most pixels then need no mask, so that copying takes a tenth of the time."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image

from bot.render.painting.sprites import Sprite

ALL: Final = 1 << 15
"""A length greater than that of any picture, which means no limit."""
_FULL: Final = (255, 255)
"""The least and greatest value of a mask in which every pixel is painted."""
Corners = tuple[int, int, int, int]
"""The left, top, right and foot of a rectangle."""
Parts = tuple[tuple[Corners, Any], ...]
"""Rectangles with their masks; a mask is None if the whole rectangle is painted."""


class Piece(NamedTuple):
    """A rectangle of a sprite, measured from the sprite's origin. `right` and `foot` lie just outside it."""

    left: int
    top: int
    right: int
    foot: int
    indices: Any  # an internal image of Pillow, whose type has no public name
    mask: Any
    """The mask of the pixels to paint; None if the whole rectangle is painted."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The painted parts of a sprite, around its origin."""

    pieces: tuple[Piece, ...]

    def size_bytes(self) -> int:
        """Return the bytes of indices and masks, and eight more for each row, because Pillow keeps a pointer to it."""
        return sum((p.right - p.left + 8) * (p.foot - p.top) * (1 if p.mask is None else 2) for p in self.pieces)

    def paint(self, image: Image.Image, x: int, y: int, width: int = ALL, height: int = ALL) -> None:
        """Paint with the origin at `x`, `y`, up to `width` columns right of it and `height` rows below it."""
        paste = image.im.paste  # for small pieces, this internal method is faster than Pillow's public one
        pieces = self.pieces if width == height == ALL else _crop(self.pieces, width, height)
        for left, top, right, foot, indices, mask in pieces:
            place = (x + left, y + top, x + right, y + foot)
            if mask is None:
                paste(indices, place)
            else:
                paste(indices, place, mask)


def _crop(pieces: tuple[Piece, ...], width: int, height: int) -> Iterator[Piece]:
    for piece in pieces:
        left, top, right, foot, indices, mask = piece
        if right <= width and foot <= height:
            yield piece
        elif left < width and top < height:
            box = (0, 0, min(right, width) - left, min(foot, height) - top)
            cropped = indices.crop(box), mask and mask.crop(box)
            yield Piece(left, top, left + box[2], top + box[3], *cropped)


def cut(sprite: Sprite) -> Stamp:
    """Cut a sprite at its corners and leave out empty parts, so that only small parts need a mask."""
    return Stamp(tuple(take_pieces(sprite.image, find_parts(sprite.mask, sprite.corner), sprite.left, sprite.top)))


def find_parts(mask: Image.Image, corner: int) -> Parts:
    """Return the painted parts of a sprite with this mask. The sprite's corners are `corner` pixels wide and high."""
    return tuple(_list_parts(mask.im, min(corner, mask.width // 2), min(corner, mask.height // 2)))


def take_pieces(image: Image.Image, parts: Parts, left: int = 0, top: int = 0) -> Iterator[Piece]:
    """Yield the given parts of an image, measured from its origin at `left`, `top`."""
    for (x, y, right, foot), mask in parts:
        yield Piece(x - left, y - top, right - left, foot - top, image.im.crop((x, y, right, foot)), mask)


def _list_parts(mask: Any, across: int, down: int) -> Iterator[tuple[Corners, Any]]:
    width, height = mask.size
    for top, foot in pairwise(sorted({0, down, height - down, height})):
        row = mask.crop((0, top, width, foot))
        if row.getextrema() == _FULL:
            yield (0, top, width, foot), None
            continue
        for left, right in pairwise(sorted({0, across, width - across, width})):
            part = row.crop((left, 0, right, foot - top))
            if (painted := part.getbbox(False)) is not None:
                part = part.crop(painted)
                x, y, end, below = painted
                box = (left + x, top + y, left + end, top + below)
                yield box, None if part.getextrema() == _FULL else part
