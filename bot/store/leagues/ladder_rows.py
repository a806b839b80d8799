"""Teams' progress as rows and back, and the substitutes of teams."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import ResultId, TeamId, UserId
from bot.league.teams.ladder import Ladder, LadderOutcome, Progress, TableSide, TeamSquad
from bot.store.schema.result_models import TeamResultRow
from bot.store.schema.team_models import TeamLevelRow, TeamSubstituteRow
from engine.model.options import Level

PROGRESS_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    c for c in TeamLevelRow.__table__.columns if not c.name.startswith("base_")
)
"""The columns that `to_progress` reads."""
OPEN_LADDER: Final = 0
"""Stands for no league in the key of `team_levels`."""


def to_ladder(row: Any) -> Ladder:
    """Return a ladder from the columns of `ladder_values`."""
    return Ladder(Level(row.start_level), Level(row.final_level), row.league_id or None)


def ladder_values(ladder: Ladder) -> dict[str, Any]:
    """Return the columns of a ladder."""
    return {
        "league_id": ladder.league or OPEN_LADDER,
        "start_level": int(ladder.start),
        "final_level": int(ladder.final),
    }


def is_on(row: type[TeamLevelRow] | type[TeamResultRow], ladder: Ladder) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for rows of a ladder."""
    return tuple(getattr(row, name) == value for name, value in ladder_values(ladder).items())


def to_progress(row: Any) -> Progress:
    """Return a team's progress."""
    table_side = None if row.table_id is None else TableSide(row.table_id, row.side)
    ladder = to_ladder(row)
    return Progress(row.team_id, ladder, Level(row.level), row.climbs, row.deals, row.deals_won, table_side)


def progress_values(progress: Progress) -> dict[str, Any]:
    """Return the row of a team's progress."""
    return {
        "team_id": progress.team,
        **ladder_values(progress.ladder),
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
        **ladder_values(progress.ladder),
        "level_before": int(outcome.level_before),
        "level_after": int(outcome.level_after),
        "won": outcome.won,
        "climbed": outcome.climbed,
    }


def to_squad(row: Any, substitutes: Mapping[TeamId, tuple[UserId, ...]]) -> TeamSquad:
    """Return a team's members and substitutes."""
    members = frozenset(UserId(int(user)) for user in row.member_key.split())
    return TeamSquad(row.id, members, frozenset(substitutes.get(row.id, ())))


async def load_substitutes(
    connection: AsyncConnection, teams: Sequence[int] | Select[int]
) -> dict[TeamId, tuple[UserId, ...]]:
    """Return the substitutes of those of these teams that have any, ids ascending."""
    found: dict[TeamId, tuple[UserId, ...]] = {}
    if isinstance(teams, Sequence) and not teams:
        return found
    query = select(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id).where(TeamSubstituteRow.team_id.in_(teams))
    for row in await connection.execute(query.order_by(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id)):
        found[row.team_id] = (*found.get(row.team_id, ()), row.user_id)
    return found
