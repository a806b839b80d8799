"""The service's part for everybody: tables, results, profiles, the order of ratings, two against each other."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from bot.league.desk import Desk
from bot.league.ids import EntrantId, GuildId, LeagueId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.leagues import Entrant, LeagueFacts, Season
from bot.league.looks import (
    LARGEST_PAGE,
    PAGE,
    HeadToHead,
    Leaderboard,
    Pool,
    Profile,
    Record,
    Result,
    Results,
    SeasonTable,
)
from bot.league.profiles import FORM, profile_of
from bot.league.ratings import NEWCOMER
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.scores import MOST_TIED, Line, Score, table, tied


class Looking(Desk):
    """What anybody may see. Offsets count from 0; a page has at most `LARGEST_PAGE` lines."""

    async def season(self, league: LeagueId, number: int | None = None) -> Season | None:
        """Return a season of a league by its number; None: the newest. None when there is none."""
        seasons = await self._store.seasons(league)
        return next((s for s in seasons if number in {None, s.number}), None)

    async def running(self, league: LeagueId) -> Season | None:
        """Return the season of a league in which a deal would count now; None: there is none."""
        newest = await self.season(league)
        if newest is None or newest.closed_at is not None:
            return None
        return newest if newest.closes_at is None or newest.closes_at > self._now() else None

    async def leagues_counting(self, guild: GuildId, rules: str) -> Sequence[LeagueFacts]:
        """Return the leagues of a server in which deals by these rules (the engine's text) count now, oldest first."""
        alike = [league for league in await self._store.leagues(guild) if league.draft.rules == rules]
        return [league for league in alike if await self.running(league.id) is not None]

    async def table(self, season: SeasonId, offset: int = 0, limit: int = PAGE) -> SeasonTable:
        """Return a page of a season's table.

        Raises:
            LeagueRefused: NO_LEAGUE, there is no such season.
        """
        known = await self._store.season(season)
        if known is None:
            raise LeagueRefused(LeagueWhy.NO_LEAGUE)
        offset, limit = max(0, offset), max(1, min(limit, LARGEST_PAGE))
        first = max(0, offset - MOST_TIED)
        rows, total = await self._store.scores(season, first, offset - first + limit + MOST_TIED)
        lines = await self._ordered(season, rows, first)
        return SeasonTable(known, lines[offset - first : offset - first + limit], offset, total)

    async def place_of(self, season: SeasonId, user: UserId | None = None, team: TeamId | None = None) -> Line | None:
        """Return a person's or a team's line in a season's table; None when it has none."""
        found = await self._store.score_of(season, user, team)
        if found is None:
            return None
        entrant, score = found
        place = await self._store.place(season, entrant.id, score)
        page = await self.table(season, max(0, place - MOST_TIED), 2 * MOST_TIED + 1)
        return next((line for line in page.lines if line.entrant.id == entrant.id), None)

    async def champions(self, season: SeasonId) -> tuple[Line, ...]:
        """Return who leads a season's table, or has won it; nobody where no deal was played."""
        page = await self.table(season, 0, LARGEST_PAGE)
        return tuple(line for line in page.lines if line.rank == 1 and line.score.deals)

    async def results(
        self, league: LeagueId, offset: int = 0, limit: int = PAGE, season: SeasonId | None = None
    ) -> Results:
        """Return the deals that a league, or one of its seasons, counted, newest first: the last thousand of them."""
        offset, limit = max(0, offset), max(1, min(limit, LARGEST_PAGE))
        found, total = await self._store.results_of_league(league, season, offset, limit)
        return Results(tuple(found), offset, total)

    async def last_at(self, table: TableId) -> tuple[Sequence[str], Sequence[str]]:
        """Return in which leagues the last deal of a table counts, and which teams climbed their ladder with it."""
        result = await self._store.newest_result(table)
        if result is None:
            return (), ()
        leagues = [league.name for league, _ in await self._store.seasons_counting(result)]
        return leagues, await self._store.climbed_with(result)

    async def teams_counted(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, str]]:
        """Return what the teams are called for which a league counted results (a page), each by a seat of its side."""
        found = await self._store.teams_counted(league, results)
        names = await self._store.team_names([team for seats in found.values() for team in seats.values()])
        return {one: {seat: names[team] for seat, team in seats.items()} for one, seats in found.items()}

    async def results_of(self, guild: GuildId, user: UserId, offset: int = 0, limit: int = PAGE) -> Results:
        """Return the deals that a person played in a server, newest first: the last thousand of them."""
        offset, limit = max(0, offset), max(1, min(limit, LARGEST_PAGE))
        found, total = await self._store.results_of_person(guild, user, offset, limit)
        return Results(tuple(found), offset, total)

    async def result(self, guild: GuildId, result: ResultId) -> Result:
        """Return a result of a server as it counts, and what was ruled about it.

        Raises:
            LeagueRefused: NO_RESULT.
        """
        found = await self._store.result(guild, result)
        if found is None:
            raise LeagueRefused(LeagueWhy.NO_RESULT)
        return found

    async def pools(self, guild: GuildId) -> Sequence[Pool]:
        """Return the presets that people of a server have played by, most people first."""
        return await self._store.pools(guild)

    async def presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets that a person has played by in a server, with how many deals, most first."""
        return await self._store.presets_of(guild, user)

    async def presets_met(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets by which two persons have met in a server, with how many deals, most first."""
        return await self._store.presets_met(guild, left, right)

    async def leaderboard(
        self, guild: GuildId, preset: str, offset: int = 0, limit: int = PAGE, search: str = ""
    ) -> Leaderboard | None:
        """Return a page of the ratings of a server and preset; None where nobody has played.

        `search`: only people whose name holds this; ranks stay those of all.
        """
        pool = await self._store.pool(guild, preset)
        if pool is None:
            return None
        offset, limit = max(0, offset), max(1, min(limit, LARGEST_PAGE))
        lines, total = await self._store.leaders(pool.id, offset, limit, search.strip())
        return Leaderboard(pool, tuple(lines), offset, total)

    async def profile(self, guild: GuildId, user: UserId, preset: str) -> Profile | None:
        """Return what the deals of a server and preset say of a person; None where nobody has played any."""
        pool = await self._store.pool(guild, preset)
        if pool is None:
            return None
        store, at = self._store, pool.id
        return profile_of(
            user,
            pool,
            await store.rating(at, user),
            await store.ranked(at),
            await store.played(at, user),
            await store.climbs(at, user),
            await store.partner(at, user),
            await store.moments(at, user),
        )

    async def head_to_head(self, guild: GuildId, left: UserId, right: UserId, preset: str) -> HeadToHead | None:
        """Return what two persons did against each other and on one side; None where nobody has played."""
        pool = await self._store.pool(guild, preset)
        if pool is None:
            return None
        met = await self._store.meetings_of(pool.id, left, right)
        against = [won for together, won in met if not together]
        together = [won for together, won in met if together]
        known = await self._store.rating(pool.id, left), await self._store.rating(pool.id, right)
        ratings = tuple(NEWCOMER if line is None else line.rating for line in known)
        records = Record(len(against), sum(against)), Record(len(together), sum(together))
        return HeadToHead(pool, left, right, *records, tuple(against[-FORM:]), (ratings[0], ratings[1]))

    async def team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        """Return what these teams are called, also when they were disbanded."""
        return dict(await self._store.team_names(teams))

    async def _ordered(self, season: SeasonId, rows: Sequence[tuple[Entrant, Score]], first: int) -> tuple[Line, ...]:
        """Return lines for a run of scores; `first`: how many are before it.

        Who is tied is looked at as a whole group. A group that the run cuts is either far from the page or too large
        for results against each other to be looked at, so its order is the store's already.
        """
        groups = [list(group) for _, group in groupby(rows, key=lambda row: tied(row[1]))]
        whole = groups[1 if first else 0 :]
        met = await self._store.meetings(season, [_ids(group) for group in whole])
        lines = table(rows, met, first + 1)
        if first and lines:
            ahead = await self._store.better(season, lines[0].score) + 1
            run = [line for line in lines if line.rank == lines[0].rank]
            lines = (*(Line(ahead, line.entrant, line.score) for line in run), *lines[len(run) :])
        return lines


def _ids(group: Sequence[tuple[Entrant, Score]]) -> list[EntrantId]:
    return [entrant.id for entrant, _ in group]
