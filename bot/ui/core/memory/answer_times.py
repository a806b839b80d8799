"""Counts response times in a histogram for each kind of interaction."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

LIMITS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Upper limits of the histogram's classes in seconds. Discord shows a failure after three seconds without an answer."""


@dataclass(slots=True)
class TimesOfKind:
    """The times of one kind of interaction. The last of `counts` is of times above all limits; `total` is seconds."""

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
