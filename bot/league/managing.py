"""The service's part for managers and players: leagues, seasons, joining and leaving."""

from collections.abc import Sequence
from typing import Final

from bot.league.callers import Caller, TrailLine
from bot.league.desk import Desk
from bot.league.drafts import checked, rules_of
from bot.league.ids import GuildId, LeagueId, TeamId, UserId
from bot.league.ladder import SIDES
from bot.league.leagues import By, Draft, Entrant, LeagueFacts, Season
from bot.league.looks import LARGEST_PAGE, PAGE
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import Team

ARCHIVED: Final = "#{id}"
"""What a league is named by whose name may be another's by now."""
_DIGITS: Final = 18


class Managing(Desk):
    """Leagues are made, changed, joined and left; seasons are opened and closed."""

    async def create_league(self, caller: Caller, guild: GuildId, draft: Draft) -> LeagueFacts:
        """Found a league, without a season; its founder manages it. Only who may manage the server.

        Raises:
            LeagueRefused: NOT_ADMIN, LEAGUE_NAME_LENGTH, NAME_CHARACTERS, LEAGUE_TAKEN, TOO_MANY_LEAGUES, BAD_DRAFT,
                BAD_RULES.
        """
        if not caller.admin:
            raise LeagueRefused(LeagueWhy.NOT_ADMIN)
        return await self._store.add_league(guild, checked(draft), self._act(caller))

    async def edit_league(self, caller: Caller, guild: GuildId, league: LeagueId, draft: Draft) -> LeagueFacts:
        """Change what was decided about a league; points and season length hold from the next season on.

        Raises:
            LeagueRefused: as for `create_league`, NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, SEASON_RUNS (rules and whom
                it ranks change only between seasons).
        """
        known = await self._managed(caller, guild, league)
        return await self._store.save_league(known.id, checked(draft), self._act(caller))

    async def archive_league(self, caller: Caller, guild: GuildId, league: LeagueId) -> LeagueFacts:
        """End a league for good: its season is closed, all of it can be looked at, its name is free.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._managed(caller, guild, league)
        return await self._store.archive_league(known.id, self._act(caller))

    async def league_named(self, guild: GuildId, name: str) -> LeagueFacts:
        """Return the league of a server that goes by this name, in any letter case; archived ones only if no other.

        An archived one is told apart from others of its name by its number (`ARCHIVED`).

        Raises:
            LeagueRefused: NO_LEAGUE.
        """
        found = await self._store.league_named(guild, name)
        if found is not None:
            return found
        number = name.strip().removeprefix(ARCHIVED.format(id=""))
        if number == name.strip() or not number.isdecimal() or len(number) > _DIGITS:
            raise LeagueRefused(LeagueWhy.NO_LEAGUE)
        return await self.league(guild, LeagueId(int(number)))

    async def leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueFacts]:
        """Return a server's leagues, oldest first; `archived`: those that are over instead."""
        return await self._store.leagues(guild, archived=archived)

    async def leagues_of(self, guild: GuildId, user: UserId) -> Sequence[LeagueFacts]:
        """Return the leagues of a server in which a person plays for himself."""
        return await self._store.leagues_of(guild, user)

    async def managers(self, league: LeagueId) -> Sequence[UserId]:
        """Return who manages a league, besides those who may manage its server."""
        return await self._store.managers(league)

    async def add_manager(self, caller: Caller, guild: GuildId, league: LeagueId, user: UserId) -> bool:
        """Let somebody manage a league; return False when he did already.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._managed(caller, guild, league)
        return await self._store.set_manager(known.id, user, self._act(caller), manages=True)

    async def remove_manager(self, caller: Caller, guild: GuildId, league: LeagueId, user: UserId) -> bool:
        """Let somebody manage a league no more; return False when he did not.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._managed(caller, guild, league)
        return await self._store.set_manager(known.id, user, self._act(caller), manages=False)

    async def join(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Let the caller, or his `team`, play in a league. A manager may enter anybody (`user`) and any team.

        Raises:
            LeagueRefused: NO_LEAGUE, LEAGUE_ARCHIVED, ALREADY_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER,
                NOT_MANAGER, TEAM_SIZE.
        """
        who, team = await self._who(caller, guild, league, team, user, fitting=True)
        return await self._store.enter(league, who, team, self._act(caller))

    async def leave(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Let the caller, or his `team`, play in a league no more: what was played stays. `user`: as for `join`.

        Raises:
            LeagueRefused: NO_LEAGUE, LEAGUE_ARCHIVED, NOT_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER,
                NOT_MANAGER.
        """
        who, team = await self._who(caller, guild, league, team, user)
        return await self._store.withdraw(league, who, team, self._act(caller))

    async def entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return who plays in a league now, in the order of their joining."""
        return await self._store.entrants(league)

    async def open_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Open a league's next season: everybody begins at nothing, teams' levels as the league's reset says.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, SEASON_RUNS.
        """
        known = await self._managed(caller, guild, league)
        return await self._store.open_season(known.id, self._act(caller))

    async def close_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Close a league's season; what is played from now on counts in the next.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, NO_SEASON.
        """
        known = await self._managed(caller, guild, league)
        return await self._store.close_season(known.id, self._act(caller))

    async def turn_seasons(self) -> list[tuple[LeagueFacts, Season, Season]]:
        """Close each season whose time is up and open the next at once; return league, closed and opened season.

        To be called from time to time. Each is turned once, whoever calls and how often.
        """
        turned = []
        for due in await self._store.seasons_due(self._now()):
            done = await self._store.turn_season(due.id, self._now())
            league = await self._store.league(due.league)
            if done is not None and league is not None:
                turned.append((league, *done))
        return turned

    async def seasons(self, league: LeagueId) -> Sequence[Season]:
        """Return a league's seasons, newest first."""
        return await self._store.seasons(league)

    async def trail(self, league: LeagueId, offset: int = 0, limit: int = PAGE) -> tuple[Sequence[TrailLine], int]:
        """Return who did what in a league, newest first, and how much there is."""
        known = await self._store.league(league)
        if known is None:
            raise LeagueRefused(LeagueWhy.NO_LEAGUE)
        return await self._store.trail(known.guild, league, max(0, offset), min(limit, LARGEST_PAGE))

    async def trail_of_server(
        self, caller: Caller, guild: GuildId, offset: int = 0, limit: int = PAGE
    ) -> tuple[Sequence[TrailLine], int]:
        """Return who did what in all leagues of a server, newest first, and how much there is.

        Raises:
            LeagueRefused: NOT_ADMIN.
        """
        if not caller.admin:
            raise LeagueRefused(LeagueWhy.NOT_ADMIN)
        return await self._store.trail(guild, None, max(0, offset), min(limit, LARGEST_PAGE))

    async def _who(
        self,
        caller: Caller,
        guild: GuildId,
        league: LeagueId,
        team: TeamId | None,
        user: UserId | None,
        *,
        fitting: bool = False,
    ) -> tuple[UserId | None, TeamId | None]:
        """Return whom the caller may let play: a person or a team, as the league ranks; `fitting`: of its size."""
        known = await self.league(guild, league)
        if known.draft.by is By.TEAMS:
            if team is None:
                raise LeagueRefused(LeagueWhy.TEAMS_ONLY, name=known.name)
            playing, size = await self._his_team(caller, known, team), rules_of(known.draft).players // SIDES
            if fitting and playing.size != size:
                raise LeagueRefused(LeagueWhy.TEAM_SIZE, name=playing.name, size=size)
            return None, team
        if team is not None:
            raise LeagueRefused(LeagueWhy.PERSONS_ONLY, name=known.name)
        if user not in {None, caller.user} and not await self.may_manage(caller, known):
            raise LeagueRefused(LeagueWhy.NOT_MANAGER, name=known.name)
        return user or caller.user, None

    async def _his_team(self, caller: Caller, league: LeagueFacts, id_: TeamId) -> Team:
        team = await self._store.team(id_)
        if team is None or team.guild != league.guild:
            raise LeagueRefused(LeagueWhy.NO_TEAM)
        if caller.user not in team.members and not await self.may_manage(caller, league):
            raise LeagueRefused(LeagueWhy.NOT_MEMBER, name=team.name)
        return team
