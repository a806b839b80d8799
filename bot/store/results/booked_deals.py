"""Booked deals, read from their rows."""

from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import ResultId
from bot.league.booking.booking_ports import PointSources
from bot.league.results.deals import BookedDeal, BookedSeat, SeatRole
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
    score = row.declarer, row.opponents_points, row.rise
    counts = row.pool_id, row.table_id, row.decay, row.void, row.rated
    return BookedDeal(row.id, row.at, *score, seats, *counts)


def _to_seat(row: Any) -> BookedSeat:
    levels = row.level_before, row.level_after
    return BookedSeat(row.seat, row.user_id, row.computer_level, SeatRole(row.role), row.won, row.match_won, *levels)


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
    values = asdict(seat) | {"declaring": seat.declaring, "role": seat.role.value}
    return {"result_id": result, "user_id": values.pop("user"), **values}
