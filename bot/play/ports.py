"""What tables need from outside, as protocols that they own, and the values that pass through them."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from bot.play.motions import Motion, Notice
from bot.play.occupants import ChannelId, GuildId, MessageId, Occupant, TableId, UserId
from engine.actions import Action
from engine.events import DealResult, Event
from engine.rules import Level, Rules
from engine.seats import Seat
from engine.view import View


class Status(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # the match has a winner, or was ended; nothing more will be played
    CLOSED = "closed"  # given up before it began


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table as it is kept, apart from its record. Times are seconds since the epoch."""

    id: TableId
    guild: GuildId
    channel: ChannelId
    host: UserId
    preset: str
    rules: Rules
    seats: tuple[Occupant | None, ...]
    status: Status
    opened_at: float
    levels: tuple[Level, ...] | None = None
    """One per seat, as the match began; None before it begins."""
    away: frozenset[Seat] = frozenset()
    """Seats of people who are played for at once, until they come back."""
    paused: bool = False
    """Whether nothing happens until a person comes back."""
    turn_seconds: float | None = None
    """How long a person has for a turn; 0: as long as he likes; None: as long as usual."""
    bury_seconds: float | None = None
    """The same for burying."""
    successor: TableId | None = None
    """The table at which the same people play again."""
    next_seconds: float | None = None
    """How long after a deal the next begins by itself; 0: never; None: as long as usual."""
    motions: tuple[Motion, ...] = ()
    """What the people at the table are deciding together."""
    ready: tuple[tuple[Seat, str], ...] = ()
    """The seats that have asked for the next deal, each with its share in the shuffle."""

    def seated(self, seat: int, occupant: Occupant | None) -> "TableFacts":
        """Return the facts with `occupant` (None: nobody) in `seat`: what it was for or asked for counts no more."""
        seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])
        others = [Motion(m.matter, m.seats - {seat}) if seat in m.seats else m for m in self.motions]
        motions = tuple(
            new
            for old, new in zip(self.motions, others, strict=True)
            if new.matter.seat != seat and (new.seats or not old.seats)
        )
        return replace(self, seats=seats, motions=motions, ready=tuple(one for one in self.ready if one[0] != seat))


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action of a table. `revision` counts them from 1."""

    revision: int
    seat: Seat
    action: Action
    at: float


@dataclass(frozen=True, slots=True)
class DealSecret:
    """Where one deal's chance came from. `number` counts the deals of a table from 1, redeals included.

    `secret` stays hidden until the deal is over; `commitment` is shown before; `cut` is a player's share, None
    until given.
    """

    number: int
    secret: bytes
    commitment: str
    cut: str | None = None


class DueKind(StrEnum):
    """What is due at a deadline."""

    DRAW = "draw"  # the next wave of cards
    WINDOW = "window"  # a declaring, claiming or theft window closes
    TURN = "turn"  # a seat's time is up
    LOBBY = "lobby"  # an idle lobby expires
    LOBBY_SOON = "lobby_soon"  # it is told that it will
    NEXT = "next"  # the next deal begins by itself


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that happens by itself at `at` (seconds since the epoch). `seat` and `task` belong to TURN."""

    kind: DueKind
    at: float
    seat: Seat | None = None
    task: int = 0


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that is kept of a table: folding `entries` gives its game."""

    facts: TableFacts
    entries: tuple[Entry, ...]
    deals: tuple[DealSecret, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """The public message of a table. `posted_at`: seconds since the epoch."""

    table: TableId
    channel: ChannelId
    message: MessageId
    posted_at: float


@dataclass(frozen=True, slots=True)
class PanelHandle:
    """A person's private panel: `token` edits it until 15 minutes after `renewed_at`. A credential: never log it."""

    table: TableId
    user: UserId
    token: str
    renewed_at: float

    def __repr__(self) -> str:
        return f"PanelHandle(table={self.table}, user={self.user}, renewed_at={self.renewed_at})"


class Fenced(Exception):  # noqa: N818 - read as a sentence
    """Another writer has taken this revision of the table; fold it again before going on."""


class StillSeated(Exception):  # noqa: N818 - read as a sentence
    """A person who sits at live tables, or is host of one, cannot be forgotten before he has left them."""

    def __init__(self, tables: Sequence[TableId]) -> None:
        super().__init__(f"seated at {len(tables)} live tables")
        self.tables = tuple(tables)


@dataclass(frozen=True, slots=True)
class DealBooking:
    """A deal that ended, as the league books it."""

    table: TableId
    guild: GuildId
    revision: int
    rules: Rules
    seats: tuple[Occupant, ...]
    result: DealResult
    at: float


class Transaction(Protocol):
    """A unit of work. What was not committed is undone."""

    async def add_table(self, facts: TableFacts) -> TableId:
        """Keep a new table (its `id` is ignored) and return its id."""

    async def save_table(self, facts: TableFacts) -> None:
        """Keep host, channel, rules, seats, status and levels of a known table."""

    async def append(self, table: TableId, entry: Entry) -> None:
        """Add an action to a table's record.

        Raises:
            Fenced: the record already has this revision.
        """

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Keep (or complete, by `number`) a deal's secret, commitment, cut and deck order as text."""

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        """Replace all deadlines of a table."""

    async def levels(self, guild: GuildId, rules: Rules, seats: Sequence[Occupant]) -> tuple[Level, ...] | None:
        """Return the levels these seats start a match at, one per seat; None: the rules' start level for all."""

    async def book(self, booking: DealBooking) -> None:
        """Book the result of a deal in the league, once for each (table, revision)."""

    async def commit(self) -> None:
        """Make it last. Returns only when it is on the disk."""


class Store(Protocol):
    """Where tables are kept."""

    def begin(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a unit of work; leaving it without `commit` undoes it."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""

    async def live_tables(self) -> Sequence[TableId]:
        """Return all tables in a lobby or playing, oldest first."""

    async def tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        """Return the tables of a channel, newest first."""

    async def save_board(self, board: BoardMessage) -> None:
        """Keep the public message of a table, replacing what was kept."""

    async def board(self, table: TableId) -> BoardMessage | None:
        """Return the public message of a table."""

    async def save_panel(self, panel: PanelHandle) -> None:
        """Keep a person's panel at a table, replacing what was kept."""

    async def drop_panel(self, table: TableId, user: UserId) -> None:
        """Forget a person's panel at a table."""

    async def panels(self, table: TableId) -> Sequence[PanelHandle]:
        """Return all panels of a table."""

    async def save_name(self, user: UserId, name: str) -> None:
        """Keep what a person is called, for pictures and standings only."""

    async def names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return what these people are called, as far as known."""


class Brain(Protocol):
    """Thinks for computer players, off the event loop."""

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return what a computer player of `level` does with this view, the same for the same `seed`.

        None: nothing yet; only while cards are still being drawn.
        """


class Wishes(Protocol):
    """What people want of tables."""

    async def plays_forced(self, user: UserId) -> bool:
        """Tell whether a person wants plays that are the only legal ones made for him."""


class Clock(Protocol):
    """Time and waiting; tests bring their own."""

    def now(self) -> float:
        """Return seconds since the epoch."""

    async def sleep_until(self, at: float) -> None:
        """Wait until `at`, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just been committed at a table: its public events, in order, and what is no part of the game."""

    revision: int
    events: tuple[Event, ...]
    notices: tuple[Notice, ...] = ()
