"""Teams' progress as rows and back, and the substitutes of teams."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import ResultId, TableId, TeamId, UserId
from bot.league.ladder import Ladder, LadderOutcome, Progress, TableSide
from bot.store.models import TeamLevelRow, TeamSubstituteRow
from engine.model.options import Level

PROGRESS_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    c for c in TeamLevelRow.__table__.columns if not c.name.startswith("base_")
)
"""The columns that `to_progress` reads."""


def to_progress(row: Any) -> Progress:
    """Return a team's progress."""
    table_side = None if row.table_id is None else TableSide(TableId(row.table_id), row.side)
    ladder = Ladder(Level(row.start_level), Level(row.final_level))
    return Progress(TeamId(row.team_id), ladder, Level(row.level), row.climbs, row.deals, row.deals_won, table_side)


def progress_values(progress: Progress) -> dict[str, Any]:
    """Return the row of a team's progress."""
    return {
        "team_id": progress.team,
        "start_level": int(progress.ladder.start),
        "final_level": int(progress.ladder.final),
        "level": int(progress.level),
        "climbs": progress.climbs,
        "deals": progress.deals,
        "deals_won": progress.deals_won,
        "table_id": progress.table_side.table if progress.table_side else None,
        "side": progress.table_side.side if progress.table_side else None,
    }


def team_result_values(result: ResultId, outcome: LadderOutcome) -> dict[str, Any]:
    """Return the row of what a deal changed for a team."""
    progress = outcome.progress
    return {
        "result_id": result,
        "side": progress.table_side.side if progress.table_side else None,
        "team_id": progress.team,
        "start_level": int(progress.ladder.start),
        "final_level": int(progress.ladder.final),
        "level_before": int(outcome.level_before),
        "level_after": int(outcome.level_after),
        "won": outcome.won,
        "climbed": outcome.climbed,
    }


async def load_substitutes(connection: AsyncConnection, teams: Sequence[int]) -> dict[TeamId, tuple[UserId, ...]]:
    """Return the substitutes of those of these teams that have any, ids ascending."""
    found: dict[TeamId, tuple[UserId, ...]] = {}
    if not teams:
        return found
    query = select(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id).where(TeamSubstituteRow.team_id.in_(teams))
    for row in await connection.execute(query.order_by(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id)):
        team = TeamId(row.team_id)
        found[team] = (*found.get(team, ()), UserId(row.user_id))
    return found
