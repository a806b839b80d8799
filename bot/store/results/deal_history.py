"""Queries about played deals: those of a league, of a table, of a player, or of two players."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.ids import GuildId, LeagueId, PoolId, ResultId, TableId, TeamId, UserId
from bot.league.results.deals import SeatRole
from bot.league.results.read_models import LastDeal, LeagueResult, PlayedDeal, PlayerHistory, RatingPoint, WinRecord
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import get_table
from bot.store.leagues.league_rows import to_rating
from bot.store.results.booked_deals import load_deals
from bot.store.results.save_rulings import attach_rulings, find_counting_season
from bot.store.schema.league_models import (
    CountedDealRow,
    EntrantRow,
    RatingChangeRow,
    RatingPoolRow,
    RatingRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamRow

MAX_RESULTS: Final = 1000
"""The most results in a list of a league's results. The list has the newest ones. Counting all would be slow."""
_NOT_VOID: Final = DealResultRow.void.is_(False)


class SqlDealHistory(Repository):
    """Implements `bot.league.queries.query_ports.DealHistoryStore`. Every method reads one snapshot of the database."""

    async def list_league_results(
        self, league: LeagueId, offset: int, limit: int
    ) -> tuple[Sequence[LeagueResult], int]:
        seasons = select(SeasonRow.id).where(SeasonRow.league_id == league).order_by(SeasonRow.number.desc())
        async with self._connections.read() as connection:
            found = (await connection.execute(seasons)).scalars().all()
            ids: list[ResultId] = []
            # A deal counts in at most one season, so none is found twice. Newer seasons come first.
            for one in found:
                query = select(CountedDealRow.result_id).distinct().where(CountedDealRow.season_id == one)
                newest = query.order_by(CountedDealRow.result_id.desc()).limit(MAX_RESULTS - len(ids))
                ids += (await connection.execute(newest)).scalars().all()
                if len(ids) == MAX_RESULTS:
                    break
            some = ids[offset : offset + limit]
            deals = await load_deals(connection, some)
            return await attach_rulings(connection, [deals[id_] for id_ in some]), len(ids)

    async def summarize_last_deal(self, table: TableId) -> LastDeal:
        last = select(DealResultRow.id, DealResultRow.void).where(DealResultRow.table_id == table)
        async with self._connections.read() as connection:
            deal = (await connection.execute(last.order_by(DealResultRow.revision.desc()).limit(1))).one_or_none()
            if deal is None:
                return LastDeal()
            counting = await find_counting_season(connection, deal.id)
            climbed = (
                select(TeamRow.name)
                .join(TeamResultRow, TeamResultRow.team_id == TeamRow.id)
                .where(TeamResultRow.result_id == deal.id, TeamResultRow.climbed.is_(True))
                .order_by(TeamResultRow.side)
            )
            names = (await connection.execute(climbed)).scalars().all()
        return LastDeal(None if counting is None else counting[0].name, tuple(names), deal.void)

    async def get_counted_teams(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, TeamId]]:
        query = (
            select(CountedDealRow.result_id, CountedDealRow.seat, EntrantRow.team_id)
            .join(EntrantRow, EntrantRow.id == CountedDealRow.entrant_id)
            .where(CountedDealRow.result_id.in_(results), EntrantRow.league_id == league)
        )
        found: dict[ResultId, dict[int, TeamId]] = {}
        for result, seat, team in await self._connections.fetch_all(query):
            if team is not None:
                found.setdefault(result, {})[seat] = team
        return found

    async def load_player_history(self, pool: PoolId, user: UserId) -> PlayerHistory:
        change = RatingChangeRow
        rated = select(get_table(change)).where(change.pool_id == pool, change.user_id == user)
        rated = rated.order_by(change.result_id)
        async with self._connections.read() as connection:
            return PlayerHistory(
                await _load_played_deals(connection, pool, user),
                [RatingPoint(row.result_id, to_rating(row)) for row in await connection.execute(rated)],
                await _count_climbs(connection, pool, user),
                await _find_top_partner(connection, pool, user),
            )

    async def list_presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        query = (
            select(RatingPoolRow.preset, RatingRow.deals)
            .join(RatingPoolRow, RatingPoolRow.id == RatingRow.pool_id)
            .where(RatingRow.user_id == user, RatingPoolRow.guild_id == guild)
            .order_by(RatingRow.deals.desc(), RatingPoolRow.id)
        )
        return [(preset, deals) for preset, deals in await self._connections.fetch_all(query)]

    async def list_shared_presets(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        own, other, deals = aliased(SeatResultRow), aliased(SeatResultRow), func.count()
        query = (
            select(RatingPoolRow.preset, deals)
            .select_from(own)
            .join(other, other.result_id == own.result_id)
            .join(DealResultRow, DealResultRow.id == own.result_id)
            .join(RatingPoolRow, RatingPoolRow.id == DealResultRow.pool_id)
            .where(own.user_id == left, other.user_id == right, RatingPoolRow.guild_id == guild, _NOT_VOID)
            .group_by(RatingPoolRow.id, RatingPoolRow.preset)
            .order_by(deals.desc(), RatingPoolRow.id)
        )
        return [(preset, count) for preset, count in await self._connections.fetch_all(query)]

    async def list_meetings(self, pool: PoolId, left: UserId, right: UserId) -> Sequence[tuple[bool, bool]]:
        own, other = aliased(SeatResultRow), aliased(SeatResultRow)
        query = (
            select(own.declaring == other.declaring, own.won)
            .join(other, other.result_id == own.result_id)
            .join(DealResultRow, DealResultRow.id == own.result_id)
            .where(own.user_id == left, other.user_id == right, DealResultRow.pool_id == pool, _NOT_VOID)
            .order_by(own.result_id)
        )
        return [(bool(together), bool(won)) for together, won in await self._connections.fetch_all(query)]


async def _load_played_deals(connection: AsyncConnection, pool: PoolId, user: UserId) -> Sequence[PlayedDeal]:
    seat = SeatResultRow
    query = (
        select(*DealResultRow.__table__.columns, seat.role, seat.won, seat.match_won)
        .join(DealResultRow, DealResultRow.id == seat.result_id)
        .where(seat.user_id == user, DealResultRow.pool_id == pool, _NOT_VOID)
        .order_by(seat.result_id)
    )
    return [_to_played_deal(row) for row in await connection.execute(query)]


async def _find_top_partner(connection: AsyncConnection, pool: PoolId, user: UserId) -> tuple[UserId, WinRecord] | None:
    own, other = aliased(SeatResultRow), aliased(SeatResultRow)
    deals, won = func.count(), func.sum(cast(own.won, Integer))
    query = (
        select(other.user_id, deals, won)
        .join(other, other.result_id == own.result_id)
        .join(DealResultRow, DealResultRow.id == own.result_id)
        .where(own.user_id == user, other.user_id != user, other.user_id > 0, other.declaring == own.declaring)
        .where(DealResultRow.pool_id == pool, _NOT_VOID)
        .group_by(other.user_id)
        .order_by(deals.desc(), won.desc(), other.user_id)
        .limit(1)
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None or row[0] is None else (row[0], WinRecord(row[1], row[2]))


async def _count_climbs(connection: AsyncConnection, pool: PoolId, user: UserId) -> int:
    seat, team = SeatResultRow, TeamResultRow
    query = (
        select(func.count())
        .select_from(seat)
        .join(DealResultRow, DealResultRow.id == seat.result_id)
        .join(team, (team.result_id == seat.result_id) & (team.side == seat.seat % 2))
        .where(seat.user_id == user, DealResultRow.pool_id == pool, _NOT_VOID, team.climbed.is_(True))
    )
    return (await connection.execute(query)).scalar_one()


def _to_played_deal(row: Any) -> PlayedDeal:
    outcome = SeatRole(row.role), row.won, row.match_won
    return PlayedDeal(row.id, row.at, row.table_id, *outcome, row.opponents_points, row.rise)
