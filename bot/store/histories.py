"""Deals that were played, in SQL: of a league, of a server, of a person, of two persons."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.league.deals import Role
from bot.league.ids import GuildId, LeagueId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.looks import Moment, Played, Record, Result
from bot.store.connections import Connections
from bot.store.facts import facts_of
from bot.store.league_models import CountedRow, EntrantRow, PoolRow, RatingChangeRow, RatingRow, SeasonRow
from bot.store.league_rows import rating_of
from bot.store.models import ResultRow, SeatResultRow, TeamResultRow, TeamRow
from bot.store.rulings import with_rulings

LOOKED_BACK: Final = 1000
"""How many results can be paged through: nobody counts a million to show twenty."""
_COUNTS: Final = ResultRow.void.is_(False)


class SqlHistories:
    """Deals that were played."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def results_of_league(
        self, league: LeagueId, season: SeasonId | None, offset: int, limit: int
    ) -> tuple[Sequence[Result], int]:
        """Return the deals that a league (or one season) counted, newest first; and how many there are."""
        seasons = select(SeasonRow.id).where(SeasonRow.league_id == league).order_by(SeasonRow.number.desc())
        async with self._connections.read() as connection:
            wanted = (await connection.execute(seasons)).scalars().all() if season is None else [season]
            ids: list[int] = []
            for one in wanted:  # a deal counts in one season of a league at most, and a later season has later deals
                query = select(CountedRow.result_id).distinct().where(CountedRow.season_id == one)
                newest = query.order_by(CountedRow.result_id.desc()).limit(LOOKED_BACK - len(ids))
                ids += (await connection.execute(newest)).scalars().all()
                if len(ids) == LOOKED_BACK:
                    break
            return await _page(connection, ids, offset, limit)

    async def newest_result(self, table: TableId) -> ResultId | None:
        """Return the result of the last deal that was booked at a table."""
        query = select(ResultRow.id).where(ResultRow.table_id == table).order_by(ResultRow.revision.desc()).limit(1)
        async with self._connections.read() as connection:
            found = (await connection.execute(query)).scalar()
        return None if found is None else ResultId(found)

    async def climbed_with(self, result: ResultId) -> Sequence[str]:
        """Return what the teams are called that passed the top of their ladder with a result."""
        query = (
            select(TeamRow.name)
            .join(TeamResultRow, TeamResultRow.team_id == TeamRow.id)
            .where(TeamResultRow.result_id == result, TeamResultRow.climbed.is_(True))
            .order_by(TeamResultRow.side)
        )
        async with self._connections.read() as connection:
            return (await connection.execute(query)).scalars().all()

    async def teams_counted(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, TeamId]]:
        """Return for which teams a league counted these results, each by a seat of its side."""
        query = (
            select(CountedRow.result_id, CountedRow.seat, EntrantRow.team_id)
            .join(EntrantRow, EntrantRow.id == CountedRow.entrant_id)
            .where(CountedRow.result_id.in_(results), EntrantRow.league_id == league)
        )
        found: dict[ResultId, dict[int, TeamId]] = {}
        async with self._connections.read() as connection:
            for result, seat, team in await connection.execute(query):
                if team is not None:
                    found.setdefault(ResultId(result), {})[seat] = TeamId(team)
        return found

    async def results_of_person(
        self, guild: GuildId, user: UserId, offset: int, limit: int
    ) -> tuple[Sequence[Result], int]:
        """Return the deals that a person played in a server, newest first; and how many there are."""
        query = (
            select(SeatResultRow.result_id)
            .join(ResultRow, ResultRow.id == SeatResultRow.result_id)
            .where(SeatResultRow.user_id == user, ResultRow.guild_id == guild)
            .order_by(SeatResultRow.result_id.desc())
        )
        async with self._connections.read() as connection:
            ids = (await connection.execute(query.limit(LOOKED_BACK))).scalars().all()
            return await _page(connection, ids, offset, limit)

    async def played(self, pool: PoolId, user: UserId) -> Sequence[Played]:
        """Return the deals of a pool that count, as a person saw them, in the order of their booking."""
        seat = SeatResultRow
        query = (
            select(
                ResultRow.id,
                ResultRow.at,
                ResultRow.table_id,
                ResultRow.opponents_points,
                ResultRow.rise,
                seat.role,
                seat.won,
                seat.match_won,
                (seat.level_after - seat.level_before).label("gained"),
            )
            .join(ResultRow, ResultRow.id == seat.result_id)
            .where(seat.user_id == user, ResultRow.pool_id == pool, _COUNTS)
            .order_by(seat.result_id)
        )
        async with self._connections.read() as connection:
            return [_played_of(row) for row in await connection.execute(query)]

    async def moments(self, pool: PoolId, user: UserId) -> Sequence[Moment]:
        """Return a person's rating after each deal, in the order of their booking."""
        change = RatingChangeRow
        query = (
            select(change.result_id, change.mean, change.spread, change.deals, change.at)
            .where(change.pool_id == pool, change.user_id == user)
            .order_by(change.result_id)
        )
        async with self._connections.read() as connection:
            return [Moment(ResultId(row.result_id), rating_of(row)) for row in await connection.execute(query)]

    async def partner(self, pool: PoolId, user: UserId) -> tuple[UserId, Record] | None:
        """Return the person with whom somebody played most on one side; among equal ones that with most won."""
        mine, his = aliased(SeatResultRow), aliased(SeatResultRow)
        deals, won = func.count(), func.sum(cast(mine.won, Integer))
        query = (
            select(his.user_id, deals, won)
            .join(his, his.result_id == mine.result_id)
            .join(ResultRow, ResultRow.id == mine.result_id)
            .where(mine.user_id == user, his.user_id != user, his.user_id > 0, his.declaring == mine.declaring)
            .where(ResultRow.pool_id == pool, _COUNTS)
            .group_by(his.user_id)
            .order_by(deals.desc(), won.desc(), his.user_id)
            .limit(1)
        )
        async with self._connections.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None or row[0] is None else (UserId(row[0]), Record(row[1], row[2]))

    async def climbs(self, pool: PoolId, user: UserId) -> int:
        """Return how often a team passed the top of its ladder with a person in one of its seats."""
        seat, team = SeatResultRow, TeamResultRow
        query = (
            select(func.count())
            .select_from(seat)
            .join(ResultRow, ResultRow.id == seat.result_id)
            .join(team, (team.result_id == seat.result_id) & (team.side == seat.seat % 2))
            .where(seat.user_id == user, ResultRow.pool_id == pool, _COUNTS, team.climbed.is_(True))
        )
        async with self._connections.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets that a person has played by in a server, with how many deals, most first."""
        query = (
            select(PoolRow.preset, RatingRow.deals)
            .join(PoolRow, PoolRow.id == RatingRow.pool_id)
            .where(RatingRow.user_id == user, PoolRow.guild_id == guild)
            .order_by(RatingRow.deals.desc(), PoolRow.id)
        )
        async with self._connections.read() as connection:
            return [(preset, deals) for preset, deals in await connection.execute(query)]

    async def presets_met(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets by which two persons have met in a server, with how many deals, most first."""
        mine, his, deals = aliased(SeatResultRow), aliased(SeatResultRow), func.count()
        query = (
            select(PoolRow.preset, deals)
            .select_from(mine)
            .join(his, his.result_id == mine.result_id)
            .join(ResultRow, ResultRow.id == mine.result_id)
            .join(PoolRow, PoolRow.id == ResultRow.pool_id)
            .where(mine.user_id == left, his.user_id == right, PoolRow.guild_id == guild, _COUNTS)
            .group_by(PoolRow.id, PoolRow.preset)
            .order_by(deals.desc(), PoolRow.id)
        )
        async with self._connections.read() as connection:
            return [(preset, count) for preset, count in await connection.execute(query)]

    async def meetings_of(self, pool: PoolId, left: UserId, right: UserId) -> Sequence[tuple[bool, bool]]:
        """Return the deals that two persons played: whether on one side, and whether the left one won."""
        mine, his = aliased(SeatResultRow), aliased(SeatResultRow)
        query = (
            select(mine.declaring == his.declaring, mine.won)
            .join(his, his.result_id == mine.result_id)
            .join(ResultRow, ResultRow.id == mine.result_id)
            .where(mine.user_id == left, his.user_id == right, ResultRow.pool_id == pool, _COUNTS)
            .order_by(mine.result_id)
        )
        async with self._connections.read() as connection:
            return [(bool(together), bool(won)) for together, won in await connection.execute(query)]


async def _page(
    connection: AsyncConnection, ids: Sequence[int], offset: int, limit: int
) -> tuple[Sequence[Result], int]:
    some = ids[offset : offset + limit]
    facts = await facts_of(connection, some)
    return await with_rulings(connection, [facts[ResultId(id_)] for id_ in some]), len(ids)


def _played_of(row: Any) -> Played:
    table = None if row.table_id is None else TableId(row.table_id)
    outcome = Role(row.role), row.won, row.match_won
    return Played(ResultId(row.id), row.at, table, *outcome, row.opponents_points, row.rise, row.gained)
