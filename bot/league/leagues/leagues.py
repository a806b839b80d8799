"""Leagues, seasons and entrants, as values."""

from dataclasses import dataclass
from typing import Final

from bot.ids import EntrantId, GuildId, LeagueId, RoleId, SeasonId, TeamId, UserId
from bot.league.leagues.league_settings import DEFAULT_SCHEME, LeagueSettings, PointScheme
from bot.league.refusals import LeagueRefusal, LeagueRefused

DAY_SECONDS: Final = 86_400.0
MAX_LEAGUES_PER_GUILD: Final = 25
"""The most open leagues of one server, because a select menu on Discord holds at most 25."""


@dataclass(frozen=True, slots=True)
class LeagueInfo:
    """A league of one server and its settings. Times are seconds since the epoch."""

    id: LeagueId
    guild: GuildId
    settings: LeagueSettings
    created_at: float
    archived_at: float | None = None
    entries_closed_at: float | None = None
    """When a manager closed the entries; None while they are open."""
    language: str | None = None
    """The tag of the creator's language."""

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
    """A deal counts only if it ends before this time. None means that no end is planned."""
    closed_at: float | None = None
    scheme: PointScheme = DEFAULT_SCHEME
    """How the season ranks. The fields from here to `min_people` are copied from the league when the season opens."""
    preset: str = ""
    rules: str = ""
    min_people: int | None = None

    def counts_at(self, at: float) -> bool:
        """Return whether a deal that ends at this moment counts. The season must be open, and not past its end."""
        return self.closed_at is None and (self.closes_at is None or self.closes_at > at)


@dataclass(frozen=True, slots=True)
class League(LeagueInfo):
    """A league with everything that its managers change."""

    managers: tuple[UserId, ...] = ()
    """The ids of the managers, ascending."""
    manager_roles: tuple[RoleId, ...] = ()
    """The ids, ascending, of the roles whose members also manage the league."""
    seasons: tuple[Season, ...] = ()
    """The last season, if there is one. A season that a change has just opened follows it."""

    @property
    def season(self) -> Season | None:
        """The newest season."""
        return self.seasons[-1] if self.seasons else None

    @property
    def running_season(self) -> Season | None:
        """The season that has not been closed."""
        return None if self.season is None or self.season.closed_at is not None else self.season


@dataclass(frozen=True, slots=True)
class Entrant:
    """A user or a team that has joined a league."""

    id: EntrantId
    user: UserId | None = None
    team: TeamId | None = None
    left: bool = False


def require_open(league: LeagueInfo) -> None:
    """Refuse a league that is archived. Raises LeagueRefused: LEAGUE_ARCHIVED."""
    if league.archived_at is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_ARCHIVED, name=league.name)


def require_season(league: League) -> Season:
    """Return the running season of an open league. Raises LeagueRefused: LEAGUE_ARCHIVED, NO_SEASON."""
    require_open(league)
    return LeagueRefused.require_found(league.running_season, LeagueRefusal.NO_SEASON, name=league.name)
