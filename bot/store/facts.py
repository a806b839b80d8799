"""Deals as the league looks back on them, read from their rows."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.deals import DealFact, Role, SeatFact
from bot.league.ids import PoolId, ResultId, TableId, UserId
from bot.store.models import ResultRow, SeatResultRow

_DEAL: Final = (
    ResultRow.id,
    ResultRow.at,
    ResultRow.declarer,
    ResultRow.opponents_points,
    ResultRow.rise,
    ResultRow.pool_id,
    ResultRow.table_id,
    ResultRow.decay,
    ResultRow.void,
)
_SEAT: Final = (
    SeatResultRow.result_id,
    SeatResultRow.seat,
    SeatResultRow.user_id,
    SeatResultRow.computer_level,
    SeatResultRow.role,
    SeatResultRow.won,
    SeatResultRow.match_won,
    SeatResultRow.level_before,
    SeatResultRow.level_after,
)
_AT_ONCE: Final = 400


async def facts_where(connection: AsyncConnection, *which: ColumnElement[bool]) -> list[DealFact]:
    """Return the deals whose row in `deal_results` is as `which` says, in the order of their booking."""
    deals = (await connection.execute(select(*_DEAL).where(*which).order_by(ResultRow.id))).all()
    joined = select(*_SEAT).join(ResultRow, ResultRow.id == SeatResultRow.result_id).where(*which)
    seats = await connection.execute(joined.order_by(SeatResultRow.result_id, SeatResultRow.seat))
    return _facts(deals, seats)


async def facts_of(connection: AsyncConnection, ids: Iterable[int]) -> dict[ResultId, DealFact]:
    """Return the deals with these ids."""
    wanted, found = sorted(set(ids)), dict[ResultId, DealFact]()
    for first in range(0, len(wanted), _AT_ONCE):
        some = await facts_where(connection, ResultRow.id.in_(wanted[first : first + _AT_ONCE]))
        found |= {deal.id: deal for deal in some}
    return found


def _facts(deals: Iterable[Any], seats: Iterable[Any]) -> list[DealFact]:
    sat = {result: tuple(map(_seat_of, rows)) for result, rows in groupby(seats, key=lambda row: row.result_id)}
    return [_fact_of(row, sat.get(row.id, ())) for row in deals]


def _fact_of(row: Any, seats: tuple[SeatFact, ...]) -> DealFact:
    pool = None if row.pool_id is None else PoolId(row.pool_id)
    table = None if row.table_id is None else TableId(row.table_id)
    made = row.declarer, row.opponents_points, row.rise
    return DealFact(ResultId(row.id), row.at, *made, seats, pool, table, row.decay, row.void)


def _seat_of(row: Any) -> SeatFact:
    user = None if row.user_id is None else UserId(row.user_id)
    levels = row.level_before, row.level_after
    return SeatFact(row.seat, user, row.computer_level, Role(row.role), row.won, row.match_won, *levels)
