"""Pure functions that change who takes part, as entrant or as substitute. A repeated change has no effect."""

import math
from dataclasses import replace
from typing import Final

from bot.events.model import ENDED, EntrantStatus, Event, EventEntrant, EventStatus
from bot.events.pairing.formats import count_rounds
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventEntrantId, TeamId, UserId

MAX_ENTRANTS: Final = 500
MAX_SUBSTITUTES: Final = 50
EXTRA_ROUNDS: Final = 2
"""A round-robin plans this many extra rounds when somebody enters late. Rounds without a game are dropped."""
_TOO_LATE: Final = {
    EventFormat.KNOCKOUT: EventRefusal.LATE_KNOCKOUT,
    EventFormat.ROUND_ROBIN: EventRefusal.LATE_ROUND_ROBIN,
    EventFormat.TEAM_MATCH: EventRefusal.NOT_OPEN,
}


def enter(event: Event, members: tuple[UserId, ...], team: TeamId | None, now: float) -> Event:
    """Add an entrant. Raises EventRefused: MEMBER_IN, TOO_MANY_ENTRANTS, and as for `require_entries_open`."""
    require_entries_open(event)
    known = [event.find_entrant_of(user) for user in members]
    active = [one for one in known if one is not None and one.status is not EntrantStatus.WITHDRAWN]
    same = next((one for one in known if one is not None and set(one.members) == set(members)), None)
    if same is not None and same in active:
        return event
    if active:
        raise EventRefused(EventRefusal.MEMBER_IN, name=event.settings.name)
    if same is None and len(event.entrants) >= MAX_ENTRANTS:
        raise EventRefused(EventRefusal.TOO_MANY_ENTRANTS, limit=MAX_ENTRANTS)
    id_ = EventEntrantId(len(event.entrants) + 1)
    new = same or EventEntrant(id_, members, team, EntrantStatus.ENTERED, now)
    entered = _without_substitutes(_admit(event, new), members)
    return replace(entered, invitations=tuple(one for one in entered.invitations if not {*members} & {*one.members}))


def enter_for(event: Event, members: tuple[UserId, ...], now: float) -> Event:
    """Return the event with an entrant whom a manager enters, checked in at once. Entries may be closed.

    Raises EventRefused: WRONG_SIZE, MEMBER_IN, TOO_MANY_ENTRANTS, and as for `require_entries_open`.
    """
    require_not_ended(event)
    size = event.settings.team_size
    if len(set(members)) != size:
        raise EventRefused(EventRefusal.WRONG_SIZE, size=size)
    if event.status is EventStatus.RUNNING:
        late = replace(event, settings=replace(event.settings, late_entry=True))
        require_entries_open(late)
        return replace(enter(late, members, None, now), settings=event.settings)
    entered = enter(replace(event, status=EventStatus.OPEN), members, None, now)
    return replace(check_in(entered, members[0]), status=event.status)


def _admit(event: Event, entrant: EventEntrant) -> Event:
    """Return the event with an entrant. After the start they get a number, and a round-robin may plan more rounds."""
    if event.status is not EventStatus.RUNNING:
        return event.with_entrant(replace(entrant, status=EntrantStatus.ENTERED))
    number = len(event.competitors) if entrant.number is None else entrant.number
    event = event.with_entrant(replace(entrant, status=EntrantStatus.PRESENT, number=number))
    settings = event.settings
    if settings.format is not EventFormat.ROUND_ROBIN or settings.rounds is not None:
        return event
    needed = count_rounds(settings.format, len(event.competitors)) + EXTRA_ROUNDS
    return replace(event, planned_rounds=max(event.planned_rounds, needed))


def require_entries_open(event: Event) -> None:
    """Refuse late entries. Raises EventRefused: NOT_OPEN, ENDED, LATE_KNOCKOUT, LATE_ROUND_ROBIN, LAST_ROUND."""
    require_not_ended(event)
    if not takes_entrants(event):
        late = event.status is EventStatus.RUNNING and event.settings.late_entry
        reason = _TOO_LATE.get(event.settings.format, EventRefusal.LAST_ROUND) if late else EventRefusal.NOT_OPEN
        raise EventRefused(reason, name=event.settings.name)


