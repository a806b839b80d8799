"""An event accepts or refuses changes of its stage, entries, invitations, substitutes, results and planned seats."""

from dataclasses import replace

import pytest

from bot.events.boards.deal_boards import add_boards
from bot.events.changes import entries, invitations, results, stages
from bot.events.changes.begin_tables import begin_matches, begin_now, mark_here
from bot.events.changes.next_round import add_round, find_staying
from bot.events.matches import EventMatch, EventRound, MatchStatus, SeatPlan, Verdict
from bot.events.model import EntrantStatus, Event, EventEntrant, EventStatus
from bot.events.pairing.ports import Encounter, EventFormat, RoundPairing
from bot.events.refusals import EventRefusal
from bot.events.running.match_tables import to_board_score
from bot.events.settings import NoShowPolicy
from bot.ids import ChannelId, EventEntrantId, EventId, EventMatchId, GuildId, UserId
from engine.model.events import DealResult
from engine.model.options import Level
from engine.model.seats import Seat
from tests.bot.store.event_harness import event_settings, is_refused

CREATED, OPEN, CLOSED, RUNNING, FINISHED, CANCELLED = EventStatus
ANN, BOB, CAT, DAN, EVE, FAY, GUS = map(UserId, range(101, 108))


def evening(status, *teams, rounds=(), **changes):
    """Return an event with this status and with teams that are present. If it has started, the teams have numbers."""
    started = status in {RUNNING, FINISHED}
    entrants = tuple(
        EventEntrant(EventEntrantId(at), team, None, EntrantStatus.PRESENT, 0.0, at - 1 if started else None)
        for at, team in enumerate(teams, 1)
    )
    event = Event(EventId(1), GuildId(1), ChannelId(1), UserId(1), event_settings(**changes), status, 0.0, 1, entrants)
    return replace(event, rounds=tuple(rounds), planned_rounds=3 if started else 0, wanted_rounds=len(rounds))


def with_status(event, number, status):
    entrant = event.find_entrant(EventEntrantId(number))
    return event.with_entrant(replace(entrant, status=status))


def pair(number, *, status=MatchStatus.SETTLED, **changes):
    sides = (EventEntrantId(1),), (EventEntrantId(2),)
    seats = tuple(SeatPlan(user, EventEntrantId(1 + at % 2)) for at, user in enumerate((ANN, CAT, BOB, DAN)))
    return EventMatch(EventMatchId(number), number, sides, seats, status, **changes)


CHANGES = {
    "enter": lambda event: entries.enter(event, (EVE, FAY), None, 1.0),
    "check in": lambda event: entries.check_in(event, ANN),
    "withdraw": lambda event: entries.withdraw(event, ANN),
    "volunteer": lambda event: entries.volunteer(event, GUS),
    "invite": lambda event: invitations.invite(event, (EVE, FAY)),
    "open": stages.open_entries,
    "close": stages.close_entries,
    "start": stages.start,
    "next round": lambda event: stages.want_round(event, 1),
    "cancel": stages.cancel,
}
E = EventRefusal
REFUSED = {
    "enter": (E.NOT_OPEN, None, E.NOT_OPEN, None, E.ENDED, E.ENDED),
    "check in": (E.NOT_OPEN, None, None, None, E.ENDED, E.ENDED),
    "withdraw": (None, None, None, None, E.ENDED, E.ENDED),
    "volunteer": (E.NOT_OPEN, None, None, None, E.ENDED, E.ENDED),
    "invite": (E.NOT_OPEN, None, E.NOT_OPEN, None, E.ENDED, E.ENDED),
    "open": (None, None, None, E.ALREADY_STARTED, E.ENDED, E.ENDED),
    "close": (None, None, None, E.ALREADY_STARTED, E.ENDED, E.ENDED),
    "start": (None, None, None, None, E.ENDED, E.ENDED),
    "next round": (E.NOT_STARTED, E.NOT_STARTED, E.NOT_STARTED, None, E.ENDED, E.ENDED),
    "cancel": (None, None, None, None, E.ENDED, None),
}
"""For each change, the refusals in the order of EventStatus. None means that the change is allowed."""


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [(change, *one) for change, reasons in REFUSED.items() for one in zip(EventStatus, reasons, strict=True)],
)
def test_each_change_is_allowed_only_at_its_stages(change, status, why):
    rounds = [EventRound(1, (pair(1),), (), 0.0)] if status in {RUNNING, FINISHED} else []
    event = evening(status, (ANN, BOB), (CAT, DAN), rounds=rounds)
    if why is None:
        assert isinstance(CHANGES[change](event), Event)
    else:
        with is_refused(why):
            CHANGES[change](event)


