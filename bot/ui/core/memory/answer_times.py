"""Counts, for each kind of interaction, how long responses take."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

LIMITS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""The upper limits of the counted ranges, in seconds. After 3 seconds without an answer, Discord shows a failure."""


@dataclass(slots=True)
class TimesOfKind:
    """How many response times fell into each range of `LIMITS` or above all of them. `total` is in seconds."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(LIMITS) + 1))
    total: float = 0.0


@dataclass(slots=True)
class AnswerTimes:
    """The times of all kinds since the start."""

    kinds: defaultdict[str, TimesOfKind] = field(default_factory=lambda: defaultdict(TimesOfKind))

    def note(self, kind: str, seconds: float) -> None:
        """Count an answer that took `seconds`."""
        times = self.kinds[kind]
        times.counts[sum(seconds > limit for limit in LIMITS)] += 1
        times.total += seconds
