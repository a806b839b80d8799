"""Corrected results: the booked values that a ruling may change, and the rows and levels that follow from it."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import TeamId
from bot.league.results.deals import BookedDeal
from bot.league.rulings.ruling_changes import TeamOutcome, correct_outcome
from bot.league.teams.ladder import Ladder, LadderStep, Progress, initial_progress, replay_steps
from bot.store.connection.upsert import get_table
from bot.store.leagues.ladder_rows import is_on, to_ladder
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamLevelRow
from engine.model.options import Level

BookedValues = dict[str, Any]


async def load_booked_values(connection: AsyncConnection, deal: BookedDeal) -> BookedValues:
    """Return the booked values of everything that a ruling may change."""
    query = select(TeamResultRow.side, TeamResultRow.level_after, TeamResultRow.won, TeamResultRow.climbed)
    teams = (await connection.execute(query.where(TeamResultRow.result_id == deal.id))).all()
    return {
        "points": deal.points,
        "rise": deal.rise,
        "seats": [[seat.won, seat.match_won, seat.level_after] for seat in deal.seats],
        "teams": {str(row.side): [row.level_after, row.won, row.climbed] for row in teams},
    }


def with_booked_values(deal: BookedDeal, booked: BookedValues) -> BookedDeal:
    """Return a deal with its booked values."""
    seats = tuple(
        replace(seat, won=won, match_won=match_won, level_after=level)
        for seat, (won, match_won, level) in zip(deal.seats, booked["seats"], strict=True)
    )
    return replace(deal, points=booked["points"], rise=booked["rise"], seats=seats, void=False)


async def update_result(connection: AsyncConnection, deal: BookedDeal) -> None:
    """Write what a ruling may have changed about a deal and its seats."""
    values = {"declarers_hold": deal.declarers_hold, "opponents_points": deal.points, "rise": deal.rise}
    values |= {"match_over": deal.match_over, "void": deal.void}
    await connection.execute(update(DealResultRow).where(DealResultRow.id == deal.id).values(**values))
    for seat in deal.seats:
        here = SeatResultRow.result_id == deal.id, SeatResultRow.seat == seat.seat
        changed = {"won": seat.won, "match_won": seat.match_won, "level_after": seat.level_after}
        await connection.execute(update(SeatResultRow).where(*here).values(**changed))


async def update_team_results(
    connection: AsyncConnection, deal: BookedDeal, original: BookedDeal, booked: BookedValues
) -> None:
    """Update the results of the teams that climbed with a deal, and recompute their levels."""
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
    """Return a team's progress as its results have it. `base`: a row with `base_level` and `base_result`."""
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