@pytest.mark.parametrize(
    ("style", "played", "late_entry", "why"),
    [
        (EventFormat.SWISS, 2, True, None),
        (EventFormat.SWISS, 1, False, E.NOT_OPEN),
        (EventFormat.SWISS, 3, True, E.LAST_ROUND),
        (EventFormat.TEAM_MATCH, 1, True, E.NOT_OPEN),
        (EventFormat.ROUND_ROBIN, 1, True, None),
        (EventFormat.ROUND_ROBIN, 2, True, E.LATE_ROUND_ROBIN),
        (EventFormat.ROUND_ROBIN, 2, False, E.NOT_OPEN),
        (EventFormat.KNOCKOUT, 1, True, E.LATE_KNOCKOUT),
    ],
)
def test_late_entry_depends_on_format_and_round(style, played, late_entry, why):
    rounds = [EventRound(number, (pair(1),), (), 0.0) for number in range(1, played + 1)]
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds, format=style, late_entry=late_entry)
    assert entries.takes_entrants(event) is (why is None)
    if why is None:
        late = entries.enter(event, (EVE, FAY), None, 1.0).entrants[-1]
        assert (late.status, late.number) == (EntrantStatus.PRESENT, 2)
    else:
        with is_refused(why):
            entries.enter(event, (EVE, FAY), None, 1.0)


def test_user_enters_with_one_team_at_a_time():
    event = evening(OPEN, (ANN, BOB))
    assert entries.enter(event, (BOB, ANN), None, 1.0) == event
    with is_refused(E.MEMBER_IN):
        entries.enter(event, (ANN, EVE), None, 1.0)
    gone = entries.withdraw(event, BOB)
    assert entries.enter(gone, (ANN, EVE), None, 1.0).entrants[-1].members == (ANN, EVE)
    again = entries.enter(gone, (ANN, BOB), None, 1.0)
    assert [(one.id, one.status) for one in again.entrants] == [(1, EntrantStatus.ENTERED)]


def test_substitutes_are_not_entrants():
    event = entries.volunteer(evening(OPEN, (ANN, BOB)), GUS)
    assert event.substitutes == (GUS,)
    assert entries.volunteer(event, GUS) == event
    with is_refused(E.IS_ENTRANT):
        entries.volunteer(event, ANN)
    assert entries.volunteer(entries.withdraw(event, ANN), ANN).substitutes == (GUS, ANN)
    assert entries.enter(event, (GUS, EVE), None, 1.0).substitutes == ()
    assert entries.withdraw(event, GUS).substitutes == ()
    full = replace(event, substitutes=tuple(map(UserId, range(1000, 1000 + entries.MAX_SUBSTITUTES))))
    with is_refused(E.TOO_MANY_ENTRANTS):
        entries.volunteer(full, GUS)


@pytest.mark.parametrize(
    ("style", "in_newest", "why"),
    [
        (EventFormat.SWISS, False, None),
        (EventFormat.KNOCKOUT, True, None),
        (EventFormat.KNOCKOUT, False, E.LEFT_BEHIND),
    ],
)
def test_withdrawn_entrant_returns_unless_knockout_went_on(style, in_newest, why):
    newest = EventRound(1, (pair(1),), (), 0.0)
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), (EVE, FAY), rounds=[newest], format=style)
    user, number = (ANN, 1) if in_newest else (EVE, 3)
    gone = with_status(event, number, EntrantStatus.WITHDRAWN)
    if why is None:
        assert entries.check_in(gone, user).find_entrant(EventEntrantId(number)).status is EntrantStatus.PRESENT
    else:
        with is_refused(why):
            entries.check_in(gone, user)


