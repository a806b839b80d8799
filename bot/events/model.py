"""An event as frozen values: its stage, who entered, and its rounds."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.events.matches import EventMatch, EventRound
from bot.events.pairing.ports import EntrantNumber, EventFormat
from bot.events.settings import SIDES, EventSettings
from bot.ids import ChannelId, EventEntrantId, EventId, GuildId, MessageId, SeasonId, TeamId, UserId


class EventStatus(StrEnum):
    """The stages of an event."""

    CREATED = "created"
    OPEN = "open"  # entrants enter and check in
    CLOSED = "closed"  # nobody may enter any more, but entrants may still check in
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


ENDED: Final = {EventStatus.FINISHED, EventStatus.CANCELLED}
BEFORE_START: Final = {EventStatus.CREATED, EventStatus.OPEN, EventStatus.CLOSED}


class EntrantStatus(StrEnum):
    """Whether an entrant takes part in the next round."""

    ENTERED = "entered"  # the entrant has not checked in, or was missing at the last table
    PRESENT = "present"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """A participant of an event, which is a pair, a team or, where partners rotate, one person."""

    id: EventEntrantId
    members: tuple[UserId, ...]
    team: TeamId | None
    status: EntrantStatus
    entered_at: float
    number: int | None = None
    """The entrant's number in pairings, from 0; None until the event has started and the entrant has checked in."""

    @property
    def is_in(self) -> bool:
        """Whether the entrant still takes part."""
        return self.status is not EntrantStatus.WITHDRAWN


@dataclass(frozen=True, slots=True)
class EventMessage:
    """The public message that shows an event."""

    channel: ChannelId
    message: MessageId


@dataclass(frozen=True, slots=True)
class EventInvitation:
    """An invitation to enter together. The first of its `members` is the inviter. They enter when all have accepted."""

    id: int
    members: tuple[UserId, ...]
    accepted: frozenset[UserId]


class ActKind(StrEnum):
    """The acts of managers that may be taken back."""

    RESULT = "result"
    ENTRANT = "entrant"
    ROUND = "round"
    START = "start"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class ManagerAct:
    """An act of a manager, with what is needed to take it back. `at` is in seconds since the epoch."""

    kind: ActKind
    at: float
    before: str
    """The earlier values of what the act changed, as JSON that `changes.undo` writes and reads."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event. `revision` counts its changes."""

    id: EventId
    guild: GuildId
    channel: ChannelId
    creator: UserId
    settings: EventSettings
    status: EventStatus
    created_at: float
    seed: int
    entrants: tuple[EventEntrant, ...] = ()
    rounds: tuple[EventRound, ...] = ()
    substitutes: tuple[UserId, ...] = ()
    planned_rounds: int = 0
    """The number of rounds; 0 before the start."""
    wanted_rounds: int = 0
    """The number of the last round that has begun or is allowed to begin; 0 before the start."""
    is_reminded: bool = False
    """Whether those who had not checked in were reminded before the start."""
    revision: int = 0
    shown_revision: int = -1
    """The revision that the event's public message shows; -1 if there is no message."""
    message: EventMessage | None = None
    season: SeasonId | None = None
    """The season of the league that was open at the event's end. None before the end, or if no season was open."""
    managers: tuple[UserId, ...] = ()
    """The users who may manage the event besides its creator and the server's managers."""
    invitations: tuple[EventInvitation, ...] = ()
    language: str | None = None
    """The tag of the language that the organizer used when they created the event."""
    last_act: "ManagerAct | None" = None

    @property
    def round(self) -> EventRound | None:
        """The newest round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def competitors(self) -> tuple[EventEntrant, ...]:
        """The entrants with a number, by number."""
        numbered = [one for one in self.entrants if one.number is not None]
        return tuple(sorted(numbered, key=lambda one: one.number or 0))

    def find_entrant(self, id_: EventEntrantId) -> EventEntrant:
        """Return an entrant of this event."""
        return next(one for one in self.entrants if one.id == id_)

    def list_numbers(self, entrants: Iterable[EventEntrantId]) -> tuple[EntrantNumber, ...]:
        """Return the numbers of entrants in pairings."""
        return tuple(EntrantNumber(self.find_entrant(one).number or 0) for one in entrants)

    def find_entrant_of(self, user: UserId) -> EventEntrant | None:
        """Return the entrant to which a user belongs, preferring one that has not withdrawn; None if there is none."""
        own = [one for one in self.entrants if user in one.members]
        return next((one for one in own if one.status is not EntrantStatus.WITHDRAWN), own[-1] if own else None)

    def find_planned(self, match: EventMatch, seat: int) -> UserId | None:
        """Return the member whom the pairing put in a seat. Return None if it put a computer player there."""
        entrant = match.seats[seat].entrant
        places = [place for place, one in enumerate(match.seats) if one.entrant == entrant]
        place = places.index(seat)
        if self.settings.format is EventFormat.TEAM_MATCH and match.table % SIDES == 0:
            place += len(places)  # the other half of each team sits at the second table
        members = self.find_entrant(entrant).members
        return members[place] if place < len(members) else None

    def find_match_of(self, user: UserId) -> EventMatch | None:
        """Return the match of the newest round in which a user has a seat; None if there is none."""
        matches = self.round.tables if self.round else ()
        return next((match for match in matches if any(seat.user == user for seat in match.seats)), None)

    def with_entrant(self, entrant: EventEntrant) -> "Event":
        """Return the event with an entrant added or replaced."""
        entrants = {one.id: one for one in self.entrants} | {entrant.id: entrant}
        return replace(self, entrants=tuple(entrants.values()))

    def with_round(self, changed: EventRound) -> "Event":
        """Return the event with a round replaced."""
        return replace(self, rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))

    def with_match(self, round_number: int, match: EventMatch) -> "Event":
        """Return the event with a match replaced."""
        of = self.rounds[round_number - 1]
        matches = tuple(match if one.number == match.number else one for one in of.matches)
        return self.with_round(replace(of, matches=matches))


def get_event_order(event: Event) -> tuple[bool, bool, float, EventId]:
    """Return the key that sorts events which have not ended: running ones first, then by their planned start."""
    starts = event.settings.starts_at
    return event.status is not EventStatus.RUNNING, starts is None, starts or 0.0, event.id
