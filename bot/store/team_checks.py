"""Teams found inside a transaction, and what keeps a team or an invitation from being saved."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_members import TeamRole
from bot.league.teams import MAX_SUBSTITUTES, MAX_TEAMS_PER_USER, Team
from bot.store.connections import is_unique_violation
from bot.store.people import member_key
from bot.store.team_models import TeamCaptainRow, TeamFoundingRow, TeamMemberRow, TeamRow

TEAM_COLUMNS = (TeamRow.id, TeamRow.guild_id, TeamRow.name, TeamRow.size, TeamRow.member_key, TeamCaptainRow.user_id)
TEAMS_AND_CAPTAINS = TeamRow.__table__.outerjoin(
    TeamCaptainRow.__table__, TeamCaptainRow.__table__.c.team_id == TeamRow.__table__.c.id
)
IS_ACTIVE = TeamRow.disbanded_at.is_(None)


def to_team(row: Any) -> Team:
    """Return a team."""
    members = tuple(UserId(int(word)) for word in row.member_key.split())
    captain = None if row.user_id is None else UserId(row.user_id)
    return Team(TeamId(row.id), GuildId(row.guild_id), row.name, members, row.size, captain)


async def find_team(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> Team | None:
    """Return the active team that meets the conditions."""
    query = select(*TEAM_COLUMNS).select_from(TEAMS_AND_CAPTAINS).where(IS_ACTIVE, *conditions)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else to_team(row)


def refuse_useless_invitation(
    team: Team, substitutes: Sequence[UserId], user: UserId, role: TeamRole, replaces: UserId | None
) -> None:
    """Make sure that an invitation could be accepted now."""
    if user in team.members:
        raise LeagueRefused(LeagueRefusal.IS_MEMBER, name=team.name)
    if replaces is not None and replaces not in team.members:
        raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=team.name)
    if role is TeamRole.MEMBER and replaces is None and len(team.members) >= team.size:
        raise LeagueRefused(LeagueRefusal.TEAM_FULL, name=team.name, size=team.size)
    if role is TeamRole.SUBSTITUTE and user in substitutes:
        raise LeagueRefused(LeagueRefusal.IS_SUBSTITUTE, name=team.name)
    if role is TeamRole.SUBSTITUTE and len(substitutes) >= MAX_SUBSTITUTES:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_SUBSTITUTES, limit=MAX_SUBSTITUTES)


async def refuse_taken_name(
    connection: AsyncConnection, guild: int, key: str, but: TeamId | None = None, *, founding: int | None = None
) -> None:
    """Make sure that no other team of a server has this name, nor one that is being founded."""
    other = await find_team(connection, TeamRow.guild_id == guild, TeamRow.name_key == key)
    if other is not None and other.id != but:
        raise LeagueRefused(LeagueRefusal.NAME_TAKEN, name=other.name)
    alike = TeamFoundingRow.guild_id == guild, TeamFoundingRow.name_key == key, TeamFoundingRow.ended_at.is_(None)
    reserved = (await connection.execute(select(TeamFoundingRow.id, TeamFoundingRow.name).where(*alike))).one_or_none()
    if reserved is not None and reserved.id != founding:
        raise LeagueRefused(LeagueRefusal.NAME_TAKEN, name=reserved.name)


async def refuse_same_members(
    connection: AsyncConnection, guild: int, size: int, members: Sequence[UserId], but: TeamId | None = None
) -> None:
    """Make sure that no other team of a server has exactly these members."""
    alike = TeamRow.size == size, TeamRow.member_key == member_key(members)
    same = await find_team(connection, TeamRow.guild_id == guild, *alike)
    if same is not None and same.id != but:
        raise LeagueRefused(LeagueRefusal.TEAM_EXISTS, name=same.name)


async def refuse_too_many_teams(connection: AsyncConnection, guild: int, members: Sequence[UserId]) -> None:
    """Make sure that nobody gets into more teams of a server than allowed."""
    query = (
        select(TeamMemberRow.user_id)
        .join(TeamRow, TeamRow.id == TeamMemberRow.team_id)
        .where(TeamMemberRow.user_id.in_(members), TeamRow.guild_id == guild, IS_ACTIVE)
        .group_by(TeamMemberRow.user_id)
        .having(func.count() >= MAX_TEAMS_PER_USER)
    )
    user = (await connection.execute(query)).scalars().first()
    if user is not None:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_TEAMS, limit=MAX_TEAMS_PER_USER, user=UserId(user))


def to_name_refusal(error: IntegrityError, name: str) -> Exception:
    """Return the refusal when another writer was first; of the unique keys, the name is the likely clash."""
    return LeagueRefused(LeagueRefusal.NAME_TAKEN, name=name) if is_unique_violation(error) else error
