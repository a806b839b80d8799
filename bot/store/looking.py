"""What is read of leagues, in SQL: tables, results, profiles, the order of ratings, two against each other.

Every method is one reading of one moment. No statement reads more than it answers with, but for a person's own deals.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Select, and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.league.callers import TrailLine
from bot.league.ids import EntrantId, GuildId, LeagueId, PoolId, SeasonId, TeamId, UserId
from bot.league.leagues import Entrant
from bot.league.looks import LeaderLine, Pool
from bot.league.scores import MOST_TIED, Meetings, Score
from bot.store.connections import Connections
from bot.store.league_models import AuditRow, CountedRow, EntrantRow, PoolRow, RatingRow, ScoreRow
from bot.store.league_rows import AUDIT, SCORE, entrant_of, rating_of, score_of, trail_of
from bot.store.models import PersonRow, TeamRow

BEST_FIRST: Final = (
    ScoreRow.points.desc(),
    ScoreRow.won.desc(),
    ScoreRow.margin.desc(),
    ScoreRow.fewest.desc(),
    ScoreRow.entrant_id.desc(),
)
_AT_ONCE: Final = 500


class SqlLooking:
    """What is read of leagues."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def scores(self, season: SeasonId, offset: int, limit: int) -> tuple[Sequence[tuple[Entrant, Score]], int]:
        """Return scores in order but for those who met among the tied, from `offset` on; and how many there are."""
        query = (
            select(*SCORE, EntrantRow.user_id, EntrantRow.team_id, EntrantRow.left_at)
            .join(EntrantRow, EntrantRow.id == ScoreRow.entrant_id)
            .where(ScoreRow.season_id == season)
            .order_by(*BEST_FIRST)
        )
        count = select(func.count()).where(ScoreRow.season_id == season)
        async with self._connections.read() as connection:
            rows = (await connection.execute(query.offset(offset).limit(limit))).all()
            total = (await connection.execute(count)).scalar_one()
        return [(entrant_of(row, row.entrant_id), score_of(row)) for row in rows], total

    async def better(self, season: SeasonId, score: Score) -> int:
        """Return how many in a season are before everyone with this score, results against each other left aside."""
        mine = tuple_(score.points, score.won, score.margin, -score.deals)
        ahead = tuple_(ScoreRow.points, ScoreRow.won, ScoreRow.margin, ScoreRow.fewest) > mine
        query = select(func.count()).where(ScoreRow.season_id == season, ahead)
        async with self._connections.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def score_of(
        self, season: SeasonId, user: UserId | None, team: TeamId | None
    ) -> tuple[Entrant, Score] | None:
        """Return where a person or a team stands in a season."""
        who = EntrantRow.user_id == user if team is None else EntrantRow.team_id == team
        query = (
            select(*SCORE, EntrantRow.user_id, EntrantRow.team_id, EntrantRow.left_at)
            .join(EntrantRow, EntrantRow.id == ScoreRow.entrant_id)
            .where(ScoreRow.season_id == season, who)
        )
        async with self._connections.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (entrant_of(row, row.entrant_id), score_of(row))

    async def place(self, season: SeasonId, entrant: EntrantId, score: Score) -> int:
        """Return how many lines of `scores` are before an entrant with this score."""
        mine = tuple_(score.points, score.won, score.margin, -score.deals, entrant)
        columns = (ScoreRow.points, ScoreRow.won, ScoreRow.margin, ScoreRow.fewest, ScoreRow.entrant_id)
        query = select(func.count()).where(ScoreRow.season_id == season, tuple_(*columns) > mine)
        async with self._connections.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def meetings(self, season: SeasonId, groups: Iterable[Sequence[EntrantId]]) -> Meetings:
        """Return the deals that members of each group won against each other."""
        found: dict[tuple[EntrantId, EntrantId], int] = {}
        async with self._connections.read() as connection:
            for group in groups:
                if 1 < len(group) <= MOST_TIED:
                    rows = await connection.execute(_met(season, group))
                    found |= {(EntrantId(won), EntrantId(lost)): deals for won, lost, deals in rows}
        return found

    async def pools(self, guild: GuildId) -> Sequence[Pool]:
        """Return a server's pools in which somebody is rated, the one with most ratings first."""
        counted = select(func.count()).where(RatingRow.pool_id == PoolRow.id).correlate(PoolRow).scalar_subquery()
        query = (
            select(PoolRow.id, PoolRow.preset, PoolRow.stale_from)
            .where(PoolRow.guild_id == guild)
            .order_by(counted.desc(), PoolRow.id)
        )
        async with self._connections.read() as connection:
            return [_pool_of(row) for row in await connection.execute(query)]

    async def pool(self, guild: GuildId, preset: str) -> Pool | None:
        """Return the pool of a server and a preset; None where nobody has played."""
        query = select(PoolRow.id, PoolRow.preset, PoolRow.stale_from)
        async with self._connections.read() as connection:
            here = query.where(PoolRow.guild_id == guild, PoolRow.preset == preset)
            row = (await connection.execute(here)).one_or_none()
        return None if row is None else _pool_of(row)

    async def leaders(
        self, pool: PoolId, offset: int, limit: int, search: str = ""
    ) -> tuple[Sequence[LeaderLine], int]:
        """Return ratings with their ranks, best first, provisional ones last; and how many there are.

        `search`: only people whose name holds it, in any case of Latin letters. Whoever was forgotten is left out.
        """
        wanted = [RatingRow.pool_id == pool, RatingRow.user_id > 0]
        if search:
            named = func.lower(PersonRow.name).contains(search.lower(), autoescape=True)
            wanted.append(RatingRow.user_id.in_(select(PersonRow.id).where(PersonRow.id == RatingRow.user_id, named)))
        query = (
            select(*RATING)
            .where(*wanted)
            .order_by(RatingRow.provisional, RatingRow.rank_value.desc(), RatingRow.user_id.desc())
            .offset(offset)
            .limit(limit)
        )
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            total = (await connection.execute(select(func.count()).select_from(RatingRow).where(*wanted))).scalar_one()
            lines = await _ranked(connection, pool, rows)
        return lines, total

    async def rating(self, pool: PoolId, user: UserId) -> LeaderLine | None:
        """Return a person's rating and rank; None when he has not played."""
        async with self._connections.read() as connection:
            mine = select(*RATING).where(RatingRow.pool_id == pool, RatingRow.user_id == user)
            rows = (await connection.execute(mine)).all()
            return next(iter(await _ranked(connection, pool, rows)), None)

    async def ranked(self, pool: PoolId) -> int:
        """Return how many people of a pool have a rank."""
        async with self._connections.read() as connection:
            settled = RatingRow.pool_id == pool, RatingRow.provisional.is_(False), RatingRow.user_id > 0
            return int((await connection.execute(select(func.count()).where(*settled))).scalar_one())

    async def trail(
        self, guild: GuildId, league: LeagueId | None, offset: int, limit: int
    ) -> tuple[Sequence[TrailLine], int]:
        """Return what was done in a league (None: in all of a server), newest first; and how much there is."""
        where = AuditRow.guild_id == guild if league is None else AuditRow.league_id == league
        query = select(*AUDIT).where(where).order_by(AuditRow.id.desc()).offset(offset).limit(limit)
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            total = (await connection.execute(select(func.count()).select_from(AuditRow).where(where))).scalar_one()
        return [trail_of(row) for row in rows], total

    async def team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        """Return what these teams are called, disbanded or not."""
        found: dict[TeamId, str] = {}
        async with self._connections.read() as connection:
            for first in range(0, len(teams), _AT_ONCE):
                query = select(TeamRow.id, TeamRow.name).where(TeamRow.id.in_(teams[first : first + _AT_ONCE]))
                found |= {TeamId(id_): name for id_, name in await connection.execute(query)}
        return found


