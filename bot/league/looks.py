"""What is read from the league, as values: pages, a person's profile, the order of ratings, two against each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.league.callers import Act
from bot.league.deals import DealFact, Role, Ruling
from bot.league.ids import PoolId, ResultId, TableId, UserId
from bot.league.leagues import Season
from bot.league.ratings import Rating
from bot.league.scores import Line

PAGE: Final = 20
"""Lines of one page, unless told otherwise."""
LARGEST_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Pool:
    """Where ratings are kept together. `stale`: they are being worked out anew after a ruling."""

    id: PoolId
    preset: str
    stale: bool


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A page of a season's table. `total`: entrants of the whole season; `offset`: how many come before the first."""

    season: Season
    lines: tuple[Line, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """A deal as it counts, and what was ruled about it: None where it counts as it was booked."""

    deal: DealFact
    ruling: Ruling | None = None
    ruled: Act | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """A page of results, newest first."""

    results: tuple[Result, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A person's place by rating. `rank` is None while the rating is provisional; equal ratings share one."""

    rank: int | None
    user: UserId
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a pool's ratings, best first, those that are provisional at the end."""

    pool: Pool
    lines: tuple[LeaderLine, ...]
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class Record:
    """Deals played, and how many of them were won."""

    deals: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        """How many were not won."""
        return self.deals - self.won

    @property
    def share(self) -> float:
        """The share that was won, 0 … 1; 0 before the first deal."""
        return self.won / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that counts as one person saw it."""

    result: ResultId
    at: float
    table: TableId | None
    role: Role
    won: bool
    match_won: bool
    points: int
    """What the opponents made."""
    rise: int
    gained: int


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal in which somebody won most levels; among equal ones the clearest, then the first."""

    result: ResultId
    at: float
    table: TableId | None
    role: Role
    rise: int
    points: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A person's rating after a deal."""

    result: ResultId
    rating: Rating


@dataclass(frozen=True, slots=True)
class Profile:
    """What a server's deals of one preset say of a person."""

    user: UserId
    pool: Pool
    rating: Rating
    rank: int | None
    """None: not played, or provisional."""
    ranked: int
    """How many people have a rank."""
    record: Record
    by_role: Mapping[Role, Record]
    matches_won: int
    points_taken: float | None
    """What the opponents made on average when he was one of them; None: he never was."""
    points_given: float | None
    """What they made on average when he was not."""
    levels: int
    """All levels that his side rose while he sat there."""
    climbs: int
    """How often teams passed the top of a ladder with him."""
    streak: int
    """Deals won in a row; below zero: lost."""
    form: tuple[bool, ...]
    """The latest deals, oldest first: whether they were won."""
    partner: tuple[UserId, Record] | None
    """With whom he played most on one side."""
    best: BestDeal | None
    history: tuple[Moment, ...]
    """His rating over time, thinned to at most `HISTORY` moments; the last is the present one."""


HISTORY: Final = 60


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two persons in one pool: the deals that they played against each other, and on one side."""

    pool: Pool
    left: UserId
    right: UserId
    against: Record
    """From the left one's side."""
    together: Record
    form: tuple[bool, ...]
    """The latest deals against each other, oldest first: whether the left one won."""
    ratings: tuple[Rating, Rating]


def thinned(moments: Sequence[Moment], most: int = HISTORY) -> tuple[Moment, ...]:
    """Return at most `most` of the moments, evenly, the first and the last among them."""
    if len(moments) <= most:
        return tuple(moments)
    last = len(moments) - 1
    return tuple(moments[round(n * last / (most - 1))] for n in range(most))
