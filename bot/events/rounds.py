"""The rounds of an event, as pure changes: paired, played, reported. A repeated change returns the event as it is."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from bot.events.model import (
    ENDED,
    SIDES,
    EntrantStatus,
    Event,
    EventEntrant,
    EventMatch,
    EventRound,
    EventStatus,
    MatchResult,
    MatchStatus,
    NoShowPolicy,
    SeatPlan,
    Verdict,
)
from bot.events.pairing.ports import EntrantNumber, EventFormat, RoundPairing
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventEntrantId, EventMatchId, UserId

UNSAVED = EventMatchId(0)
"""The id of a match until the store gives it one."""
WITH_SUBSTITUTES: Final = {NoShowPolicy.SUBSTITUTE, NoShowPolicy.SUBSTITUTE_STAYS}


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
    return _keep_substitutes(event, EventMatch(UNSAVED, table, sides, tuple(seats)))


def _keep_substitutes(event: Event, match: EventMatch) -> EventMatch:
    """Return a match with the seats of substitutes who stay, as long as they have not withdrawn."""
    if event.settings.no_show is not NoShowPolicy.SUBSTITUTE_STAYS:
        return match
    staying = _list_staying(event)
    seats = [replace(seat, user=staying.get((seat.entrant, seat.user), seat.user)) for seat in match.seats]
    return replace(match, seats=tuple(seats))


def find_staying(event: Event, user: UserId) -> UserId | None:
    """Return the substitute who keeps a user's seat; None: nobody does."""
    own = event.find_entrant_of(user)
    if own is None or event.settings.no_show is not NoShowPolicy.SUBSTITUTE_STAYS:
        return None
    return _list_staying(event).get((own.id, user))


def _list_staying(event: Event) -> dict[tuple[EventEntrantId, UserId | None], UserId]:
    """Return by entrant and member which substitute had the member's seat in the entrant's last match.

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


def mark_here(event: Event, number: int, user: UserId, share: str) -> Event:
    """Return the event with a user at their table of round `number`.

    `share`: theirs in the shuffle, which nobody could foresee.

    Raises:
        EventRefused: OTHER_ROUND, NO_MATCH, ENDED.
    """
    if event.status in ENDED:
        raise EventRefused(EventRefusal.ENDED, name=event.settings.name)
    match, newest = event.find_match_of(user), event.round
    if newest is None or number != newest.number:
        raise EventRefused(EventRefusal.OTHER_ROUND)
    if match is None:
        raise EventRefused(EventRefusal.NO_MATCH)
    if match.status is not MatchStatus.PAIRED:
        return event
    seats = tuple(
        replace(seat, share=share) if seat.user == user and not seat.is_here else seat for seat in match.seats
    )
    if seats == match.seats:
        return event
    return _with_table(event, newest.number, match, lambda one: replace(one, seats=seats))


def _with_table(event: Event, round_number: int, at: EventMatch, change: Callable[[EventMatch], EventMatch]) -> Event:
    """Return the event with all matches changed that are played at the table of `at`."""
    for match in event.rounds[round_number - 1].matches:
        if match.table == at.table:
            event = event.with_match(round_number, change(match))
    return event


def begin_matches(event: Event, now: float) -> Event:
    """Return the event with every match begun, or forfeited, whose players are there or whose time is up."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or newest is None:
        return event
    for match in newest.tables:
        if match.status is MatchStatus.PAIRED and (not match.missing or now >= newest.due_at):
            event = _begin(event, newest.number, match)
    return event


def _begin(event: Event, round_number: int, match: EventMatch) -> Event:
    """Return the event with a match begun, or forfeited by the sides that are missing."""
    everyone_missing = not any(seat.is_here for seat in match.seats)
    absent = _list_absent(match)
    if absent and (everyone_missing or event.settings.no_show is NoShowPolicy.FORFEIT):
        event = _mark_absent(event, match)
        return _with_table(event, round_number, match, lambda one: _forfeit(one, absent))
    seats = _replace_missing(event, match)
    stays = event.settings.no_show is NoShowPolicy.SUBSTITUTE_STAYS
    event = _mark_absent(event, replace(match, seats=seats) if stays else match)
    event = _with_cut(event, round_number, match)
    return _with_table(event, round_number, match, lambda one: _seat(one, seats))


def _seat(match: EventMatch, seats: tuple[SeatPlan, ...]) -> EventMatch:
    """Return a match with its players, to be played now.

    A board whose result a manager has set before is not played any more: others may have seen it since.
    """
    is_due = match.status is MatchStatus.PAIRED
    return replace(match, seats=seats, status=MatchStatus.PLAYING if is_due else match.status)


def _with_cut(event: Event, round_number: int, first: EventMatch) -> Event:
    """Return the event with the boards of a round cut, by the shares of the first table that begins."""
    this = event.rounds[round_number - 1]
    if not this.boards or this.cut is not None:
        return event
    return event.with_round(replace(this, cut=join_shares(first)))


def join_shares(match: EventMatch) -> str:
    """Return the shares in the shuffle of those who have come to a table."""
    return " ".join(seat.share for seat in match.seats if seat.share)


def _mark_absent(event: Event, match: EventMatch) -> Event:
    """Return the event with entrants for whom nobody came absent, until they check in again."""
    others = [one for one in (event.round.tables if event.round else ()) if one.table != match.table]
    round_seats = [seat for one in (match, *others) for seat in one.seats]
    for side in match.sides:
        for entrant in map(event.find_entrant, side):
            if not any(seat.is_here for seat in round_seats if seat.entrant == entrant.id):
                event = _with_absent(event, entrant)
    return event


