"""Booked deals, read from their rows."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import PoolId, ResultId, TableId, UserId
from bot.league.booking_ports import PointSources
from bot.league.deals import BookedDeal, BookedSeat, Role
from bot.store.connection.upsert import get_table, in_batches
from bot.store.schema.result_models import DealResultRow, SeatResultRow


async def load_deals_where(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[BookedDeal]:
    """Return the deals whose rows in `deal_results` meet all `conditions`, in the order of booking."""
    deals, seats = get_table(DealResultRow), get_table(SeatResultRow)
    deal_rows = (await connection.execute(select(deals).where(*conditions).order_by(deals.c.id))).all()
    joined = select(seats).join(deals, deals.c.id == seats.c.result_id).where(*conditions)
    seat_rows = await connection.execute(joined.order_by(seats.c.result_id, seats.c.seat))
    seats_of = {id_: tuple(map(_to_seat, rows)) for id_, rows in groupby(seat_rows, key=lambda row: row.result_id)}
    return [_to_deal(row, seats_of.get(row.id, ())) for row in deal_rows]


async def load_deals(connection: AsyncConnection, ids: Iterable[int]) -> dict[ResultId, BookedDeal]:
    """Return the deals with these ids."""
    found: dict[ResultId, BookedDeal] = {}
    for some in in_batches(sorted(set(ids))):
        found |= {deal.id: deal for deal in await load_deals_where(connection, DealResultRow.id.in_(some))}
    return found


def _to_deal(row: Any, seats: tuple[BookedSeat, ...]) -> BookedDeal:
    pool = None if row.pool_id is None else PoolId(row.pool_id)
    table = None if row.table_id is None else TableId(row.table_id)
    score = row.declarer, row.opponents_points, row.rise
    return BookedDeal(ResultId(row.id), row.at, *score, seats, pool, table, row.decay, row.void, bool(row.rated))


def _to_seat(row: Any) -> BookedSeat:
    user = None if row.user_id is None else UserId(row.user_id)
    levels = row.level_before, row.level_after
    return BookedSeat(row.seat, user, row.computer_level, Role(row.role), row.won, row.match_won, *levels)


def result_values(deal: BookedDeal, points: PointSources) -> dict[str, Any]:
    """Return the row of a deal, but for its server and revision."""
    return {
        "table_id": deal.table,
        "at": deal.at,
        "declarer": deal.declarer,
        "declarers_hold": deal.declarers_hold,
        "opponents_points": deal.points,
        "trick_points": points.tricks,
        "kitty_points": points.kitty,
        "multiplier": points.multiplier,
        "penalty_points": points.penalties,
        "rise": deal.rise,
        "match_over": deal.match_over,
        "pool_id": deal.pool,
        "decay": deal.decay,
        "rated": deal.rated,
    }


def seat_values(result: ResultId, seat: BookedSeat) -> dict[str, Any]:
    """Return the row of a seat."""
    return {
        "result_id": result,
        "seat": seat.seat,
        "user_id": seat.user,
        "computer_level": seat.computer_level,
        "declaring": seat.declaring,
        "role": seat.role.value,
        "won": seat.won,
        "match_won": seat.match_won,
        "level_before": seat.level_before,
        "level_after": seat.level_after,
    }
