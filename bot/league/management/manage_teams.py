"""Renames and disbands teams, changes members and captains, checks who may do this, and lists teams and standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.ids import GuildId, TeamId, UserId
from bot.league.leagues.access import Caller, LeagueAccess
from bot.league.management.team_ports import TeamChange, TeamStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import team_changes
from bot.league.teams.ladder import Ladder, TeamStanding, find_open_ladder, rank_teams
from bot.league.teams.team_checks import normalize_name
from bot.league.teams.teams import Membership, Team, list_members_at


@dataclass(frozen=True, slots=True)
class TeamManagement:
    """The part of the league service for teams. A team's captain, managers of its leagues and admins may change it."""

    _store: TeamStore
    _access: LeagueAccess

    async def get_team(self, guild: GuildId, team: TeamId) -> Team:
        """Return a server's team, unless it has been disbanded. Raises LeagueRefused: NO_TEAM."""
        found = await self._store.list_teams(guild, team=team)
        return LeagueRefused.require_found(next(iter(found), None), LeagueRefusal.NO_TEAM)

    async def can_lead(self, caller: Caller, team: Team) -> bool:
        """Return whether a user of the team's server may do what the team's captain may."""
        if team.is_led_by(caller.user) or caller.admin:
            return True
        leagues = await self._access.list_leagues_of(team.id)
        return any([await self._access.can_manage(caller, league) for league in leagues])

    async def lead(
        self, caller: Caller, guild: GuildId, id_: TeamId, change: TeamChange, name: str | None = None
    ) -> tuple[Team, Team]:
        """Apply a change if the caller may act as captain. Raises LeagueRefused: NO_TEAM, NOT_CAPTAIN, NOT_MEMBER."""
        team = await self.get_team(guild, id_)
        if not await self.can_lead(caller, team):
            reason = LeagueRefusal.NOT_CAPTAIN if caller.user in team.members else LeagueRefusal.NOT_MEMBER
            raise LeagueRefused(reason, name=team.name)
        return await self.change(caller, id_, change, name)

    async def change(
        self, caller: Caller, team: TeamId, change: TeamChange, name: str | None = None
    ) -> tuple[Team, Team]:
        """Change a team; return the team before and after. Pass a new `name`, if any. Raises LeagueRefused: NO_TEAM."""
        stamp = self._access.stamp(caller)
        changed = await self._store.update_teams([team], stamp, lambda teams, known: [change(teams[0], known)], name)
        return LeagueRefused.require_found(changed, LeagueRefusal.NO_TEAM)[0]

    async def rename_team(self, caller: Caller, guild: GuildId, team: TeamId, name: str) -> Team:
        """Give a team another name."""
        new = normalize_name(name)
        _, renamed = await self.lead(caller, guild, team, lambda now, known: team_changes.rename(now, new, known), new)
        return renamed

    async def disband_team(self, caller: Caller, guild: GuildId, team: TeamId) -> Team:
        """Disband a team; its results stay."""
        return (await self.lead(caller, guild, team, lambda now, _: team_changes.disband(now)))[1]

    async def leave_team(self, caller: Caller, guild: GuildId, team: TeamId) -> Team:
        """Leave a team, as a member or a substitute. A team that cannot go on without the caller is disbanded."""
        await self.get_team(guild, team)
        return (await self.change(caller, team, lambda now, known: team_changes.leave(now, caller.user, known)))[1]

    async def remove_from_team(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> Team:
        """Remove a member or a substitute."""
        return (await self.lead(caller, guild, team, lambda now, known: team_changes.remove(now, user, known)))[1]

    async def set_captain(self, caller: Caller, guild: GuildId, team: TeamId, user: UserId) -> bool:
        """Make a member the captain; return False if they already were."""
        before, _ = await self.lead(caller, guild, team, lambda now, _: team_changes.set_captain(now, user))
        return before.captain != user

    async def move_member(
        self, caller: Caller, guild: GuildId, team: TeamId, target: TeamId, user: UserId
    ) -> tuple[Team, Team]:
        """Move a member between teams. Only admins and managers of a league that both teams have joined may do this."""
        left = await self.get_team(guild, team)
        joined = await self.get_team(guild, target)
        await self._require_manager_of_both(caller, left, joined)
        moved = await self._store.update_teams(
            [team, target],
            self._access.stamp(caller),
            lambda teams, known: team_changes.move(teams[0], teams[1], user, known),
        )
        (_, left), (_, joined) = LeagueRefused.require_found(moved, LeagueRefusal.NO_TEAM)
        return left, joined

    async def list_memberships(self, team: TeamId) -> Sequence[Membership]:
        """Return the periods during which users belonged to a team, oldest first."""
        return (await self._store.list_memberships([team])).get(team, ())

    async def list_members_at(self, teams: Iterable[TeamId], at: float) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the members that these teams, disbanded or not, had at a moment."""
        histories = await self._store.list_memberships(list(teams))
        return {team: list_members_at(history, at) for team, history in histories.items()}

    async def get_team_by_name(self, guild: GuildId, name: str) -> Team:
        """Return the team of a server with this name, in any letter case."""
        found = await self._store.list_teams(guild, name=name)
        return LeagueRefused.require_found(next(iter(found), None), LeagueRefusal.NO_TEAM)

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams of which a user is a member, oldest first. Without `guild`, return those of all servers."""
        return await self._store.list_teams(guild, user)

    async def list_team_standings(self, guild: GuildId, ladder: Ladder | None = None) -> tuple[TeamStanding, ...]:
        """Return a server's teams by rank. Without `ladder`, use the ladder outside leagues that has the most deals."""
        played = await self._store.list_progress(guild)
        return rank_teams(await self._store.list_teams(guild), ladder or find_open_ladder(played), played)

    async def _require_manager_of_both(self, caller: Caller, left: Team, joined: Team) -> None:
        if caller.admin:
            return
        both = [{one.id: one for one in await self._access.list_leagues_of(t.id)} for t in (left, joined)]
        shared = [league for id_, league in both[0].items() if id_ in both[1]]
        if not any([await self._access.can_manage(caller, league) for league in shared]):
            raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=shared[0].name if shared else left.name)
