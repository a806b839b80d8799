"""Sets how many plays and sampled deals a search uses. A clock may end a search after the seconds that callers set."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

_FEWEST_CANDIDATES: Final = 6
SHARE_ELSEWHERE: Final = 0.5
"""A search uses this share of the usual deals, unless four seats in fixed teams play with at most two decks."""


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How many plays a search compares and in how many deals. It also says when a search drops a play."""

    deals_per_round: tuple[int, ...] = (8, 12, 20)
    """The number of deals in each round. Each round drops the worse half of the plays, but never the first play."""
    max_candidates: int = 8
    """The most plays that are compared."""
    max_shortfall: float = 15.0
    """How many points below the best score a candidate may be. The rule player gives the scores."""
    min_standard_errors: float = 1.0
    """By how many standard errors a play must beat the rule player's own choice."""
    fewest_early_deals: float = 0
    """A seat that still holds most of its hand does not search if it would use fewer deals than this."""
    spread: float = 0.0
    """How far play-outs deviate from real results, as a share of all card points (a standard deviation)."""
    settled_errors: float | None = None
    """A round also drops plays that are this many standard errors worse than the rule player's, unless this is None."""

    @property
    def deals(self) -> int:
        """The number of deals in all rounds. All of them compare the best play with the rule player's choice."""
        return sum(self.deals_per_round)

    def scaled(self, share: float) -> "SearchEffort":
        """Return the effort with this share of the deals. With fewer deals, fewer plays are compared."""
        rounds = tuple(max(1, round(share * number)) for number in self.deals_per_round)
        fewer = max(_FEWEST_CANDIDATES, round(math.sqrt(share) * self.max_candidates))
        return replace(self, deals_per_round=rounds, max_candidates=min(self.max_candidates, fewer))


_FEWEST_EARLY_DEALS: Final = 60
"""Early in a deal, `master` saves its time if it could sample fewer deals than this, a third of the usual number."""
_SPREAD: Final = 0.06
"""The `spread` of `master`. With two decks, it is 12 of the pack's 200 card points."""
MASTER_LEADS: Final = SearchEffort(
    (12, 18, 30, 50, 70),
    max_candidates=20,
    max_shortfall=60.0,
    fewest_early_deals=_FEWEST_EARLY_DEALS,
    spread=_SPREAD,
    settled_errors=1.5,
)
"""The effort of `master` for a lead. It compares many plays, as the rule player often rates the best one low."""
MASTER_FOLLOWS: Final = SearchEffort(
    (20, 40, 60, 80), min_standard_errors=1.25, fewest_early_deals=math.inf, spread=_SPREAD, settled_errors=1.0
)
"""The effort of `master` for a follow. The rule player follows well, so only a clear gain changes its play."""


@dataclass(slots=True)
class PlayoutClock:
    """Tells whether there is time for another play-out, if it takes no longer than the longest so far."""

    now: Callable[[], float]
    """Returns the time in seconds, as `time.monotonic` does."""
    end: float
    _asked: float | None = field(default=None, init=False)
    _longest: float = field(default=0.0, init=False)
    """The longest time between two calls, in seconds. It includes a play-out, and sometimes the sampling of a deal."""

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
