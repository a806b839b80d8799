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


MASTER_LEADS: Final = SearchEffort(
    (100, 150, 250),
    playouts=1,
    max_candidates=14,
    max_shortfall=40.0,
    min_standard_errors=0.0,
    deals_when_close=400,
    settled_errors=3.0,
    share_off_kernel=0.3,
)
"""The effort of the level `master` for a lead: many plays, and the best is played however small its lead."""
MASTER_FOLLOWS: Final = SearchEffort(
    (120, 180, 300),
    playouts=1,
    min_standard_errors=2.0,
    deals_when_close=600,
    settled_errors=3.0,
    share_off_kernel=0.3,
)
"""Its effort for a play that follows: the rule player is good at these, so that only sure gains are true."""
MASTER_BURIES: Final = SearchEffort((100, 150, 250), playouts=1, max_shortfall=20.0)
"""Its effort for the kitty."""
