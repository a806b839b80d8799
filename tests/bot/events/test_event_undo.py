"""A manager's newest action can be undone unless something has followed from it."""

from dataclasses import replace

import pytest

from bot.events.changes import begin_tables, entries, results, stages
from bot.events.changes.begin_tables import begin_now
from bot.events.changes.undo import UNDO_SECONDS, find_undo, undo, with_act
from bot.events.matches import EventRound, MatchStatus
from bot.events.model import ActKind, EntrantStatus, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_standings import rank_event
from bot.ids import EventEntrantId
from tests.bot.events.test_event_changes import ANN, BOB, CAT, DAN, EVE, FAY, GUS, OPEN, RUNNING, evening, pair
from tests.bot.events.test_event_results import event_of, match, won
from tests.bot.store.event_harness import is_refused

AT = 1000.4


def running(*matches, **changes):
    return evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=[EventRound(1, matches, (), 0.0)], **changes)


def take_back(event, at=AT, now=AT + 1):
    return undo(event, int(at), now)


def test_result_is_taken_back_once():
    before = results.report(running(pair(1)), 1, 1, (2.0, 0.0))
    after = with_act(before, results.report(before, 1, 1, None), ActKind.RESULT, AT)
    assert after.rounds[0].matches[0].status is MatchStatus.VOID
    back = take_back(after)
    assert back.rounds == before.rounds
    with is_refused(EventRefusal.UNDO_OVER):
        take_back(back)


@pytest.mark.parametrize(("at", "now"), [(AT, AT + UNDO_SECONDS + 1), (AT - 5, AT + 1)])
def test_undo_is_refused_when_late_or_outdated(at, now):
    before = running(pair(1))
    after = with_act(before, results.report(before, 1, 1, None), ActKind.RESULT, AT)
    with is_refused(EventRefusal.UNDO_OVER):
        take_back(after, at, now)


def test_result_that_ended_a_table_cannot_be_undone():
    before = running(pair(1, status=MatchStatus.PLAYING))
    after = with_act(before, results.report(before, 1, 1, (1.0, 0.0), ends_table=True), ActKind.RESULT, AT)
    assert find_undo(after, AT) is None


def test_withdrawal_is_undone_unless_entrant_came_back():
    before = running(pair(1))
    after = with_act(before, entries.withdraw(before, ANN), ActKind.ENTRANT, AT)
    assert take_back(after).entrants == before.entrants
    assert find_undo(entries.check_in(after, BOB), AT) is None


def test_entry_made_by_a_manager_is_undone():
    before = evening(EventStatus.CLOSED, (ANN, BOB))
    after = with_act(before, entries.enter_for(before, (EVE, FAY), 1.0), ActKind.ENTRANT, AT)
    assert (after.status, after.entrants[1].status) == (EventStatus.CLOSED, EntrantStatus.PRESENT)
    assert take_back(after).entrants[1].status is EntrantStatus.WITHDRAWN


@pytest.mark.parametrize(("status", "is_undone"), [(MatchStatus.PAIRED, True), (MatchStatus.PLAYING, False)])
def test_requested_round_is_undone_until_one_of_its_tables_begins(status, is_undone):
    first = running(pair(1), automatic=False)
    wanted = with_act(first, stages.want_round(first, 2), ActKind.ROUND, AT)
    paired = replace(wanted, rounds=(*wanted.rounds, EventRound(2, (pair(2, status=status),), (), 0.0)))
    assert (find_undo(paired, AT) is not None) == is_undone
    if is_undone:
        back = take_back(paired)
        assert (back.rounds, back.wanted_rounds) == (first.rounds, 1)


def test_request_for_a_round_is_undone_before_the_pairing():
    first = running(pair(1), automatic=False)
    back = take_back(with_act(first, stages.want_round(first, 2), ActKind.ROUND, AT))
    assert (back.rounds, back.wanted_rounds) == (first.rounds, 1)


def test_start_is_taken_back_before_play():
    before = evening(OPEN, (ANN, BOB), (CAT, DAN))
    started = with_act(before, stages.start(before), ActKind.START, AT)
    paired = replace(started, rounds=(EventRound(1, (pair(1, status=MatchStatus.PAIRED),), (), 0.0),))
    assert replace(take_back(paired), last_act=None) == before


def test_settings_are_taken_back():
    before = running(pair(1))
    after = with_act(before, stages.change_settings(before, replace(before.settings, grace=60.0)), ActKind.SETTINGS, AT)
    assert after.settings.grace == 60.0
    assert take_back(after).settings == before.settings


def test_entries_fix_the_format_and_the_start_fixes_the_deals():
    event = running(pair(1))
    with is_refused(EventRefusal.ALREADY_STARTED):
        stages.change_settings(event, replace(event.settings, deals=9))
    fewer = stages.change_settings(event, replace(event.settings, rounds=1))
    assert fewer.planned_rounds == 1
    entered = evening(OPEN, (ANN, BOB))
    with is_refused(EventRefusal.ENTRANTS_STAY):
        stages.change_settings(entered, replace(event.settings, format=EventFormat.INDIVIDUAL))


