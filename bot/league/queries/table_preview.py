"""Predicts before a match what the deals at a table will count for. Booking follows the same rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.ids import GuildId, LeagueId, TableId, TeamId, UserId
from bot.league.leagues.access import LeagueAccess
from bot.league.leagues.counting_deals import (
    Obstacle,
    find_obstacle,
    get_min_people,
    has_league_ladder,
    has_league_rules,
)
from bot.league.leagues.league_ports import LeagueReader
from bot.league.leagues.leagues import LeagueInfo
from bot.league.management.team_ports import TeamStore
from bot.league.queries.query_ports import LeagueQueryStore
from bot.league.queries.season_queries import LeagueQueries
from bot.league.teams.ladder import SIDES, TeamSquad
from engine.model.options import Level, Teams
from engine.model.rules import Rules


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table before its match. `users` has one entry per seat: None for a computer player or an empty seat."""

    guild: GuildId
    rules: Rules
    users: tuple[UserId | None, ...]
    computers: int
    league: LeagueId | None = None
    has_ladder: bool = True
    """Whether teams climb at the table."""


@dataclass(frozen=True, slots=True)
class SideTeam:
    """A team on a side of a table, and its level on the ladder that it climbs there."""

    side: int
    team: TeamId
    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What deals at a table would count for if its match began now."""

    league: LeagueInfo | None = None
    obstacle: Obstacle | None = None
    """Why no deal at the table counts in its league; None if deals count, or if there is no league."""
    min_people: int = 0
    """How many people must sit at the table for a deal to count in the league's season; 0 without a season."""
    teams: tuple[SideTeam, ...] = ()
    not_joined: tuple[UserId, ...] = ()
    """In a league of persons, the people at the table who have not joined it."""
    sides_without_team: tuple[int, ...] = ()
    """In a league of teams, the sides that have no team of the league. There are none until all seats are taken."""
    split_teams: tuple[str, ...] = ()
    """The names of teams whose members sit on both sides."""
    possible_leagues: tuple[LeagueInfo, ...] = ()
    """The open leagues with exactly the table's rules."""


@dataclass(frozen=True, slots=True)
class LeagueTables:
    """The part of the league service for tables."""

    _leagues: LeagueReader
    _names: LeagueQueryStore
    _teams: TeamStore
    _queries: LeagueQueries
    _access: LeagueAccess

    async def preview(self, plan: TablePlan) -> TablePreview:
        """Return what deals at a table would count for if its match began now."""
        possible = tuple(await self.list_possible_leagues(plan.guild, plan.rules))
        league = None if plan.league is None else await self._leagues.find_league(plan.league)
        empty = TablePreview(league, possible_leagues=possible)
        if league is None:
            return await self._with_teams(plan, empty) if plan.has_ladder else empty
        season = await self._queries.find_running_season(league.id)
        obstacle = find_obstacle(league, season, plan.rules, plan.rules.players - plan.computers, self._access.now())
        least = 0 if season is None else get_min_people(season, plan.rules)
        preview = replace(empty, obstacle=obstacle, min_people=least)
        if has_league_ladder(league, plan.rules):
            return await self._with_teams(plan, preview)
        return preview if obstacle else replace(preview, not_joined=await self._list_not_joined(plan, league))

    async def list_possible_leagues(self, guild: GuildId, rules: Rules) -> Sequence[LeagueInfo]:
        """Return the open leagues of a server with exactly these rules, oldest first."""
        return [one for one in await self._leagues.list_leagues(guild) if has_league_rules(one, rules)]

    async def list_team_groups(self, plan: TablePlan) -> tuple[frozenset[UserId], ...]:
        """Return groups of users who should share a side. Each is a team that has at least two users at the table."""
        if not plan.has_ladder or plan.rules.teams is not Teams.FIXED:
            return ()
        return tuple(squad.members | squad.substitutes for squad in await self._list_squads(plan))

    async def list_playing_teams(self, table: TableId) -> Sequence[tuple[int, str]]:
        """Return each team that climbs its ladder at a table, as the number of its side and its name."""
        found = await self._teams.list_progress(table=table)
        names = await self._names.get_team_names([one.team for one in found])
        return sorted((one.table_side.side, names[one.team]) for one in found if one.table_side is not None)

    async def _with_teams(self, plan: TablePlan, preview: TablePreview) -> TablePreview:
        starting = await self._teams.find_starting_teams(plan.guild, plan.rules, plan.users, plan.league)
        squads = await self._list_squads(plan)
        sides = [set(plan.users[side::SIDES]) for side in range(SIDES)]
        split = [squad.team for squad in squads if all(squad.members & side for side in sides)]
        names = await self._names.get_team_names([*(one.progress.team for one in starting), *split])
        teams = tuple(
            SideTeam(one.side, one.progress.team, names[one.progress.team], one.progress.level) for one in starting
        )
        playing = {one.team for one in teams}
        apart = tuple(names[team] for team in split if team not in playing)
        return replace(
            preview,
            teams=teams,
            split_teams=apart,
            sides_without_team=_list_sides_without_team(plan, teams) if preview.league else (),
        )

    async def _list_squads(self, plan: TablePlan) -> Sequence[TeamSquad]:
        users = [user for user in plan.users if user is not None]
        squads = await self._teams.list_squads_among(plan.guild, plan.rules.players // SIDES, users)
        if plan.league is None:
            return squads
        joined = {entrant.team for entrant in await self._leagues.list_entrants(plan.league)}
        return [squad for squad in squads if squad.team in joined]

    async def _list_not_joined(self, plan: TablePlan, league: LeagueInfo) -> tuple[UserId, ...]:
        joined = {entrant.user for entrant in await self._leagues.list_entrants(league.id)}
        return tuple(user for user in plan.users if user is not None and user not in joined)


def _list_sides_without_team(plan: TablePlan, teams: Sequence[SideTeam]) -> tuple[int, ...]:
    seated = sum(user is not None for user in plan.users) + plan.computers
    if seated < plan.rules.players:
        return ()
    return tuple(side for side in range(SIDES) if side not in {one.side for one in teams})
