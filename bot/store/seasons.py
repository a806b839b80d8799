"""Seasons inside a transaction: finding, opening and closing them, and what opening one resets."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import LeagueId, SeasonId
from bot.league.audit import AuditAction, AuditStamp
from bot.league.ladder import find_ladder
from bot.league.leagues import LeagueInfo, LevelReset, RankedBy, Season, get_season_end, reset_level
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.season_standings import Score
from bot.league.validate import parse_league_rules
from bot.store.announcements import add_announcement
from bot.store.league_models import AuditEntryRow, EntrantRow, ScoreRow, SeasonRow
from bot.store.league_rows import SEASON_COLUMNS, audit_values, scheme_values, score_values, to_season
from bot.store.result_models import DealResultRow
from bot.store.team_models import SeasonAwardRow, TeamLevelRow
from bot.store.team_rows import is_on
from bot.store.upsert import insert_missing

IS_RUNNING = SeasonRow.closed_at.is_(None)


async def find_open_season(connection: AsyncConnection, league: LeagueId) -> Season | None:
    """Return a league's running season."""
    query = select(*SEASON_COLUMNS).where(SeasonRow.league_id == league, IS_RUNNING)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else to_season(row)


async def start_season(connection: AsyncConnection, league: LeagueInfo, stamp: AuditStamp) -> Season:
    """Open a league's next season with empty scores.

    Raises:
        LeagueRefused: a season runs.
    """
    if season := await find_open_season(connection, league.id):
        raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=season.number)
    newest = select(func.max(SeasonRow.number)).where(SeasonRow.league_id == league.id)
    number = ((await connection.execute(newest)).scalar() or 0) + 1
    settings, until = league.settings, get_season_end(league.settings, stamp.at)
    values = {"league_id": league.id, "number": number, "opened_at": stamp.at, "closes_at": until}
    rules = {"preset": settings.preset, "rules": settings.rules, **scheme_values(settings.scheme)}
    rules["least_people"] = settings.min_people
    adding = insert(SeasonRow).values(**values, **rules).returning(SeasonRow.id)
    id_ = SeasonId((await connection.execute(adding)).scalar_one())
    await _insert_empty_scores(connection, league.id, id_)
    if settings.ranked_by is RankedBy.TEAMS and number > 1:
        await _reset_levels(connection, league)
    await add_audit_entry(connection, league, stamp, AuditAction.SEASON_OPENED, {"number": number})
    if number > 1:  # the first one begins with its league
        await add_announcement(connection, league, id_, stamp.at, began=True)
    fixed = settings.scheme, settings.preset, settings.rules, settings.min_people
    return Season(id_, league.id, number, stamp.at, until, None, *fixed)


async def _insert_empty_scores(connection: AsyncConnection, league: LeagueId, season: SeasonId) -> None:
    query = select(EntrantRow.id).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
    entrants = (await connection.execute(query.order_by(EntrantRow.id))).scalars().all()
    await insert_missing(connection, ScoreRow, [score_values(season, entrant, Score()) for entrant in entrants])


async def end_season(connection: AsyncConnection, league: LeagueInfo, season: Season, stamp: AuditStamp) -> Season:
    """Close a season and return it."""
    await connection.execute(update(SeasonRow).where(SeasonRow.id == season.id).values(closed_at=stamp.at))
    await add_audit_entry(connection, league, stamp, AuditAction.SEASON_CLOSED, {"number": season.number})
    await add_announcement(connection, league, season.id, stamp.at, began=False)
    if league.settings.champion_role is not None:
        award = {"season_id": season.id, "role_id": league.settings.champion_role, "at": stamp.at}
        await insert_missing(connection, SeasonAwardRow, [award])
    return replace(season, closed_at=stamp.at)


async def _reset_levels(connection: AsyncConnection, league: LeagueInfo) -> None:
    """Reset the levels of a league's teams as its settings say; a match that runs goes on from the new level."""
    ladder = find_ladder(parse_league_rules(league.settings), league.id)
    if league.settings.level_reset is LevelReset.KEEP or ladder is None:
        return
    last = (await connection.execute(select(func.max(DealResultRow.id)))).scalar() or 0
    on_ladder = is_on(TeamLevelRow, ladder)
    joined = select(TeamLevelRow.team_id, TeamLevelRow.level).join(
        EntrantRow, EntrantRow.team_id == TeamLevelRow.team_id
    )
    query = joined.where(EntrantRow.league_id == league.id, *on_ladder)
    for team, level in (await connection.execute(query)).all():
        changed: dict[str, Any] = {"base_level": reset_level(level, int(ladder.start), league.settings.level_reset)}
        changed |= {"level": changed["base_level"], "base_result": last}
        await connection.execute(update(TeamLevelRow).where(TeamLevelRow.team_id == team, *on_ladder).values(**changed))


async def add_audit_entry(
    connection: AsyncConnection, league: LeagueInfo, stamp: AuditStamp, action: AuditAction, facts: Mapping[str, object]
) -> None:
    """Add an entry to a league's audit log."""
    values = audit_values(league.guild, stamp, action, facts, league.id)
    await connection.execute(insert(AuditEntryRow).values(**values))
