"""Who takes part: pure changes of an event's entrants and substitutes. A repeated change returns the event as it is."""

from dataclasses import replace
from typing import Final

from bot.events.model import (
    ENDED,
    EntrantStatus,
    Event,
    EventEntrant,
    EventStatus,
)
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventEntrantId, TeamId, UserId

MAX_ENTRANTS: Final = 200
MAX_SUBSTITUTES: Final = 50
REMINDER_SECONDS: Final = 15 * 60.0
"""How long before the planned start those who have not checked in are reminded."""


def enter(event: Event, members: tuple[UserId, ...], team: TeamId | None, now: float) -> Event:
    """Return the event with an entrant, who is present from the start where it has begun.

    Raises:
        EventRefused: NOT_OPEN, ENDED, MEMBER_IN, TOO_MANY_ENTRANTS.
    """
    require_entries_open(event)
    known = [event.find_entrant_of(user) for user in members]
    active = [one for one in known if one is not None and one.status is not EntrantStatus.WITHDRAWN]
    same = next((one for one in known if one is not None and set(one.members) == set(members)), None)
    if same is not None and same in active:
        return event
    if active:
        raise EventRefused(EventRefusal.MEMBER_IN, name=event.settings.name)
    running = event.status is EventStatus.RUNNING
    status = EntrantStatus.PRESENT if running else EntrantStatus.ENTERED
    if same is not None:
        return _without_substitutes(event.with_entrant(replace(same, status=status)), members)
    if len(event.entrants) >= MAX_ENTRANTS:
        raise EventRefused(EventRefusal.TOO_MANY_ENTRANTS, limit=MAX_ENTRANTS)
    number = len(event.competitors) if running else None
    new = EventEntrant(EventEntrantId(len(event.entrants) + 1), members, team, status, now, number)
    return _without_substitutes(event.with_entrant(new), members)


def require_entries_open(event: Event) -> None:
    """Refuse new entrants unless entries are open, or the event takes late ones."""
    _require_not_ended(event)
    late = event.status is EventStatus.RUNNING and event.settings.late_entry
    if not (event.status is EventStatus.OPEN or (late and event.settings.format.takes_late_entrants)):
        raise EventRefused(EventRefusal.NOT_OPEN, name=event.settings.name)


def check_in(event: Event, user: UserId) -> Event:
    """Return the event with a user's entrant present; any member does that for all.

    Raises:
        EventRefused: NOT_IN, NOT_OPEN, ENDED.
    """
    _require_not_ended(event)
    entrant = require_entrant(event, user)
    if event.status is EventStatus.CREATED:
        raise EventRefused(EventRefusal.NOT_OPEN, name=event.settings.name)
    if event.status is EventStatus.RUNNING and entrant.number is None:
        return _enter_late(event, entrant)
    return _with_status(event, entrant, EntrantStatus.PRESENT)


def withdraw(event: Event, user: UserId) -> Event:
    """Return the event without a user's entrant in later rounds; before the start they may enter again.

    Raises:
        EventRefused: NOT_IN, ENDED.
    """
    _require_not_ended(event)
    if user in event.substitutes:
        return _without_substitutes(event, (user,))
    own = event.find_entrant_of(user)
    if own is None:
        raise EventRefused(EventRefusal.NOT_IN, name=event.settings.name)
    return _with_status(event, own, EntrantStatus.WITHDRAWN)


def volunteer(event: Event, user: UserId) -> Event:
    """Return the event with a user as a substitute, who may be given the seat of a missing player.

    Raises:
        EventRefused: IS_ENTRANT, NOT_OPEN, ENDED, TOO_MANY_ENTRANTS.
    """
    _require_not_ended(event)
    if event.status is EventStatus.CREATED:
        raise EventRefused(EventRefusal.NOT_OPEN, name=event.settings.name)
    own = event.find_entrant_of(user)
    if own is not None and own.status is not EntrantStatus.WITHDRAWN:
        raise EventRefused(EventRefusal.IS_ENTRANT)
    if user in event.substitutes:
        return event
    if len(event.substitutes) >= MAX_SUBSTITUTES:
        raise EventRefused(EventRefusal.TOO_MANY_ENTRANTS, limit=MAX_SUBSTITUTES)
    return replace(event, substitutes=(*event.substitutes, user))


def is_reminder_due(event: Event, now: float) -> bool:
    """Return whether those who have not checked in are to be reminded: shortly before the planned start."""
    starts_at = event.settings.starts_at
    may_check_in = event.status in {EventStatus.OPEN, EventStatus.CLOSED}
    return may_check_in and not event.is_reminded and starts_at is not None and now >= starts_at - REMINDER_SECONDS


def mark_reminded(event: Event) -> Event:
    """Return the event with a reminder sent."""
    return event if event.is_reminded else replace(event, is_reminded=True)


def list_not_checked_in(event: Event) -> tuple[UserId, ...]:
    """Return the members of entrants who have not checked in."""
    return tuple(user for one in event.entrants if one.status is EntrantStatus.ENTERED for user in one.members)


def require_entrant(event: Event, user: UserId) -> EventEntrant:
    """Return a user's entrant that has not withdrawn.

    Raises:
        EventRefused: NOT_IN.
    """
    own = event.find_entrant_of(user)
    if own is None or own.status is EntrantStatus.WITHDRAWN:
        raise EventRefused(EventRefusal.NOT_IN, name=event.settings.name)
    return own


def _enter_late(event: Event, entrant: EventEntrant) -> Event:
    """Return the event with somebody who had not checked in at the start."""
    require_entries_open(event)
    present = replace(entrant, status=EntrantStatus.PRESENT, number=len(event.competitors))
    return event.with_entrant(present)


def _with_status(event: Event, entrant: EventEntrant, status: EntrantStatus) -> Event:
    return event if entrant.status is status else event.with_entrant(replace(entrant, status=status))


def _without_substitutes(event: Event, members: tuple[UserId, ...]) -> Event:
    return replace(event, substitutes=tuple(one for one in event.substitutes if one not in members))


def _require_not_ended(event: Event) -> None:
    if event.status in ENDED:
        raise EventRefused(EventRefusal.ENDED, name=event.settings.name)
