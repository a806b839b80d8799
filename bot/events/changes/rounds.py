"""Adds the rounds of an event as they are paired, with pure changes; a repeated change has no effect."""

from dataclasses import replace

from bot.events.matches import EventMatch, EventRound, SeatPlan
from bot.events.model import Event
from bot.events.pairing.ports import EventFormat, RoundPairing
from bot.events.settings import SIDES, NoShowPolicy
from bot.ids import UNSAVED, EventEntrantId, EventMatchId, UserId


def add_round(event: Event, pairing: RoundPairing, due_at: float) -> Event:
    """Return the event with its next round; without tables to play it has no further rounds.

    In a knockout a bye without tables is a round: all opponents of the one who goes on have left.
    """
    ids = [one.id for one in event.competitors]
    if not pairing.encounters:
        if not (pairing.byes and event.settings.format is EventFormat.KNOCKOUT):
            return replace(event, planned_rounds=len(event.rounds))
        walkover = EventRound(len(event.rounds) + 1, (), tuple(ids[one] for one in pairing.byes), due_at)
        return replace(event, rounds=(*event.rounds, walkover), planned_rounds=walkover.number)
    matches = tuple(
        replace(
            _create_match(event, table, tuple(tuple(ids[one] for one in side) for side in encounter.sides)),
            part=encounter.part,
        )
        for table, encounter in enumerate(pairing.encounters, 1)
    )
    number = len(event.rounds) + 1
    new = EventRound(number, matches, tuple(ids[one] for one in pairing.byes), due_at)
    return replace(event, rounds=(*event.rounds, new), wanted_rounds=max(event.wanted_rounds, number))


def _create_match(event: Event, table: int, sides: tuple[tuple[EventEntrantId, ...], ...]) -> EventMatch:
    """Return a match whose sides sit at alternating seats."""
    people = [[(user, entrant) for entrant in side for user in event.find_entrant(entrant).members] for side in sides]
    seats: list[SeatPlan] = []
    for seat in range(event.settings.players):
        side = people[seat % SIDES]
        place = seat // SIDES
        user, entrant = side[place] if place < len(side) else (None, side[0][1])
        seats.append(SeatPlan(user, entrant))
    return _keep_substitutes(event, EventMatch(EventMatchId(UNSAVED), table, sides, tuple(seats)))


def _keep_substitutes(event: Event, match: EventMatch) -> EventMatch:
    """Return a match in which substitutes keep their seats unless they have withdrawn."""
    if event.settings.no_show is not NoShowPolicy.SUBSTITUTE_STAYS:
        return match
    staying = _list_staying(event)
    seats = [replace(seat, user=staying.get((seat.entrant, seat.user), seat.user)) for seat in match.seats]
    return replace(match, seats=tuple(seats))


def find_staying(event: Event, user: UserId) -> UserId | None:
    """Return the substitute who keeps a user's seat; None if nobody does."""
    own = event.find_entrant_of(user)
    if own is None or event.settings.no_show is not NoShowPolicy.SUBSTITUTE_STAYS:
        return None
    return _list_staying(event).get((own.id, user))


def _list_staying(event: Event) -> dict[tuple[EventEntrantId, UserId | None], UserId]:
    """Return, by entrant and member, the substitute who had the member's seat in the entrant's last match.

    A substitute who has since had another seat, while that entrant sat out, keeps only the newer one.
    """
    staying: dict[tuple[EventEntrantId, UserId | None], UserId] = {}
    for match in (match for one in event.rounds for match in one.matches):
        for place, seat in enumerate(match.seats):
            planned = event.find_planned(match, place)
            if seat.user is not None and seat.user != planned and seat.user in event.substitutes:
                staying = {key: user for key, user in staying.items() if user != seat.user}
                staying[seat.entrant, planned] = seat.user
            else:
                staying.pop((seat.entrant, planned), None)
    return staying


def mark_pinged(event: Event, number: int) -> Event:
    """Return the event with a round whose players have been pinged, unless it has been taken back."""
    found = _find_round(event, number)
    return event if found is None else event.with_round(replace(found, is_pinged=True))


def mark_reminded(event: Event, number: int) -> Event:
    """Return the event with a round whose missing players have been reminded, unless it has been taken back."""
    found = _find_round(event, number)
    return event if found is None else event.with_round(replace(found, is_reminded=True))


def _find_round(event: Event, number: int) -> EventRound | None:
    return event.rounds[number - 1] if number <= len(event.rounds) else None
