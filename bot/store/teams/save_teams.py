"""Locks teams, and teams that people are founding. Saves their changes, with history and audit entries."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import UNSAVED, TeamId, UserId
from bot.league.audit_log import AuditRecord, AuditStamp
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import Founding, FoundingChanged, Invitation, InvitationAnswer, Team, TeamChanged, TeamRole
from bot.names import name_key
from bot.store.connection.connections import translate_duplicate
from bot.store.connection.upsert import insert_all, insert_one
from bot.store.leagues.league_rows import add_audit_entries
from bot.store.people.event_withdrawals import withdraw_team
from bot.store.people.person_store import ensure_people, member_key
from bot.store.schema.base import Base, GuildRow
from bot.store.schema.league_models import EntrantRow, LeagueRow
from bot.store.schema.team_models import (
    TeamCaptainRow,
    TeamFoundingRow,
    TeamInvitationRow,
    TeamMemberRow,
    TeamMembershipRow,
    TeamRow,
    TeamSubstituteRow,
)
from bot.store.teams.load_teams import FOUNDING_IS_OPEN, IS_OPEN


async def lock_teams(connection: AsyncConnection, guild: ColumnElement[bool]) -> None:
    """Make other changes of a server's teams wait. Two changes at once could exceed a limit together."""
    await connection.execute(select(GuildRow.id).where(guild).with_for_update())


async def expire_invitations(connection: AsyncConnection, at: float) -> None:
    """End all invitations and foundings whose time is up."""
    expiring = update(TeamInvitationRow).where(IS_OPEN, TeamInvitationRow.expires_at <= at)
    await connection.execute(expiring.values(answer=InvitationAnswer.EXPIRED.value, answered_at=at))
    late = FOUNDING_IS_OPEN, TeamFoundingRow.expires_at <= at
    await connection.execute(update(TeamFoundingRow).where(*late).values(ended_at=at))


async def save_team(connection: AsyncConnection, old: Team | None, changed: TeamChanged, stamp: AuditStamp) -> Team:
    """Save a changed or new team, and return it with new ids. Raises LeagueRefused: another team just got its name."""
    team = changed.team
    if team == old:
        return team
    await ensure_people(connection, [*team.members, *team.substitutes])
    # A save can violate the unique key of names. It hardly ever violates another key.
    with translate_duplicate(LeagueRefused(LeagueRefusal.NAME_TAKEN, name=team.name)):
        team = replace(team, id=await _save_row(connection, old, team, stamp.at))
    await _save_users(connection, old, team)
    await _save_history(connection, old, team, stamp.at)
    known = old.invitations if old else ()
    invitations = await _save_invitations(connection, known, team.invitations, stamp.at, team_id=team.id)
    if team.is_disbanded:
        await withdraw_team(connection, team.id)
    await _add_audit_entries(connection, team, changed.records, stamp)
    return replace(team, invitations=invitations)


async def _save_row(connection: AsyncConnection, old: Team | None, team: Team, at: float) -> TeamId:
    values: dict[str, Any] = {"name": team.name, "name_key": name_key(team.name)}
    values |= {"member_key": member_key(team.members), "disbanded_at": at if team.is_disbanded else None}
    if old is not None:
        await connection.execute(update(TeamRow).where(TeamRow.id == team.id).values(**values))
        return team.id
    values |= {"guild_id": team.guild, "size": team.size, "created_at": at}
    return TeamId(await insert_one(connection, TeamRow, values))


async def _save_users(connection: AsyncConnection, old: Team | None, team: Team) -> None:
    for model in (TeamMemberRow, TeamSubstituteRow, TeamCaptainRow):
        before, after = set() if old is None else _list_users(old, model), _list_users(team, model)
        if gone := sorted(before - after):
            await connection.execute(delete(model).where(model.team_id == team.id, model.user_id.in_(gone)))
        new = [{"team_id": team.id, "user_id": user} for user in sorted(after - before)]
        await insert_all(connection, model, new)


def _list_users(team: Team, model: type[Base]) -> set[UserId]:
    if model is TeamCaptainRow:
        return set() if team.captain is None else {team.captain}
    return set(team.members if model is TeamMemberRow else team.substitutes)


