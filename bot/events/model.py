"""An event as values: its settings, who entered, and its rounds with their matches."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.events.pairing.ports import PLAIN_BRACKET, BracketPart, BracketSettings, EventFormat, Seeding
from bot.ids import (
    ChannelId,
    EventEntrantId,
    EventId,
    EventMatchId,
    GuildId,
    LeagueId,
    MessageId,
    SeasonId,
    TeamId,
    UserId,
)
from engine.model.options import Level
from engine.model.seats import Seat

SIDES: Final = 2
"""Sides of a table; the seats of a side have equal parity."""


class NoShowPolicy(StrEnum):
    """What happens at a table to the seat of a player who is missing when its time is up."""

    FORFEIT = "forfeit"  # the player's side loses
    COMPUTER = "computer"  # a computer player takes the seat
    SUBSTITUTE = "substitute"  # a volunteer takes the seat for the round, or a computer player if there is none
    SUBSTITUTE_STAYS = "substitute_stays"  # as before, and the volunteer keeps the seat in later rounds


class EventStatus(StrEnum):
    """The stages of an event."""

    CREATED = "created"
    OPEN = "open"  # entrants enter and check in
    CLOSED = "closed"  # entrants who are in may still check in
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


ENDED: Final = {EventStatus.FINISHED, EventStatus.CANCELLED}
BEFORE_START: Final = {EventStatus.CREATED, EventStatus.OPEN, EventStatus.CLOSED}


class EntrantStatus(StrEnum):
    """Whether an entrant takes part in the next round."""

    ENTERED = "entered"  # not checked in, or missing at the last table
    PRESENT = "present"
    WITHDRAWN = "withdrawn"


class MatchStatus(StrEnum):
    """The stages of a match."""

    PAIRED = "paired"  # its players are asked to come
    PLAYING = "playing"  # its table is open, or about to be
    UNRESOLVED = "unresolved"  # its table ended without a result: a manager has to report one
    SETTLED = "settled"
    VOID = "void"  # it counts for nobody


OPEN_MATCHES: Final = {MatchStatus.PAIRED, MatchStatus.PLAYING, MatchStatus.UNRESOLVED}


class Verdict(StrEnum):
    """Where a result comes from."""

    PLAYED = "played"
    FORFEITED = "forfeited"
    REPORTED = "reported"  # by a manager


class BoardScoring(StrEnum):
    """How the results of a board at several tables are compared."""

    MATCH_POINTS = "match_points"  # how many of the other tables a pair has beaten
    SCALE = "scale"  # by how many levels, on a scale on which large differences count less


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What the manager of an event chooses. Times in seconds; `rules` in the engine's text form."""

    name: str
    format: EventFormat
    preset: str
    rules: str
    players: int
    """At each table."""
    rounds: int | None
    """None: as many as the format suggests for the number of entrants."""
    deals: int | None
    minutes: int | None
    no_show: NoShowPolicy
    grace: float
    """How long players have to come to their table."""
    is_automatic: bool
    """Whether the next round begins by itself."""
    late_entry: bool
    starts_at: float | None = None
    """When it is planned to start, as a wall clock's time; with `is_automatic` it starts by itself."""
    bracket: BracketSettings = PLAIN_BRACKET
    seeding: Seeding = Seeding.LOT
    seeded_by: EventId | None = None
    """The earlier event by whose standings entrants are seeded."""
    league: LeagueId | None = None
    """The league to which it belongs."""
    league_deals: bool = False
    """Whether the deals of its tables count in the league."""
    board_scoring: BoardScoring | None = None
    """How boards are compared; None: the tables do not play the same deals."""

    @property
    def team_size(self) -> int:
        """The number of people who enter together."""
        if self.format is EventFormat.TEAM_MATCH:
            return self.players
        return 1 if self.format.is_individual else self.players // SIDES

    @property
    def least_entrants(self) -> int:
        """How many entrants a round needs: they fill a table, or two where tables are compared."""
        tables = SIDES if self.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE} else 1
        return tables * (self.players if self.format.is_individual else SIDES)


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """A team, or one person where partners rotate."""

    id: EventEntrantId
    members: tuple[UserId, ...]
    team: TeamId | None
    status: EntrantStatus
    entered_at: float
    number: int | None = None
    """Its number in pairings, from 0; None before the start."""

    @property
    def is_in(self) -> bool:
        """Whether it has not withdrawn."""
        return self.status is not EntrantStatus.WITHDRAWN


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit in a seat of a match: `user` None: a computer player. `entrant`: for whom the seat plays."""

    user: UserId | None
    entrant: EventEntrantId
    share: str | None = None
    """The user's share in the shuffle, given when they came to the table; None: they are not there."""

    @property
    def is_here(self) -> bool:
        """Whether the user has come."""
        return self.share is not None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. `scores`: levels gained by each side; more by a half wins by points or deals won."""

    scores: tuple[float, float]
    verdict: Verdict
    forfeited: frozenset[EventEntrantId] = frozenset()
    card_points: float | None = None
    """Of a board: card points, of which more are better for the first side; None: unknown, as a manager reported it."""


@dataclass(frozen=True, slots=True)
class EventMatch:
    """Two sides that meet at one table. `number` counts the tables of a round from 1."""

    id: EventMatchId
    number: int
    sides: tuple[tuple[EventEntrantId, ...], ...]
    seats: tuple[SeatPlan, ...]
    status: MatchStatus = MatchStatus.PAIRED
    result: MatchResult | None = None
    part: BracketPart = BracketPart.MAIN
    is_ending: bool = False
    """Whether its table has to be ended, because a manager set the result while it played."""
    board: int = 0
    """The board of the event that is played; 0: the match has no boards. A table has a match for each of its boards."""
    shared_table: int = 0
    """The number of the table at which several boards are played; 0: the match has a table for itself."""

    @property
    def table(self) -> int:
        """The number of its table in the round, from 1."""
        return self.shared_table or self.number

    @property
    def is_open(self) -> bool:
        """Whether it still needs a result."""
        return self.status in OPEN_MATCHES

    @property
    def missing(self) -> tuple[UserId, ...]:
        """The people who are expected at the table; nobody waits for those who have been forgotten."""
        return tuple(seat.user for seat in self.seats if seat.user is not None and seat.user > 0 and not seat.is_here)


@dataclass(frozen=True, slots=True)
class EventBoard:
    """A deal that all tables of a round play. `number` counts the boards of an event from 1.

    The commitment is shown before the first table plays it, the secret after the last has played it.
    """

    number: int
    level: Level
    declarer: Seat
    commitment: str
    secret: bytes = field(repr=False)
    is_revealed: bool = False
    """Whether nobody still has to play it, so that its cards and results may be shown."""


@dataclass(frozen=True, slots=True)
class EventRound:
    """A round. Players who are not at their table at `due_at` are missing."""

    number: int
    matches: tuple[EventMatch, ...]
    byes: tuple[EventEntrantId, ...]
    due_at: float
    is_called: bool = False
    """Whether its players have been called."""
    is_reminded: bool = False
    """Whether those who were missing have been reminded."""
    boards: tuple[EventBoard, ...] = ()
    cut: str | None = None
    """How the boards are cut, by the shares of those who came to the first table; None: no table has begun."""

    @property
    def tables(self) -> tuple[EventMatch, ...]:
        """A match of each table: the first that still needs a result, else the last."""
        found: dict[int, EventMatch] = {}
        for match in self.matches:
            if match.table not in found or not found[match.table].is_open:
                found[match.table] = match
        return tuple(found.values())

    @property
    def is_over(self) -> bool:
        """Whether each match has a result or is void."""
        return not any(match.is_open for match in self.matches)

    @property
    def entrants(self) -> frozenset[EventEntrantId]:
        """Return who is at a table or sits out."""
        seated = (entrant for match in self.matches for side in match.sides for entrant in side)
        return frozenset((*seated, *self.byes))

    def find_match(self, number: int) -> EventMatch | None:
        """Return match `number`."""
        return next((match for match in self.matches if match.number == number), None)

    def find_board(self, number: int) -> EventBoard | None:
        """Return board `number` of the event, if it is played in this round."""
        return next((board for board in self.boards if board.number == number), None)


@dataclass(frozen=True, slots=True)
class EventMessage:
    """The public message that shows an event."""

    channel: ChannelId
    message: MessageId


@dataclass(frozen=True, slots=True)
class EventInvitation:
    """People who want to enter together; `members` begins with who asked. They are in once all have accepted."""

    id: int
    members: tuple[UserId, ...]
    accepted: frozenset[UserId]


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
    """How many rounds it has; 0 before the start."""
    wanted_rounds: int = 0
    """How many rounds may begin so far, unless they begin by themselves."""
    is_reminded: bool = False
    """Whether those who had not checked in were reminded before the start."""
    revision: int = 0
    shown_revision: int = -1
    """The revision that its public message shows; -1: none."""
    message: EventMessage | None = None
    season: SeasonId | None = None
    """The season of its league that was open when it ended."""
    managers: tuple[UserId, ...] = ()
    """Those who may manage it besides its creator and the managers of the server."""
    invitations: tuple[EventInvitation, ...] = ()

    @property
    def round(self) -> EventRound | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def competitors(self) -> tuple[EventEntrant, ...]:
        """The entrants with a number, by number."""
        numbered = [one for one in self.entrants if one.number is not None]
        return tuple(sorted(numbered, key=lambda one: one.number or 0))

    def find_entrant(self, id_: EventEntrantId) -> EventEntrant:
        """Return an entrant of this event."""
        return next(one for one in self.entrants if one.id == id_)

    def find_entrant_of(self, user: UserId) -> EventEntrant | None:
        """Return the entrant to which a user belongs; one that has withdrawn only if there is no other."""
        own = [one for one in self.entrants if user in one.members]
        return next((one for one in own if one.status is not EntrantStatus.WITHDRAWN), own[-1] if own else None)

    def find_planned(self, match: EventMatch, seat: int) -> UserId | None:
        """Return the member for whom a seat of a match was planned; None: a computer player from the start."""
        entrant = match.seats[seat].entrant
        place = [place for place, one in enumerate(match.seats) if one.entrant == entrant].index(seat)
        members = self.find_entrant(entrant).members
        return members[place] if place < len(members) else None

    def find_match_of(self, user: UserId) -> EventMatch | None:
        """Return the match of the newest round in which a user has a seat."""
        matches = self.round.tables if self.round else ()
        return next((match for match in matches if any(seat.user == user for seat in match.seats)), None)

    def with_entrant(self, entrant: EventEntrant) -> "Event":
        """Return the event with an entrant added or replaced."""
        others = [entrant if one.id == entrant.id else one for one in self.entrants]
        known = any(one.id == entrant.id for one in self.entrants)
        return replace(self, entrants=tuple(others) if known else (*self.entrants, entrant))

    def with_round(self, changed: EventRound) -> "Event":
        """Return the event with a round replaced."""
        return replace(self, rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))

    def with_match(self, round_number: int, match: EventMatch) -> "Event":
        """Return the event with a match replaced."""
        of = self.rounds[round_number - 1]
        matches = tuple(match if one.number == match.number else one for one in of.matches)
        return self.with_round(replace(of, matches=matches))
