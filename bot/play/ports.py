"""Protocols that define what tables need from outside."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, TableId, UserId
from bot.play.values.stored_table import Deadline, DealBooking, DealSecret, RecordEntry, StoredTable
from bot.play.values.table_info import Occupant, TableInfo
from engine.model.actions import Action
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.search.oracle import OpenDeal


class Fenced(Exception):  # noqa: N818 - `raise Fenced` needs no "Error"
    """Another writer has already saved this revision of the table, so the table must be reloaded."""


class StillSeated(Exception):  # noqa: N818 - `raise StillSeated` needs no "Error"
    """The data of a user cannot be erased while they sit at a live table or host one."""

    def __init__(self, tables: Sequence[TableId]) -> None:
        super().__init__(f"seated at {len(tables)} live tables")
        self.tables = tuple(tables)


class Transaction(Protocol):
    """A transaction of the store. If its block is left without `commit`, it is rolled back."""

    async def add_table(self, facts: TableInfo) -> TableId:
        """Insert a table and return its id; the `id` in `facts` is ignored."""

    async def save_table(self, facts: TableInfo) -> None:
        """Update an existing table. `facts` is everything about the table except its record."""

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        """Add an action to a table's record. If the revision is taken, this call or `commit` raises `Fenced`."""

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Insert or update the deal with this `number`. `order` is the order of its pack, or None until it is dealt."""

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        """Replace all deadlines of a table."""

    async def start_match(
        self, table: TableId, guild: GuildId, rules: Rules, seats: Sequence[Occupant], league: LeagueId | None = None
    ) -> tuple[Level, ...] | None:
        """Save that a match begins at a table, and return the level at which each seat starts.

        Return None if no team plays. Then all seats start at the level that the rules set.
        """

    async def report_match(self, table: TableId) -> None:
        """Arrange that the result of an ended match is posted once in each league in which its deals counted."""

    async def book_deal(self, booking: DealBooking) -> None:
        """Pass the result of a deal to `bot.league`, which books it. A table and revision have only one booking."""

    async def commit(self) -> None:
        """Commit, and return only when everything is on disk."""


class Store(Protocol):
    """Stores tables with their records."""

    def begin(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a transaction; leaving it without `commit` rolls it back."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""

    async def list_live_tables(self) -> Mapping[TableId, GuildId]:
        """Return the live tables that this process serves, with their servers; those with the newest actions first."""

    async def list_tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        """Return the tables of a channel, newest first."""

    async def find_event_table(self, match: EventMatchId) -> TableId | None:
        """Return the table that was opened for a match of an event; None if none was."""


class ComputerPlayers(Protocol):
    """Chooses for computer players, off the event loop."""

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return the choice of a computer player of `level`. Its random numbers follow from `seed`.

        Return None if the computer player waits, which is possible only while players may declare.
        """

    async def choose_openly(self, deal: OpenDeal, seed: str) -> Action | None:
        """Return the play of an oracle, a computer player that sees all hands. `seed` is as in `choose`."""


class PlayerPreferences(Protocol):
    """The preferences of users that concern tables."""

    async def wants_forced_plays(self, user: UserId) -> bool:
        """Return whether a user wants forced plays to be made for them."""


class Clock(Protocol):
    """Time and waiting."""

    def now(self) -> float:
        """Return the seconds since the epoch. They never jump, unlike those of `wall`, so all deadlines use them."""

    def wall(self) -> float:
        """Return the time of day in seconds since the epoch, for dates that are stored. It may jump."""

    async def sleep_until(self, at: float) -> None:
        """Wait until `now` returns `at`."""
