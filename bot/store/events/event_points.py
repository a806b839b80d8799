"""The points that places in events give in a season, inside the transaction that changes the event."""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.events.standings.book_places import PlacePoints
from bot.ids import EntrantId, EventId, SeasonId
from bot.league.leagues.leagues import Season
from bot.store.connection.upsert import replace_rows
from bot.store.leagues.league_rows import SEASON_COLUMNS, to_season
from bot.store.schema.league_models import EventPointsRow, SeasonRow


class SqlPlaces:
    """Implements `bot.events.standings.book_places.PlacesStore`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find_season(self, season: SeasonId) -> Season | None:
        row = (await self._connection.execute(select(*SEASON_COLUMNS).where(SeasonRow.id == season))).one_or_none()
        return None if row is None else to_season(row)

    async def load_points(self, event: EventId) -> dict[EntrantId, PlacePoints]:
        query = select(EventPointsRow.entrant_id, EventPointsRow.place, EventPointsRow.points)
        rows = await self._connection.execute(query.where(EventPointsRow.event_id == event))
        return {row.entrant_id: PlacePoints(row.place, row.points) for row in rows}

    async def save_points(self, event: EventId, season: SeasonId, points: Mapping[EntrantId, PlacePoints]) -> None:
        common = {"event_id": event, "season_id": season}
        rows = [
            {**common, "entrant_id": entrant, "place": one.place, "points": one.points}
            for entrant, one in sorted(points.items())
        ]
        await replace_rows(self._connection, EventPointsRow, rows, EventPointsRow.event_id == event)