@pytest.mark.parametrize(
    ("no_show", "status"), [(NoShowPolicy.FORFEIT, MatchStatus.SETTLED), (NoShowPolicy.SUBSTITUTE, MatchStatus.PLAYING)]
)
def test_manager_ends_the_wait_for_missing_players(no_show, status):
    one = pair(1, status=MatchStatus.PAIRED)
    here = replace(one, seats=tuple(replace(seat, share=None if seat.user == DAN else "x") for seat in one.seats))
    event = begin_now(replace(running(here), substitutes=(GUS,)), 1, 1, no_show)
    (after,) = event.rounds[0].matches
    assert after.status is status
    assert (GUS in [seat.user for seat in after.seats]) == (no_show is NoShowPolicy.SUBSTITUTE)


def test_bye_counts_when_its_round_ends():
    first = [match(1, 1, 2, won(3.0, 1.0)), match(2, 4, 5, won(1.0, 0.0))], [3]
    waiting = [match(1, 1, 4), match(2, 3, 5, won(1.0, 0.0))], [2]
    scores = {one.entrant.id: one.standing.score for one in rank_event(event_of(5, first, waiting))}
    assert (scores[2], scores[3]) == (0.0, 2.0)


@pytest.mark.parametrize(("policy", "is_undone"), [(NoShowPolicy.FORFEIT, True), (NoShowPolicy.COMPUTER, False)])
def test_forfeit_by_manager_is_taken_back(policy, is_undone):
    """After the undo the table waits again, and nobody is marked as absent. A table that has begun is not undone."""
    before = results.report(running(pair(1)), 1, 1, None)
    waiting = before.with_match(1, replace(before.rounds[0].matches[0], status=MatchStatus.PAIRED, result=None))
    came = begin_tables.mark_here(waiting, 1, ANN, "1")
    after = with_act(came, begin_now(came, 1, 1, policy), ActKind.RESULT, AT)
    assert (find_undo(after, AT) is not None) == is_undone
    if is_undone:
        back = take_back(after)
        assert (back.rounds, back.entrants) == (came.rounds, came.entrants)


def result_of(event, number=1):
    return event.rounds[number - 1].matches[0]


@pytest.mark.parametrize("scores", [None, (0.0, 3.0)])
def test_undo_restores_forfeits_and_card_points(scores):
    first = pair(1, result=replace(won(2.0, 1.0), forfeited=frozenset({EventEntrantId(2)}), card_points=35.0))
    before = running(first, pair(2))
    after = with_act(before, results.report(before, 1, 1, scores), ActKind.RESULT, AT)
    assert result_of(after) != first
    assert take_back(after).rounds == before.rounds


@pytest.mark.parametrize(
    ("status", "rounds", "is_undone"),
    [
        (EventStatus.RUNNING, 1, True),
        (EventStatus.RUNNING, 2, False),
        (EventStatus.FINISHED, 1, False),
    ],
)
def test_match_reopens_only_in_the_newest_round(status, rounds, is_undone):
    """A report for a table without a result cannot be undone after the next round is paired or the event has ended."""
    before = running(pair(1, status=MatchStatus.UNRESOLVED))
    after = with_act(before, results.report(before, 1, 1, (1.0, 0.0)), ActKind.RESULT, AT)
    later = tuple(EventRound(number, (pair(1),), (), 0.0) for number in range(2, rounds + 1))
    after = replace(after, rounds=(*after.rounds, *later), status=status)
    assert (find_undo(after, AT) is not None) is is_undone
    corrected = with_act(after, results.report(after, 1, 1, None), ActKind.RESULT, AT)
    assert result_of(take_back(corrected)).result.scores == (1.0, 0.0), "a correction is always undone"


def test_undo_changes_only_the_match_that_was_reported():
    before = evening(
        RUNNING, (ANN, BOB), (CAT, DAN), rounds=[EventRound(n, (pair(1), pair(2)), (), 0.0) for n in (1, 2)]
    )
    after = with_act(before, results.report(before, 1, 2, (3.0, 0.0)), ActKind.RESULT, AT)
    corrected = results.report(after, 2, 1, (0.0, 4.0))
    back = take_back(corrected)
    assert back.rounds[0] == before.rounds[0]
    assert back.rounds[1] == corrected.rounds[1]


@pytest.mark.parametrize(("now", "is_found"), [(1000.0, True), (1600.0, True), (1601.0, False)])
def test_act_can_be_undone_for_ten_minutes(now, is_found):
    before = running(pair(1))
    after = with_act(before, results.report(before, 1, 1, None), ActKind.RESULT, 1000.0)
    assert find_undo(after, now) == (after.last_act if is_found else None)
    assert find_undo(before, now) is None
    assert (after.last_act.kind, after.last_act.at) == (ActKind.RESULT, 1000.0)


