"""The state of one table and the only way to change it: save first, then publish.

Every change runs under the table's lock: check, apply, commit, swap, publish. There is no await between the new game
state and its revision, and nothing is published that is not on the disk. If the outcome of a commit is unknown,
the table drops itself from memory and the registry rebuilds it from its record.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.ids import TableId, UserId
from bot.play import match_length, proposal_rules, table_changes
from bot.play.deadlines import is_passing, list_deadlines
from bot.play.game_state import GameState, apply_action, rebuild_game_state
from bot.play.occupants import Person
from bot.play.ports import (
    LIVE_STATUSES,
    Clock,
    Deadline,
    DeadlineKind,
    DealBooking,
    DealSecret,
    Fenced,
    RecordEntry,
    Store,
    StoredTable,
    TableInfo,
    TableStatus,
    TableUpdate,
    Transaction,
)
from bot.play.proposals import Notice
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.seen_hands import refuse_seen_hand
from bot.play.shuffle import Shuffler
from bot.play.store_health import StoreHealth
from bot.play.timing import Timing
from engine.model.actions import Action, Deal
from engine.model.cards import format_cards
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded, Event, MatchWon
from engine.model.seats import Seat
from engine.model.view import PhaseName

BETWEEN_DEALS: Final = {PhaseName.FINISHED, PhaseName.READY}
"""The phases in which no deal is being played."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """What the tables of a program share and use from outside."""

    store: Store
    clock: Clock
    timing: Timing
    shuffler: Shuffler
    health: StoreHealth
    drop_table: Callable[[TableId, int, BaseException], None]
    """Removes a table from memory when its state there may differ from its record: which, its revision, and why."""


class TableState:
    """Holds what a table has in memory and saves every change before publishing it.

    `lock` is not reentrant: the public methods of `Lobby`, `Attendance`, `Gameplay`, `Voting` and `Table` take it.
    """

    def __init__(self, stored: StoredTable, services: TableServices, publish: Callable[[TableUpdate], None]) -> None:
        self.facts = stored.facts
        self.deadlines = stored.deadlines
        self.deals = stored.deals
        """The secrets of all deals. The last is promised and not cut yet; only a finished deal's may be shown."""
        started = stored.facts.status in {TableStatus.PLAYING, TableStatus.OVER}
        self.game: GameState | None = rebuild_game_state(stored.facts, stored.entries) if started else None
        self.services = services
        self.lock = asyncio.Lock()
        self.missed_turns: dict[Seat, int] = {}
        """How many turns in a row a player has missed."""
        self.is_lost = False
        """Whether the outcome of a commit is unknown: this object must not be used any longer."""
        self.publish = publish
        """Publishes what has just been committed; returns at once."""
        self.opened_hands: set[UserId] = set()
        """Users whose panel has shown their hand since the program started."""
        self._last_active: dict[UserId, float] = {}
        self._loaded_at = services.clock.now()
        self.resumed_at: int | None = None
        """The revision at which the program restarted; None for a table that was opened since."""

    @property
    def revision(self) -> int:
        """The number of actions in the record."""
        return self.game.revision if self.game else 0

    @property
    def is_between_deals(self) -> bool:
        """Whether the match has started and no deal is being played."""
        return self.game is not None and self.game.phase_name in BETWEEN_DEALS

    @property
    def last_cut_deal(self) -> DealSecret:
        """The secret of the deal that was dealt last."""
        return next(deal for deal in reversed(self.deals) if deal.cut is not None)

    def require_available(self) -> None:
        """Refuse while the table is being reloaded."""
        if self.is_lost:
            raise TableRefused(TableRefusal.BUSY)

    def require_game(self) -> GameState:
        """Return the game of a match that has started."""
        self.require_available()
        if self.game is None:
            raise TableRefused(TableRefusal.NOT_STARTED)
        return self.game

    def require_open(self) -> TableInfo:
        """Return the facts of a table that is in the lobby or playing."""
        self.require_available()
        if self.facts.status not in LIVE_STATUSES:
            raise TableRefused(TableRefusal.TABLE_CLOSED)
        return self.facts

    def require_lobby(self) -> TableInfo:
        """Return the facts of a table that is in the lobby."""
        if self.require_open().status is not TableStatus.LOBBY:
            raise TableRefused(TableRefusal.ALREADY_STARTED)
        return self.facts

    def require_match(self) -> TableInfo:
        """Return the facts of a table that is playing."""
        if self.require_open().status is not TableStatus.PLAYING:
            raise TableRefused(TableRefusal.NOT_STARTED)
        return self.facts

    def list_deadlines(
        self, facts: TableInfo, game: GameState | None, kept: Iterable[Deadline]
    ) -> tuple[Deadline, ...]:
        """Return the deadlines that hold now; those in `kept` keep their time."""
        services = self.services
        now, secret = services.clock.now(), self.deals[-1].secret
        waits = bool(self.list_closed_hands(facts))
        return list_deadlines(facts, game, facts.away, services.timing, now, kept, secret, waits_for_hands=waits)

    def list_closed_hands(self, facts: TableInfo) -> frozenset[Seat]:
        """Return the seats of people who are present and have not opened their hand yet."""
        people = ((seat, facts.seats[seat]) for seat in table_changes.list_present_seats(facts))
        return frozenset(s for s, o in people if isinstance(o, Person) and o.user not in self.opened_hands)

    def refuse_seen_hand(self, seat: Seat | None, user: UserId | None) -> None:
        """Refuse `seat` to a user who has seen another hand of the deal that is played."""
        if self.game is not None:
            refuse_seen_hand(self.game.seen, seat, user, between_deals=self.is_between_deals)

    def refuse_sealed_seat(self, seat: Seat, user: UserId) -> None:
        """Refuse a seat of a sealed table to all but those who have held it: others may have to play the board."""
        if self.facts.is_sealed and (self.game is None or seat not in self.game.seen.seats_of(user)):
            raise TableRefused(TableRefusal.SEALED_SEAT)

    def is_passing(self, seat: Seat) -> bool:
        """Return whether a seat passes by itself in the open window, which only that seat may know."""
        return is_passing(self.deadlines, seat)

    def mark_active(self, user: UserId) -> None:
        """Remember that a user has just acted."""
        self._last_active[user] = self.services.clock.now()

    def idle_host_seats(self, facts: TableInfo) -> frozenset[Seat]:
        """Return the seat of a host who has been idle for long while no deadline would notice it."""
        idle = self.services.clock.now() - max(self._loaded_at, self._last_active.get(facts.host, 0.0))
        without_turns = self.game is None or self.is_between_deals
        if not without_turns or idle <= self.services.timing.host_absent_after:
            return frozenset()
        return frozenset(Seat(s) for s, o in enumerate(facts.seats) if o == Person(facts.host))

    async def resume_after_downtime(self, earliest: float, later: float) -> None:
        """Go on after the program was away for `later` seconds: nobody could act, so nothing is due before `earliest`.

        `later` is negative if the machine's clock was set back by more than that. A lobby stays open long enough for
        its players to see the warning.
        """
        async with self.lock:
            self.postpone_deadlines(earliest, later)
            async with self.transaction() as tx:
                await tx.save_deadlines(self.facts.id, self.deadlines)
                await tx.commit()

    def postpone_deadlines(self, earliest: float, later: float) -> None:
        """Postpone all deadlines as `resume_after_downtime`, without saving them."""
        self.resumed_at = self.revision
        wait = {DeadlineKind.LOBBY_EXPIRES: self.services.timing.lobby_warning}
        self.deadlines = tuple(
            replace(d, at=max(_postpone(d, later), earliest + wait.get(d.kind, 0.0))) for d in self.deadlines
        )
        if not self.deadlines:  # a table that waits for a player
            self.deadlines = self.list_deadlines(self.facts, self.game, ())

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Open a transaction. The caller holds the lock.

        Any failure other than a refusal leaves the outcome unknown, so the table is dropped and reloaded.
        """
        try:
            async with self.services.store.begin() as tx:
                yield tx
        except (IllegalAction, TableRefused):
            raise
        except BaseException as unknown:
            self.is_lost = True
            self.services.drop_table(self.facts.id, self.revision, unknown)
            if isinstance(unknown, Fenced | OSError | TimeoutError):
                raise TableRefused(TableRefusal.BUSY) from unknown
            raise
        self.services.health.note_commit(self.facts.id)

    async def save(
        self,
        facts: TableInfo,
        deadlines: tuple[Deadline, ...] | None = None,
        notices: tuple[Notice, ...] = (),
        *,
        is_private: bool = False,
    ) -> None:
        """Save a change that is no part of the record, then publish it. The caller holds the lock."""
        facts = proposal_rules.without_stale_proposals(facts, between_deals=self.is_between_deals)
        if deadlines is None:
            same = facts.status is self.facts.status
            deadlines = self.deadlines if same else self.list_deadlines(facts, self.game, self.deadlines)
        async with self.transaction() as tx:
            await tx.save_table(facts)
            await tx.save_deadlines(self.facts.id, deadlines)
            await tx.commit()
            self.facts, self.deadlines = facts, deadlines
        self.publish(TableUpdate(self.revision, (), notices, is_private=is_private))

    async def commit_actions(
        self,
        actions: Sequence[tuple[Seat, Action]],
        deal: DealSecret | None = None,
        facts: TableInfo | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> None:
        """Add actions to the record, then publish what happened. The caller holds the lock."""
        async with self.transaction() as tx:
            update = await self.record(tx, facts or self.facts, self.require_game(), actions, deal)
        self.publish(replace(update, notices=notices))

    async def record(
        self,
        tx: Transaction,
        facts: TableInfo,
        game: GameState,
        actions: Sequence[tuple[Seat, Action]],
        dealt: DealSecret | None,
    ) -> TableUpdate:
        """Apply, append, book, commit, swap; return what to publish. The caller holds the lock.

        `dealt` is the secret of a deal in `actions`.
        """
        at, happened = self.services.clock.wall(), list[Event]()
        for seat, action in actions:
            game, events = apply_action(game, seat, action)
            happened += events
            await tx.append_entry(self.facts.id, RecordEntry(game.revision, seat, action, at))
            if dealt is not None and isinstance(action, Deal):
                await tx.save_deal(self.facts.id, dealt, format_cards(action.order))
        facts = await self._apply_outcomes(tx, facts, game, happened)
        between_deals = game.phase_name in BETWEEN_DEALS
        facts = proposal_rules.without_stale_proposals(facts, between_deals=between_deals)
        if facts != self.facts:
            await tx.save_table(facts)
        deals = self.deals if dealt is None else (*self.deals[:-1], dealt)
        if between_deals and deals[-1].cut is not None:
            deals = (*deals, self.services.shuffler.create_secret(deals[-1].number + 1))
            await tx.save_deal(self.facts.id, deals[-1], None)
        # who has just taken a seat has all the time there is
        kept = [d for d in self.deadlines if d.seat is None or facts.seats[d.seat] == self.facts.seats[d.seat]]
        deadlines = self.list_deadlines(facts, game, kept)
        await tx.save_deadlines(self.facts.id, deadlines)
        await tx.commit()
        self.facts, self.deals, self.deadlines, self.game = facts, deals, deadlines, game
        return TableUpdate(game.revision, tuple(happened))

    async def _apply_outcomes(
        self, tx: Transaction, facts: TableInfo, game: GameState, happened: Sequence[Event]
    ) -> TableInfo:
        """Book the result of a deal that ended; return the facts, over if the match was won or was long enough."""
        seats = tuple(o for o in facts.seats if o is not None)
        for event in happened:
            if isinstance(event, DealEnded):
                if facts.is_computers_only or facts.has_oracle:
                    continue
                at, now = self.services.clock.wall(), self.services.clock.now()
                if not facts.is_board:
                    here, guild = self.facts.id, facts.guild
                    await tx.book_deal(DealBooking(here, guild, game.revision, facts.rules, seats, event.result, at))
                if match_length.is_length_reached(facts, len(game.results), now):
                    facts = table_changes.end_table(facts)
            elif isinstance(event, MatchWon):
                facts = table_changes.end_table(facts)
        return facts


def _postpone(deadline: Deadline, later: float) -> float:
    """Return when something is due after a downtime; the evening of a match with a time limit is not extended."""
    return deadline.at if deadline.kind is DeadlineKind.MATCH_ENDS else deadline.at + later
