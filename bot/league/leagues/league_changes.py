"""Changes leagues by pure functions. They refuse to change an archived league (LEAGUE_ARCHIVED)."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from bot.ids import UNSAVED, GuildId, LeagueId, RoleId, UserId
from bot.league.audit_log import AuditAction, AuditStamp, record
from bot.league.leagues.league_ports import LeagueChanged
from bot.league.leagues.league_settings import FIXED_SETTINGS, LeagueSettings, list_changed_settings
from bot.league.leagues.leagues import MAX_LEAGUES_PER_GUILD, League, require_open
from bot.league.leagues.season_changes import close_season
from bot.league.leagues.validate import validate_settings
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.names import find_alike
from bot.setting_fields import get_values

T = TypeVar("T", bound=int)


def create(
    guild: GuildId, settings: LeagueSettings, others: Collection[str], stamp: AuditStamp, language: str | None = None
) -> LeagueChanged:
    """Return a new league without a season. Its creator manages it. `others` are the names of the open leagues.

    Raises LeagueRefused: LEAGUE_TAKEN, TOO_MANY_LEAGUES, and as for `validate_settings`.
    """
    settings = validate_settings(settings)
    _require_free_name(settings.name, others)
    if len(others) >= MAX_LEAGUES_PER_GUILD:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_LEAGUES, limit=MAX_LEAGUES_PER_GUILD)
    managers = () if stamp.by is None else (stamp.by,)
    league = League(LeagueId(UNSAVED), guild, settings, stamp.at, language=language, managers=managers)
    return LeagueChanged(league, (record(AuditAction.CREATED, name=settings.name),))


def edit(league: League, settings: LeagueSettings, others: Collection[str]) -> LeagueChanged:
    """Return the league with other settings. Settings that a season copies apply from the next season on.

    Raises LeagueRefused: LEAGUE_ARCHIVED, LEAGUE_TAKEN, SEASON_RUNS, and as for `validate_settings`.
    """
    require_open(league)
    settings = validate_settings(settings)
    changed = list_changed_settings(league.settings, settings)
    if not changed:
        return LeagueChanged(league)
    if league.running_season is not None and not FIXED_SETTINGS.isdisjoint(changed):
        raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=league.running_season.number)
    _require_free_name(settings.name, others)
    values = get_values(league.settings)
    done = record(AuditAction.EDITED, options=" ".join(changed), before={name: values[name] for name in changed})
    return LeagueChanged(replace(league, settings=settings), (done,))


def archive(league: League, at: float) -> LeagueChanged:
    """Return the league archived for good, with its season closed. Another league may then take its name."""
    require_open(league)
    closed = LeagueChanged(league) if league.running_season is None else close_season(league, at)
    archived = replace(closed.league, archived_at=at)
    return LeagueChanged(archived, (*closed.records, record(AuditAction.ARCHIVED)))


def set_manager(league: League, user: UserId, *, manages: bool) -> LeagueChanged:
    """Return the league with a user among its managers or, if `manages` is false, without this manager."""
    require_open(league)
    if manages == (user in league.managers):
        return LeagueChanged(league)
    done = record(AuditAction.MANAGER_ADDED if manages else AuditAction.MANAGER_REMOVED, user=user)
    return LeagueChanged(replace(league, managers=_toggle(league.managers, user)), (done,))


def set_manager_role(league: League, role: RoleId, *, manages: bool) -> LeagueChanged:
    """Return the league with a role that manages it or, if `manages` is false, without this role."""
    require_open(league)
    if manages == (role in league.manager_roles):
        return LeagueChanged(league)
    done = record(AuditAction.MANAGER_ROLE_ADDED if manages else AuditAction.MANAGER_ROLE_REMOVED, role=role)
    return LeagueChanged(replace(league, manager_roles=_toggle(league.manager_roles, role)), (done,))


def _toggle(ids: tuple[T, ...], one: T) -> tuple[T, ...]:
    return tuple(sorted({*ids} ^ {one}))


def _require_free_name(name: str, others: Collection[str]) -> None:
    if (taken := find_alike(name, others)) is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_TAKEN, name=taken)
