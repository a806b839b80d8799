"""What every part of the service has at hand, and who may do what."""

import time
from collections.abc import Callable

from bot.league.callers import Act, Caller
from bot.league.ids import GuildId, LeagueId
from bot.league.leagues import LeagueFacts
from bot.league.ports import LeagueStore
from bot.league.refusals import LeagueRefused, LeagueWhy


class Desk:
    """A store and a clock. Every refusal is a `LeagueRefused`, and nothing has changed then."""

    def __init__(self, store: LeagueStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def league(self, guild: GuildId, league: LeagueId) -> LeagueFacts:
        """Return a league of a server, archived or not.

        Raises:
            LeagueRefused: NO_LEAGUE, also when it is another server's.
        """
        found = await self._store.league(league)
        if found is None or found.guild != guild:
            raise LeagueRefused(LeagueWhy.NO_LEAGUE)
        return found

    async def may_manage(self, caller: Caller, league: LeagueFacts) -> bool:
        """Tell whether somebody may manage a league."""
        return caller.admin or caller.user in await self._store.managers(league.id)

    async def _managed(self, caller: Caller, guild: GuildId, league: LeagueId) -> LeagueFacts:
        """Return a league that the caller may manage."""
        found = await self.league(guild, league)
        if not await self.may_manage(caller, found):
            raise LeagueRefused(LeagueWhy.NOT_MANAGER, name=found.name)
        return found

    def _act(self, caller: Caller) -> Act:
        return Act(caller.user, self._now())
