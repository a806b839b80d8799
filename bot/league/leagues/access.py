"""The user who calls the service, and checks of what they may do."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.ids import GuildId, LeagueId, RoleId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.league_ports import LeagueReader
from bot.league.leagues.leagues import League, LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused


@dataclass(frozen=True, slots=True)
class Caller:
    """The user who calls the service, with their roles. An `admin` may manage the server and all of its leagues."""

    user: UserId
    admin: bool = False
    roles: frozenset[RoleId] = frozenset()
    language: str | None = None
    """The tag of the user's language, which is saved with the events and leagues that they create."""
    undoes: bool = False
    """Whether the user is taking back an earlier act of their own."""


@dataclass(frozen=True, slots=True)
class LeagueAccess:
    """Checks what callers may do, and stamps their acts with caller and time for the audit log."""

    _store: LeagueReader
    now: Callable[[], float] = time.time

    async def get_league(self, guild: GuildId, league: LeagueId) -> League:
        """Return a league of this server, archived or not. Raises LeagueRefused: NO_LEAGUE."""
        return require_league(guild, await self._store.find_league(league))

    async def list_leagues_of(self, team: TeamId) -> Sequence[LeagueInfo]:
        """Return the open leagues that a team has joined, oldest first."""
        return await self._store.list_leagues(team=team)

    async def can_manage(self, caller: Caller, league: LeagueInfo) -> bool:
        """Return whether the caller may manage a league."""
        return caller.admin or manages(caller, await self.get_league(league.guild, league.id))

    async def require_manager(self, caller: Caller, guild: GuildId, league: LeagueId) -> League:
        """Return a league that the caller may manage. Raises LeagueRefused: NO_LEAGUE, NOT_MANAGER."""
        return require_manages(caller, await self.get_league(guild, league))

    def stamp(self, caller: Caller) -> AuditStamp:
        """Return the caller and the present time, for the audit log."""
        return AuditStamp(caller.user, self.now(), caller.undoes)


def manages(caller: Caller, league: League) -> bool:
    """Return whether the caller may manage a league."""
    return caller.admin or caller.user in league.managers or not caller.roles.isdisjoint(league.manager_roles)


def require_league(guild: GuildId, league: League | None) -> League:
    """Return a league, if there is one and it belongs to this server. Raises LeagueRefused: NO_LEAGUE."""
    if league is None or league.guild != guild:
        raise LeagueRefused(LeagueRefusal.NO_LEAGUE)
    return league


def require_manages(caller: Caller, league: League) -> League:
    """Return a league that the caller may manage. Raises LeagueRefused: NOT_MANAGER."""
    if not manages(caller, league):
        raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=league.name)
    return league


def require_admin(caller: Caller) -> None:
    """Make sure that the caller may manage the server. Raises LeagueRefused: NOT_ADMIN."""
    if not caller.admin:
        raise LeagueRefused(LeagueRefusal.NOT_ADMIN)
