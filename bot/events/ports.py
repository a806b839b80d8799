"""Defines what events need from outside, as protocols."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.events.matches import EventMatch
from bot.events.model import Event, EventMessage
from bot.ids import EventId, EventMatchId, GuildId, UserId

EventChange = Callable[[Event], Event]
"""A pure function that changes an event, in any thread. It may refuse. It returns the same event if nothing changes."""


class EventStore(Protocol):
    """Stores events."""

    async def add_event(self, new: Event, limit: int) -> Event:
        """Add an event with a new id. Raises EventRefused: NAME_TAKEN, TOO_MANY_EVENTS at `limit` unfinished ones."""

    async def find_event(self, id_: EventId) -> Event | None:
        """Return an event; None if there is none."""

    async def list_events(self, guild: GuildId) -> Sequence[Event]:
        """Return a server's events, newest first."""

    async def list_due(self) -> Sequence[EventId]:
        """Return the ids, oldest first, of events that are unfinished or have hidden boards or an outdated message."""

    async def update_and_book(self, id_: EventId, change: EventChange) -> Event | None:
        """Apply a change, and book the places if the event has finished, in one transaction.

        Return the event; None if there is no such event.
        """

    async def load_rank_values(self, guild: GuildId, preset: str, users: Collection[UserId]) -> Mapping[UserId, float]:
        """Return the rank values of these users' ratings with a preset; users without a rating are left out."""

    async def save_shown(self, id_: EventId, message: EventMessage | None, revision: int) -> None:
        """Save the public message that shows an event, and the revision that it shows."""


class WithoutResult(Enum):
    """Why a table has no result."""

    RUNNING = "running"
    NO_RESULT = "no_result"  # the table ended before a deal was finished, or its record cannot be read


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The result of a board at a table. `levels` has both sides' gains, and `card_points` are as in `MatchResult`."""

    levels: tuple[float, float]
    card_points: float


Outcome = tuple[float, float] | BoardScore | WithoutResult
"""The outcome of a table. It is the levels that both sides gained, the score of a board, or why there is no result."""


class EventTables(Protocol):
    """The tables at which matches are played."""

    async def open(self, event: Event, match: EventMatch) -> None:
        """Open and start the table of a match of the newest round. A match that has a table gets no second one."""

    async def end(self, match: EventMatchId) -> None:
        """End the table of a match, if it has one that is not over."""

    async def find_outcome(self, match: EventMatchId) -> Outcome | None:
        """Return the outcome of a match's table; None if its table does not exist or has not started."""

    async def unseal(self, match: EventMatchId) -> None:
        """Let everybody see the table at which a board was played."""
