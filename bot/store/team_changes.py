"""Changes of teams inside an open transaction: members, substitutes, captains, their history and the audit log."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditStamp
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_members import TeamRole
from bot.league.teams import MAX_SUBSTITUTES, Team
from bot.names import name_key
from bot.store.audit_entries import audit_values
from bot.store.event_withdrawals import withdraw_team
from bot.store.league_models import AuditEntryRow, EntrantRow, LeagueRow
from bot.store.models import GuildRow
from bot.store.people import ensure_guild, ensure_people, member_key
from bot.store.team_checks import (
    find_team,
    refuse_same_members,
    refuse_taken_name,
    refuse_too_many_teams,
    to_name_refusal,
)
from bot.store.team_models import (
    TeamCaptainRow,
    TeamInvitationRow,
    TeamMemberRow,
    TeamRow,
    TeamSpellRow,
    TeamSubstituteRow,
)
from bot.store.team_rows import load_substitutes
from bot.store.upsert import upsert

_ACTIONS = {
    (TeamRole.MEMBER, True): AuditAction.MEMBER_CAME,
    (TeamRole.MEMBER, False): AuditAction.MEMBER_WENT,
    (TeamRole.SUBSTITUTE, True): AuditAction.SUBSTITUTE_CAME,
    (TeamRole.SUBSTITUTE, False): AuditAction.SUBSTITUTE_WENT,
}


async def lock_guild(connection: AsyncConnection, guild: int) -> None:
    """Make other changes of a server's teams wait: PostgreSQL would let two presses count members at once."""
    await ensure_guild(connection, guild)
    await connection.execute(select(GuildRow.id).where(GuildRow.id == guild).with_for_update())


async def lock_team(connection: AsyncConnection, team: TeamId) -> Team:
    """Return a team, and lock the teams of its server.

    Raises:
        LeagueRefused: NO_TEAM.
    """
    known = await find_team(connection, TeamRow.id == team)
    if known is None:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    await lock_guild(connection, known.guild)
    found = await find_team(connection, TeamRow.id == team)
    if found is None:
        raise LeagueRefused(LeagueRefusal.NO_TEAM)
    return found


async def insert_team(
    connection: AsyncConnection, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp
) -> Team:
    """Insert a team of these members; `stamp.by` becomes its captain, if they are one of them.

    Raises:
        LeagueRefused: NAME_TAKEN, TEAM_EXISTS, TOO_MANY_TEAMS.
    """
    await refuse_same_members(connection, guild, size, members)
    await refuse_taken_name(connection, guild, name_key(name))
    await refuse_too_many_teams(connection, guild, members)
    await ensure_people(connection, [*members, stamp.by])
    values = {"guild_id": guild, "name": name, "name_key": name_key(name), "size": size, "created_at": stamp.at}
    adding = insert(TeamRow).values(**values, member_key=member_key(members)).returning(TeamRow.id)
    try:
        id_ = TeamId((await connection.execute(adding)).scalar_one())
    except IntegrityError as error:
        raise to_name_refusal(error, name) from error
    await connection.execute(insert(TeamMemberRow), [{"team_id": id_, "user_id": user} for user in members])
    for user in members:
        await _begin_spell(connection, id_, user, TeamRole.MEMBER, stamp.at)
    captain = stamp.by if stamp.by in members else None
    if captain is not None:
        await connection.execute(insert(TeamCaptainRow).values(team_id=id_, user_id=captain))
    team = Team(id_, guild, name, tuple(sorted(members)), size, captain)
    await add_team_audit(connection, team, stamp, AuditAction.TEAM_FOUNDED)
    return team


async def set_members(connection: AsyncConnection, team: Team, members: Sequence[UserId]) -> Team:
    """Save other members of a team.

    Raises:
        LeagueRefused: TEAM_EXISTS.
    """
    await refuse_same_members(connection, team.guild, team.size, members, but=team.id)
    for user in set(team.members) - set(members):
        gone = TeamMemberRow.team_id == team.id, TeamMemberRow.user_id == user
        await connection.execute(delete(TeamMemberRow).where(*gone))
        if user == team.captain:
            await connection.execute(delete(TeamCaptainRow).where(TeamCaptainRow.team_id == team.id))
    await ensure_people(connection, members)
    new = [{"team_id": team.id, "user_id": user} for user in members if user not in team.members]
    if new:
        await connection.execute(insert(TeamMemberRow), new)
    changing = update(TeamRow).where(TeamRow.id == team.id).values(member_key=member_key(members))
    await connection.execute(changing)
    captain = team.captain if team.captain in members else None
    return Team(team.id, team.guild, team.name, tuple(sorted(members)), team.size, captain)


async def add_to_team(connection: AsyncConnection, team: Team, user: UserId, role: TeamRole, stamp: AuditStamp) -> Team:
    """Add a member or a substitute; a substitute may become a member.

    Raises:
        LeagueRefused: IS_MEMBER, TEAM_FULL, TOO_MANY_TEAMS, TEAM_EXISTS, TOO_MANY_SUBSTITUTES.
    """
    if user in team.members:
        raise LeagueRefused(LeagueRefusal.IS_MEMBER, name=team.name)
    substitutes = (await load_substitutes(connection, [team.id])).get(team.id, ())
    if role is TeamRole.MEMBER:
        if len(team.members) >= team.size:
            raise LeagueRefused(LeagueRefusal.TEAM_FULL, name=team.name, size=team.size)
        await refuse_too_many_teams(connection, team.guild, [user])
        if user in substitutes:
            await drop_substitute(connection, team, user, stamp)
        team = await set_members(connection, team, [*team.members, user])
    elif user not in substitutes:
        if len(substitutes) >= MAX_SUBSTITUTES:
            raise LeagueRefused(LeagueRefusal.TOO_MANY_SUBSTITUTES, limit=MAX_SUBSTITUTES)
        await ensure_people(connection, [user])
        await connection.execute(insert(TeamSubstituteRow).values(team_id=team.id, user_id=user))
    else:
        return team
    await _begin_spell(connection, team.id, user, role, stamp.at)
    await add_team_audit(connection, team, stamp, _ACTIONS[role, True], user)
    return team


