"""The service's part for disputes: results are voided, corrected and restored, and what follows is worked out anew."""

import asyncio
import logging
import time
from collections.abc import Callable

from bot.league.callers import Caller
from bot.league.deals import HIGHEST_RISE, LONGEST_REASON, Ruling, Verdict
from bot.league.desk import Desk
from bot.league.ids import GuildId, PoolId, ResultId
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
            LeagueRefused: NO_RESULT, NOT_ADMIN (no league that counts it is managed by the caller), REASON_LENGTH.
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

    async def may_rule(self, caller: Caller, result: ResultId) -> bool:
        """Tell whether somebody may rule about a result: who manages the server, or a league that counts it."""
        if caller.admin:
            return True
        return await self._store.manages_any(caller.user, await self._store.leagues_counting(result))

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
        if not await self.may_rule(caller, result):
            raise LeagueRefused(LeagueWhy.NOT_ADMIN)
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
