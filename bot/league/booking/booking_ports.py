"""What booking and starting a match need from the store, inside a transaction that the caller commits."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results.deals import BookedDeal
from bot.league.results.ratings import Rating, RatingChange
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import Ladder, LadderOutcome, LineUp, Progress, TeamSquad


@dataclass(frozen=True, slots=True)
class PointSources:
    """The parts of the opponents' points, which come from tricks, penalties, and the kitty with its multiplier."""

    tricks: int
    kitty: int = 0
    multiplier: int = 0
    penalties: int = 0


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """How a deal counts for an entrant. It has their seat, whether the seat won, and their score after the deal."""

    entrant: EntrantId
    seat: int
    won: bool
    score: Score


class BookingStore(Protocol):
    """Reads and writes what a match, a deal or a ruling changes. Locks last until the end of the transaction."""

    async def lock_pool(self, guild: GuildId, preset: str) -> PoolId:
        """Return the rating pool of a server and a preset, created if missing, and lock it."""

    async def lock_league(self, league: LeagueId) -> LeagueInfo | None:
        """Return a league and lock it; None if there is no such league."""

    async def add_result(
        self, guild: GuildId, deal: BookedDeal, revision: int | None, points: PointSources
    ) -> ResultId:
        """Save a result, ignoring its `id`, and return its new id, which is greater than all earlier ones."""

    async def list_climbing_teams(self, table: TableId) -> Sequence[tuple[Progress, Sequence[UserId]]]:
        """Return the teams that climb at a table, in order of sides, each with its members and substitutes."""

    async def save_climb(self, result: ResultId, outcome: LadderOutcome) -> None:
        """Save what a deal changed for a team."""

    async def load_ratings(self, pool: PoolId, users: Collection[UserId]) -> Mapping[UserId, Rating]:
        """Return the ratings of these users; users without one are left out."""

    async def save_ratings(self, pool: PoolId, changes: Sequence[RatingChange]) -> None:
        """Save new ratings and add them to the history."""

    async def find_open_season(self, league: LeagueId) -> Season | None:
        """Return the season of a league that is not closed; None if all are closed."""

    async def list_active_entrants(
        self, league: LeagueId, users: Collection[UserId], teams: Collection[TeamId]
    ) -> Sequence[Entrant]:
        """Return the entrants of a league that have not left and are among these users or teams."""

    async def load_scores(self, season: SeasonId, entrants: Collection[EntrantId]) -> Mapping[EntrantId, Score]:
        """Return the scores of these entrants; entrants without one are left out."""

    async def add_counted(self, season: SeasonId, result: ResultId, counted: Sequence[CountedSeat]) -> None:
        """Save that a season counts a result for these entrants, with their new scores."""

    async def list_counted(self, result: ResultId) -> Sequence[tuple[Season, EntrantId, int]]:
        """Return the seasons, entrants and seats for which a result counts."""

    async def save_counted_win(
        self, season: SeasonId, entrant: EntrantId, result: ResultId, *, won: bool | None
    ) -> None:
        """Save whether a result counts as won for an entrant, or None if it is void."""

    async def list_counted_deals(self, season: SeasonId, entrant: EntrantId) -> Sequence[tuple[BookedDeal, int]]:
        """Return an entrant's deals and seats, void deals left out, in the order of booking."""

    async def find_rank_value(self, season: SeasonId, entrant: EntrantId) -> float | None:
        """Return a player's rank value after their last rated deal in the season; None if they have none."""

    async def list_event_points(self, season: SeasonId, entrant: EntrantId) -> Sequence[int]:
        """Return an entrant's points for places in events, one for each event."""

    async def save_score(self, season: SeasonId, entrant: EntrantId, score: Score) -> None:
        """Save an entrant's score."""

    async def find_league(self, league: LeagueId) -> LeagueInfo | None:
        """Return a league."""

    async def find_team_of(self, guild: GuildId, line_up: LineUp) -> TeamId | None:
        """Return the team with exactly the line-up's members and size."""

    async def list_squads(self, guild: GuildId, line_up: LineUp) -> Sequence[TeamSquad]:
        """Return the teams of the line-up's size that have one of its users as a substitute."""

    async def find_progress(self, team: TeamId, ladder: Ladder) -> Progress | None:
        """Return a team's progress on a ladder and lock it; None before its first match there."""

    async def save_progress(self, progress: Progress) -> None:
        """Save a team's progress on its ladder."""