def test_last_acceptance_enters_the_team():
    event = replace(evening(OPEN), revision=7)
    asked = invitations.invite(event, (ANN, BOB))
    (invitation,) = asked.invitations
    assert (invitation.id, invitation.accepted) == (8, {ANN}), "no other change of the event has this number"
    assert invitations.invite(asked, (ANN, BOB)) == asked
    assert [one.members for one in invitations.invite(asked, (ANN, CAT)).invitations] == [(ANN, CAT)]
    entered = invitations.accept(asked, 8, BOB, 1.0)
    assert [one.members for one in entered.entrants] == [(ANN, BOB)]
    assert entered.invitations == ()
    assert invitations.decline(asked, 8, BOB).invitations == ()
    for user, number in ((EVE, 8), (BOB, 9)):
        with is_refused(E.NO_INVITATION):
            invitations.accept(asked, number, user, 1.0)
    with is_refused(E.NOT_OPEN):
        invitations.accept(stages.close_entries(asked), 8, BOB, 1.0)


@pytest.mark.parametrize(
    ("members", "why"),
    [((ANN, ANN), E.WRONG_SIZE), ((ANN,), E.WRONG_SIZE), ((ANN, BOB, CAT), E.WRONG_SIZE), ((ANN, EVE), E.MEMBER_IN)],
)
def test_invitation_needs_a_full_team_of_users_who_have_not_entered(members, why):
    with is_refused(why):
        invitations.invite(evening(OPEN, (EVE, FAY)), members)


def test_reported_result_changes_its_match_only():
    rounds = [EventRound(number, (pair(number),), (), 0.0) for number in (1, 2)]
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds)
    changed = results.report(event, 1, 1, (3.0, 0.0))
    assert changed.rounds[0].matches[0].result.scores == (3.0, 0.0)
    assert changed.rounds[0].matches[0].result.verdict is Verdict.REPORTED
    assert changed.rounds[1] == event.rounds[1]
    assert results.report(event, 2, 2, None).rounds[1].matches[0].status is MatchStatus.VOID
    for number, table in ((0, 1), (1, 2), (3, 1)):
        with is_refused(E.NO_SUCH_MATCH):
            results.report(event, number, table, (3.0, 0.0))
    with is_refused(E.NOT_STARTED):
        results.report(evening(OPEN), 1, 1, None)


def test_result_of_a_table_counts_once():
    event = evening(RUNNING, rounds=[EventRound(1, (pair(1, status=MatchStatus.PLAYING), pair(2)), (), 0.0)])
    settled = results.settle(event, EventMatchId(1), (2.0, 0.0), 35.0)
    first = settled.round.matches[0]
    assert (first.status, first.result.scores, first.result.verdict, first.result.card_points) == (
        MatchStatus.SETTLED, (2.0, 0.0), Verdict.PLAYED, 35.0,
    )  # fmt: skip
    for known, match in ((settled, 1), (event, 2), (event, 9)):
        assert results.settle(known, EventMatchId(match), (0.0, 2.0)) is known
    assert results.settle(event, EventMatchId(1), None).round.matches[0].status is MatchStatus.UNRESOLVED


def test_computers_fill_the_seats_of_an_incomplete_team():
    event = evening(RUNNING, (ANN,), (CAT, DAN))
    seats = add_round(event, RoundPairing((Encounter(((0,), (1,))),)), 9.0).round.matches[0].seats
    assert [(seat.user, seat.entrant) for seat in seats] == [(ANN, 1), (CAT, 2), (None, 1), (DAN, 2)]
    assert [event.find_planned(pair(1), seat) for seat in range(4)] == [ANN, CAT, None, DAN]


