"""The facts of a table that are not part of its game, such as its seats, its rules and its open proposals."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, MessageId, TableId, UserId
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.players.levels import ORACLE


@dataclass(frozen=True, slots=True)
class Person:
    """A user in a seat."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player in a seat. `number` distinguishes those of one table, from 1."""

    level: str
    number: int


Occupant = Person | Computer


def format_occupant(occupant: Occupant) -> str:
    """Return the occupant as in records: `u:<id>` or `c:<level>:<number>`; `parse_occupant` reads it back."""
    match occupant:
        case Person(user):
            return f"u:{user}"
        case Computer(level, number):
            return f"c:{level}:{number}"


def parse_occupant(text: str) -> Occupant:
    """Read what `format_occupant` wrote. Raises ValueError: `text` is no occupant."""
    match text.split(":"):
        case ["u", user]:
            return Person(UserId(int(user)))
        case ["c", level, number]:
            return Computer(level, int(number))
        case _:
            raise ValueError(f"not an occupant: {text!r}")


class TableStatus(StrEnum):
    """The stages of a table's life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # The match was won, or was ended.
    CLOSED = "closed"  # The table ended before the match started.


class Speed(StrEnum):
    """How fast computer players act and cards are drawn at a table."""

    CALM = "calm"
    NORMAL = "normal"
    FAST = "fast"


class Phrase(StrEnum):
    """What a player may say to the others with one press."""

    WELL_PLAYED = "well"
    UNLUCKY = "luck"
    SORRY = "sorry"
    WAIT = "wait"
    THANKS = "thanks"


LIVE_STATUSES: Final = {TableStatus.LOBBY, TableStatus.PLAYING}


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The place of a table in an event, with its number in the round and the event's message."""

    name: str
    round: int
    table: int
    message: MessageId | None = None
    board: int = 0
    """The number of the board that is played; 0 if no other table plays the same deal."""


