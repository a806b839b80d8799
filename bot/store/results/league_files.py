"""Loads results for export files, and saves results that were imported from files."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.booking.book_deal import book_imported_deals
from bot.league.files.import_csv import Fingerprint, deal_fingerprint
from bot.league.files.import_deals import ImportChange, ImportReport
from bot.league.results.deals import BookedDeal, list_users
from bot.league.results.read_models import LeagueResult
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import in_batches
from bot.store.leagues.league_rows import add_audit_entries
from bot.store.leagues.save_league import load_league
from bot.store.people.person_store import ensure_people, get_next_anonymous_id, load_names
from bot.store.results.booked_deals import load_deals, load_deals_where
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.results.save_rulings import attach_rulings
from bot.store.schema.base import PersonRow
from bot.store.schema.league_models import CountedDealRow
from bot.store.schema.result_models import DealResultRow

_TIME_TOLERANCE = 0.001
"""Seconds by which the time of a deal in a file may differ from its stored time, because files round times."""


class SqlLeagueFiles(Repository):
    """Implements `bot.league.files.import_deals.LeagueFileStore`. Every method is one transaction."""

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

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[Fingerprint]:
        return await self._connections.run_reading(lambda connection: _load_fingerprints(connection, guild, moments))

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        return await self._connections.run_reading(lambda connection: load_names(connection, PersonRow.id, users))

    async def import_deals(
        self, league: LeagueId, moments: Sequence[float], stamp: AuditStamp, change: ImportChange
    ) -> ImportReport | None:
        async def write(connection: AsyncConnection) -> ImportReport | None:
            store, found = SqlBookingStore(connection), await load_league(connection, league)
            if found is None:
                return None
            # Lock the pool before the league, as the booking of a table's deal does. Another order could deadlock.
            await store.lock_pool(found.guild, found.settings.preset)
            known = await load_league(connection, league, lock=True)
            assert known is not None
            pool = await store.lock_pool(known.guild, known.settings.preset)
            report = change(known, await _load_fingerprints(connection, known.guild, moments))
            deals = await _replace_anonymous_ids(connection, report.booked_deals)
            await ensure_people(connection, [stamp.by, *(seat.user for deal in deals for seat in deal.seats)])
            await book_imported_deals(store, known, pool, deals)
            await add_audit_entries(connection, known.guild, stamp, report.records, known.id)
            return report

        return await self._connections.run_writing(write)


async def _load_fingerprints(connection: AsyncConnection, guild: GuildId, moments: Sequence[float]) -> set[Fingerprint]:
    found: set[Fingerprint] = set()
    for some in in_batches(moments, 100):  # a batch is small because each moment needs two parameters
        near = [DealResultRow.at.between(m - _TIME_TOLERANCE, m + _TIME_TOLERANCE) for m in some]
        alike = await load_deals_where(connection, DealResultRow.guild_id == guild, or_(*near))
        found |= {deal_fingerprint(deal) for deal in alike}
    return found


async def _replace_anonymous_ids(connection: AsyncConnection, deals: Sequence[BookedDeal]) -> list[BookedDeal]:
    """Give new ids to anonymous people in the deals, because an id in a file may belong to somebody else here."""
    gone = sorted({user for deal in deals for user in list_users(deal.seats) if user < 0}, reverse=True)
    first = await get_next_anonymous_id(connection)
    here = {user: UserId(first - n) for n, user in enumerate(gone)}
    return [
        replace(deal, seats=tuple(replace(s, user=here.get(s.user, s.user)) if s.user else s for s in deal.seats))
        for deal in deals
    ]
