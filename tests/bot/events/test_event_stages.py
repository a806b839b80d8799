"""An event starts, reminds people, goes on and ends by itself. It has limits for teams and managers."""

from dataclasses import replace

import pytest

from bot.events.changes import entries, invitations, next_round, reminders, results, stages
from bot.events.matches import EventRound, MatchResult, MatchStatus, Verdict
from bot.events.model import EntrantStatus
from bot.events.pairing.ports import BracketSettings, Encounter, EventFormat, RoundPairing, Seeding
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.events.standings.seeding import Seeds
from bot.ids import EventEntrantId, EventMatchId, UserId
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
from tests.bot.store.event_harness import event_settings, is_refused

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
    """An empty seat does not change a team's mean rating."""
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
        (MatchStatus.PAIRED, True, DUE, DUE),
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
        ((played(replace(pair(1), result=MatchResult((1.0, 0.0), Verdict.PLAYED))),), 2, False),
        ((played(OPEN_TABLE),), 1, False),
        ((played(ENDING),), 1, False),
        ((played(ENDING), played(pair(2), number=2)), 2, False),
        ((), 0, False),
    ],
)
def test_event_ends_with_its_last_round(rounds, planned, is_over):
    event = replace(running(*rounds), planned_rounds=planned)
    assert (stages.finish(event).status is FINISHED) is is_over


def test_ending_table_is_marked_as_ended_only_once():
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


@pytest.mark.parametrize(
    ("is_reminded", "grace", "now", "is_due"),
    [
        (False, 120.0, DUE - 60, True),
        (False, 120.0, DUE - 61, False),
        (False, 60.0, DUE - 30, True),
        (False, 59.0, DUE, False),
        (True, 120.0, DUE, False),
    ],
)
def test_missing_players_are_reminded_halfway(is_reminded, grace, now, is_due):
    event = running(replace(played(pair(1)), is_reminded=is_reminded), grace=grace)
    assert reminders.is_round_reminder_due(event, event.round, now) is is_due


def test_reminder_before_the_start_is_marked_once():
    event = evening(OPEN)
    marked = reminders.mark_start_reminded(event)
    assert (event.is_reminded, marked.is_reminded) == (False, True)
    assert reminders.mark_start_reminded(marked) is marked


def test_marking_one_round_keeps_the_marks_of_another():
    event = running(played(pair(1)), played(pair(1), number=2))
    for number in (2, 1):
        event = reminders.mark_round_reminded(reminders.mark_pinged(event, number), number)
    assert [(one.is_pinged, one.is_reminded) for one in event.rounds] == [(True, True)] * 2


@pytest.mark.parametrize(
    ("setting", "value", "may_change"),
    [
        ("name", "Monday", True),
        ("no_show", NoShowPolicy.COMPUTER, True),
        ("grace", 60.0, True),
        ("automatic", False, True),
        ("late_entry", False, True),
        ("rounds", 2, True),
        ("deals", 9, False),
        ("minutes", 60, False),
        ("starts_at", PLANNED, False),
        ("seeding", Seeding.RATING, False),
        ("league_deals", True, False),
    ],
)
def test_start_fixes_all_but_a_few_settings(setting, value, may_change):
    before, event = evening(OPEN, (ANN, BOB)), running(played(pair(1)))
    assert (
        getattr(stages.change_settings(before, replace(before.settings, **{setting: value})).settings, setting) == value
    )
    wanted = replace(event.settings, **{setting: value})
    if may_change:
        assert stages.change_settings(event, wanted).settings == wanted
    else:
        with is_refused(EventRefusal.ALREADY_STARTED, name="Friday"):
            stages.change_settings(event, wanted)


@pytest.mark.parametrize(
    ("status", "played_rounds", "rounds", "planned"),
    [(RUNNING, 2, 1, 2), (RUNNING, 2, 2, 2), (RUNNING, 1, 5, 5), (RUNNING, 1, None, 1), (OPEN, 0, 5, 0)],
)
def test_new_number_of_rounds_keeps_those_that_are_paired(status, played_rounds, rounds, planned):
    """A Swiss event of two entrants needs one round."""
    made = [played(pair(1), number=number) for number in range(1, played_rounds + 1)]
    event = evening(status, (ANN, BOB), (CAT, DAN), rounds=made)
    event = replace(event, settings=replace(event.settings, rounds=4))
    assert stages.change_settings(event, replace(event.settings, rounds=rounds)).planned_rounds == planned
    other = stages.change_settings(event, replace(event.settings, name="Monday"))
    assert other.planned_rounds == event.planned_rounds


