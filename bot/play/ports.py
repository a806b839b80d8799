"""What tables need from outside: protocols, and the values that pass through them."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, MessageId, TableId, UserId
from bot.play.occupants import Computer, Occupant, Person
from bot.play.proposals import Notice, OpenProposal
from engine.model.actions import Action
from engine.model.events import DealResult, Event
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import View
from engine.players import ORACLE
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.search.oracle import OpenDeal


class TableStatus(StrEnum):
    """The stages of a table's life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # the match was won, or was ended
    CLOSED = "closed"  # ended before the match started


LIVE_STATUSES: Final = {TableStatus.LOBBY, TableStatus.PLAYING}


@dataclass(frozen=True, slots=True)
class EventPlace:
    """Where in an event a table is: its number in the round, and the message that shows the event."""

    name: str
    round: int
    table: int
    message: MessageId | None = None
    board: int = 0
    """The board that is played at it; 0: none that other tables play too."""


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
    opened_at: float
    start_levels: tuple[Level, ...] | None = None
    """One per seat, at the start of the match; None before it."""
    away: frozenset[Seat] = frozenset()
    """Seats of people whose turns are played at once until they come back."""
    paused: bool = False
    """Whether nothing happens until somebody comes back."""
    turn_seconds: float | None = None
    """How long players have for a turn; 0: no limit; None: the usual time."""
    bury_seconds: float | None = None
    """How long the declarer has for burying; 0 and None likewise."""
    rematch_table: TableId | None = None
    """The table at which the same people play again."""
    rematch_of: TableId | None = None
    """The table whose people play again here."""
    next_deal_seconds: float | None = None
    """How long after a deal the next begins by itself; 0: never; None: the usual time."""
    proposals: tuple[OpenProposal, ...] = ()
    """What the players are voting on."""
    ready: tuple[tuple[Seat, str], ...] = ()
    """The seats that have asked for the next deal, each with its share in the shuffle."""
    match_deals: int | None = None
    """After how many deals the match ends, if nobody has won it before; None: it has no such limit."""
    match_minutes: int | None = None
    """How long the match lasts: no deal begins later; None: it has no such limit."""
    match_ends_at: float | None = None
    """When its minutes are over; None before the match, and without `match_minutes`."""
    league: LeagueId | None = None
    """The league that it was opened for: its deals count there, and nowhere else."""
    is_friendly: bool = False
    """Whether deals change no rating, no team climbs, and plays may be suggested."""
    event_match: EventMatchId | None = None
    """The match of an event that is played here."""
    event_place: EventPlace | None = None
    """Where in its event that match is."""
    first_declarer: Seat | None = None
    """The declarer of the first deal, known from the start at a table for a board of an event; None: chance decides."""
    is_sealed: bool = False
    """Whether nobody but its players may see cards and results: others still have to play the same board."""

    @property
    def is_board(self) -> bool:
        """Whether the table plays a board that other tables of an event play too."""
        return self.first_declarer is not None

    @property
    def is_computers_only(self) -> bool:
        """Whether computer players have all seats: people watch, and nothing counts."""
        return all(isinstance(one, Computer) for one in self.seats)

    @property
    def starts_friendly(self) -> bool:
        """Whether a match that starts now is friendly: the host says so, or one person plays with computers alone."""
        if self.league is not None or self.event_match is not None:
            return False
        return self.is_friendly or (None not in self.seats and sum(isinstance(one, Person) for one in self.seats) == 1)

    @property
    def has_ladder(self) -> bool:
        """Whether teams climb here: in leagues, and at tables that are neither friendly nor for an event."""
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
        """Return the facts with `occupant` (None: nobody) in `seat`; votes and requests of the seat are dropped."""
        seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])
        others = [OpenProposal(m.proposal, m.voters - {seat}) if seat in m.voters else m for m in self.proposals]
        proposals = tuple(
            new
            for old, new in zip(self.proposals, others, strict=True)
            if new.proposal.seat != seat and (new.voters or not old.voters)
        )
        return replace(self, seats=seats, proposals=proposals, ready=tuple(one for one in self.ready if one[0] != seat))


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One accepted action of a table. `revision` counts them from 1."""

    revision: int
    seat: Seat
    action: Action
    at: float


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret behind one shuffle. `number` counts the deals of a table from 1, redeals included.

    `secret` stays hidden until the deal is over; `commitment` is shown before; `cut` is a player's share, None
    until given.
    """

    number: int
    secret: bytes
    commitment: str
    cut: str | None = None


