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
from bot.store.league_models import CountedDealRow, LeagueRow
from bot.store.people import ensure_people, get_next_anonymous_id, load_names
from bot.store.result_models import DealResultRow
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
        async with self._connections.read() as connection:
            return await _load_fingerprints(connection, guild, moments)

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        async with self._connections.read() as connection:
            return {UserId(user): name for user, name in (await load_names(connection, users)).items()}

    async def add_imported_deals(self, league: LeagueId, deals: Sequence[BookedDeal], stamp: AuditStamp) -> None:
        async with self._connections.write() as connection:
            store = SqlBookingStore(connection)
            # tables book in the same order, pool before league: nobody waits in a circle
            await _lock_pool_of(store, connection, league)
            known = await lock_open_league(connection, league)
            pool = await store.lock_pool(known.guild, known.settings.preset)
            if await find_open_season(connection, league) is None:
                raise LeagueRefused(LeagueRefusal.NO_SEASON, name=known.name)
            await _refuse_known_deals(connection, known.guild, deals)
            deals = await _replace_anonymous_ids(connection, deals)
            await ensure_people(connection, [stamp.by, *(seat.user for deal in deals for seat in deal.seats)])
            await book_imported_deals(store, known, pool, deals)
            await add_audit_entry(connection, known, stamp, AuditAction.IMPORTED, {"results": len(deals)})
            await connection.commit()


async def _lock_pool_of(store: SqlBookingStore, connection: AsyncConnection, league: LeagueId) -> None:
    query = select(LeagueRow.guild_id, LeagueRow.preset).where(LeagueRow.id == league)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise LeagueRefused(LeagueRefusal.NO_LEAGUE)
    await store.lock_pool(GuildId(row.guild_id), row.preset)


async def _load_fingerprints(
    connection: AsyncConnection, guild: GuildId, moments: Sequence[float]
) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    for some in in_batches(moments, 100):  # two parameters each
        near = [DealResultRow.at.between(m - _TIME_TOLERANCE, m + _TIME_TOLERANCE) for m in some]
        alike = await load_deals_where(connection, DealResultRow.guild_id == guild, or_(*near))
        found |= {deal_fingerprint(deal) for deal in alike}
    return found


async def _refuse_known_deals(connection: AsyncConnection, guild: GuildId, deals: Sequence[BookedDeal]) -> None:
    """Refuse deals that were booked after the file was checked, by a second press, say."""
    booked = await _load_fingerprints(connection, guild, [deal.at for deal in deals])
    if known := sum(deal_fingerprint(deal) in booked for deal in deals):
        raise LeagueRefused(LeagueRefusal.ALREADY_IMPORTED, given=known)


async def _replace_anonymous_ids(connection: AsyncConnection, deals: Sequence[BookedDeal]) -> list[BookedDeal]:
    """Return deals with a free id for each person below zero: here their id could be another person's."""
    gone = sorted({user for deal in deals for user in list_users(deal.seats) if user < 0}, reverse=True)
    first = await get_next_anonymous_id(connection)
    here = {user: UserId(first - n) for n, user in enumerate(gone)}
    return [
        replace(deal, seats=tuple(replace(s, user=here.get(s.user, s.user)) if s.user else s for s in deal.seats))
        for deal in deals
    ]
