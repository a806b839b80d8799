"""Rulings about results, in SQL: what counts is changed, what follows from it is worked out anew.

Seasons and levels are worked out in the transaction of the ruling. Ratings, in which everything later follows, are
marked as stale by it and worked out by whoever calls `stale`, `rated_before` and `swap`; until then the old ones
stand, and what is booked meanwhile is taken along by the swap.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.callers import Act, Deed
from bot.league.deals import DealFact, Ruling, SeatFact, Verdict, ruled
from bot.league.ids import GuildId, LeagueId, PoolId, ResultId, TeamId, UserId
from bot.league.ladder import Ladder, Progress, Step, beginning, walked
from bot.league.leagues import LeagueFacts, Season
from bot.league.looks import Result
from bot.league.ratings import Change, Rating, fold
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.store.connections import Connections
from bot.store.counting import change_values, recount
from bot.store.facts import facts_of, facts_where
from bot.store.league_models import (
    AuditRow,
    CountedRow,
    LeagueRow,
    ManagerRow,
    OverruledRow,
    PoolRow,
    RatingChangeRow,
    RatingRow,
    RulingRow,
    SeasonRow,
)
from bot.store.league_rows import LEAGUE, SEASON, league_of, rating_of, rating_values, season_of, trail_values
from bot.store.models import LevelRow, ResultRow, SeatResultRow, TeamResultRow
from bot.store.people import know_people
from engine.rules import Level

DEEDS: Final[Mapping[Verdict, Deed]] = {
    Verdict.VOID: Deed.VOIDED,
    Verdict.CORRECT: Deed.CORRECTED,
    Verdict.RESTORE: Deed.RESTORED,
}
_AT_ONCE: Final = 1000
AFTER_ALL: Final = "season"
"""The fact of a ruling about a season that was closed before: its number."""
Booked = dict[str, Any]


class SqlRulings:
    """Where results are ruled about."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def result(self, guild: GuildId, result: ResultId) -> Result | None:
        """Return a result of a server as it counts."""
        async with self._connections.read() as connection:
            found = await facts_where(connection, ResultRow.id == result, ResultRow.guild_id == guild)
            return (await with_rulings(connection, found))[0] if found else None

    async def seasons_counting(self, result: ResultId) -> Sequence[tuple[LeagueFacts, Season]]:
        """Return the leagues in which a result counts, oldest first, each with the season that counts it."""
        async with self._connections.read() as connection:
            seasons = await _seasons(connection, result)
            query = select(*LEAGUE).where(LeagueRow.id.in_([season.league for season in seasons]))
            leagues = {row.id: league_of(row) for row in await connection.execute(query)}
        return [(leagues[season.league], season) for season in seasons]

    async def manages_all(self, user: UserId, leagues: Sequence[LeagueId]) -> bool:
        """Tell whether a person manages each of these leagues; of none, nobody does."""
        query = select(ManagerRow.league_id).where(ManagerRow.user_id == user, ManagerRow.league_id.in_(leagues))
        async with self._connections.read() as connection:
            managed = (await connection.execute(query)).scalars().all()
        return bool(leagues) and set(managed) == set(leagues)

    async def ruled_since(self, league: LeagueId) -> Mapping[int, int]:
        """Return how often results of a league's seasons, by their number, were ruled about after they were closed."""
        deeds = [deed.value for deed in DEEDS.values()]
        query = select(AuditRow.facts).where(AuditRow.league_id == league, AuditRow.deed.in_(deeds))
        async with self._connections.read() as connection:
            facts = [json.loads(text) for text in (await connection.execute(query)).scalars()]
        return Counter(one[AFTER_ALL] for one in facts if AFTER_ALL in one)

    async def rule(self, guild: GuildId, result: ResultId, ruling: Ruling, act: Act, reason: str) -> Result:
        """Let a result count as ruled, and with it everything that follows but the ratings, which are stale then.

        What is voided keeps the figures that counted: restored, it counts as it was corrected before, else as booked.

        Raises:
            LeagueRefused: there is no such result, or it counts as booked and is to be restored.
        """
        async with self._connections.write() as connection:
            deal = await _locked(connection, guild, result)
            now = await _ruling(connection, result)
            if now is None and ruling.verdict is Verdict.RESTORE:
                raise LeagueRefused(LeagueWhy.AS_BOOKED)
            booked: Booked = await _booked(connection, deal) if now is None else json.loads(now.booked)
            await know_people(connection, [] if act.by is None else [act.by])
            before = await _beneath(connection, result, ruling, now)
            original = _read(deal, booked)
            counts = ruled(deal if ruling.verdict is Verdict.VOID or before else original, ruling)
            found = (
                _counted_as(counts, before)
                if ruling.verdict is Verdict.RESTORE
                else Result(counts, ruling, act, reason)
            )
            await _write(connection, counts)
            await _write_teams(connection, counts, original, booked)
            await _keep(connection, found, booked)
            await recount(connection, result)
            await mark_stale(connection, deal.pool, result)
            await _note(connection, guild, result, ruling, act, reason)
            await connection.commit()
        return found

    async def stale(self) -> Sequence[tuple[PoolId, ResultId, int]]:
        """Return the pools to be worked out anew: from which result on, and how often that was asked for."""
        query = select(PoolRow.id, PoolRow.stale_from, PoolRow.asked).where(PoolRow.stale_from.is_not(None))
        async with self._connections.read() as connection:
            rows = (await connection.execute(query.order_by(PoolRow.id))).all()
        return [(PoolId(id_), ResultId(first), asked) for id_, first, asked in rows if first is not None]

    async def rated_before(self, pool: PoolId, first: ResultId) -> tuple[Mapping[UserId, Rating], Sequence[DealFact]]:
        """Return the ratings before a result, and all deals from it on."""
        async with self._connections.read() as connection:
            known = await _before(connection, pool, first)
            deals = await facts_where(connection, ResultRow.pool_id == pool, ResultRow.id >= first)
        return known, deals

    async def swap(self, pool: PoolId, first: ResultId, asked: int, last: ResultId, changes: Sequence[Change]) -> bool:
        """Put the ratings that were worked out from `first` to `last` in the place of the old ones, in one step.

        What was booked after `last` is worked out here. Returns False, and changes nothing, when something else was
        to be worked out anew meanwhile.
        """
        async with self._connections.write() as connection:
            query = select(PoolRow.asked, PoolRow.stale_from).where(PoolRow.id == pool).with_for_update()
            now = (await connection.execute(query)).one()
            if now.asked != asked or now.stale_from != first:
                return False
            known = dict(await _before(connection, pool, first)) | {c.user: c.rating for c in changes}
            late = await facts_where(connection, ResultRow.pool_id == pool, ResultRow.id > last)
            changes = [*changes, *fold(known, late)]
            known |= {change.user: change.rating for change in changes}
            await _replace(connection, pool, first, changes, known)
            await connection.execute(update(PoolRow).where(PoolRow.id == pool).values(stale_from=None))
            await connection.commit()
        return True


