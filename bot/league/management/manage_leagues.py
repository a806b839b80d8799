"""Creates and changes leagues, enters and withdraws entrants, opens and closes seasons."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from bot.ids import GuildId, LeagueId, RoleId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues import league_changes, league_entries, season_changes
from bot.league.leagues.access import Caller, LeagueAccess, require_admin, require_league, require_manages
from bot.league.leagues.league_entries import EntryRequest
from bot.league.leagues.league_ports import EntrantChange, EntrantChanged, LeagueChange, LeagueChanged, LeagueStore
from bot.league.leagues.league_settings import LeagueSettings
from bot.league.leagues.leagues import Entrant, League, Season
from bot.league.management.team_ports import TeamStore
from bot.league.refusals import LeagueRefusal, LeagueRefused

EntryChange = Callable[[League, Entrant | None, EntryRequest], EntrantChanged]


@dataclass(frozen=True, slots=True)
class LeagueManagement:
    """The part of the league service for managers, and for players who join and leave.

    Its methods raise LeagueRefused: NO_LEAGUE, NOT_MANAGER, NOT_ADMIN, and the refusals of the change that they make.
    """

    _store: LeagueStore
    _teams: TeamStore
    _access: LeagueAccess

    async def create_league(self, caller: Caller, guild: GuildId, settings: LeagueSettings) -> League:
        """Create a league without a season. The caller, who must be an admin, becomes its manager."""
        require_admin(caller)
        stamp = self._access.stamp(caller)
        return await self._store.add_league(
            guild, stamp, lambda others: league_changes.create(guild, settings, others, stamp, caller.language)
        )

    async def edit_league(self, caller: Caller, guild: GuildId, league: LeagueId, settings: LeagueSettings) -> League:
        """Change a league's settings. An open season keeps the settings that it copied when it was opened."""
        changed = await self._change(
            caller, guild, league, lambda known, others: league_changes.edit(known, settings, others)
        )
        return changed.league

    async def archive_league(self, caller: Caller, guild: GuildId, league: LeagueId) -> League:
        """End a league for good. Its season closes, its pages stay readable, and another league may take its name."""
        now = self._access.now()
        return (await self._change(caller, guild, league, lambda known, _: league_changes.archive(known, now))).league

    async def set_manager(
        self, caller: Caller, guild: GuildId, league: LeagueId, user: UserId, *, manages: bool
    ) -> bool:
        """Make a user a manager of a league, or remove them if `manages` is false. Return whether anything changed."""
        changed = await self._change(
            caller, guild, league, lambda known, _: league_changes.set_manager(known, user, manages=manages)
        )
        return bool(changed.records)

    async def set_manager_role(
        self, caller: Caller, guild: GuildId, league: LeagueId, role: RoleId, *, manages: bool
    ) -> bool:
        """Let a role's members manage a league, or stop this if `manages` is false. Return whether anything changed."""
        changed = await self._change(
            caller, guild, league, lambda known, _: league_changes.set_manager_role(known, role, manages=manages)
        )
        return bool(changed.records)

    async def set_entries(
        self, caller: Caller, guild: GuildId, league: LeagueId, *, is_open: bool
    ) -> tuple[League, bool]:
        """Open or close a league's entries; return the league and whether anything changed."""
        now = self._access.now()
        changed = await self._change(
            caller, guild, league, lambda known, _: league_entries.set_entries(known, now, is_open=is_open)
        )
        return changed.league, bool(changed.records)

    async def open_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Open a league's next season. Scores begin at zero, and team levels are reset as the league's settings say."""
        now = self._access.now()
        changed = await self._change(caller, guild, league, lambda known, _: season_changes.open_season(known, now))
        return changed.league.seasons[-1]

    async def close_season(self, caller: Caller, guild: GuildId, league: LeagueId) -> Season:
        """Close a league's season. Later deals do not count until the next season is open."""
        now = self._access.now()
        changed = await self._change(caller, guild, league, lambda known, _: season_changes.close_season(known, now))
        return changed.league.seasons[-1]

    async def reopen_season(self, caller: Caller, guild: GuildId, league: LeagueId, number: int) -> None:
        """Reopen a league's last season. Announcements that were sent stay."""
        await self._change(caller, guild, league, lambda known, _: season_changes.reopen_season(known, number))

    async def roll_over_seasons(self) -> list[tuple[League, Season, Season]]:
        """Close each season whose time is up, and open the league's next one. Return each league with both seasons.

        Repeated and concurrent calls are safe, because each season rolls over only once.
        """
        now = self._access.now()
        changed = [await self._roll_over(due, now) for due in await self._store.list_seasons(due_at=now)]
        leagues = [one.league for one in changed if one is not None and one.records]
        return [(league, league.seasons[-2], league.seasons[-1]) for league in leagues]

    async def _roll_over(self, due: Season, now: float) -> LeagueChanged | None:
        return await self._store.update_league(
            due.league, AuditStamp(None, now), lambda known, _: season_changes.roll_over(known, due.id, now)
        )

    async def join(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Enter the caller or their `team` in a league. A manager may enter any `user` and any team."""
        request = await self._to_request(caller, team, user)
        return await self._change_entrants(guild, request, {league: league_entries.enter})

    async def leave(
        self, caller: Caller, guild: GuildId, league: LeagueId, team: TeamId | None = None, user: UserId | None = None
    ) -> Entrant:
        """Remove the caller or their `team` from a league. Past deals stay. Managers may remove any user or team."""
        request = await self._to_request(caller, team, user)
        return await self._change_entrants(guild, request, {league: league_entries.withdraw})

    async def move_entrant(
        self,
        caller: Caller,
        guild: GuildId,
        league: LeagueId,
        target: LeagueId,
        team: TeamId | None = None,
        user: UserId | None = None,
    ) -> Entrant:
        """Move a user or a team from one league into another, in one step. The caller must manage both leagues."""
        for one in (league, target):
            await self._access.require_manager(caller, guild, one)
        request = replace(await self._to_request(caller, team, user), moves=True)
        steps = {league: league_entries.withdraw, target: league_entries.enter}
        return await self._change_entrants(guild, request, steps)

    async def _change(self, caller: Caller, guild: GuildId, league: LeagueId, change: LeagueChange) -> LeagueChanged:

        def apply(known: League, others: Collection[str]) -> LeagueChanged:
            return change(require_manages(caller, require_league(guild, known)), others)

        changed = await self._store.update_league(league, self._access.stamp(caller), apply)
        return LeagueRefused.require_found(changed, LeagueRefusal.NO_LEAGUE)

    async def _to_request(self, caller: Caller, team: TeamId | None, user: UserId | None) -> EntryRequest:
        found = [] if team is None else await self._teams.list_teams(team=team)
        return EntryRequest(caller, team, user, next(iter(found), None))

    async def _change_entrants(
        self, guild: GuildId, request: EntryRequest, steps: Mapping[LeagueId, EntryChange]
    ) -> Entrant:

        def bind(change: EntryChange) -> EntrantChange:
            return lambda league, known: change(require_league(guild, league), known, request)

        bound = [(league, bind(change)) for league, change in steps.items()]
        entrant = await self._store.update_entrants(
            bound, request.user, request.team_id, self._access.stamp(request.caller)
        )
        return LeagueRefused.require_found(entrant, LeagueRefusal.NO_LEAGUE)
