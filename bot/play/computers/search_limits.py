"""How long searches may take, and how many may wait for a worker."""

from dataclasses import dataclass
from typing import Final

ADVICE_SECONDS: Final = 0.1
ADVICE_PATIENCE: Final = 0.14
"""How many seconds a panel waits for advice from a search. After that, the advice comes from rules."""
COMPARE_SECONDS: Final = 0.6
"""The shortest time of a comparison of plays, in seconds. A shorter one would find nothing."""
PUZZLE_SECONDS: Final = 1.2
"""The shortest time of a search for a puzzle, in seconds. A shorter one could not compare all leads."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of searches and of the queues for workers. All times are in seconds."""

    budget: float = 0.9
    """The most time for a search while no others wait. Few searches need all of it."""
    patience: float = 2.5
    """The time after which an answer is too late. Searches over a fixed number of deals have `stuck_after` instead."""
    stuck_after: float = 20.0
    """The time without an answer after which a worker process counts as stuck. Then all worker processes are killed."""
    waiting: int = 8
    """How many searches may wait for each worker."""
    rebuild_after: float = 5.0
    """The least time between two starts of the workers. If they crash, searches fail until this time has passed."""
