"""What the league keeps about results: rulings, ratings, files, posts. Each method is one transaction."""

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from bot.ids import AnnouncementId, EntrantId, GuildId, LeagueId, PoolId, ReportId, ResultId, RoleId, SeasonId, UserId
from bot.league.audit_log import AuditRecord, AuditStamp
from bot.league.deals import BookedDeal
from bot.league.import_csv import Fingerprint
from bot.league.import_deals import ImportReport
from bot.league.leagues import League, LeagueInfo, MatchReport, Season, SeasonAnnouncement, SeasonAward
from bot.league.ratings import Rating, RatingChange
from bot.league.read_models import LeagueResult
from bot.league.ruling_changes import ResultChanged, RuledResult

ResultChange = Callable[[RuledResult], ResultChanged]
"""A pure change of a result."""
ImportChange = Callable[[League, AbstractSet[Fingerprint]], ImportReport]
"""Decides what is imported into a league, given the fingerprints of deals that have been booked."""


class RulingReader(Protocol):
    """Results with the rulings about them, read only."""

    async def find_result(self, guild: GuildId, result: ResultId) -> LeagueResult | None:
        """Return a result of a server as it counts."""

    async def list_seasons_counting(self, result: ResultId) -> Sequence[tuple[LeagueInfo, Season]]:
        """Return the leagues and seasons that count a result, oldest league first."""

    async def count_late_rulings(self, league: LeagueId) -> Mapping[int, int]:
        """Return, by season number, how many rulings about closed seasons came after their end."""


class RulingStore(RulingReader, Protocol):
    """Rulings about results."""

    async def update_result(
        self, guild: GuildId, result: ResultId, stamp: AuditStamp, change: ResultChange
    ) -> LeagueResult | None:
        """Apply a ruling to a result; its seasons and teams follow, the ratings of its pool become stale.

        None: there is no such result. What `change` raises undoes the transaction.
        """


@dataclass(frozen=True, slots=True)
class StalePool:
    """A rating pool whose ratings are stale from the result `first` on. `request`: changes with each ruling."""

    pool: PoolId
    first: ResultId
    request: int


class RecomputeStore(Protocol):
    """The recomputation of ratings, part by part."""

    async def list_stale_pools(self) -> Sequence[StalePool]:
        """Return the stale pools."""

    async def count_deals_from(self, stale: StalePool) -> int:
        """Return how many deals there are to rate again."""

    async def load_deals_from(
        self, stale: StalePool, limit: int, known: Collection[UserId]
    ) -> tuple[Mapping[UserId, Rating], Sequence[BookedDeal]]:
        """Return the next deals to rate again, in the order of booking, and the ratings before them.

        Ratings of `known` players are left out.
        """

    async def replace_changes(
        self, stale: StalePool, last: ResultId, changes: Sequence[RatingChange]
    ) -> StalePool | None:
        """Replace the rating changes up to the result `last`, and return the pool stale from the next one on.

        None, and nothing is changed: another request came in between, or one of the players has been deleted.
        """

    async def list_seasons_by_rating(self, stale: StalePool) -> Sequence[SeasonId]:
        """Return the seasons that rank by a pool's ratings."""

    async def list_changed_values(
        self, stale: StalePool, season: SeasonId, since: ResultId | None
    ) -> Sequence[tuple[EntrantId, float]]:
        """Return what entrants with deals `since` are ranked by after their last changes, where that is not stored.

        None: since the earliest result ruled about.
        """

    async def save_values(self, stale: StalePool, season: SeasonId, values: Sequence[tuple[EntrantId, float]]) -> bool:
        """Save what entrants are ranked by; False, and nothing is changed, if there is another request."""

    async def replace_ratings(self, stale: StalePool) -> bool:
        """Replace all ratings by those after the last changes: then they are no longer stale.

        False, and nothing is changed: there is another request, or a deal was booked in between.
        """


class LeagueFileStore(Protocol):
    """Results that are exported and imported."""

    async def list_counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[LeagueResult]:
        """Return the next deals that a season counted after a result, in the order of booking."""

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[Fingerprint]:
        """Return the fingerprints of a server's deals at these moments."""

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return the names of those of these users who are known."""

    async def import_deals(
        self, league: LeagueId, moments: Sequence[float], stamp: AuditStamp, change: ImportChange
    ) -> ImportReport | None:
        """Book deals that were played elsewhere at these moments, all or none, for this league alone.

        A user id below zero, forgotten where the deals come from, becomes a new nameless user. None: no such league.
        """


class LeaguePostStore(Protocol):
    """What leagues post and give: announcements of seasons, results of matches, and roles of champions.

    Opening or closing a season adds its announcement in the same transaction.
    """

    async def list_announcements(self, league: LeagueId | None) -> Sequence[SeasonAnnouncement]:
        """Return the announcements of a league (None: of all), oldest first."""

    async def delete_announcement(self, announcement: AnnouncementId) -> None:
        """Delete an announcement."""

    async def list_match_reports(self) -> Sequence[MatchReport]:
        """Return the matches whose results are still to be posted, oldest first."""

    async def mark_reported(self, report: ReportId, at: float) -> None:
        """Save that a match's result was posted, or never will be."""

    async def list_match_results(self, report: MatchReport) -> Sequence[LeagueResult]:
        """Return the deals of a match that its league counted, in the order of booking."""

    async def list_awards(self) -> Sequence[SeasonAward]:
        """Return the closed seasons whose champions are still to be given a role, oldest first."""

    async def delete_award(self, season: SeasonId) -> None:
        """Save that a season's champions have their role, or never will."""

    async def list_crowned(self, league: LeagueId) -> Mapping[UserId, RoleId]:
        """Return whom the bot gave a league's champion role, and which one."""

    async def set_crowned(
        self, league: LeagueInfo, user: UserId, role: RoleId | None, stamp: AuditStamp, record: AuditRecord
    ) -> None:
        """Save that a user was given a champion role, or lost it (None)."""
