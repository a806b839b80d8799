"""How long searches may take, and how many may wait for a worker."""

from dataclasses import dataclass
from typing import Final

ADVICE_SECONDS: Final = 0.1
ADVICE_PATIENCE: Final = 0.14
"""Seconds after which advice comes from rules if the search has not answered, so that panels do not wait longer."""
COMPARE_SECONDS: Final = 0.6
"""The least time of a comparison in seconds; a shorter one would find nothing."""
PUZZLE_SECONDS: Final = 1.2
"""The least time of the search for a puzzle in seconds, because half a comparison would be worthless."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of searches, in seconds, and of the queue of each worker."""

    budget: float = 0.9
    """The time of one search while no other waits; few need all of it."""
    patience: float = 2.5
    """The time after which an answer is late; searches of a fixed number of deals have `stuck_after` instead."""
    stuck_after: float = 20.0
    """The time after which a worker process counts as stuck, and all worker processes are killed."""
    waiting: int = 8
    """How many searches may wait for each worker."""
    rebuild_after: float = 5.0
    """After a crash, searches fail until this time has passed since the workers last started."""
