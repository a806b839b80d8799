"""The league as others call it: teams, leagues, seasons, standings, ratings, disputes. README.md tells who may what."""

from collections.abc import Iterable, Mapping, Sequence

from bot.league.exchange import Exchange
from bot.league.ids import GuildId, TeamId, UserId
from bot.league.ladder import FULL, Ladder, Progress
from bot.league.managing import Managing
from bot.league.news import Newsroom
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.repairs import Repairs
from bot.league.standings import Standing, standings
from bot.league.teams import SMALLEST_TEAM, Team, clean_name, line_up


class League(Managing, Exchange, Repairs, Newsroom):
    """Teams and leagues of all servers. Every refusal is a `LeagueRefused`, and nothing has changed then."""

    async def create_team(
        self, guild: GuildId, name: str, members: Iterable[UserId], size: int = SMALLEST_TEAM
    ) -> Team:
        """Found a team. Seats of a side that `members` leave free are played by computers; all may be but one.

        Raises:
            LeagueRefused: the name or the people do not do, or are taken.
        """
        people = line_up(members, size)
        return await self._store.add_team(guild, clean_name(name), people, size, self._now())

    async def rename(self, team: TeamId, name: str, by: UserId | None = None) -> Team:
        """Give a team another name. `by` is the member who asks; None: somebody who may without being one.

        Raises:
            LeagueRefused: not a member, no such team, or the name does not do or is taken.
        """
        await self._allowed(team, by)
        return await self._store.rename_team(team, clean_name(name))

    async def disband(self, team: TeamId, by: UserId | None = None) -> None:
        """Let a team play no more; its results stay. `by` as for `rename`.

        Raises:
            LeagueRefused: not a member, or no such team.
        """
        await self._allowed(team, by)
        await self._store.disband_team(team, self._now())

    async def add_substitute(self, team: TeamId, user: UserId, by: UserId | None = None) -> bool:
        """Let somebody sit in for members of a team: he plays for its level then. `by` as for `rename`.

        Return False when he may already.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER, IS_MEMBER, TOO_MANY_SUBSTITUTES.
        """
        known = await self._allowed(team, by)
        if user in known.members:
            raise LeagueRefused(LeagueWhy.IS_MEMBER, name=known.name)
        return await self._store.add_substitute(team, user)

    async def remove_substitute(self, team: TeamId, user: UserId, by: UserId | None = None) -> None:
        """Let somebody sit in for members of a team no more; a substitute may step back himself.

        Raises:
            LeagueRefused: NO_TEAM, NOT_MEMBER, NOT_SUBSTITUTE.
        """
        known = await self._allowed(team, None if by == user else by)
        if not await self._store.drop_substitute(team, user):
            raise LeagueRefused(LeagueWhy.NOT_SUBSTITUTE, name=known.name)

    async def substitutes(self, teams: Iterable[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return who may sit in for members of these teams, as far as they have anybody."""
        return await self._store.substitutes(list(teams))

    async def team_named(self, guild: GuildId, name: str) -> Team:
        """Return the team of a server that goes by this name, in any letter case.

        Raises:
            LeagueRefused: there is none.
        """
        team = await self._store.team_named(guild, name)
        if team is None:
            raise LeagueRefused(LeagueWhy.NO_TEAM)
        return team

    async def teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams a person is in, oldest first; `guild` None: of all servers."""
        return await self._store.teams_of(user, guild)

    async def progress_of(self, team: TeamId) -> Sequence[Progress]:
        """Return how far a team has come on each ladder that it has played on, most deals first."""
        return await self._store.progress_of(team)

    async def ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""
        return await self._store.ladders(guild)

    async def standings(self, guild: GuildId, ladder: Ladder | None = None) -> tuple[Standing, ...]:
        """Return all teams of a server in order; `ladder` None: the one most played on, else from 2 to A."""
        if ladder is None:
            ladder = next(iter(await self._store.ladders(guild)), FULL)
        known = {progress.team: progress for progress in await self._store.progress_in(guild, ladder)}
        return standings(await self._store.teams_in(guild), ladder, known)

    async def _allowed(self, id_: TeamId, by: UserId | None) -> Team:
        team = await self._store.team(id_)
        if team is None:
            raise LeagueRefused(LeagueWhy.NO_TEAM)
        if by is not None and by not in team.members:
            raise LeagueRefused(LeagueWhy.NOT_MEMBER, name=team.name)
        return team
