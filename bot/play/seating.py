"""Who sits where, and by which rules: pure changes of a table's facts, or a refusal. The table saves and tells them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.play.occupants import Computer, Occupant, Person, UserId
from bot.play.ports import Status, TableFacts
from bot.play.refusals import Refused, Why
from engine.errors import BadRules
from engine.players import PLAYERS
from engine.presets import preset_with
from engine.rules import Rules
from engine.seats import Seat

SUBSTITUTE_LEVEL = "club"
"""How well a computer player plays that takes a person's seat."""


def rules_of(preset: str, overrides: Mapping[str, str]) -> Rules:
    """Return the rules of a preset with changes; another number of players brings the pack that the preset has for it.

    Raises:
        Refused: they cannot be played.
    """
    try:
        return preset_with(preset, **overrides)
    except BadRules as bad:
        raise Refused(Why.BAD_RULES, message=str(bad), options=bad.options) from bad


def seat_of(facts: TableFacts, user: UserId) -> Seat:
    """Return a person's seat.

    Raises:
        Refused: he has none.
    """
    for number, occupant in enumerate(facts.seats):
        if occupant == Person(user):
            return Seat(number)
    raise Refused(Why.NOT_SEATED)


def host_only(facts: TableFacts, user: UserId) -> None:
    """Refuse whoever is not the host."""
    if user != facts.host:
        raise Refused(Why.NOT_HOST, host=facts.host)


def joined(facts: TableFacts, user: UserId, seat: Seat | None = None) -> TableFacts:
    """Sit a person down, in `seat` or the first empty one; where all are taken the last computer player gives way."""
    if Person(user) in facts.seats:
        raise Refused(Why.ALREADY_SEATED)
    computers = [Seat(s) for s, o in enumerate(facts.seats) if isinstance(o, Computer)]
    if seat is None and None not in facts.seats and computers:
        return facts.seated(computers[-1], Person(user))
    return facts.seated(empty_seat(facts, seat), Person(user))


def moved(facts: TableFacts, user: UserId, seat: Seat) -> TableFacts:
    """Let a person change to an empty seat, or change places with a computer player."""
    old, there = seat_of(facts, user), _occupant(facts, seat)
    if isinstance(there, Person):
        raise Refused(Why.SEAT_TAKEN, seat=seat + 1)
    return facts.seated(old, there).seated(seat, Person(user))


def left(facts: TableFacts, user: UserId) -> TableFacts:
    """Let a person stand up; the host's chair passes on, and a table without people closes."""
    return _without_host(facts.seated(seat_of(facts, user), None))


def kicked(facts: TableFacts, user: UserId, seat: Seat) -> TableFacts:
    """Let the host send somebody else away, person or computer player."""
    host_only(facts, user)
    there = _occupant(facts, seat)
    if there is None:
        raise Refused(Why.SEAT_EMPTY, seat=seat + 1)
    if there == Person(user):
        raise Refused(Why.NOT_YOURSELF)
    return facts.seated(seat, None)


def handed_over(facts: TableFacts, user: UserId, to: UserId) -> TableFacts:
    """Let the host make another person at the table host."""
    host_only(facts, user)
    seat_of(facts, to)
    return replace(facts, host=to)


def shuffled_seats(facts: TableFacts, user: UserId, order: Sequence[int]) -> TableFacts:
    """Let the host seat everybody anew: who sat in `order[n]` sits in seat n."""
    host_only(facts, user)
    return replace(facts, seats=tuple(facts.seats[n] for n in order), motions=())


def with_computer(facts: TableFacts, user: UserId, level: str, seat: Seat | None = None) -> TableFacts:
    """Let any person at the table seat a computer player of `level`, in `seat` or the first empty one."""
    seat_of(facts, user)
    known_level(level)
    return facts.seated(empty_seat(facts, seat), next_computer(facts, level))


def at_level(facts: TableFacts, user: UserId, seat: Seat, level: str) -> TableFacts:
    """Let any person at the table choose how well the computer player in `seat` plays."""
    seat_of(facts, user)
    known_level(level)
    there = _occupant(facts, seat)
    if not isinstance(there, Computer):
        raise Refused(Why.NO_COMPUTER_THERE, seat=seat + 1)
    return facts.seated(seat, replace(there, level=level))


def without_computer(facts: TableFacts, user: UserId) -> TableFacts:
    """Let any person at the table send the last computer player away."""
    seat_of(facts, user)
    taken = [s for s, o in enumerate(facts.seats) if isinstance(o, Computer)]
    if not taken:
        raise Refused(Why.NO_COMPUTER)
    return facts.seated(taken[-1], None)


def played_by(facts: TableFacts, user: UserId, preset: str, overrides: Mapping[str, str]) -> TableFacts:
    """Let the host choose other rules; people keep their seats where these are still there, computers make room."""
    host_only(facts, user)
    rules = rules_of(preset, overrides)
    people = [o for o in facts.seats if isinstance(o, Person)]
    if len(people) > rules.players:
        raise Refused(Why.TOO_MANY_PEOPLE, seats=rules.players, people=len(people))
    seats: list[Occupant | None] = [*facts.seats[: rules.players], *[None] * (rules.players - len(facts.seats))]
    for person in people:
        if person not in seats:
            at = next((s for s, o in enumerate(seats) if o is None), None)
            seats[next(s for s, o in enumerate(seats) if isinstance(o, Computer)) if at is None else at] = person
    return replace(facts, preset=preset, rules=rules, seats=tuple(seats), motions=())