def test_each_seat_is_planned_for_its_first_user():
    teams = [tuple(map(UserId, range(first, first + 4))) for first in (101, 201)]
    event = evening(RUNNING, *teams, format=EventFormat.TEAM_MATCH, deals=2)
    event = add_boards(add_round(event, RoundPairing((Encounter(((0,), (1,))),)), 9.0), [bytes(32), bytes(32)])
    planned = [[event.find_planned(match, seat) for seat in range(4)] for match in event.round.matches]
    assert planned == [[seat.user for seat in match.seats] for match in event.round.matches]
    assert {user for table in planned for user in table} == {*teams[0], *teams[1]}


def test_report_settles_one_board_or_voids_all():
    boards = tuple(pair(n, shared_table=1, board=n, status=MatchStatus.PLAYING) for n in (1, 2))
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=[EventRound(1, boards, (), 0.0)])
    with is_refused(E.BOARD_NEEDED):
        results.report(event, 1, 1, (1.0, 0.0), ends_table=True)
    with is_refused(E.TABLE_PLAYS):
        results.report(event, 1, 1, (1.0, 0.0), 2)
    with is_refused(E.NO_SUCH_BOARD):
        results.report(event, 1, 1, (1.0, 0.0), 3, ends_table=True)
    second = results.report(event, 1, 1, (1.0, 0.0), 2, ends_table=True).round.matches
    assert [(one.status, one.is_ending) for one in second] == [
        (MatchStatus.PLAYING, False),
        (MatchStatus.SETTLED, True),
    ]
    every = results.report(event, 1, 1, None, ends_table=True).round.matches
    assert {one.status for one in every} == {MatchStatus.VOID}


@pytest.mark.parametrize(
    ("declarer", "hold", "levels", "points"),
    [
        (0, True, (2, 0), -35),
        (0, False, (0, 2), -35),
        (1, True, (0, 2), 35),
        (3, False, (2, 0), 35),
        (2, True, (2, 0), -35),
    ],
)
def test_board_counts_for_the_side_that_gained(declarer, hold, levels, points):
    """Card points are given for the first side: 35 if the second side declared, and -35 if the first side did."""
    same = (Level.TWO,) * 4
    declarers = (Seat(declarer), Seat((declarer + 2) % 4))
    ended = DealResult(Seat(declarer), declarers, 35, 35, (), 0, 0, 0, Seat(0), hold, 2, same, same, (), Seat(0), ())
    found = to_board_score(ended)
    assert (found.levels, found.card_points) == (levels, points)


def test_invitation_cannot_be_accepted_after_entries_close():
    asked = invitations.invite(evening(OPEN, players=6), (ANN, BOB, CAT))
    number = asked.invitations[0].id
    assert invitations.accept(asked, number, BOB, 1.0).invitations[0].accepted == {ANN, BOB}
    with is_refused(E.NOT_OPEN):
        invitations.accept(stages.close_entries(asked), number, BOB, 1.0)


@pytest.mark.parametrize("policy", [NoShowPolicy.SUBSTITUTE, NoShowPolicy.SUBSTITUTE_STAYS])
def test_substitute_keeps_seat_only_if_policy_says_so(policy):
    played = pair(1)
    seats = tuple(replace(seat, user=GUS) if seat.user == ANN else seat for seat in played.seats)
    rounds = [EventRound(1, (replace(played, seats=seats),), (), 0.0)]
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds, no_show=policy)
    event = replace(event, substitutes=(GUS,))
    stays = policy is NoShowPolicy.SUBSTITUTE_STAYS
    assert find_staying(event, ANN) == (GUS if stays else None)
    assert [find_staying(event, user) for user in (BOB, CAT, EVE)] == [None, None, None]


TABLE = EventRound(1, (pair(1, status=MatchStatus.PLAYING), pair(2)), (), 0.0)
SHARED = EventRound(1, tuple(pair(n, shared_table=1, board=n) for n in (1, 2)), (), 0.0)
FULL = tuple(map(UserId, range(1000, 1000 + entries.MAX_SUBSTITUTES)))


def at_table(*rounds, **changes):
    return evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds, **changes)


