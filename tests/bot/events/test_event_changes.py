"""Changes of an event and their refusals: stages, entries, invitations, substitutes, results and planned seats."""

from dataclasses import replace

import pytest

from bot.events.boards.deal_boards import add_boards
from bot.events.changes import entries, invitations, results, stages
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
    """Return an event with this status; its teams are present, and they have numbers if it has started."""
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
"""For each change, its refusal at each EventStatus, in order; None where the change is allowed."""


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [(change, *one) for change, reasons in REFUSED.items() for one in zip(EventStatus, reasons, strict=True)],
)
def test_each_change_belongs_to_its_stages(change, status, why):
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
def test_invitation_needs_complete_team_of_free_users(members, why):
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


def test_computers_have_the_seats_that_members_leave_free():
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
    """The opponents' 35 card points count against the first side if it declared, and for it otherwise."""
    same = (Level.TWO,) * 4
    declarers = (Seat(declarer), Seat((declarer + 2) % 4))
    ended = DealResult(Seat(declarer), declarers, 35, 35, (), 0, 0, 0, Seat(0), hold, 2, same, same, (), Seat(0), ())
    found = to_board_score(ended)
    assert (found.levels, found.card_points) == (levels, points)


def test_nobody_accepts_once_entries_are_closed():
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
