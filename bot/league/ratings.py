"""Ratings of persons: Plackett and Luce's model in Weng and Lin's Bayesian form, fed one deal at a time.

The formulas, and why the numbers are what they are, stand in docs/ratings.md. Everything here is a function of the
deals in the order of their booking: what is kept can be worked out anew, to the last bit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.league.deals import DealFact, SeatFact, winners_and_losers
from bot.league.ids import ResultId, UserId

MEAN: Final = 25.0
SPREAD: Final = MEAN / 3
"""Standard deviation of somebody of whom nothing is known."""
LUCK: Final = MEAN / 3
"""How far one deal strays from skill (the model's beta): much of it is in the cards."""
RESTLESS: Final = MEAN / 300
"""What is added to the spread before each deal (the model's tau), so that nobody's rating ever freezes."""
SETTLED: Final = 20
"""Deals after which a rating is no longer provisional."""
SURE: Final = 3
"""Spreads below the mean at which somebody is ranked: almost certainly he is no worse than that."""
BASE: Final = 1000
SCALE: Final = 20
DAY: Final = 86_400.0

COMPUTERS: Final[Mapping[str, float]] = MappingProxyType({"novice": 19.0, "casual": 22.0, "club": 25.0})
"""Fixed means of the computer players' levels; a level that is not named here counts as MEAN."""
COMPUTER_SPREAD: Final = 1.0


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a person's play: a normal distribution, after `deals` deals, the last one at `at`."""

    mean: float = MEAN
    spread: float = SPREAD
    deals: int = 0
    at: float | None = None

    @property
    def rank_value(self) -> float:
        """The value by which people are ranked."""
        return self.mean - SURE * self.spread

    @property
    def shown(self) -> int:
        """The figure that people see; newcomers have 1000."""
        return shown(self.rank_value)

    @property
    def provisional(self) -> bool:
        """Tell whether too little is known yet for a place in the ranking."""
        return self.deals < SETTLED


def shown(rank_value: float) -> int:
    """Return a rank value as people see it."""
    return round(BASE + SCALE * rank_value)


NEWCOMER: Final = Rating()


@dataclass(frozen=True, slots=True)
class Change:
    """A person's rating after a deal."""

    result: ResultId
    user: UserId
    rating: Rating


def rated(known: Mapping[UserId, Rating], deal: DealFact) -> dict[UserId, Rating]:
    """Return the new ratings of the people in a deal.

    Nothing changes when it is void, a side is empty, or only computers played.
    """
    sides = winners_and_losers(deal)
    if deal.void or not all(sides) or not any(s.user is not None for side in sides for s in side):
        return {}
    size = max(map(len, sides))
    before = [[_entering(known, seat, deal) for seat in side] for side in sides]
    padded = [[*side, *(_average() for _ in range(size - len(side)))] for side in before]  # each a player of its own
    after = _model().rate(padded, ranks=[1, 2])
    return {
        seat.user: Rating(new.mu, new.sigma, known.get(seat.user, NEWCOMER).deals + 1, deal.at)
        for side, ratings in zip(sides, after, strict=True)
        for seat, new in zip(side, ratings, strict=False)
        if seat.user is not None
    }


def fold(known: Mapping[UserId, Rating], deals: Iterable[DealFact]) -> list[Change]:
    """Return every change that `deals`, in the order of their booking, make to what is known."""
    ratings, changes = dict(known), list[Change]()
    for deal in deals:
        new = rated(ratings, deal)
        ratings.update(new)
        changes += [Change(deal.id, user, rating) for user, rating in new.items()]
    return changes


def faded(spread: float, idle: float, decay: float) -> float:
    """Return the spread after `idle` seconds without play; never more than a newcomer's, nor less than it was."""
    grown: float = (spread**2 + decay**2 * max(0.0, idle) / DAY) ** 0.5
    return max(spread, min(SPREAD, grown)) if decay else spread


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=RESTLESS)


def _average() -> PlackettLuceRating:
    return _model().rating(MEAN, COMPUTER_SPREAD)


def _entering(known: Mapping[UserId, Rating], seat: SeatFact, deal: DealFact) -> PlackettLuceRating:
    if seat.user is None:
        return _model().rating(COMPUTERS.get(seat.computer or "", MEAN), COMPUTER_SPREAD)
    rating = known.get(seat.user, NEWCOMER)
    idle = 0.0 if rating.at is None else deal.at - rating.at
    return _model().rating(rating.mean, faded(rating.spread, idle, deal.decay))
