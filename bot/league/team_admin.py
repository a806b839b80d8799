"""Teams: created, renamed and disbanded; their substitutes; how far they have climbed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.ids import GuildId, TeamId, UserId
from bot.league.access import LeagueAccess
from bot.league.ladder import FULL_LADDER, Ladder, Progress
from bot.league.ports import TeamStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_standings import TeamStanding, rank_teams
from bot.league.teams import MIN_TEAM_SIZE, Team, normalize_name, validate_members


@dataclass(frozen=True, slots=True)
class TeamAdmin:
    """The service's part for teams. `by` is the member who asks; None: a caller who needs no membership."""

    _store: TeamStore
    _access: LeagueAccess

    async def create_team(
        self, guild: GuildId, name: str, members: Iterable[UserId], size: int = MIN_TEAM_SIZE
    ) -> Team:
        """Create a team. Computer players take the seats of a side that `members` leave free.

        Raises:
            LeagueRefused: the name or the members are invalid or taken.
        """
        people = validate_members(members, size)
        return await self._store.add_team(guild, normalize_name(name), people, size, self._access.now())

    async def rename_team(self, team: TeamId, name: str, by: UserId | None = None) -> Team:
        """Give a team another name.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER, or the name is invalid or taken.
        """
        await self._require_member(team, by)
        return await self._store.rename_team(team, normalize_name(name))

    async def disband_team(self, team: TeamId, by: UserId | None = None) -> None:
        """Disband a team; its results stay.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER.
        """
        await self._require_member(team, by)
        await self._store.disband_team(team, self._access.now())

    async def add_substitute(self, team: TeamId, user: UserId, by: UserId | None = None) -> bool:
        """Let a user sit in for members of a team and play for its level; False: they could already.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER, IS_MEMBER, TOO_MANY_SUBSTITUTES.
        """
        known = await self._require_member(team, by)
        if user in known.members:
            raise LeagueRefused(LeagueRefusal.IS_MEMBER, name=known.name)
        return await self._store.add_substitute(team, user)

    async def remove_substitute(self, team: TeamId, user: UserId, by: UserId | None = None) -> None:
        """Remove a substitute; substitutes may remove themselves.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER, NOT_SUBSTITUTE.
        """
        known = await self._require_member(team, None if by == user else by)
        if not await self._store.remove_substitute(team, user):
            raise LeagueRefused(LeagueRefusal.NOT_SUBSTITUTE, name=known.name)

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
        """Return all teams of a server in order; `ladder` None: the one most played on, by default 2 to A."""
        if ladder is None:
            ladder = next(iter(await self._store.list_ladders(guild)), FULL_LADDER)
        known = {progress.team: progress for progress in await self._store.list_progress_in(guild, ladder)}
        return rank_teams(await self._store.list_teams(guild), ladder, known)

    async def _require_member(self, id_: TeamId, by: UserId | None) -> Team:
        team = await self._store.find_team(id_)
        if team is None:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        if by is not None and by not in team.members:
            raise LeagueRefused(LeagueRefusal.NOT_MEMBER, name=team.name)
        return team
