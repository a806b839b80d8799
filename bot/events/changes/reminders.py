"""Decides when players of an event are reminded to check in or to come, and marks them as reminded or pinged."""

from dataclasses import replace
from typing import Final

from bot.events.matches import EventRound
from bot.events.model import EntrantStatus, Event, EventStatus
from bot.ids import UserId

REMINDER_SECONDS: Final = 15 * 60.0
"""The reminder to check in is sent this many seconds before the planned start."""
SHORTEST_REMINDED: Final = 60.0
"""Missing players are reminded only if they have at least this many seconds to come to their table."""


def is_start_reminder_due(event: Event, now: float) -> bool:
    """Return whether the planned start is near, so that those who have not checked in must be reminded."""
    starts_at = event.settings.starts_at
    may_check_in = event.status in {EventStatus.OPEN, EventStatus.CLOSED}
    return may_check_in and not event.is_reminded and starts_at is not None and now >= starts_at - REMINDER_SECONDS


def mark_start_reminded(event: Event) -> Event:
    """Return the event with the reminder of its start marked as sent."""
    return event if event.is_reminded else replace(event, is_reminded=True)


def list_not_checked_in(event: Event) -> tuple[UserId, ...]:
    """Return the members of entrants who have not checked in."""
    return tuple(user for one in event.entrants if one.status is EntrantStatus.ENTERED for user in one.members)


def is_round_reminder_due(event: Event, one: EventRound, now: float) -> bool:
    """Return whether it is time to remind the missing players of a round, halfway through their time to come."""
    grace = event.settings.grace
    return not one.is_reminded and grace >= SHORTEST_REMINDED and now >= one.due_at - grace / 2


def mark_pinged(event: Event, number: int) -> Event:
    """Return the event with a round's players marked as pinged; if the round was undone, nothing changes."""
    rounds = (replace(one, is_pinged=one.is_pinged or one.number == number) for one in event.rounds)
    return replace(event, rounds=tuple(rounds))


def mark_round_reminded(event: Event, number: int) -> Event:
    """Return the event with a round's missing players marked as reminded; if the round was undone, nothing changes."""
    rounds = (replace(one, is_reminded=one.is_reminded or one.number == number) for one in event.rounds)
    return replace(event, rounds=tuple(rounds))
