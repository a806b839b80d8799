"""What a new season does to the levels of a league's teams."""

from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.drafts import rules_of
from bot.league.ladder import ladder_of
from bot.league.leagues import LeagueFacts, Reset, reset_level
from bot.store.league_models import EntrantRow
from bot.store.models import LevelRow, ResultRow


async def reset_levels(connection: AsyncConnection, league: LeagueFacts) -> None:
    """Put a league's teams back as far as it wants, on the ladder that its rules climb.

    A team that is in the middle of a match goes on from there: what it gains counts from its new level.
    """
    ladder = ladder_of(rules_of(league.draft))
    if league.draft.reset is Reset.KEEP or ladder is None:
        return
    last = (await connection.execute(select(func.max(ResultRow.id)))).scalar() or 0
    on_ladder = LevelRow.start_level == int(ladder.start), LevelRow.final_level == int(ladder.final)
    query = (
        select(LevelRow.team_id, LevelRow.level)
        .join(EntrantRow, EntrantRow.team_id == LevelRow.team_id)
        .where(EntrantRow.league_id == league.id, EntrantRow.left_at.is_(None), *on_ladder)
    )
    for team, level in (await connection.execute(query)).all():
        begun: dict[str, Any] = {"base_level": reset_level(level, int(ladder.start), league.draft.reset)}
        begun |= {"level": begun["base_level"], "base_result": last}
        await connection.execute(update(LevelRow).where(LevelRow.team_id == team, *on_ladder).values(**begun))