@pytest.mark.parametrize(
    ("change", "why", "facts"),
    [
        (lambda: entries.enter_for(evening(OPEN), (ANN, ANN), 1.0), E.WRONG_SIZE, {"size": 2}),
        (lambda: entries.volunteer(replace(evening(OPEN), substitutes=FULL), GUS), E.TOO_MANY_ENTRANTS, {"limit": 50}),
        (lambda: invitations.invite(evening(OPEN), (ANN,)), E.WRONG_SIZE, {"size": 2}),
        (lambda: invitations.invite(evening(OPEN), (ANN, BOB, BOB)), E.WRONG_SIZE, {"size": 2}),
        (lambda: invitations.invite(evening(OPEN, format=EventFormat.INDIVIDUAL), (ANN,)), E.ENTER_ALONE, {"name": "Friday"}),
        (lambda: stages.start(evening(OPEN, (ANN, BOB))), E.TOO_FEW, {"least": 2, "given": 1}),
        (lambda: stages.want_round(at_table(), 2), E.ROUND_RUNS, {"number": 1, "open": 0}),
        (lambda: stages.want_round(at_table(TABLE), 2), E.ROUND_RUNS, {"number": 1, "open": 1}),
        (lambda: stages.want_round(at_table(TABLE), 3), E.ROUND_RUNS, {"number": 2, "open": 1}),
        (lambda: stages.want_round(at_table(TABLE), 4), E.NO_MORE_ROUNDS, {"number": 3}),
        (
            lambda: stages.want_round(with_status(at_table(replace(TABLE, matches=(pair(2),))), 1, EntrantStatus.ENTERED), 2),
            E.TOO_FEW,
            {"least": 2, "given": 1},
        ),
        (lambda: results.report(at_table(TABLE), 2, 1, None), E.NO_SUCH_MATCH, {"round": 2, "table": 1}),
        (lambda: results.report(at_table(TABLE), 1, 1, None), E.TABLE_PLAYS, {"round": 1, "table": 1}),
        (lambda: results.report(at_table(SHARED), 1, 1, (1.0, 0.0)), E.BOARD_NEEDED, {"table": 1}),
        (lambda: results.report(at_table(SHARED), 1, 1, (1.0, 0.0), 3), E.NO_SUCH_BOARD, {"board": 3}),
        (lambda: begin_now(at_table(TABLE), 1, 3, NoShowPolicy.FORFEIT), E.NO_SUCH_MATCH, {"round": 1, "table": 3}),
    ],
)  # fmt: skip
def test_refusal_says_numbers_and_limits(change, why, facts):
    with is_refused(why, **facts):
        change()


TRIO = evening(OPEN, players=6)
REPEATED = {
    "enter": (evening(OPEN), lambda event: entries.enter(event, (ANN, BOB), None, 1.0)),
    "check in": (with_status(evening(OPEN, (ANN, BOB)), 1, EntrantStatus.ENTERED), CHANGES["check in"]),
    "withdraw": (evening(OPEN, (ANN, BOB)), CHANGES["withdraw"]),
    "volunteer": (evening(OPEN), CHANGES["volunteer"]),
    "invite": (evening(OPEN), CHANGES["invite"]),
    "accept": (invitations.invite(TRIO, (ANN, BOB, CAT)), lambda event: invitations.accept(event, 1, BOB, 1.0)),
    "open": (evening(CREATED), stages.open_entries),
    "close": (evening(OPEN), stages.close_entries),
    "start": (evening(OPEN, (ANN, BOB), (CAT, DAN)), stages.start),
    "next round": (at_table(replace(TABLE, matches=(pair(1),))), lambda event: stages.want_round(event, 2)),
    "cancel": (evening(OPEN), stages.cancel),
    "settings": (evening(OPEN), lambda event: stages.change_settings(event, event_settings(name="Monday"))),
    "come": (at_table(EventRound(1, (pair(1, status=MatchStatus.PAIRED),), (), 0.0)), lambda event: mark_here(event, 1, ANN, "a")),
    "begin": (at_table(EventRound(1, (pair(1, status=MatchStatus.PAIRED),), (), 0.0)), lambda event: begin_matches(event, 1.0)),
    "settle": (at_table(TABLE), lambda event: results.settle(event, EventMatchId(1), None)),
    "finish": (replace(at_table(EventRound(1, (pair(1),), (), 0.0)), planned_rounds=1), stages.finish),
}  # fmt: skip


