"""What rulings and the recomputation of ratings need from the store. Each method is one transaction."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ids import EntrantId, GuildId, PoolId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.queries.query_ports import RulingReader
from bot.league.results.deals import BookedDeal
from bot.league.results.ratings import Rating, RatingChange
from bot.league.results.read_models import LeagueResult
from bot.league.rulings.ruling_changes import ResultChanged, RuledResult

ResultChange = Callable[[RuledResult], ResultChanged]
"""A pure change of a result."""


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
