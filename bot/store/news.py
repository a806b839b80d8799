"""News of seasons in SQL: written by the transaction that opens or closes a season, deleted once they were told."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.ids import LeagueId, NewsId
from bot.league.leagues import LeagueFacts, News, Season
from bot.store.connections import Connections
from bot.store.league_models import LeagueRow, NewsRow, SeasonRow
from bot.store.league_rows import LEAGUE, SEASON, league_of, season_of


class SqlNews:
    """Where news wait."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def news(self, league: LeagueId | None) -> Sequence[News]:
        """Return what is to be told of a league (None: of all), the oldest first."""
        query = select(NewsRow.id, NewsRow.season_id, NewsRow.began, NewsRow.at).order_by(NewsRow.id)
        if league is not None:
            query = query.where(NewsRow.season_id.in_(select(SeasonRow.id).where(SeasonRow.league_id == league)))
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            about = await _about(connection, sorted({row.season_id for row in rows})) if rows else {}
        return [News(NewsId(row.id), *about[row.season_id], row.began, row.at) for row in rows]

    async def drop_news(self, news: NewsId) -> None:
        """Forget news."""
        async with self._connections.write() as connection:
            await connection.execute(delete(NewsRow).where(NewsRow.id == news))
            await connection.commit()


async def queue_news(connection: AsyncConnection, league: LeagueFacts, season: int, at: float, *, began: bool) -> None:
    """Keep that a season has begun or ended until it was told; nothing where nobody wants to be told."""
    if league.draft.channel is not None:
        await connection.execute(insert(NewsRow).values(season_id=season, began=began, at=at))


async def _about(connection: AsyncConnection, ids: Sequence[int]) -> dict[int, tuple[LeagueFacts, Season]]:
    seasons = [season_of(row) for row in await connection.execute(select(*SEASON).where(SeasonRow.id.in_(ids)))]
    wanted = LeagueRow.id.in_(sorted({season.league for season in seasons}))
    leagues = {row.id: league_of(row) for row in await connection.execute(select(*LEAGUE).where(wanted))}
    return {season.id: (leagues[season.league], season) for season in seasons}
