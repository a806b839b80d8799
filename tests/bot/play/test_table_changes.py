"""Users change seats, host, rules and pace in a lobby, and seats in a match. Impossible changes are refused."""

from dataclasses import replace

import pytest
from table_harness import ANN, BOB, CAT, DAN

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import match_changes, table_changes
from bot.play.values.table_info import (
    Computer,
    OpenProposal,
    Person,
    Proposal,
    ProposalKind,
    Speed,
    TableInfo,
    TableStatus,
)
from engine.model.presets import preset
from engine.model.seats import Seat
from engine.players.levels import ORACLE

A, B, C, D = map(Person, (ANN, BOB, CAT, DAN))
K, SEER = Computer("expert", 1), Computer(ORACLE, 1)


def facts(*seats, host=ANN, status=TableStatus.LOBBY, rules="standard", away=()):
    return TableInfo(
        TableId(1), GuildId(1), ChannelId(2), host, rules, preset(rules), seats, status, 0.0, away=frozenset(away)
    )


LOBBY = facts(A, B, K, None)
MATCH = facts(A, B, K, C, status=TableStatus.PLAYING, away={3})
WATCHED = facts(K, K, K, K, status=TableStatus.PLAYING)


@pytest.mark.parametrize(
    ("change", "seats"),
    [
        (table_changes.join(LOBBY, CAT), (A, B, K, C)),
        (table_changes.join(facts(A, None, None, None), CAT, Seat(2)), (A, None, C, None)),
        (table_changes.join(facts(A, None, None, None), CAT), (A, None, C, None)),
        (table_changes.join(facts(A, K, K, K), CAT), (A, K, C, K)),
        (table_changes.join(facts(A, K, K, K), CAT, Seat(1)), (A, C, K, K)),
        (table_changes.join(facts(A, K, K, K), CAT, side=1), (A, K, K, C)),
        (table_changes.join(facts(A, None, K, None), CAT, side=0), (A, K, C, None)),
        (table_changes.join(facts(A, None, K, None), CAT), (A, K, C, None)),
        (table_changes.join(facts(A, K, K, None), CAT, side=1), (A, K, K, C)),
        (table_changes.join(facts(A, B, K, None), CAT, side=1), (A, B, K, C)),
        (table_changes.join(facts(A, *[None] * 4, rules="finding-friends"), CAT, side=0), (A, C, None, None, None)),
        (
            table_changes.set_difficulty(facts(A, K, B, K), BOB, "casual"),
            (A, Computer("casual", 1), B, Computer("casual", 1)),
        ),
        (table_changes.move(LOBBY, ANN, Seat(3)), (None, B, K, A)),
        (table_changes.move(LOBBY, ANN, Seat(2)), (K, B, A, None)),
        (table_changes.leave(LOBBY, BOB), (A, None, K, None)),
        (table_changes.kick(LOBBY, ANN, Seat(1)), (A, None, K, None)),
        (table_changes.kick(LOBBY, ANN, Seat(2)), (A, B, None, None)),
        (table_changes.shuffle_seats(LOBBY, ANN, (3, 2, 1, 0)), (None, K, B, A)),
        (table_changes.add_computer(LOBBY, BOB, "casual"), (A, B, K, Computer("casual", 2))),
        (
            table_changes.add_computer(facts(A, None, K, None), ANN, "expert", Seat(3)),
            (A, None, K, Computer("expert", 2)),
        ),
        (table_changes.set_difficulty(facts(A, K, None, None), ANN, ORACLE), (A, SEER, None, None)),
        (table_changes.add_computer(LOBBY, ANN, ORACLE), (A, B, K, Computer(ORACLE, 2))),
        (
            table_changes.add_computer(facts(A, Computer("casual", 2), None, None), ANN, "expert"),
            (A, Computer("casual", 2), K, None),
        ),
        (table_changes.remove_computer(LOBBY, BOB), (A, B, None, None)),
        (table_changes.remove_computer(facts(A, K, Computer("casual", 2), None), ANN), (A, K, None, None)),
        (table_changes.set_rules(LOBBY, ANN, "pagat-six", {}), (A, B, K, None, None, None)),
        (table_changes.set_rules(facts(A, B, C, D), ANN, "standard", {}), (A, B, C, D)),
        (table_changes.set_rules(facts(A, B, K, K, C, D, rules="pagat-six"), ANN, "standard", {}), (A, B, C, D)),
        (
            table_changes.set_rules(facts(A, K, None, None, B, C, rules="pagat-six"), ANN, "standard", {}),
            (A, C, B, None),
        ),
        (match_changes.replace_with_computer(MATCH, Seat(1)), (A, Computer("expert", 2), K, C)),
        (match_changes.take_over_seat(MATCH, Seat(1), DAN), (A, Person(DAN), K, C)),
        (match_changes.take_over_seat(MATCH, Seat(2), DAN), (A, B, Person(DAN), C)),
        (match_changes.take_over_seat(MATCH, Seat(3), DAN), (A, B, K, Person(DAN))),
    ],
)
def test_change_sets_the_expected_seats(change, seats):
    if seats == (A, C, B, None):  # people whose seats are removed get the free seats in any order
        assert set(change.seats) - {None, K} == {A, B, C}
        assert len(change.seats) == 4
    else:
        assert change.seats == seats


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda: table_changes.join(LOBBY, ANN), TableRefusal.ALREADY_SEATED),
        (lambda: table_changes.join(LOBBY, CAT, Seat(0)), TableRefusal.SEAT_TAKEN),
        (lambda: table_changes.join(LOBBY, CAT, Seat(9)), TableRefusal.UNKNOWN_SEAT),
        (lambda: table_changes.join(LOBBY, CAT, Seat(-1)), TableRefusal.UNKNOWN_SEAT),
        (lambda: table_changes.join(facts(A, B, K, C), CAT), TableRefusal.ALREADY_SEATED),
        (lambda: table_changes.join(facts(A, B, C, Person(DAN)), UserId(9)), TableRefusal.TABLE_FULL),
        (lambda: table_changes.join(facts(A, B, C, None), DAN, side=0), TableRefusal.SEAT_TAKEN),
        (lambda: table_changes.set_difficulty(facts(A, K, K, K), BOB, "casual"), TableRefusal.NOT_SEATED),
        (lambda: table_changes.move(LOBBY, CAT, Seat(3)), TableRefusal.NOT_SEATED),
        (lambda: table_changes.move(LOBBY, ANN, Seat(1)), TableRefusal.SEAT_TAKEN),
        (lambda: table_changes.leave(LOBBY, CAT), TableRefusal.NOT_SEATED),
        (lambda: table_changes.kick(LOBBY, BOB, Seat(2)), TableRefusal.NOT_HOST),
        (lambda: table_changes.kick(LOBBY, ANN, Seat(0)), TableRefusal.NOT_YOURSELF),
        (lambda: table_changes.kick(LOBBY, ANN, Seat(3)), TableRefusal.SEAT_EMPTY),
        (lambda: table_changes.transfer_host(LOBBY, BOB, BOB), TableRefusal.NOT_HOST),
        (lambda: table_changes.transfer_host(LOBBY, ANN, CAT), TableRefusal.NOT_SEATED),
        (lambda: table_changes.shuffle_seats(LOBBY, BOB, (0, 1, 2, 3)), TableRefusal.NOT_HOST),
        (lambda: table_changes.add_computer(LOBBY, CAT, "expert"), TableRefusal.NOT_SEATED),
        (lambda: table_changes.add_computer(LOBBY, ANN, "expert", Seat(2)), TableRefusal.SEAT_TAKEN),
        (lambda: table_changes.remove_computer(facts(A, B, None, None), ANN), TableRefusal.NO_COMPUTER),
        (lambda: table_changes.set_rules(LOBBY, BOB, "standard", {}), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_rules(LOBBY, ANN, "nonsense", {}), TableRefusal.INVALID_RULES),
        (lambda: table_changes.set_rules(LOBBY, ANN, "standard", {"decks": "9"}), TableRefusal.INVALID_RULES),
        (
            lambda: table_changes.set_rules(facts(A, B, C, *map(Person, (7, 8, 9))), ANN, "standard", {}),
            TableRefusal.TOO_MANY_PEOPLE,
        ),
        (lambda: table_changes.set_pace(LOBBY, BOB, 1, 1), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_next_deal(LOBBY, BOB, 1), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_speed(LOBBY, BOB, Speed.FAST), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_match_length(LOBBY, BOB, 1, None), TableRefusal.NOT_HOST),
        (lambda: table_changes.add_computer(LOBBY, ANN, "nobody"), TableRefusal.UNKNOWN_LEVEL),
        (lambda: table_changes.add_computer(LOBBY, BOB, ORACLE), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_level(LOBBY, CAT, Seat(2), "casual"), TableRefusal.NOT_SEATED),
        (lambda: table_changes.set_level(LOBBY, ANN, Seat(2), "nobody"), TableRefusal.UNKNOWN_LEVEL),
        (lambda: table_changes.set_level(LOBBY, BOB, Seat(2), ORACLE), TableRefusal.NOT_HOST),
        (lambda: table_changes.set_level(LOBBY, ANN, Seat(1), "casual"), TableRefusal.NO_COMPUTER_THERE),
        (lambda: table_changes.remove_computer(LOBBY, CAT), TableRefusal.NOT_SEATED),
        (lambda: match_changes.check_offer(facts(A, SEER, B, C), ANN, Seat(1), DAN), TableRefusal.ORACLE_STAYS),
        (lambda: match_changes.check_offer(WATCHED, ANN, Seat(1), DAN), TableRefusal.COMPUTERS_ONLY),
        (lambda: match_changes.check_newcomer(MATCH, None), TableRefusal.NEWCOMER_SEATED),
        (lambda: match_changes.check_offer(MATCH, BOB, Seat(3), DAN), TableRefusal.NOT_HOST),
        (lambda: match_changes.check_offer(MATCH, ANN, Seat(1), DAN), TableRefusal.NOT_AWAY),
        (lambda: match_changes.check_offer(MATCH, ANN, Seat(2), CAT), TableRefusal.NEWCOMER_SEATED),
    ],
)
def test_impossible_changes_are_refused(change, why):
    with pytest.raises(TableRefused) as no:
        change()
    assert no.value.reason is why


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda: table_changes.move(LOBBY, ANN, Seat(1)), {"seat": 2}),
        (lambda: table_changes.move(LOBBY, ANN, Seat(4)), {"seat": 5, "seats": 4}),
        (lambda: table_changes.join(LOBBY, CAT, Seat(-1)), {"seat": 0, "seats": 4}),
        (lambda: table_changes.join(facts(A, B, C, None), DAN, side=0), {"seat": 3}),
        (lambda: table_changes.join(facts(A, B, None, D), CAT, side=1), {"seat": 4}),
        (lambda: table_changes.kick(LOBBY, BOB, Seat(2)), {"host": ANN}),
        (lambda: table_changes.kick(LOBBY, ANN, Seat(3)), {"seat": 4}),
        (lambda: table_changes.add_computer(LOBBY, ANN, "expert", Seat(2)), {"seat": 3}),
        (lambda: table_changes.set_level(LOBBY, ANN, Seat(3), "casual"), {"seat": 4}),
        (lambda: match_changes.check_offer(MATCH, ANN, Seat(1), DAN), {"seat": 2}),
        (
            lambda: table_changes.set_rules(facts(A, B, C, *map(Person, (7, 8, 9))), ANN, "standard", {}),
            {"people": 6, "seats": 4},
        ),
    ],
)
def test_refusals_count_seats_from_one(change, named):
    with pytest.raises(TableRefused) as no:
        change()
    assert no.value.facts == named


