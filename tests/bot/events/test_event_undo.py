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
def test_round_paired_too_early_is_undone_before_play(status, is_undone):
    first = running(pair(1), automatic=False)
    wanted = with_act(first, stages.want_round(first, 2), ActKind.ROUND, AT)
    paired = replace(wanted, rounds=(*wanted.rounds, EventRound(2, (pair(2, status=status),), (), 0.0)))
    assert (find_undo(paired, AT) is not None) == is_undone
    if is_undone:
        back = take_back(paired)
        assert (back.rounds, back.wanted_rounds) == (first.rounds, 1)


def test_round_wanted_too_early_is_no_longer_wanted():
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


def test_entries_fix_the_format_and_the_start_fixes_deals():
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
    """The table then waits again and nobody is marked absent. A table that has begun goes on."""
    before = results.report(running(pair(1)), 1, 1, None)
    waiting = before.with_match(1, replace(before.rounds[0].matches[0], status=MatchStatus.PAIRED, result=None))
    came = begin_tables.mark_here(waiting, 1, ANN, "1")
    after = with_act(came, begin_now(came, 1, 1, policy), ActKind.RESULT, AT)
    assert (find_undo(after, AT) is not None) == is_undone
    if is_undone:
        back = take_back(after)
        assert (back.rounds, back.entrants) == (came.rounds, came.entrants)