def _with_absent(event: Event, entrant: EventEntrant) -> Event:
    present = entrant.status is EntrantStatus.PRESENT
    return event.with_entrant(replace(entrant, status=EntrantStatus.ENTERED)) if present else event


def _list_absent(match: EventMatch) -> frozenset[EventEntrantId]:
    """Return the entrants with a missing player, and those whose people have all been forgotten."""
    missing = {seat.entrant for seat in match.seats if seat.user in match.missing}
    known = {seat.entrant for seat in match.seats if seat.is_here or seat.user is None or seat.user > 0}
    return frozenset(missing | ({entrant for side in match.sides for entrant in side} - known))


def _forfeit(match: EventMatch, absent: frozenset[EventEntrantId]) -> EventMatch:
    """Return a match forfeited by those who are absent, unless a manager has set its result before."""
    if match.status is not MatchStatus.PAIRED:
        return match
    scores = tuple(0.0 if absent.intersection(side) else 1.0 for side in match.sides)
    result = MatchResult((scores[0], scores[1]), Verdict.FORFEITED, absent)
    return replace(match, status=MatchStatus.SETTLED, result=result)


def _replace_missing(event: Event, match: EventMatch) -> tuple[SeatPlan, ...]:
    """Return the seats without missing players."""
    waiting = _list_free_substitutes(event) if event.settings.no_show in WITH_SUBSTITUTES else []
    seats = []
    for seat in match.seats:
        if seat.user is None or seat.is_here:
            seats.append(seat)
        else:
            newcomer = waiting.pop(0) if waiting else None
            seats.append(replace(seat, user=newcomer, share=None if newcomer is None else ""))
    return tuple(seats)


def _list_free_substitutes(event: Event) -> list[UserId]:
    """Return the substitutes who have no seat in the newest round."""
    matches = event.round.tables if event.round else ()
    seated = {seat.user for match in matches for seat in match.seats}
    return [user for user in event.substitutes if user not in seated]


def settle(
    event: Event, match_id: EventMatchId, scores: tuple[float, float] | None, card_points: float | None = None
) -> Event:
    """Return the event with the result that was played at a match's table; `scores` None: there is none."""
    found = find_match(event, match_id)
    if found is None or found[1].status is not MatchStatus.PLAYING:
        return event
    number, match = found
    if scores is None:
        return event.with_match(number, replace(match, status=MatchStatus.UNRESOLVED))
    result = MatchResult(scores, Verdict.PLAYED, card_points=card_points)
    return event.with_match(number, replace(match, status=MatchStatus.SETTLED, result=result))


def report(
    event: Event,
    round_number: int,
    table: int,
    scores: tuple[float, float] | None,
    board: int | None = None,
    *,
    ends_table: bool = False,
) -> Event:
    """Return the event with a manager's result for a table; `scores` None: it is void.

    Where a table plays several boards, a result is that of one `board`; without one all of them are void. A table that
    plays is ended: its deals stay as they are, and the manager's result counts in the event.

    Raises:
        EventRefused: NOT_STARTED, NO_SUCH_MATCH, NO_SUCH_BOARD, BOARD_NEEDED; TABLE_PLAYS without `ends_table`.
    """
    if not event.rounds:
        raise EventRefused(EventRefusal.NOT_STARTED, name=event.settings.name)
    matches = _require_matches(event, round_number, table, board)
    if scores is not None and len(matches) > 1:
        raise EventRefused(EventRefusal.BOARD_NEEDED, table=table)
    if not ends_table and any(match.status is MatchStatus.PLAYING for match in matches):
        raise EventRefused(EventRefusal.TABLE_PLAYS, round=round_number, table=table)
    status = MatchStatus.VOID if scores is None else MatchStatus.SETTLED
    result = None if scores is None else MatchResult(scores, Verdict.REPORTED)
    for match in matches:
        ending = match.is_ending or match.status is MatchStatus.PLAYING
        event = event.with_match(round_number, replace(match, status=status, result=result, is_ending=ending))
    return event


def mark_ended(event: Event, match_id: EventMatchId) -> Event:
    """Return the event with a match whose table has been ended."""
    found = find_match(event, match_id)
    if found is None or not found[1].is_ending:
        return event
    return event.with_match(found[0], replace(found[1], is_ending=False))


def mark_called(event: Event, number: int) -> Event:
    """Return the event with a round whose players have been called."""
    return event.with_round(replace(event.rounds[number - 1], is_called=True))


def mark_reminded(event: Event, number: int) -> Event:
    """Return the event with a round whose missing players have been reminded."""
    return event.with_round(replace(event.rounds[number - 1], is_reminded=True))


def find_match(event: Event, match_id: EventMatchId) -> tuple[int, EventMatch] | None:
    """Return a match with the number of its round."""
    return next(((one.number, match) for one in event.rounds for match in one.matches if match.id == match_id), None)


def _require_matches(event: Event, round_number: int, table: int, board: int | None) -> list[EventMatch]:
    """Return the matches of a table, or only that of a board."""
    known = 1 <= round_number <= len(event.rounds)
    matches = [one for one in event.rounds[round_number - 1].matches if one.table == table] if known else []
    if not matches:
        raise EventRefused(EventRefusal.NO_SUCH_MATCH, round=round_number, table=table)
    if board is None:
        return matches
    found = [one for one in matches if one.board == board]
    if not found:
        raise EventRefused(EventRefusal.NO_SUCH_BOARD, board=board)
    return found


def list_numbers(event: Event, entrants: Iterable[EventEntrantId]) -> tuple[EntrantNumber, ...]:
    """Return the numbers of entrants in pairings."""
    return tuple(EntrantNumber(event.find_entrant(one).number or 0) for one in entrants)
