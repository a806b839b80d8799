"""Saves rulings on results, with the scores and team levels that follow from them, in one transaction."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, PoolId, ResultId
from bot.league.audit_log import AuditStamp
from bot.league.booking.book_deal import recount_result
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.deals import BookedDeal, Ruling, RulingKind
from bot.league.results.read_models import LeagueResult
from bot.league.rulings.ruling_changes import CLOSED_SEASON, RULING_ACTIONS, ResultChange, RuledResult
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import find_one, get_table, replace_rows
from bot.store.leagues import league_rows
from bot.store.people.person_store import ensure_people
from bot.store.results import booked_deals
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.schema.league_models import (
    AuditEntryRow,
    CountedDealRow,
    LeagueRow,
    OverruledRulingRow,
    RatingPoolRow,
    RulingRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow


class SqlRulings(Repository):
    """Implements `bot.league.rulings.ruling_changes.RulingStore`. Every method is one transaction."""

    async def find_result(self, guild: GuildId, result: ResultId) -> LeagueResult | None:
        async with self._connections.read() as connection:
            found = await booked_deals.load_deals_where(
                connection, DealResultRow.id == result, DealResultRow.guild_id == guild
            )
            return (await attach_rulings(connection, found))[0] if found else None

    async def find_counting_season(self, result: ResultId) -> tuple[LeagueInfo, Season] | None:
        return await self._connections.run_reading(lambda connection: find_counting_season(connection, result))

    async def count_late_rulings(self, league: LeagueId) -> Mapping[int, int]:
        actions = [action.value for action in RULING_ACTIONS]
        query = select(AuditEntryRow.facts).where(AuditEntryRow.league_id == league, AuditEntryRow.action.in_(actions))
        facts = [json.loads(text) for text in await self._connections.fetch_values(query)]
        return Counter(one[CLOSED_SEASON] for one in facts if CLOSED_SEASON in one)

    async def update_result(
        self, guild: GuildId, result: ResultId, stamp: AuditStamp, change: ResultChange
    ) -> LeagueResult | None:
        async def write(connection: AsyncConnection) -> LeagueResult | None:
            deal = await _lock_deal(connection, guild, result)
            if deal is None:
                return None
            row = await _find_row(connection, RulingRow, result)  # None if the result has no ruling
            booked: dict[str, Any] = (
                await booked_deals.load_booked_values(connection, deal) if row is None else json.loads(row.booked)
            )
            known = await _load_ruled(connection, guild, deal, booked, stamp)
            changed = change(known)
            if changed.result != known:
                await _save(connection, known, changed.result, booked)
            if changed.recorded is not None:
                league = None if known.season is None else known.season.league
                await league_rows.add_audit_entries(connection, guild, stamp, [changed.recorded], league)
            return changed.result.now

        return await self._connections.run_writing(write)


async def _load_ruled(
    connection: AsyncConnection, guild: GuildId, deal: BookedDeal, booked: dict[str, Any], stamp: AuditStamp
) -> RuledResult:
    (now,) = await attach_rulings(connection, [deal])
    before = await _find_row(connection, OverruledRulingRow, deal.id)
    overruled = None if before is None else _to_league_result(deal, before, RulingKind.CORRECT)
    counting = await find_counting_season(connection, deal.id)
    entries = select(*league_rows.AUDIT_COLUMNS).where(
        AuditEntryRow.guild_id == guild, AuditEntryRow.user_id == stamp.by
    )
    newest = entries.order_by(AuditEntryRow.id.desc()).limit(1)
    entry = await find_one(connection, newest, league_rows.to_audit_entry)
    return RuledResult(now, booked_deals.with_booked_values(deal, booked), overruled, counting and counting[1], entry)


async def _save(connection: AsyncConnection, old: RuledResult, new: RuledResult, booked: dict[str, Any]) -> None:
    now, ruling, of = new.now, new.now.ruling, new.booked.id
    await ensure_people(connection, [now.stamp.by] if now.stamp else [])
    await booked_deals.update_result(connection, now.deal)
    await booked_deals.update_team_results(connection, now.deal, new.booked, booked)
    rows = (
        [] if ruling is None else [_ruling_values(now) | {"verdict": ruling.kind.value, "booked": json.dumps(booked)}]
    )
    await replace_rows(connection, RulingRow, rows, RulingRow.result_id == of)
    if new.overruled != old.overruled:
        rows = [] if new.overruled is None else [_ruling_values(new.overruled)]
        await replace_rows(connection, OverruledRulingRow, rows, OverruledRulingRow.result_id == of)
    await recount_result(SqlBookingStore(connection), now.deal)
    # The ratings from this deal on may all change, so `stale_ratings` recomputes and saves them later.
    await mark_ratings_stale(connection, now.deal.pool, of)


def _ruling_values(result: LeagueResult) -> dict[str, Any]:
    assert result.stamp is not None
    return {"result_id": result.deal.id, "user_id": result.stamp.by, "at": result.stamp.at, "reason": result.reason}


async def _find_row(connection: AsyncConnection, model: type[RulingRow | OverruledRulingRow], result: ResultId) -> Any:
    return (await connection.execute(select(get_table(model)).where(model.result_id == result))).one_or_none()


async def mark_ratings_stale(connection: AsyncConnection, pool: PoolId | None, first: ResultId) -> None:
    """Mark a pool's ratings as stale from the result `first` on, so that they are recomputed."""
    if pool is None:
        return
    query = select(RatingPoolRow.stale_from, RatingPoolRow.ruled_from).where(RatingPoolRow.id == pool)
    now = (await connection.execute(query)).one()
    earliest = {"stale_from": min(first, now.stale_from or first), "ruled_from": min(first, now.ruled_from or first)}
    marking = update(RatingPoolRow).where(RatingPoolRow.id == pool)
    await connection.execute(marking.values(**earliest, asked=RatingPoolRow.asked + 1))


async def attach_rulings(connection: AsyncConnection, deals: Sequence[BookedDeal]) -> list[LeagueResult]:
    """Return these deals as results, each with its ruling if it has one."""
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
    return LeagueResult(deal, ruling, AuditStamp(row.user_id, row.at), row.reason)


async def _lock_deal(connection: AsyncConnection, guild: GuildId, result: ResultId) -> BookedDeal | None:
    pool = select(DealResultRow.pool_id).where(DealResultRow.id == result, DealResultRow.guild_id == guild)
    row = (await connection.execute(pool)).one_or_none()
    if row is None:
        return None
    await connection.execute(select(RatingPoolRow.id).where(RatingPoolRow.id == row.pool_id).with_for_update())
    return (await booked_deals.load_deals(connection, [result]))[result]


async def find_counting_season(connection: AsyncConnection, result: ResultId) -> tuple[LeagueInfo, Season] | None:
    """Return the season that counts a result, with its league; None if no season counts it."""
    counted = select(CountedDealRow.season_id).where(CountedDealRow.result_id == result)
    query = select(*league_rows.SEASON_COLUMNS).where(SeasonRow.id.in_(counted))
    season = await find_one(connection, query, league_rows.to_season)
    if season is None:
        return None
    league = await connection.execute(select(*league_rows.LEAGUE_COLUMNS).where(LeagueRow.id == season.league))
    return league_rows.to_league(league.one()), season
