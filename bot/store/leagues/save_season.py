"""Seasons inside a transaction: found, and saved with what follows when one opens or closes."""

from dataclasses import replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import UNSAVED, LeagueId, SeasonId
from bot.league.leagues.league_settings import LevelReset
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.leagues.season_changes import get_season_effects, reset_level
from bot.league.leagues.validate import parse_league_rules
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import find_ladder
from bot.store.connection.upsert import insert_missing, insert_one
from bot.store.leagues.league_rows import SEASON_COLUMNS, is_on, score_values, season_values, to_season
from bot.store.schema.league_models import EntrantRow, ScoreRow, SeasonAnnouncementRow, SeasonRow
from bot.store.schema.result_models import DealResultRow
from bot.store.schema.team_models import SeasonAwardRow, TeamLevelRow

IS_RUNNING = SeasonRow.closed_at.is_(None)


async def find_open_season(connection: AsyncConnection, league: LeagueId) -> Season | None:
    """Return a league's running season."""
    query = select(*SEASON_COLUMNS).where(SeasonRow.league_id == league, IS_RUNNING)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else to_season(row)


async def save_season(connection: AsyncConnection, league: LeagueInfo, season: Season) -> Season:
    """Save a season that has just been opened, closed or reopened, with what follows, and return it with its id."""
    is_new, at = season.id == UNSAVED, season.opened_at if season.closed_at is None else season.closed_at
    if is_new:
        season = replace(season, id=await insert_one(connection, SeasonRow, season_values(season)))
        await _insert_empty_scores(connection, league.id, season.id)
    else:
        closing = update(SeasonRow).where(SeasonRow.id == season.id)
        await connection.execute(closing.values(closed_at=season.closed_at))
        for pending in (SeasonAnnouncementRow, SeasonAwardRow) if season.closed_at is None else ():
            await connection.execute(delete(pending).where(pending.season_id == season.id))
        if season.closed_at is None:
            return season
    effects = get_season_effects(league, season)
    if effects.is_announced:
        await connection.execute(insert(SeasonAnnouncementRow).values(season_id=season.id, at=at))
    if effects.champion_role is not None:
        award = {"season_id": season.id, "role_id": effects.champion_role, "at": at}
        await insert_missing(connection, SeasonAwardRow, [award])
    await _reset_levels(connection, league, effects.level_reset)
    return season


async def _insert_empty_scores(connection: AsyncConnection, league: LeagueId, season: SeasonId) -> None:
    query = select(EntrantRow.id).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
    entrants = (await connection.execute(query.order_by(EntrantRow.id))).scalars().all()
    await insert_missing(connection, ScoreRow, [score_values(season, entrant, Score()) for entrant in entrants])


async def _reset_levels(connection: AsyncConnection, league: LeagueInfo, reset: LevelReset) -> None:
    """Reset the levels of a league's teams; a match that runs goes on from the new level."""
    ladder = find_ladder(parse_league_rules(league.settings), league.id)
    if reset is LevelReset.KEEP or ladder is None:
        return
    last = (await connection.execute(select(func.max(DealResultRow.id)))).scalar() or 0
    on_ladder = is_on(TeamLevelRow, ladder)
    joined = select(TeamLevelRow.team_id, TeamLevelRow.level).join(
        EntrantRow, EntrantRow.team_id == TeamLevelRow.team_id
    )
    query = joined.where(EntrantRow.league_id == league.id, *on_ladder)
    for team, level in (await connection.execute(query)).all():
        changed: dict[str, Any] = {"base_level": reset_level(level, int(ladder.start), reset)}
        changed |= {"level": changed["base_level"], "base_result": last}
        await connection.execute(update(TeamLevelRow).where(TeamLevelRow.team_id == team, *on_ladder).values(**changed))
