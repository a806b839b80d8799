"""Compares stored ratings, scores and levels with those computed from the booked results. Changes nothing."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute

from bot.ids import PoolId, TableId, UserId
from bot.league.booking.book_deal import compute_entrant_score
from bot.league.leagues.league_settings import StandingsOrder
from bot.league.results.ratings import Rating, rate_deals
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import get_table
from bot.store.leagues.league_rows import (
    RATING_COLUMNS,
    SCORE_COLUMNS,
    SEASON_COLUMNS,
    to_ladder,
    to_rating,
    to_score,
    to_season,
)
from bot.store.results.booked_deals import compute_progress, load_deals
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.schema.league_models import LeagueRow, RatingPoolRow, RatingRow, RulingRow, ScoreRow, SeasonRow
from bot.store.schema.result_models import DealResultRow
from bot.store.schema.table_models import TableRow
from bot.store.schema.team_models import TeamLevelRow

T = TypeVar("T")
AT_ONCE: Final = 500
"""The most ids that one query returns."""
_SETTLED_POOLS: Final = select(RatingPoolRow.id).where(RatingPoolRow.stale_from.is_(None))


@dataclass(frozen=True, slots=True)
class BookedResult:
    """The booked result of a deal at a table, with the revision at which the deal ended."""

    revision: int
    declarer: int
    points: int
    rise: int
    is_corrected: bool
    """Whether the result has a ruling."""


class SqlReconciliation(Repository):
    """Reads and compares stored values for `check --records`."""

    async def count_tables(self) -> int:
        return await self._connections.count(TableRow)

    async def count_rated_deals(self) -> int:
        """Return how many deals `compare_ratings` rates."""
        return await self._connections.count(DealResultRow, DealResultRow.pool_id.in_(_SETTLED_POOLS))

    async def stream_tables(self) -> AsyncIterator[TableId]:
        """Yield the ids of all tables, oldest first."""
        last = TableId(0)
        while found := await self._connections.fetch_values(_select_next(TableRow.id, last, TableRow.id > 0)):
            for last in found:
                yield last

    async def list_booked(self, table: TableId) -> Sequence[BookedResult]:
        one = DealResultRow
        query = (
            select(one.revision, one.declarer, one.opponents_points, one.rise, RulingRow.result_id)
            .outerjoin(RulingRow, RulingRow.result_id == one.id)
            .where(one.table_id == table)
            .order_by(one.revision)
        )
        rows = await self._connections.fetch_all(query)
        return [BookedResult(row[0] or 0, row[1], row[2], row[3], row[4] is not None) for row in rows]

    async def compare_ratings(self, advance: Callable[[int], None]) -> AsyncIterator[str]:
        """Yield a text for each rating that differs from the one computed from the deals. Skip stale ratings.

        There may be a million deals. After each batch, `advance` is called with the number of deals in it.
        """
        async with self._connections.read() as connection:
            for pool in (await connection.execute(_SETTLED_POOLS.order_by(RatingPoolRow.id))).scalars().all():
                computed = await _rate_all_deals(connection, pool, advance)
                stored = await connection.execute(select(*RATING_COLUMNS).where(RatingRow.pool_id == pool))
                known = {row.user_id: to_rating(row) for row in stored}
                for user in sorted(known.keys() | computed.keys()):
                    if known.get(user) != computed.get(user):
                        yield f"pool {pool}: the rating of user {user} is not the one that the deals give"

    async def compare_scores(self, advance: Callable[[int], None]) -> AsyncIterator[str]:
        """Yield a text for each stored score that differs from the one computed from its counted deals.

        Seasons ranked by ratings are left out while these ratings are stale.
        """
        alike = (LeagueRow.guild_id == RatingPoolRow.guild_id) & (SeasonRow.preset == RatingPoolRow.preset)
        moving = (SeasonRow.order == StandingsOrder.RATING.value) & RatingPoolRow.stale_from.is_not(None)
        query = (
            select(*SEASON_COLUMNS).join(LeagueRow, LeagueRow.id == SeasonRow.league_id).outerjoin(RatingPoolRow, alike)
        )
        seasons = await self._connections.fetch_all(query.where(~moving).order_by(SeasonRow.id))
        for season in map(to_season, seasons):
            async with self._connections.read() as connection:
                store = SqlBookingStore(connection, locks=False)
                query = select(*SCORE_COLUMNS).where(ScoreRow.season_id == season.id).order_by(ScoreRow.entrant_id)
                for row in (await connection.execute(query)).all():
                    score = await compute_entrant_score(store, season, row.entrant_id)
                    if score != to_score(row):
                        yield f"season {season.id}: the score of entrant {row.entrant_id} is not that of its deals"
                    advance(1)

    async def compare_levels(self, advance: Callable[[int], None]) -> AsyncIterator[str]:
        """Yield a text for each team whose progress on a ladder differs from what its results add up to."""
        async with self._connections.read() as connection:
            rows = (await connection.execute(select(get_table(TeamLevelRow)).order_by(TeamLevelRow.team_id))).all()
            for row in rows:
                now = await compute_progress(connection, row.team_id, to_ladder(row), row)
                stored = row.level, row.climbs, row.deals, row.deals_won
                if (int(now.level), now.climbs, now.deals, now.deals_won) != stored:
                    yield f"team {row.team_id}: its level, climbs or deals are not those of its results"
                advance(1)


def _select_next(column: InstrumentedAttribute[T], last: int, *conditions: ColumnElement[bool]) -> Select[T]:
    return select(column).where(column > last, *conditions).order_by(column).limit(AT_ONCE)


async def _rate_all_deals(
    connection: AsyncConnection, pool: PoolId, advance: Callable[[int], None]
) -> dict[UserId, Rating]:
    ratings, last = dict[UserId, Rating](), 0
    while ids := (
        (await connection.execute(_select_next(DealResultRow.id, last, DealResultRow.pool_id == pool))).scalars().all()
    ):
        deals = await load_deals(connection, ids)
        ratings |= {change.user: change.rating for change in rate_deals(ratings, deals.values())}
        last = ids[-1]
        advance(len(ids))
    return ratings
