"""Values that queries of the league return: pages, profiles, leaderboards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import PoolId, ResultId, TableId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.leagues import Season
from bot.league.results.deals import BookedDeal, Ruling, SeatRole
from bot.league.results.ratings import Rating
from bot.league.results.season_standings import SeasonStanding

PAGE_SIZE: Final = 20
"""The number of lines on a page by default."""
MAX_PAGE_SIZE: Final = 100
MAX_HISTORY: Final = 60


@dataclass(frozen=True, slots=True)
class LastDeal:
    """The effects of a table's last deal. `climbed` names the teams that passed the top of a ladder with the deal."""

    league: str | None = None
    climbed: Sequence[str] = ()
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class RatingPool:
    """The ratings of one server and preset. They are `stale` while they are recomputed after a ruling."""

    id: PoolId
    preset: str
    stale: bool


@dataclass(frozen=True, slots=True)
class SeasonStandingsPage:
    """A page of a season's standings; `total` is the number of lines on all pages."""

    season: Season
    lines: tuple[SeasonStanding, ...]
    total: int


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """A deal as it counts now, and the ruling that decides this. `ruling` is None if the deal counts as booked."""

    deal: BookedDeal
    ruling: Ruling | None = None
    stamp: AuditStamp | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A page of results, newest first."""

    results: tuple[LeagueResult, ...]
    total: int


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A player's place by rating. `rank` is None while the rating is provisional; equal ratings share a rank."""

    rank: int | None
    user: UserId
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of the ratings in a rating pool, best first, provisional ones last."""

    pool: RatingPool
    lines: tuple[LeaderboardEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Deals played, and how many of them were won."""

    deals: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        """Deals that were not won."""
        return self.deals - self.won

    @property
    def win_rate(self) -> float:
        """The share of wins, 0 to 1; 0 before the first deal."""
        return self.won / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A valid deal from the point of view of one player. `points` are those that the deal's opponents made."""

    result: ResultId
    at: float
    table: TableId | None
    role: SeatRole
    won: bool
    match_won: bool
    points: int
    rise: int


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A player's rating after a deal."""

    result: ResultId
    rating: Rating


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """A user's deals and ratings in a rating pool, in the order of booking, without void deals."""

    played: Sequence[PlayedDeal]
    ratings: Sequence[RatingPoint]
    """The user's rating after each deal that changed it."""
    climbs: int
    """How often a team passed the top of its ladder while the user played for the team."""
    partner: tuple[UserId, WinRecord] | None
    """The most frequent partner; on a tie, the one with the most wins."""


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """A player's statistics in one server and preset."""

    user: UserId
    pool: RatingPool
    rating: Rating
    rank: int | None
    """The place by rating; None while the player has no rating or a provisional one."""
    ranked_count: int
    record: WinRecord
    by_role: Mapping[SeatRole, WinRecord]
    matches_won: int
    points_taken: float | None
    """The average points of the opponents in deals in which the player was one of them; None without such a deal."""
    points_given: float | None
    """The average points of the opponents in deals with the player on the declarer's side; None without such a deal."""
    climbs: int
    form: tuple[bool, ...]
    """The latest results, oldest first. True stands for a win."""
    partner: tuple[UserId, WinRecord] | None
    best_deal: PlayedDeal | None
    """The win with most levels."""
    history: tuple[RatingPoint, ...]
    """The rating over time, reduced to at most `MAX_HISTORY` points. The last point is the present rating."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players' results in a rating pool. `against` counts the wins of `left`, `together` their wins as partners."""

    pool: RatingPool
    left: UserId
    right: UserId
    against: WinRecord
    together: WinRecord
    form: tuple[bool, ...]
    """Whether `left` won each of the latest deals against `right`, oldest first."""
    ratings: tuple[Rating, Rating]


def thin_out(points: Sequence[RatingPoint], most: int = MAX_HISTORY) -> tuple[RatingPoint, ...]:
    """Return at most `most` of the points, evenly spread, including the first and the last."""
    if len(points) <= most:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[round(n * last / (most - 1))] for n in range(most))
