"""The store of teams: `bot.league.ports.LeagueStore` in SQL."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.ids import GuildId, TeamId, UserId
from bot.league.ladder import Ladder, Progress
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import SUBSTITUTES_EACH, TEAMS_EACH, Team, name_key
from bot.store.booking import PROGRESS, progress_of, substitutes_of
from bot.store.connections import Connections, is_clash
from bot.store.models import LevelRow, MemberRow, SubstituteRow, TeamRow
from bot.store.people import know_guild, know_people, member_key
from engine.rules import Level

_TEAM = (TeamRow.id, TeamRow.guild_id, TeamRow.name, TeamRow.size, TeamRow.member_key)
_ALIVE = TeamRow.disbanded_at.is_(None)


class SqlLeagues:
    """Where teams and their progress are kept. Every method is one unit of work."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_team(self, guild: GuildId, name: str, members: Sequence[UserId], size: int, at: float) -> Team:
        """Keep a new team; `at` is seconds since the epoch.

        Raises:
            LeagueRefused: the name is taken, these people are a team of this size, or somebody is in too many.
        """
        values = {
            "guild_id": guild,
            "name": name,
            "name_key": name_key(name),
            "size": size,
            "member_key": member_key(members),
            "created_at": at,
        }
        async with self._connections.write() as connection:
            await _refuse_taken(connection, values)
            await _refuse_too_many(connection, guild, members)
            await know_guild(connection, guild)
            await know_people(connection, members)
            try:
                id_ = (await connection.execute(insert(TeamRow).values(**values).returning(TeamRow.id))).scalar_one()
            except IntegrityError as error:
                raise _lost_race(error, name) from error
            await connection.execute(insert(MemberRow), [{"team_id": id_, "user_id": user} for user in members])
            await connection.commit()
        return Team(TeamId(id_), guild, name, tuple(sorted(members)), size)

    async def rename_team(self, team: TeamId, name: str) -> Team:
        """Give a team another name and return it.

        Raises:
            LeagueRefused: the name is taken, or there is no such team.
        """
        async with self._connections.write() as connection:
            known = await _one(connection, TeamRow.id == team)
            if known is None:
                raise LeagueRefused(LeagueWhy.NO_TEAM)
            await _refuse_name(connection, known.guild, name_key(name), team)
            renaming = update(TeamRow).where(TeamRow.id == team).values(name=name, name_key=name_key(name))
            try:
                await connection.execute(renaming)
            except IntegrityError as error:
                raise _lost_race(error, name) from error
            await connection.commit()
        return Team(known.id, known.guild, name, known.members, known.size)

    async def disband_team(self, team: TeamId, at: float) -> None:
        """Let a team play no more: its name and its people are free again, its results stay.

        Raises:
            LeagueRefused: there is no such team.
        """
        async with self._connections.write() as connection:
            disbanding = update(TeamRow).where(TeamRow.id == team, _ALIVE).values(disbanded_at=at)
            if (await connection.execute(disbanding)).rowcount == 0:
                raise LeagueRefused(LeagueWhy.NO_TEAM)
            await connection.commit()

    async def substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return who may sit in for members of these teams, as far as they have anybody."""
        async with self._connections.read() as connection:
            return await substitutes_of(connection, teams)

    async def add_substitute(self, team: TeamId, user: UserId) -> bool:
        """Let somebody sit in for members of a team; return False when he may already.

        Raises:
            LeagueRefused: there is no such team, or it has enough substitutes.
        """
        async with self._connections.write() as connection:
            if await _one(connection, TeamRow.id == team) is None:
                raise LeagueRefused(LeagueWhy.NO_TEAM)
            there = (await substitutes_of(connection, [team])).get(team, ())
            if user in there:
                return False
            if len(there) >= SUBSTITUTES_EACH:
                raise LeagueRefused(LeagueWhy.TOO_MANY_SUBSTITUTES, limit=SUBSTITUTES_EACH)
            await know_people(connection, [user])
            await connection.execute(insert(SubstituteRow).values(team_id=team, user_id=user))
            await connection.commit()
        return True

    async def drop_substitute(self, team: TeamId, user: UserId) -> bool:
        """Let somebody sit in for members of a team no more; return False when he may not anyway."""
        one = SubstituteRow.team_id == team, SubstituteRow.user_id == user
        async with self._connections.write() as connection:
            dropped = (await connection.execute(delete(SubstituteRow).where(*one))).rowcount
            await connection.commit()
        return dropped > 0

    async def team(self, team: TeamId) -> Team | None:
        """Return a team that has not been disbanded."""
        async with self._connections.read() as connection:
            return await _one(connection, TeamRow.id == team)

    async def team_named(self, guild: GuildId, name: str) -> Team | None:
        """Return the team of a server that goes by this name."""
        key = name_key(" ".join(name.split()))
        async with self._connections.read() as connection:
            return await _one(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)

    async def teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams a person is in, oldest first; `guild` None: of all servers."""
        query = (
            select(*_TEAM)
            .join(MemberRow, MemberRow.team_id == TeamRow.id)
            .where(MemberRow.user_id == user, _ALIVE)
            .order_by(TeamRow.id)
        )
        if guild is not None:
            query = query.where(TeamRow.guild_id == guild)
        async with self._connections.read() as connection:
            return [_team_of(row) for row in await connection.execute(query)]

    async def teams_in(self, guild: GuildId) -> Sequence[Team]:
        """Return all teams of a server, oldest first."""
        query = select(*_TEAM).where(TeamRow.guild_id == guild, _ALIVE).order_by(TeamRow.id)
        async with self._connections.read() as connection:
            return [_team_of(row) for row in await connection.execute(query)]

    async def progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        """Return how far the teams of a server have come on a ladder, as far as they have played on it."""
        query = (
            select(*PROGRESS)
            .join(TeamRow, TeamRow.id == LevelRow.team_id)
            .where(
                TeamRow.guild_id == guild,
                _ALIVE,
                LevelRow.start_level == int(ladder.start),
                LevelRow.final_level == int(ladder.final),
            )
        )
        async with self._connections.read() as connection:
            return [progress_of(row) for row in await connection.execute(query)]

    async def progress_of(self, team: TeamId) -> Sequence[Progress]:
        """Return how far a team has come on each ladder that it has played on, most deals first."""
        query = select(*PROGRESS).where(LevelRow.team_id == team).order_by(LevelRow.deals.desc(), LevelRow.start_level)
        async with self._connections.read() as connection:
            return [progress_of(row) for row in await connection.execute(query)]

    async def ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""
        played = func.sum(LevelRow.deals)
        query = (
            select(LevelRow.start_level, LevelRow.final_level)
            .join(TeamRow, TeamRow.id == LevelRow.team_id)
            .where(TeamRow.guild_id == guild, _ALIVE)
            .group_by(LevelRow.start_level, LevelRow.final_level)
            .order_by(played.desc(), LevelRow.start_level, LevelRow.final_level.desc())
        )
        async with self._connections.read() as connection:
            return [Ladder(Level(start), Level(final)) for start, final in await connection.execute(query)]


