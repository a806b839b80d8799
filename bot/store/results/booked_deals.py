"""Loads booked deals. Changes deals and the levels of teams when a manager makes a ruling."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import ResultId, TeamId
from bot.league.booking.booking_ports import PointSources
from bot.league.results.deals import BookedDeal, BookedSeat, SeatRole
from bot.league.rulings.ruling_changes import TeamOutcome, correct_outcome
from bot.league.teams.ladder import Ladder, LadderStep, Progress, initial_progress, replay_steps
from bot.store.connection.upsert import get_table, in_batches
from bot.store.leagues.league_rows import is_on, to_ladder
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamLevelRow
from engine.model.options import Level


async def load_deals_where(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[BookedDeal]:
    """Return the deals whose rows in `deal_results` meet all `conditions`, in the order of booking."""
    deals, seats = get_table(DealResultRow), get_table(SeatResultRow)
    deal_rows = (await connection.execute(select(deals).where(*conditions).order_by(deals.c.id))).all()
    joined = select(seats).join(deals, deals.c.id == seats.c.result_id).where(*conditions)
    seat_rows = await connection.execute(joined.order_by(seats.c.result_id, seats.c.seat))
    seats_of = {id_: tuple(map(_to_seat, rows)) for id_, rows in groupby(seat_rows, key=lambda row: row.result_id)}
    return [_to_deal(row, seats_of.get(row.id, ())) for row in deal_rows]


async def load_deals(connection: AsyncConnection, ids: Iterable[int]) -> dict[ResultId, BookedDeal]:
    """Return the deals with these ids, in the order of booking."""
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
    """Return the columns of a deal's row, except its server, its revision and whether it is void."""
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


async def load_booked_values(connection: AsyncConnection, deal: BookedDeal) -> dict[str, Any]:
    """Return the present values of a deal that a ruling may change. They do not say whether the deal is void."""
    query = select(TeamResultRow.side, TeamResultRow.level_after, TeamResultRow.won, TeamResultRow.climbed)
    teams = (await connection.execute(query.where(TeamResultRow.result_id == deal.id))).all()
    return {
        "points": deal.points,
        "rise": deal.rise,
        "seats": [[seat.won, seat.match_won, seat.level_after] for seat in deal.seats],
        "teams": {str(row.side): [row.level_after, row.won, row.climbed] for row in teams},
    }


def with_booked_values(deal: BookedDeal, booked: dict[str, Any]) -> BookedDeal:
    """Return a deal with the values that were booked at its end, before any ruling."""
    seats = tuple(
        replace(seat, won=won, match_won=match_won, level_after=level)
        for seat, (won, match_won, level) in zip(deal.seats, booked["seats"], strict=True)
    )
    return replace(deal, points=booked["points"], rise=booked["rise"], seats=seats, void=False)


async def update_result(connection: AsyncConnection, deal: BookedDeal) -> None:
    """Write all values of a deal and its seats that a ruling may have changed."""
    values = {"declarers_hold": deal.declarers_hold, "opponents_points": deal.points, "rise": deal.rise}
    values |= {"match_over": deal.match_over, "void": deal.void}
    await connection.execute(update(DealResultRow).where(DealResultRow.id == deal.id).values(**values))
    for seat in deal.seats:
        here = SeatResultRow.result_id == deal.id, SeatResultRow.seat == seat.seat
        changed = {"won": seat.won, "match_won": seat.match_won, "level_after": seat.level_after}
        await connection.execute(update(SeatResultRow).where(*here).values(**changed))


async def update_team_results(
    connection: AsyncConnection, deal: BookedDeal, original: BookedDeal, booked: dict[str, Any]
) -> None:
    """Update a deal's results for teams on ladders, and recompute the levels of these teams."""
    rows = select(get_table(TeamResultRow)).where(TeamResultRow.result_id == deal.id)
    for row in (await connection.execute(rows)).all():
        ladder = to_ladder(row)
        outcome = TeamOutcome(*booked["teams"][str(row.side)])
        if deal.seats[row.side] != original.seats[row.side]:
            outcome = correct_outcome(outcome, ladder, deal.seats[row.side])
        here = TeamResultRow.result_id == deal.id, TeamResultRow.side == row.side
        values = {"level_after": outcome.level, "won": outcome.won, "climbed": outcome.climbed}
        await connection.execute(update(TeamResultRow).where(*here).values(**values))
        await _recompute_team_level(connection, row.team_id, ladder)


async def _recompute_team_level(connection: AsyncConnection, team: TeamId, ladder: Ladder) -> None:
    here = TeamLevelRow.team_id == team, *is_on(TeamLevelRow, ladder)
    query = select(TeamLevelRow.base_level, TeamLevelRow.base_result).where(*here)
    base = (await connection.execute(query)).one_or_none()
    if base is None:
        return
    now = await compute_progress(connection, team, ladder, base)
    values = {"level": int(now.level), "climbs": now.climbs, "deals": now.deals, "deals_won": now.deals_won}
    await connection.execute(update(TeamLevelRow).where(*here).values(**values))


async def compute_progress(connection: AsyncConnection, team: TeamId, ladder: Ladder, base: Any) -> Progress:
    """Compute a team's progress from its results. The columns of `base` describe the last reset of its level."""
    level = None if base.base_level is None else Level(base.base_level)
    steps = await _load_steps(connection, team, ladder, base.base_result)
    return replay_steps(initial_progress(team, ladder), level, steps)


async def _load_steps(connection: AsyncConnection, team: TeamId, ladder: Ladder, base: int | None) -> list[LadderStep]:
    query = (
        select(get_table(TeamResultRow))
        .join(DealResultRow, DealResultRow.id == TeamResultRow.result_id)
        .where(TeamResultRow.team_id == team, DealResultRow.void.is_(False), *is_on(TeamResultRow, ladder))
        .order_by(TeamResultRow.result_id)
    )
    return [
        LadderStep(row.level_after - row.level_before, row.won, row.climbed, base is None or row.result_id > base)
        for row in await connection.execute(query)
    ]
