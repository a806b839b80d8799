"""A clock that ends a search before its time is over."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class PlayoutClock:
    """Tells before each play-out whether it will end in time, as long as it takes no longer than those before."""

    now: Callable[[], float]
    """Returns the time in seconds, as `time.monotonic` does."""
    end: float
    _asked: float | None = field(default=None, init=False)
    _longest: float = field(default=0.0, init=False)
    """Seconds of a play-out, and of sampling a deal if that lies between two."""

    @classmethod
    def of(cls, now: Callable[[], float], seconds: float) -> "PlayoutClock":
        """Return a clock that ends `seconds` from now."""
        return cls(now, now() + seconds)

    def __call__(self) -> bool:
        """Whether there is time for another play-out."""
        now = self.now()
        if self._asked is not None:
            self._longest = max(self._longest, now - self._asked)
        self._asked = now
        return now + self._longest < self.end
