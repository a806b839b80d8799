"""Teams, their substitutes and their progress."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, TeamId, UserId
from bot.league.ladder import Ladder, Progress
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import MAX_SUBSTITUTES, MAX_TEAMS_PER_USER, Team
from bot.names import name_key
from bot.store.connections import Connections, is_unique_violation
from bot.store.models import TeamLevelRow, TeamMemberRow, TeamRow, TeamSubstituteRow
from bot.store.people import ensure_guild, ensure_people, member_key
from bot.store.team_rows import PROGRESS_COLUMNS, is_on, load_substitutes, to_ladder, to_progress

_TEAM_COLUMNS = (TeamRow.id, TeamRow.guild_id, TeamRow.name, TeamRow.size, TeamRow.member_key)
_IS_ACTIVE = TeamRow.disbanded_at.is_(None)


class SqlTeams:
    """Implements `bot.league.ports.TeamStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_team(self, guild: GuildId, name: str, members: Sequence[UserId], size: int, at: float) -> Team:
        values = {"guild_id": guild, "name": name, "name_key": name_key(name), "size": size, "created_at": at}
        values["member_key"] = member_key(members)
        async with self._connections.write() as connection:
            await _refuse_duplicate(connection, values)
            await _refuse_too_many_teams(connection, guild, members)
            await ensure_guild(connection, guild)
            await ensure_people(connection, members)
            try:
                id_ = (await connection.execute(insert(TeamRow).values(**values).returning(TeamRow.id))).scalar_one()
            except IntegrityError as error:
                raise _to_name_refusal(error, name) from error
            await connection.execute(insert(TeamMemberRow), [{"team_id": id_, "user_id": user} for user in members])
            await connection.commit()
        return Team(TeamId(id_), guild, name, tuple(sorted(members)), size)

    async def rename_team(self, team: TeamId, name: str) -> Team:
        async with self._connections.write() as connection:
            known = await _find_one(connection, TeamRow.id == team)
            if known is None:
                raise LeagueRefused(LeagueRefusal.NO_TEAM)
            await _refuse_taken_name(connection, known.guild, name_key(name), team)
            renaming = update(TeamRow).where(TeamRow.id == team).values(name=name, name_key=name_key(name))
            try:
                await connection.execute(renaming)
            except IntegrityError as error:
                raise _to_name_refusal(error, name) from error
            await connection.commit()
        return Team(known.id, known.guild, name, known.members, known.size)

    async def disband_team(self, team: TeamId, at: float) -> None:
        async with self._connections.write() as connection:
            disbanding = update(TeamRow).where(TeamRow.id == team, _IS_ACTIVE).values(disbanded_at=at)
            if (await connection.execute(disbanding)).rowcount == 0:
                raise LeagueRefused(LeagueRefusal.NO_TEAM)
            await connection.commit()

    async def list_substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        async with self._connections.read() as connection:
            return await load_substitutes(connection, teams)

    async def add_substitute(self, team: TeamId, user: UserId) -> bool:
        async with self._connections.write() as connection:
            # locked, as PostgreSQL lets two presses count the substitutes at once
            locking = select(TeamRow.id).where(TeamRow.id == team, _IS_ACTIVE).with_for_update()
            if (await connection.execute(locking)).one_or_none() is None:
                raise LeagueRefused(LeagueRefusal.NO_TEAM)
            there = (await load_substitutes(connection, [team])).get(team, ())
            if user in there:
                return False
            if len(there) >= MAX_SUBSTITUTES:
                raise LeagueRefused(LeagueRefusal.TOO_MANY_SUBSTITUTES, limit=MAX_SUBSTITUTES)
            await ensure_people(connection, [user])
            await connection.execute(insert(TeamSubstituteRow).values(team_id=team, user_id=user))
            await connection.commit()
        return True

    async def remove_substitute(self, team: TeamId, user: UserId) -> bool:
        one = TeamSubstituteRow.team_id == team, TeamSubstituteRow.user_id == user
        async with self._connections.write() as connection:
            dropped = (await connection.execute(delete(TeamSubstituteRow).where(*one))).rowcount
            await connection.commit()
        return dropped > 0

    async def find_team(self, team: TeamId) -> Team | None:
        async with self._connections.read() as connection:
            return await _find_one(connection, TeamRow.id == team)

    async def find_team_by_name(self, guild: GuildId, name: str) -> Team | None:
        key = name_key(" ".join(name.split()))
        async with self._connections.read() as connection:
            return await _find_one(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        query = (
            select(*_TEAM_COLUMNS)
            .join(TeamMemberRow, TeamMemberRow.team_id == TeamRow.id)
            .where(TeamMemberRow.user_id == user, _IS_ACTIVE)
            .order_by(TeamRow.id)
        )
        if guild is not None:
            query = query.where(TeamRow.guild_id == guild)
        return [_to_team(row) for row in await self._connections.fetch_all(query)]

    async def list_teams(self, guild: GuildId) -> Sequence[Team]:
        query = select(*_TEAM_COLUMNS).where(TeamRow.guild_id == guild, _IS_ACTIVE).order_by(TeamRow.id)
        return [_to_team(row) for row in await self._connections.fetch_all(query)]

    async def list_progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        query = (
            select(*PROGRESS_COLUMNS)
            .join(TeamRow, TeamRow.id == TeamLevelRow.team_id)
            .where(TeamRow.guild_id == guild, _IS_ACTIVE, *is_on(TeamLevelRow, ladder))
        )
        return [to_progress(row) for row in await self._connections.fetch_all(query)]

    async def list_progress(self, team: TeamId) -> Sequence[Progress]:
        query = select(*PROGRESS_COLUMNS).where(TeamLevelRow.team_id == team)
        rows = await self._connections.fetch_all(query.order_by(TeamLevelRow.deals.desc(), TeamLevelRow.start_level))
        return [to_progress(row) for row in rows]

    async def list_ladders(self, guild: GuildId) -> Sequence[Ladder]:
        ladder = TeamLevelRow.league_id, TeamLevelRow.start_level, TeamLevelRow.final_level
        played = func.sum(TeamLevelRow.deals)
        query = (
            select(*ladder)
            .join(TeamRow, TeamRow.id == TeamLevelRow.team_id)
            .where(TeamRow.guild_id == guild, _IS_ACTIVE)
            .group_by(*ladder)
            .order_by(played.desc(), *ladder[:2], TeamLevelRow.final_level.desc())
        )
        return [to_ladder(row) for row in await self._connections.fetch_all(query)]


def _to_team(row: Any) -> Team:
    members = tuple(UserId(int(word)) for word in row.member_key.split())
    return Team(TeamId(row.id), GuildId(row.guild_id), row.name, members, row.size)


async def _find_one(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> Team | None:
    row = (await connection.execute(select(*_TEAM_COLUMNS).where(_IS_ACTIVE, *conditions))).one_or_none()
    return None if row is None else _to_team(row)


async def _refuse_taken_name(connection: AsyncConnection, guild: int, key: str, but: TeamId | None = None) -> None:
    other = await _find_one(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)
    if other is not None and other.id != but:
        raise LeagueRefused(LeagueRefusal.NAME_TAKEN, name=other.name)


async def _refuse_duplicate(connection: AsyncConnection, values: dict[str, Any]) -> None:
    alike = TeamRow.size == values["size"], TeamRow.member_key == values["member_key"]
    same = await _find_one(connection, TeamRow.guild_id == values["guild_id"], *alike)
    if same is not None:
        raise LeagueRefused(LeagueRefusal.TEAM_EXISTS, name=same.name)
    await _refuse_taken_name(connection, values["guild_id"], values["name_key"])


async def _refuse_too_many_teams(connection: AsyncConnection, guild: int, members: Sequence[UserId]) -> None:
    query = (
        select(TeamMemberRow.user_id)
        .join(TeamRow, TeamRow.id == TeamMemberRow.team_id)
        .where(TeamMemberRow.user_id.in_(members), TeamRow.guild_id == guild, _IS_ACTIVE)
        .group_by(TeamMemberRow.user_id)
        .having(func.count() >= MAX_TEAMS_PER_USER)
    )
    user = (await connection.execute(query)).scalars().first()
    if user is not None:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_TEAMS, limit=MAX_TEAMS_PER_USER, user=UserId(user))


def _to_name_refusal(error: IntegrityError, name: str) -> Exception:
    """Return the refusal when another writer was first; of the unique keys, the name is the likely clash."""
    return LeagueRefused(LeagueRefusal.NAME_TAKEN, name=name) if is_unique_violation(error) else error
