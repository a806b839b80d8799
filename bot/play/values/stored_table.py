"""What a table stores besides its facts, such as actions and deadlines, and the updates that it publishes."""

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import ChannelId, GuildId, MessageId, TableId, UserId
from bot.play.values.table_info import Occupant, TableInfo
from engine.deal.fair_shuffle import Proof
from engine.model.actions import Action
from engine.model.events import DealResult, Event
from engine.model.rules import Rules
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """An accepted action of a table. `revision` is its number, from 1; `at` is in seconds since the epoch."""

    revision: int
    seat: Seat
    action: Action
    at: float


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret behind one shuffle. `number` counts the deals of a table from 1, redeals included.

    `commitment` is shown before the deal, and `secret` only after it. `cut` is a text of the players, or None until
    they have given one.
    """

    number: int
    secret: bytes
    commitment: str
    cut: str | None = None

    @property
    def proof(self) -> Proof:
        """What proves the shuffle once the deal is over."""
        return Proof(self.commitment, self.secret, self.cut or "")


class DeadlineKind(StrEnum):
    """What happens at a deadline."""

    DRAW = "draw"  # The next batch of cards is drawn.
    WINDOW_CLOSES = "window"  # The time to declare, to claim a redeal or to take the kitty is over.
    PASSES = "pass"  # A seat passes, because its player pressed Pass, is away or can do nothing.
    TURN = "turn"  # A seat's time is up.
    LOBBY_EXPIRES = "lobby"  # An idle lobby expires.
    LOBBY_WARNING = "lobby_soon"  # Players are warned that their lobby will expire.
    NEXT_DEAL = "next"  # The next deal begins by itself.
    MATCH_ENDS = "ends"  # The time limit of a match is up between two deals.
    UNWATCHED = "unwatched"  # A table of computer players ends, because nobody has asked for its next deal.


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that happens by itself at the time `at`, in seconds since the epoch.

    Only the kinds TURN and PASSES have a `seat`. `task` distinguishes deadlines of the same kind. A deadline of the
    kind PASSES reveals something about the seat's cards, so show it to that seat alone.
    """

    kind: DeadlineKind
    at: float
    seat: Seat | None = None
    task: int = 0


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything from which a table is rebuilt in memory; replaying `entries` gives its game."""

    facts: TableInfo
    entries: tuple[RecordEntry, ...]
    deals: tuple[DealSecret, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class DealBooking:
    """A finished deal, for `bot.league` to book. `seats` are the occupants when it was dealt."""

    table: TableId
    guild: GuildId
    revision: int
    rules: Rules
    seats: tuple[Occupant, ...]
    result: DealResult
    at: float
    is_void: bool = False
    """Whether the winners have voted that the deal counts for nobody."""


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """A change at a table that has to be shown, with its public events in order."""

    revision: int
    events: tuple[Event, ...]
    is_private: bool = False
    """Whether only players' panels show the change. Then public messages are not edited."""


@dataclass(frozen=True, slots=True)
class StoredTableMessage:
    """The public message of a table. `posted_at` is in seconds since the epoch."""

    table: TableId
    channel: ChannelId
    message: MessageId
    posted_at: float
    deal: int
    """The number of the deal that the message shows; 0 for the lobby."""


@dataclass(frozen=True, slots=True)
class TableThread:
    """A table's thread, if it has one. `stays_in_channel` is true if the table left its thread or never gets one."""

    id: ChannelId | None
    stays_in_channel: bool


@dataclass(frozen=True, slots=True)
class PanelHandle:
    """Access to a user's private panel. `token` edits it until 15 minutes after `renewed_at`. Never log `token`."""

    table: TableId
    user: UserId
    token: str
    renewed_at: float

    def __repr__(self) -> str:
        return f"PanelHandle(table={self.table}, user={self.user}, renewed_at={self.renewed_at})"
