"""The finished deals of a table, rebuilt from its record for replay, verification and download.

Nothing here may show cards that somebody holds or will hold. So deals in progress are left out, and so are deals of an
event that other tables still have to play. While the rules hide the kitty (docs/rules.md, reveal_kitty), a finished
deal shows only what spectators saw. Its proof and record are refused then, because they contain the order of the pack.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.ids import TableId, UserId
from bot.play.ports import Store
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import StoredTable
from bot.play.values.table_info import Occupant, Person, TableInfo, TableStatus, parse_occupant
from engine.deal.fair_shuffle import Proof, verify_deal
from engine.deal.game import Phase, apply, count_tricks, spectator_view, start, view_for
from engine.io.record import Move, Record, find_next_declarer
from engine.model.actions import Bury, CloseWindow, Deal, Draw, Pass, Play, Sit, TakeBack, Undo
from engine.model.cards import Card
from engine.model.events import Event, Passed, ThrowFailed
from engine.model.seats import Seat
from engine.model.view import PhaseName, View

SILENT_ACTIONS = Draw | Pass | CloseWindow | Sit
"""Actions after which a replay shows a new frame only if the phase has changed."""

Seats = tuple[Occupant | None, ...]
CACHE_SIZE: Final = 16
"""The number of tables whose histories are cached, and of deals whose frames are cached."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a finished deal, after `tricks` complete tricks. `hands` are empty while the kitty is hidden."""

    view: View
    hands: tuple[tuple[Card, ...], ...]
    events: tuple[Event, ...]
    tricks: int
    seats: Seats


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's action, and all that the seat could know then."""

    view: View
    action: Play | Bury
    trick: int
    """The number of the trick, from 1."""
    failed: bool = False
    """Whether the action was a throw that failed."""


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A finished deal. `number` counts all packs dealt, redeals included. Players see `deal_number` instead."""

    number: int
    deal_number: int
    seats: Seats
    """The occupants of the seats when the deal began."""
    seats_at_end: Seats
    phase_before: Phase = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)
    """The moves of the deal; the first one deals the pack."""
    final_view: View = field(repr=False)
    """The spectators' view at the end of the deal."""
    kitty_hidden: bool = False
    """Whether the kitty, and everything that reveals it, is still hidden."""

    @property
    def proof(self) -> Proof | None:
        """The proof of the shuffle. Raises TableRefused while the kitty is hidden, because the proof reveals it."""
        if self.kitty_hidden:
            raise TableRefused(TableRefusal.KITTY_HIDDEN)
        return self.moves[0].proof

    @property
    def is_fair(self) -> bool:
        """Whether the order of the pack follows from the promised secret and the cut. Raises as `proof` does."""
        pack = self.moves[0].action
        assert isinstance(pack, Deal)
        declarer = find_next_declarer(self.phase_before)
        return self.proof is not None and verify_deal(self.final_view.rules, self.proof, pack, declarer)

    def replay_frames(self) -> tuple[ReplayFrame, ...]:
        """Return the frames in order; the last is the result."""
        return tuple(_iterate_frames(self))


@dataclass(frozen=True, slots=True)
class TableHistory:
    """The finished deals of a table and their record. There are none while other tables still play the same deal."""

    facts: TableInfo
    deals: tuple[FinishedDeal, ...]
    full_record: Record = field(repr=False)
    """The record of the finished deals, even while the kitty is hidden. Publish `record` instead, which may refuse."""

    @property
    def record(self) -> Record:
        """The record of the finished deals. Raises TableRefused: the kitty is still hidden."""
        if self.facts.is_kitty_hidden:
            raise TableRefused(TableRefusal.KITTY_HIDDEN)
        return self.full_record

    def find_deal(self, number: int) -> FinishedDeal | None:
        """Return a finished deal by its number; None if there is none."""
        return next((one for one in self.deals if one.number == number), None)

    def is_last(self, deal: FinishedDeal) -> bool:
        """Return whether the match ended with this deal."""
        return self.facts.status is TableStatus.OVER and deal.number == self.deals[-1].number


def build_history(stored: StoredTable) -> TableHistory:
    """Return the finished deals of a table. Raises IllegalAction: the record does not fit the rules."""
    facts, moves = stored.facts, tuple(_iterate_moves(stored))
    starts = [n for n, move in enumerate(moves) if isinstance(move.action, Deal)]
    deals, over, hidden = [], 0, facts.is_kitty_hidden
    empty: Seats = (None,) * facts.rules.players
    phase = start(facts.rules, facts.start_levels, facts.first_declarer)
    phase, seats = _apply_moves(phase, empty, moves[: starts[0] if starts else 0])
    ends = (*starts[1:], len(moves)) if starts else ()  # if no deal has begun, no deal has ended
    for number, (first, after) in enumerate(zip(starts, ends, strict=True), 1):
        before, mine = phase, moves[first:after]
        phase, after_seats = _apply_moves(phase, seats, mine)
        final = spectator_view(phase)
        if final.phase is PhaseName.FINISHED and final.result is not None and not facts.is_sealed:
            deals.append(FinishedDeal(number, final.deal_number, seats, after_seats, before, mine, final, hidden))
            over = after
        seats = after_seats
    headers = (("Table", str(facts.id)), ("Preset", facts.preset))
    record = Record(facts.rules, moves[:over], facts.start_levels, facts.first_declarer, headers)
    return TableHistory(facts, tuple(deals), record)