def test_changed_start_gets_another_reminder():
    event = reminders.mark_start_reminded(evening(OPEN, starts_at=PLANNED))
    assert stages.change_settings(event, replace(event.settings, name="Monday")).is_reminded
    assert not stages.change_settings(event, replace(event.settings, starts_at=PLANNED + 1)).is_reminded
    assert stages.change_settings(event, event.settings) is event


def test_team_size_may_change_once_all_entrants_have_withdrawn():
    event = evening(OPEN, (ANN, BOB))
    alone = replace(event.settings, format=EventFormat.INDIVIDUAL)
    with is_refused(EventRefusal.ENTRANTS_STAY, size=2):
        stages.change_settings(event, alone)
    gone = with_status(event, 1, EntrantStatus.WITHDRAWN)
    assert stages.change_settings(gone, alone).settings == alone
    same = replace(event.settings, format=EventFormat.ROUND_ROBIN)
    assert stages.change_settings(event, same).settings == same


def test_started_event_numbers_those_who_are_present():
    event = with_status(evening(OPEN, (ANN, BOB), (CAT, DAN), (EVE, FAY)), 1, EntrantStatus.ENTERED)
    started = stages.start(event)
    assert [one.number for one in started.entrants] == [None, 0, 1]
    assert (started.status, started.planned_rounds, started.wanted_rounds) == (RUNNING, 1, 1)


@pytest.mark.parametrize(
    ("style", "best_of", "entrants", "rounds"),
    [
        ("knockout", 1, 8, 3),
        ("knockout", 3, 9, 12),
        ("knockout", 1, 2, 1),
        ("swiss", 1, 1, 1),
        ("swiss", 1, 300, 9),
        ("round_robin", 1, 5, 5),
        ("round_robin", 1, 2, 1),
        ("team_match", 1, 4, 3),
        ("duplicate", 1, 1, 1),
        ("duplicate_single", 1, 8, 7),
        ("individual", 1, 5, 5),
        ("individual", 1, 7, 7),
    ],
)
def test_number_of_planned_rounds_follows_from_format_and_entrants(style, best_of, entrants, rounds):
    settings = event_settings(format=EventFormat(style), bracket=BracketSettings(best_of=best_of))
    assert stages.plan_rounds(replace(evening(CREATED), settings=settings), entrants) == rounds
    chosen = replace(settings, rounds=9)
    expected = rounds if style == "knockout" else 9
    assert stages.plan_rounds(replace(evening(CREATED), settings=chosen), entrants) == expected


ENTERED, PRESENT, WITHDRAWN = EntrantStatus


@pytest.mark.parametrize(
    ("statuses", "decided", "lacking", "may_go_on", "automatic", "on_request"),
    [
        ((PRESENT, PRESENT, PRESENT), False, False, True, True, True),
        ((PRESENT, PRESENT, ENTERED), False, False, True, True, True),
        ((PRESENT, ENTERED, ENTERED), False, True, True, False, True),
        ((ENTERED, PRESENT, ENTERED), False, True, False, False, False),
        ((ENTERED, ENTERED, PRESENT), False, True, True, False, True),
        ((PRESENT, ENTERED, WITHDRAWN), True, False, True, True, True),
        ((ENTERED, ENTERED, WITHDRAWN), True, False, False, True, True),
        ((WITHDRAWN, PRESENT, WITHDRAWN), True, False, False, True, True),
    ],
)
def test_knockout_goes_on_or_waits_for_those_who_can_win(statuses, decided, lacking, may_go_on, automatic, on_request):
    """The first entrant has beaten the second, and the third had a bye, so only the second is out."""
    first = EventRound(
        1, (replace(pair(1), result=MatchResult((1.0, 0.0), Verdict.PLAYED)),), (EventEntrantId(3),), DUE
    )
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), (EVE, FAY), rounds=[first], format=EventFormat.KNOCKOUT)
    for number, status in enumerate(statuses, 1):
        event = with_status(event, number, status)
    assert next_round.is_decided(event) is decided
    assert next_round.lacks_players(event) is lacking
    assert next_round.can_go_on_without(event) is may_go_on
    assert next_round.may_pair(event) is automatic
    assert next_round.may_pair(replace(event, wanted_rounds=2)) is on_request
    present = [one.number for one in next_round.list_next_states(event) if one.present]
    only = [0 if statuses[0] is not WITHDRAWN else 2 if statuses[2] is not WITHDRAWN else None]
    expected = [number for number, one in enumerate(statuses) if one is PRESENT or (decided and [number] == only)]
    assert present == expected
    swiss = replace(event, settings=replace(event.settings, format=EventFormat.SWISS))
    assert not next_round.is_decided(swiss)
    assert not next_round.can_go_on_without(swiss)
    assert not next_round.is_decided(replace(event, status=FINISHED))


