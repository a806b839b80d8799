"""What a ruling does to a result, as a pure change: how it counts now, and what the audit log records."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.league.audit_log import AuditAction, AuditEntry, AuditRecord, AuditStamp, record
from bot.league.leagues.leagues import Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import BookedDeal, BookedSeat, Ruling, RulingKind, apply_ruling
from bot.league.results.read_models import LeagueResult
from bot.league.teams.ladder import Ladder
from engine.model.message_keys import MessageKey

RULING_ACTIONS: Final[Mapping[RulingKind, MessageKey[AuditAction, ...]]] = {
    RulingKind.VOID: AuditAction.VOIDED,
    RulingKind.CORRECT: AuditAction.CORRECTED,
    RulingKind.RESTORE: AuditAction.RESTORED,
}
CLOSED_SEASON: Final = "season"
"""The fact of an audit entry that holds the number of a season closed before the ruling."""
REPEAT_SECONDS: Final = 60.0
"""The same ruling by the same user with the same reason is one ruling if it comes again so soon."""


@dataclass(frozen=True, slots=True)
class RuledResult:
    """A result with everything that has been ruled about it."""

    now: LeagueResult
    """As it counts."""
    booked: BookedDeal
    overruled: LeagueResult | None = None
    """The correction that a void overruled."""
    season: Season | None = None
    """The season that counts it; None: no league does."""
    last_entry: AuditEntry | None = None
    """The newest entry of the server's audit log by the manager who rules."""


@dataclass(frozen=True, slots=True)
class ResultChanged:
    """A result after a ruling, and what the log of its league, or of the server, records of it."""

    result: RuledResult
    recorded: AuditRecord | None = None
    """None: there was nothing to change."""


def rule(known: RuledResult, ruling: Ruling, stamp: AuditStamp, reason: str) -> ResultChanged:
    """Return a result as it counts after a ruling. Restoring it takes back the last one: as corrected, else as booked.

    Raises:
        LeagueRefused: AS_BOOKED.
    """
    done = _record(known, ruling, reason)
    if _is_repeated(known.last_entry, done, stamp.at):
        return ResultChanged(known)
    if known.now.ruling is None and ruling.kind is RulingKind.RESTORE:
        raise LeagueRefused(LeagueRefusal.AS_BOOKED)
    return ResultChanged(_apply(known, ruling, stamp, reason), done)


@dataclass(frozen=True, slots=True)
class TeamOutcome:
    """What a deal did for a team on its ladder."""

    level: int
    won: bool
    climbed: bool


def correct_outcome(booked: TeamOutcome, ladder: Ladder, seat: BookedSeat) -> TeamOutcome:
    """Return what a corrected deal did for a team with this seat. Only a deal that it has lost takes a climb away."""
    climbed = booked.climbed and seat.won
    return TeamOutcome(int(ladder.start if climbed else min(seat.level_after, ladder.final)), seat.won, climbed)


def _apply(known: RuledResult, ruling: Ruling, stamp: AuditStamp, reason: str) -> RuledResult:
    """Return the result after a ruling. A voided deal keeps its values, so that it can be restored as corrected."""
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
    """Return whether a form is sent twice: a second `restore` would take back another ruling."""
    if last is None or last.action is not done.action or at - last.stamp.at > REPEAT_SECONDS:
        return False
    return {**last.facts, **done.facts} == last.facts
