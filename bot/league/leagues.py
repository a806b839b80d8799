"""Leagues, seasons and entrants, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.ids import AnnouncementId, EntrantId, GuildId, LeagueId, ReportId, RoleId, SeasonId, TableId, TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused

DAY_SECONDS: Final = 86_400.0
UNSAVED: Final = 0
"""The id of a league, season or entrant that the store has not saved yet."""
MAX_LEAGUES_PER_GUILD: Final = 25
"""Open leagues of one server: as many as Discord lists in one select menu."""
MAX_SEASON_DAYS: Final = 366
MAX_POINTS_EACH: Final = 100
"""The most points that a deal, a level or a match may be worth."""
MAX_DECAY: Final = 1.0
DEFAULT_PLACES: Final = (10, 7, 5, 3, 1)
"""Points for the first places of an event."""
MAX_PLACES: Final = 20
DEFAULT_MIN_DEALS: Final = 10
MAX_MIN_DEALS: Final = 500


class LeagueFormat(StrEnum):
    """How a league is played."""

    LADDER = "ladder"  # every deal by its rules counts


class RankedBy(StrEnum):
    """Whether a league ranks persons or teams."""

    PERSONS = "persons"
    TEAMS = "teams"


class LevelReset(StrEnum):
    """What a new season does to the levels of a league's teams."""

    KEEP = "keep"
    SOFT = "soft"  # half of the way back
    FULL = "full"  # to the start of the ladder


class ReplacementPolicy(StrEnum):
    """Whose seats decide for whom a deal counts if a player was replaced during it."""

    AT_END = "seated"  # the players seated when it ends: a team with a stranger is none
    AT_DEAL = "begun"  # the players seated when it was dealt, so leaving avoids no loss


class StandingsOrder(StrEnum):
    """What decides a season's standings."""

    AVERAGE = "average"  # points per deal
    RATING = "rating"  # the players' ratings
    WINS = "wins"  # deals won
    PLACES = "places"  # points for places in events
    TOTAL = "total"  # points: only seasons opened by earlier versions


OFFERED_ORDERS: Final = (StandingsOrder.AVERAGE, StandingsOrder.RATING, StandingsOrder.WINS, StandingsOrder.PLACES)


class RatingDecay(StrEnum):
    """How fast the ratings of players who do not play become less certain."""

    NONE = "none"
    SLOW = "slow"
    FAST = "fast"


DECAY_RATES: Final[Mapping[RatingDecay, float]] = MappingProxyType(
    {RatingDecay.NONE: 0.0, RatingDecay.SLOW: 0.15, RatingDecay.FAST: 0.4}
)
"""Growth of a rating's spread per day without play (docs/ratings.md)."""


@dataclass(frozen=True, slots=True)
class PointScheme:
    """How a season ranks: points for a deal won, for each level of its rise, and for a match won, and the order."""

    deal: int = 1
    level: int = 1
    match: int = 3
    order: StandingsOrder = StandingsOrder.AVERAGE
    min_deals: int = DEFAULT_MIN_DEALS
    """Who has played fewer deals comes after all others."""
    places: tuple[int, ...] = DEFAULT_PLACES
    """Points for the first, second … place of an event, where places decide the standings."""
    event_deals: bool = False
    """Whether the deals of the league's events count like those of its other tables."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """A league's settings, chosen by a manager. `rules` is the engine's text of its rules."""

    name: str
    preset: str
    rules: str
    ranked_by: RankedBy = RankedBy.PERSONS
    format: LeagueFormat = LeagueFormat.LADDER
    season_days: int | None = None
    """None: until a manager closes the season."""
    level_reset: LevelReset = LevelReset.KEEP
    scheme: PointScheme = PointScheme()
    announcement_channel: int | None = None
    """The channel where seasons are announced."""
    decay: float = 0.0
    """Growth of a rating's spread per day without play; 0: ratings do not decay."""
    replacement_policy: ReplacementPolicy = ReplacementPolicy.AT_END
    min_people: int | None = None
    """How many people must be seated when a deal is dealt; None: in every seat, so no computer players."""
    results_channel: int | None = None
    """The channel where the result of each match is posted."""
    champion_role: RoleId | None = None
    """The role that a season's champions are given."""
    hints: bool = False
    """Whether the bot may suggest plays in its deals."""


@dataclass(frozen=True, slots=True)
class LeagueInfo:
    """A league of one server and its settings. Times are seconds since the epoch."""

    id: LeagueId
    guild: GuildId
    settings: LeagueSettings
    created_at: float
    archived_at: float | None = None
    entries_closed_at: float | None = None
    """When a manager closed the entries; None: they are open."""

    @property
    def name(self) -> str:
        """The league's name."""
        return self.settings.name


@dataclass(frozen=True, slots=True)
class Season:
    """A season; times are seconds since the epoch. `number` counts a league's seasons from 1."""

    id: SeasonId
    league: LeagueId
    number: int
    opened_at: float
    closes_at: float | None = None
    """Deals that end at this moment or later no longer count."""
    closed_at: float | None = None
    scheme: PointScheme = PointScheme()
    """As in `LeagueSettings`, at its opening; so are preset, rules and `min_people`."""
    preset: str = ""
    rules: str = ""
    min_people: int | None = None

    def counts_at(self, at: float) -> bool:
        """Return whether a deal that ends at this moment counts; `closes_at` holds even before the season is closed."""
        return self.closed_at is None and (self.closes_at is None or self.closes_at > at)


@dataclass(frozen=True, slots=True)
class League(LeagueInfo):
    """A league with everything that its managers change."""

    managers: tuple[UserId, ...] = ()
    """Ids ascending."""
    manager_roles: tuple[RoleId, ...] = ()
    """The roles whose members manage it too, ascending."""
    seasons: tuple[Season, ...] = ()
    """Its newest season, followed by one that a change opens."""

    @property
    def season(self) -> Season | None:
        """The newest season."""
        return self.seasons[-1] if self.seasons else None

    @property
    def running_season(self) -> Season | None:
        """The season that has not been closed."""
        return None if self.season is None or self.season.closed_at is not None else self.season


@dataclass(frozen=True, slots=True)
class SeasonAnnouncement:
    """The opening or the end (`opened` False) of a season, to be sent to the league's announcement channel."""

    id: AnnouncementId
    league: LeagueInfo
    season: Season
    opened: bool
    at: float


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match that has ended and counted in a league with a channel for results."""

    id: ReportId
    league: LeagueInfo
    table: TableId
    at: float


@dataclass(frozen=True, slots=True)
class SeasonAward:
    """The role that the champions of a closed season are to be given."""

    league: LeagueInfo
    season: Season
    role: RoleId
    at: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """A user or a team that has joined a league."""

    id: EntrantId
    user: UserId | None = None
    team: TeamId | None = None
    left: bool = False


def require_open(league: LeagueInfo) -> None:
    """Refuse a league that is archived.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED.
    """
    if league.archived_at is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_ARCHIVED, name=league.name)


def require_season(league: League) -> Season:
    """Return the season of an open league that runs.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED, NO_SEASON.
    """
    require_open(league)
    if league.running_season is None:
        raise LeagueRefused(LeagueRefusal.NO_SEASON, name=league.name)
    return league.running_season


def to_rating_decay(decay: float) -> RatingDecay:
    """Return the fastest named decay that is no faster than this one."""
    return max((one for one in RatingDecay if DECAY_RATES[one] <= decay), key=DECAY_RATES.__getitem__)