def _team_of(row: Any) -> Team:
    members = tuple(UserId(int(word)) for word in row.member_key.split())
    return Team(TeamId(row.id), GuildId(row.guild_id), row.name, members, row.size)


async def _one(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> Team | None:
    row = (await connection.execute(select(*_TEAM).where(_ALIVE, *conditions))).one_or_none()
    return None if row is None else _team_of(row)


async def _refuse_name(connection: AsyncConnection, guild: int, key: str, but: TeamId | None = None) -> None:
    other = await _one(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)
    if other is not None and other.id != but:
        raise LeagueRefused(LeagueWhy.NAME_TAKEN, name=other.name)


async def _refuse_taken(connection: AsyncConnection, values: dict[str, Any]) -> None:
    same = await _one(
        connection,
        TeamRow.guild_id == values["guild_id"],
        TeamRow.size == values["size"],
        TeamRow.member_key == values["member_key"],
    )
    if same is not None:
        raise LeagueRefused(LeagueWhy.TEAM_EXISTS, name=same.name)
    await _refuse_name(connection, values["guild_id"], values["name_key"])


async def _refuse_too_many(connection: AsyncConnection, guild: int, members: Sequence[UserId]) -> None:
    query = (
        select(MemberRow.user_id)
        .join(TeamRow, TeamRow.id == MemberRow.team_id)
        .where(MemberRow.user_id.in_(members), TeamRow.guild_id == guild, _ALIVE)
        .group_by(MemberRow.user_id)
        .having(func.count() >= TEAMS_EACH)
    )
    user = (await connection.execute(query)).scalars().first()
    if user is not None:
        raise LeagueRefused(LeagueWhy.TOO_MANY_TEAMS, limit=TEAMS_EACH, user=UserId(user))


def _lost_race(error: IntegrityError, name: str) -> Exception:
    """Return what it means that another process was first; one key clashed, and the name is the likely one."""
    return LeagueRefused(LeagueWhy.NAME_TAKEN, name=name) if is_clash(error) else error
