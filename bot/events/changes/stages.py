"""Changes the stage of an event (open, closed, running, finished or cancelled), its settings and its managers."""

from dataclasses import replace
from typing import Final

from bot.events.changes.entries import require_not_ended
from bot.events.changes.next_round import can_go_on_without, count_present, lacks_players
from bot.events.model import BEFORE_START, EntrantStatus, Event, EventStatus
from bot.events.pairing.formats import count_rounds
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import EventSettings
from bot.events.standings.event_bracket import is_bracket_complete
from bot.events.standings.seeding import NO_SEEDS, Seeds, order_by_seeds
from bot.ids import UserId
from bot.setting_fields import get_values

MAX_MANAGERS: Final = 10
EVENING_ROUNDS: Final = 7
"""If no number is set, at most this many rounds are planned. Knockout, Swiss and round-robin have no such limit."""
_AS_LONG_AS_NEEDED: Final = {EventFormat.SWISS, EventFormat.ROUND_ROBIN}
LATEST_START: Final = 3 * 3600.0
"""An event starts by itself at most this many seconds after the planned time. Later, a manager must start it."""
RUNNING_SETTINGS: Final = frozenset({"name", "no_show", "grace", "automatic", "late_entry", "rounds"})
"""The settings that may still change after the start."""


def open_entries(event: Event) -> Event:
    """Return the event with its entries open. Raises EventRefused: ALREADY_STARTED, ENDED."""
    _require_before_start(event)
    return _with_status(event, EventStatus.OPEN)


def close_entries(event: Event) -> Event:
    """Return the event with its entries closed until the start. Raises EventRefused: ALREADY_STARTED, ENDED."""
    _require_before_start(event)
    return _with_status(event, EventStatus.CLOSED)


def start(event: Event, seeds: Seeds = NO_SEEDS) -> Event:
    """Start with the entrants who have checked in, and number them by seed. Raises EventRefused: TOO_FEW, ENDED."""
    if event.status is EventStatus.RUNNING:
        return event
    _require_before_start(event)
    present = [one for one in event.entrants if one.status is EntrantStatus.PRESENT]
    least = event.settings.least_entrants
    if len(present) < least:
        raise EventRefused(EventRefusal.TOO_FEW, least=least, given=len(present))
    for number, entrant in enumerate(order_by_seeds(event, present, seeds)):
        event = event.with_entrant(replace(entrant, number=number))
    planned = plan_rounds(event, len(present))
    return replace(event, status=EventStatus.RUNNING, planned_rounds=planned, wanted_rounds=1)


def is_start_due(event: Event, now: float) -> bool:
    """Return whether it is time for an event to start by itself, whether or not enough entrants have checked in."""
    planned = event.settings.starts_at
    may_start = event.status in {EventStatus.OPEN, EventStatus.CLOSED} and event.settings.automatic
    return may_start and planned is not None and planned <= now <= planned + LATEST_START


def start_when_due(event: Event, now: float, seeds: Seeds = NO_SEEDS) -> Event:
    """Start the event if its time has come and enough entrants have checked in."""
    present = sum(one.status is EntrantStatus.PRESENT for one in event.entrants)
    return start(event, seeds) if is_start_due(event, now) and present >= event.settings.least_entrants else event


def plan_rounds(event: Event, entrants: int) -> int:
    """Return how many rounds to plan. A knockout gets all that it needs. Other formats prefer the set number."""
    style, usual = event.settings.format, count_rounds(event.settings.format, entrants, event.settings.bracket)
    if style is EventFormat.KNOCKOUT:
        return usual
    return event.settings.rounds or (usual if style in _AS_LONG_AS_NEEDED else min(usual, EVENING_ROUNDS))


def want_round(event: Event, number: int) -> Event:
    """Allow round `number` to begin. Raises EventRefused: NOT_STARTED, ENDED, ROUND_RUNS, NO_MORE_ROUNDS, TOO_FEW."""
    require_not_ended(event)
    if event.status is not EventStatus.RUNNING:
        raise EventRefused(EventRefusal.NOT_STARTED, name=event.settings.name)
    if number <= event.wanted_rounds:
        return event
    if number > event.planned_rounds:
        raise EventRefused(EventRefusal.NO_MORE_ROUNDS, number=event.planned_rounds)
    newest = event.round
    if newest is None or not newest.is_over or newest.number != number - 1:
        running = sum(match.is_open for match in newest.matches) if newest else 0
        raise EventRefused(EventRefusal.ROUND_RUNS, number=number - 1, open=running)
    if lacks_players(event) and not can_go_on_without(event):
        raise EventRefused(EventRefusal.TOO_FEW, least=event.settings.least_entrants, given=count_present(event))
    return replace(event, wanted_rounds=number)


def finish(event: Event) -> Event:
    """Return the event finished, if its last round is over."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or newest is None or not newest.is_over:
        return event
    if any(match.is_ending for one in event.rounds for match in one.matches):
        return event
    if newest.number < event.planned_rounds and not is_bracket_complete(event):
        return event
    return replace(event, status=EventStatus.FINISHED, planned_rounds=newest.number)


def change_settings(event: Event, settings: EventSettings) -> Event:
    """Return the event with other settings, which must already be validated.

    Raises EventRefused: ENDED, ALREADY_STARTED if a setting outside `RUNNING_SETTINGS` changes after the start, and
    ENTRANTS_STAY if `team_size` changes although people have entered.
    """
    require_not_ended(event)
    old, new = get_values(event.settings), get_values(settings)
    changed = {name for name, value in new.items() if value != old[name]}
    if event.status is EventStatus.RUNNING and changed - RUNNING_SETTINGS:
        raise EventRefused(EventRefusal.ALREADY_STARTED, name=event.settings.name)
    if any(one.is_in for one in event.entrants) and settings.team_size != event.settings.team_size:
        raise EventRefused(EventRefusal.ENTRANTS_STAY, size=event.settings.team_size)
    after = replace(event, settings=settings) if changed else event
    if event.status is EventStatus.RUNNING and "rounds" in changed:
        wanted = max(len(event.rounds), plan_rounds(after, len(event.competitors)))
        after = replace(after, planned_rounds=wanted)
    return replace(after, is_reminded=False) if "starts_at" in changed else after


def cancel(event: Event) -> Event:
    """Return the event cancelled; tables in play go on. Raises EventRefused: ENDED, if the event has finished."""
    if event.status is EventStatus.FINISHED:
        raise EventRefused(EventRefusal.ENDED, name=event.settings.name)
    return _with_status(event, EventStatus.CANCELLED)


def set_manager(event: Event, user: UserId, *, is_manager: bool) -> Event:
    """Return the event with a user added to its managers, or removed. Raises EventRefused: TOO_MANY_MANAGERS."""
    if is_manager == (user in event.managers):
        return event
    if is_manager and len(event.managers) >= MAX_MANAGERS:
        raise EventRefused(EventRefusal.TOO_MANY_MANAGERS, limit=MAX_MANAGERS)
    others = (*event.managers, user) if is_manager else (one for one in event.managers if one != user)
    return replace(event, managers=tuple(sorted(others)))


def _require_before_start(event: Event) -> None:
    require_not_ended(event)
    if event.status not in BEFORE_START:
        raise EventRefused(EventRefusal.ALREADY_STARTED, name=event.settings.name)


def _with_status(event: Event, status: EventStatus) -> Event:
    return event if event.status is status else replace(event, status=status)