@pytest.mark.parametrize("change", REPEATED)
def test_repeated_change_returns_the_same_event(change):
    before, apply = REPEATED[change]
    after = apply(before)
    assert after != before
    assert apply(after) is after, "nothing is saved"


@pytest.mark.parametrize(
    "change", ["enter", "check in", "withdraw", "open", "close", "want round", "settings", "accept"]
)
@pytest.mark.parametrize("status", [FINISHED, CANCELLED])
def test_refusal_of_a_change_names_the_ended_event(change, status):
    changes = REPEATED | CHANGES | {"want round": (None, CHANGES["next round"])}
    apply = changes[change][1] if isinstance(changes[change], tuple) else changes[change]
    asked = invitations.invite(TRIO, (ANN, BOB, CAT)).invitations
    with is_refused(E.ENDED, name="Friday"):
        apply(replace(evening(status, (ANN, BOB), (CAT, DAN)), invitations=asked))


@pytest.mark.parametrize(
    ("status", "late_entry", "played", "why"),
    [
        (CREATED, True, 0, None),
        (OPEN, True, 0, None),
        (CLOSED, True, 0, None),
        (RUNNING, False, 1, None),
        (RUNNING, True, 3, E.LAST_ROUND),
        (FINISHED, True, 1, E.ENDED),
    ],
)
def test_managers_can_enter_people_who_cannot_enter_themselves(status, late_entry, played, why):
    """An entrant whom a manager enters is present at once. The stage and the settings of the event stay the same."""
    rounds = [EventRound(number, (pair(1),), (), 0.0) for number in range(1, played + 1)]
    event = evening(status, (ANN, BOB), (CAT, DAN), rounds=rounds, late_entry=late_entry)
    if why is not None:
        with is_refused(why):
            entries.enter_for(event, (EVE, FAY), 7.0)
        return
    after = entries.enter_for(event, (EVE, FAY), 7.0)
    added = after.entrants[-1]
    assert (added.id, added.members, added.team, added.entered_at) == (3, (EVE, FAY), None, 7.0)
    assert (added.status, added.number) == (EntrantStatus.PRESENT, 2 if status is RUNNING else None)
    assert replace(after, entrants=event.entrants) == event


def test_managers_enter_single_people_where_partners_change():
    event = entries.enter_for(evening(OPEN, format=EventFormat.INDIVIDUAL), (ANN,), 1.0)
    assert [(one.members, one.status) for one in event.entrants] == [((ANN,), EntrantStatus.PRESENT)]
    with is_refused(E.WRONG_SIZE, size=1):
        entries.enter_for(event, (BOB, CAT), 1.0)


@pytest.mark.parametrize(
    ("status", "played", "planned", "is_last", "useful"),
    [
        (OPEN, 0, 0, False, (True, False, True)),
        (RUNNING, 0, 3, False, (True, False, True)),
        (RUNNING, 2, 3, False, (True, False, True)),
        (RUNNING, 3, 3, True, (False, False, True)),
        (RUNNING, 1, 1, True, (False, False, True)),
        (FINISHED, 3, 3, False, (True, False, True)),
    ],
)
def test_check_in_is_useless_in_the_last_round(status, played, planned, is_last, useful):
    rounds = [EventRound(number, (pair(1),), (), 0.0) for number in range(1, played + 1)]
    event = replace(evening(status, (ANN, BOB), (CAT, DAN), rounds=rounds), planned_rounds=planned)
    assert entries.is_last_round(event) is is_last
    found = [entries.is_check_in_useful(event, with_status(event, 1, one).entrants[0]) for one in EntrantStatus]
    assert tuple(found) == useful, "entered, present, withdrawn"