def paced(facts: TableFacts, user: UserId, turn: float | None, bury: float | None) -> TableFacts:
    """Let the host choose how long people have, in seconds: 0 for no limit, None for what is usual."""
    host_only(facts, user)
    return replace(facts, turn_seconds=turn, bury_seconds=bury)


def dealt_after(facts: TableFacts, user: UserId, seconds: float | None) -> TableFacts:
    """Let the host choose when the next deal begins by itself: 0 for never, None for what is usual."""
    host_only(facts, user)
    return replace(facts, next_seconds=seconds)


def given_up(facts: TableFacts, seat: Seat) -> TableFacts:
    """Let a computer player take a person's seat for good in a match that has begun."""
    return _without_host(replace(facts.seated(seat, next_computer(facts, SUBSTITUTE_LEVEL)), away=facts.away - {seat}))


def substituted(facts: TableFacts, user: UserId, seat: Seat, newcomer: UserId) -> TableFacts:
    """Let `newcomer` take over a seat of a match: one's own, or as host a computer player's or an absent person's."""
    there = _occupant(facts, seat)
    if there != Person(user):
        host_only(facts, user)
    check_newcomer(facts, newcomer)
    if isinstance(there, Person) and there.user != user and seat not in facts.away:
        raise Refused(Why.NOT_AWAY, seat=seat + 1)
    return taken_over(facts, seat, newcomer)


def taken_over(facts: TableFacts, seat: Seat, newcomer: UserId) -> TableFacts:
    """Let `newcomer` sit in a seat of a match, as host if its person was."""
    host = newcomer if facts.seats[seat] == Person(facts.host) else facts.host
    seated = facts.seated(seat, Person(newcomer))
    motions = tuple(one for one in seated.motions if one.matter.newcomer != newcomer)
    return replace(seated, away=facts.away - {seat}, host=host, motions=motions)


def check_newcomer(facts: TableFacts, newcomer: UserId | None) -> None:
    """Refuse somebody who has a seat already."""
    if newcomer is None or Person(newcomer) in facts.seats:
        raise Refused(Why.SITS_HERE)


def next_computer(facts: TableFacts, level: str) -> Computer:
    """Return a computer player with the lowest number that is free."""
    numbers = {o.number for o in facts.seats if isinstance(o, Computer)}
    return Computer(level, next(n for n in range(1, len(facts.seats) + 2) if n not in numbers))


def people_here(facts: TableFacts) -> frozenset[Seat]:
    """Return the seats of people who are not away."""
    return frozenset(Seat(s) for s, o in enumerate(facts.seats) if isinstance(o, Person)) - facts.away


def asking(facts: TableFacts, seat: Seat, share: str) -> TableFacts:
    """Return the facts with a seat among those that have asked for the next deal; asking twice changes nothing."""
    if any(one == seat for one, _ in facts.ready):
        return facts
    return replace(facts, ready=(*facts.ready, (seat, share)))


def all_ask(facts: TableFacts) -> bool:
    """Tell whether everybody who is here has asked for the next deal."""
    here = people_here(facts)
    return bool(here) and here <= {seat for seat, _ in facts.ready}


def all_away(facts: TableFacts) -> bool:
    """Tell whether no person is left who would act."""
    return all(s in facts.away for s, o in enumerate(facts.seats) if isinstance(o, Person))


def present(facts: TableFacts, seat: Seat) -> TableFacts:
    """Return the facts with a person who has just acted among those who are here."""
    return facts if seat not in facts.away else replace(facts, away=facts.away - {seat}, paused=False)


def pausing(facts: TableFacts) -> TableFacts:
    """Return the facts of a match that pauses if no person is left who would act, and goes on if there is one."""
    return replace(facts, paused=all_away(facts))


def empty_seat(facts: TableFacts, wanted: Seat | None) -> Seat:
    """Return `wanted`, if nobody sits there, or the first empty seat."""
    if wanted is not None:
        if _occupant(facts, wanted) is not None:
            raise Refused(Why.SEAT_TAKEN, seat=wanted + 1)
        return wanted
    free = [s for s, o in enumerate(facts.seats) if o is None]
    if not free:
        raise Refused(Why.TABLE_FULL)
    return Seat(free[0])


def known_level(level: str) -> None:
    """Refuse a level that no computer player has."""
    if level not in PLAYERS:
        raise Refused(Why.NO_LEVEL)


def _occupant(facts: TableFacts, seat: Seat) -> Occupant | None:
    if not 0 <= seat < len(facts.seats):
        raise Refused(Why.NO_SEAT, seat=seat + 1, seats=len(facts.seats))
    return facts.seats[seat]


def ended(facts: TableFacts) -> TableFacts:
    """Return the facts of a table that nothing more happens at: nothing is left to decide."""
    status = Status.CLOSED if facts.status is Status.LOBBY else Status.OVER
    return replace(facts, status=status, motions=(), ready=())


def _without_host(facts: TableFacts) -> TableFacts:
    people = [o.user for o in facts.seats if isinstance(o, Person)]
    if not people:
        return ended(facts)
    return facts if facts.host in people else replace(facts, host=people[0])
