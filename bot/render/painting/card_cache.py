"""The cache of rendered cards, which many pictures share."""

from typing import Final

from PIL import Image

from bot.render.layout.scene import CardItem, CardStyle
from bot.render.painting.byte_cache import ByteCache
from bot.render.painting.card_faces import render_face
from bot.render.painting.fonts import Fonts
from bot.render.painting.palette import to_palette

FACE_CACHE_BYTES: Final = 24 << 20
"""The limit of cached card faces: a deal needs them in some ten sizes, and many tables need all of these at once."""
_FACE_PARTS: Final = 4
"""The widths of faces that are kept, as fractions of a card."""


class CardCache:
    """The card faces of one set of fonts, by card, width and style."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._faces: ByteCache[Image.Image] = ByteCache(FACE_CACHE_BYTES, lambda face: face.width * face.height)

    @property
    def used_bytes(self) -> int:
        """The size of all cards."""
        return self._faces.used_bytes

    def get_face(self, item: CardItem, shown: int) -> Image.Image:
        """Return the left part of a face. A wider part is cached, because the step of a row changes with every play."""
        w, art = item.width, item.visible_width is None
        part = -(-shown * _FACE_PARTS // w)

        def render() -> Image.Image:
            face = render_face(self._fonts, item.card, w, item.style, four_colour=item.four_colour, art=art)
            return to_palette(crop(face, w * part // _FACE_PARTS))

        key = (item.card, w, item.style is CardStyle.DIM, item.four_colour, art, part)
        return crop(self._faces.get_or_create(key, render), shown)


def crop(image: Image.Image, width: int) -> Image.Image:
    """Return the left part of an image."""
    return image if width >= image.width else image.crop((0, 0, width, image.height))


def crop_foot(image: Image.Image, height: int) -> Image.Image:
    """Return the upper part of an image."""
    return image if height >= image.height else image.crop((0, 0, image.width, height))