class DeadlineKind(StrEnum):
    """What happens at a deadline."""

    DRAW = "draw"  # the next wave of cards
    WINDOW_CLOSES = "window"  # a declaring, claiming or theft window closes
    PASSES = "pass"  # a seat that has nothing to say in a window passes
    TURN = "turn"  # a seat's time is up
    LOBBY_EXPIRES = "lobby"  # an idle lobby expires
    LOBBY_WARNING = "lobby_soon"  # its players are warned that it will
    NEXT_DEAL = "next"  # the next deal begins by itself
    MATCH_ENDS = "ends"  # between two deals, the time of a match with a time limit is up
    UNWATCHED = "unwatched"  # a table of computer players ends: nobody has asked for its next deal


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that happens by itself at `at` (seconds since the epoch). `seat` and `task` belong to TURN and PASSES.

    A PASSES tells something about a seat's cards until it happens: show it to that seat alone. Its task is the window.
    """

    kind: DeadlineKind
    at: float
    seat: Seat | None = None
    task: int = 0


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything stored of a table: replaying `entries` gives its game."""

    facts: TableInfo
    entries: tuple[RecordEntry, ...]
    deals: tuple[DealSecret, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class StoredTableMessage:
    """The public message of a table. `posted_at`: seconds since the epoch."""

    table: TableId
    channel: ChannelId
    message: MessageId
    posted_at: float
    deal: int
    """The number of the deal that it shows; 0: the lobby."""


@dataclass(frozen=True, slots=True)
class TableThread:
    """The thread opened for a table, and whether the table has left it (or never gets one)."""

    id: ChannelId | None
    stays_in_channel: bool


@dataclass(frozen=True, slots=True)
class PanelHandle:
    """A user's private panel: `token` edits it until 15 minutes after `renewed_at`. A credential: never log it."""

    table: TableId
    user: UserId
    token: str
    renewed_at: float

    def __repr__(self) -> str:
        return f"PanelHandle(table={self.table}, user={self.user}, renewed_at={self.renewed_at})"


class Fenced(Exception):  # noqa: N818 - read as a sentence
    """Another writer has taken this revision of the table; the table must be reloaded."""


class StillSeated(Exception):  # noqa: N818 - read as a sentence
    """A user who sits at live tables, or hosts one, cannot be forgotten before leaving them."""

    def __init__(self, tables: Sequence[TableId]) -> None:
        super().__init__(f"seated at {len(tables)} live tables")
        self.tables = tuple(tables)


@dataclass(frozen=True, slots=True)
class DealBooking:
    """A deal that ended, for the league to book."""

    table: TableId
    guild: GuildId
    revision: int
    rules: Rules
    seats: tuple[Occupant, ...]
    result: DealResult
    at: float


class Transaction(Protocol):
    """A transaction. Leaving it without `commit` rolls it back."""

    async def add_table(self, facts: TableInfo) -> TableId:
        """Insert a table and return its id; the `id` in `facts` is ignored."""

    async def save_table(self, facts: TableInfo) -> None:
        """Update the facts of a known table."""

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        """Add an action to a table's record.

        Raises:
            Fenced: the record already has this revision.
        """

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Insert or update (by `number`) a deal's secret, commitment, cut and deck order as text."""

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        """Replace all deadlines of a table."""

    async def find_start_levels(
        self, guild: GuildId, rules: Rules, seats: Sequence[Occupant], league: LeagueId | None = None
    ) -> tuple[Level, ...] | None:
        """Return the levels these seats start a match at, one per seat; None: the rules' start level for all.

        `league`: the one that the table was opened for.
        """

    async def book_deal(self, booking: DealBooking) -> None:
        """Book the result of a deal in the league, once for each (table, revision)."""

    async def commit(self) -> None:
        """Commit. Returns only when everything is on the disk."""


class Store(Protocol):
    """Stores tables with their records."""

    def begin(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a transaction; leaving it without `commit` rolls it back."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""

    async def list_live_tables(self) -> Mapping[TableId, GuildId]:
        """Return all tables in the lobby or playing with their servers, newest actions first: people wait there."""

    async def list_tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        """Return the tables of a channel, newest first."""

    async def find_event_table(self, match: EventMatchId) -> TableId | None:
        """Return the table that was opened for a match of an event."""


class ComputerPlayers(Protocol):
    """Chooses for computer players, off the event loop."""

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return the choice of a computer player of `level`, the same for the same `seed`.

        None: nothing yet; only while cards are still being drawn.
        """

    async def choose_openly(self, deal: OpenDeal, seed: str) -> Action | None:
        """Return the play of an oracle, which sees all hands, as `choose` does for others."""

    async def advise(self, view: View) -> Action | None:
        """Return what a good player would do, the same for the same view; None: nothing yet."""

    async def advise_and_compare(self, view: View) -> tuple[Action | None, Sequence[ComparedPlay]]:
        """Return advice and, of a play, how the deal is expected to end after it and the best others, if that is known.

        If another play does better by more than chance explains, it is advised instead, from then on.
        """


class PlayerPreferences(Protocol):
    """The preferences of users that concern tables."""

    async def wants_forced_plays(self, user: UserId) -> bool:
        """Whether a user wants plays that are the only legal ones made for them."""


class Clock(Protocol):
    """Time and waiting."""

    def now(self) -> float:
        """Return seconds since the epoch as this process counts them: they never jump.

        For pauses, windows and deadlines. The time of day differs from it once somebody sets the machine's clock.
        """

    def wall(self) -> float:
        """Return the time of day in seconds since the epoch, which may jump: for dates that are kept."""

    async def sleep_until(self, at: float) -> None:
        """Wait until `now` returns `at`."""


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What has just been committed at a table: public events in order, and notices outside the game."""

    revision: int
    events: tuple[Event, ...]
    notices: tuple[Notice, ...] = ()
    is_private: bool = False
    """Whether nothing has changed but what one player may see: public messages are not even edited."""
