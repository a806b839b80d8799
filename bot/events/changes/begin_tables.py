"""Pure functions that record who has come to a table of an event, and that begin its matches. They may be repeated."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.events.changes.entries import require_not_ended, volunteer
from bot.events.changes.no_shows import forfeit, list_absent, list_free_substitutes, mark_absent, replace_missing
from bot.events.matches import EventMatch, MatchStatus, SeatPlan
from bot.events.model import Event, EventStatus
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import NoShowPolicy
from bot.ids import UserId


def mark_here(event: Event, number: int, user: UserId, share: str) -> Event:
    """Note that a user has come to their table. The shuffle will include their random text `share`.

    Raises EventRefused: OTHER_ROUND, NO_MATCH, ENDED.
    """
    require_not_ended(event)
    newest = event.round
    if newest is None or number != newest.number:
        raise EventRefused(EventRefusal.OTHER_ROUND)
    match = EventRefused.require_found(event.find_match_of(user), EventRefusal.NO_MATCH)
    if match.status is not MatchStatus.PAIRED:
        return event
    seats = tuple(
        replace(seat, share=share) if seat.user == user and not seat.is_here else seat for seat in match.seats
    )
    if seats == match.seats:
        return event
    return _with_table(event, match, lambda one: replace(one, seats=seats))


def _with_table(event: Event, at: EventMatch, change: Callable[[EventMatch], EventMatch]) -> Event:
    for match in event.rounds[-1].matches:
        if match.table == at.table:
            event = event.with_match(len(event.rounds), change(match))
    return event


def begin_matches(event: Event, now: float) -> Event:
    """Begin each match whose players are all there or whose time is up. With missing players, it may be forfeited."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or newest is None:
        return event
    for match in newest.tables:
        if match.status is MatchStatus.PAIRED and (not match.missing or now >= newest.due_at):
            event = _begin(event, match, event.settings.no_show)
    return event


def begin_now(event: Event, number: int, table: int, no_show: NoShowPolicy) -> Event:
    """Return the event with a table begun at once. Raises EventRefused: OTHER_ROUND, NO_SUCH_MATCH, ENDED."""
    match = _get_table(event, number, table)
    return _begin(event, match, no_show) if match.status is MatchStatus.PAIRED else event


def _get_table(event: Event, number: int, table: int) -> EventMatch:
    require_not_ended(event)
    if event.round is None or event.round.number != number:
        raise EventRefused(EventRefusal.OTHER_ROUND)
    match = next((one for one in event.round.tables if one.table == table), None)
    return EventRefused.require_found(match, EventRefusal.NO_SUCH_MATCH, round=number, table=table)


def begin_with(event: Event, number: int, table: int, place: int, user: UserId) -> Event:
    """Return the event with a table begun at once. The user takes the seat `place` of a missing player.

    Raises EventRefused: HAS_SEAT, HAS_COME, and as for `entries.volunteer` and `begin_now`.
    """
    match = _get_table(event, number, table)
    is_missing = any(seat.user in match.missing for seat in match.seats[place : place + 1])
    if match.status is not MatchStatus.PAIRED or not is_missing:
        raise EventRefused(EventRefusal.HAS_COME)
    own = event.find_entrant_of(user)
    if own is not None and own.is_in:
        raise EventRefused(EventRefusal.HAS_SEAT)
    added = volunteer(event, user)
    if user not in list_free_substitutes(added):
        raise EventRefused(EventRefusal.HAS_SEAT)
    return _begin(added, match, NoShowPolicy.SUBSTITUTE, {place: user})


def _begin(
    event: Event, match: EventMatch, no_show: NoShowPolicy, picked: Mapping[int, UserId] = MappingProxyType({})
) -> Event:
    """Start a match, or let absent entrants forfeit it. `picked` names users who take the seats of missing players."""
    everyone_missing = not any(seat.is_here for seat in match.seats)
    absent = list_absent(match)
    if absent and (everyone_missing or no_show is NoShowPolicy.FORFEIT):
        event = mark_absent(event, match)
        return _with_table(event, match, lambda one: forfeit(one, absent))
    seats = replace_missing(event, match, no_show, picked)
    stays = event.settings.no_show is NoShowPolicy.SUBSTITUTE_STAYS
    event = mark_absent(event, replace(match, seats=seats) if stays else match)
    event = _with_cut(event, match)
    return _with_table(event, match, lambda one: _seat(one, seats))


def _seat(match: EventMatch, seats: tuple[SeatPlan, ...]) -> EventMatch:
    """Fill the seats, and start the match. A match with a result does not start, because others may know its cards."""
    is_due = match.status is MatchStatus.PAIRED
    return replace(match, seats=seats, status=MatchStatus.PLAYING if is_due else match.status)


def _with_cut(event: Event, first: EventMatch) -> Event:
    this = event.rounds[-1]
    if not this.boards or this.cut is not None:
        return event
    return event.with_round(replace(this, cut=join_shares(first)))


def join_shares(match: EventMatch) -> str:
    """Return what the people who have come to a table add to its shuffle, joined by spaces."""
    return " ".join(seat.share for seat in match.seats if seat.share)
