"""Who may change a team: its captain, managers of its leagues, and admins."""

from dataclasses import dataclass

from bot.ids import GuildId, TeamId
from bot.league.leagues.access import Caller, LeagueAccess
from bot.league.management.team_ports import TeamChange, TeamStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import Team


@dataclass(frozen=True, slots=True)
class TeamAccess:
    """Checks what users may do with a team, and applies what they change."""

    _teams: TeamStore
    _access: LeagueAccess

    async def get_team(self, guild: GuildId, team: TeamId) -> Team:
        """Return a team of a server that has not been disbanded. Raises LeagueRefused: NO_TEAM."""
        found = await self._teams.list_teams(guild, team=team)
        if not found:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        return found[0]

    async def can_lead(self, caller: Caller, team: Team) -> bool:
        """Return whether a user of the team's server may do what its captain may."""
        if team.is_led_by(caller.user) or caller.admin:
            return True
        leagues = await self._access.list_leagues_of(team.id)
        return any([await self._access.can_manage(caller, league) for league in leagues])

    async def lead(
        self, caller: Caller, guild: GuildId, id_: TeamId, change: TeamChange, name: str | None = None
    ) -> tuple[Team, Team]:
        """Apply a change that is the captain's to make, as `change` does.

        Raises:
            LeagueRefused: NO_TEAM, NOT_CAPTAIN (for a member), NOT_MEMBER.
        """
        team = await self.get_team(guild, id_)
        if not await self.can_lead(caller, team):
            reason = LeagueRefusal.NOT_CAPTAIN if caller.user in team.members else LeagueRefusal.NOT_MEMBER
            raise LeagueRefused(reason, name=team.name)
        return await self.change(caller, id_, change, name)

    async def change(
        self, caller: Caller, team: TeamId, change: TeamChange, name: str | None = None
    ) -> tuple[Team, Team]:
        """Apply a change, which may give the team a `name`; return the team as it was and as it is.

        Raises:
            LeagueRefused: NO_TEAM.
        """
        stamp = self._access.stamp(caller)
        changed = await self._teams.update_teams([team], stamp, lambda teams, known: [change(teams[0], known)], name)
        if changed is None:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        return changed[0]