async def mark_stale(connection: AsyncConnection, pool: PoolId | None, first: ResultId) -> None:
    """Note that the ratings of a pool are to be worked out anew from a result on."""
    if pool is None:
        return
    earliest = func.coalesce(PoolRow.stale_from, first)
    found = (await connection.execute(select(earliest).where(PoolRow.id == pool))).scalar_one()
    marked = {"stale_from": min(found, first), "asked": PoolRow.asked + 1}
    await connection.execute(update(PoolRow).where(PoolRow.id == pool).values(**marked))


async def with_rulings(connection: AsyncConnection, deals: Sequence[DealFact]) -> list[Result]:
    """Return results with what was ruled about them."""
    if not deals:
        return []
    query = select(RulingRow.result_id, RulingRow.verdict, RulingRow.user_id, RulingRow.at, RulingRow.reason)
    rows = await connection.execute(query.where(RulingRow.result_id.in_([deal.id for deal in deals])))
    rulings = {row.result_id: row for row in rows}
    return [_result_of(deal, rulings.get(deal.id)) for deal in deals]


def _result_of(deal: DealFact, row: Any) -> Result:
    if row is None:
        return Result(deal)
    ruling = Ruling(Verdict(row.verdict), deal.declarers_hold, deal.rise, deal.points)
    return Result(deal, ruling, Act(UserId(row.user_id), row.at), row.reason)


async def _locked(connection: AsyncConnection, guild: GuildId, result: ResultId) -> DealFact:
    pool = select(ResultRow.pool_id).where(ResultRow.id == result, ResultRow.guild_id == guild)
    row = (await connection.execute(pool)).one_or_none()
    if row is None:
        raise LeagueRefused(LeagueWhy.NO_RESULT)
    await connection.execute(select(PoolRow.id).where(PoolRow.id == row.pool_id).with_for_update())
    return (await facts_of(connection, [result]))[result]


