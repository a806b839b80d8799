"""A cache limited by bytes, for several threads."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """Keeps the values used last, as many as fit in `max_bytes`."""

    def __init__(self, max_bytes: int, size_of: Callable[[Value], int]) -> None:
        self._values: LRUCache[Hashable, Value] = LRUCache(max_bytes, size_of)
        self._lock = Lock()  # finding a value reorders the keys, too

    def __len__(self) -> int:
        return len(self._values)

    @property
    def used_bytes(self) -> int:
        """The size of all values."""
        return round(self._values.currsize)

    def find(self, key: Hashable) -> Value | None:
        """Return the value of `key`; None if it is not kept."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        """Keep `value`, unless it is larger than the whole cache."""
        with self._lock, suppress(ValueError):
            self._values[key] = value

    def get_or_create(self, key: Hashable, create: Callable[[], Value]) -> Value:
        """Return the value of `key`, created if it is not kept; two threads may create equal values at once."""
        found = self.find(key)
        if found is None:
            found = create()
            self.put(key, found)
        return found