def test_act_that_changed_nothing_is_not_kept():
    before = running(pair(1))
    assert with_act(before, before, ActKind.RESULT, AT) is before


@pytest.mark.parametrize("status", [EventStatus.FINISHED, EventStatus.CANCELLED])
def test_nothing_is_undone_after_an_event_has_ended(status):
    before = running(pair(1))
    gone = with_act(before, entries.withdraw(before, ANN), ActKind.ENTRANT, AT)
    renamed = stages.change_settings(before, replace(before.settings, name="Monday"))
    for after in (gone, with_act(before, renamed, ActKind.SETTINGS, AT)):
        assert find_undo(after, AT) is not None
        with is_refused(EventRefusal.UNDO_OVER):
            take_back(replace(after, status=status))


@pytest.mark.parametrize(
    ("status", "rounds", "planned"), [(OPEN, 0, 0), (RUNNING, 1, 2), (RUNNING, 2, 2), (RUNNING, 3, 3)]
)
def test_undone_change_of_settings_keeps_rounds_already_paired(status, rounds, planned):
    """The manager raised the number of planned rounds from two to five. Up to three rounds have been paired since."""
    before = evening(status, (ANN, BOB), (CAT, DAN), rounds=[EventRound(1, (pair(1),), (), 0.0)][:rounds])
    before = replace(before, settings=replace(before.settings, rounds=2), planned_rounds=0 if status is OPEN else 2)
    more = stages.change_settings(before, replace(before.settings, rounds=5))
    after = with_act(before, more, ActKind.SETTINGS, AT)
    made = tuple(EventRound(number, (pair(1),), (), 0.0) for number in range(1, rounds + 1))
    back = take_back(replace(after, rounds=made))
    assert (back.settings, back.planned_rounds) == (before.settings, planned)


@pytest.mark.parametrize(
    ("changes", "is_undone"),
    [
        ({}, True),
        ({"automatic": True}, False),
        ({"status": EventStatus.FINISHED}, False),
        ({"begun": True}, False),
        ({"later": True}, False),
    ],
)
def test_round_is_undone_unless_it_has_begun_or_another_follows(changes, is_undone):
    first = running(pair(1), automatic=False)
    wanted = with_act(first, stages.want_round(first, 2), ActKind.ROUND, AT)
    one = pair(2, status=MatchStatus.PLAYING if "begun" in changes else MatchStatus.PAIRED)
    rounds = (*wanted.rounds, EventRound(2, (pair(1, status=MatchStatus.PAIRED), one), (), 0.0))
    if "later" in changes:
        rounds = (*rounds, EventRound(3, (pair(1, status=MatchStatus.PAIRED),), (), 0.0))
    event = replace(wanted, rounds=rounds, status=changes.get("status", RUNNING))
    event = replace(event, settings=replace(event.settings, automatic=changes.get("automatic", False)))
    if not is_undone:
        with is_refused(EventRefusal.UNDO_OVER):
            take_back(event)
        return
    assert (take_back(event).rounds, take_back(event).wanted_rounds) == (first.rounds, 1)


@pytest.mark.parametrize(
    ("starts_at", "automatic", "rounds", "status", "begun", "is_undone"),
    [
        (None, True, 1, RUNNING, False, True),
        (None, True, 0, RUNNING, False, True),
        (5000.0, False, 1, RUNNING, False, True),
        (5000.0, True, 1, RUNNING, False, False),
        (None, True, 2, RUNNING, False, False),
        (None, True, 1, EventStatus.FINISHED, False, False),
        (None, True, 1, RUNNING, True, False),
    ],
)
def test_start_is_undone_unless_play_began_or_event_would_restart(
    starts_at, automatic, rounds, status, begun, is_undone
):
    before = evening(EventStatus.CLOSED, (ANN, BOB), (CAT, DAN), starts_at=starts_at, automatic=automatic)
    started = with_act(before, stages.start(before), ActKind.START, AT)
    one = pair(1, status=MatchStatus.PLAYING if begun else MatchStatus.PAIRED)
    made = tuple(EventRound(number, (one,), (), 0.0) for number in range(1, rounds + 1))
    event = replace(started, rounds=made, status=status)
    if is_undone:
        assert take_back(event) == before
    else:
        with is_refused(EventRefusal.UNDO_OVER):
            take_back(event)


def test_only_entrants_whom_the_act_changed_are_restored():
    before = evening(OPEN, (ANN, BOB), (CAT, DAN), (EVE, FAY))
    after = with_act(before, entries.withdraw(before, CAT), ActKind.ENTRANT, AT)
    later = entries.withdraw(after, EVE)
    assert [one.is_in for one in take_back(later).entrants] == [True, True, False]
