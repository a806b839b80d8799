"""Rulings on results: they change what counts, and everything that follows from it is recomputed.

Scores and team levels are recomputed in the transaction of the ruling. Ratings depend on all earlier deals: the ruling
marks them as stale, and `rating_recompute` has what recomputes them.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, PoolId, ResultId, UserId
from bot.league.audit import AuditAction, AuditStamp
from bot.league.book_deal import recount_result
from bot.league.deals import BookedDeal, Ruling, RulingKind, apply_ruling
from bot.league.leagues import LeagueInfo, Season
from bot.league.read_models import LeagueResult
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.store.booked_deals import load_deals, load_deals_where
from bot.store.connections import Connections
from bot.store.corrections import (
    BookedValues,
    load_booked_values,
    update_result,
    update_team_results,
    with_booked_values,
)
from bot.store.deal_booking import SqlBookingStore
from bot.store.league_models import (
    AuditEntryRow,
    CountedDealRow,
    LeagueRow,
    OverruledRulingRow,
    RatingPoolRow,
    RulingRow,
    SeasonRow,
)
from bot.store.league_rows import LEAGUE_COLUMNS, SEASON_COLUMNS, audit_values, to_league, to_season
from bot.store.people import ensure_people
from bot.store.result_models import DealResultRow
from bot.store.upsert import get_table

AUDIT_ACTIONS: Final[Mapping[RulingKind, AuditAction]] = {
    RulingKind.VOID: AuditAction.VOIDED,
    RulingKind.CORRECT: AuditAction.CORRECTED,
    RulingKind.RESTORE: AuditAction.RESTORED,
}
CLOSED_SEASON: Final = "season"
"""The fact of an audit entry that holds the number of a season closed before the ruling."""
REPEAT_SECONDS: Final = 60.0
"""The same ruling by the same user with the same reason is one ruling if it comes again so soon."""


class SqlRulings:
    """Implements `bot.league.ports.RulingStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def find_result(self, guild: GuildId, result: ResultId) -> LeagueResult | None:
        async with self._connections.read() as connection:
            found = await load_deals_where(connection, DealResultRow.id == result, DealResultRow.guild_id == guild)
            return (await attach_rulings(connection, found))[0] if found else None

    async def list_seasons_counting(self, result: ResultId) -> Sequence[tuple[LeagueInfo, Season]]:
        async with self._connections.read() as connection:
            seasons = await _load_seasons_counting(connection, result)
            query = select(*LEAGUE_COLUMNS).where(LeagueRow.id.in_([season.league for season in seasons]))
            leagues = {row.id: to_league(row) for row in await connection.execute(query)}
        return [(leagues[season.league], season) for season in seasons]

    async def count_late_rulings(self, league: LeagueId) -> Mapping[int, int]:
        actions = [action.value for action in AUDIT_ACTIONS.values()]
        query = select(AuditEntryRow.facts).where(AuditEntryRow.league_id == league, AuditEntryRow.action.in_(actions))
        facts = [json.loads(text) for text in await self._connections.fetch_values(query)]
        return Counter(one[CLOSED_SEASON] for one in facts if CLOSED_SEASON in one)

    async def save_ruling(
        self, guild: GuildId, result: ResultId, ruling: Ruling, stamp: AuditStamp, reason: str
    ) -> LeagueResult:
        async with self._connections.write() as connection:
            deal = await _lock_deal(connection, guild, result)
            if await _is_repeated(connection, guild, result, ruling, stamp, reason):
                return (await attach_rulings(connection, [deal]))[0]
            known = select(get_table(RulingRow)).where(RulingRow.result_id == result)
            now = (await connection.execute(known)).one_or_none()  # None: it counts as booked
            if now is None and ruling.kind is RulingKind.RESTORE:
                raise LeagueRefused(LeagueRefusal.AS_BOOKED)
            booked: BookedValues = await load_booked_values(connection, deal) if now is None else json.loads(now.booked)
            await ensure_people(connection, [stamp.by])
            before = await _exchange_overruled(connection, result, ruling, now)
            original = with_booked_values(deal, booked)
            # A voided deal keeps its values, so restoring it returns to an earlier correction, else to the booked ones.
            counts = apply_ruling(deal if ruling.kind is RulingKind.VOID or before else original, ruling)
            found = LeagueResult(counts, ruling, stamp, reason)
            if ruling.kind is RulingKind.RESTORE:
                # As corrected before the void; if nothing was, as booked.
                found = _to_league_result(counts, before, RulingKind.CORRECT) if before else LeagueResult(counts)
            await update_result(connection, counts)
            await update_team_results(connection, counts, original, booked)
            await _replace_ruling(connection, found, booked)
            await recount_result(SqlBookingStore(connection), counts)
            await mark_ratings_stale(connection, deal.pool, result)
            await _add_audit_entries(connection, guild, result, ruling, stamp, reason)
            await connection.commit()
        return found


async def mark_ratings_stale(connection: AsyncConnection, pool: PoolId | None, first: ResultId) -> None:
    """Mark the ratings of a pool as stale from a result on."""
    if pool is None:
        return
    query = select(RatingPoolRow.stale_from, RatingPoolRow.ruled_from).where(RatingPoolRow.id == pool)
    now = (await connection.execute(query)).one()
    marked: dict[str, Any] = {
        "stale_from": _earlier(now.stale_from, first),
        "ruled_from": _earlier(now.ruled_from, first),
    }
    marked["asked"] = RatingPoolRow.asked + 1
    await connection.execute(update(RatingPoolRow).where(RatingPoolRow.id == pool).values(**marked))


def _earlier(known: int | None, result: int) -> int:
    return result if known is None else min(known, result)


async def attach_rulings(connection: AsyncConnection, deals: Sequence[BookedDeal]) -> list[LeagueResult]:
    """Return results with their rulings."""
    if not deals:
        return []
    query = select(get_table(RulingRow)).where(RulingRow.result_id.in_([deal.id for deal in deals]))
    rulings = {row.result_id: row for row in await connection.execute(query)}
    return [
        _to_league_result(deal, row, RulingKind(row.verdict)) if (row := rulings.get(deal.id)) else LeagueResult(deal)
        for deal in deals
    ]


def _to_league_result(deal: BookedDeal, row: Any, kind: RulingKind) -> LeagueResult:
    ruling = Ruling(kind, deal.declarers_hold, deal.rise, deal.points)
    return LeagueResult(deal, ruling, AuditStamp(UserId(row.user_id), row.at), row.reason)


async def _lock_deal(connection: AsyncConnection, guild: GuildId, result: ResultId) -> BookedDeal:
    pool = select(DealResultRow.pool_id).where(DealResultRow.id == result, DealResultRow.guild_id == guild)
    row = (await connection.execute(pool)).one_or_none()
    if row is None:
        raise LeagueRefused(LeagueRefusal.NO_RESULT)
    await connection.execute(select(RatingPoolRow.id).where(RatingPoolRow.id == row.pool_id).with_for_update())
    return (await load_deals(connection, [result]))[result]


async def _is_repeated(
    connection: AsyncConnection, guild: GuildId, result: ResultId, ruling: Ruling, stamp: AuditStamp, reason: str
) -> bool:
    """Return whether a form is sent twice: a second `restore` would take back another ruling."""
    entry = AuditEntryRow
    last = select(entry.action, entry.at, entry.facts).where(entry.guild_id == guild, entry.user_id == stamp.by)
    row = (await connection.execute(last.order_by(entry.id.desc()).limit(1))).one_or_none()
    if row is None or row.action != AUDIT_ACTIONS[ruling.kind].value or stamp.at - row.at > REPEAT_SECONDS:
        return False
    known = json.loads(row.facts)
    return bool(known | _get_audit_facts(result, ruling, reason) == known)


async def _exchange_overruled(connection: AsyncConnection, result: ResultId, ruling: Ruling, now: Any) -> Any:
    """Keep the correction that a void overrules; return and delete it when the result is restored."""
    if ruling.kind is RulingKind.VOID:
        if now is not None and now.verdict == RulingKind.CORRECT.value:
            corrected = {"user_id": now.user_id, "at": now.at, "reason": now.reason}
            await connection.execute(insert(OverruledRulingRow).values(result_id=result, **corrected))
        return None
    here = OverruledRulingRow.result_id == result
    before = (await connection.execute(select(get_table(OverruledRulingRow)).where(here))).one_or_none()
    await connection.execute(delete(OverruledRulingRow).where(here))
    return before if ruling.kind is RulingKind.RESTORE else None


async def _replace_ruling(connection: AsyncConnection, now: LeagueResult, booked: BookedValues) -> None:
    await connection.execute(delete(RulingRow).where(RulingRow.result_id == now.deal.id))
    if now.ruling is not None and now.stamp is not None:
        values = {"verdict": now.ruling.kind.value, "user_id": now.stamp.by, "at": now.stamp.at}
        values |= {"reason": now.reason, "booked": json.dumps(booked)}
        await connection.execute(insert(RulingRow).values(result_id=now.deal.id, **values))


async def _add_audit_entries(
    connection: AsyncConnection, guild: GuildId, result: ResultId, ruling: Ruling, stamp: AuditStamp, reason: str
) -> None:
    facts = _get_audit_facts(result, ruling, reason)
    action, seasons = AUDIT_ACTIONS[ruling.kind], await _load_seasons_counting(connection, result)
    rows = []
    for season in seasons:
        late = {} if season.closed_at is None else {CLOSED_SEASON: season.number}
        rows.append(audit_values(guild, stamp, action, facts | late, season.league))
    await connection.execute(insert(AuditEntryRow), rows or [audit_values(guild, stamp, action, facts)])


def _get_audit_facts(result: ResultId, ruling: Ruling, reason: str) -> dict[str, object]:
    facts: dict[str, object] = {"result": result, "reason": reason}
    if ruling.kind is RulingKind.CORRECT:
        facts |= {"declarers_hold": ruling.declarers_hold, "rise": ruling.rise, "points": ruling.points}
    return facts


async def _load_seasons_counting(connection: AsyncConnection, result: ResultId) -> Sequence[Season]:
    """Return the seasons that count a result, at most one per league."""
    counted = select(CountedDealRow.season_id).where(CountedDealRow.result_id == result)
    query = select(*SEASON_COLUMNS).where(SeasonRow.id.in_(counted)).order_by(SeasonRow.league_id)
    return [to_season(row) for row in await connection.execute(query)]