def test_everyone_may_still_win_a_knockout_during_its_round():
    first = EventRound(1, (pair(1, status=MatchStatus.PLAYING),), (), DUE)
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=[first], format=EventFormat.KNOCKOUT)
    absent = with_status(with_status(event, 1, ENTERED), 2, ENTERED)
    assert not next_round.is_decided(absent)
    assert not next_round.can_go_on_without(absent)
    assert next_round.is_decided(with_status(absent, 1, WITHDRAWN))
    assert next_round.count_present(event) == 2


@pytest.mark.parametrize(
    ("style", "tables", "byes", "rounds", "planned"),
    [
        (EventFormat.SWISS, True, (2,), 2, 3),
        (EventFormat.SWISS, False, (2,), 1, 1),
        (EventFormat.SWISS, False, (), 1, 1),
        (EventFormat.KNOCKOUT, False, (2,), 2, 2),
        (EventFormat.KNOCKOUT, False, (), 1, 1),
        (EventFormat.KNOCKOUT, True, (2,), 2, 3),
    ],
)
def test_no_round_is_planned_after_one_without_tables(style, tables, byes, rounds, planned):
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), (EVE, FAY), rounds=[played(pair(1))], format=style)
    pairing = RoundPairing((Encounter(((0,), (1,))),) if tables else (), byes)
    after = next_round.add_round(event, pairing, 77.0)
    assert (len(after.rounds), after.planned_rounds) == (rounds, planned)
    assert after.wanted_rounds == (2 if tables else 1)
    assert next_round.add_round(replace(event, wanted_rounds=3), pairing, 77.0).wanted_rounds == 3
    if rounds == 2:
        new = after.round
        assert (new.number, new.byes, new.due_at) == (2, (3,), 77.0)
        assert [(one.number, one.sides, one.status) for one in new.matches] == (
            [(1, ((1,), (2,)), MatchStatus.PAIRED)] if tables else []
        )


def sit_in(event, round_number, seats):
    """Replace users in the first match of a round. `seats` gives the new user for each place."""
    match = event.rounds[round_number - 1].matches[0]
    users = tuple(replace(one, user=seats.get(place, one.user)) for place, one in enumerate(match.seats))
    return event.with_match(round_number, replace(match, seats=users))


@pytest.mark.parametrize(
    ("first", "second", "staying"),
    [
        ({0: GUS}, {}, None),
        ({}, {0: GUS}, {ANN: GUS}),
        ({0: GUS}, {0: GUS}, {ANN: GUS}),
        ({0: GUS}, {1: GUS}, {CAT: GUS}),
        ({0: GUS}, {2: EVE}, {BOB: EVE}),
        ({}, {0: FAY}, None),
        ({}, {0: None}, None),
        ({}, {0: GUS, 3: EVE}, {ANN: GUS, DAN: EVE}),
    ],
)
def test_substitute_keeps_the_newest_seat(first, second, staying):
    """FAY is no substitute of the event, and a computer player keeps no seat."""
    rounds = [played(pair(1)), played(pair(1), number=2)]
    event = replace(running(*rounds, no_show=NoShowPolicy.SUBSTITUTE_STAYS), substitutes=(GUS, EVE))
    event = sit_in(sit_in(event, 1, first), 2, second)
    found = {user: next_round.find_staying(event, user) for user in (ANN, BOB, CAT, DAN)}
    assert {user: one for user, one in found.items() if one is not None} == (staying or {})
    seats = next_round.add_round(event, RoundPairing((Encounter(((0,), (1,))),)), 0.0).round.matches[0].seats
    assert [one.user for one in seats] == [(staying or {}).get(user, user) for user in (ANN, CAT, BOB, DAN)]
    plain = replace(event, settings=replace(event.settings, no_show=NoShowPolicy.SUBSTITUTE))
    seats = next_round.add_round(plain, RoundPairing((Encounter(((0,), (1,))),)), 0.0).round.matches[0].seats
    assert [one.user for one in seats] == [ANN, CAT, BOB, DAN]
