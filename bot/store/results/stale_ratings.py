"""Saves the recomputed ratings of a pool.

Rating changes are saved first, in batches. The scores of seasons follow, and then the ratings. Each step finds its rows
by an index, so its cost does not grow with the number of earlier deals.
"""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.ids import EntrantId, PoolId, ResultId, SeasonId, UserId
from bot.league.leagues.league_settings import StandingsOrder
from bot.league.results.deals import BookedDeal, list_users
from bot.league.results.ratings import Rating, RatingChange
from bot.league.rulings.ruling_changes import StalePool
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import count_rows, get_table, in_batches, upsert_all
from bot.store.leagues.league_rows import RATING_COLUMNS, rating_change_values, rating_values, to_rating
from bot.store.results.booked_deals import load_deals
from bot.store.results.deal_booking import select_last_rated
from bot.store.schema.base import PersonRow
from bot.store.schema.league_models import (
    CountedDealRow,
    EntrantRow,
    LeagueRow,
    RatingChangeRow,
    RatingPoolRow,
    RatingRow,
    ScoreRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow


class SqlRatingRecompute(Repository):
    """Implements `ruling_changes.RecomputeStore`. Every method but `list_changed_values` is one transaction."""

    async def list_stale_pools(self) -> Sequence[StalePool]:
        query = select(RatingPoolRow.id, RatingPoolRow.stale_from, RatingPoolRow.asked)
        own = self._connections.is_own(RatingPoolRow.guild_id)
        stale = query.where(RatingPoolRow.stale_from.is_not(None), own).order_by(RatingPoolRow.id)
        rows = await self._connections.fetch_all(stale)
        return [StalePool(id_, first, asked) for id_, first, asked in rows if first is not None]

    async def count_deals_from(self, stale: StalePool) -> int:
        return await self._connections.count(DealResultRow, *_is_to_rate(stale))

    async def load_deals_from(
        self, stale: StalePool, limit: int, known: Collection[UserId]
    ) -> tuple[Mapping[UserId, Rating], Sequence[BookedDeal]]:
        async def load(connection: AsyncConnection) -> tuple[Mapping[UserId, Rating], Sequence[BookedDeal]]:
            query = select(DealResultRow.id).where(*_is_to_rate(stale)).order_by(DealResultRow.id).limit(limit)
            deals = list((await load_deals(connection, (await connection.execute(query)).scalars())).values())
            others = sorted({user for deal in deals for user in list_users(deal.seats)} - set(known))
            return await _load_ratings_before(connection, stale, others), deals

        return await self._connections.run_reading(load)

    async def replace_changes(
        self, stale: StalePool, last: ResultId, changes: Sequence[RatingChange]
    ) -> StalePool | None:
        async def write(connection: AsyncConnection) -> StalePool | None:
            users = sorted({change.user for change in changes})
            if not await _is_still_stale(connection, stale) or not await _are_known(connection, users):
                return None
            await _delete_others(connection, stale, last, {(change.result, change.user) for change in changes})
            for some in in_batches([rating_change_values(stale.pool, one) for one in changes], 1000):
                await upsert_all(connection, RatingChangeRow, some)
            moved = replace(stale, first=ResultId(last + 1))
            await connection.execute(_update_pool(stale).values(stale_from=moved.first))
            return moved

        return await self._connections.run_writing(write)

    async def list_seasons_by_rating(self, stale: StalePool) -> Sequence[SeasonId]:
        alike = (LeagueRow.guild_id == RatingPoolRow.guild_id) & (SeasonRow.preset == RatingPoolRow.preset)
        query = (
            select(SeasonRow.id)
            .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
            .join(RatingPoolRow, alike)
            .where(RatingPoolRow.id == stale.pool, SeasonRow.order == StandingsOrder.RATING.value)
        )
        return await self._connections.fetch_values(query)

    async def list_changed_values(
        self, stale: StalePool, season: SeasonId, since: ResultId | None
    ) -> Sequence[tuple[EntrantId, float]]:
        if since is None:
            ruled = select(RatingPoolRow.ruled_from).where(RatingPoolRow.id == stale.pool)
            since = await self._connections.fetch_value(ruled) or ResultId(0)
        rows = await self._connections.fetch_all(_select_values(season, since))
        values = [
            (row.entrant_id, row.value, to_rating(row).rank_value if row.mean is not None else 0.0) for row in rows
        ]
        return [(entrant, value) for entrant, stored, value in values if stored != value]

    async def save_values(self, stale: StalePool, season: SeasonId, values: Sequence[tuple[EntrantId, float]]) -> bool:
        async def write(connection: AsyncConnection) -> bool:
            if not await _is_still_stale(connection, stale):
                return False
            mine = ScoreRow.season_id == season, ScoreRow.entrant_id == bindparam("entrant")
            changing = update(get_table(ScoreRow)).where(*mine).values(value=bindparam("now"))
            await connection.execute(changing, [{"entrant": entrant, "now": value} for entrant, value in values])
            return True

        return await self._connections.run_writing(write)

    async def replace_ratings(self, stale: StalePool) -> bool:
        async def write(connection: AsyncConnection) -> bool:
            left = select(DealResultRow.id).where(*_is_to_rate(stale)).limit(1)
            if not await _is_still_stale(connection, stale) or (await connection.execute(left)).first() is not None:
                return False
            await _replace_ratings(connection, stale.pool)
            await connection.execute(_update_pool(stale).values(stale_from=None, ruled_from=None))
            return True

        return await self._connections.run_writing(write)


def _is_to_rate(stale: StalePool) -> tuple[Any, ...]:
    return DealResultRow.pool_id == stale.pool, DealResultRow.id >= stale.first


def _update_pool(stale: StalePool) -> Any:
    return update(RatingPoolRow).where(RatingPoolRow.id == stale.pool)


async def _is_still_stale(connection: AsyncConnection, stale: StalePool) -> bool:
    """Lock a pool as a booking does. Return whether it still has the request and the first stale result of `stale`."""
    query = select(RatingPoolRow.asked, RatingPoolRow.stale_from).where(RatingPoolRow.id == stale.pool)
    now = (await connection.execute(query.with_for_update())).one()
    return (now.asked, now.stale_from) == (stale.request, stale.first)


async def _are_known(connection: AsyncConnection, users: Sequence[UserId]) -> bool:
    """Return whether all these people still have their ids. A person's id changes when their data is deleted."""
    found = [await count_rows(connection, PersonRow, PersonRow.id.in_(some)) for some in in_batches(users)]
    return sum(found) == len(users)


async def _delete_others(
    connection: AsyncConnection, stale: StalePool, last: ResultId, kept: AbstractSet[tuple[ResultId, UserId]]
) -> None:
    """Delete a pool's rating changes from `stale.first` to `last`. Those in `kept` stay and are overwritten later."""
    change = RatingChangeRow
    replaced = change.pool_id == stale.pool, change.result_id.between(stale.first, last)
    rows = (await connection.execute(select(change.result_id, change.user_id).where(*replaced))).all()
    gone = [{"result": row[0], "user": row[1]} for row in rows if (row[0], row[1]) not in kept]
    if gone:
        mine = change.user_id == bindparam("user"), change.result_id == bindparam("result")
        await connection.execute(delete(get_table(change)).where(change.pool_id == stale.pool, *mine), gone)


async def _load_ratings_before(
    connection: AsyncConnection, stale: StalePool, users: Sequence[UserId]
) -> Mapping[UserId, Rating]:
    found: dict[UserId, Rating] = {}
    for some in in_batches(users):
        who = select(PersonRow.id.label("user_id")).where(PersonRow.id.in_(some))
        query = _select_last_changes(stale.pool, who, RatingChangeRow.result_id < stale.first)
        found |= {row.user_id: to_rating(row) for row in await connection.execute(query)}
    return found


def _select_last_changes(pool: PoolId, users: Any, *conditions: Any) -> Select[int, float, float, int, float | None]:
    """Return the query for the last rating change of each of these users. It searches the index once for each user."""
    who, change, earlier = users.subquery("who"), RatingChangeRow, aliased(RatingChangeRow)
    last = (
        select(change.result_id)
        .where(change.pool_id == pool, change.user_id == who.c.user_id, *conditions)
        .order_by(change.result_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    same = (earlier.pool_id == pool) & (earlier.user_id == who.c.user_id) & (earlier.result_id == last)
    columns: tuple[Any, ...] = (earlier.user_id, earlier.mean, earlier.spread, earlier.deals, earlier.at)
    return select(*columns).select_from(who).join(earlier, same)


def _select_rated_users(pool: PoolId) -> Any:
    """Return the query for all users with a rating change in a pool. It searches the index once for each user."""
    change = RatingChangeRow
    first = select(func.min(change.user_id).label("user_id")).where(change.pool_id == pool)
    found = first.cte("rated", recursive=True)
    following = select(func.min(change.user_id)).where(change.pool_id == pool, change.user_id > found.c.user_id)
    found = found.union_all(select(following.scalar_subquery()).where(found.c.user_id.is_not(None)))
    return select(found.c.user_id).where(found.c.user_id.is_not(None))


async def _replace_ratings(connection: AsyncConnection, pool: PoolId) -> None:
    """Give each user the rating from their last rating change in a pool. Delete ratings of users without changes."""
    old = {
        row.user_id: row for row in await connection.execute(select(*RATING_COLUMNS).where(RatingRow.pool_id == pool))
    }
    query = _select_last_changes(pool, _select_rated_users(pool))
    new = {row.user_id: to_rating(row) for row in await connection.execute(query)}
    changed = sorted(user for user, rating in new.items() if user not in old or to_rating(old[user]) != rating)
    for some in in_batches([*changed, *sorted(old.keys() - new.keys())]):
        await connection.execute(delete(RatingRow).where(RatingRow.pool_id == pool, RatingRow.user_id.in_(some)))
    for some in in_batches(changed):
        await connection.execute(insert(RatingRow), [rating_values(pool, user, new[user]) for user in some])


def _select_values(season: SeasonId, first: ResultId) -> Select[Any]:
    """Return the query for scores of a season, with the rating of each entrant after their last rated deal.

    It selects only entrants with a counted deal from the result `first` on.
    """
    score, change, counted = ScoreRow, RatingChangeRow, CountedDealRow
    concerned = select(counted.entrant_id).where(counted.season_id == season, counted.result_id >= first)
    last = select_last_rated(score.season_id, score.entrant_id).correlate(score).scalar_subquery()
    valued = (
        select(score.entrant_id, score.value, EntrantRow.user_id, last.label("result_id"))
        .join(EntrantRow, EntrantRow.id == score.entrant_id)
        .where(score.season_id == season, score.entrant_id.in_(concerned))
        .subquery()
    )
    deal, rated = DealResultRow, (change.user_id == valued.c.user_id) & (change.result_id == valued.c.result_id)
    return (
        select(valued.c.entrant_id, valued.c.value, change.mean, change.spread, change.deals, change.at)
        .outerjoin(deal, deal.id == valued.c.result_id)
        .outerjoin(change, rated & (change.pool_id == deal.pool_id))
    )
