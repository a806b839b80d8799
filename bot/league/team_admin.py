"""Teams: created, renamed and disbanded; who leaves, leads and is moved; how far they have climbed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.ids import GuildId, TeamId, UserId
from bot.league.access import Caller, LeagueAccess
from bot.league.audit_log import AuditStamp
from bot.league.ladder import FULL_LADDER, Ladder, Progress
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_access import TeamAccess
from bot.league.team_members import Departure, Spell
from bot.league.team_ports import TeamMemberStore, TeamStore
from bot.league.team_standings import TeamStanding, rank_teams
from bot.league.teams import MIN_TEAM_SIZE, Team, normalize_name, validate_members


@dataclass(frozen=True, slots=True)
class TeamAdmin:
    """The service's part for teams. A captain, managers of the team's leagues and admins may change it."""

    _store: TeamStore
    _members: TeamMemberStore
    _team_access: TeamAccess
    _access: LeagueAccess

    async def create_team(
        self,
        guild: GuildId,
        name: str,
        members: Iterable[UserId],
        size: int = MIN_TEAM_SIZE,
        captain: UserId | None = None,
    ) -> Team:
        """Create a team of members who have agreed. Computer players take the seats that they leave free.

        Raises:
            LeagueRefused: the name or the members are invalid or taken.
        """
        people = validate_members(members, size)
        stamp = AuditStamp(captain, self._access.now())
        return await self._store.add_team(guild, normalize_name(name), people, size, stamp)

    async def rename_team(self, caller: Caller, guild: GuildId, team: TeamId, name: str) -> Team:
        """Give a team another name.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER, or the name is invalid or taken.
        """
        await self._team_access.require_captain(caller, guild, team)
        return await self._store.rename_team(team, normalize_name(name), self._access.stamp(caller))

    async def disband_team(self, caller: Caller, guild: GuildId, team: TeamId) -> Team:
        """Disband a team; its results stay.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER.
        """
        known = await self._team_access.require_captain(caller, guild, team)
        await self._store.disband_team(team, self._access.stamp(caller))
        return known

    async def leave_team(self, caller: Caller, guild: GuildId, team: TeamId) -> Departure:
        """Leave a team, as a member or a substitute. A team that cannot go on without the caller is disbanded.

        That is a team without other members, or whose other members already are a team of their own.

        Raises:
            LeagueRefused: NO_TEAM, NOT_IN_TEAM.
        """
        known, stamp = await self._team_access.get_team(guild, team), self._access.stamp(caller)
        if caller.user in known.members:
            return await self._members.remove_member(team, caller.user, stamp, leaving=True)
        if not await self._members.remove_substitute(team, caller.user, stamp):
            raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=known.name)
        return Departure(known, disbanded=False)

    async def remove_from_team(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> Team:
        """Remove a member or a substitute.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER, NOT_IN_TEAM, LAST_MEMBER, TEAM_EXISTS (the others already
                are a team).
        """
        known, stamp = await self._team_access.require_captain(caller, guild, team), self._access.stamp(caller)
        if user in known.members:
            return (await self._members.remove_member(team, user, stamp, leaving=False)).team
        if not await self._members.remove_substitute(team, user, stamp):
            raise LeagueRefused(LeagueRefusal.NOT_IN_TEAM, name=known.name)
        return known

    async def set_captain(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> bool:
        """Make a member the captain; False: they were it already.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER, NOT_IN_TEAM.
        """
        await self._team_access.require_captain(caller, guild, team)
        return await self._members.set_captain(team, user, self._access.stamp(caller))

    async def move_member(
        self, caller: Caller, guild: GuildId, team: TeamId, target: TeamId, user: UserId
    ) -> tuple[Team, Team]:
        """Move a member from one team to another; for managers of a league of both, and admins.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MANAGER, NOT_IN_TEAM, LAST_MEMBER, TEAM_EXISTS, IS_MEMBER, TEAM_FULL,
                TOO_MANY_TEAMS.
        """
        left = await self._team_access.get_team(guild, team)
        joined = await self._team_access.get_team(guild, target)
        await self._require_manager_of_both(caller, left, joined)
        return await self._members.move_member(team, target, user, self._access.stamp(caller))

    async def list_spells(self, team: TeamId) -> Sequence[Spell]:
        """Return who was in a team when, oldest first."""
        return await self._members.list_spells(team)

    async def list_members_at(self, teams: Iterable[TeamId], at: float) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the members that these teams had at a moment, disbanded teams too."""
        return await self._members.list_members_at(list(teams), at)

    async def can_lead(self, caller: Caller, team: Team) -> bool:
        """Return whether a user may do what the team's captain may."""
        return await self._team_access.can_lead(caller, team)

    async def list_substitutes(self, teams: Iterable[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the substitutes of those of these teams that have any."""
        return await self._store.list_substitutes(list(teams))

    async def get_team_by_name(self, guild: GuildId, name: str) -> Team:
        """Return the team of a server with this name, in any letter case.

        Raises:
            LeagueRefused: NO_TEAM.
        """
        team = await self._store.find_team_by_name(guild, name)
        if team is None:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        return team

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams of a user, oldest first; `guild` None: in all servers."""
        return await self._store.list_teams_of(user, guild)

    async def list_progress(self, team: TeamId) -> Sequence[Progress]:
        """Return a team's progress on each ladder that it has played on, most deals first."""
        return await self._store.list_progress(team)

    async def list_ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""
        return await self._store.list_ladders(guild)

    async def list_team_standings(self, guild: GuildId, ladder: Ladder | None = None) -> tuple[TeamStanding, ...]:
        """Return all teams of a server in order; `ladder` None: the open one most played on, by default 2 to A."""
        if ladder is None:
            played = await self._store.list_ladders(guild)
            ladder = next((one for one in played if one.league is None), FULL_LADDER)
        known = {progress.team: progress for progress in await self._store.list_progress_in(guild, ladder)}
        return rank_teams(await self._store.list_teams(guild), ladder, known)

    async def _require_manager_of_both(self, caller: Caller, left: Team, joined: Team) -> None:
        if caller.admin:
            return
        both = [{one.id: one for one in await self._members.list_leagues_of_team(t.id)} for t in (left, joined)]
        shared = [league for id_, league in both[0].items() if id_ in both[1]]
        if not any([await self._access.can_manage(caller, league) for league in shared]):
            raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=shared[0].name if shared else left.name)
