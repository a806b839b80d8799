"""How much a search does."""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How much a search does."""

    deals_per_round: tuple[int, ...] = (8, 12, 20)
    """In each round; after each the worse half of the plays is dropped."""
    playouts: int = 4
    """Of each play in each deal."""
    max_candidates: int = 8
    """Most plays that are compared."""
    max_shortfall: float = 15.0
    """Points by which a candidate may fall short of the rule player's best."""
    min_standard_errors: float = 1.0
    """Standard errors by which another play must beat the rule player's."""
    per_point: float = 0.02
    """What a card point counts besides the levels."""
    deals_when_close: int = 0
    """Deals added at the end while the best play is neither surely better nor surely worse than the rule player's."""
    settled_errors: float | None = None
    """Standard errors by which a play must trail the rule player's to be dropped at once; None: none is."""
    share_off_kernel: float = 1.0
    """Share of the deals that are sampled where the fast kernel cannot play them out, and play-outs take longer."""

    def scaled(self, share: float) -> "SearchEffort":
        """Return the effort with a share of the deals."""
        rounds = tuple(max(1, round(share * number)) for number in self.deals_per_round)
        return replace(self, deals_per_round=rounds, deals_when_close=round(share * self.deals_when_close))


MASTER_EFFORT: Final = SearchEffort(
    (120, 180, 300),
    playouts=1,
    min_standard_errors=1.5,
    deals_when_close=600,
    settled_errors=3.0,
    share_off_kernel=0.6,
)
"""The effort of the level `master`: about a fifth of a second for most plays, up to a second for close leads."""