async def replace_member(connection: AsyncConnection, team: Team, old: UserId, new: UserId, stamp: AuditStamp) -> Team:
    """Give a member's place to another user.

    Raises:
        LeagueRefused: IS_MEMBER, TOO_MANY_TEAMS, TEAM_EXISTS.
    """
    if new in team.members:
        raise LeagueRefused(LeagueRefusal.IS_MEMBER, name=team.name)
    await refuse_too_many_teams(connection, team.guild, [new])
    await drop_substitute(connection, team, new, stamp)
    changed = await set_members(connection, team, [new if one == old else one for one in team.members])
    await _end_spell(connection, team.id, old, stamp.at)
    await add_team_audit(connection, team, stamp, AuditAction.MEMBER_WENT, old)
    await _begin_spell(connection, team.id, new, TeamRole.MEMBER, stamp.at)
    await add_team_audit(connection, team, stamp, AuditAction.MEMBER_CAME, new)
    return changed


async def drop_member(connection: AsyncConnection, team: Team, user: UserId, stamp: AuditStamp) -> Team:
    """Remove a member of several.

    Raises:
        LeagueRefused: NOT_IN_TEAM, LAST_MEMBER, TEAM_EXISTS.
    """
    if user not in team.members:
        raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=team.name)
    if team.members == (user,):
        raise LeagueRefused(LeagueRefusal.LAST_MEMBER, name=team.name)
    changed = await set_members(connection, team, [one for one in team.members if one != user])
    await _end_spell(connection, team.id, user, stamp.at)
    await add_team_audit(connection, team, stamp, _ACTIONS[TeamRole.MEMBER, False], user)
    return changed


async def drop_substitute(connection: AsyncConnection, team: Team, user: UserId, stamp: AuditStamp) -> bool:
    """Remove a substitute; False: they were none."""
    one = TeamSubstituteRow.team_id == team.id, TeamSubstituteRow.user_id == user
    if not (await connection.execute(delete(TeamSubstituteRow).where(*one))).rowcount:
        return False
    await _end_spell(connection, team.id, user, stamp.at)
    await add_team_audit(connection, team, stamp, _ACTIONS[TeamRole.SUBSTITUTE, False], user)
    return True


async def disband(connection: AsyncConnection, team: Team, stamp: AuditStamp) -> None:
    """Disband a team: its name and members are free, its invitations and its places in events are withdrawn."""
    await connection.execute(update(TeamRow).where(TeamRow.id == team.id).values(disbanded_at=stamp.at))
    open_spells = TeamSpellRow.team_id == team.id, TeamSpellRow.ended_at.is_(None)
    await connection.execute(update(TeamSpellRow).where(*open_spells).values(ended_at=stamp.at))
    unanswered = TeamInvitationRow.team_id == team.id, TeamInvitationRow.answer.is_(None)
    withdrawing = update(TeamInvitationRow).where(*unanswered)
    await connection.execute(withdrawing.values(answer="withdrawn", answered_at=stamp.at))
    await withdraw_team(connection, team.id)
    await add_team_audit(connection, team, stamp, AuditAction.TEAM_DISBANDED)


async def make_captain(connection: AsyncConnection, team: Team, user: UserId, stamp: AuditStamp) -> None:
    """Make a member the captain."""
    await upsert(connection, TeamCaptainRow, {"team_id": team.id, "user_id": user})
    await add_team_audit(connection, team, stamp, AuditAction.CAPTAIN_CHANGED, user)


async def add_team_audit(
    connection: AsyncConnection,
    team: Team,
    stamp: AuditStamp,
    action: AuditAction,
    user: UserId | None = None,
    **facts: str,
) -> None:
    """Add an entry to the audit log of each league that a team is in; of the server, if it is in none."""
    active = EntrantRow.team_id == team.id, EntrantRow.left_at.is_(None), LeagueRow.archived_at.is_(None)
    query = select(LeagueRow.id).join(EntrantRow, EntrantRow.league_id == LeagueRow.id).where(*active)
    leagues = (await connection.execute(query.order_by(LeagueRow.id))).scalars().all()
    await ensure_people(connection, [stamp.by, user])
    known = {"team": team.id, "name": team.name, **facts} | ({} if user is None else {"user": user})
    rows = [audit_values(team.guild, stamp, action, known, league) for league in leagues or (None,)]
    await connection.execute(insert(AuditEntryRow), rows)


async def _begin_spell(connection: AsyncConnection, team: TeamId, user: UserId, role: TeamRole, at: float) -> None:
    values = {"team_id": team, "user_id": user, "role": role.value, "began_at": at}
    await connection.execute(insert(TeamSpellRow).values(**values))


async def _end_spell(connection: AsyncConnection, team: TeamId, user: UserId, at: float) -> None:
    one = TeamSpellRow.team_id == team, TeamSpellRow.user_id == user, TeamSpellRow.ended_at.is_(None)
    await connection.execute(update(TeamSpellRow).where(*one).values(ended_at=at))