async def _booked(connection: AsyncConnection, deal: DealFact) -> Booked:
    """Return what a ruling may change, as it was booked."""
    query = select(TeamResultRow.side, TeamResultRow.level_after, TeamResultRow.won, TeamResultRow.climbed)
    teams = (await connection.execute(query.where(TeamResultRow.result_id == deal.id))).all()
    return {
        "points": deal.points,
        "rise": deal.rise,
        "seats": [[seat.won, seat.match_won, seat.level_after] for seat in deal.seats],
        "teams": {str(row.side): [row.level_after, row.won, row.climbed] for row in teams},
    }


def _read(deal: DealFact, booked: Booked) -> DealFact:
    seats = tuple(_seat_read(seat, was) for seat, was in zip(deal.seats, booked["seats"], strict=True))
    return replace(deal, points=booked["points"], rise=booked["rise"], seats=seats, void=False)


def _seat_read(seat: SeatFact, was: Sequence[Any]) -> SeatFact:
    won, match_won, level = was
    return replace(seat, won=won, match_won=match_won, level_after=level)


async def _write(connection: AsyncConnection, deal: DealFact) -> None:
    values = {
        "declarers_hold": deal.declarers_hold,
        "opponents_points": deal.points,
        "rise": deal.rise,
        "match_over": deal.match_over,
        "void": deal.void,
    }
    await connection.execute(update(ResultRow).where(ResultRow.id == deal.id).values(**values))
    for seat in deal.seats:
        here = SeatResultRow.result_id == deal.id, SeatResultRow.seat == seat.seat
        changed = {"won": seat.won, "match_won": seat.match_won, "level_after": seat.level_after}
        await connection.execute(update(SeatResultRow).where(*here).values(**changed))


async def _write_teams(connection: AsyncConnection, deal: DealFact, original: DealFact, booked: Booked) -> None:
    """Write what the deal means for the teams that climbed with it, and work their levels out anew."""
    rows = select(TeamResultRow.side, TeamResultRow.team_id, TeamResultRow.start_level, TeamResultRow.final_level)
    for row in (await connection.execute(rows.where(TeamResultRow.result_id == deal.id))).all():
        ladder = Ladder(Level(row.start_level), Level(row.final_level))
        level, won, climbed = booked["teams"][str(row.side)]
        seat = deal.seats[row.side]
        if seat != original.seats[row.side]:
            won, climbed = seat.won, climbed and seat.match_won
            level = int(ladder.start if climbed else min(seat.level_after, ladder.final))
        here = TeamResultRow.result_id == deal.id, TeamResultRow.side == row.side
        values = {"level_after": level, "won": won, "climbed": climbed}
        await connection.execute(update(TeamResultRow).where(*here).values(**values))
        await rewalk(connection, TeamId(row.team_id), ladder)


async def rewalk(connection: AsyncConnection, team: TeamId, ladder: Ladder) -> None:
    """Work out anew how far a team has come on a ladder."""
    on_it = (
        LevelRow.team_id == team,
        LevelRow.start_level == int(ladder.start),
        LevelRow.final_level == int(ladder.final),
    )
    base = (await connection.execute(select(LevelRow.base_level, LevelRow.base_result).where(*on_it))).one_or_none()
    if base is None:
        return
    level = None if base.base_level is None else Level(base.base_level)
    steps = await _steps(connection, team, ladder, base.base_result)
    now: Progress = walked(beginning(team, ladder), level, steps)
    values = {"level": int(now.level), "climbs": now.climbs, "deals": now.deals, "deals_won": now.deals_won}
    await connection.execute(update(LevelRow).where(*on_it).values(**values))


async def _steps(connection: AsyncConnection, team: TeamId, ladder: Ladder, base: int | None) -> list[Step]:
    query = (
        select(
            TeamResultRow.result_id,
            TeamResultRow.level_before,
            TeamResultRow.level_after,
            TeamResultRow.won,
            TeamResultRow.climbed,
        )
        .join(ResultRow, ResultRow.id == TeamResultRow.result_id)
        .where(TeamResultRow.team_id == team, ResultRow.void.is_(False))
        .where(TeamResultRow.start_level == int(ladder.start), TeamResultRow.final_level == int(ladder.final))
        .order_by(TeamResultRow.result_id)
    )
    return [
        Step(row.level_after - row.level_before, row.won, row.climbed, base is None or row.result_id > base)
        for row in await connection.execute(query)
    ]


async def _ruling(connection: AsyncConnection, result: ResultId) -> Any:
    """Return the row of what is ruled about a result now; None where it counts as booked."""
    columns = RulingRow.verdict, RulingRow.user_id, RulingRow.at, RulingRow.reason, RulingRow.booked
    return (await connection.execute(select(*columns).where(RulingRow.result_id == result))).one_or_none()


