"""Starts matches, books and recounts deals, and ends events. The caller begins and ends the transaction."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.events.standings.book_places import PlacePoints
from bot.ids import EntrantId, EventId, GuildId, LeagueId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.booking.booking_ports import CountedSeat, PointSources
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results.deals import BookedDeal
from bot.league.results.ratings import Rating, RatingChange
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import Ladder, LadderOutcome, LineUp, Progress, TeamSquad
from bot.store.connection.upsert import (
    find_one,
    get_table,
    insert_all,
    insert_missing,
    insert_one,
    replace_rows,
    upsert,
)
from bot.store.leagues import league_rows
from bot.store.leagues.save_league import IS_RUNNING
from bot.store.people.person_store import member_key, parse_members
from bot.store.results.booked_deals import load_deals, result_values, seat_values
from bot.store.schema.league_models import (
    CountedDealRow,
    EntrantRow,
    EventPointsRow,
    LeagueRow,
    RatingChangeRow,
    RatingPoolRow,
    RatingRow,
    ScoreRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamLevelRow, TeamRow, TeamSubstituteRow


class SqlBookingStore:
    """Implements the protocols of `bot.league.booking.booking_ports`, and `PlacesStore` of `bot.events`."""

    def __init__(self, connection: AsyncConnection, *, locks: bool = True) -> None:
        """With `locks`, `find_progress` locks the row that it reads. A read-only connection needs `locks=False`."""
        self._connection = connection
        self._locks = locks

    async def lock_pool(self, guild: GuildId, preset: str) -> PoolId:
        query = select(RatingPoolRow.id).where(RatingPoolRow.guild_id == guild, RatingPoolRow.preset == preset)
        locking = query.with_for_update()
        found = (await self._connection.execute(locking)).scalar()
        if found is None:
            await insert_missing(self._connection, RatingPoolRow, [{"guild_id": guild, "preset": preset}])
            found = (await self._connection.execute(locking)).scalar_one()
        return found

    async def lock_league(self, league: LeagueId) -> LeagueInfo | None:
        query = select(*league_rows.LEAGUE_COLUMNS).where(LeagueRow.id == league).with_for_update()
        return await find_one(self._connection, query, league_rows.to_league)

    async def find_league(self, league: LeagueId) -> LeagueInfo | None:
        query = select(*league_rows.LEAGUE_COLUMNS).where(LeagueRow.id == league)
        return await find_one(self._connection, query, league_rows.to_league)

    async def add_result(
        self, guild: GuildId, deal: BookedDeal, revision: int | None, points: PointSources
    ) -> ResultId:
        values = {"guild_id": guild, "revision": revision, "void": deal.void, **result_values(deal, points)}
        result: ResultId = await insert_one(self._connection, DealResultRow, values)
        await self._connection.execute(insert(SeatResultRow), [seat_values(result, seat) for seat in deal.seats])
        return result

    async def list_climbing_teams(self, table: TableId) -> Sequence[tuple[Progress, Sequence[UserId]]]:
        climbing = (
            select(*league_rows.PROGRESS_COLUMNS, TeamRow.member_key)
            .join(TeamRow, TeamRow.id == TeamLevelRow.team_id)
            .where(TeamLevelRow.table_id == table, TeamRow.disbanded_at.is_(None))
            .order_by(TeamLevelRow.side)
            .with_for_update(of=TeamLevelRow)
        )
        rows = (await self._connection.execute(climbing)).all()
        substitutes = await league_rows.load_substitutes(self._connection, [row.team_id for row in rows])
        return [
            (league_rows.to_progress(row), [*parse_members(row.member_key), *substitutes.get(row.team_id, ())])
            for row in rows
        ]

    async def save_climb(self, result: ResultId, outcome: LadderOutcome) -> None:
        await self.save_progress(outcome.progress)
        await self._connection.execute(insert(TeamResultRow), [league_rows.team_result_values(result, outcome)])

    async def load_ratings(self, pool: PoolId, users: Collection[UserId]) -> Mapping[UserId, Rating]:
        query = select(*league_rows.RATING_COLUMNS).where(
            RatingRow.pool_id == pool, RatingRow.user_id.in_(sorted(users))
        )
        return {row.user_id: league_rows.to_rating(row) for row in await self._connection.execute(query)}

    async def save_ratings(self, pool: PoolId, changes: Sequence[RatingChange]) -> None:
        await insert_all(
            self._connection, RatingChangeRow, [league_rows.rating_change_values(pool, one) for one in changes]
        )
        for change in changes:
            await upsert(self._connection, RatingRow, league_rows.rating_values(pool, change.user, change.rating))

    async def find_open_season(self, league: LeagueId) -> Season | None:
        query = select(*league_rows.SEASON_COLUMNS).where(SeasonRow.league_id == league, IS_RUNNING)
        return await find_one(self._connection, query, league_rows.to_season)

    async def list_active_entrants(
        self, league: LeagueId, users: Collection[UserId], teams: Collection[TeamId]
    ) -> Sequence[Entrant]:
        if not teams and not users:
            return []
        among = EntrantRow.team_id.in_(sorted(teams)) if teams else EntrantRow.user_id.in_(sorted(users))
        active = EntrantRow.league_id == league, EntrantRow.left_at.is_(None)
        rows = await self._connection.execute(select(*league_rows.ENTRANT_COLUMNS).where(*active, among))
        return [league_rows.to_entrant(row) for row in rows]

    async def list_entrants(self, entrants: Collection[EntrantId]) -> Sequence[Entrant]:
        query = select(*league_rows.ENTRANT_COLUMNS).where(EntrantRow.id.in_(sorted(entrants)))
        return [league_rows.to_entrant(row) for row in await self._connection.execute(query)]

    async def load_scores(self, season: SeasonId, entrants: Collection[EntrantId]) -> Mapping[EntrantId, Score]:
        query = select(*league_rows.SCORE_COLUMNS).where(
            ScoreRow.season_id == season, ScoreRow.entrant_id.in_(sorted(entrants))
        )
        return {row.entrant_id: league_rows.to_score(row) for row in await self._connection.execute(query)}

    async def add_counted(self, season: SeasonId, result: ResultId, counted: Sequence[CountedSeat]) -> None:
        for one in counted:
            await self.save_score(season, one.entrant, one.score)
        deal = {"season_id": season, "result_id": result}
        rows = [{**deal, "entrant_id": one.entrant, "seat": one.seat, "won": one.won} for one in counted]
        await self._connection.execute(insert(CountedDealRow), rows)

    async def list_counted(self, result: ResultId) -> Sequence[tuple[Season, EntrantId, int]]:
        query = (
            select(*league_rows.SEASON_COLUMNS, CountedDealRow.entrant_id, CountedDealRow.seat)
            .join(CountedDealRow, CountedDealRow.season_id == SeasonRow.id)
            .where(CountedDealRow.result_id == result)
        )
        return [(league_rows.to_season(row), row.entrant_id, row.seat) for row in await self._connection.execute(query)]

    async def save_counted_win(
        self, season: SeasonId, entrant: EntrantId, result: ResultId, *, won: bool | None
    ) -> None:
        here = CountedDealRow.season_id == season, CountedDealRow.entrant_id == entrant
        changing = update(CountedDealRow).where(*here, CountedDealRow.result_id == result)
        await self._connection.execute(changing.values(won=won))

    async def list_counted_deals(self, season: SeasonId, entrant: EntrantId) -> Sequence[tuple[BookedDeal, int]]:
        here = CountedDealRow.season_id == season, CountedDealRow.entrant_id == entrant
        query = select(CountedDealRow.result_id, CountedDealRow.seat).where(*here, CountedDealRow.won.is_not(None))
        played = (await self._connection.execute(query.order_by(CountedDealRow.result_id))).all()
        deals = await load_deals(self._connection, [result for result, _ in played])
        return [(deals[result], seat) for result, seat in played]

    async def find_rank_value(self, season: SeasonId, entrant: EntrantId) -> float | None:
        change, last = RatingChangeRow, select_last_rated(season, entrant).scalar_subquery()
        query = (
            select(get_table(change))
            .join(EntrantRow, EntrantRow.user_id == change.user_id)
            .join(DealResultRow, and_(DealResultRow.id == change.result_id, DealResultRow.pool_id == change.pool_id))
            .where(EntrantRow.id == entrant, DealResultRow.id == last)
        )
        return await find_one(self._connection, query, lambda row: league_rows.to_rating(row).rank_value)

    async def list_event_points(self, season: SeasonId, entrant: EntrantId) -> Sequence[int]:
        here = EventPointsRow.season_id == season, EventPointsRow.entrant_id == entrant
        query = select(EventPointsRow.points).where(*here).order_by(EventPointsRow.event_id)
        return list((await self._connection.execute(query)).scalars())

    async def save_score(self, season: SeasonId, entrant: EntrantId, score: Score) -> None:
        await upsert(self._connection, ScoreRow, league_rows.score_values(season, entrant, score))

    async def find_team_of(self, guild: GuildId, line_up: LineUp) -> TeamId | None:
        members = TeamRow.member_key == member_key(line_up.members)
        return (await self._connection.execute(select(TeamRow.id).where(*_of_size(guild, line_up), members))).scalar()

    async def list_squads(self, guild: GuildId, line_up: LineUp) -> Sequence[TeamSquad]:
        sitting_in = select(TeamSubstituteRow.team_id).where(TeamSubstituteRow.user_id.in_(line_up.members))
        query = select(TeamRow.id, TeamRow.member_key).where(*_of_size(guild, line_up), TeamRow.id.in_(sitting_in))
        return await league_rows.load_squads(self._connection, query)

    async def find_progress(self, team: TeamId, ladder: Ladder) -> Progress | None:
        query = select(*league_rows.PROGRESS_COLUMNS).where(
            TeamLevelRow.team_id == team, *league_rows.is_on(TeamLevelRow, ladder)
        )
        locking = query.with_for_update() if self._locks else query
        return await find_one(self._connection, locking, league_rows.to_progress)

    async def save_progress(self, progress: Progress) -> None:
        await upsert(self._connection, TeamLevelRow, league_rows.progress_values(progress))

    async def find_season(self, season: SeasonId) -> Season | None:
        query = select(*league_rows.SEASON_COLUMNS).where(SeasonRow.id == season)
        return await find_one(self._connection, query, league_rows.to_season)

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


def select_last_rated(season: Any, entrant: Any) -> Select[int]:
    """Return the query for the id of an entrant's newest deal in a season. Void and unrated deals are skipped."""
    counted, change, player = CountedDealRow, RatingChangeRow, aliased(EntrantRow)
    rated = (change.pool_id == DealResultRow.pool_id, change.user_id == player.user_id)
    return (
        select(counted.result_id)
        .join(player, player.id == counted.entrant_id)
        .join(DealResultRow, DealResultRow.id == counted.result_id)
        .join(change, and_(*rated, change.result_id == counted.result_id))
        .where(counted.season_id == season, counted.entrant_id == entrant, counted.won.is_not(None))
        .order_by(counted.result_id.desc())
        .limit(1)
    )


def _of_size(guild: GuildId, line_up: LineUp) -> tuple[Any, ...]:
    return TeamRow.guild_id == guild, TeamRow.size == line_up.size, TeamRow.disbanded_at.is_(None)
