"""Leagues, their managers, entrants and seasons. Every change adds an audit entry in the same transaction."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import EntrantId, GuildId, LeagueId, RoleId, SeasonId, TeamId, UserId
from bot.league.audit import AuditAction, AuditStamp
from bot.league.leagues import MAX_LEAGUES_PER_GUILD, Entrant, LeagueInfo, LeagueSettings, Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.season_standings import Score
from bot.names import name_key
from bot.store.connections import Connections, is_unique_violation
from bot.store.league_models import EntrantRow, LeagueManagerRow, LeagueRow, ScoreRow, SeasonRow
from bot.store.league_rows import (
    ENTRANT_COLUMNS,
    LEAGUE_COLUMNS,
    SEASON_COLUMNS,
    score_values,
    settings_values,
    to_entrant,
    to_league,
    to_season,
)
from bot.store.people import ensure_guild, ensure_people
from bot.store.seasons import IS_RUNNING, add_audit_entry, end_season, find_open_season, start_season
from bot.store.team_models import LeagueManagerRoleRow, TeamRow
from bot.store.upsert import insert_missing

_IS_OPEN = LeagueRow.archived_at.is_(None)
_FIXED_COLUMNS = {"rules", "ranks", "format", "replaced"}
"""Columns that decide which deals count and for whom: they are fixed while a season runs."""


class SqlLeagueAdmin:
    """Implements `bot.league.ports.LeagueAdminStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_league(self, guild: GuildId, settings: LeagueSettings, stamp: AuditStamp) -> LeagueInfo:
        async with self._connections.write() as connection:
            await ensure_guild(connection, guild)
            await ensure_people(connection, [stamp.by])
            await _refuse_taken_name(connection, guild, settings.name)
            count = select(func.count()).where(LeagueRow.guild_id == guild, _IS_OPEN)
            if (await connection.execute(count)).scalar_one() >= MAX_LEAGUES_PER_GUILD:
                raise LeagueRefused(LeagueRefusal.TOO_MANY_LEAGUES, limit=MAX_LEAGUES_PER_GUILD)
            values = {"guild_id": guild, "created_at": stamp.at, **settings_values(settings)}
            try:
                adding = insert(LeagueRow).values(**values).returning(LeagueRow.id)
                id_ = (await connection.execute(adding)).scalar_one()
            except IntegrityError as error:
                raise _to_name_refusal(error, settings.name) from error
            if stamp.by is not None:
                await insert_missing(connection, LeagueManagerRow, [{"league_id": id_, "user_id": stamp.by}])
            league = LeagueInfo(LeagueId(id_), guild, settings, stamp.at)
            await add_audit_entry(connection, league, stamp, AuditAction.CREATED, {"name": settings.name})
            await connection.commit()
        return league

    async def update_league(self, league: LeagueId, settings: LeagueSettings, stamp: AuditStamp) -> LeagueInfo:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            before, after = settings_values(old.settings), settings_values(settings)
            changed = [name for name in after if before[name] != after[name]]
            if not changed:
                return old
            if _FIXED_COLUMNS & set(changed) and (season := await find_open_season(connection, league)):
                raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=season.number)
            if before["name_key"] != after["name_key"]:
                await _refuse_taken_name(connection, old.guild, settings.name)
            try:
                await connection.execute(update(LeagueRow).where(LeagueRow.id == league).values(**after))
            except IntegrityError as error:
                raise _to_name_refusal(error, settings.name) from error
            facts = {"options": " ".join(n for n in changed if n != "name_key")}
            await ensure_people(connection, [stamp.by])
            await add_audit_entry(connection, old, stamp, AuditAction.EDITED, facts)
            await connection.commit()
        return replace(old, settings=settings)

    async def archive_league(self, league: LeagueId, stamp: AuditStamp) -> LeagueInfo:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            await ensure_people(connection, [stamp.by])
            if season := await find_open_season(connection, league):
                await end_season(connection, old, season, stamp)
            await connection.execute(update(LeagueRow).where(LeagueRow.id == league).values(archived_at=stamp.at))
            await add_audit_entry(connection, old, stamp, AuditAction.ARCHIVED, {})
            await connection.commit()
        return replace(old, archived_at=stamp.at)

    async def find_league(self, league: LeagueId) -> LeagueInfo | None:
        row = await self._connections.fetch_one(select(*LEAGUE_COLUMNS).where(LeagueRow.id == league))
        return None if row is None else to_league(row)

    async def find_league_by_name(self, guild: GuildId, name: str) -> LeagueInfo | None:
        key = name_key(" ".join(name.split()))
        query = (
            select(*LEAGUE_COLUMNS)
            .where(LeagueRow.guild_id == guild, LeagueRow.name_key == key)
            .order_by(LeagueRow.archived_at.is_not(None), LeagueRow.archived_at.desc())
            .limit(1)
        )
        row = await self._connections.fetch_one(query)
        return None if row is None else to_league(row)

    async def list_leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueInfo]:
        wanted = LeagueRow.archived_at.is_not(None) if archived else _IS_OPEN
        query = select(*LEAGUE_COLUMNS).where(LeagueRow.guild_id == guild, wanted).order_by(LeagueRow.id)
        return [to_league(row) for row in await self._connections.fetch_all(query)]

    async def list_managers(self, league: LeagueId) -> Sequence[UserId]:
        query = select(LeagueManagerRow.user_id).where(LeagueManagerRow.league_id == league)
        users = await self._connections.fetch_values(query.order_by(LeagueManagerRow.user_id))
        return [UserId(user) for user in users]

    async def set_manager(self, league: LeagueId, user: UserId, stamp: AuditStamp, *, manages: bool) -> bool:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            row = LeagueManagerRow.league_id == league, LeagueManagerRow.user_id == user
            is_one = (await connection.execute(select(LeagueManagerRow.user_id).where(*row))).first() is not None
            if is_one == manages:
                return False
            await ensure_people(connection, [user, stamp.by])
            changing = insert(LeagueManagerRow).values(league_id=league, user_id=user)
            await connection.execute(changing if manages else delete(LeagueManagerRow).where(*row))
            action = AuditAction.MANAGER_ADDED if manages else AuditAction.MANAGER_REMOVED
            await add_audit_entry(connection, old, stamp, action, {"user": user})
            await connection.commit()
        return True

    async def list_manager_roles(self, league: LeagueId) -> Sequence[RoleId]:
        query = select(LeagueManagerRoleRow.role_id).where(LeagueManagerRoleRow.league_id == league)
        roles = await self._connections.fetch_values(query.order_by(LeagueManagerRoleRow.role_id))
        return [RoleId(role) for role in roles]

    async def set_manager_role(self, league: LeagueId, role: RoleId, stamp: AuditStamp, *, manages: bool) -> bool:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            row = LeagueManagerRoleRow.league_id == league, LeagueManagerRoleRow.role_id == role
            is_one = (await connection.execute(select(LeagueManagerRoleRow.role_id).where(*row))).first() is not None
            if is_one == manages:
                return False
            adding = insert(LeagueManagerRoleRow).values(league_id=league, role_id=role)
            await connection.execute(adding if manages else delete(LeagueManagerRoleRow).where(*row))
            action = AuditAction.MANAGER_ROLE_ADDED if manages else AuditAction.MANAGER_ROLE_REMOVED
            await ensure_people(connection, [stamp.by])
            await add_audit_entry(connection, old, stamp, action, {"role": role})
            await connection.commit()
        return True

    async def set_entries(self, league: LeagueId, stamp: AuditStamp, *, is_open: bool) -> LeagueInfo | None:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            if (old.entries_closed_at is None) == is_open:
                return None
            closed_at = None if is_open else stamp.at
            changing = update(LeagueRow).where(LeagueRow.id == league)
            await connection.execute(changing.values(entries_closed_at=closed_at))
            action = AuditAction.ENTRIES_OPENED if is_open else AuditAction.ENTRIES_CLOSED
            await ensure_people(connection, [stamp.by])
            await add_audit_entry(connection, old, stamp, action, {})
            await connection.commit()
        return replace(old, entries_closed_at=closed_at)

    async def add_entrant(
        self, league: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        async with self._connections.write() as connection:
            entrant = await _enter(connection, await lock_open_league(connection, league), user, team, stamp)
            await connection.commit()
        return entrant

    async def withdraw_entrant(
        self, league: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        async with self._connections.write() as connection:
            entrant = await _withdraw(connection, await lock_open_league(connection, league), user, team, stamp)
            await connection.commit()
        return entrant

    async def move_entrant(
        self, league: LeagueId, target: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        async with self._connections.write() as connection:
            both = {id_: await lock_open_league(connection, id_) for id_ in sorted({league, target})}
            await _withdraw(connection, both[league], user, team, stamp)
            entrant = await _enter(connection, both[target], user, team, stamp)
            await connection.commit()
        return entrant

    async def list_entrants(self, league: LeagueId) -> Sequence[Entrant]:
        query = select(*ENTRANT_COLUMNS).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
        rows = await self._connections.fetch_all(query.order_by(EntrantRow.id))
        return [to_entrant(row, row.id) for row in rows]

    async def list_leagues_of(self, guild: GuildId, user: UserId) -> Sequence[LeagueInfo]:
        query = (
            select(*LEAGUE_COLUMNS)
            .join(EntrantRow, EntrantRow.league_id == LeagueRow.id)
            .where(EntrantRow.user_id == user, EntrantRow.left_at.is_(None), LeagueRow.guild_id == guild, _IS_OPEN)
            .order_by(LeagueRow.id)
        )
        return [to_league(row) for row in await self._connections.fetch_all(query)]

    async def open_season(self, league: LeagueId, stamp: AuditStamp) -> Season:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            await ensure_people(connection, [stamp.by])
            season = await start_season(connection, old, stamp)
            await connection.commit()
        return season

    async def close_season(self, league: LeagueId, stamp: AuditStamp) -> Season:
        async with self._connections.write() as connection:
            old = await lock_open_league(connection, league)
            season = await find_open_season(connection, league)
            if season is None:
                raise LeagueRefused(LeagueRefusal.NO_SEASON, name=old.name)
            await ensure_people(connection, [stamp.by])
            closed = await end_season(connection, old, season, stamp)
            await connection.commit()
        return closed

    async def list_seasons(self, league: LeagueId) -> Sequence[Season]:
        query = select(*SEASON_COLUMNS).where(SeasonRow.league_id == league).order_by(SeasonRow.number.desc())
        return [to_season(row) for row in await self._connections.fetch_all(query)]

    async def find_season(self, season: SeasonId) -> Season | None:
        row = await self._connections.fetch_one(select(*SEASON_COLUMNS).where(SeasonRow.id == season))
        return None if row is None else to_season(row)

    async def list_due_seasons(self, at: float) -> Sequence[Season]:
        due = select(*SEASON_COLUMNS).where(IS_RUNNING, SeasonRow.closes_at <= at)
        if not self._connections.shards.is_everything:
            due = due.join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
            due = due.where(self._connections.is_own(LeagueRow.guild_id))
        rows = await self._connections.fetch_all(due.order_by(SeasonRow.closes_at, SeasonRow.id))
        return [to_season(row) for row in rows]

    async def roll_over_season(self, season: SeasonId, at: float) -> tuple[Season, Season] | None:
        stamp = AuditStamp(None, at)
        async with self._connections.write() as connection:
            due = select(*SEASON_COLUMNS).where(SeasonRow.id == season, IS_RUNNING)
            row = (await connection.execute(due)).one_or_none()
            if row is None or row.closes_at is None or row.closes_at > at:
                return None
            old = to_season(row)
            league = await lock_open_league(connection, old.league)
            closed = await end_season(connection, league, old, stamp)
            opened = await start_season(connection, league, stamp)
            await connection.commit()
        return closed, opened


async def lock_open_league(connection: AsyncConnection, league: LeagueId) -> LeagueInfo:
    """Return and lock a league that is not archived.

    Raises:
        LeagueRefused: there is none, or it is archived.
    """
    query = select(*LEAGUE_COLUMNS).where(LeagueRow.id == league).with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise LeagueRefused(LeagueRefusal.NO_LEAGUE)
    found = to_league(row)
    if found.archived_at is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_ARCHIVED, name=found.name)
    return found


async def _enter(
    connection: AsyncConnection, league: LeagueInfo, user: UserId | None, team: TeamId | None, stamp: AuditStamp
) -> Entrant:
    entrant = await _find_entrant(connection, league.id, user, team)
    if entrant is not None and not entrant.left:
        raise LeagueRefused(LeagueRefusal.ALREADY_IN, name=league.name)
    await ensure_people(connection, [user, stamp.by])
    if entrant is None:
        values = {"league_id": league.id, "user_id": user, "team_id": team, "joined_at": stamp.at}
        adding = insert(EntrantRow).values(**values).returning(EntrantRow.id)
        entrant = Entrant(EntrantId((await connection.execute(adding)).scalar_one()), user, team)
    else:
        await connection.execute(update(EntrantRow).where(EntrantRow.id == entrant.id).values(left_at=None))
    if season := await find_open_season(connection, league.id):
        await insert_missing(connection, ScoreRow, [score_values(season.id, entrant.id, Score())])
    await add_audit_entry(connection, league, stamp, AuditAction.JOINED, await _entrant_facts(connection, user, team))
    return Entrant(entrant.id, user, team)


async def _withdraw(
    connection: AsyncConnection, league: LeagueInfo, user: UserId | None, team: TeamId | None, stamp: AuditStamp
) -> Entrant:
    entrant = await _find_entrant(connection, league.id, user, team)
    if entrant is None or entrant.left:
        raise LeagueRefused(LeagueRefusal.NOT_IN, name=league.name)
    await ensure_people(connection, [stamp.by])
    await connection.execute(update(EntrantRow).where(EntrantRow.id == entrant.id).values(left_at=stamp.at))
    if season := await find_open_season(connection, league.id):
        idle = ScoreRow.season_id == season.id, ScoreRow.entrant_id == entrant.id, ScoreRow.deals == 0
        await connection.execute(delete(ScoreRow).where(*idle))
    await add_audit_entry(connection, league, stamp, AuditAction.LEFT, await _entrant_facts(connection, user, team))
    return Entrant(entrant.id, user, team, left=True)


async def _entrant_facts(connection: AsyncConnection, user: UserId | None, team: TeamId | None) -> dict[str, object]:
    if team is None:
        return {"user": user}
    return {"team": team, "name": (await connection.execute(select(TeamRow.name).where(TeamRow.id == team))).scalar()}


async def _find_entrant(
    connection: AsyncConnection, league: LeagueId, user: UserId | None, team: TeamId | None
) -> Entrant | None:
    who = EntrantRow.user_id == user if team is None else EntrantRow.team_id == team
    row = (await connection.execute(select(*ENTRANT_COLUMNS).where(EntrantRow.league_id == league, who))).one_or_none()
    return None if row is None else to_entrant(row, row.id)


async def _refuse_taken_name(connection: AsyncConnection, guild: GuildId, name: str) -> None:
    query = select(LeagueRow.name).where(LeagueRow.guild_id == guild, LeagueRow.name_key == name_key(name), _IS_OPEN)
    other = (await connection.execute(query)).scalar()
    if other is not None:
        raise LeagueRefused(LeagueRefusal.LEAGUE_TAKEN, name=other)


def _to_name_refusal(error: IntegrityError, name: str) -> Exception:
    return LeagueRefused(LeagueRefusal.LEAGUE_TAKEN, name=name) if is_unique_violation(error) else error
