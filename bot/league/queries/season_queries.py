"""Queries about leagues, which everybody may make: seasons, standings and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, TeamId, UserId
from bot.league.leagues.access import LeagueAccess
from bot.league.leagues.league_ports import LeagueReader
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.queries.query_ports import DealHistoryStore, LeagueQueryStore, RulingReader
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.read_models import MAX_PAGE_SIZE, PAGE_SIZE, LeagueResult, ResultPage, SeasonStandingsPage
from bot.league.results.season_standings import MAX_TIED_GROUP, Score, SeasonStanding, rank_entrants, tie_key

ARCHIVED_NAME: Final = "#{id}"
"""The form of a name that selects an archived league by its id. Another league may have taken its old name."""
_MAX_ID_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class LeagueQueries:
    """The part of the league service for readers. Offsets count from 0; a page has at most `MAX_PAGE_SIZE` lines."""

    _leagues: LeagueReader
    _standings: LeagueQueryStore
    _history: DealHistoryStore
    _rulings: RulingReader
    _access: LeagueAccess

    async def get_league_by_name(self, guild: GuildId, name: str) -> LeagueInfo:
        """Return a server's league by its name in any letter case, or by its id in the form of `ARCHIVED_NAME`.

        If several leagues share the name, return the open one or else the one archived last. Raises LeagueRefused:
        NO_LEAGUE.
        """
        found = await self._leagues.list_leagues(guild, name=name, archived=None)
        if found:
            return max(found, key=lambda one: (one.archived_at is None, one.archived_at))
        number = name.strip().removeprefix(ARCHIVED_NAME.format(id=""))
        if number == name.strip() or not number.isdecimal() or len(number) > _MAX_ID_DIGITS:
            raise LeagueRefused(LeagueRefusal.NO_LEAGUE)
        return await self._access.get_league(guild, LeagueId(int(number)))

    async def find_season(self, league: LeagueId, number: int | None = None) -> Season | None:
        """Return a league's season with this number or, without a number, its newest season."""
        seasons = await self._leagues.list_seasons(league)
        return next((s for s in seasons if number in {None, s.number}), None)

    async def find_running_season(self, league: LeagueId) -> Season | None:
        """Return the league's season in which a deal would count if it ended now."""
        newest = await self.find_season(league)
        return newest if newest is not None and newest.counts_at(self._access.now()) else None

    async def get_standings(self, season: SeasonId, offset: int = 0, limit: int = PAGE_SIZE) -> SeasonStandingsPage:
        """Return a page of a season's standings. Raises LeagueRefused: NO_LEAGUE (there is no such season)."""
        found = next(iter(await self._leagues.list_seasons(season=season)), None)
        known = LeagueRefused.require_found(found, LeagueRefusal.NO_LEAGUE)
        offset, limit = _to_page(offset, limit)
        first = max(0, offset - MAX_TIED_GROUP)
        rows, total = await self._standings.list_scores(season, first, offset - first + limit + MAX_TIED_GROUP)
        lines = await self._rank_rows(season, rows, first)
        return SeasonStandingsPage(known, lines[offset - first : offset - first + limit], total)

    async def find_standing(
        self, season: SeasonId, user: UserId | None = None, team: TeamId | None = None
    ) -> SeasonStanding | None:
        """Return the line of a user or a team in a season's standings; None if they have none."""
        found = await self._standings.find_line(season, user, team)
        if found is None:
            return None
        own, ahead = found
        page = await self.get_standings(season, max(0, ahead - MAX_TIED_GROUP), 2 * MAX_TIED_GROUP + 1)
        return next((line for line in page.lines if line.entrant.id == own), None)

    async def list_champions(self, season: SeasonId) -> tuple[SeasonStanding, ...]:
        """Return a season's champions, or its leaders while it runs. Only entrants with `Score.settled` count."""
        page = await self.get_standings(season, 0, MAX_PAGE_SIZE)
        return tuple(line for line in page.lines if line.is_champion)

    async def list_results(self, league: LeagueId, offset: int = 0, limit: int = PAGE_SIZE) -> ResultPage:
        """Return a page of the last thousand deals that a league counted, newest first."""
        offset, limit = _to_page(offset, limit)
        found, total = await self._history.list_league_results(league, offset, limit)
        return ResultPage(tuple(found), total)

    async def get_counted_teams(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, str]]:
        """Return, for each result, the names of the teams for which it counted, by one seat of each team."""
        found = await self._history.get_counted_teams(league, results)
        names = await self._standings.get_team_names([team for seats in found.values() for team in seats.values()])
        return {result: {seat: names[team] for seat, team in seats.items()} for result, seats in found.items()}

    async def get_result(self, guild: GuildId, result: ResultId) -> LeagueResult:
        """Return a server's result as it counts now, with the ruling about it. Raises LeagueRefused: NO_RESULT."""
        found = await self._rulings.find_result(guild, result)
        return LeagueRefused.require_found(found, LeagueRefusal.NO_RESULT)

    async def _rank_rows(
        self, season: SeasonId, rows: Sequence[tuple[Entrant, Score]], first: int
    ) -> tuple[SeasonStanding, ...]:
        """Return the standings of consecutive scores. `first` is the number of scores before these."""
        # Mutual wins rank only complete groups of tied scores. Only the first group may be incomplete, so it keeps the
        # store's order. That is no loss: such a group ends before the page, or is too large for mutual wins to count.
        groups = [list(group) for _, group in groupby(rows, key=lambda row: tie_key(row[1]))]
        whole = [[entrant.id for entrant, _ in group] for group in groups[1 if first else 0 :]]
        lines = rank_entrants(rows, await self._standings.count_mutual_wins(season, whole), first + 1)
        if first and lines:
            rank = await self._standings.count_better_scores(season, lines[0].score) + 1
            tied = [line for line in lines if line.rank == lines[0].rank]
            lines = (*(SeasonStanding(rank, line.entrant, line.score) for line in tied), *lines[len(tied) :])
        return lines


def _to_page(offset: int, limit: int) -> tuple[int, int]:
    return max(0, offset), max(1, min(limit, MAX_PAGE_SIZE))
