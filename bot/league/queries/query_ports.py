"""What the league reads from the store: standings, ratings, deals and rulings. Each method is one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.audit_log import AuditEntry
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results import read_models
from bot.league.results.season_standings import MutualWins, Score


class LeagueQueryStore(Protocol):
    """Standings, ratings and the audit log, read only."""

    async def list_scores(
        self, season: SeasonId, offset: int, limit: int
    ) -> tuple[Sequence[tuple[Entrant, Score]], int]:
        """Return a page of scores by rank, and the number of all. Ties are not broken by wins against each other."""

    async def count_better_scores(self, season: SeasonId, score: Score) -> int:
        """Return how many entrants have a better score than this one, by the order of `list_scores`."""

    async def find_line(
        self, season: SeasonId, user: UserId | None, team: TeamId | None
    ) -> tuple[EntrantId, int] | None:
        """Return the entrant id of a user or team, and how many lines of `list_scores` come before their line.

        Return None if they have no line.
        """

    async def count_mutual_wins(self, season: SeasonId, groups: Iterable[Sequence[EntrantId]]) -> MutualWins:
        """Count the deals that members of a group won against each other. Ignore groups above `MAX_TIED_GROUP`."""

    async def list_pools(self, guild: GuildId) -> Sequence[read_models.RatingPool]:
        """Return a server's rating pools, the one with most players first."""

    async def find_pool(self, guild: GuildId, preset: str) -> read_models.RatingPool | None:
        """Return the pool of a server and a preset; None before its first deal."""

    async def list_leaders(
        self, pool: PoolId, offset: int, limit: int, search: str = ""
    ) -> tuple[Sequence[read_models.LeaderboardEntry], int]:
        """Return a page of ratings with ranks, best first and provisional ones last, and the number of all ratings.

        `search` limits them to names that contain it, in any case of Latin letters. Deleted users are left out.
        """

    async def find_rating(self, pool: PoolId, user: UserId) -> read_models.LeaderboardEntry | None:
        """Return a user's rating and rank; None before their first rated deal."""

    async def count_ranked(self, pool: PoolId) -> int:
        """Return the number of players with a rank."""

    async def list_audit_entries(
        self, league: LeagueId, offset: int = 0, limit: int = read_models.PAGE_SIZE
    ) -> tuple[Sequence[AuditEntry], int]:
        """Return a page of a league's audit log, newest entry first, and the number of all entries."""

    async def get_team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        """Return the names of these teams, also of disbanded ones."""


class DealHistoryStore(Protocol):
    """Deals that were played, read only."""

    async def list_league_results(
        self, league: LeagueId, offset: int, limit: int
    ) -> tuple[Sequence[read_models.LeagueResult], int]:
        """Return a page of the last thousand deals that a league counted, newest first, and the number on all pages."""

    async def summarize_last_deal(self, table: TableId) -> read_models.LastDeal:
        """Return the effects of a table's last deal on its league and on teams."""

    async def get_counted_teams(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, TeamId]]:
        """Return, for each result, the teams for which it counted in a league, by one seat of each team."""

    async def load_player_history(self, pool: PoolId, user: UserId) -> read_models.PlayerHistory:
        """Return a user's deals and ratings in a rating pool."""

    async def list_presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        """Return a user's rated presets in a server with their numbers of rated deals, the highest number first."""

    async def list_shared_presets(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets in which two users met in a server. Each has its number of deals, the highest first."""

    async def list_meetings(self, pool: PoolId, left: UserId, right: UserId) -> Sequence[tuple[bool, bool]]:
        """Return for each valid deal of two users, oldest first, whether they shared a side and whether `left` won."""


class RulingReader(Protocol):
    """Results with the rulings about them, read only."""

    async def find_result(self, guild: GuildId, result: ResultId) -> read_models.LeagueResult | None:
        """Return a server's result as it counts now; None if there is none with this id."""

    async def find_counting_season(self, result: ResultId) -> tuple[LeagueInfo, Season] | None:
        """Return the league and the season that count a result; None if no league does."""

    async def count_late_rulings(self, league: LeagueId) -> Mapping[int, int]:
        """Return how many rulings about each season came after its end, by the season's number."""
