"""Exports standings, results and ratings as files, and imports past results."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, TeamId, UserId
from bot.league.files.export_csv import format_ratings_csv, format_results_csv, format_season_json, format_standings_csv
from bot.league.files.import_csv import MAX_LINES, parse_results_csv
from bot.league.files.import_deals import ImportReport, LeagueFileStore, check_known_deals, import_deals
from bot.league.leagues.access import Caller, LeagueAccess, require_admin
from bot.league.leagues.league_ports import LeagueReader
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.leagues.validate import parse_league_rules
from bot.league.queries.query_ports import LeagueQueryStore
from bot.league.queries.rating_queries import RatingQueries
from bot.league.queries.season_queries import LeagueQueries
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.read_models import MAX_PAGE_SIZE, LeaderboardEntry, LeagueResult
from bot.league.results.season_standings import SeasonStanding

MAX_EXPORTED_DEALS: Final = 20_000
"""The most deals in an exported file; later deals are left out. Such a file has some megabytes."""
_DEALS_PER_QUERY: Final = 1000


@dataclass(frozen=True, slots=True)
class LeagueFiles:
    """The part of the league service for files. Raises LeagueRefused: NOT_MANAGER, NOT_ADMIN, NO_LEAGUE."""

    _store: LeagueFileStore
    _leagues: LeagueReader
    _standings: LeagueQueryStore
    _access: LeagueAccess
    _queries: LeagueQueries
    _ratings: RatingQueries

    async def export_standings(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return the whole standings of a season as CSV."""
        await self._get_season(caller, guild, league, season)
        lines = await self._list_standings(season)
        return await asyncio.to_thread(format_standings_csv, lines, *await self._get_names(lines))

    async def export_results(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return a CSV of the deals that a season counted, oldest first, in the form that `import_results` reads."""
        _, found = await self._get_season(caller, guild, league, season)
        return await asyncio.to_thread(
            format_results_csv, await self._list_results(season), parse_league_rules(found).players
        )

    async def export_season(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return a season as JSON: league, standings, results."""
        known, found = await self._get_season(caller, guild, league, season)
        lines = await self._list_standings(season)
        names = await self._get_names(lines)
        results = await self._list_results(season)
        return await asyncio.to_thread(format_season_json, known, found, lines, results, *names)

    async def export_ratings(self, caller: Caller, guild: GuildId, preset: str) -> str:
        """Return all ratings of a server and preset as CSV. Before the first deal, the file has only its heading."""
        require_admin(caller)
        lines = list[LeaderboardEntry]()
        while board := await self._ratings.find_leaderboard(guild, preset, len(lines), MAX_PAGE_SIZE):
            lines += board.lines
            if not board.lines or len(lines) >= board.total:
                break
        return format_ratings_csv(lines, await self._store.get_player_names([line.user for line in lines]))

    async def import_results(
        self,
        caller: Caller,
        guild: GuildId,
        league: LeagueId,
        text: str,
        *,
        dry_run: bool = True,
        on_begin: Callable[[int], Awaitable[None]] | None = None,
    ) -> ImportReport:
        """Book all deals of a CSV file that are not void, or none if a line is bad. A `dry_run` only checks the file.

        `on_begin` gets the number of deals before they are booked. Raises LeagueRefused: NO_LEAGUE, NOT_MANAGER,
        FILE_LENGTH; without `dry_run` also LEAGUE_ARCHIVED, NO_SEASON.
        """
        known = await self._access.require_manager(caller, guild, league)
        if (lines := len(text.splitlines()) - 1) > MAX_LINES:  # the first line, which names the columns, does not count
            raise LeagueRefused(LeagueRefusal.FILE_LENGTH, longest=MAX_LINES, given=lines)
        parsed = parse_results_csv(text, parse_league_rules(known.settings), self._access.now())
        moments = [deal.at for deal in parsed.deals.values()]
        if dry_run or parsed.bad_lines or not parsed.deals:
            return check_known_deals(parsed, await self._store.find_fingerprints(guild, moments))
        if on_begin is not None:
            await on_begin(len(parsed.deals))
        stamp = self._access.stamp(caller)
        report = await self._store.import_deals(
            league, moments, stamp, lambda now, known: import_deals(now, parsed, known)
        )
        return LeagueRefused.require_found(report, LeagueRefusal.NO_LEAGUE)

    async def _get_season(
        self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId
    ) -> tuple[LeagueInfo, Season]:
        known = await self._access.require_manager(caller, guild, league)
        found = await self._leagues.list_seasons(league, season=season)
        return known, LeagueRefused.require_found(next(iter(found), None), LeagueRefusal.NO_LEAGUE)

    async def _list_standings(self, season: SeasonId) -> list[SeasonStanding]:
        lines = list[SeasonStanding]()
        while page := (await self._queries.get_standings(season, len(lines), MAX_PAGE_SIZE)).lines:
            lines += page
        return lines

    async def _list_results(self, season: SeasonId) -> list[LeagueResult]:
        results, after = list[LeagueResult](), ResultId(0)
        while batch := await self._store.list_counted_after(season, after, _DEALS_PER_QUERY):
            results += batch
            after = batch[-1].deal.id
            if len(results) >= MAX_EXPORTED_DEALS:
                break
        return results[:MAX_EXPORTED_DEALS]

    async def _get_names(self, lines: list[SeasonStanding]) -> tuple[dict[UserId, str], dict[TeamId, str]]:
        users = [line.entrant.user for line in lines if line.entrant.user is not None]
        teams = [line.entrant.team for line in lines if line.entrant.team is not None]
        return await self._store.get_player_names(users), await self._standings.get_team_names(teams)
