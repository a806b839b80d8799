"""Who is in a team: foundings, invitations, departures, captains, and who was in it when."""

from collections.abc import Mapping, Sequence

from sqlalchemy import or_, select, update

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_members import (
    Accepted,
    Departure,
    Founding,
    Invitation,
    InvitationAnswer,
    Spell,
    TeamRole,
)
from bot.league.teams import Team
from bot.names import name_key
from bot.store.connections import Connections
from bot.store.league_models import EntrantRow, LeagueRow
from bot.store.league_rows import LEAGUE_COLUMNS, to_league
from bot.store.people import ensure_people
from bot.store.team_changes import (
    add_to_team,
    disband,
    drop_member,
    drop_substitute,
    lock_guild,
    lock_team,
    make_captain,
)
from bot.store.team_checks import (
    refuse_same_members,
    refuse_taken_name,
    refuse_too_many_teams,
    refuse_useless_invitation,
)
from bot.store.team_invitations import (
    FOUNDING_IS_OPEN,
    IS_OPEN,
    answer_invitation,
    end_founding,
    expire,
    find_invitation,
    found_if_complete,
    get_open_invitation,
    insert_invitation,
    load_foundings,
    load_invitations,
    same_people,
    take_place,
)
from bot.store.team_models import TeamFoundingRow, TeamInvitationRow, TeamSpellRow
from bot.store.team_rows import load_substitutes
from bot.store.upsert import dialect_insert


