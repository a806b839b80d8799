"""When an event starts, sends reminders, goes on and ends by itself, and its limits of teams and managers."""

from dataclasses import replace

import pytest

from bot.events.changes import entries, invitations, next_round, reminders, results, stages
from bot.events.matches import EventRound, MatchStatus
from bot.events.model import EntrantStatus
from bot.events.pairing.ports import EventFormat, Seeding
from bot.events.refusals import EventRefusal
from bot.events.standings.seeding import Seeds
from bot.ids import EventMatchId, UserId
from tests.bot.events.test_event_changes import (
    ANN,
    BOB,
    CAT,
    CLOSED,
    CREATED,
    DAN,
    EVE,
    FAY,
    FINISHED,
    GUS,
    OPEN,
    RUNNING,
    evening,
    pair,
    with_status,
)
from tests.bot.store.event_harness import is_refused

PLANNED, HOUR, DUE = 50_000.0, 3600.0, 100.0


def played(*matches, number=1, due_at=DUE):
    return EventRound(number, matches, (), due_at)


def running(*rounds, **changes):
    return evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds, **changes)


@pytest.mark.parametrize(
    ("status", "planned", "automatic", "now", "is_due"),
    [
        (OPEN, PLANNED, True, PLANNED - 1, False),
        (OPEN, PLANNED, True, PLANNED, True),
        (CLOSED, PLANNED, True, PLANNED + 3 * HOUR, True),
        (OPEN, PLANNED, True, PLANNED + 3 * HOUR + 1, False),
        (OPEN, PLANNED, False, PLANNED, False),
        (OPEN, None, True, PLANNED, False),
        (CREATED, PLANNED, True, PLANNED, False),
        (RUNNING, PLANNED, True, PLANNED, False),
    ],
)
def test_start_is_due_for_three_hours(status, planned, automatic, now, is_due):
    event = evening(status, (ANN, BOB), (CAT, DAN), starts_at=planned, automatic=automatic)
    assert stages.is_start_due(event, now) is is_due
    assert (stages.start_when_due(event, now) != event) is is_due


def test_due_event_waits_for_enough_entrants():
    event = evening(OPEN, (ANN, BOB), (CAT, DAN), starts_at=PLANNED)
    assert stages.start_when_due(event, PLANNED).status is RUNNING
    alone = with_status(event, 2, EntrantStatus.ENTERED)
    assert stages.start_when_due(alone, PLANNED) == alone
    with is_refused(EventRefusal.TOO_FEW):
        stages.start(alone)


@pytest.mark.parametrize(("ratings", "best"), [((30.0, 20.0, 25.0), 1), ((30.0, 40.0, 25.0), 2)])
def test_teams_are_seeded_by_their_mean_rating(ratings, best):
    """A free seat does not change a team's mean."""
    event = evening(OPEN, (ANN,), (CAT, DAN), seeding=Seeding.RATING)
    started = stages.start(event, Seeds(ratings=dict(zip((ANN, CAT, DAN), ratings, strict=True))))
    assert started.competitors[0].id == best


@pytest.mark.parametrize(
    ("status", "planned", "now", "is_due"),
    [
        (OPEN, PLANNED, PLANNED - HOUR / 4, True),
        (CLOSED, PLANNED, PLANNED, True),
        (OPEN, PLANNED, PLANNED - HOUR / 4 - 1, False),
        (CREATED, PLANNED, PLANNED, False),
        (RUNNING, PLANNED, PLANNED, False),
        (OPEN, None, PLANNED, False),
    ],
)
def test_reminder_is_due_once_before_the_start(status, planned, now, is_due):
    event = evening(status, (ANN, BOB), (CAT, DAN), starts_at=planned)
    assert reminders.is_start_reminder_due(event, now) is is_due
    assert not reminders.is_start_reminder_due(reminders.mark_start_reminded(event), now)


def test_reminder_names_those_who_have_not_checked_in():
    event = with_status(evening(OPEN, (ANN, BOB), (CAT, DAN), (EVE, FAY)), 1, EntrantStatus.ENTERED)
    event = with_status(event, 3, EntrantStatus.WITHDRAWN)
    assert reminders.list_not_checked_in(event) == (ANN, BOB)


@pytest.mark.parametrize(
    ("status", "missing", "until", "due_at"),
    [
        (MatchStatus.PAIRED, True, DUE + 1, DUE + 1),
        (MatchStatus.PAIRED, True, DUE - 1, DUE),
        (MatchStatus.PAIRED, False, DUE + 1, DUE),
        (MatchStatus.PLAYING, True, DUE + 1, DUE),
    ],
)
def test_missing_players_get_more_time(status, missing, until, due_at):
    table = pair(1, status=status)
    table = replace(table, seats=tuple(replace(seat, share=None if missing else "here") for seat in table.seats))
    event = running(replace(played(table), is_reminded=True))
    given = next_round.give_time(event, until)
    assert (given.round.due_at, given.round.is_reminded) == (due_at, due_at == DUE)
    over = replace(event, status=FINISHED)
    assert next_round.give_time(over, until) == over


OPEN_TABLE, ENDING = pair(2, status=MatchStatus.PLAYING), pair(1, is_ending=True)


