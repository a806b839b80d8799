"""Recomputes what follows from records and results, and compares it with what is stored. Nothing is changed."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from bot.ids import EntrantId, TableId, TeamId, UserId
from bot.league.book_deal import compute_entrant_score
from bot.league.ratings import Rating, rate_deals
from bot.store.booked_deals import load_deals_where
from bot.store.connections import Connections
from bot.store.corrections import compute_progress
from bot.store.deal_booking import SqlBookingStore
from bot.store.league_models import RatingPoolRow, RatingRow, RulingRow, ScoreRow, SeasonRow
from bot.store.league_rows import RATING_COLUMNS, SCORE_COLUMNS, SEASON_COLUMNS, to_rating, to_score, to_season
from bot.store.result_models import DealResultRow
from bot.store.table_models import TableRow
from bot.store.team_models import TeamLevelRow
from bot.store.team_rows import to_ladder
from bot.store.upsert import get_table


@dataclass(frozen=True, slots=True)
class BookedResult:
    """What is booked of a deal of a table, with its revision."""

    revision: int
    declarer: int
    points: int
    rise: int
    is_corrected: bool
    """Whether a ruling has changed it since."""


class SqlReconciliation:
    """Reads for the check of records."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def list_tables(self) -> Sequence[TableId]:
        """Return all tables, oldest first."""
        return [TableId(id_) for id_ in await self._connections.fetch_values(select(TableRow.id).order_by(TableRow.id))]

    async def list_booked(self, table: TableId) -> Sequence[BookedResult]:
        """Return the booked deals of a table, in order."""
        one = DealResultRow
        query = (
            select(one.revision, one.declarer, one.opponents_points, one.rise, RulingRow.result_id)
            .outerjoin(RulingRow, RulingRow.result_id == one.id)
            .where(one.table_id == table)
            .order_by(one.revision)
        )
        rows = await self._connections.fetch_all(query)
        return [BookedResult(row[0] or 0, row[1], row[2], row[3], row[4] is not None) for row in rows]

    async def compare_ratings(self, tick: Callable[[], None]) -> AsyncIterator[str]:
        """Yield the ratings that are not those of the deals; pools that are being recomputed are left out."""
        pools = select(RatingPoolRow.id).where(RatingPoolRow.stale_from.is_(None)).order_by(RatingPoolRow.id)
        for pool in await self._connections.fetch_values(pools):
            async with self._connections.read() as connection:
                deals = await load_deals_where(connection, DealResultRow.pool_id == pool)
                stored = await connection.execute(select(*RATING_COLUMNS).where(RatingRow.pool_id == pool))
                known = {UserId(row.user_id): to_rating(row) for row in stored}
            computed: dict[UserId, Rating] = {change.user: change.rating for change in rate_deals({}, deals)}
            for user in sorted(known.keys() | computed.keys()):
                if known.get(user) != computed.get(user):
                    yield f"pool {pool}: the rating of user {user} is not the one that the deals give"
            tick()

    async def compare_scores(self, tick: Callable[[], None]) -> AsyncIterator[str]:
        """Yield the scores of seasons that differ from those that the counted deals give."""
        seasons = await self._connections.fetch_all(select(*SEASON_COLUMNS).order_by(SeasonRow.id))
        for season in map(to_season, seasons):
            async with self._connections.read() as connection:
                store = SqlBookingStore(connection, locks=False)
                query = select(*SCORE_COLUMNS).where(ScoreRow.season_id == season.id).order_by(ScoreRow.entrant_id)
                for row in (await connection.execute(query)).all():
                    score = await compute_entrant_score(store, season, EntrantId(row.entrant_id))
                    if score != to_score(row):
                        yield f"season {season.id}: the score of entrant {row.entrant_id} is not that of its deals"
            tick()

    async def compare_levels(self, tick: Callable[[], None]) -> AsyncIterator[str]:
        """Yield the teams whose progress on a ladder differs from the one that their results give."""
        async with self._connections.read() as connection:
            rows = (await connection.execute(select(get_table(TeamLevelRow)).order_by(TeamLevelRow.team_id))).all()
            for row in rows:
                now = await compute_progress(connection, TeamId(row.team_id), to_ladder(row), row)
                if (int(now.level), now.climbs, now.deals, now.deals_won) != _get_progress(row):
                    yield f"team {row.team_id}: its level, climbs or deals are not those of its results"
                tick()


def _get_progress(row: Any) -> tuple[int, int, int, int]:
    return row.level, row.climbs, row.deals, row.deals_won
