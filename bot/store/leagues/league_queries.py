"""Queries of leagues: standings, rating pools, leaderboards and the audit log."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditEntry
from bot.league.leagues.leagues import Entrant
from bot.league.results.read_models import PAGE_SIZE, LeaderboardEntry, RatingPool
from bot.league.results.season_standings import MAX_TIED_GROUP, MutualWins, Score
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import count_rows
from bot.store.leagues.league_rows import (
    AUDIT_COLUMNS,
    ENTRANT_COLUMNS,
    RATING_COLUMNS,
    SCORE_COLUMNS,
    to_audit_entry,
    to_entrant,
    to_rating,
    to_score,
)
from bot.store.people.person_store import load_names
from bot.store.schema.base import PersonRow
from bot.store.schema.league_models import AuditEntryRow, CountedDealRow, EntrantRow, RatingPoolRow, RatingRow, ScoreRow
from bot.store.schema.team_models import TeamRow

_RANK: Final = (ScoreRow.settled, ScoreRow.value, ScoreRow.won, ScoreRow.margin, ScoreRow.fewest)
_ORDER: Final = (*_RANK, ScoreRow.entrant_id)
_SELECT_SCORES: Final = select(*SCORE_COLUMNS, *ENTRANT_COLUMNS).join(EntrantRow, EntrantRow.id == ScoreRow.entrant_id)
_IS_KNOWN: Final = RatingRow.user_id + 0 > 0
"""The condition that the user's data was not deleted. `+ 0` keeps SQLite from choosing the slower index by user."""
_SELECT_POOLS: Final = select(RatingPoolRow.id, RatingPoolRow.preset, RatingPoolRow.stale_from)


class SqlLeagueQueries(Repository):
    """Implements `query_ports.LeagueQueryStore`. Each method except `find_line` reads one snapshot of the database."""

    async def list_scores(
        self, season: SeasonId, offset: int, limit: int
    ) -> tuple[Sequence[tuple[Entrant, Score]], int]:
        here = ScoreRow.season_id == season
        query = _SELECT_SCORES.where(here).order_by(*(column.desc() for column in _ORDER))
        async with self._connections.read() as connection:
            rows = (await connection.execute(query.offset(offset).limit(limit))).all()
            total = await count_rows(connection, ScoreRow, here)
        return [(to_entrant(row), to_score(row)) for row in rows], total

    async def count_better_scores(self, season: SeasonId, score: Score) -> int:
        own = tuple_(score.settled, score.value, score.won, score.margin, -score.deals)
        ahead = ScoreRow.season_id == season, tuple_(*_RANK) > own
        return await self._connections.count(ScoreRow, *ahead)

    async def find_line(
        self, season: SeasonId, user: UserId | None, team: TeamId | None
    ) -> tuple[EntrantId, int] | None:
        who = EntrantRow.user_id == user if team is None else EntrantRow.team_id == team
        row = await self._connections.fetch_one(_SELECT_SCORES.where(ScoreRow.season_id == season, who))
        if row is None:
            return None
        own = tuple_(row.settled, row.value, row.won, row.margin, -row.deals, row.entrant_id)
        ahead = await self._connections.count(ScoreRow, ScoreRow.season_id == season, tuple_(*_ORDER) > own)
        return row.entrant_id, ahead

    async def count_mutual_wins(self, season: SeasonId, groups: Iterable[Sequence[EntrantId]]) -> MutualWins:
        found = dict[tuple[EntrantId, EntrantId], int]()
        async with self._connections.read() as connection:
            for group in groups:
                if 1 < len(group) <= MAX_TIED_GROUP:
                    rows = await connection.execute(_select_mutual_wins(season, group))
                    found |= {(won, lost): deals for won, lost, deals in rows}
        return found

    async def list_pools(self, guild: GuildId) -> Sequence[RatingPool]:
        ratings = select(func.count()).where(RatingRow.pool_id == RatingPoolRow.id).correlate(RatingPoolRow)
        query = _SELECT_POOLS.where(RatingPoolRow.guild_id == guild)
        ordered = query.order_by(ratings.scalar_subquery().desc(), RatingPoolRow.id)
        return [_to_pool(row) for row in await self._connections.fetch_all(ordered)]

    async def find_pool(self, guild: GuildId, preset: str) -> RatingPool | None:
        here = RatingPoolRow.guild_id == guild, RatingPoolRow.preset == preset
        row = await self._connections.fetch_one(_SELECT_POOLS.where(*here))
        return None if row is None else _to_pool(row)

    async def list_leaders(
        self, pool: PoolId, offset: int, limit: int, search: str = ""
    ) -> tuple[Sequence[LeaderboardEntry], int]:
        wanted = [RatingRow.pool_id == pool, _IS_KNOWN]
        if search:
            named = func.lower(PersonRow.name).contains(search.lower(), autoescape=True)
            wanted.append(RatingRow.user_id.in_(select(PersonRow.id).where(PersonRow.id == RatingRow.user_id, named)))
        async with self._connections.read() as connection:
            rows, ranked = await _load_part(connection, wanted, offset, limit, provisional=False)
            others, unranked = await _load_part(
                connection, wanted, max(0, offset - ranked), limit - len(rows), provisional=True
            )
            lines = await _add_ranks(connection, pool, [*rows, *others], None if search else offset)
        return lines, ranked + unranked

    async def find_rating(self, pool: PoolId, user: UserId) -> LeaderboardEntry | None:
        async with self._connections.read() as connection:
            own = select(*RATING_COLUMNS).where(RatingRow.pool_id == pool, RatingRow.user_id == user)
            rows = (await connection.execute(own)).all()
            return next(iter(await _add_ranks(connection, pool, rows)), None)

    async def count_ranked(self, pool: PoolId) -> int:
        settled = RatingRow.provisional.is_(False), _IS_KNOWN
        return await self._connections.count(RatingRow, RatingRow.pool_id == pool, *settled)

    async def list_audit_entries(
        self, league: LeagueId, offset: int = 0, limit: int = PAGE_SIZE
    ) -> tuple[Sequence[AuditEntry], int]:
        where = AuditEntryRow.league_id == league
        query = select(*AUDIT_COLUMNS).where(where).order_by(AuditEntryRow.id.desc()).offset(offset).limit(limit)
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            total = await count_rows(connection, AuditEntryRow, where)
        return [to_audit_entry(row) for row in rows], total

    async def get_team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        return await self._connections.run_reading(lambda connection: load_names(connection, TeamRow.id, teams))


