"""Who may decide what together: pure, from a table's facts. A simple majority of the people who are present carries."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.play.motions import Matter, MatterKind, Motion, Tally
from bot.play.occupants import Person, UserId
from bot.play.ports import Status, TableFacts
from bot.play.refusals import Refused, Why
from bot.play.seating import check_newcomer, people_here
from engine.seats import Seat

REQUESTS: Final = 6
"""How many people may ask for seats at one time; the oldest request makes room."""
_IN_A_MATCH: Final = {MatterKind.COMPUTER, MatterKind.NEWCOMER, MatterKind.RESUME, MatterKind.NEXT_DEAL}


def check(facts: TableFacts, matter: Matter, *, between: bool) -> None:
    """Refuse a matter that there is nothing to decide about now; `between`: whether no deal is being played.

    Raises:
        Refused: the match has not begun, the seat cannot be given on, it is not paused, or a deal is being played.
    """
    if matter.kind in _IN_A_MATCH and facts.status is not Status.PLAYING:
        raise Refused(Why.NOT_STARTED)
    match matter.kind:
        case MatterKind.COMPUTER:
            check_seat(facts, matter.seat, people_only=True)
        case MatterKind.NEWCOMER:
            check_seat(facts, matter.seat)
            check_newcomer(facts, matter.newcomer)
        case MatterKind.RESUME if not facts.paused:
            raise Refused(Why.NOT_PAUSED)
        case MatterKind.NEXT_DEAL if not between:
            raise Refused(Why.DEAL_IN_PROGRESS)


def check_seat(facts: TableFacts, seat: Seat | None, *, people_only: bool = False) -> None:
    """Refuse to decide about the seat of somebody who is here, or (`people_only`) about a computer player's."""
    if seat is None or not 0 <= seat < len(facts.seats):
        raise Refused(Why.NO_SEAT, seat=-1 if seat is None else seat + 1, seats=len(facts.seats))
    person = isinstance(facts.seats[seat], Person)
    if (person and seat not in facts.away) or (people_only and not person):
        raise Refused(Why.NOT_AWAY, seat=seat + 1)


def voted(facts: TableFacts, seat: Seat, matter: Matter) -> TableFacts:
    """Return the facts with `seat` for `matter`, as before if it was."""
    known = next((one for one in facts.motions if one.matter == matter), None)
    if known is None:
        return replace(facts, motions=(*facts.motions, Motion(matter, frozenset({seat}))))
    changed = Motion(matter, known.seats | {seat})
    return replace(facts, motions=tuple(changed if one is known else one for one in facts.motions))


def requested(facts: TableFacts, user: UserId, seat: Seat) -> TableFacts:
    """Return the facts with a newcomer's request for `seat`: his only one."""
    wanted = Matter(MatterKind.NEWCOMER, seat, user)
    if any(one.matter == wanted for one in facts.motions):
        return facts
    kept = withdrawn(facts, user).motions
    open_ = [one for one in kept if one.matter.newcomer is not None]
    crowd = open_[: max(0, len(open_) - REQUESTS + 1)]
    return replace(facts, motions=(*(one for one in kept if one not in crowd), Motion(wanted)))


def withdrawn(facts: TableFacts, user: UserId) -> TableFacts:
    """Return the facts without any wish that a newcomer takes a seat."""
    return replace(facts, motions=tuple(one for one in facts.motions if one.matter.newcomer != user))


def decided(facts: TableFacts, matter: Matter) -> TableFacts:
    """Return the facts without a motion that is done."""
    return replace(facts, motions=tuple(one for one in facts.motions if one.matter != matter))


def pruned(facts: TableFacts, *, between: bool) -> TableFacts:
    """Return the facts without motions about which there is nothing to decide any more."""
    kept = tuple(one for one in facts.motions if _stands(facts, one.matter, between=between))
    return facts if kept == facts.motions else replace(facts, motions=kept)


def _stands(facts: TableFacts, matter: Matter, *, between: bool) -> bool:
    try:
        check(facts, matter, between=between)
    except Refused:
        return False
    return True


def tallies(facts: TableFacts, absent: Iterable[Seat] = ()) -> tuple[Tally, ...]:
    """Return how all motions stand; `absent` are seats beside those away whose people do not count."""
    return tuple(tally(facts, one.matter, absent) for one in facts.motions)


def tally(facts: TableFacts, matter: Matter, absent: Iterable[Seat] = ()) -> Tally:
    """Return how a matter stands."""
    here = people_here(facts) - frozenset(absent)
    seats = next((one.seats for one in facts.motions if one.matter == matter), frozenset[Seat]())
    return Tally(matter, seats & here, len(here), len(here) // 2 + 1)