RATING: Final = (
    RatingRow.user_id,
    RatingRow.mean,
    RatingRow.spread,
    RatingRow.deals,
    RatingRow.at,
    RatingRow.rank_value,
    RatingRow.provisional,
)


async def _ranked(connection: AsyncConnection, pool: PoolId, rows: Sequence[Any]) -> list[LeaderLine]:
    """Return the lines of these ratings; a rank is one more than the number of better ones."""
    lines, ranks = [], dict[float, int]()
    for row in rows:
        if not row.provisional and row.rank_value not in ranks:
            ahead = RatingRow.provisional.is_(False), RatingRow.rank_value > row.rank_value, RatingRow.user_id > 0
            count = select(func.count()).where(RatingRow.pool_id == pool, *ahead)
            ranks[row.rank_value] = (await connection.execute(count)).scalar_one() + 1
        rank = None if row.provisional else ranks[row.rank_value]
        lines.append(LeaderLine(rank, UserId(row.user_id), rating_of(row)))
    return lines


def _met(season: SeasonId, group: Sequence[EntrantId]) -> Select[int, int, int]:
    won, lost = aliased(CountedRow), aliased(CountedRow)
    same = and_(lost.season_id == won.season_id, lost.entrant_id.in_(group), lost.result_id == won.result_id)
    return (
        select(won.entrant_id, lost.entrant_id, func.count())
        .join(lost, same)
        .where(won.season_id == season, won.entrant_id.in_(group), won.won.is_(True), lost.won.is_(False))
        .group_by(won.entrant_id, lost.entrant_id)
    )


def _pool_of(row: Any) -> Pool:
    return Pool(PoolId(row.id), row.preset, row.stale_from is not None)
