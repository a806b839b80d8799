"""Pure functions that apply rulings to results, and the stores that rulings and recomputations need."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.ids import EntrantId, GuildId, PoolId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditAction, AuditEntry, AuditRecord, AuditStamp, record
from bot.league.leagues.leagues import Season
from bot.league.queries.query_ports import RulingReader
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import BookedDeal, BookedSeat, Ruling, RulingKind, apply_ruling
from bot.league.results.ratings import Rating, RatingChange
from bot.league.results.read_models import LeagueResult
from bot.league.teams.ladder import Ladder

RULING_ACTIONS: Final = (AuditAction.VOIDED, AuditAction.CORRECTED, AuditAction.RESTORED)
CLOSED_SEASON: Final = "season"
"""In an audit entry about a ruling that came after a season's end, the fact with this name is the season's number."""
REPEAT_SECONDS: Final = 60.0
"""For this many seconds, the same ruling by the same user for the same reason is ignored."""


@dataclass(frozen=True, slots=True)
class RuledResult:
    """A result, with the rulings that decide how it counts."""

    now: LeagueResult
    """The result as it counts now."""
    booked: BookedDeal
    overruled: LeagueResult | None = None
    """The correction that counted before the result was voided, if any."""
    season: Season | None = None
    """The season that counts the result; None if no league does."""
    last_entry: AuditEntry | None = None
    """The newest entry in the server's audit log by the manager who makes the ruling."""


@dataclass(frozen=True, slots=True)
class ResultChanged:
    """A result after a ruling, and the record for the audit log of its league or, without a league, of its server."""

    result: RuledResult
    recorded: AuditRecord | None = None
    """None if there was nothing to change."""


def rule(known: RuledResult, ruling: Ruling, stamp: AuditStamp, reason: str) -> ResultChanged:
    """Return a result as a ruling changes it. Only the first of equal rulings does. Raises LeagueRefused: AS_BOOKED."""
    done = _record(known, ruling, reason)
    if _is_repeated(known.last_entry, done, stamp.at):
        return ResultChanged(known)
    if known.now.ruling is None and ruling.kind is RulingKind.RESTORE:
        raise LeagueRefused(LeagueRefusal.AS_BOOKED)
    return ResultChanged(_apply(known, ruling, stamp, reason), done)


@dataclass(frozen=True, slots=True)
class TeamOutcome:
    """A team's level after a deal, whether the team won the deal, and whether it passed the top of its ladder."""

    level: int
    won: bool
    climbed: bool


def correct_outcome(booked: TeamOutcome, ladder: Ladder, seat: BookedSeat) -> TeamOutcome:
    """Return a corrected deal's effect on the team in this seat. A climb past the top is taken back only by a loss."""
    climbed = booked.climbed and seat.won
    return TeamOutcome(int(ladder.start if climbed else min(seat.level_after, ladder.final)), seat.won, climbed)


def _apply(known: RuledResult, ruling: Ruling, stamp: AuditStamp, reason: str) -> RuledResult:
    """Return the result after a ruling. A voided deal keeps its corrected values, because they may be restored."""
    before = known.overruled if ruling.kind is RulingKind.RESTORE else None
    counts = apply_ruling(known.now.deal if ruling.kind is RulingKind.VOID or before else known.booked, ruling)
    if ruling.kind is RulingKind.VOID:
        corrected = known.now.ruling is not None and known.now.ruling.kind is RulingKind.CORRECT
        overruled = known.now if corrected else known.overruled
        return replace(known, now=LeagueResult(counts, ruling, stamp, reason), overruled=overruled)
    if ruling.kind is RulingKind.CORRECT:
        return replace(known, now=LeagueResult(counts, ruling, stamp, reason), overruled=None)
    return replace(known, now=LeagueResult(counts) if before is None else replace(before, deal=counts), overruled=None)


def _record(known: RuledResult, ruling: Ruling, reason: str) -> AuditRecord:
    deal, season = known.booked, known.season
    closed = None if season is None or season.closed_at is None else season.number
    match ruling.kind:
        case RulingKind.VOID:
            return record(AuditAction.VOIDED, result=deal.id, reason=reason, season=closed)
        case RulingKind.RESTORE:
            return record(AuditAction.RESTORED, result=deal.id, reason=reason, season=closed)
        case RulingKind.CORRECT:
            return record(
                AuditAction.CORRECTED,
                result=deal.id,
                reason=reason,
                season=closed,
                declarers_hold=ruling.declarers_hold,
                rise=ruling.rise,
                points=ruling.points,
            )


def _is_repeated(last: AuditEntry | None, done: AuditRecord, at: float) -> bool:
    """Return whether the same form was sent twice. A second `restore` would take back an earlier ruling, too."""
    if last is None or last.action is not done.action or at - last.stamp.at > REPEAT_SECONDS:
        return False
    return {**last.facts, **done.facts} == last.facts


ResultChange = Callable[[RuledResult], ResultChanged]


class RulingStore(RulingReader, Protocol):
    """Rulings about results. The transaction of a change is rolled back if the change raises an exception."""

    async def update_result(
        self, guild: GuildId, result: ResultId, stamp: AuditStamp, change: ResultChange
    ) -> LeagueResult | None:
        """Apply a ruling to a result, its seasons and teams, and mark ratings as stale; None if there is no result."""


@dataclass(frozen=True, slots=True)
class StalePool:
    """A rating pool to recompute from the result `first` on. `request` counts the rulings about the pool's results."""

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
        """Return up to `limit` stale deals in booking order, and the earlier ratings of players who are not `known`."""

    async def replace_changes(
        self, stale: StalePool, last: ResultId, changes: Sequence[RatingChange]
    ) -> StalePool | None:
        """Replace the rating changes up to the result `last`. Return the pool, now stale from the next result on.

        If another ruling or the deletion of a player came in between, change nothing and return None.
        """

    async def list_seasons_by_rating(self, stale: StalePool) -> Sequence[SeasonId]:
        """Return the seasons that rank by a pool's ratings."""

    async def list_changed_values(
        self, stale: StalePool, season: SeasonId, since: ResultId | None
    ) -> Sequence[tuple[EntrantId, float]]:
        """Return the new rank values of entrants with deals from `since` on. Omit values that have not changed.

        If `since` is None, start at the first result that a ruling changed.
        """

    async def save_values(self, stale: StalePool, season: SeasonId, values: Sequence[tuple[EntrantId, float]]) -> bool:
        """Save the rank values of entrants. If another ruling came in between, change nothing and return False."""

    async def replace_ratings(self, stale: StalePool) -> bool:
        """Give each player the rating after their last rated deal, and mark the pool as up to date.

        If another ruling or a deal came in between, change nothing and return False.
        """
