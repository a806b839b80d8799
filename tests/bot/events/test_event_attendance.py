"""When players are missing, matches wait, get substitutes or are forfeited, and absent entrants must check in again."""

from dataclasses import replace

import pytest

from bot.events.changes import no_shows
from bot.events.changes.begin_tables import begin_matches, begin_now, begin_with, join_shares, mark_here
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchStatus, SeatPlan, Verdict
from bot.events.model import EntrantStatus, Event, EventEntrant, EventStatus
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.ids import ChannelId, EventEntrantId, EventId, EventMatchId, GuildId, UserId
from engine.model.options import Level
from engine.model.seats import Seat
from tests.bot.store.event_harness import event_settings, is_refused

DUE, BEFORE = 100.0, 99.0
HERE = "share"
TEAMS = {1: (11, 12), 2: (21, 22), 3: (31, 32), 4: (41, 42)}


def seat(user, *, here=True):
    return SeatPlan(user and UserId(user), EventEntrantId(user // 10 if user else 1), HERE if here else None)


def match(number, one, other, missing=(), **changes):
    """Return a match of two teams of two; everybody has come except the users in `missing`."""
    users = [user for two in zip(TEAMS[one], TEAMS[other], strict=True) for user in two]
    seats = tuple(seat(user, here=user not in missing) for user in users)
    sides = ((EventEntrantId(one),), (EventEntrantId(other),))
    return EventMatch(EventMatchId(number), number, sides, seats, **changes)


def evening(*matches, no_show=NoShowPolicy.FORFEIT, substitutes=(), status=EventStatus.RUNNING):
    entrants = tuple(
        EventEntrant(
            EventEntrantId(team), tuple(map(UserId, members)), None, EntrantStatus.PRESENT, 0.0, number=team - 1
        )
        for team, members in TEAMS.items()
    )
    settings = replace(event_settings(), no_show=no_show)
    event = Event(EventId(1), GuildId(1), ChannelId(1), UserId(1), settings, status, 0.0, 1, entrants)
    return replace(event, rounds=(EventRound(1, matches, (), DUE),), substitutes=tuple(map(UserId, substitutes)))


def list_absent(event):
    return [one.id for one in event.entrants if one.status is EntrantStatus.ENTERED]


@pytest.mark.parametrize(
    ("missing", "now", "status"),
    [
        ((), BEFORE, MatchStatus.PLAYING),
        ((11,), BEFORE, MatchStatus.PAIRED),
        ((11,), DUE, MatchStatus.SETTLED),
        ((11, 21), DUE, MatchStatus.SETTLED),
    ],
)
def test_match_begins_when_complete_and_is_forfeited_when_due(missing, now, status):
    event = begin_matches(evening(match(1, 1, 2, missing)), now)
    assert event.round.matches[0].status is status


@pytest.mark.parametrize(
    ("missing", "scores", "absent"),
    [
        ((11,), (0.0, 1.0), []),
        ((11, 12), (0.0, 1.0), [1]),
        ((22,), (1.0, 0.0), []),
        ((11, 12, 21, 22), (0.0, 0.0), [1, 2]),
    ],
)
def test_sides_with_missing_players_forfeit(missing, scores, absent):
    """Only an entrant for whom nobody came is out of the next round."""
    event = begin_matches(evening(match(1, 1, 2, missing)), DUE)
    (played,) = event.round.matches
    assert (played.result.scores, played.result.verdict) == (scores, Verdict.FORFEITED)
    assert played.result.forfeited == {EventEntrantId(user // 10) for user in missing}
    assert list_absent(event) == absent


def test_entrant_at_another_table_is_not_absent():
    """A team that plays at two tables is present as long as somebody is at one of them."""
    elsewhere = match(2, 1, 3, (31, 32))
    assert list_absent(begin_matches(evening(match(1, 1, 2, (11, 12)), elsewhere), DUE)) == [3]
    both = match(2, 1, 3, (11, 12))
    assert list_absent(begin_matches(evening(match(1, 1, 2, (11, 12)), both), DUE)) == [1]


@pytest.mark.parametrize(
    ("policy", "absent"),
    [(NoShowPolicy.SUBSTITUTE, [1]), (NoShowPolicy.SUBSTITUTE_STAYS, []), (NoShowPolicy.COMPUTER, [1])],
)
def test_free_substitutes_take_seats_in_listed_order(policy, absent):
    """Under SUBSTITUTE_STAYS missing players are not marked as absent. Substitutes at another table are not free."""
    event = evening(match(1, 1, 2, (11, 12)), match(2, 3, 4), no_show=policy, substitutes=(41, 51, 61))
    event = begin_matches(event, DUE)
    first = event.round.matches[0]
    sitting = [one.user for one in first.seats]
    assert first.status is MatchStatus.PLAYING
    assert sitting == ([None, 21, None, 22] if policy is NoShowPolicy.COMPUTER else [51, 21, 61, 22])
    assert list_absent(event) == absent


def test_computers_play_when_substitutes_run_out():
    event = evening(match(1, 1, 2, (11, 12)), no_show=NoShowPolicy.SUBSTITUTE, substitutes=(51,))
    assert [one.user for one in begin_matches(event, DUE).round.matches[0].seats] == [51, 21, None, 22]


def test_empty_table_is_forfeited_despite_free_substitutes():
    event = evening(match(1, 1, 2, (11, 12, 21, 22)), no_show=NoShowPolicy.SUBSTITUTE, substitutes=(51,))
    assert begin_matches(event, DUE).round.matches[0].status is MatchStatus.SETTLED


def test_match_does_not_wait_for_users_with_deleted_data():
    known = match(1, 1, 2)
    forgotten = replace(
        known, seats=tuple(replace(one, user=UserId(-1), share=None) if one.user == 11 else one for one in known.seats)
    )
    assert begin_matches(evening(forgotten), BEFORE).round.matches[0].status is MatchStatus.PLAYING
    all_gone = replace(
        known,
        seats=tuple(replace(one, user=UserId(-1), share=None) if one.entrant == 1 else one for one in known.seats),
    )
    event = begin_matches(evening(all_gone), BEFORE)
    assert event.round.matches[0].result.forfeited == {EventEntrantId(1)}


@pytest.mark.parametrize("status", [EventStatus.CLOSED, EventStatus.FINISHED])
def test_only_a_running_event_begins_matches(status):
    event = evening(match(1, 1, 2), status=status)
    assert begin_matches(event, DUE) == event


def test_settled_board_stays_when_its_table_begins():
    first, second = (match(n, 1, 2, shared_table=1, board=n) for n in (1, 2))
    settled = replace(second, status=MatchStatus.SETTLED)
    statuses = [one.status for one in begin_matches(evening(first, settled), BEFORE).round.matches]
    assert statuses == [MatchStatus.PLAYING, MatchStatus.SETTLED], "a result that a manager set stays"


def test_user_is_marked_as_here_only_once():
    event = evening(match(1, 1, 2, (11, 12)), match(2, 3, 4, (31,)))
    came = mark_here(event, 1, UserId(11), "mine")
    assert [one.share for one in came.round.matches[0].seats] == ["mine", HERE, None, HERE]
    assert came.round.matches[1] == event.round.matches[1]
    assert mark_here(came, 1, UserId(11), "again") == came
    begun = replace(
        event, rounds=(replace(event.round, matches=(replace(event.round.matches[0], status=MatchStatus.PLAYING),)),)
    )
    assert mark_here(begun, 1, UserId(11), "late") == begun


@pytest.mark.parametrize(
    ("number", "user", "status", "why"),
    [
        (1, 99, EventStatus.RUNNING, EventRefusal.NO_MATCH),
        (2, 11, EventStatus.RUNNING, EventRefusal.OTHER_ROUND),
        (1, 11, EventStatus.FINISHED, EventRefusal.ENDED),
        (1, 11, EventStatus.CANCELLED, EventRefusal.ENDED),
    ],
)
def test_user_is_marked_as_here_only_in_a_current_match(number, user, status, why):
    with is_refused(why):
        mark_here(evening(match(1, 1, 2, (11,)), status=status), number, UserId(user), "x")


def test_forfeit_keeps_boards_that_managers_settled():
    first, second = (match(n, 1, 2, (11,), shared_table=1, board=n) for n in (1, 2))
    settled = replace(second, status=MatchStatus.VOID)
    event = begin_matches(evening(first, settled), DUE)
    assert [one.status for one in event.round.matches] == [MatchStatus.SETTLED, MatchStatus.VOID]


def test_arrivals_and_starts_change_only_the_newest_round():
    event = evening(match(1, 1, 2))
    later = EventRound(2, (match(1, 3, 4, (31,)),), (), DUE)
    event = replace(event, rounds=(replace(event.round, matches=(match(1, 1, 2, (11,)),)), later))
    came = mark_here(event, 2, UserId(31), "mine")
    assert came.rounds[0] == event.rounds[0]
    assert came.round.matches[0].seats[0].share == "mine"
    assert begin_matches(came, BEFORE).round.matches[0].status is MatchStatus.PLAYING


@pytest.mark.parametrize(("cut", "expected"), [(None, "a b"), ("earlier", "earlier")])
def test_players_at_the_first_table_cut_the_pack(cut, expected):
    board = EventBoard(1, Level.TWO, Seat(0), "c", b"s")
    table = match(1, 1, 2, board=1)
    shares = zip(table.seats, ("a", None, "b", None), strict=True)
    table = replace(
        table, seats=tuple(replace(one, user=one.user if share else None, share=share) for one, share in shares)
    )
    event = evening(table, match(2, 3, 4, board=1))
    event = replace(event, rounds=(replace(event.round, boards=(board,), cut=cut),))
    assert begin_matches(event, BEFORE).round.cut == expected
    assert begin_matches(evening(match(1, 1, 2)), BEFORE).round.cut is None


GUEST, OTHER = UserId(51), UserId(61)


@pytest.mark.parametrize(
    ("number", "table", "status", "why"),
    [
        (1, 1, EventStatus.RUNNING, None),
        (2, 1, EventStatus.RUNNING, EventRefusal.OTHER_ROUND),
        (0, 1, EventStatus.RUNNING, EventRefusal.OTHER_ROUND),
        (1, 3, EventStatus.RUNNING, EventRefusal.NO_SUCH_MATCH),
        (1, 1, EventStatus.CANCELLED, EventRefusal.ENDED),
    ],
)
def test_manager_begins_only_a_table_of_this_round(number, table, status, why):
    event = evening(match(1, 1, 2, (11,)), match(2, 3, 4, (31,)), status=status)
    if why is None:
        begun = begin_now(event, number, table, NoShowPolicy.COMPUTER)
        assert [one.status for one in begun.round.matches] == [MatchStatus.PLAYING, MatchStatus.PAIRED]
        assert begin_now(begun, number, table, NoShowPolicy.FORFEIT) is begun, "it has begun"
        return
    with is_refused(why):
        begin_now(event, number, table, NoShowPolicy.COMPUTER)
    with is_refused(why):
        begin_with(event, number, table, 0, GUEST)
    before = replace(event, rounds=())
    with is_refused(EventRefusal.ENDED if why is EventRefusal.ENDED else EventRefusal.OTHER_ROUND):
        begin_now(before, 1, 1, NoShowPolicy.COMPUTER)


def list_users(event):
    return [one.user for one in event.round.matches[0].seats]


def test_picked_substitute_sits_in_the_chosen_seat():
    """Free substitutes take the other missing seats, and computer players take those that are left."""
    event = evening(match(1, 1, 2, (11, 12, 22)), match(2, 3, 4), substitutes=(61, 41))
    begun = begin_with(event, 1, 1, 2, GUEST)
    assert list_users(begun) == [61, 21, 51, None]
    assert [one.share for one in begun.round.matches[0].seats] == ["", HERE, "", None]
    assert begun.round.matches[0].status is MatchStatus.PLAYING
    assert begun.substitutes == (61, 41, 51)
    assert begun.round.matches[1] == event.round.matches[1]


@pytest.mark.parametrize(
    ("place", "user", "why"),
    [
        (1, 51, EventRefusal.HAS_COME),
        (4, 51, EventRefusal.HAS_COME),
        (0, 21, EventRefusal.HAS_SEAT),
        (0, 32, EventRefusal.HAS_SEAT),
        (0, 61, EventRefusal.HAS_SEAT),
    ],
)
def test_only_people_without_a_seat_replace_a_missing_player(place, user, why):
    """User 61 already substitutes at the second table."""
    other = match(2, 3, 4)
    other = replace(other, seats=(replace(other.seats[0], user=OTHER), *other.seats[1:]))
    event = evening(match(1, 1, 2, (11, 12)), other, substitutes=(61,))
    with is_refused(why):
        begin_with(event, 1, 1, place, UserId(user))
    gone = event.with_entrant(replace(event.entrants[2], status=EntrantStatus.WITHDRAWN))
    assert list_users(begin_with(gone, 1, 1, 0, UserId(31))) == [31, 21, None, 22]
    begun = begin_now(event, 1, 1, NoShowPolicy.COMPUTER)
    with is_refused(EventRefusal.HAS_COME):
        begin_with(begun, 1, 1, 0, GUEST)


@pytest.mark.parametrize(("again", "due_at"), [(False, 400.0), (True, 250.0)])
def test_time_for_players_to_arrive_is_halved_after_an_interruption(again, due_at):
    assert no_shows.compute_due_at(evening(), DUE, again=again) == due_at


@pytest.mark.parametrize("user", [None, -3])
def test_entrant_of_computers_is_not_absent(user):
    """An entrant of computer players is not absent. An entrant is absent if the data of all its users were deleted."""
    one = match(1, 1, 2, (22,))
    seats = tuple(
        replace(seat, user=user if seat.entrant == 1 else seat.user, share=None if seat.entrant == 1 else seat.share)
        for seat in one.seats
    )
    absent = no_shows.list_absent(replace(one, seats=seats))
    assert absent == ({2} if user is None else {1, 2})
    assert replace(one, seats=seats).missing == (22,)


def test_withdrawn_entrant_is_not_marked_as_absent():
    """Only entrants who were present are marked as absent."""
    event = evening(match(1, 1, 2, (11, 12, 21, 22)))
    event = event.with_entrant(replace(event.entrants[0], status=EntrantStatus.WITHDRAWN))
    marked = no_shows.mark_absent(event, event.round.matches[0])
    assert [one.status for one in marked.entrants[:2]] == [EntrantStatus.WITHDRAWN, EntrantStatus.ENTERED]
    assert marked.entrants[2:] == event.entrants[2:]


@pytest.mark.parametrize("status", [MatchStatus.PLAYING, MatchStatus.UNRESOLVED, MatchStatus.SETTLED, MatchStatus.VOID])
def test_only_a_paired_match_is_forfeited_or_begun(status):
    begun = match(1, 1, 2, (11,), status=status)
    assert no_shows.forfeit(begun, frozenset({EventEntrantId(1)})) is begun
    event = evening(begun)
    assert begin_matches(event, DUE) is event
    assert mark_here(event, 1, UserId(11), "late") is event


def test_cut_joins_the_texts_of_players_who_came():
    one = match(1, 1, 2, (12,))
    seats = tuple(replace(seat, share=share) for seat, share in zip(one.seats, ("x", "", None, "y"), strict=True))
    assert join_shares(replace(one, seats=seats)) == "x y"


def test_later_arrivals_do_not_change_the_cut():
    board = EventBoard(1, Level.TWO, Seat(0), "c", b"s")
    event = evening(match(1, 1, 2, (11,), board=1), match(2, 3, 4, board=1))
    event = replace(event, rounds=(replace(event.round, boards=(board,)),))
    begun = begin_matches(event, BEFORE)
    assert begun.round.cut == "share share share share"
    came = begin_matches(mark_here(begun, 1, UserId(11), "mine"), BEFORE)
    assert [one.status for one in came.round.matches] == [MatchStatus.PLAYING] * 2
    assert came.round.cut == begun.round.cut
    assert begin_matches(evening(match(1, 1, 2)), BEFORE).round.cut is None