async def _save_history(connection: AsyncConnection, old: Team | None, team: Team, at: float) -> None:
    """End the memberships of users who have left or changed their role, and begin the new ones."""
    before, after = _list_places(old), _list_places(team)
    if gone := sorted({user for user, _ in before - after}):
        row = TeamMembershipRow
        present = row.team_id == team.id, row.user_id.in_(gone), row.ended_at.is_(None)
        await connection.execute(update(row).where(*present).values(ended_at=at))
    new = sorted(after - before)
    rows = [{"team_id": team.id, "user_id": user, "role": role.value, "began_at": at} for user, role in new]
    await insert_all(connection, TeamMembershipRow, rows)


def _list_places(team: Team | None) -> set[tuple[UserId, TeamRole]]:
    if team is None or team.is_disbanded:
        return set()
    substitutes = {(user, TeamRole.SUBSTITUTE) for user in team.substitutes}
    return {(user, TeamRole.MEMBER) for user in team.members} | substitutes


async def _save_invitations(
    connection: AsyncConnection, old: Sequence[Invitation], new: Sequence[Invitation], at: float, **into: int
) -> tuple[Invitation, ...]:
    await ensure_people(connection, [user for one in new for user in (one.user, one.by, one.replaces)])
    return tuple([one if one in old else await _save_invitation(connection, one, at, **into) for one in new])


async def _save_invitation(connection: AsyncConnection, one: Invitation, at: float, **into: int) -> Invitation:
    if one.id != UNSAVED:
        answer = None if one.answer is None else one.answer.value
        answering = update(TeamInvitationRow).where(TeamInvitationRow.id == one.id)
        await connection.execute(answering.values(answer=answer, answered_at=at))
        return one
    who = {"user_id": one.user, "by_id": one.by, "role": one.role.value, "replaces_id": one.replaces}
    values = {**into, **who, "created_at": at, "expires_at": one.expires_at}
    return replace(one, id=await insert_one(connection, TeamInvitationRow, values))


async def _add_audit_entries(
    connection: AsyncConnection, team: Team, records: Sequence[AuditRecord], stamp: AuditStamp
) -> None:
    """Add entries to the audit logs of the unarchived leagues that a team is in, or else to the server's log."""
    if not records:
        return
    active = EntrantRow.team_id == team.id, EntrantRow.left_at.is_(None), LeagueRow.archived_at.is_(None)
    query = select(LeagueRow.id).join(EntrantRow, EntrantRow.league_id == LeagueRow.id).where(*active)
    leagues = (await connection.execute(query.order_by(LeagueRow.id))).scalars().all()
    await ensure_people(connection, [stamp.by])
    known = [replace(one, facts={**one.facts, "team": team.id}) for one in records]  # a new team has its id only now
    for league in leagues or (None,):
        await add_audit_entries(connection, team.guild, stamp, known, league)


async def save_founding(
    connection: AsyncConnection, old: Founding | None, changed: FoundingChanged, stamp: AuditStamp
) -> FoundingChanged:
    """Save a founding, and the team that it forms, if any. Return both with new ids. Raises what `save_team` raises."""
    founding, formed = changed.founding, changed.formed
    if founding != old and founding.invitations:  # without invitations, the team of one person exists at once
        founding = await _save_founding_rows(connection, old, founding, stamp.at)
    if formed is not None:
        formed = replace(formed, team=await save_team(connection, None, formed, stamp))
    return FoundingChanged(founding, formed)


async def _save_founding_rows(
    connection: AsyncConnection, old: Founding | None, founding: Founding, at: float
) -> Founding:
    if founding.id == UNSAVED:
        await ensure_people(connection, [founding.founder])
        values = {"guild_id": founding.guild, "name": founding.name, "name_key": name_key(founding.name)}
        values |= {"size": founding.size, "founder_id": founding.founder, "expires_at": founding.expires_at}
        founding = replace(founding, id=await insert_one(connection, TeamFoundingRow, values | {"created_at": at}))
    if founding.is_over:
        await connection.execute(update(TeamFoundingRow).where(TeamFoundingRow.id == founding.id).values(ended_at=at))
    known = old.invitations if old else ()
    invitations = await _save_invitations(connection, known, founding.invitations, at, founding_id=founding.id)
    return replace(founding, invitations=tuple(replace(one, founding=founding.id) for one in invitations))
