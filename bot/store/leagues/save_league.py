"""Loads leagues, and saves changes to them together with their audit entries and seasons."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import UNSAVED, GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.league_ports import EntrantChange, LeagueChanged
from bot.league.leagues.league_settings import LevelReset
from bot.league.leagues.leagues import Entrant, League, LeagueInfo, Season
from bot.league.leagues.season_changes import get_season_effects, reset_level
from bot.league.leagues.validate import parse_league_rules
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import find_ladder
from bot.store.connection.upsert import find_one, insert_all, insert_missing, insert_one
from bot.store.leagues.league_rows import (
    ENTRANT_COLUMNS,
    LEAGUE_COLUMNS,
    SEASON_COLUMNS,
    add_audit_entries,
    is_on,
    league_values,
    score_values,
    season_values,
    to_entrant,
    to_league,
    to_season,
)
from bot.store.people.person_store import ensure_people
from bot.store.schema.base import GuildRow
from bot.store.schema.league_models import (
    EntrantRow,
    LeagueManagerRow,
    LeagueRow,
    ScoreRow,
    SeasonAnnouncementRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow
from bot.store.schema.team_models import LeagueManagerRoleRow, SeasonAwardRow, TeamLevelRow

IS_OPEN = LeagueRow.archived_at.is_(None)
IS_RUNNING = SeasonRow.closed_at.is_(None)


async def lock_guild_names(connection: AsyncConnection, guild: GuildId) -> None:
    """Lock the server's row until the transaction ends, so that no other writer adds or renames a league there."""
    await connection.execute(select(GuildRow.id).where(GuildRow.id == guild).with_for_update(key_share=True))


async def load_open_names(connection: AsyncConnection, guild: GuildId, but: LeagueId | None = None) -> Sequence[str]:
    """Return the names of a server's leagues that are not archived. The name of the league `but` is left out."""
    query = select(LeagueRow.name).where(LeagueRow.guild_id == guild, IS_OPEN, LeagueRow.id != (but or UNSAVED))
    return (await connection.execute(query)).scalars().all()


async def load_league(connection: AsyncConnection, league: LeagueId, *, lock: bool = False) -> League | None:
    """Return a league with its newest season. With `lock`, other writers of the league wait for this transaction."""
    query = select(*LEAGUE_COLUMNS).where(LeagueRow.id == league)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        return None
    known = to_league(row)
    newest = select(*SEASON_COLUMNS).where(SeasonRow.league_id == league).order_by(SeasonRow.number.desc()).limit(1)
    return League(
        **{field.name: getattr(known, field.name) for field in fields(known)},
        managers=await _load_ids(connection, LeagueManagerRow.user_id, league),
        manager_roles=await _load_ids(connection, LeagueManagerRoleRow.role_id, league),
        seasons=tuple(to_season(row) for row in await connection.execute(newest)),
    )


async def insert_league(connection: AsyncConnection, created: LeagueChanged, stamp: AuditStamp) -> League:
    """Save a new league and return it with its id."""
    league = replace(created.league, id=await insert_one(connection, LeagueRow, league_values(created.league)))
    await ensure_people(connection, [stamp.by, *league.managers])
    await _add_ids(connection, LeagueManagerRow.user_id, league.id, league.managers)
    await add_audit_entries(connection, league.guild, stamp, created.records, league.id)
    return league


async def save_league(
    connection: AsyncConnection, old: League, changed: LeagueChanged, stamp: AuditStamp
) -> LeagueChanged:
    """Write what differs between `old` and the changed league. Return the change with the ids of new seasons."""
    new = changed.league
    if new == old:
        return changed
    await ensure_people(connection, [stamp.by, *new.managers])
    values = league_values(new)
    if values != league_values(old):
        await connection.execute(update(LeagueRow).where(LeagueRow.id == new.id).values(**values))
    await _save_ids(connection, LeagueManagerRow.user_id, new.id, old.managers, new.managers)
    await _save_ids(connection, LeagueManagerRoleRow.role_id, new.id, old.manager_roles, new.manager_roles)
    await add_audit_entries(connection, new.guild, stamp, changed.records, new.id)
    seasons = [one if one in old.seasons else await save_season(connection, new, one) for one in new.seasons]
    return replace(changed, league=replace(new, seasons=tuple(seasons)))


