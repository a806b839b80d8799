"""Announcements of seasons: added when a season opens or closes, deleted once they are sent."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import AnnouncementId, LeagueId
from bot.league.leagues import LeagueInfo, Season, SeasonAnnouncement
from bot.store.connection.connections import Connections
from bot.store.leagues.league_rows import LEAGUE_COLUMNS, SEASON_COLUMNS, to_league, to_season
from bot.store.schema.league_models import LeagueRow, SeasonAnnouncementRow, SeasonRow


class SqlAnnouncements:
    """Implements `bot.league.ports.AnnouncementStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def list_announcements(self, league: LeagueId | None) -> Sequence[SeasonAnnouncement]:
        waiting = SeasonAnnouncementRow
        query = select(waiting.id, waiting.season_id, waiting.began, waiting.at).order_by(waiting.id)
        if league is not None:
            query = query.where(waiting.season_id.in_(select(SeasonRow.id).where(SeasonRow.league_id == league)))
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            seasons = await load_seasons_and_leagues(connection, {row.season_id for row in rows}) if rows else {}
        found = [SeasonAnnouncement(AnnouncementId(row.id), *seasons[row.season_id], row.began, row.at) for row in rows]
        return [one for one in found if self._connections.shards.has_guild(one.league.guild)]

    async def delete_announcement(self, announcement: AnnouncementId) -> None:
        await self._connections.execute(delete(SeasonAnnouncementRow).where(SeasonAnnouncementRow.id == announcement))


async def load_seasons_and_leagues(connection: AsyncConnection, ids: set[int]) -> dict[int, tuple[LeagueInfo, Season]]:
    """Return these seasons with their leagues."""
    query = select(*SEASON_COLUMNS).where(SeasonRow.id.in_(sorted(ids)))
    found = [to_season(row) for row in await connection.execute(query)]
    wanted = LeagueRow.id.in_(sorted({season.league for season in found}))
    leagues = {row.id: to_league(row) for row in await connection.execute(select(*LEAGUE_COLUMNS).where(wanted))}
    return {season.id: (leagues[season.league], season) for season in found}