async def _load_part(
    connection: AsyncConnection, wanted: Sequence[ColumnElement[bool]], offset: int, limit: int, *, provisional: bool
) -> tuple[Sequence[Any], int]:
    """Return a page of ratings, best first, and their total number. Either all are provisional, or none of them is."""
    here = *wanted, RatingRow.provisional.is_(provisional)
    query = select(*RATING_COLUMNS).where(*here).order_by(RatingRow.rank_value.desc(), RatingRow.user_id.desc())
    rows = (await connection.execute(query.offset(offset).limit(limit))).all()
    return rows, await count_rows(connection, RatingRow, *here)


async def _add_ranks(
    connection: AsyncConnection, pool: PoolId, rows: Sequence[Any], offset: int | None = None
) -> list[LeaderboardEntry]:
    """Return ratings as leaderboard entries with their ranks.

    `offset` is how many of the pool's ratings come before the first row. It is None if that is unknown, or if the rows
    skip some ratings.
    """
    lines, ranks = [], dict[float, int]()
    for place, row in enumerate(rows):
        if not row.provisional and row.rank_value not in ranks:
            is_place_known = offset is not None and place > 0
            ahead = (offset or 0) + place if is_place_known else await _count_ahead(connection, pool, row.rank_value)
            ranks[row.rank_value] = ahead + 1
        rank = None if row.provisional else ranks[row.rank_value]
        lines.append(LeaderboardEntry(rank, row.user_id, to_rating(row)))
    return lines


async def _count_ahead(connection: AsyncConnection, pool: PoolId, rank_value: float) -> int:
    ahead = RatingRow.provisional.is_(False), RatingRow.rank_value > rank_value, _IS_KNOWN
    return await count_rows(connection, RatingRow, RatingRow.pool_id == pool, *ahead)


def _select_mutual_wins(season: SeasonId, group: Sequence[EntrantId]) -> Select[EntrantId, EntrantId, int]:
    won, lost = aliased(CountedDealRow), aliased(CountedDealRow)
    same = and_(lost.season_id == won.season_id, lost.entrant_id.in_(group), lost.result_id == won.result_id)
    return (
        select(won.entrant_id, lost.entrant_id, func.count())
        .join(lost, same)
        .where(won.season_id == season, won.entrant_id.in_(group), won.won.is_(True), lost.won.is_(False))
        .group_by(won.entrant_id, lost.entrant_id)
    )


def _to_pool(row: Any) -> RatingPool:
    return RatingPool(row.id, row.preset, row.stale_from is not None)
