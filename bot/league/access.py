"""Who calls the service, and what they may do."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.ids import GuildId, LeagueId, RoleId, UserId
from bot.league.audit import AuditStamp
from bot.league.leagues import LeagueInfo
from bot.league.ports import LeagueAdminStore
from bot.league.refusals import LeagueRefusal, LeagueRefused


@dataclass(frozen=True, slots=True)
class Caller:
    """The user who calls, with their roles. An `admin` may manage the server, and with it all of its leagues."""

    user: UserId
    admin: bool = False
    roles: frozenset[RoleId] = frozenset()


@dataclass(frozen=True, slots=True)
class LeagueAccess:
    """Checks permissions, and stamps what is done with the caller and the time."""

    _store: LeagueAdminStore
    now: Callable[[], float] = time.time

    async def get_league(self, guild: GuildId, league: LeagueId) -> LeagueInfo:
        """Return a league of a server, archived or not.

        Raises:
            LeagueRefused: NO_LEAGUE, also when it belongs to another server.
        """
        found = await self._store.find_league(league)
        if found is None or found.guild != guild:
            raise LeagueRefused(LeagueRefusal.NO_LEAGUE)
        return found

    async def can_manage(self, caller: Caller, league: LeagueInfo) -> bool:
        """Return whether the caller may manage a league."""
        if caller.admin or caller.user in await self._store.list_managers(league.id):
            return True
        return bool(caller.roles) and not caller.roles.isdisjoint(await self._store.list_manager_roles(league.id))

    async def require_manager(self, caller: Caller, guild: GuildId, league: LeagueId) -> LeagueInfo:
        """Return a league that the caller may manage.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER.
        """
        found = await self.get_league(guild, league)
        if not await self.can_manage(caller, found):
            raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=found.name)
        return found

    def stamp(self, caller: Caller) -> AuditStamp:
        """Return the caller and the present time, for the audit log."""
        return AuditStamp(caller.user, self.now())


def require_admin(caller: Caller) -> None:
    """Make sure that the caller may manage the server.

    Raises:
        LeagueRefused: NOT_ADMIN.
    """
    if not caller.admin:
        raise LeagueRefused(LeagueRefusal.NOT_ADMIN)
