"""The service's part for disputes: results are voided, corrected and restored, and what follows is worked out anew."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence

from bot.league.callers import Caller
from bot.league.deals import HIGHEST_RISE, LONGEST_REASON, Ruling, Verdict
from bot.league.desk import Desk
from bot.league.ids import GuildId, LeagueId, PoolId, ResultId
from bot.league.leagues import LeagueFacts, Season
from bot.league.looks import Result
from bot.league.plausible import MOST_POINTS
from bot.league.ports import LeagueStore
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import MENTION
from bot.league.working import Worker, in_thread

log = logging.getLogger(__name__)


class Repairs(Desk):
    """Rulings. Seasons and levels follow at once, ratings a moment later (`Pool.stale` until then)."""

    def __init__(self, store: LeagueStore, now: Callable[[], float] = time.time, worker: Worker = in_thread) -> None:
        super().__init__(store, now)
        self._worker = worker
        self._one_at_a_time = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    async def void(self, caller: Caller, guild: GuildId, result: ResultId, reason: str) -> Result:
        """Let a result count for nothing.

        Raises:
            LeagueRefused: NO_RESULT, REASON_LENGTH, or the caller may not (`require_ruler`).
        """
        return await self._rule(caller, guild, result, Ruling(Verdict.VOID), reason)

    async def correct(self, caller: Caller, guild: GuildId, result: ResultId, ruling: Ruling, reason: str) -> Result:
        """Let a result count with another winner, rise or points.

        Raises:
            LeagueRefused: as for `void`, BAD_DRAFT (rise or points out of range).
        """
        for name, value, most in (("rise", ruling.rise, HIGHEST_RISE), ("points", ruling.points, MOST_POINTS)):
            if not 0 <= value <= most:
                raise LeagueRefused(LeagueWhy.BAD_DRAFT, name=name, smallest=0, largest=most)
        asked = Ruling(Verdict.CORRECT, ruling.declarers_hold, ruling.rise, ruling.points)
        return await self._rule(caller, guild, result, asked, reason)

    async def restore(self, caller: Caller, guild: GuildId, result: ResultId, reason: str) -> Result:
        """Let a result count as it was booked.

        Raises:
            LeagueRefused: as for `void`, AS_BOOKED.
        """
        return await self._rule(caller, guild, result, Ruling(Verdict.RESTORE), reason)

    async def counted_in(self, result: ResultId) -> Sequence[tuple[LeagueFacts, Season]]:
        """Return the leagues in which a result counts, and in which season: a ruling about it holds in all of them."""
        return await self._store.seasons_counting(result)

    async def ruled_since(self, league: LeagueId) -> Mapping[int, int]:
        """Return how often results of a league's seasons, by their number, were ruled about after they were closed."""
        return await self._store.ruled_since(league)

    async def require_ruler(self, caller: Caller, result: ResultId) -> None:
        """Make sure that somebody may rule about a result: he manages the server, or every league that counts it.

        Raises:
            LeagueRefused: NOT_ADMIN (no league counts it), NOT_MANAGER (one does), NOT_EVERY_MANAGER.
        """
        leagues = [league for league, _ in await self.counted_in(result)]
        if caller.admin or await self._store.manages_all(caller.user, [league.id for league in leagues]):
            return
        if not leagues:
            raise LeagueRefused(LeagueWhy.NOT_ADMIN)
        if len(leagues) == 1:
            raise LeagueRefused(LeagueWhy.NOT_MANAGER, name=leagues[0].name)
        raise LeagueRefused(LeagueWhy.NOT_EVERY_MANAGER, names=tuple(league.name for league in leagues))

    async def catch_up(self) -> int:
        """Work out all ratings that are stale, and return how many pools were; to be called once at the start too."""
        count = 0
        async with self._one_at_a_time:
            while stale := await self._store.stale():
                for pool, first, asked in stale:
                    count += await self._work_out(pool, first, asked)
        return count

    def begin(self) -> None:
        """Work out in the background what is stale: at the start, what a program that died has left."""
        task = asyncio.create_task(self._quietly())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settled(self) -> None:
        """Wait until what was begun has been worked out."""
        while self._running:
            await asyncio.wait(self._running)

    async def close(self) -> None:
        """Stop working; what is stale stays so until the next start."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _rule(self, caller: Caller, guild: GuildId, result: ResultId, ruling: Ruling, reason: str) -> Result:
        reason = MENTION.sub("@…", " ".join(reason.split()))
        if not 1 <= len(reason) <= LONGEST_REASON:
            raise LeagueRefused(LeagueWhy.REASON_LENGTH, longest=LONGEST_REASON, given=len(reason))
        if await self._store.result(guild, result) is None:
            raise LeagueRefused(LeagueWhy.NO_RESULT)
        await self.require_ruler(caller, result)
        counts = await self._store.rule(guild, result, ruling, self._act(caller), reason)
        self.begin()
        return counts

    async def _work_out(self, pool: PoolId, first: ResultId, asked: int) -> bool:
        known, deals = await self._store.rated_before(pool, first)
        changes = await self._worker(known, deals)
        last = deals[-1].id if deals else first
        return await self._store.swap(pool, first, asked, last, changes)

    async def _quietly(self) -> None:
        try:
            await self.catch_up()
        except Exception:  # the ruling holds: what is stale is worked out with the next one, or at the next start
            log.exception("ratings could not be worked out")