async def _beneath(connection: AsyncConnection, result: ResultId, ruling: Ruling, now: Any) -> Any:
    """Keep who corrected a result that is voided, and forget it with the void; return it to whoever restores."""
    if ruling.verdict is Verdict.VOID:
        if now is not None and now.verdict == Verdict.CORRECT.value:
            corrected = {"user_id": now.user_id, "at": now.at, "reason": now.reason}
            await connection.execute(insert(OverruledRow).values(result_id=result, **corrected))
        return None
    here = OverruledRow.result_id == result
    query = select(OverruledRow.user_id, OverruledRow.at, OverruledRow.reason).where(here)
    before = (await connection.execute(query)).one_or_none()
    await connection.execute(delete(OverruledRow).where(here))
    return before if ruling.verdict is Verdict.RESTORE else None


def _counted_as(deal: DealFact, before: Any) -> Result:
    """Return a restored result: as it was corrected `before` it was voided, or (None) as booked."""
    if before is None:
        return Result(deal)
    ruling = Ruling(Verdict.CORRECT, deal.declarers_hold, deal.rise, deal.points)
    return Result(deal, ruling, Act(UserId(before.user_id), before.at), before.reason)


async def _keep(connection: AsyncConnection, now: Result, booked: Booked) -> None:
    await connection.execute(delete(RulingRow).where(RulingRow.result_id == now.deal.id))
    if now.ruling is not None and now.ruled is not None:
        values = {"verdict": now.ruling.verdict.value, "user_id": now.ruled.by, "at": now.ruled.at}
        values |= {"reason": now.reason, "booked": json.dumps(booked)}
        await connection.execute(insert(RulingRow).values(result_id=now.deal.id, **values))


async def _note(
    connection: AsyncConnection, guild: GuildId, result: ResultId, ruling: Ruling, act: Act, reason: str
) -> None:
    facts: dict[str, object] = {"result": result, "reason": reason}
    if ruling.verdict is Verdict.CORRECT:
        facts |= {"declarers_hold": ruling.declarers_hold, "rise": ruling.rise, "points": ruling.points}
    deed, seasons = DEEDS[ruling.verdict], await _seasons(connection, result)
    rows = [trail_values(guild, act, deed, facts | _after_all(season), season.league) for season in seasons]
    await connection.execute(insert(AuditRow), rows or [trail_values(guild, act, deed, facts)])


def _after_all(season: Season) -> dict[str, object]:
    return {} if season.closed_at is None else {AFTER_ALL: season.number}


async def _seasons(connection: AsyncConnection, result: ResultId) -> Sequence[Season]:
    """Return the seasons that count a result: of each league one at most."""
    counted = select(CountedRow.season_id).where(CountedRow.result_id == result)
    query = select(*SEASON).where(SeasonRow.id.in_(counted)).order_by(SeasonRow.league_id)
    return [season_of(row) for row in await connection.execute(query)]


async def _before(connection: AsyncConnection, pool: PoolId, first: ResultId) -> Mapping[UserId, Rating]:
    """Return everybody's rating before a result."""
    change = RatingChangeRow
    last = (
        select(change.user_id, func.max(change.result_id).label("result_id"))
        .where(change.pool_id == pool, change.result_id < first)
        .group_by(change.user_id)
        .subquery()
    )
    query = select(change.user_id, change.mean, change.spread, change.deals, change.at).join(
        last, (last.c.user_id == change.user_id) & (last.c.result_id == change.result_id) & (change.pool_id == pool)
    )
    return {UserId(row.user_id): rating_of(row) for row in await connection.execute(query)}


async def _replace(
    connection: AsyncConnection,
    pool: PoolId,
    first: ResultId,
    changes: Sequence[Change],
    known: Mapping[UserId, Rating],
) -> None:
    later = RatingChangeRow.pool_id == pool, RatingChangeRow.result_id >= first
    await connection.execute(delete(RatingChangeRow).where(*later))
    await connection.execute(delete(RatingRow).where(RatingRow.pool_id == pool))
    for some in _chunks([change_values(pool, change) for change in changes]):
        await connection.execute(insert(RatingChangeRow), some)
    rows = [{"pool_id": pool, "user_id": user, **rating_values(rating)} for user, rating in sorted(known.items())]
    for some in _chunks(rows):
        await connection.execute(insert(RatingRow), some)


def _chunks(rows: Sequence[Mapping[str, Any]]) -> Iterable[list[Mapping[str, Any]]]:
    for first in range(0, len(rows), _AT_ONCE):
        yield list(rows[first : first + _AT_ONCE])
