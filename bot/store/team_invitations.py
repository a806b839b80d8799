"""Invitations and foundings of teams inside a transaction: as rows and back, found, expired and answered."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_members import Accepted, Founding, Invitation, InvitationAnswer, TeamRole
from bot.league.teams import Team
from bot.store.people import ensure_people
from bot.store.team_changes import add_to_team, insert_team, replace_member
from bot.store.team_checks import find_team
from bot.store.team_models import TeamFoundingRow, TeamInvitationRow, TeamRow

IS_OPEN = TeamInvitationRow.answer.is_(None)
FOUNDING_IS_OPEN = TeamFoundingRow.ended_at.is_(None)
_INVITATION_COLUMNS = (
    *TeamInvitationRow.__table__.columns,
    func.coalesce(TeamRow.guild_id, TeamFoundingRow.guild_id).label("guild_id"),
    func.coalesce(TeamRow.name, TeamFoundingRow.name).label("team_name"),
)


async def expire(connection: AsyncConnection, at: float) -> None:
    """Close the invitations whose time is up, and the foundings that waited for them."""
    due = IS_OPEN, TeamInvitationRow.expires_at <= at
    expiring = update(TeamInvitationRow).where(*due)
    await connection.execute(expiring.values(answer=InvitationAnswer.EXPIRED.value, answered_at=at))
    late = FOUNDING_IS_OPEN, TeamFoundingRow.expires_at <= at
    await connection.execute(update(TeamFoundingRow).where(*late).values(ended_at=at))


async def insert_invitation(connection: AsyncConnection, **values: Any) -> Invitation:
    """Insert an invitation and return it."""
    await ensure_people(connection, [values["user_id"], values["by_id"], values.get("replaces_id")])
    adding = insert(TeamInvitationRow).values(**values).returning(TeamInvitationRow.id)
    id_ = (await connection.execute(adding)).scalar_one()
    found = await find_invitation(connection, TeamInvitationRow.id == id_)
    assert found is not None
    return found


async def find_invitation(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> Invitation | None:
    """Return the only invitation that meets the conditions."""
    found = await load_invitations(connection, *conditions)
    return found[0] if found else None


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
    """Return the foundings that meet the conditions, oldest first."""
    query = select(*TeamFoundingRow.__table__.columns).where(*conditions).order_by(TeamFoundingRow.id)
    return [
        Founding(
            FoundingId(row.id),
            GuildId(row.guild_id),
            row.name,
            row.size,
            UserId(row.founder_id),
            row.expires_at,
            tuple(await load_invitations(connection, TeamInvitationRow.founding_id == row.id)),
        )
        for row in (await connection.execute(query)).all()
    ]


async def get_open_invitation(connection: AsyncConnection, id_: InvitationId, at: float) -> Invitation:
    """Return an invitation that can be answered.

    Raises:
        LeagueRefused: NO_INVITATION, INVITATION_OVER.
    """
    found = await find_invitation(connection, TeamInvitationRow.id == id_)
    if found is None:
        raise LeagueRefused(LeagueRefusal.NO_INVITATION)
    if found.answer is not None or found.expires_at <= at:
        raise LeagueRefused(LeagueRefusal.INVITATION_OVER, name=found.team_name)
    return found


async def answer_invitation(
    connection: AsyncConnection, id_: InvitationId, answer: InvitationAnswer, at: float
) -> None:
    """Save the answer to an invitation."""
    answering = update(TeamInvitationRow).where(TeamInvitationRow.id == id_, IS_OPEN)
    await connection.execute(answering.values(answer=answer.value, answered_at=at))


async def end_founding(connection: AsyncConnection, founding: FoundingId, at: float) -> None:
    """Close a founding and withdraw the invitations that nobody has answered."""
    await connection.execute(update(TeamFoundingRow).where(TeamFoundingRow.id == founding).values(ended_at=at))
    withdrawing = update(TeamInvitationRow).where(TeamInvitationRow.founding_id == founding, IS_OPEN)
    await connection.execute(withdrawing.values(answer=InvitationAnswer.WITHDRAWN.value, answered_at=at))


async def take_place(connection: AsyncConnection, invitation: Invitation, stamp: AuditStamp) -> Team:
    """Give the invited user their place in a team.

    Raises:
        LeagueRefused: NO_TEAM, and what keeps them from it.
    """
    assert invitation.team is not None
    team = await find_team(connection, TeamRow.id == invitation.team)
    if team is None:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    if invitation.replaces is not None and invitation.replaces in team.members:
        return await replace_member(connection, team, invitation.replaces, invitation.user, stamp)
    return await add_to_team(connection, team, invitation.user, invitation.role, stamp)


async def found_if_complete(connection: AsyncConnection, invitation: Invitation, stamp: AuditStamp) -> Accepted:
    """Make the team of a founding once everybody has accepted.

    Raises:
        LeagueRefused: the name or the members are taken by now.
    """
    (founding,) = await load_foundings(connection, TeamFoundingRow.id == invitation.founding)
    if founding.waiting_for:
        return Accepted(invitation, None, founding)
    await end_founding(connection, founding.id, stamp.at)
    members = sorted([founding.founder, *(one.user for one in founding.invitations)])
    by_founder = AuditStamp(founding.founder, stamp.at)
    team = await insert_team(connection, founding.guild, founding.name, members, founding.size, by_founder)
    return Accepted(invitation, team, founding)


def same_people(founding: Founding, users: Sequence[UserId], size: int) -> bool:
    """Return whether a founding is for these people besides its founder, and for this size."""
    return founding.size == size and {one.user for one in founding.invitations} == set(users)


def _to_invitation(row: Any) -> Invitation:
    return Invitation(
        InvitationId(row.id),
        GuildId(row.guild_id),
        row.team_name,
        UserId(row.user_id),
        UserId(row.by_id),
        TeamRole(row.role),
        row.expires_at,
        None if row.team_id is None else TeamId(row.team_id),
        None if row.founding_id is None else FoundingId(row.founding_id),
        None if row.replaces_id is None else UserId(row.replaces_id),
        None if row.answer is None else InvitationAnswer(row.answer),
        row.delivered_at is not None,
    )
