"""Who may change what in a lobby, as a table."""

import pytest
from memory_house import ANN, BOB, CAT, DAN

from bot.play import seating
from bot.play.occupants import ChannelId, Computer, GuildId, Person, TableId, UserId
from bot.play.ports import Status, TableFacts
from bot.play.refusals import Refused, Why
from engine.presets import preset
from engine.seats import Seat

A, B, C, K = Person(ANN), Person(BOB), Person(CAT), Computer("club", 1)


def facts(*seats, host=ANN, status=Status.LOBBY, rules="club", away=()):
    return TableFacts(
        TableId(1), GuildId(1), ChannelId(2), host, rules, preset(rules), seats, status, 0.0, away=frozenset(away)
    )


LOBBY = facts(A, B, K, None)
MATCH = facts(A, B, K, C, status=Status.PLAYING, away={3})


@pytest.mark.parametrize(
    ("change", "seats"),
    [
        (seating.joined(LOBBY, CAT), (A, B, K, C)),
        (seating.joined(facts(A, None, None, None), CAT, Seat(2)), (A, None, C, None)),
        (seating.moved(LOBBY, ANN, Seat(3)), (None, B, K, A)),
        (seating.moved(LOBBY, ANN, Seat(2)), (K, B, A, None)),
        (seating.left(LOBBY, BOB), (A, None, K, None)),
        (seating.kicked(LOBBY, ANN, Seat(1)), (A, None, K, None)),
        (seating.kicked(LOBBY, ANN, Seat(2)), (A, B, None, None)),
        (seating.shuffled_seats(LOBBY, ANN, (3, 2, 1, 0)), (None, K, B, A)),
        (seating.with_computer(LOBBY, BOB, "novice"), (A, B, K, Computer("novice", 2))),
        (seating.with_computer(facts(A, None, K, None), ANN, "club", Seat(3)), (A, None, K, Computer("club", 2))),
        (seating.without_computer(LOBBY, BOB), (A, B, None, None)),
        (seating.played_by(LOBBY, ANN, "pagat-six", {}), (A, B, K, None, None, None)),
        (seating.played_by(facts(A, K, None, None, B, C, rules="pagat-six"), ANN, "club", {}), (A, C, B, None)),
        (seating.given_up(MATCH, Seat(1)), (A, Computer("club", 2), K, C)),
        (seating.substituted(MATCH, BOB, Seat(1), DAN), (A, Person(DAN), K, C)),
        (seating.substituted(MATCH, ANN, Seat(2), DAN), (A, B, Person(DAN), C)),
        (seating.substituted(MATCH, ANN, Seat(3), DAN), (A, B, K, Person(DAN))),
    ],
)
def test_who_sits_where_afterwards(change, seats):
    if seats == (A, C, B, None):  # the order in which those without a seat find one does not matter
        assert set(change.seats) - {None, K} == {A, B, C}
        assert len(change.seats) == 4
    else:
        assert change.seats == seats


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda: seating.joined(LOBBY, ANN), Why.ALREADY_SEATED),
        (lambda: seating.joined(LOBBY, CAT, Seat(0)), Why.SEAT_TAKEN),
        (lambda: seating.joined(LOBBY, CAT, Seat(9)), Why.NO_SEAT),
        (lambda: seating.joined(LOBBY, CAT, Seat(-1)), Why.NO_SEAT),
        (lambda: seating.joined(facts(A, B, K, C), CAT), Why.ALREADY_SEATED),
        (lambda: seating.joined(facts(A, B, C, Person(DAN)), UserId(9)), Why.TABLE_FULL),
        (lambda: seating.moved(LOBBY, CAT, Seat(3)), Why.NOT_SEATED),
        (lambda: seating.moved(LOBBY, ANN, Seat(1)), Why.SEAT_TAKEN),
        (lambda: seating.left(LOBBY, CAT), Why.NOT_SEATED),
        (lambda: seating.kicked(LOBBY, BOB, Seat(2)), Why.NOT_HOST),
        (lambda: seating.kicked(LOBBY, ANN, Seat(0)), Why.NOT_YOURSELF),
        (lambda: seating.kicked(LOBBY, ANN, Seat(3)), Why.SEAT_EMPTY),
        (lambda: seating.handed_over(LOBBY, BOB, BOB), Why.NOT_HOST),
        (lambda: seating.handed_over(LOBBY, ANN, CAT), Why.NOT_SEATED),
        (lambda: seating.shuffled_seats(LOBBY, BOB, (0, 1, 2, 3)), Why.NOT_HOST),
        (lambda: seating.with_computer(LOBBY, CAT, "club"), Why.NOT_SEATED),
        (lambda: seating.with_computer(LOBBY, ANN, "club", Seat(2)), Why.SEAT_TAKEN),
        (lambda: seating.without_computer(facts(A, B, None, None), ANN), Why.NO_COMPUTER),
        (lambda: seating.played_by(LOBBY, BOB, "club", {}), Why.NOT_HOST),
        (lambda: seating.played_by(LOBBY, ANN, "nonsense", {}), Why.BAD_RULES),
        (lambda: seating.played_by(LOBBY, ANN, "club", {"decks": "9"}), Why.BAD_RULES),
        (lambda: seating.played_by(facts(A, B, C, *map(Person, (7, 8, 9))), ANN, "club", {}), Why.TOO_MANY_PEOPLE),
        (lambda: seating.paced(LOBBY, BOB, 1, 1), Why.NOT_HOST),
        (lambda: seating.substituted(MATCH, BOB, Seat(3), DAN), Why.NOT_HOST),
        (lambda: seating.substituted(MATCH, ANN, Seat(1), DAN), Why.NOT_AWAY),
        (lambda: seating.substituted(MATCH, ANN, Seat(2), CAT), Why.SITS_HERE),
    ],
)
def test_what_is_refused(change, why):
    with pytest.raises(Refused) as no:
        change()
    assert no.value.why is why


def test_the_hosts_chair_passes_on():
    assert seating.left(LOBBY, ANN).host == BOB
    assert seating.given_up(MATCH, Seat(0)).host == BOB
    assert seating.substituted(MATCH, ANN, Seat(0), DAN).host == DAN
    assert seating.handed_over(LOBBY, ANN, BOB).host == BOB


def test_a_table_without_people_is_over():
    assert seating.left(facts(A, K, None, None), ANN).status is Status.CLOSED
    assert seating.given_up(facts(A, K, K, K, status=Status.PLAYING), Seat(0)).status is Status.OVER


def test_who_takes_a_seat_is_not_away():
    assert seating.substituted(MATCH, ANN, Seat(3), DAN).away == frozenset()
    assert seating.given_up(MATCH, Seat(3)).away == frozenset()
