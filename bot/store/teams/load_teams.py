"""Loads teams, invitations, and foundings: teams that wait for invited people to accept."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, UserId
from bot.league.teams.teams import Founding, Invitation, InvitationAnswer, KnownTeams, Team, TeamRole
from bot.names import find_alike
from bot.store.leagues.league_rows import load_substitutes
from bot.store.people.person_store import parse_members
from bot.store.schema.team_models import TeamCaptainRow, TeamFoundingRow, TeamInvitationRow, TeamMemberRow, TeamRow

IS_ACTIVE = TeamRow.disbanded_at.is_(None)
IS_OPEN = TeamInvitationRow.answer.is_(None)
FOUNDING_IS_OPEN = TeamFoundingRow.ended_at.is_(None)
_INVITATION_COLUMNS = (
    *TeamInvitationRow.__table__.columns,
    func.coalesce(TeamRow.guild_id, TeamFoundingRow.guild_id).label("guild_id"),
    func.coalesce(TeamRow.name, TeamFoundingRow.name).label("team_name"),
)


async def load_teams(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[Team]:
    """Return the active teams that meet the conditions, oldest first."""
    active = IS_ACTIVE, *conditions
    query = (
        select(TeamRow.id, TeamRow.guild_id, TeamRow.name, TeamRow.size, TeamRow.member_key, TeamCaptainRow.user_id)
        .outerjoin(TeamCaptainRow, TeamCaptainRow.team_id == TeamRow.id)
        .where(*active)
        .order_by(TeamRow.id)
    )
    rows = (await connection.execute(query)).all()
    if not rows:
        return []
    these = select(TeamRow.id).where(*active)
    substitutes, invitations = await load_substitutes(connection, these), defaultdict[int, list[Invitation]](list)
    for one in await load_invitations(connection, IS_OPEN, TeamInvitationRow.team_id.in_(these)):
        invitations[one.team or 0].append(one)
    return [
        Team(
            *(row.id, row.guild_id, row.name, parse_members(row.member_key)),
            *(row.size, row.user_id, substitutes.get(row.id, ()), tuple(invitations[row.id])),
        )
        for row in rows
    ]


async def load_invitations(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[Invitation]:
    """Return the invitations that meet the conditions, oldest first."""
    query = (
        select(*_INVITATION_COLUMNS)
        .outerjoin(TeamRow, TeamRow.id == TeamInvitationRow.team_id)
        .outerjoin(TeamFoundingRow, TeamFoundingRow.id == TeamInvitationRow.founding_id)
        .where(*conditions)
        .order_by(TeamInvitationRow.id)
    )
    return [_to_invitation(row) for row in await connection.execute(query)]


async def load_foundings(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[Founding]:
    """Return the foundings under way that meet the conditions, oldest first."""
    query = select(*TeamFoundingRow.__table__.columns).where(FOUNDING_IS_OPEN, *conditions)
    rows = (await connection.execute(query.order_by(TeamFoundingRow.id))).all()
    return [
        Founding(row.id, row.guild_id, row.name, row.size, row.founder_id, row.expires_at, tuple(invitations))
        for row in rows
        for invitations in [await load_invitations(connection, TeamInvitationRow.founding_id == row.id)]
    ]


async def load_known(
    connection: AsyncConnection, guild: GuildId, people: Collection[UserId], name: str | None
) -> KnownTeams:
    """Return the active teams of these people in a server. Also find a team and a founding with a name like `name`."""
    memberships = select(TeamMemberRow.team_id).where(TeamMemberRow.user_id.in_(sorted(people)))
    teams = await load_teams(connection, TeamRow.guild_id == guild, TeamRow.id.in_(memberships))
    if name is None:
        return KnownTeams(tuple(teams))
    here = TeamRow.guild_id == guild, IS_ACTIVE
    taken = find_alike(name, (await connection.execute(select(TeamRow.name).where(*here))).scalars())
    namesakes = [] if taken is None else await load_teams(connection, TeamRow.guild_id == guild, TeamRow.name == taken)
    foundings = await load_foundings(connection, TeamFoundingRow.guild_id == guild)
    wanted = find_alike(name, (one.name for one in foundings))
    reserved = [one for one in foundings if one.name == wanted]
    return KnownTeams(tuple(teams), next(iter(namesakes), None), next(iter(reserved), None))


def _to_invitation(row: Any) -> Invitation:
    who = row.guild_id, row.team_name, row.user_id, row.by_id, TeamRole(row.role)
    place = row.team_id, row.founding_id, row.replaces_id
    answer = None if row.answer is None else InvitationAnswer(row.answer)
    return Invitation(row.id, *who, row.expires_at, *place, answer, row.delivered_at is not None)