class SqlTeamMembers:
    """Implements `bot.league.ports.TeamMemberStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_founding(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp, expires_at: float
    ) -> Founding:
        founder = stamp.by
        assert founder is not None
        others = [user for user in members if user != founder]
        async with self._connections.write() as connection:
            await lock_guild(connection, guild)
            await expire(connection, stamp.at)
            own = TeamFoundingRow.guild_id == guild, TeamFoundingRow.founder_id == founder, FOUNDING_IS_OPEN
            alike = TeamFoundingRow.name_key == name_key(name)
            for known in await load_foundings(connection, *own, alike):
                if same_people(known, others, size):
                    await connection.commit()
                    return known
            await refuse_same_members(connection, guild, size, members)
            await refuse_taken_name(connection, guild, name_key(name))
            await refuse_too_many_teams(connection, guild, members)
            await ensure_people(connection, [founder])
            values = {"guild_id": guild, "name": name, "name_key": name_key(name), "size": size}
            times = {"created_at": stamp.at, "expires_at": expires_at}
            adding = dialect_insert(connection, TeamFoundingRow).values(**values, **times, founder_id=founder)
            id_ = (await connection.execute(adding.returning(TeamFoundingRow.id))).scalar_one()
            for user in others:
                role = {"role": TeamRole.MEMBER.value, "by_id": founder}
                await insert_invitation(connection, founding_id=id_, user_id=user, **role, **times)
            (founding,) = await load_foundings(connection, TeamFoundingRow.id == id_)
            await connection.commit()
        return founding

    async def end_founding(self, founding: FoundingId, by: UserId, at: float) -> Founding | None:
        one = TeamFoundingRow.id == founding, TeamFoundingRow.founder_id == by, FOUNDING_IS_OPEN
        async with self._connections.write() as connection:
            found = await load_foundings(connection, *one)
            if not found:
                return None
            await end_founding(connection, founding, at)
            await connection.commit()
        return found[0]

    async def list_foundings(self, guild: GuildId, at: float) -> Sequence[Founding]:
        here = TeamFoundingRow.guild_id == guild, FOUNDING_IS_OPEN, TeamFoundingRow.expires_at > at
        async with self._connections.read() as connection:
            return await load_foundings(connection, *here)

    async def add_invitation(
        self, team: TeamId, user: UserId, role: TeamRole, replaces: UserId | None, stamp: AuditStamp, expires_at: float
    ) -> tuple[Invitation, bool]:
        async with self._connections.write() as connection:
            known = await lock_team(connection, team)
            await expire(connection, stamp.at)
            one = TeamInvitationRow.team_id == team, TeamInvitationRow.user_id == user, IS_OPEN
            there = await find_invitation(connection, *one)
            if there is not None:
                if (there.role, there.replaces) != (role, replaces):
                    raise LeagueRefused(LeagueRefusal.ALREADY_INVITED, name=known.name)
                return there, False
            substitutes = (await load_substitutes(connection, [team])).get(team, ())
            refuse_useless_invitation(known, substitutes, user, role, replaces)
            place = {"team_id": team, "user_id": user, "role": role.value, "replaces_id": replaces}
            times = {"created_at": stamp.at, "expires_at": expires_at}
            invitation = await insert_invitation(connection, **place, **times, by_id=stamp.by)
            await connection.commit()
        return invitation, True

    async def find_invitation(self, invitation: InvitationId) -> Invitation | None:
        async with self._connections.read() as connection:
            return await find_invitation(connection, TeamInvitationRow.id == invitation)

    async def accept_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Accepted:
        async with self._connections.write() as connection:
            found = await get_open_invitation(connection, invitation, stamp.at)
            await lock_guild(connection, found.guild)
            found = await get_open_invitation(connection, invitation, stamp.at)
            await answer_invitation(connection, invitation, InvitationAnswer.ACCEPTED, stamp.at)
            if found.founding is None:
                accepted = Accepted(found, await take_place(connection, found, stamp))
            else:
                accepted = await found_if_complete(connection, found, stamp)
            await connection.commit()
        return accepted

    async def decline_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Invitation:
        async with self._connections.write() as connection:
            found = await get_open_invitation(connection, invitation, stamp.at)
            await answer_invitation(connection, invitation, InvitationAnswer.DECLINED, stamp.at)
            if found.founding is not None:
                await end_founding(connection, found.founding, stamp.at)
            await connection.commit()
        return found

    async def withdraw_invitation(self, team: TeamId, user: UserId, at: float) -> bool:
        one = TeamInvitationRow.team_id == team, TeamInvitationRow.user_id == user, IS_OPEN
        async with self._connections.write() as connection:
            withdrawing = update(TeamInvitationRow).where(*one, TeamInvitationRow.expires_at > at)
            values = {"answer": InvitationAnswer.WITHDRAWN.value, "answered_at": at}
            changed = (await connection.execute(withdrawing.values(**values))).rowcount
            await connection.commit()
        return changed > 0

    async def mark_delivered(self, invitation: InvitationId, at: float) -> None:
        async with self._connections.write() as connection:
            marking = update(TeamInvitationRow).where(TeamInvitationRow.id == invitation)
            await connection.execute(marking.values(delivered_at=at))
            await connection.commit()

    async def list_invitations(
        self, at: float, *, user: UserId | None = None, team: TeamId | None = None
    ) -> Sequence[Invitation]:
        who = TeamInvitationRow.team_id == team if user is None else TeamInvitationRow.user_id == user
        async with self._connections.read() as connection:
            return await load_invitations(connection, who, IS_OPEN, TeamInvitationRow.expires_at > at)

    async def remove_member(self, team: TeamId, user: UserId, stamp: AuditStamp, *, leaving: bool) -> Departure:
        async with self._connections.write() as connection:
            known = await lock_team(connection, team)
            try:
                departure = Departure(await drop_member(connection, known, user, stamp), disbanded=False)
            except LeagueRefused as refused:
                if not leaving or refused.reason is LeagueRefusal.NOT_IN_TEAM:
                    raise
                await disband(connection, known, stamp)
                departure = Departure(known, disbanded=True)
            await connection.commit()
        return departure

    async def remove_substitute(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        async with self._connections.write() as connection:
            removed = await drop_substitute(connection, await lock_team(connection, team), user, stamp)
            await connection.commit()
        return removed

    async def set_captain(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        async with self._connections.write() as connection:
            known = await lock_team(connection, team)
            if user not in known.members:
                raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=known.name)
            if known.captain == user:
                return False
            await make_captain(connection, known, user, stamp)
            await connection.commit()
        return True

    async def move_member(self, team: TeamId, target: TeamId, user: UserId, stamp: AuditStamp) -> tuple[Team, Team]:
        async with self._connections.write() as connection:
            known = await lock_team(connection, team)
            other = await lock_team(connection, target)
            left = await drop_member(connection, known, user, stamp)
            joined = await add_to_team(connection, other, user, TeamRole.MEMBER, stamp)
            await connection.commit()
        return left, joined

    async def list_spells(self, team: TeamId) -> Sequence[Spell]:
        query = select(*TeamSpellRow.__table__.columns).where(TeamSpellRow.team_id == team)
        rows = await self._connections.fetch_all(query.order_by(TeamSpellRow.began_at, TeamSpellRow.id))
        return [Spell(UserId(row.user_id), TeamRole(row.role), row.began_at, row.ended_at) for row in rows]

    async def list_members_at(self, teams: Sequence[TeamId], at: float) -> Mapping[TeamId, tuple[UserId, ...]]:
        if not teams:
            return {}
        until = or_(TeamSpellRow.ended_at.is_(None), TeamSpellRow.ended_at > at)
        then = TeamSpellRow.role == TeamRole.MEMBER.value, TeamSpellRow.began_at <= at, until
        query = select(TeamSpellRow.team_id, TeamSpellRow.user_id).where(TeamSpellRow.team_id.in_(teams), *then)
        found: dict[TeamId, tuple[UserId, ...]] = {}
        for row in await self._connections.fetch_all(query.order_by(TeamSpellRow.team_id, TeamSpellRow.user_id)):
            found[TeamId(row.team_id)] = (*found.get(TeamId(row.team_id), ()), UserId(row.user_id))
        return found

    async def list_leagues_of_team(self, team: TeamId) -> Sequence[LeagueInfo]:
        query = (
            select(*LEAGUE_COLUMNS)
            .join(EntrantRow, EntrantRow.league_id == LeagueRow.id)
            .where(EntrantRow.team_id == team, EntrantRow.left_at.is_(None), LeagueRow.archived_at.is_(None))
            .order_by(LeagueRow.id)
        )
        return [to_league(row) for row in await self._connections.fetch_all(query)]
