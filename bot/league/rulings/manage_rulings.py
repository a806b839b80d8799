"""Voids, corrects and restores results, and recomputes the ratings afterwards."""

import asyncio
import logging

from bot.ids import GuildId, ResultId
from bot.league.leagues.access import Caller, LeagueAccess
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import MAX_POINTS, MAX_REASON_LENGTH, MAX_RISE, Ruling, RulingKind
from bot.league.results.read_models import LeagueResult
from bot.league.rulings.recompute_ratings import RatingRecompute
from bot.league.rulings.ruling_changes import RulingStore, rule
from bot.names import MENTION_PATTERN
from bot.stopping import stop_tasks

log = logging.getLogger(__name__)


class LeagueRulings:
    """The part of the league service for rulings. They change scores and levels at once, and ratings in the background.

    Rulings raise LeagueRefused: NO_RESULT, REASON_LENGTH, BAD_SETTINGS, and what `require_can_rule` and `rule` raise.
    """

    def __init__(self, store: RulingStore, access: LeagueAccess, recompute: RatingRecompute) -> None:
        self._store = store
        self._access = access
        self._recompute = recompute
        self._one_at_a_time = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    async def void(self, caller: Caller, guild: GuildId, result: ResultId, reason: str) -> LeagueResult:
        """Void a result, so that it counts for nothing."""
        return await self._rule(caller, guild, result, Ruling(RulingKind.VOID), reason)

    async def correct(
        self, caller: Caller, guild: GuildId, result: ResultId, ruling: Ruling, reason: str
    ) -> LeagueResult:
        """Correct the winner, rise or points of a result."""
        for name, value, most in (("rise", ruling.rise, MAX_RISE), ("points", ruling.points, MAX_POINTS)):
            if not 0 <= value <= most:
                raise LeagueRefused(LeagueRefusal.BAD_SETTINGS, name=name, smallest=0, largest=most)
        return await self._rule(caller, guild, result, ruling, reason)

    async def restore(self, caller: Caller, guild: GuildId, result: ResultId, reason: str) -> LeagueResult:
        """Take back the last ruling. An earlier correction counts again or, without one, the booked result."""
        return await self._rule(caller, guild, result, Ruling(RulingKind.RESTORE), reason)

    async def require_can_rule(self, caller: Caller, result: ResultId) -> None:
        """Refuse a caller who may not rule on a result. Raises LeagueRefused: NOT_ADMIN, NOT_MANAGER."""
        if caller.admin:
            return
        counting = await self._store.find_counting_season(result)
        league, _ = LeagueRefused.require_found(counting, LeagueRefusal.NOT_ADMIN)
        await self._access.require_manager(caller, league.guild, league.id)

    async def recompute_stale_ratings(self) -> int:
        """Recompute the ratings in all pools where they are stale. Return the number of these pools."""
        async with self._one_at_a_time:
            return await self._recompute.recompute_stale()

    def start_recompute(self) -> None:
        """Recompute all stale ratings in the background, including those left by an earlier run of the program."""
        task = asyncio.create_task(self._recompute_and_log())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Stop recomputing; the ratings that are still stale are recomputed after the next start."""
        await stop_tasks(*self._running)

    async def _rule(
        self, caller: Caller, guild: GuildId, result: ResultId, ruling: Ruling, reason: str
    ) -> LeagueResult:
        reason = MENTION_PATTERN.sub("@…", " ".join(reason.split()))
        if not 1 <= len(reason) <= MAX_REASON_LENGTH:
            raise LeagueRefused(LeagueRefusal.REASON_LENGTH, longest=MAX_REASON_LENGTH, given=len(reason))
        LeagueRefused.require_found(await self._store.find_result(guild, result), LeagueRefusal.NO_RESULT)
        await self.require_can_rule(caller, result)
        stamp = self._access.stamp(caller)
        counts = await self._store.update_result(guild, result, stamp, lambda known: rule(known, ruling, stamp, reason))
        ruled = LeagueRefused.require_found(counts, LeagueRefusal.NO_RESULT)
        self.start_recompute()
        return ruled

    async def _recompute_and_log(self) -> None:
        try:
            await self.recompute_stale_ratings()
        except Exception:  # the ruling is saved, and the next ruling or start tries again
            log.exception("ratings could not be recomputed")
