"""Decides whether all of a file's deals are imported or none, and lists what export and import need from the store."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Protocol

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditAction, AuditRecord, AuditStamp, record
from bot.league.files.import_csv import BadLine, BadLineReason, Fingerprint, ParsedResults, deal_fingerprint
from bot.league.leagues.leagues import League, require_season
from bot.league.results.deals import BookedDeal
from bot.league.results.read_models import LeagueResult


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a file contained, and what was booked of it. Either all of its deals are booked or none."""

    deal_count: int
    bad_lines: tuple[BadLine, ...]
    void_lines: tuple[int, ...] = ()
    """Lines of void deals, which are not imported."""
    booked_deals: tuple[BookedDeal, ...] = ()
    records: tuple[AuditRecord, ...] = ()

    @property
    def booked(self) -> bool:
        """Return whether the file's deals were booked."""
        return bool(self.booked_deals)


def check_known_deals(parsed: ParsedResults, known: AbstractSet[Fingerprint]) -> ImportReport:
    """Return the report of a file. Lines with deals that were booked before count as bad."""
    repeated = [line for line, deal in parsed.deals.items() if deal_fingerprint(deal) in known]
    bad = [*parsed.bad_lines, *(BadLine(line, BadLineReason.KNOWN) for line in repeated)]
    return ImportReport(len(parsed.deals), tuple(sorted(bad, key=attrgetter("line"))), tuple(parsed.void_lines))


def import_deals(league: League, parsed: ParsedResults, known: AbstractSet[Fingerprint]) -> ImportReport:
    """Return a report with all deals of the file to book, or with none if a line is bad.

    Raises LeagueRefused: LEAGUE_ARCHIVED, NO_SEASON.
    """
    report = check_known_deals(parsed, known)
    if report.bad_lines or not parsed.deals:
        return report
    require_season(league)
    deals = tuple(parsed.deals.values())
    return replace(report, booked_deals=deals, records=(record(AuditAction.IMPORTED, results=len(deals)),))


ImportChange = Callable[[League, AbstractSet[Fingerprint]], ImportReport]
"""A function that decides what a league imports, given the fingerprints of deals that are already booked."""


class LeagueFileStore(Protocol):
    """Results that are exported and imported."""

    async def list_counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[LeagueResult]:
        """Return at most `limit` deals of a season, booked after the result `after`, in the order of booking."""

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[Fingerprint]:
        """Return the fingerprints of a server's deals at these moments."""

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return the names of these users; unknown users are left out."""

    async def import_deals(
        self, league: LeagueId, moments: Sequence[float], stamp: AuditStamp, change: ImportChange
    ) -> ImportReport | None:
        """Book the deals that `change` returns, and return its report; None if there is no such league.

        `moments` are the times of the file's deals; a deal that was booked before is found by its time. A negative user
        id stands for a user whose data was deleted, and becomes a new nameless user.
        """