def test_late_check_in_gets_the_next_number():
    """An entrant who checks in after the start is a late entrant. An event without late entries refuses them."""
    event = at_table(TABLE)
    late = EventEntrant(EventEntrantId(3), (EVE, FAY), None, EntrantStatus.ENTERED, 0.0)
    event = replace(event, entrants=(*event.entrants, late), substitutes=(GUS,))
    came = entries.check_in(event, FAY)
    assert came.entrants[2] == replace(late, status=EntrantStatus.PRESENT, number=2)
    assert came.substitutes == (GUS,)
    for settings in ({"late_entry": False}, {"format": EventFormat.KNOCKOUT}):
        closed = replace(event, settings=replace(event.settings, **settings))
        with is_refused(E.LATE_KNOCKOUT if "format" in settings else E.NOT_OPEN):
            entries.check_in(closed, FAY)
    gone = with_status(event, 3, EntrantStatus.WITHDRAWN)
    with is_refused(E.NOT_IN):
        entries.check_in(gone, FAY)


def test_returning_entrant_is_no_substitute_and_has_one_team():
    event = with_status(at_table(TABLE), 1, EntrantStatus.WITHDRAWN)
    back = entries.check_in(replace(event, substitutes=(ANN, GUS, BOB)), ANN)
    assert (back.entrants[0].status, back.substitutes) == (EntrantStatus.PRESENT, (GUS,))
    other = EventEntrant(EventEntrantId(3), (BOB, FAY), None, EntrantStatus.PRESENT, 0.0, 2)
    both = replace(event, entrants=(*event.entrants, other))
    with is_refused(E.MEMBER_IN):
        entries.check_in(both, ANN)
    assert entries.check_in(with_status(both, 3, EntrantStatus.WITHDRAWN), ANN).entrants[0].is_in


def test_withdrawn_team_keeps_its_number_when_it_enters_again():
    event = with_status(at_table(TABLE), 1, EntrantStatus.WITHDRAWN)
    again = entries.enter(event, (BOB, ANN), None, 9.0)
    assert [(one.id, one.number, one.status, one.entered_at) for one in again.entrants] == [
        (1, 0, EntrantStatus.PRESENT, 0.0), (2, 1, EntrantStatus.PRESENT, 0.0),
    ]  # fmt: skip


def test_entrants_lose_their_invitations_and_role_as_substitutes():
    event = replace(evening(OPEN), substitutes=(CAT, GUS))
    for number, two in enumerate([(ANN, BOB), (CAT, DAN), (EVE, FAY)]):
        event = invitations.invite(replace(event, revision=number), two)
    entered = entries.enter(event, (BOB, CAT), None, 1.0)
    assert [one.members for one in entered.invitations] == [(EVE, FAY)]
    assert entered.substitutes == (GUS,)


def test_each_inviter_has_one_invitation():
    event = evening(OPEN)
    for number, two in enumerate([(ANN, BOB), (CAT, DAN), (EVE, ANN)]):
        event = invitations.invite(replace(event, revision=number), two)
    found = [invitations.find_invitation(event, user) for user in (ANN, BOB, CAT, EVE)]
    assert [one and one.members for one in found] == [(ANN, BOB), None, (CAT, DAN), (EVE, ANN)]
    declined = invitations.decline(event, found[2].id, DAN)
    assert [one.members for one in declined.invitations] == [(ANN, BOB), (EVE, ANN)]
    with is_refused(E.NO_INVITATION):
        invitations.decline(event, found[2].id, ANN)
    accepted = invitations.accept(event, found[0].id, BOB, 5.0)
    assert [(one.members, one.entered_at) for one in accepted.entrants] == [((ANN, BOB), 5.0)]
    assert [one.members for one in accepted.invitations] == [(CAT, DAN)], "the invitation of an entrant ends"


def test_partial_acceptance_keeps_other_invitations():
    event = invitations.invite(TRIO, (ANN, BOB, CAT))
    event = invitations.invite(replace(event, revision=1), (DAN, EVE, FAY))
    after = invitations.accept(event, 1, BOB, 1.0)
    assert [one.accepted for one in after.invitations] == [{ANN, BOB}, {DAN}]
    entered = invitations.accept(after, 1, CAT, 1.0)
    assert [one.members for one in entered.entrants] == [(ANN, BOB, CAT)]
    assert [one.accepted for one in entered.invitations] == [{DAN}]