@pytest.mark.parametrize(
    ("number", "matches", "why"),
    [
        (1, (OPEN_TABLE,), None),
        (2, (pair(1),), None),
        (2, (pair(1), OPEN_TABLE), EventRefusal.ROUND_RUNS),
        (3, (pair(1),), EventRefusal.ROUND_RUNS),
        (4, (pair(1),), EventRefusal.NO_MORE_ROUNDS),
    ],
)
def test_next_round_is_refused_while_one_runs(number, matches, why):
    event = running(played(*matches))
    if why is None:
        assert stages.want_round(event, number).wanted_rounds == number
    else:
        with is_refused(why):
            stages.want_round(event, number)


def test_next_round_needs_enough_entrants():
    event = with_status(running(played(pair(1))), 2, EntrantStatus.ENTERED)
    with is_refused(EventRefusal.TOO_FEW):
        stages.want_round(event, 2)


@pytest.mark.parametrize(
    ("automatic", "wanted", "matches", "may_pair"),
    [
        (True, 1, (pair(1),), True),
        (False, 1, (pair(1),), False),
        (False, 2, (pair(1),), True),
        (True, 2, (pair(1), OPEN_TABLE), False),
        (True, 2, (ENDING,), False),
    ],
)
def test_rounds_are_paired_automatically_or_on_request(automatic, wanted, matches, may_pair):
    event = replace(running(played(*matches), automatic=automatic), wanted_rounds=wanted)
    assert next_round.may_pair(event) is may_pair
    assert not next_round.may_pair(replace(event, status=FINISHED))
    assert not next_round.may_pair(replace(event, planned_rounds=1))
    assert not next_round.may_pair(with_status(event, 2, EntrantStatus.ENTERED)), "too few are present"


@pytest.mark.parametrize(
    ("rounds", "planned", "is_over"),
    [
        ((played(pair(1)),), 1, True),
        ((played(pair(1)),), 2, False),
        ((played(OPEN_TABLE),), 1, False),
        ((played(ENDING),), 1, False),
        ((played(ENDING), played(pair(2), number=2)), 2, False),
        ((), 0, False),
    ],
)
def test_event_ends_with_its_last_round(rounds, planned, is_over):
    event = replace(running(*rounds), planned_rounds=planned)
    assert (stages.finish(event).status is FINISHED) is is_over


def test_ending_table_is_marked_ended_once():
    event = running(played(ENDING, pair(2)))
    ended = results.mark_ended(event, ENDING.id)
    assert [match.is_ending for match in ended.round.matches] == [False, False]
    for match in (ENDING.id, EventMatchId(9)):
        assert results.mark_ended(ended, match) is ended


def test_event_has_at_most_ten_sorted_managers():
    event = evening(OPEN)
    for user in (GUS, ANN):
        event = stages.set_manager(event, user, is_manager=True)
    assert event.managers == (ANN, GUS)
    assert stages.set_manager(event, ANN, is_manager=True) is event
    assert stages.set_manager(event, BOB, is_manager=False) is event
    assert stages.set_manager(event, ANN, is_manager=False).managers == (GUS,)
    for user in range(8):
        event = stages.set_manager(event, UserId(200 + user), is_manager=True)
    with is_refused(EventRefusal.TOO_MANY_MANAGERS):
        stages.set_manager(event, BOB, is_manager=True)


def test_five_hundred_teams_may_enter_or_be_invited():
    teams = [(UserId(1000 + 2 * n), UserId(1001 + 2 * n)) for n in range(499)]
    event = entries.enter(evening(OPEN, *teams), (ANN, BOB), None, 1.0)
    assert len(event.entrants) == 500
    with is_refused(EventRefusal.TOO_MANY_ENTRANTS):
        entries.enter(event, (CAT, DAN), None, 1.0)
    asked = replace(event, entrants=(), invitations=())
    for inviter, other in teams:
        asked = invitations.invite(asked, (inviter, other))
    asked = invitations.invite(asked, (ANN, BOB))
    with is_refused(EventRefusal.TOO_MANY_ENTRANTS):
        invitations.invite(asked, (CAT, DAN))
    assert len(invitations.invite(asked, (ANN, CAT)).invitations) == 500, "a new one takes the place of the old one"
    back = entries.enter(entries.withdraw(event, ANN), (ANN, BOB), None, 2.0)
    assert len(back.entrants) == 500, "who returns has a place"


@pytest.mark.parametrize(
    ("style", "chosen", "planned"),
    [(EventFormat.ROUND_ROBIN, None, 5), (EventFormat.ROUND_ROBIN, 3, 3), (EventFormat.SWISS, None, 3)],
)
def test_late_entrant_of_a_round_robin_adds_rounds(style, chosen, planned):
    """Three teams need three rounds. If the manager chose no number, two extra rounds are planned for missed games."""
    event = running(played(pair(1)), format=style)
    event = replace(event, settings=replace(event.settings, rounds=chosen))
    assert entries.enter(event, (EVE, FAY), None, 1.0).planned_rounds == planned


@pytest.mark.parametrize(
    ("style", "entrants", "rounds"),
    [("swiss", 20, 5), ("round_robin", 20, 19), ("individual", 8, 7), ("individual", 20, 7), ("duplicate", 20, 7)],
)
def test_number_of_rounds_depends_on_format_unless_set(style, entrants, rounds):
    event = evening(CREATED)
    plain = replace(event, settings=replace(event.settings, format=EventFormat(style), rounds=None))
    assert stages.plan_rounds(plain, entrants) == rounds
    assert stages.plan_rounds(replace(plain, settings=replace(plain.settings, rounds=9)), entrants) == 9
