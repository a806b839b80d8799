"""Decides which players are absent from their table, and whether they forfeit or others take their seats."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.events.matches import EventMatch, MatchResult, MatchStatus, SeatPlan, Verdict
from bot.events.model import EntrantStatus, Event
from bot.events.settings import NoShowPolicy
from bot.ids import EventEntrantId, UserId

WITH_SUBSTITUTES: Final = {NoShowPolicy.SUBSTITUTE, NoShowPolicy.SUBSTITUTE_STAYS}


def compute_due_at(event: Event, now: float, *, again: bool = False) -> float:
    """Return the time at which missing players count as absent. With `again`, it comes after half of the usual time."""
    return now + event.settings.grace / (2 if again else 1)


def mark_absent(event: Event, match: EventMatch) -> Event:
    """Return the event with a match's entrants marked as not checked in, if none of their members came."""
    others = [one for one in (event.round.tables if event.round else ()) if one.table != match.table]
    round_seats = [seat for one in (match, *others) for seat in one.seats]
    for side in match.sides:
        for entrant in map(event.find_entrant, side):
            came = any(seat.is_here for seat in round_seats if seat.entrant == entrant.id)
            if not came and entrant.status is EntrantStatus.PRESENT:
                event = event.with_entrant(replace(entrant, status=EntrantStatus.ENTERED))
    return event


def list_absent(match: EventMatch) -> frozenset[EventEntrantId]:
    """Return the entrants with a missing player. Entrants count, too, if the data of all their players was deleted."""
    missing = {seat.entrant for seat in match.seats if seat.user in match.missing}
    known = {seat.entrant for seat in match.seats if seat.is_here or seat.user is None or seat.user > 0}
    return frozenset(missing | ({entrant for side in match.sides for entrant in side} - known))


def forfeit(match: EventMatch, absent: frozenset[EventEntrantId]) -> EventMatch:
    """Return the match as forfeited by the absent entrants, unless a manager has already set its result."""
    if match.status is not MatchStatus.PAIRED:
        return match
    scores = tuple(0.0 if absent.intersection(side) else 1.0 for side in match.sides)
    result = MatchResult((scores[0], scores[1]), Verdict.FORFEITED, absent)
    return replace(match, status=MatchStatus.SETTLED, result=result)


def replace_missing(
    event: Event, match: EventMatch, no_show: NoShowPolicy, picked: Mapping[int, UserId]
) -> tuple[SeatPlan, ...]:
    """Return the seats with substitutes for missing players. If none is free, a computer player takes the seat."""
    free = list_free_substitutes(event) if no_show in WITH_SUBSTITUTES else []
    waiting = iter([user for user in free if user not in picked.values()])
    seats = []
    for place, seat in enumerate(match.seats):
        if seat.user is None or seat.is_here:
            seats.append(seat)
        else:
            newcomer = picked[place] if place in picked else next(waiting, None)
            seats.append(replace(seat, user=newcomer, share=None if newcomer is None else ""))
    return tuple(seats)


def list_free_substitutes(event: Event) -> list[UserId]:
    """Return the substitutes who have no seat in the newest round."""
    matches = event.round.tables if event.round else ()
    seated = {seat.user for match in matches for seat in match.seats}
    return [user for user in event.substitutes if user not in seated]