@pytest.mark.parametrize(
    ("user", "seat", "newcomer"), [(BOB, 1, DAN), (ANN, 0, DAN), (ANN, 2, DAN), (ANN, 3, DAN), (CAT, 3, DAN)]
)
def test_seats_of_oneself_absentees_and_computers_may_be_offered(user, seat, newcomer):
    match_changes.check_offer(MATCH, user, Seat(seat), newcomer)


@pytest.mark.parametrize(
    ("table", "away", "paused"),
    [
        (match_changes.mark_away(MATCH, ()), {3}, False),
        (match_changes.mark_away(MATCH, (Seat(0),)), {0, 3}, False),
        (match_changes.mark_away(MATCH, (Seat(0), Seat(1))), {0, 1, 3}, True),
        (match_changes.mark_present(MATCH, Seat(0)), {3}, False),
        (match_changes.mark_present(replace(MATCH, paused=True, away=frozenset({0, 1, 3})), Seat(1)), {0, 3}, False),
        (match_changes.update_paused(MATCH), {3}, False),
        (match_changes.update_paused(facts(A, K, K, K, away={0})), {0}, True),
    ],
)
def test_match_pauses_while_nobody_is_present(table, away, paused):
    assert (table.away, table.paused) == (away, paused)


def test_next_deal_is_ready_when_everyone_present_has_asked():
    table, asked = MATCH, []
    for seat in (Seat(1), Seat(1), Seat(3), Seat(0)):
        table = match_changes.mark_ready(table, seat, f"cut {len(asked)}")
        asked.append(match_changes.is_everyone_ready(table))
    assert table.ready == ((1, "cut 0"), (3, "cut 2"), (0, "cut 3")), "a second request changes nothing"
    assert asked == [False, False, False, True], "seat 3 is away and not waited for"
    assert match_changes.is_everyone_ready(replace(table, away=frozenset())), "all of them have asked"
    assert not match_changes.is_everyone_ready(WATCHED), "nobody could have asked"


