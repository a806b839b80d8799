"""The effort of a search, in plays and sampled deals, and the clock that cuts it short; callers give the seconds."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

_FEWEST_CANDIDATES: Final = 6
SHARE_ELSEWHERE: Final = 0.5
"""The usual number of deals is for four seats in fixed teams with up to two decks; other tables get this share."""


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How many plays a search compares, in how many deals, and when it drops a play."""

    deals_per_round: tuple[int, ...] = (8, 12, 20)
    """The number of deals in each round. After a round, the worse half is dropped, but never the rule player's play."""
    max_candidates: int = 8
    """The most plays that are compared."""
    max_shortfall: float = 15.0
    """How far below the rule player's best a candidate may score, in points."""
    min_standard_errors: float = 1.0
    """By how many standard errors another play must beat the rule player's."""
    fewest_early_deals: float = 0
    """While the seat holds most of its hand, a search in fewer deals than this is not worthwhile."""
    spread: float = 0.0
    """The standard deviation between real ends and play-outs, as a share of all card points; see `worth_by_points`."""
    settled_errors: float | None = None
    """Standard errors by which a play must trail the rule player's to be dropped after a round; None drops no play."""

    @property
    def deals(self) -> int:
        """The number of deals in all rounds, in which the best play is compared with the rule player's."""
        return sum(self.deals_per_round)

    def scaled(self, share: float) -> "SearchEffort":
        """Return the effort with a share of the deals; with fewer deals it compares fewer plays."""
        rounds = tuple(max(1, round(share * number)) for number in self.deals_per_round)
        fewer = max(_FEWEST_CANDIDATES, round(math.sqrt(share) * self.max_candidates))
        return replace(self, deals_per_round=rounds, max_candidates=min(self.max_candidates, fewer))


_FEWEST_EARLY_DEALS: Final = 60
"""A third of the deals in which `master` compares leads; with fewer, its time is better spent on later plays."""
_SPREAD: Final = 0.06
"""A share of the pack's card points: 12 of the 200 in two decks."""
MASTER_LEADS: Final = SearchEffort(
    (12, 18, 30, 50, 70),
    max_candidates=20,
    max_shortfall=60.0,
    fewest_early_deals=_FEWEST_EARLY_DEALS,
    spread=_SPREAD,
    settled_errors=1.5,
)
"""The effort of the level `master` for a lead: many plays, since the best are often far down the rule player's list."""
MASTER_FOLLOWS: Final = SearchEffort(
    (20, 40, 60, 80), min_standard_errors=1.25, fewest_early_deals=math.inf, spread=_SPREAD, settled_errors=1.0
)
"""The effort of `master` for a follow, which the rule player does well, so that only a clear gain is believed."""


@dataclass(slots=True)
class PlayoutClock:
    """Tells before each play-out whether it will end in time, provided that it takes no longer than earlier ones."""

    now: Callable[[], float]
    """Returns the time in seconds, as `time.monotonic` does."""
    end: float
    _asked: float | None = field(default=None, init=False)
    _longest: float = field(default=0.0, init=False)
    """The longest time between two calls in seconds: that of a play-out, sometimes with the sampling of a deal."""

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
