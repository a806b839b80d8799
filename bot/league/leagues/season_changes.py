"""Pure functions that open and close a league's seasons, and that list what must be done afterwards."""

from dataclasses import dataclass, replace

from bot.ids import UNSAVED, RoleId, SeasonId
from bot.league.audit_log import AuditAction, record
from bot.league.leagues.league_ports import LeagueChanged
from bot.league.leagues.league_settings import LevelReset, RankedBy
from bot.league.leagues.leagues import DAY_SECONDS, League, LeagueInfo, Season, require_open, require_season
from bot.league.refusals import LeagueRefusal, LeagueRefused


def open_season(league: League, at: float) -> LeagueChanged:
    """Return the league with its next season. Raises LeagueRefused: LEAGUE_ARCHIVED, SEASON_RUNS."""
    require_open(league)
    if league.running_season is not None:
        raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=league.running_season.number)
    settings, number = league.settings, 1 + (league.season.number if league.season else 0)
    until = None if settings.season_days is None else at + settings.season_days * DAY_SECONDS
    fixed = settings.scheme, settings.preset, settings.rules, settings.min_people
    season = Season(SeasonId(UNSAVED), league.id, number, at, until, None, *fixed)
    opened = replace(league, seasons=(*league.seasons, season))
    return LeagueChanged(opened, (record(AuditAction.SEASON_OPENED, number=number),))


def close_season(league: League, at: float) -> LeagueChanged:
    """Return the league with its season closed. Raises LeagueRefused: LEAGUE_ARCHIVED, NO_SEASON."""
    season = require_season(league)
    closed = replace(league, seasons=(*league.seasons[:-1], replace(season, closed_at=at)))
    return LeagueChanged(closed, (record(AuditAction.SEASON_CLOSED, number=season.number),))


def reopen_season(league: League, number: int) -> LeagueChanged:
    """Return the league with its last season, `number`, reopened. Raises LeagueRefused: LEAGUE_ARCHIVED, UNDO_OVER."""
    require_open(league)
    season = league.season
    if season is None or season.number != number or season.closed_at is None:
        raise LeagueRefused(LeagueRefusal.UNDO_OVER)
    reopened = replace(league, seasons=(*league.seasons[:-1], replace(season, closed_at=None)))
    return LeagueChanged(reopened, (record(AuditAction.SEASON_REOPENED, number=number),))


def roll_over(league: League, season: SeasonId, at: float) -> LeagueChanged:
    """Close `season` and open the next season. Change nothing if `season` is not running or its time is not up."""
    running = league.running_season
    is_due = running is not None and running.id == season and not running.counts_at(at)
    if not is_due or league.archived_at is not None:
        return LeagueChanged(league)
    closed = close_season(league, at)
    opened = open_season(closed.league, at)
    return LeagueChanged(opened.league, (*closed.records, *opened.records))


@dataclass(frozen=True, slots=True)
class SeasonEffects:
    """The effects of opening or closing a season."""

    is_announced: bool
    champion_role: RoleId | None = None
    level_reset: LevelReset = LevelReset.KEEP


def get_season_effects(league: LeagueInfo, season: Season) -> SeasonEffects:
    """Return the effects of a season that has just been opened or closed."""
    settings, is_first = league.settings, season.number == 1
    if season.closed_at is not None:
        return SeasonEffects(settings.news_channel is not None, settings.champion_role)
    has_levels = settings.ranked_by is RankedBy.TEAMS and not is_first
    # the beginning is not announced, because the league's card shows it
    return SeasonEffects(False, None, settings.level_reset if has_levels else LevelReset.KEEP)


def reset_level(level: int, start: int, reset: LevelReset) -> int:
    """Return the level at which a team at `level` starts a new season."""
    match reset:
        case LevelReset.KEEP:
            return level
        case LevelReset.SOFT:
            return start + max(0, level - start) // 2
        case LevelReset.FULL:
            return start