def test_newcomer_who_is_seated_has_no_requests_left():
    wanted = [Proposal(ProposalKind.NEWCOMER, Seat(2), user) for user in (DAN, UserId(9))]
    table = replace(MATCH, proposals=tuple(map(OpenProposal, wanted)))
    assert [one.proposal for one in match_changes.take_over_seat(table, Seat(3), DAN).proposals] == wanted[1:]


def test_host_role_passes_on():
    assert table_changes.leave(LOBBY, ANN).host == BOB
    assert match_changes.replace_with_computer(MATCH, Seat(0)).host == BOB
    assert match_changes.take_over_seat(MATCH, Seat(0), DAN).host == DAN
    assert table_changes.transfer_host(LOBBY, ANN, BOB).host == BOB
    assert table_changes.leave(facts(A, K, C, B), ANN).host == CAT, "the next person, not a computer"
    assert table_changes.leave(LOBBY, BOB).host == ANN
    assert match_changes.take_over_seat(MATCH, Seat(1), DAN).host == ANN


def test_table_without_people_ends():
    assert table_changes.leave(facts(A, K, None, None), ANN).status is TableStatus.CLOSED
    assert (
        match_changes.replace_with_computer(facts(A, K, K, K, status=TableStatus.PLAYING), Seat(0)).status
        is TableStatus.OVER
    )


def test_newcomer_is_not_away():
    assert match_changes.take_over_seat(MATCH, Seat(3), DAN).away == frozenset()
    assert match_changes.replace_with_computer(MATCH, Seat(3)).away == frozenset()
