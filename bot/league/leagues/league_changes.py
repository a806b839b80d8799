"""Pure functions that create, edit and archive a league, set its managers, and enter or withdraw its entrants.

A change of a league returns the same league, with nothing to record, if there is nothing to change. Every change of
an archived league is refused (LEAGUE_ARCHIVED).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.ids import UNSAVED, EntrantId, GuildId, LeagueId, RoleId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditRecord, AuditStamp, record
from bot.league.leagues.access import Caller, manages
from bot.league.leagues.league_ports import EntrantChanged, LeagueChanged
from bot.league.leagues.league_settings import FIXED_SETTINGS, LeagueSettings, RankedBy, list_changed_settings
from bot.league.leagues.leagues import MAX_LEAGUES_PER_GUILD, Entrant, League, require_open
from bot.league.leagues.season_changes import close_season
from bot.league.leagues.validate import parse_league_rules, validate_settings
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.ladder import SIDES
from bot.league.teams.teams import Team
from bot.names import find_alike
from bot.setting_fields import get_values

T = TypeVar("T", bound=int)


def create(
    guild: GuildId, settings: LeagueSettings, others: Collection[str], stamp: AuditStamp, language: str | None = None
) -> LeagueChanged:
    """Return a new league without a season; its creator is its first manager. `others` are names of open leagues.

    Raises:
        LeagueRefused: LEAGUE_TAKEN, TOO_MANY_LEAGUES, and as for `validate_settings`.
    """
    settings = validate_settings(settings)
    _require_free_name(settings.name, others)
    if len(others) >= MAX_LEAGUES_PER_GUILD:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_LEAGUES, limit=MAX_LEAGUES_PER_GUILD)
    managers = () if stamp.by is None else (stamp.by,)
    league = League(LeagueId(UNSAVED), guild, settings, stamp.at, language=language, managers=managers)
    return LeagueChanged(league, (record(AuditAction.CREATED, name=settings.name),))


def edit(league: League, settings: LeagueSettings, others: Collection[str]) -> LeagueChanged:
    """Return the league with other settings; points and season length apply from the next season on.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED, LEAGUE_TAKEN, SEASON_RUNS, and as for `validate_settings`.
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
    """Return the league archived for good, with its season closed; its name becomes free."""
    require_open(league)
    closed = LeagueChanged(league) if league.running_season is None else close_season(league, at)
    archived = replace(closed.league, archived_at=at)
    return LeagueChanged(archived, (*closed.records, record(AuditAction.ARCHIVED)))


def set_manager(league: League, user: UserId, *, manages: bool) -> LeagueChanged:
    """Return the league with a user added to its managers, or removed from them if not `manages`."""
    require_open(league)
    if manages == (user in league.managers):
        return LeagueChanged(league)
    done = record(AuditAction.MANAGER_ADDED if manages else AuditAction.MANAGER_REMOVED, user=user)
    return LeagueChanged(replace(league, managers=_toggle(league.managers, user)), (done,))


def set_manager_role(league: League, role: RoleId, *, manages: bool) -> LeagueChanged:
    """Return the league with a role added to those whose members manage it, or removed from them if not `manages`."""
    require_open(league)
    if manages == (role in league.manager_roles):
        return LeagueChanged(league)
    done = record(AuditAction.MANAGER_ROLE_ADDED if manages else AuditAction.MANAGER_ROLE_REMOVED, role=role)
    return LeagueChanged(replace(league, manager_roles=_toggle(league.manager_roles, role)), (done,))


def set_entries(league: League, at: float, *, is_open: bool) -> LeagueChanged:
    """Return the league with its entries open or closed."""
    require_open(league)
    if is_open == (league.entries_closed_at is None):
        return LeagueChanged(league)
    done = record(AuditAction.ENTRIES_OPENED if is_open else AuditAction.ENTRIES_CLOSED)
    return LeagueChanged(replace(league, entries_closed_at=None if is_open else at), (done,))


def _toggle(ids: tuple[T, ...], one: T) -> tuple[T, ...]:
    return tuple(sorted({*ids} ^ {one}))


def _require_free_name(name: str, others: Collection[str]) -> None:
    taken = find_alike(name, others)
    if taken is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_TAKEN, name=taken)


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request to enter or withdraw a team or a user; without either, it is for the caller."""

    caller: Caller
    team_id: TeamId | None = None
    named_user: UserId | None = None
    team: Team | None = None
    """The team with the id `team_id`; None if there is no such team."""
    moves: bool = False
    """Whether the entrant moves from one league into another."""

    @property
    def user(self) -> UserId | None:
        """The user who enters or withdraws; None for a team."""
        return (self.named_user or self.caller.user) if self.team_id is None else None


def enter(league: League, known: Entrant | None, request: EntryRequest) -> EntrantChanged:
    """Return a user or team as an entrant; one that had left continues as the same entrant.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED, ENTRIES_CLOSED (but not for managers), ALREADY_IN, TEAM_SIZE, and as for
            `withdraw`.
    """
    require_open(league)
    if league.entries_closed_at is not None and not manages(request.caller, league):
        raise LeagueRefused(LeagueRefusal.ENTRIES_CLOSED, name=league.name)
    team = _require_request(league, request)
    size = parse_league_rules(league.settings).players // SIDES
    if team is not None and team.size != size:
        raise LeagueRefused(LeagueRefusal.TEAM_SIZE, name=team.name, size=size)
    if known is not None and not known.left:
        raise LeagueRefused(LeagueRefusal.ALREADY_IN, name=league.name)
    entrant = known or Entrant(EntrantId(UNSAVED), request.user, request.team_id)
    return EntrantChanged(replace(entrant, left=False), _record(request, team, joins=True))


def withdraw(league: League, known: Entrant | None, request: EntryRequest) -> EntrantChanged:
    """Return an entrant as one that has left; their deals stay.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED, NOT_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER, NOT_MANAGER.
    """
    require_open(league)
    team = _require_request(league, request)
    if known is None or known.left:
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    return EntrantChanged(replace(known, left=True), _record(request, team, joins=False))


def _require_request(league: League, request: EntryRequest) -> Team | None:
    """Refuse a request that the caller may not make; return its team, or None in a league of persons."""
    if league.settings.ranked_by is RankedBy.TEAMS:
        return _require_team(league, request)
    if request.team_id is not None:
        raise LeagueRefused(LeagueRefusal.PERSONS_ONLY, name=league.name)
    if request.user != request.caller.user and not manages(request.caller, league):
        raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=league.name)
    return None


def _require_team(league: League, request: EntryRequest) -> Team:
    if request.team_id is None:
        raise LeagueRefused(LeagueRefusal.TEAMS_ONLY, name=league.name)
    team = request.team
    if team is None or team.guild != league.guild:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    if request.caller.user not in team.members and not manages(request.caller, league):
        raise LeagueRefused(LeagueRefusal.NOT_MEMBER, name=team.name)
    return team


def _record(request: EntryRequest, team: Team | None, *, joins: bool) -> AuditRecord:
    action, moved = AuditAction.JOINED if joins else AuditAction.LEFT, True if request.moves else None
    if team is None:
        return record(action, user=request.user, moved=moved)
    return record(action, team=team.id, name=team.name, moved=moved)
