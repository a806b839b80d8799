"""Rates players by a Bayesian form of Plackett and Luce's model (Weng and Lin), which docs/ratings.md explains.

Ratings depend only on the deals and their order of booking, so they can be recomputed to the last bit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.ids import ResultId, UserId
from bot.league.leagues.leagues import DAY_SECONDS
from bot.league.results.deals import BookedDeal, BookedSeat, split_winners_and_losers

INITIAL_MEAN: Final = 25.0
INITIAL_SPREAD: Final = INITIAL_MEAN / 3
"""The standard deviation of a newcomer's skill."""
BETA: Final = INITIAL_MEAN / 3
"""The luck in one deal, as a standard deviation (the model's beta). It is high, because much depends on the cards."""
TAU: Final = INITIAL_MEAN / 300
"""How much the spread of a rating grows before each deal (the model's tau), so that ratings never freeze."""
MIN_RANKED_DEALS: Final = 20
"""The number of deals after which a rating is no longer provisional."""
RANK_SPREADS: Final = 3
"""Players rank by their estimated skill minus this many spreads. Their true skill is almost certainly above that."""
DISPLAY_BASE: Final = 1000
DISPLAY_SCALE: Final = 20

COMPUTER_MEANS: Final[Mapping[str, float]] = MappingProxyType(
    {"casual": 19.0, "skilled": 22.0, "expert": 25.0, "master": 30.0}
)
"""The fixed means of computer players by strength. Any other strength has `INITIAL_MEAN`."""
COMPUTER_SPREAD: Final = 1.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's skill as a normal distribution, after `deals` deals, the last one at `at`."""

    mean: float = INITIAL_MEAN
    spread: float = INITIAL_SPREAD
    deals: int = 0
    at: float | None = None

    @property
    def rank_value(self) -> float:
        """The value by which players are ranked."""
        return self.mean - RANK_SPREADS * self.spread

    @property
    def displayed(self) -> int:
        """The rating as players see it. A newcomer has 1000."""
        return to_displayed(self.rank_value)

    @property
    def provisional(self) -> bool:
        """Return whether there are too few deals for a rank."""
        return self.deals < MIN_RANKED_DEALS


def to_displayed(rank_value: float) -> int:
    """Return a rank value as players see it."""
    return round(DISPLAY_BASE + DISPLAY_SCALE * rank_value)


NEW_RATING: Final = Rating()


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating after a deal."""

    result: ResultId
    user: UserId
    rating: Rating


def rate_deal(known: Mapping[UserId, Rating], deal: BookedDeal) -> dict[UserId, Rating]:
    """Return the users' ratings after a deal; none if it is void or unrated, has no users, or a side is empty."""
    sides = split_winners_and_losers(deal)
    if deal.void or not deal.rated or not all(sides) or not any(s.user is not None for side in sides for s in side):
        return {}
    size = max(map(len, sides))
    before = [[_rating_before(known, seat, deal) for seat in side] for side in sides]
    padded = [[*side, *(_filler() for _ in range(size - len(side)))] for side in before]  # fill up the smaller side
    after = _model().rate(padded, ranks=[1, 2])
    return {
        seat.user: Rating(new.mu, new.sigma, known.get(seat.user, NEW_RATING).deals + 1, deal.at)
        for side, ratings in zip(sides, after, strict=True)
        for seat, new in zip(side, ratings, strict=False)
        if seat.user is not None
    }


def rate_deals(known: Mapping[UserId, Rating], deals: Iterable[BookedDeal]) -> list[RatingChange]:
    """Return every rating change by these deals, which must be in the order of booking."""
    ratings, changes = dict(known), list[RatingChange]()
    for deal in deals:
        new = rate_deal(ratings, deal)
        ratings.update(new)
        changes += [RatingChange(deal.id, user, rating) for user, rating in new.items()]
    return changes


def decayed_spread(spread: float, idle: float, decay: float) -> float:
    """Return a rating's spread after `idle` seconds without play. It may grow, but at most to a newcomer's."""
    grown: float = (spread**2 + decay**2 * max(0.0, idle) / DAY_SECONDS) ** 0.5
    return max(spread, min(INITIAL_SPREAD, grown)) if decay else spread


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=INITIAL_MEAN, sigma=INITIAL_SPREAD, beta=BETA, tau=TAU)


def _filler() -> PlackettLuceRating:
    return _model().rating(INITIAL_MEAN, COMPUTER_SPREAD)


def _rating_before(known: Mapping[UserId, Rating], seat: BookedSeat, deal: BookedDeal) -> PlackettLuceRating:
    if seat.user is None:
        return _model().rating(COMPUTER_MEANS.get(seat.computer_level or "", INITIAL_MEAN), COMPUTER_SPREAD)
    rating = known.get(seat.user, NEW_RATING)
    idle = 0.0 if rating.at is None else deal.at - rating.at
    return _model().rating(rating.mean, decayed_spread(rating.spread, idle, deal.decay))
