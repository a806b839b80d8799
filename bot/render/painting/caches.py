"""Two thread-safe caches with a limited number of bytes. `ByteCache` keeps any values, `CardCache` keeps card faces."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
from typing import Final, Generic, TypeVar

from bot.render.layout.scene import CardItem, CardStyle
from bot.render.painting.card_faces import corner_radius, render_face
from bot.render.painting.fonts import Fonts
from bot.render.painting.indexed_colours import to_palette
from bot.render.painting.sprites import face_mask
from bot.render.painting.stamps import Parts, Stamp, find_parts, take_pieces

PICTURE_CACHE_BYTES: Final = 10 << 20

Value = TypeVar("Value")
FACE_CACHE_BYTES: Final = 56 << 20
"""The most bytes of cached card faces, enough for 60 tables; a deal needs faces in about ten sizes."""
_COVERED_SHARE: Final = 0.75
"""How much of a covered card is cached, as a share of its width. If more is visible, the whole face is cached."""


class ByteCache(Generic[Value]):
    """Keeps the values used last, as many as fit in `max_bytes`."""

    def __init__(self, max_bytes: int, size_of: Callable[[Value], int]) -> None:
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._max_bytes, self._size_of = max_bytes, size_of
        self.used_bytes = 0
        self._lock = Lock()  # `find` needs the lock, too, because `find` reorders the keys

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: Hashable) -> Value | None:
        """Return the value of `key`; None if it is not in the cache."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def put(self, key: Hashable, value: Value) -> None:
        """Keep `value`, unless it is larger than the whole cache."""
        size = self._size_of(value)
        if size > self._max_bytes:
            return
        with self._lock:
            before = self._values.pop(key, None)
            self._values[key] = value
            self.used_bytes += size - (0 if before is None else self._size_of(before))
            while self.used_bytes > self._max_bytes:
                self.used_bytes -= self._size_of(self._values.popitem(last=False)[1])

    def get_or_create(self, key: Hashable, create: Callable[[], Value]) -> Value:
        """Return the value of `key`, created if necessary. Two threads may create equal values at the same time."""
        found = self.find(key)
        if found is None:
            found = create()
            self.put(key, found)
        return found


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
        """Return a card's face, or only a left part of it if that has at least `shown` columns."""
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
    mask = face_mask(width)
    return find_parts(mask.crop((0, 0, kept, mask.height)), corner_radius(width))
