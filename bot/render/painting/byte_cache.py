"""A cache limited by bytes, for several threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """Keeps the values used last, as many as fit in `max_bytes`."""

    def __init__(self, max_bytes: int, size_of: Callable[[Value], int]) -> None:
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._max_bytes, self._size_of = max_bytes, size_of
        self.used_bytes = 0
        """The size of all values."""
        self._lock = Lock()  # finding a value reorders the keys, too

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: Hashable) -> Value | None:
        """Return the value of `key`; None if it is not kept."""
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
        """Return the value of `key`, created if it is not kept; two threads may create equal values at once."""
        found = self.find(key)
        if found is None:
            found = create()
            self.put(key, found)
        return found
