"""Which deals of a file are imported: all of them, or none if a line is bad."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from operator import attrgetter

from bot.league.audit_log import AuditAction, AuditRecord, record
from bot.league.files.import_csv import BadLine, BadLineReason, Fingerprint, ParsedResults, deal_fingerprint
from bot.league.leagues.leagues import League, require_season
from bot.league.results.deals import BookedDeal


@dataclass(frozen=True, slots=True)
class ImportReport:
    """How many deals a file holds, which lines are bad, and what was booked of it: all deals, or none."""

    deal_count: int
    bad_lines: tuple[BadLine, ...]
    void_lines: tuple[int, ...] = ()
    """Lines of void deals, which are not imported."""
    booked_deals: tuple[BookedDeal, ...] = ()
    records: tuple[AuditRecord, ...] = ()
    """What the audit log records."""

    @property
    def booked(self) -> bool:
        """Return whether its deals were booked."""
        return bool(self.booked_deals)


def check_known_deals(parsed: ParsedResults, known: AbstractSet[Fingerprint]) -> ImportReport:
    """Return what a file holds; a deal that has been booked makes its line bad."""
    repeated = [line for line, deal in parsed.deals.items() if deal_fingerprint(deal) in known]
    bad = [*parsed.bad_lines, *(BadLine(line, BadLineReason.KNOWN) for line in repeated)]
    return ImportReport(len(parsed.deals), tuple(sorted(bad, key=attrgetter("line"))), tuple(parsed.void_lines))


def import_deals(league: League, parsed: ParsedResults, known: AbstractSet[Fingerprint]) -> ImportReport:
    """Return what is booked of a file in a league's season: all of it, or nothing if a line is bad.

    Raises:
        LeagueRefused: LEAGUE_ARCHIVED, NO_SEASON.
    """
    report = check_known_deals(parsed, known)
    if report.bad_lines or not parsed.deals:
        return report
    require_season(league)
    deals = tuple(parsed.deals.values())
    return replace(report, booked_deals=deals, records=(record(AuditAction.IMPORTED, results=len(deals)),))
