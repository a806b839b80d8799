"""Results for export files, and results imported from files."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, UserId
from bot.league.audit import AuditAction, AuditStamp
from bot.league.book_deal import book_imported_deals
from bot.league.deals import BookedDeal, list_users
from bot.league.import_csv import deal_fingerprint
from bot.league.read_models import LeagueResult
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.store.booked_deals import load_deals, load_deals_where
from bot.store.connections import Connections
from bot.store.deal_booking import SqlBookingStore
from bot.store.league_admin import lock_open_league
from bot.store.league_models import CountedDealRow
from bot.store.models import DealResultRow
from bot.store.people import ensure_people, get_next_anonymous_id, load_names
from bot.store.rulings import attach_rulings
from bot.store.seasons import add_audit_entry, find_open_season
from bot.store.upsert import in_batches

_TIME_TOLERANCE = 0.001
"""In seconds: files round times."""


class SqlLeagueFiles:
    """Implements `bot.league.ports.LeagueFileStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def list_counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[LeagueResult]:
        query = (
            select(CountedDealRow.result_id)
            .distinct()
            .where(CountedDealRow.season_id == season, CountedDealRow.result_id > after)
            .order_by(CountedDealRow.result_id)
            .limit(limit)
        )
        async with self._connections.read() as connection:
            ids = (await connection.execute(query)).scalars().all()
            return await attach_rulings(connection, list((await load_deals(connection, ids)).values()))

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[tuple[Any, ...]]:
        found: set[tuple[Any, ...]] = set()
        async with self._connections.read() as connection:
            for some in in_batches(moments, 100):  # two parameters each
                near = [DealResultRow.at.between(m - _TIME_TOLERANCE, m + _TIME_TOLERANCE) for m in some]
                alike = await load_deals_where(connection, DealResultRow.guild_id == guild, or_(*near))
                found |= {deal_fingerprint(deal) for deal in alike}
        return found

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        async with self._connections.read() as connection:
            return {UserId(user): name for user, name in (await load_names(connection, users)).items()}

    async def add_imported_deals(self, league: LeagueId, deals: Sequence[BookedDeal], stamp: AuditStamp) -> None:
        async with self._connections.write() as connection:
            known = await lock_open_league(connection, league)
            if await find_open_season(connection, league) is None:
                raise LeagueRefused(LeagueRefusal.NO_SEASON, name=known.name)
            store = SqlBookingStore(connection)
            pool = await store.lock_pool(known.guild, known.settings.preset)
            deals = await _replace_anonymous_ids(connection, deals)
            await ensure_people(connection, [stamp.by, *(seat.user for deal in deals for seat in deal.seats)])
            await book_imported_deals(store, known, pool, deals)
            await add_audit_entry(connection, known, stamp, AuditAction.IMPORTED, {"results": len(deals)})
            await connection.commit()


async def _replace_anonymous_ids(connection: AsyncConnection, deals: Sequence[BookedDeal]) -> list[BookedDeal]:
    """Return deals with a free id for each person below zero: here their id could be another person's."""
    gone = sorted({user for deal in deals for user in list_users(deal.seats) if user < 0}, reverse=True)
    first = await get_next_anonymous_id(connection)
    here = {user: UserId(first - n) for n, user in enumerate(gone)}
    return [
        replace(deal, seats=tuple(replace(s, user=here.get(s.user, s.user)) if s.user else s for s in deal.seats))
        for deal in deals
    ]
