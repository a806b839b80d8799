"""One table, from its lobby to the end of its match. Other modules define its parts."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from bot.ids import ChannelId, TableId, UserId
from bot.play.clock.timing import get_clock_offset
from bot.play.ports import Transaction
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import proposal_rules, table_changes
from bot.play.table_rules.deadlines import get_pace
from bot.play.tables.attendance import Attendance
from bot.play.tables.gameplay import Gameplay
from bot.play.tables.lobby import Lobby
from bot.play.tables.save_then_publish import postpone_deadlines, save_facts, transaction
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table_state import TableServices, TableState
from bot.play.tables.voting import Voting
from bot.play.values.stored_table import Deadline, DealSecret, StoredTable, TableUpdate
from bot.play.values.table_info import LIVE_STATUSES, Computer, Occupant, Proposal, ProposalKind, TableInfo, TableStatus
from engine.deal.fair_shuffle import Proof
from engine.deal.game import Phase
from engine.deal.phases.states import Playing
from engine.model.seats import Seat
from engine.model.view import PhaseName, View
from engine.players.search.oracle import ORACLE, OpenDeal


class Publisher(Protocol):
    """Receives the updates of tables. It only queues them, so rendering and sending never delay a table."""

    def publish(self, table: "Table", update: TableUpdate) -> None:
        """Queue `update`; return at once."""


class Table:
    """A table. Its parts `lobby`, `attendance`, `gameplay` and `voting` change it; other methods mostly read it."""

    def __init__(self, stored: StoredTable, services: TableServices, publisher: Publisher) -> None:
        self._state = TableState(stored, services, lambda update: publisher.publish(self, update))
        self.lobby = Lobby(self._state)
        self.attendance = Attendance(self._state)
        self.gameplay = Gameplay(self._state)
        self.voting = Voting(self._state, self.attendance, self.gameplay)

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.facts.id

    @property
    def revision(self) -> int:
        """The number of actions in the record."""
        return self._state.revision

    @property
    def facts(self) -> TableInfo:
        """Everything about the table that is not part of its game, such as seats, rules and votes."""
        return self._state.facts

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """The present deadlines."""
        return self._state.deadlines

    @property
    def deals(self) -> tuple[DealSecret, ...]:
        """The secrets of all deals and, between deals, of the next one. Show only those of finished deals."""
        return self._state.deals

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """The occupants of the seats; None for an empty seat."""
        return self.facts.seats

    @property
    def claims(self) -> frozenset[Seat]:
        """The seats that have claimed all remaining tricks. The program leads for them until the deal is over."""
        return frozenset(self._state.claims)

    def has_seen_hand(self, user: UserId) -> bool:
        """Return whether a user has held a seat in the current deal."""
        game = self._state.game
        return game is not None and not self._state.is_between_deals and bool(game.seen.seats_of(user))

    @property
    def phase(self) -> Phase | None:
        """The engine's phase, None in the lobby. It holds every hand, so show only views of it."""
        return self._state.game.phase if self._state.game else None

    def snapshot(self) -> Snapshot:
        """Return a snapshot for callers that read several values. Raises TableRefused: the table is being reloaded."""
        state, facts = self._state, self.facts
        state.require_available()
        live = facts.status in LIVE_STATUSES
        return Snapshot(
            facts,
            state.deadlines,
            state.deals[-1].commitment if live else None,
            self._proof(),
            proposal_rules.count_all_votes(facts, state.idle_host_seats(facts)) if live and facts.proposals else (),
            get_pace(facts, state.services.timing),
            state.game,
            frozenset(seat for seat, turns in state.missed_turns.items() if turns),
            state.list_awaited_hands(),
            just_restarted=state.resumed_at == state.revision,
            cannot_be_saved=state.services.health.is_waiting(facts.id),
            phrases=tuple((seat, phrase) for seat, (phrase, _) in state.phrases.items()),
            clock_offset=get_clock_offset(state.services.clock),
        )

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know."""
        return self.snapshot().view(seat)

    def open_deal(self, seat: Seat) -> OpenDeal:
        """Return all hands to an oracle in `seat`. Raises ValueError if none sits there or no tricks are played."""
        occupant, phase = self.occupants[seat], self.phase
        if not isinstance(occupant, Computer) or occupant.level != ORACLE or not isinstance(phase, Playing):
            raise ValueError("all hands are for an oracle that plays")
        return OpenDeal(self.view(seat), phase.hands, phase.kitty)

    def spectator_view(self) -> View:
        """Return what a spectator may know."""
        return self.snapshot().spectator_view()

    def seat_of(self, user: UserId) -> Seat | None:
        """Return a user's seat; None if they have none."""
        return self.facts.seat_of(user)

    def is_offered(self, seat: Seat, user: UserId) -> bool:
        """Return whether a seat of the match is offered to a user."""
        wanted = Proposal(ProposalKind.OFFER, seat, user)
        return any(one.proposal == wanted for one in self.facts.proposals)

    def task(self, seat: Seat) -> int:
        """Return the number of the seat's current question; controls with another number are stale."""
        return self._state.game.tasks[seat] if self._state.game else 0

    async def move_to_channel(self, channel: ChannelId) -> None:
        """Show the table in another channel or thread from now on."""
        async with self._state.lock:
            self._state.require_available()
            await save_facts(self._state, replace(self.facts, channel=channel))

    async def unseal(self) -> None:
        """Show the cards and the result to everyone from now on, because no table still has to play the same board."""
        async with self._state.lock:
            self._state.require_available()
            # save even if the table is unsealed, because an earlier call may have failed to show it
            await save_facts(self._state, replace(self.facts, is_sealed=False))

    async def find_or_open_rematch(self, user: UserId, open_: Callable[[TableInfo], Awaitable[TableId]]) -> TableId:
        """Return the table at which the same people play again; the first call opens it. May raise `TableRefused`."""
        async with self._state.lock:
            self._state.require_available()
            table_changes.require_seat(self.facts, user)
            if self.facts.status is not TableStatus.OVER:
                raise TableRefused(TableRefusal.MATCH_NOT_OVER)
            if self.facts.rematch_table is None:
                await save_facts(self._state, replace(self.facts, rematch_table=await open_(self.facts)))
            assert self.facts.rematch_table is not None
            return self.facts.rematch_table

    async def resume_after_downtime(self, earliest: float, later: float) -> None:
        """Resume after `later` seconds of downtime, in which nobody could act. Nothing is due before `earliest`."""
        async with self._state.lock, transaction(self._state) as tx:
            await self.resume_in(tx, earliest, later)
            await tx.commit()

    async def resume_in(self, tx: Transaction, earliest: float, later: float) -> None:
        """Resume as `resume_after_downtime` does, in the caller's transaction. Nobody else may use the table yet."""
        await postpone_deadlines(self._state, tx, earliest, later)

    def _proof(self) -> Proof | None:
        """Return the proof of the deal that has ended; None while the kitty, which it would reveal, is hidden."""
        game = self._state.game
        if game is None or game.phase_name is not PhaseName.FINISHED or self.facts.is_kitty_hidden:
            return None
        return self._state.last_cut_deal.proof