class ProposalKind(StrEnum):
    """The kinds of proposals. The comments name the fields of `Proposal` that a kind uses."""

    CLOSE = "close"  # The table ends.
    COMPUTER = "computer"  # A computer player takes an absent player's `seat` for good.
    NEWCOMER = "newcomer"  # The `newcomer` takes over a computer's or absent player's `seat`.
    RESUME = "resume"  # A paused match goes on.
    NEXT_DEAL = "next_deal"  # The next deal begins although not everybody has asked for it.
    VOID = "void"  # The deal being played counts for nobody, which is decided when it ends.
    OFFER = "offer"  # A player or the host offers a `seat` to the `newcomer`, who alone accepts.


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to vote on. Only some kinds use `seat` and `newcomer`; see `ProposalKind`."""

    kind: ProposalKind
    seat: Seat | None = None
    newcomer: UserId | None = None


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal and the seats that voted for it. It lapses when the next deal begins."""

    proposal: Proposal
    voters: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes on a proposal. Of the `present` players, `voters` are for it, and `needed` votes carry it."""

    proposal: Proposal
    voters: frozenset[Seat]
    present: int
    needed: int

    @property
    def carried(self) -> bool:
        """Whether there are enough votes."""
        return len(self.voters) >= self.needed


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as it is stored, without its record. Times are seconds since the epoch."""

    id: TableId
    guild: GuildId
    channel: ChannelId
    host: UserId
    preset: str
    rules: Rules
    seats: tuple[Occupant | None, ...]
    status: TableStatus
    opened_at: float = 0.0
    """When the table was opened, by the time of day; the registry sets it."""
    start_levels: tuple[Level, ...] | None = None
    """The level of each seat at the start of the match; None before it, or if the rules' start level applies."""
    away: frozenset[Seat] = frozenset()
    """Seats of people whose turns are played at once until they come back."""
    paused: bool = False
    """Whether everything waits until somebody comes back."""
    turn_seconds: float | None = None
    """How many seconds players have for a turn; 0 means no limit, None the usual time."""
    bury_seconds: float | None = None
    """How many seconds the declarer has for burying; 0 means no limit, None the usual time."""
    rematch_table: TableId | None = None
    """The table at which the same people play again."""
    rematch_of: TableId | None = None
    next_deal_seconds: float | None = None
    """How many seconds after a deal the next begins by itself; 0 means never, None the usual time."""
    proposals: tuple[OpenProposal, ...] = ()
    ready: tuple[tuple[Seat, str], ...] = ()
    """The seats that have asked for the next deal, each with its part of the cut."""
    match_deals: int | None = None
    """After how many deals the match ends, if nobody has won it before; None means no such limit."""
    match_minutes: int | None = None
    """After how many minutes no further deal begins; None means no such limit."""
    match_ends_at: float | None = None
    """When the match's minutes are over; None before the match, and without `match_minutes`."""
    speed: Speed | None = None
    """How fast computer players act and cards are drawn; None means as usual."""
    league: LeagueId | None = None
    """The league that the table was opened for, the only one where its deals count."""
    is_friendly: bool = False
    """Whether deals change neither ratings nor teams' levels, and plays may be suggested."""
    event_match: EventMatchId | None = None
    event_place: EventPlace | None = None
    first_declarer: Seat | None = None
    """The first deal's declarer if several tables of an event play the same deal. None if chance decides."""
    language: str | None = None
    """The tag of the language of the first host or of the event. It never changes."""
    is_sealed: bool = False
    """Whether only the table's players may see cards and results, because others still have to play the same board."""

    @property
    def is_kitty_hidden(self) -> bool:
        """Whether the rules hide the kitties of finished deals because the match is not over."""
        return not self.rules.reveal_kitty and self.status is not TableStatus.OVER

    @property
    def is_board(self) -> bool:
        """Whether the table plays a board that other tables of an event play too."""
        return self.first_declarer is not None

    @property
    def is_computers_only(self) -> bool:
        """Whether computer players have all seats, so that people watch and nothing counts."""
        return all(isinstance(one, Computer) for one in self.seats)

    @property
    def starts_friendly(self) -> bool:
        """Whether a match starts as friendly. Outside leagues and events, a host may choose so, and solo matches do."""
        if self.league is not None or self.event_match is not None:
            return False
        return self.is_friendly or self.is_alone

    @property
    def is_alone(self) -> bool:
        """Whether exactly one person plays, with computer players in all other seats."""
        return None not in self.seats and sum(isinstance(one, Person) for one in self.seats) == 1

    @property
    def may_undo(self) -> bool:
        """Whether plays may be taken back in any case, because one person plays outside leagues and events."""
        return self.is_alone and self.league is None and self.event_match is None

    @property
    def has_ladder(self) -> bool:
        """Whether teams can climb a ladder. Outside leagues, they cannot at friendly tables and in events."""
        return self.league is not None or not (self.is_friendly or self.event_match is not None)

    @property
    def has_oracle(self) -> bool:
        """Whether a computer player sees all hands, so that nothing counts."""
        return any(isinstance(one, Computer) and one.level == ORACLE for one in self.seats)

    def seat_of(self, user: UserId) -> Seat | None:
        """Return a user's seat; None if they have none."""
        wanted = Person(user)
        return next((Seat(seat) for seat, occupant in enumerate(self.seats) if occupant == wanted), None)

    def with_occupant(self, seat: int, occupant: Occupant | None) -> "TableInfo":
        """Return the table's facts with a seat's new occupant. Drop the seat's votes, and proposals about the seat."""
        seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])
        kept = (one for one in self.proposals if one.proposal.seat != seat and one.voters != {seat})
        proposals = tuple(OpenProposal(one.proposal, one.voters - {seat}) for one in kept)
        return replace(self, seats=seats, proposals=proposals, ready=tuple(one for one in self.ready if one[0] != seat))