async def save_entrant_change(
    connection: AsyncConnection,
    league: League,
    user: UserId | None,
    team: TeamId | None,
    change: EntrantChange,
    stamp: AuditStamp,
) -> Entrant:
    """Apply a change to one entrant of a locked league, and save it."""
    changed = change(league, await _find_entrant(connection, league.id, user, team))
    await ensure_people(connection, [user, stamp.by])
    entrant = changed.entrant
    if entrant.id == UNSAVED:
        values = {"league_id": league.id, "user_id": user, "team_id": team, "joined_at": stamp.at}
        entrant = replace(entrant, id=await insert_one(connection, EntrantRow, values))
    else:
        left_at = stamp.at if entrant.left else None
        await connection.execute(update(EntrantRow).where(EntrantRow.id == entrant.id).values(left_at=left_at))
    if league.running_season is not None:
        await _add_or_drop_score(connection, league.running_season.id, entrant)
    await add_audit_entries(connection, league.guild, stamp, [changed.record], league.id)
    return entrant


async def _add_or_drop_score(connection: AsyncConnection, season: int, entrant: Entrant) -> None:
    if entrant.left:
        idle = ScoreRow.season_id == season, ScoreRow.entrant_id == entrant.id, ScoreRow.deals == 0
        await connection.execute(delete(ScoreRow).where(*idle))
    else:
        await insert_missing(connection, ScoreRow, [score_values(season, entrant.id, Score())])


async def _find_entrant(
    connection: AsyncConnection, league: LeagueId, user: UserId | None, team: TeamId | None
) -> Entrant | None:
    who = EntrantRow.user_id == user if team is None else EntrantRow.team_id == team
    query = select(*ENTRANT_COLUMNS).where(EntrantRow.league_id == league, who)
    return await find_one(connection, query, to_entrant)


async def _load_ids(connection: AsyncConnection, column: Any, league: LeagueId) -> tuple[Any, ...]:
    query = select(column).where(column.class_.league_id == league).order_by(column)
    return tuple((await connection.execute(query)).scalars())


async def _save_ids(
    connection: AsyncConnection, column: Any, league: LeagueId, old: Iterable[int], new: Iterable[int]
) -> None:
    if gone := {*old} - {*new}:
        await connection.execute(delete(column.class_).where(column.class_.league_id == league, column.in_(gone)))
    await _add_ids(connection, column, league, {*new} - {*old})


async def _add_ids(connection: AsyncConnection, column: Any, league: LeagueId, ids: Iterable[int]) -> None:
    await insert_all(connection, column.class_, [{"league_id": league, column.key: id_} for id_ in ids])


async def save_season(connection: AsyncConnection, league: LeagueInfo, season: Season) -> Season:
    """Save a season just opened, closed or reopened, with its pending posts and level resets. Return it with its id."""
    if season.id == UNSAVED:
        season = replace(season, id=await insert_one(connection, SeasonRow, season_values(season)))
        await _insert_empty_scores(connection, league.id, season.id)
    else:
        closing = update(SeasonRow).where(SeasonRow.id == season.id)
        await connection.execute(closing.values(closed_at=season.closed_at))
        if season.closed_at is None:
            for pending in (SeasonAnnouncementRow, SeasonAwardRow):
                await connection.execute(delete(pending).where(pending.season_id == season.id))
            return season
    at = season.opened_at if season.closed_at is None else season.closed_at
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
    """Reset the levels of a league's teams. A match in progress continues from the new level."""
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
