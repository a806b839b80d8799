"""A store of made things within a budget of bytes; what was not used for longest goes first. Safe between threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """Keeps things by key. `cost` tells the bytes of one; the sum stays within `budget`."""

    def __init__(self, budget: int, cost: Callable[[Thing], int]) -> None:
        self.budget = budget
        self.used = 0
        self._cost = cost
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._things)

    def find(self, key: Hashable) -> Thing | None:
        """Return the thing under `key`, now the last to go, or None."""
        with self._lock:
            if key not in self._things:
                return None
            self._things.move_to_end(key)
            return self._things[key]

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """Return the thing under `key`; make and keep it if it is not there.

        Two threads may make the same thing at once; one of the two equal things is kept.
        """
        found = self.find(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def put(self, key: Hashable, thing: Thing) -> None:
        """Keep `thing`, dropping old ones as needed; one larger than the whole budget is not kept."""
        cost = self._cost(thing)
        if cost > self.budget:
            return
        with self._lock:
            if key in self._things:
                self.used -= self._cost(self._things.pop(key))
            self._things[key] = thing
            self.used += cost
            while self.used > self.budget:
                self.used -= self._cost(self._things.popitem(last=False)[1])
