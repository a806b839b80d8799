"""Stores teams with their memberships, foundings, invitations and progress. `bot.league` decides what changes."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import func, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import FoundingId, GuildId, InvitationId, LeagueId, TableId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.booking.start_match import find_starting_teams
from bot.league.management.team_ports import FoundingChange
from bot.league.teams.ladder import Progress, StartingTeam, TeamSquad
from bot.league.teams.teams import (
    Founding,
    FoundingChanged,
    Invitation,
    KnownTeams,
    Membership,
    Team,
    TeamChanged,
    TeamRole,
)
from bot.names import name_key
from bot.store.connection.connections import Repository
from bot.store.leagues.league_rows import PROGRESS_COLUMNS, load_squads, to_progress
from bot.store.people.person_store import ensure_guild
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.schema.base import GuildRow
from bot.store.schema.team_models import (
    TeamFoundingRow,
    TeamInvitationRow,
    TeamLevelRow,
    TeamMemberRow,
    TeamMembershipRow,
    TeamRow,
    TeamSubstituteRow,
)
from bot.store.teams.load_teams import IS_ACTIVE, IS_OPEN, load_foundings, load_invitations, load_known, load_teams
from bot.store.teams.save_teams import expire_invitations, lock_teams, save_founding, save_team
from engine.model.rules import Rules


class SqlTeams(Repository):
    """Implements `bot.league.management.team_ports.TeamStore`. Every method is one transaction."""

    async def update_teams(
        self,
        teams: Sequence[TeamId],
        stamp: AuditStamp,
        change: Callable[[Sequence[Team], KnownTeams], Sequence[TeamChanged]],
        name: str | None = None,
    ) -> Sequence[tuple[Team, Team]] | None:
        async def run(connection: AsyncConnection) -> list[tuple[Team, Team]] | None:
            guilds = select(TeamRow.guild_id).where(TeamRow.id.in_(teams))
            await lock_teams(connection, GuildRow.id.in_(guilds))
            await expire_invitations(connection, stamp.at)
            found = {team.id: team for team in await load_teams(connection, TeamRow.id.in_(teams))}
            if not found.keys() >= set(teams):
                return None
            before = [found[team] for team in teams]
            people = {user for team in before for user in team.members}
            people |= {one.user for team in before for one in team.invitations}
            known = await load_known(connection, before[0].guild, people, name)
            changes = zip(before, change(before, known), strict=True)
            return [(old, await save_team(connection, old, changed, stamp)) for old, changed in changes]

        return await self._connections.run_writing(run)

    async def update_founding(
        self, founding: FoundingId | Founding, stamp: AuditStamp, change: FoundingChange
    ) -> FoundingChanged | None:
        async def run(connection: AsyncConnection) -> FoundingChanged | None:
            if isinstance(founding, Founding):
                await ensure_guild(connection, founding.guild)
                await lock_teams(connection, GuildRow.id == founding.guild)
            else:
                guilds = select(TeamFoundingRow.guild_id).where(TeamFoundingRow.id == founding)
                await lock_teams(connection, GuildRow.id.in_(guilds))
            await expire_invitations(connection, stamp.at)
            now = founding if isinstance(founding, Founding) else await _find_founding(connection, founding)
            if now is None:
                return None
            known = await load_known(connection, now.guild, now.members, now.name)
            old = known.reserved if now is founding else now
            return await save_founding(connection, old, change(now, known), stamp)

        return await self._connections.run_writing(run)

    async def mark_delivered(self, invitation: InvitationId, at: float) -> None:
        marking = update(TeamInvitationRow).where(TeamInvitationRow.id == invitation)
        await self._connections.execute(marking.values(delivered_at=at))

    async def list_teams(
        self,
        guild: GuildId | None = None,
        user: UserId | None = None,
        *,
        name: str | None = None,
        team: TeamId | None = None,
    ) -> Sequence[Team]:
        wanted = [] if guild is None else [TeamRow.guild_id == guild]
        if user is not None:
            wanted.append(TeamRow.id.in_(select(TeamMemberRow.team_id).where(TeamMemberRow.user_id == user)))
        if name is not None:
            wanted.append(TeamRow.name_key == name_key(" ".join(name.split())))
        if team is not None:
            wanted.append(TeamRow.id == team)
        return await self._connections.run_reading(lambda connection: load_teams(connection, *wanted))

    async def list_memberships(self, teams: Sequence[TeamId]) -> Mapping[TeamId, Sequence[Membership]]:
        query = select(*TeamMembershipRow.__table__.columns).where(TeamMembershipRow.team_id.in_(teams))
        found = defaultdict[TeamId, list[Membership]](list)
        for row in await self._connections.fetch_all(query.order_by(TeamMembershipRow.began_at, TeamMembershipRow.id)):
            found[row.team_id].append(Membership(row.user_id, TeamRole(row.role), row.began_at, row.ended_at))
        return found

    async def list_foundings(self, guild: GuildId, at: float) -> Sequence[Founding]:
        here = TeamFoundingRow.guild_id == guild, TeamFoundingRow.expires_at > at
        return await self._connections.run_reading(lambda connection: load_foundings(connection, *here))

    async def list_invitations(self, user: UserId, at: float | None = None) -> Sequence[Invitation]:
        is_open = () if at is None else (IS_OPEN, TeamInvitationRow.expires_at > at)
        own = TeamInvitationRow.user_id == user, *is_open
        return await self._connections.run_reading(lambda connection: load_invitations(connection, *own))

    async def list_progress(self, guild: GuildId | None = None, *, table: TableId | None = None) -> Sequence[Progress]:
        query = select(*PROGRESS_COLUMNS)
        if guild is not None:
            query = query.join(TeamRow, TeamRow.id == TeamLevelRow.team_id).where(TeamRow.guild_id == guild, IS_ACTIVE)
        if table is not None:
            query = query.where(TeamLevelRow.table_id == table, TeamLevelRow.side.is_not(None))
        return [to_progress(row) for row in await self._connections.fetch_all(query)]

    async def find_starting_teams(
        self, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None
    ) -> Sequence[StartingTeam]:
        async with self._connections.read() as connection:
            store = SqlBookingStore(connection, locks=False)
            return (await find_starting_teams(store, guild, rules, users, league))[0]

    async def list_squads_among(self, guild: GuildId, size: int, users: Sequence[UserId]) -> Sequence[TeamSquad]:
        places = union(
            *(
                select(row.team_id, row.user_id).where(row.user_id.in_(sorted(users)))
                for row in (TeamMemberRow, TeamSubstituteRow)
            )
        ).subquery()
        query = (
            select(TeamRow.id, TeamRow.member_key)
            .join(places, places.c.team_id == TeamRow.id)
            .where(TeamRow.guild_id == guild, TeamRow.size == size, IS_ACTIVE)
            .group_by(TeamRow.id, TeamRow.member_key)
            .having(func.count() > 1)
            .order_by(TeamRow.id)
        )
        return await self._connections.run_reading(lambda connection: load_squads(connection, query))


async def _find_founding(connection: AsyncConnection, founding: FoundingId) -> Founding | None:
    return next(iter(await load_foundings(connection, TeamFoundingRow.id == founding)), None)