def takes_entrants(event: Event) -> bool:
    """Return whether people may enter now."""
    late = event.status is EventStatus.RUNNING and event.settings.late_entry
    return event.status is EventStatus.OPEN or (late and not is_too_late(event))


def is_last_round(event: Event) -> bool:
    """Return whether the last round has been paired. From then on, it does not matter who is present."""
    return event.status is EventStatus.RUNNING and len(event.rounds) >= event.planned_rounds > 0


def is_check_in_useful(event: Event, entrant: EventEntrant) -> bool:
    """Return whether a check-in would take back the entrant's withdrawal, or let them play in a later round."""
    withdrawn = entrant.status is EntrantStatus.WITHDRAWN
    return withdrawn or (entrant.status is EntrantStatus.ENTERED and not is_last_round(event))


def is_too_late(event: Event) -> bool:
    """Return whether it is too late for a new entrant of a running event to play."""
    limit, rounds = event.settings.format.last_late_round, len(event.rounds)
    return not limit or rounds > limit or (math.isinf(limit) and rounds >= event.planned_rounds)


def check_in(event: Event, user: UserId) -> Event:
    """Return the event with a user's entrant present. A check-in by one member counts for all.

    An entrant that withdrew after the start comes back, unless a knockout has gone on without them.
    Raises EventRefused: NOT_IN, LEFT_BEHIND, MEMBER_IN, and as for `require_entries_open`.
    """
    require_not_ended(event)
    own = event.find_entrant_of(user)
    if event.status is EventStatus.RUNNING and own is not None and _may_return(event, own):
        return _without_substitutes(_with_status(event, own, EntrantStatus.PRESENT), own.members)
    entrant = require_entrant(event, user)
    if event.status is EventStatus.CREATED:
        raise EventRefused(EventRefusal.NOT_OPEN, name=event.settings.name)
    if event.status is EventStatus.RUNNING and entrant.number is None:  # this check-in is a late entry
        require_entries_open(event)
        return _admit(event, entrant)
    return _with_status(event, entrant, EntrantStatus.PRESENT)


def _may_return(event: Event, own: EventEntrant) -> bool:
    """Return whether an entrant withdrew after the start and may come back. Raises EventRefused if they may not."""
    if own.status is not EntrantStatus.WITHDRAWN or own.number is None:
        return False
    if any(other.is_in and set(other.members) & set(own.members) for other in event.entrants):
        raise EventRefused(EventRefusal.MEMBER_IN, name=event.settings.name)
    newest = event.round
    if event.settings.format is EventFormat.KNOCKOUT and newest is not None and own.id not in newest.entrants:
        raise EventRefused(EventRefusal.LEFT_BEHIND, name=event.settings.name)
    return True


def withdraw(event: Event, user: UserId) -> Event:
    """Withdraw a user's entrant from later rounds, or the user as substitute. Raises EventRefused: NOT_IN, ENDED."""
    require_not_ended(event)
    if user in event.substitutes:
        return _without_substitutes(event, (user,))
    own = EventRefused.require_found(event.find_entrant_of(user), EventRefusal.NOT_IN, name=event.settings.name)
    return _with_status(event, own, EntrantStatus.WITHDRAWN)


def volunteer(event: Event, user: UserId) -> Event:
    """Add a user as a substitute. Raises EventRefused: IS_ENTRANT, NOT_OPEN, ENDED, TOO_MANY_ENTRANTS."""
    require_not_ended(event)
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


def require_entrant(event: Event, user: UserId) -> EventEntrant:
    """Return a user's entrant. Raises EventRefused: NOT_IN, also for an entrant that has withdrawn."""
    own = event.find_entrant_of(user)
    if own is None or own.status is EntrantStatus.WITHDRAWN:
        raise EventRefused(EventRefusal.NOT_IN, name=event.settings.name)
    return own


def _with_status(event: Event, entrant: EventEntrant, status: EntrantStatus) -> Event:
    return event if entrant.status is status else event.with_entrant(replace(entrant, status=status))


def _without_substitutes(event: Event, members: tuple[UserId, ...]) -> Event:
    return replace(event, substitutes=tuple(one for one in event.substitutes if one not in members))


def require_not_ended(event: Event) -> None:
    """Refuse changes of an event that has ended. Raises EventRefused: ENDED."""
    if event.status in ENDED:
        raise EventRefused(EventRefusal.ENDED, name=event.settings.name)
