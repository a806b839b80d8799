"""Leagues: created and changed, joined and left; seasons opened and closed."""

from dataclasses import dataclass

from bot.ids import GuildId, LeagueId, RoleId, TeamId, UserId
from bot.league.access import Caller, LeagueAccess, require_admin
from bot.league.ladder import SIDES
from bot.league.leagues import Entrant, LeagueInfo, LeagueSettings, RankedBy, Season
from bot.league.ports import LeagueAdminStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.team_ports import TeamStore
from bot.league.teams import Team
from bot.league.validate import parse_league_rules, validate_settings


@dataclass(frozen=True, slots=True)
class LeagueAdmin:
    """The service's part for managers, and for players who join and leave."""

    _store: LeagueAdminStore
    _teams: TeamStore
    _access: LeagueAccess

    async def create_league(self, caller: Caller, guild: GuildId, settings: LeagueSettings) -> LeagueInfo:
        """Create a league without a season; the caller, an admin, becomes its manager.

        Raises:
            LeagueRefused: NOT_ADMIN, LEAGUE_NAME_LENGTH, NAME_CHARACTERS, LEAGUE_TAKEN, TOO_MANY_LEAGUES, BAD_SETTINGS,
                BAD_RULES.
        """
        require_admin(caller)
        return await self._store.add_league(guild, validate_settings(settings), self._access.stamp(caller))

    async def edit_league(
        self, caller: Caller, guild: GuildId, league: LeagueId, settings: LeagueSettings
    ) -> LeagueInfo:
        """Change a league's settings; points and season length apply from the next season on.

        Raises:
            LeagueRefused: as for `create_league`, NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, SEASON_RUNS (rules, whom
                it ranks and who is charged with a deal change only between seasons).
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.update_league(known.id, validate_settings(settings), self._access.stamp(caller))

    async def archive_league(self, caller: Caller, guild: GuildId, league: LeagueId) -> LeagueInfo:
        """End a league for good: its season closes, its pages stay readable, its name becomes free.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.archive_league(known.id, self._access.stamp(caller))

    async def add_manager(self, caller: Caller, guild: GuildId, league: LeagueId, user: UserId) -> bool:
        """Make a user a manager of a league; False: they were one already.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.set_manager(known.id, user, self._access.stamp(caller), manages=True)

    async def remove_manager(self, caller: Caller, guild: GuildId, league: LeagueId, user: UserId) -> bool:
        """Remove a manager from a league; False: they were none.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.set_manager(known.id, user, self._access.stamp(caller), manages=False)

    async def add_manager_role(self, caller: Caller, guild: GuildId, league: LeagueId, role: RoleId) -> bool:
        """Let the members of a role manage a league; False: they could already.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.set_manager_role(known.id, role, self._access.stamp(caller), manages=True)

    async def remove_manager_role(self, caller: Caller, guild: GuildId, league: LeagueId, role: RoleId) -> bool:
        """Take the management of a league from a role; False: it had none.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.set_manager_role(known.id, role, self._access.stamp(caller), manages=False)

    async def set_entries(
        self, caller: Caller, guild: GuildId, league: LeagueId, *, is_open: bool
    ) -> tuple[LeagueInfo, bool]:
        """Open or close a league's entries; False: they were so already. Managers may enter others even then.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED.
        """
        known = await self._access.require_manager(caller, guild, league)
        changed = await self._store.set_entries(known.id, self._access.stamp(caller), is_open=is_open)
        return changed or known, changed is not None

    async def move_entrant(
        self,
        caller: Caller,
        guild: GuildId,
        league: LeagueId,
        target: LeagueId,
        team: TeamId | None = None,
        user: UserId | None = None,
    ) -> Entrant:
        """Move a user or a team from one league into another; for managers of both.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, NOT_IN, ALREADY_IN, TEAMS_ONLY, PERSONS_ONLY,
                NO_TEAM, TEAM_SIZE.
        """
        for one in (league, target):
            await self._access.require_manager(caller, guild, one)
        await self._get_entering(caller, guild, league, team, user)
        entering = await self._get_entering(caller, guild, target, team, user, check_size=True)
        return await self._store.move_entrant(league, target, *entering, self._access.stamp(caller))

    async def join(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Enter the caller or their `team` in a league. A manager may enter any `user` and any team.

        Raises:
            LeagueRefused: NO_LEAGUE, LEAGUE_ARCHIVED, ALREADY_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER,
                NOT_MANAGER, TEAM_SIZE, ENTRIES_CLOSED (but not for managers).
        """
        known = await self._access.get_league(guild, league)
        if known.entries_closed_at is not None and not await self._access.can_manage(caller, known):
            raise LeagueRefused(LeagueRefusal.ENTRIES_CLOSED, name=known.name)
        entering, team = await self._get_entering(caller, guild, league, team, user, check_size=True)
        return await self._store.add_entrant(league, entering, team, self._access.stamp(caller))

    async def leave(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Withdraw the caller or their `team` from a league; their deals stay. `user`: as for `join`.

        Raises:
            LeagueRefused: NO_LEAGUE, LEAGUE_ARCHIVED, NOT_IN, TEAMS_ONLY, PERSONS_ONLY, NO_TEAM, NOT_MEMBER,
                NOT_MANAGER.
        """
        leaving, team = await self._get_entering(caller, guild, league, team, user)
        return await self._store.withdraw_entrant(league, leaving, team, self._access.stamp(caller))

    async def open_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Open a league's next season: scores begin at zero, team levels as the league's reset says.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, SEASON_RUNS.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.open_season(known.id, self._access.stamp(caller))

    async def close_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Close a league's season; later deals count in the next one.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, NO_SEASON.
        """
        known = await self._access.require_manager(caller, guild, league)
        return await self._store.close_season(known.id, self._access.stamp(caller))

    async def roll_over_seasons(self) -> list[tuple[LeagueInfo, Season, Season]]:
        """Close each season whose time is up and open the next; return league, closed and opened season.

        Safe to call repeatedly and by several callers: each season rolls over once.
        """
        rolled_over = []
        for due in await self._store.list_due_seasons(self._access.now()):
            seasons = await self._store.roll_over_season(due.id, self._access.now())
            league = await self._store.find_league(due.league)
            if seasons is not None and league is not None:
                rolled_over.append((league, *seasons))
        return rolled_over

    async def _get_entering(
        self,
        caller: Caller,
        guild: GuildId,
        league: LeagueId,
        team: TeamId | None,
        user: UserId | None,
        *,
        check_size: bool = False,
    ) -> tuple[UserId | None, TeamId | None]:
        """Return the user or the team that the caller may enter or withdraw."""
        known = await self._access.get_league(guild, league)
        if known.settings.ranked_by is RankedBy.TEAMS:
            if team is None:
                raise LeagueRefused(LeagueRefusal.TEAMS_ONLY, name=known.name)
            entering = await self._get_own_team(caller, known, team)
            size = parse_league_rules(known.settings).players // SIDES
            if check_size and entering.size != size:
                raise LeagueRefused(LeagueRefusal.TEAM_SIZE, name=entering.name, size=size)
            return None, team
        if team is not None:
            raise LeagueRefused(LeagueRefusal.PERSONS_ONLY, name=known.name)
        if user not in {None, caller.user} and not await self._access.can_manage(caller, known):
            raise LeagueRefused(LeagueRefusal.NOT_MANAGER, name=known.name)
        return user or caller.user, None

    async def _get_own_team(self, caller: Caller, league: LeagueInfo, id_: TeamId) -> Team:
        team = await self._teams.find_team(id_)
        if team is None or team.guild != league.guild:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        if caller.user not in team.members and not await self._access.can_manage(caller, league):
            raise LeagueRefused(LeagueRefusal.NOT_MEMBER, name=team.name)
        return team
