"""Teams, their substitutes and their progress."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError

from bot.ids import GuildId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditStamp
from bot.league.ladder import Ladder, Progress
from bot.league.teams import Team
from bot.names import name_key
from bot.store.connections import Connections
from bot.store.team_changes import add_team_audit, disband, insert_team, lock_guild, lock_team
from bot.store.team_checks import (
    IS_ACTIVE,
    TEAM_COLUMNS,
    TEAMS_AND_CAPTAINS,
    find_team,
    refuse_taken_name,
    to_name_refusal,
    to_team,
)
from bot.store.team_invitations import expire
from bot.store.team_models import TeamLevelRow, TeamMemberRow, TeamRow
from bot.store.team_rows import PROGRESS_COLUMNS, is_on, load_substitutes, to_ladder, to_progress


class SqlTeams:
    """Implements `bot.league.ports.TeamStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_team(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp
    ) -> Team:
        async with self._connections.write() as connection:
            await lock_guild(connection, guild)
            await expire(connection, stamp.at)
            team = await insert_team(connection, guild, name, members, size, stamp)
            await connection.commit()
        return team

    async def rename_team(self, team: TeamId, name: str, stamp: AuditStamp) -> Team:
        async with self._connections.write() as connection:
            known = await lock_team(connection, team)
            if known.name == name:
                return known
            await expire(connection, stamp.at)
            await refuse_taken_name(connection, known.guild, name_key(name), team)
            renaming = update(TeamRow).where(TeamRow.id == team).values(name=name, name_key=name_key(name))
            try:
                await connection.execute(renaming)
            except IntegrityError as error:
                raise to_name_refusal(error, name) from error
            renamed = replace(known, name=name)
            await add_team_audit(connection, renamed, stamp, AuditAction.TEAM_RENAMED, old=known.name)
            await connection.commit()
        return renamed

    async def disband_team(self, team: TeamId, stamp: AuditStamp) -> None:
        async with self._connections.write() as connection:
            await disband(connection, await lock_team(connection, team), stamp)
            await connection.commit()

    async def list_substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        async with self._connections.read() as connection:
            return await load_substitutes(connection, teams)

    async def find_team(self, team: TeamId) -> Team | None:
        async with self._connections.read() as connection:
            return await find_team(connection, TeamRow.id == team)

    async def find_team_by_name(self, guild: GuildId, name: str) -> Team | None:
        key = name_key(" ".join(name.split()))
        async with self._connections.read() as connection:
            return await find_team(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        query = (
            select(*TEAM_COLUMNS)
            .select_from(TEAMS_AND_CAPTAINS)
            .where(TeamRow.id.in_(select(TeamMemberRow.team_id).where(TeamMemberRow.user_id == user)), IS_ACTIVE)
            .order_by(TeamRow.id)
        )
        if guild is not None:
            query = query.where(TeamRow.guild_id == guild)
        return [to_team(row) for row in await self._connections.fetch_all(query)]

    async def list_teams(self, guild: GuildId) -> Sequence[Team]:
        query = select(*TEAM_COLUMNS).select_from(TEAMS_AND_CAPTAINS).where(TeamRow.guild_id == guild, IS_ACTIVE)
        return [to_team(row) for row in await self._connections.fetch_all(query.order_by(TeamRow.id))]

    async def list_progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        query = (
            select(*PROGRESS_COLUMNS)
            .join(TeamRow, TeamRow.id == TeamLevelRow.team_id)
            .where(TeamRow.guild_id == guild, IS_ACTIVE, *is_on(TeamLevelRow, ladder))
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
            .where(TeamRow.guild_id == guild, IS_ACTIVE)
            .group_by(*ladder)
            .order_by(played.desc(), *ladder[:2], TeamLevelRow.final_level.desc())
        )
        return [to_ladder(row) for row in await self._connections.fetch_all(query)]
