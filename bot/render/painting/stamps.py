"""Sprites cut into rectangles, so that most pixels are copied without a mask, which takes a tenth of the time."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image

from bot.render.painting.sprites import Sprite

ALL: Final = 1 << 15
"""More than any length."""
_FULL: Final = (255, 255)
"""The least and greatest value of a mask that covers everything."""


class Piece(NamedTuple):
    """A rectangle from `left`, `top` to just before `right`, `foot`, counted from the origin, in Pillow's own images."""

    left: int
    top: int
    right: int
    foot: int
    indices: Any
    mask: Any
    """What is painted; None if all of it is."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The painted parts of a sprite, around its origin."""

    pieces: tuple[Piece, ...]

    def size_bytes(self) -> int:
        """Return the size of indices and masks."""
        return sum((p.right - p.left) * (p.foot - p.top) * (1 if p.mask is None else 2) for p in self.pieces)

    def paint(self, image: Image.Image, x: int, y: int, width: int = ALL, height: int = ALL) -> None:
        """Paint with the origin at `x`, `y`, up to `width` columns right of it and `height` rows below it.

        Pillow's public method takes longer for a small piece than the one within, which is called here.
        """
        paste = image.im.paste
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
    """Cut a sprite beside its corners, so that each part is painted fully or small, and leave out empty parts."""
    return Stamp(tuple(_list_pieces(sprite)))


def _list_pieces(sprite: Sprite) -> Iterator[Piece]:
    width, height = sprite.mask.size
    across, down = min(sprite.corner, width // 2), min(sprite.corner, height // 2)
    for top, foot in pairwise(sorted({0, down, height - down, height})):
        row = sprite.mask.im.crop((0, top, width, foot))
        if row.getextrema() == _FULL:
            yield _create_piece(sprite, (0, top, width, foot), None)
            continue
        for left, right in pairwise(sorted({0, across, width - across, width})):
            mask = row.crop((left, 0, right, foot - top))
            painted = mask.getbbox(False)
            if painted is not None:
                box = tuple(at + (left, top)[i % 2] for i, at in enumerate(painted))
                mask = mask.crop(painted)
                yield _create_piece(sprite, box, None if mask.getextrema() == _FULL else mask)


def _create_piece(sprite: Sprite, box: tuple[int, ...], mask: Any) -> Piece:
    left, top, right, foot = box
    x, y = sprite.left, sprite.top
    return Piece(left - x, top - y, right - x, foot - y, sprite.image.im.crop(box), mask)
