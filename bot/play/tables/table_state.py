"""The state of a table in memory, and refusals of actions that this state does not allow."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.ids import TableId, UserId
from bot.play.clock.timing import Timing
from bot.play.ports import Clock, Store
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import match_changes
from bot.play.table_rules.deadlines import is_last_batch_of_first_deal, list_deadlines
from bot.play.table_rules.game_state import GameState, rebuild_game_state
from bot.play.table_rules.shuffle import Shuffler
from bot.play.tables.store_health import StoreHealth
from bot.play.values.stored_table import Deadline, DealSecret, StoredTable, TableUpdate
from bot.play.values.table_info import LIVE_STATUSES, Person, Phrase, TableInfo, TableStatus
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class TableServices:
    """The services that the tables of a program share."""

    store: Store
    clock: Clock
    timing: Timing
    shuffler: Shuffler
    health: StoreHealth
    drop_table: Callable[[TableId, int, BaseException], None]
    """Removes a table from memory, because it may differ from its record. Takes its id, its revision and the error."""


class TableState:
    """A table's state in memory. Methods that save take its `lock` (not reentrant), unless they say otherwise."""

    def __init__(self, stored: StoredTable, services: TableServices, publish: Callable[[TableUpdate], None]) -> None:
        self.facts = stored.facts
        self.deadlines = stored.deadlines
        self.deals = stored.deals
        """The secrets of all deals and, between deals, of the next one. Show only those of finished deals."""
        started = stored.facts.status in {TableStatus.PLAYING, TableStatus.OVER}
        self.game: GameState | None = rebuild_game_state(stored.facts, stored.entries) if started else None
        self.services = services
        self.lock = asyncio.Lock()
        self.missed_turns: dict[Seat, int] = {}
        """How many turns in a row each player has missed."""
        self.idle_redeals = 0
        """The number of redeals in a row during which no player has pressed anything."""
        self.is_lost = False
        """Whether the outcome of a commit is unknown, so that this object must no longer be used."""
        self.publish = publish
        self.readers: set[Seat] = set()
        """Seats of people who look back at the finished deal. The next deal waits for them."""
        self.claims: set[Seat] = set()
        """The seats that have claimed all remaining tricks. The program leads for them until the deal is over."""
        self.phrases: dict[Seat, tuple[Phrase, float]] = {}
        """What players have said since the last deal, the newest last, and when; this is never saved."""
        self.opened_hands: set[UserId] = set()
        """Users whose panel has shown their hand since the table was loaded into memory."""
        self._last_active: dict[UserId, float] = {}
        self._loaded_at = services.clock.now()
        self.resumed_at: int | None = None
        """The revision at which the table last resumed after a restart or an outage; None if it has not."""

    @property
    def revision(self) -> int:
        """The number of actions in the record."""
        return self.game.revision if self.game else 0

    @property
    def is_between_deals(self) -> bool:
        """Whether the match has started and no deal is being played."""
        return self.game is not None and self.game.is_between_deals

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
        return TableRefused.require_found(self.game, TableRefusal.NOT_STARTED)

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
        """Return the present deadlines; those in `kept` keep their time."""
        services = self.services
        now, secret = services.clock.now(), self.deals[-1].secret
        waits = bool(self.list_closed_hands(facts))
        return list_deadlines(facts, game, services.timing, now, kept, secret, waits_for_hands=waits)

    def list_closed_hands(self, facts: TableInfo) -> frozenset[Seat]:
        """Return the seats of people who are present and have not opened their hand yet."""
        people = ((seat, facts.seats[seat]) for seat in match_changes.list_present_seats(facts))
        return frozenset(s for s, o in people if isinstance(o, Person) and o.user not in self.opened_hands)

    def list_awaited_hands(self) -> frozenset[Seat]:
        """Return the seats of people who must open their hand before the last cards of the first deal are drawn."""
        game, timing = self.game, self.services.timing
        if game is None or self.facts.status is not TableStatus.PLAYING or not timing.open_hands:
            return frozenset()
        waits = is_last_batch_of_first_deal(self.facts, game, timing)
        return self.list_closed_hands(self.facts) if waits else frozenset()

    def refuse_seen_hand(self, seat: Seat | None, user: UserId | None) -> None:
        """Refuse `seat` to a user who has seen another hand of the current deal."""
        if user is None or self.game is None or self.game.is_between_deals:
            return
        if others := self.game.seen.seats_of(user) - {seat}:
            raise TableRefused(TableRefusal.HAND_SEEN, seat=min(others) + 1)

    def refuse_newcomer(self, seat: Seat, user: UserId) -> None:
        """Refuse users who have seen another hand. If the cards are sealed, refuse all who have not held this seat."""
        self.refuse_seen_hand(seat, user)
        if self.facts.is_sealed and (self.game is None or seat not in self.game.seen.seats_of(user)):
            raise TableRefused(TableRefusal.SEALED_SEAT)

    def mark_active(self, user: UserId) -> None:
        """Remember that a user has just acted."""
        self.idle_redeals = 0
        self._last_active[user] = self.services.clock.now()

    def idle_host_seats(self, facts: TableInfo) -> frozenset[Seat]:
        """Return the host's seat if they have been idle for too long while no deal is played; otherwise no seat."""
        idle = self.services.clock.now() - max(self._loaded_at, self._last_active.get(facts.host, 0.0))
        without_turns = self.game is None or self.is_between_deals
        if not without_turns or idle <= self.services.timing.host_absent_after:
            return frozenset()
        return frozenset(Seat(s) for s, o in enumerate(facts.seats) if o == Person(facts.host))
