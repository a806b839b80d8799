"""Who may manage an event: its creator, the users named as its managers, and those who may manage its server."""

from bot.events.model import Event
from bot.events.refusals import EventRefusal, EventRefused
from bot.league.leagues.access import Caller


def can_manage(caller: Caller, event: Event) -> bool:
    """Return whether the caller may manage an event."""
    return caller.admin or caller.user == event.creator or caller.user in event.managers


def require_manager(caller: Caller, event: Event) -> None:
    """Refuse all but managers. Raises EventRefused: NOT_MANAGER."""
    if not can_manage(caller, event):
        raise EventRefused(EventRefusal.NOT_MANAGER, name=event.settings.name)
