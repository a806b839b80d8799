"""Pure functions that decide whether the next round may begin and who plays in it, and that add the round."""

from dataclasses import replace

from bot.events.matches import EventMatch, EventRound, MatchStatus, SeatPlan
from bot.events.model import EntrantStatus, Event, EventEntrant, EventStatus
from bot.events.pairing.knockout import list_contenders
from bot.events.pairing.ports import Encounter, EntrantState, EventFormat, RoundPairing
from bot.events.settings import SIDES, NoShowPolicy
from bot.events.standings.event_standings import list_played_rounds, list_states
from bot.ids import UNSAVED, EventEntrantId, EventMatchId, UserId


def may_pair(event: Event) -> bool:
    """Return whether the next round may be paired."""
    newest, number = event.round, len(event.rounds) + 1
    if event.status is not EventStatus.RUNNING or number > event.planned_rounds:
        return False
    if newest is not None and (not newest.is_over or any(match.is_ending for match in newest.matches)):
        return False
    if is_decided(event):
        return True
    if lacks_players(event):
        return number <= event.wanted_rounds and can_go_on_without(event)
    return event.settings.automatic or number <= event.wanted_rounds


def give_time(event: Event, until: float) -> Event:
    """Give missing players time until `until`, if they have less. They will be reminded again."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or newest is None or newest.due_at >= until:
        return event
    if not any(match.status is MatchStatus.PAIRED and match.missing for match in newest.matches):
        return event
    return event.with_round(replace(newest, due_at=until, is_reminded=False))


def lacks_players(event: Event) -> bool:
    """Return whether fewer entrants are present than the next round needs."""
    return not is_decided(event) and count_present(event) < event.settings.least_entrants


def count_present(event: Event) -> int:
    """Return how many entrants are present for the next round."""
    return sum(one.status is EntrantStatus.PRESENT for one in event.competitors)


def is_decided(event: Event) -> bool:
    """Return whether at most one entrant can still win a knockout, and too few are present for another table."""
    if event.settings.format is not EventFormat.KNOCKOUT or event.status is not EventStatus.RUNNING:
        return False
    return count_present(event) < event.settings.least_entrants and len(_list_contenders(event)) <= 1


def can_go_on_without(event: Event) -> bool:
    """Return whether a manager may let a knockout go on without those who have not checked in."""
    knockout = event.settings.format is EventFormat.KNOCKOUT
    return knockout and any(one.status is EntrantStatus.PRESENT for one in _list_contenders(event))


def list_next_states(event: Event) -> list[EntrantState]:
    """Return the entrants' states for the next pairing. The winner of a decided knockout counts as present."""
    states = list_states(event)
    if not is_decided(event):
        return states
    last = [one.number for one in _list_contenders(event)]
    return [replace(state, present=True) if state.number in last else state for state in states]


def _list_contenders(event: Event) -> list[EventEntrant]:
    """Return the entrants who can still win and have not withdrawn. During a round, everyone counts as able to win."""
    competitors = event.competitors
    if event.round is not None and event.round.is_over:
        through = list_contenders(list_played_rounds(event), event.settings.bracket.best_of)
        competitors = tuple(one for number, one in enumerate(competitors) if number in through)
    return [one for one in competitors if one.status is not EntrantStatus.WITHDRAWN]


def add_round(event: Event, pairing: RoundPairing, due_at: float) -> Event:
    """Return the event with its next round. If the pairing has no tables, plan no further rounds instead."""
    competitors, number = event.competitors, len(event.rounds) + 1
    # a knockout's last round may consist of byes: the last entrant goes on because all opponents have left
    if not pairing.encounters and not (pairing.byes and event.settings.format is EventFormat.KNOCKOUT):
        return replace(event, planned_rounds=len(event.rounds))
    matches = tuple(_create_match(event, table, encounter) for table, encounter in enumerate(pairing.encounters, 1))
    new = EventRound(number, matches, tuple(competitors[one].id for one in pairing.byes), due_at)
    event = replace(event, rounds=(*event.rounds, new))
    if not matches:
        return replace(event, planned_rounds=number)
    return replace(event, wanted_rounds=max(event.wanted_rounds, number))


def _create_match(event: Event, table: int, encounter: Encounter) -> EventMatch:
    competitors = event.competitors
    sides = [[competitors[number] for number in side] for side in encounter.sides]
    people = [[(user, entrant.id) for entrant in side for user in entrant.members] for side in sides]
    seats: list[SeatPlan] = []
    for seat in range(event.settings.players):
        place, side = seat // SIDES, people[seat % SIDES]
        seats.append(SeatPlan(*side[place]) if place < len(side) else SeatPlan(None, side[0][1]))
    if event.settings.no_show is NoShowPolicy.SUBSTITUTE_STAYS:
        staying = _list_staying(event)
        seats = [replace(seat, user=staying.get((seat.entrant, seat.user), seat.user)) for seat in seats]
    ids = tuple(tuple(entrant.id for entrant in side) for side in sides)
    return EventMatch(EventMatchId(UNSAVED), table, ids, tuple(seats), part=encounter.part)


def find_staying(event: Event, user: UserId) -> UserId | None:
    """Return the substitute who keeps a user's seat for later rounds; None if nobody does."""
    own = event.find_entrant_of(user)
    if own is None or event.settings.no_show is not NoShowPolicy.SUBSTITUTE_STAYS:
        return None
    return _list_staying(event).get((own.id, user))


def _list_staying(event: Event) -> dict[tuple[EventEntrantId, UserId | None], UserId]:
    """Return the substitute in each member's last match. A user who replaced several members is listed for the last."""
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
