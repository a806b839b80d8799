"""The service's part for files: tables, results and ratings go out, past results come in."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.league.callers import Caller
from bot.league.drafts import rules_of
from bot.league.ids import GuildId, LeagueId, ResultId, SeasonId, TeamId, UserId
from bot.league.leagues import LeagueFacts, Season
from bot.league.looking import Looking
from bot.league.looks import LARGEST_PAGE, LeaderLine, Result
from bot.league.papers import ratings_csv, results_csv, season_json, table_csv
from bot.league.past import MOST_LINES, BadLine, BadLineWhy, fingerprint, read_results
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.scores import Line

MOST_EXPORTED: Final = 20_000
"""Deals in one file, the first ones of a season: some megabytes."""
_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a file holds: how many deals can be booked, and every line that cannot. `booked`: whether they were."""

    deals: int
    bad: tuple[BadLine, ...]
    booked: bool
    void: tuple[int, ...] = ()
    """Lines of deals that were void where they come from: they count for nothing and stay out."""


class Exchange(Looking):
    """Files. Only a league's managers take them away or bring them."""

    async def export_table(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return a season's whole table as CSV.

        Raises:
            LeagueRefused: NO_LEAGUE (also: no such season of this league), NOT_MANAGER.
        """
        await self._season_of(caller, guild, league, season)
        lines = await self._lines(season)
        names, teams = await self._people_of(lines), await self._teams_in(lines)
        return await asyncio.to_thread(table_csv, lines, names, teams)

    async def export_results(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return the deals that a season counted as CSV, the oldest first, as `import_results` reads them.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER.
        """
        _, one = await self._season_of(caller, guild, league, season)
        return await asyncio.to_thread(results_csv, await self._results(season), rules_of(one).players)

    async def export_season(self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId) -> str:
        """Return a season whole as JSON: league, table, results.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER.
        """
        known, one = await self._season_of(caller, guild, league, season)
        lines = await self._lines(season)
        names, teams = await self._people_of(lines), await self._teams_in(lines)
        return await asyncio.to_thread(season_json, known, one, lines, await self._results(season), names, teams)

    async def export_ratings(self, caller: Caller, guild: GuildId, preset: str) -> str:
        """Return all ratings of a server and preset as CSV; only the heading where nobody has played.

        Raises:
            LeagueRefused: NOT_ADMIN.
        """
        if not caller.admin:
            raise LeagueRefused(LeagueWhy.NOT_ADMIN)
        lines, total = list[LeaderLine](), 1
        while len(lines) < total:
            board = await self.leaderboard(guild, preset, len(lines), LARGEST_PAGE)
            if board is None or not board.lines:
                break
            lines, total = [*lines, *board.lines], board.total
        return ratings_csv(lines, await self._store.person_names([line.user for line in lines]))

    async def import_results(
        self, caller: Caller, guild: GuildId, league: LeagueId, text: str, *, dry_run: bool = True
    ) -> ImportReport:
        """Book past deals from CSV: they count in the season that runs, for whoever plays in the league, and are rated.

        Void deals stay out, whoever was forgotten comes in as a nameless person. `dry_run`: only look. With a bad line
        nothing is booked; all lines are booked in one step or none.

        Raises:
            LeagueRefused: NO_LEAGUE, NOT_MANAGER, LEAGUE_ARCHIVED, NO_SEASON, FILE_LENGTH; BAD_FILE, if no dry run.
        """
        known = await self._managed(caller, guild, league)
        if (lines := text.count("\n")) > MOST_LINES + 1:
            raise LeagueRefused(LeagueWhy.FILE_LENGTH, longest=MOST_LINES, given=lines)
        read = read_results(text, rules_of(known.draft), self._now())
        deals, bad, void = read.deals, read.bad, tuple(read.void)
        there = await self._store.fingerprints(guild, [deal.at for deal in deals.values()])
        bad += [BadLine(line, BadLineWhy.KNOWN) for line, deal in deals.items() if fingerprint(deal) in there]
        bad.sort(key=lambda one: one.line)
        if dry_run or not deals:
            return ImportReport(len(deals), tuple(bad), booked=False, void=void)
        if bad:
            raise LeagueRefused(LeagueWhy.BAD_FILE, given=len(bad))
        await self._store.add_past(known.id, list(deals.values()), self._act(caller))
        return ImportReport(len(deals), (), booked=True, void=void)

    async def _season_of(
        self, caller: Caller, guild: GuildId, league: LeagueId, season: SeasonId
    ) -> tuple[LeagueFacts, Season]:
        known = await self._managed(caller, guild, league)
        one = await self._store.season(season)
        if one is None or one.league != league:
            raise LeagueRefused(LeagueWhy.NO_LEAGUE)
        return known, one

    async def _lines(self, season: SeasonId) -> list[Line]:
        lines, total = list[Line](), 1
        while len(lines) < total:
            page = await self.table(season, len(lines), LARGEST_PAGE)
            if not page.lines:
                break
            lines, total = [*lines, *page.lines], page.total
        return lines

    async def _results(self, season: SeasonId) -> list[Result]:
        results, after = list[Result](), ResultId(0)
        while some := await self._store.counted_after(season, after, _AT_ONCE):
            results += some
            after = some[-1].deal.id
            if len(results) >= MOST_EXPORTED:
                break
        return results[:MOST_EXPORTED]

    async def _people_of(self, lines: list[Line]) -> dict[UserId, str]:
        users = [line.entrant.user for line in lines if line.entrant.user is not None]
        return dict(await self._store.person_names(users))

    async def _teams_in(self, lines: list[Line]) -> dict[TeamId, str]:
        return await self.team_names([line.entrant.team for line in lines if line.entrant.team is not None])