def _iterate_moves(stored: StoredTable) -> Iterator[Move]:
    secrets = iter(sorted(stored.deals, key=lambda one: one.number))
    for entry in stored.entries:
        secret = next(secrets, None) if isinstance(entry.action, Deal) else None
        yield Move(entry.seat, entry.action, None if secret is None else secret.proof)


def _apply_moves(phase: Phase, seats: Seats, moves: tuple[Move, ...]) -> tuple[Phase, Seats]:
    for move in moves:
        phase = apply(phase, move.seat, move.action).phase
        seats = _seats_after(seats, move)
    return phase, seats


def _seats_after(seats: Seats, move: Move) -> Seats:
    if not isinstance(move.action, Sit):
        return seats
    seat, who = move.action.seat, parse_occupant(move.action.who)
    return (*seats[:seat], who, *seats[seat + 1 :])


def _iterate_frames(deal: FinishedDeal) -> Iterator[ReplayFrame]:
    phase, seats, tricks, happened = deal.phase_before, deal.seats, 0, list[Event]()
    name = spectator_view(phase).phase
    for move in deal.moves:
        if isinstance(move.action, Sit) and any(isinstance(event, Passed) for event in happened):
            yield _build_frame(deal, phase, happened, tricks, seats)  # passes get a frame before a seat changes hands
            happened = []
        step = apply(phase, move.seat, move.action)
        phase, seats, happened = step.phase, _seats_after(seats, move), [*happened, *step.events]
        tricks = count_tricks(step.phase)
        view = spectator_view(phase)
        if isinstance(move.action, SILENT_ACTIONS | Deal) and view.phase is name:
            continue
        changed, name = view.phase is not name, view.phase
        if isinstance(move.action, Deal) and changed and view.to_draw:
            continue  # no card has been drawn yet
        yield _build_frame(deal, phase, happened, tricks, seats)
        happened = []


def list_decisions(deal: FinishedDeal, user: UserId) -> tuple[Decision, ...]:
    """Return a user's decisions in a finished deal, in order and without those that were taken back."""
    phase, seats, trick, found = deal.phase_before, deal.seats, 1, list[Decision]()
    for move in deal.moves:
        step, before = apply(phase, move.seat, move.action), phase
        taker = move.action.seat if isinstance(move.action, Undo) else move.seat
        if isinstance(move.action, TakeBack | Undo) and found and found[-1].view.seat == taker:
            found.pop()
        if isinstance(move.action, Play | Bury) and seats[move.seat] == Person(user):
            failed = any(isinstance(event, ThrowFailed) for event in step.events)
            found.append(Decision(view_for(before, Seat(move.seat)), move.action, trick, failed))
        phase, seats = step.phase, _seats_after(seats, move)
        trick = count_tricks(phase) + 1
    return tuple(found)


def _build_frame(deal: FinishedDeal, phase: Phase, happened: Iterable[Event], tricks: int, seats: Seats) -> ReplayFrame:
    players = deal.final_view.rules.players
    hands = tuple(() if deal.kitty_hidden else view_for(phase, Seat(seat)).hand for seat in range(players))
    return ReplayFrame(spectator_view(phase), hands, tuple(happened), tricks, seats)


class HistoryCache:
    """Builds the histories and frames of finished deals off the event loop, and caches those opened last."""

    def __init__(self) -> None:
        self._histories: LRUCache[TableId, tuple[tuple[int, TableStatus], TableHistory]] = LRUCache(CACHE_SIZE)
        self._frames: LRUCache[tuple[TableId, int, bool], tuple[ReplayFrame, ...]] = LRUCache(CACHE_SIZE)

    async def get_history(self, records: Store, table: TableId, revision: int, status: TableStatus) -> TableHistory:
        """Return a table's history, cached until its revision or status changes.

        While other tables still have to play the same deal, the history is rebuilt each time. Raises TableRefused:
        there is no such table.
        """
        known = self._histories.get(table)
        if known is None or known[0] != (revision, status) or known[1].facts.is_sealed:
            stored = TableRefused.require_found(await records.load(table), TableRefusal.NO_TABLE)
            known = ((len(stored.entries), stored.facts.status), await asyncio.to_thread(build_history, stored))
            self._histories[table] = known
        return known[1]

    async def get_frames(self, table: TableId, deal: FinishedDeal) -> tuple[ReplayFrame, ...]:
        """Return the frames of a finished deal, in order."""
        key = (table, deal.number, deal.kitty_hidden)
        if (frames := self._frames.get(key)) is None:
            frames = self._frames[key] = await asyncio.to_thread(deal.replay_frames)
        return frames
