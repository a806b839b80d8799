"""Rulings and imports without a database: how results count after them, and what the audit logs record."""

from dataclasses import replace

import pytest

from bot.ids import LeagueId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditAction, AuditEntry, AuditStamp
from bot.league.files.import_csv import BadLineReason, ParsedResults, deal_fingerprint
from bot.league.files.import_deals import check_known_deals, import_deals
from bot.league.leagues.leagues import Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import BookedDeal, BookedSeat, Ruling, RulingKind, SeatRole
from bot.league.results.read_models import LeagueResult
from bot.league.rulings.ruling_changes import RuledResult, TeamOutcome, correct_outcome, rule
from bot.league.teams.ladder import FULL_LADDER
from tests.bot.league.test_league_changes import LEAGUE, running

VOID, RESTORE = Ruling(RulingKind.VOID), Ruling(RulingKind.RESTORE)
CORRECT = Ruling(RulingKind.CORRECT, declarers_hold=False, rise=3, points=140)
SEATS = tuple(
    BookedSeat(
        n, UserId(n + 1), None, SeatRole.OPPONENT if n % 2 else SeatRole.PARTNER, n % 2 == 0, False, 2, 4 - 2 * (n % 2)
    )
    for n in range(4)
)
DEAL = BookedDeal(ResultId(9), 50.0, 0, 35, 2, SEATS)
BOOKED = RuledResult(LeagueResult(DEAL), DEAL)
ANN, BEN = AuditStamp(UserId(1), 100.0), AuditStamp(UserId(2), 200.0)


def ruled(known, *rulings):
    for number, (ruling, stamp) in enumerate(rulings):
        known = rule(known, ruling, stamp, f"reason {number}").result
    return known


def test_restoring_undoes_rulings_one_by_one():
    void = ruled(BOOKED, (CORRECT, ANN), (VOID, BEN))
    assert (void.now.deal.void, void.now.deal.points, void.now.stamp) == (True, 140, BEN)
    back = ruled(void, (RESTORE, BEN))
    assert (back.now.ruling, back.now.stamp, back.now.reason) == (CORRECT, ANN, "reason 0")
    assert (back.now.deal.void, back.now.deal.declarers_hold, back.overruled) == (False, False, None)
    assert ruled(back, (RESTORE, BEN)) == BOOKED


def test_correction_after_a_void_drops_earlier_rulings():
    known = ruled(BOOKED, (CORRECT, ANN), (VOID, BEN), (replace(CORRECT, rise=1), BEN))
    assert (known.now.deal.rise, known.overruled) == (1, None)
    assert ruled(known, (RESTORE, ANN)) == BOOKED
    assert ruled(BOOKED, (CORRECT, ANN), (VOID, BEN), (VOID, ANN)).overruled.ruling == CORRECT


def test_result_without_a_ruling_cannot_be_restored():
    with pytest.raises(LeagueRefused) as refused:
        rule(BOOKED, RESTORE, ANN, "why")
    assert refused.value.reason is LeagueRefusal.AS_BOOKED


def test_log_names_a_season_closed_before_the_ruling():
    open_season = Season(SeasonId(1), LeagueId(4), 3, 0.0)
    done = rule(replace(BOOKED, season=open_season), VOID, ANN, "why").recorded
    assert (done.action, dict(done.facts)) == (AuditAction.VOIDED, {"result": 9, "reason": "why"})
    done = rule(replace(BOOKED, season=replace(open_season, closed_at=60.0)), VOID, ANN, "why").recorded
    assert dict(done.facts) == {"result": 9, "reason": "why", "season": 3}
    done = rule(BOOKED, CORRECT, ANN, "why").recorded
    counts = {"declarers_hold": False, "rise": 3, "points": 140}
    assert (done.action, dict(done.facts)) == (AuditAction.CORRECTED, {"result": 9, "reason": "why", **counts})


def test_a_form_sent_twice_is_one_ruling():
    void = ruled(BOOKED, (CORRECT, ANN), (VOID, ANN))
    entry = AuditEntry(ANN, AuditAction.RESTORED, None, {"result": 9, "reason": "why"})
    known = replace(void, last_entry=entry)
    again = rule(known, RESTORE, replace(ANN, at=ANN.at + 60), "why")
    assert (again.result, again.recorded) == (known, None)
    for stamp, reason in ((replace(ANN, at=ANN.at + 61), "why"), (ANN, "another")):
        assert rule(known, RESTORE, stamp, reason).recorded
    assert rule(known, VOID, ANN, "why").recorded


def test_only_a_lost_deal_takes_a_climb_away():
    booked = TeamOutcome(2, won=True, climbed=True)
    assert correct_outcome(booked, FULL_LADDER, replace(SEATS[0], level_after=5)) == TeamOutcome(2, True, True)
    lost = replace(SEATS[0], won=False, level_after=13)
    assert correct_outcome(booked, FULL_LADDER, lost) == TeamOutcome(13, False, False)
    past = replace(SEATS[0], level_after=15)
    assert correct_outcome(replace(booked, climbed=False), FULL_LADDER, past).level == 14


def test_file_is_imported_whole_or_refused():
    parsed = ParsedResults({2: DEAL, 3: replace(DEAL, at=60.0)}, [], [4])
    report = import_deals(running(), parsed, set())
    assert (report.deal_count, report.booked, report.void_lines, len(report.booked_deals)) == (2, True, (4,), 2)
    assert [(one.action, dict(one.facts)) for one in report.records] == [(AuditAction.IMPORTED, {"results": 2})]
    known = import_deals(running(), parsed, {deal_fingerprint(DEAL)})
    assert ([(bad.line, bad.why) for bad in known.bad_lines], known.booked) == ([(2, BadLineReason.KNOWN)], False)
    assert not check_known_deals(parsed, set()).booked
    with pytest.raises(LeagueRefused) as refused:
        import_deals(LEAGUE, parsed, set())
    assert refused.value.reason is LeagueRefusal.NO_SEASON
