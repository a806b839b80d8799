"""Pure functions that open and close a league's entries, and that let users and teams enter or leave the league."""

from dataclasses import dataclass, replace

from bot.ids import UNSAVED, EntrantId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditRecord, record
from bot.league.leagues.access import Caller, manages
from bot.league.leagues.league_ports import EntrantChanged, LeagueChanged
from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import Entrant, League, require_open
from bot.league.leagues.validate import parse_league_rules
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.ladder import SIDES
from bot.league.teams.teams import Team


def set_entries(league: League, at: float, *, is_open: bool) -> LeagueChanged:
    """Return the league with its entries open or closed."""
    require_open(league)
    if is_open == (league.entries_closed_at is None):
        return LeagueChanged(league)
    done = record(AuditAction.ENTRIES_OPENED if is_open else AuditAction.ENTRIES_CLOSED)
    return LeagueChanged(replace(league, entries_closed_at=None if is_open else at), (done,))


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request to enter or withdraw a user or a team. By default, it is about the caller."""

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
    """Return a user or a team as an entrant. An entrant who left the league earlier keeps their id.

    Raises LeagueRefused: ENTRIES_CLOSED (not for managers), ALREADY_IN, TEAM_SIZE, and as for `withdraw` except NOT_IN.
    """
    require_open(league)
    if league.entries_closed_at is not None and not manages(request.caller, league):
        raise LeagueRefused(LeagueRefusal.ENTRIES_CLOSED, name=league.name)
    team = _require_team(league, request)
    size = parse_league_rules(league.settings).players // SIDES
    if team is not None and team.size != size:
        raise LeagueRefused(LeagueRefusal.TEAM_SIZE, name=team.name, size=size)
    if known is not None and not known.left:
        raise LeagueRefused(LeagueRefusal.ALREADY_IN, name=league.name)
    entrant = known or Entrant(EntrantId(UNSAVED), request.user, request.team_id)
    return EntrantChanged(replace(entrant, left=False), _record(request, team, joins=True))


def withdraw(league: League, known: Entrant | None, request: EntryRequest) -> EntrantChanged:
    """Return an entrant marked as having left; their deals stay.

    Raises LeagueRefused: LEAGUE_ARCHIVED, NOT_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER, NOT_MANAGER.
    """
    require_open(league)
    team = _require_team(league, request)
    if known is None or known.left:
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    return EntrantChanged(replace(known, left=True), _record(request, team, joins=False))


def _require_team(league: League, request: EntryRequest) -> Team | None:
    """Return a request's team, or None in a league of persons. Refuse a request that the caller may not make."""
    if league.settings.ranked_by is RankedBy.PERSONS:
        if request.team_id is not None:
            raise LeagueRefused(LeagueRefusal.PERSONS_ONLY, name=league.name)
        if request.user != request.caller.user and not manages(request.caller, league):
            raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=league.name)
        return None
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
