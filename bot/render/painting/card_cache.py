"""The cache of rendered cards, which many pictures share."""

from functools import lru_cache
from typing import Final

from bot.render.layout.scene import CardItem, CardStyle
from bot.render.painting.byte_cache import ByteCache
from bot.render.painting.card_faces import corner_radius, render_face
from bot.render.painting.fonts import Fonts
from bot.render.painting.palette import to_palette
from bot.render.painting.sprites import face_mask
from bot.render.painting.stamps import Parts, Stamp, find_parts, take_pieces

FACE_CACHE_BYTES: Final = 56 << 20
"""The limit of cached card faces: a deal needs them in some ten sizes, and 60 tables need all of these, 56 MB."""
_COVERED_SHARE: Final = 0.75
"""How much of a covered card's face is kept, as a share of its width; a row's steps, which are less, change often."""


class CardCache:
    """The card faces of one set of fonts, by card, width and style."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._faces: ByteCache[Stamp] = ByteCache(FACE_CACHE_BYTES, Stamp.size_bytes)

    @property
    def used_bytes(self) -> int:
        """The size of all cards."""
        return self._faces.used_bytes

    def get_face(self, item: CardItem, shown: int) -> Stamp:
        """Return a card's face, or enough of it if only `shown` columns are seen."""
        w, art = item.width, item.visible_width is None
        kept = round(w * _COVERED_SHARE)
        kept = kept if shown <= kept else w

        def render() -> Stamp:
            face = render_face(self._fonts, item.card, w, item.style, four_colour=item.four_colour, art=art)
            indices = to_palette(face.crop((0, 0, kept, face.height)))
            return Stamp(tuple(take_pieces(indices, _find_face_parts(w, kept))))

        key = (item.card, w, item.style is CardStyle.DIM, item.four_colour, art, kept)
        return self._faces.get_or_create(key, render)


@lru_cache(maxsize=64)
def _find_face_parts(width: int, kept: int) -> Parts:
    """Return the parts of a face of which the left `kept` columns are kept."""
    mask = face_mask(width)
    return find_parts(mask.crop((0, 0, kept, mask.height)), corner_radius(width))
