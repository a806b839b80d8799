"""The finished deals of a table, read back from its record: to be looked at again, checked and taken away.

A deal that is still played is no part of it: nothing here may tell of cards that somebody holds. Where the rules keep
the kitty closed (docs/rules.md, reveal_kitty) deals are veiled until the match is over: they are shown as a watcher saw
them, and neither proof nor record is handed out, for both hold the order of the pack.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from bot.play.occupants import Occupant, TableId, parse_who
from bot.play.ports import Status, StoredTable, TableFacts
from bot.play.refusals import Refused, Why
from engine.actions import CloseWindow, Deal, Draw, Pass, Sit
from engine.cards import Card
from engine.events import Event, Passed, TrickWon
from engine.fairness import Proof, verify
from engine.game import Phase, apply, spectator_view, start, view_for
from engine.record import Move, Record, next_declarer
from engine.seats import Seat
from engine.view import PhaseName, View

QUIET = Draw | Pass | CloseWindow | Sit
"""Actions after which there is only something new to see if the phase has changed."""

KEPT: Final = 16
"""How many tables, and how many deals moment by moment, are remembered."""
Seats = tuple[Occupant | None, ...]
Key = TypeVar("Key")
Value = TypeVar("Value")


class Records(Protocol):
    """Where tables are kept with their records."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a deal that is over: what all could see, every hand, what had just happened, tricks done so far.

    The hands of a veiled deal are empty.
    """

    view: View
    hands: tuple[tuple[Card, ...], ...]
    events: tuple[Event, ...]
    tricks: int
    seats: Seats
    """Who sat where then."""


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A finished deal. `number` counts packs put on the table, redeals included; `shown` is what all call the deal."""

    number: int
    shown: int
    seats: Seats
    """Who sat where when it began."""
    last_seats: Seats
    """Who sat where when it ended."""
    before: Phase = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)
    """From the pack on."""
    final: View = field(repr=False)
    """What a watcher saw at its end."""
    veiled: bool = False
    """Whether the kitty, and all from which it would follow, is still closed."""

    @property
    def proof(self) -> Proof | None:
        """What fixed the shuffle.

        Raises:
            Refused: the kitty is still closed, and the order of the pack would tell it.
        """
        if self.veiled:
            raise Refused(Why.KITTY_HIDDEN)
        return self.moves[0].proof

    @property
    def is_fair(self) -> bool:
        """Tell whether the order of the pack is the one that was promised before the deal and then cut.

        Raises:
            Refused: the kitty is still closed.
        """
        pack = self.moves[0].action
        assert isinstance(pack, Deal)
        declarer = next_declarer(self.before)
        return self.proof is not None and verify(self.final.rules, self.proof, pack, declarer)

    def moments(self) -> tuple[Moment, ...]:
        """Return what there is to see, in order; the last is the result."""
        return tuple(_moments(self))


@dataclass(frozen=True, slots=True)
class Past:
    """All finished deals of a table, with their record."""

    facts: TableFacts
    deals: tuple[PastDeal, ...]
    written: Record = field(repr=False)
    """May hold what is still closed: `record` is what may be handed out."""

    @property
    def record(self) -> Record:
        """The record of the finished deals.

        Raises:
            Refused: the kitty is still closed.
        """
        if is_veiled(self.facts):
            raise Refused(Why.KITTY_HIDDEN)
        return self.written

    def deal(self, number: int) -> PastDeal | None:
        """Return a deal by its number; None if it is not there or not over."""
        return next((one for one in self.deals if one.number == number), None)


def is_veiled(facts: TableFacts) -> bool:
    """Tell whether the rules of a table keep the kitties of its finished deals closed, for the match is not over."""
    return not facts.rules.reveal_kitty and facts.status is not Status.OVER


def past_of(stored: StoredTable) -> Past:
    """Return what of a table's record is over.

    Raises:
        IllegalAction: the record does not fit the rules.
    """
    moves = tuple(_moves(stored))
    starts = [n for n, move in enumerate(moves) if isinstance(move.action, Deal)]
    deals, over, veiled = [], 0, is_veiled(stored.facts)
    nobody: Seats = (None,) * stored.facts.rules.players
    phase, seats = _through(start(stored.facts.rules, stored.facts.levels), nobody, moves[: starts[0] if starts else 0])
    ends = (*starts[1:], len(moves)) if starts else ()  # before the first deal there are none
    for number, (first, after) in enumerate(zip(starts, ends, strict=True), 1):
        before, mine = phase, moves[first:after]
        phase, after_seats = _through(phase, seats, mine)
        final = spectator_view(phase)
        if final.phase is PhaseName.FINISHED and final.result is not None:
            deals.append(PastDeal(number, final.deal_number, seats, after_seats, before, mine, final, veiled))
            over = after
        seats = after_seats
    record = Record(stored.facts.rules, moves[:over], stored.facts.levels, headers=_headers(stored.facts))
    return Past(stored.facts, tuple(deals), record)


def _headers(facts: TableFacts) -> tuple[tuple[str, str], ...]:
    return (("Table", str(facts.id)), ("Preset", facts.preset))


def _moves(stored: StoredTable) -> Iterator[Move]:
    """Yield the record with a proof beside each pack."""
    secrets = iter(sorted(stored.deals, key=lambda one: one.number))
    for entry in stored.entries:
        proof = None
        if isinstance(entry.action, Deal) and (one := next(secrets, None)) is not None:
            proof = Proof(one.commitment, one.secret, one.cut or "")
        yield Move(entry.seat, entry.action, proof)


def _through(phase: Phase, seats: Seats, moves: tuple[Move, ...]) -> tuple[Phase, Seats]:
    for move in moves:
        phase = apply(phase, move.seat, move.action).phase
        seats = _after(seats, move)
    return phase, seats


def _after(seats: Seats, move: Move) -> Seats:
    """Return who sits where after a move."""
    if not isinstance(move.action, Sit):
        return seats
    seat, who = move.action.seat, parse_who(move.action.who)
    return (*seats[:seat], who, *seats[seat + 1 :])


def _moments(deal: PastDeal) -> Iterator[Moment]:
    phase, seats, tricks, told = deal.before, deal.seats, 0, list[Event]()
    name = spectator_view(phase).phase
    for move in deal.moves:
        if isinstance(move.action, Sit) and any(isinstance(event, Passed) for event in told):
            yield _moment(deal, phase, told, tricks, seats)  # who passed is named before somebody takes his seat
            told = []
        step = apply(phase, move.seat, move.action)
        phase, seats, told = step.phase, _after(seats, move), [*told, *step.events]
        tricks += sum(isinstance(event, TrickWon) for event in step.events)
        view = spectator_view(phase)
        if isinstance(move.action, QUIET | Deal) and view.phase is name:
            continue
        changed, name = view.phase is not name, view.phase
        if isinstance(move.action, Deal) and changed and view.to_draw:
            continue  # nobody has a card yet
        yield _moment(deal, phase, told, tricks, seats)
        told = []


def _moment(deal: PastDeal, phase: Phase, told: Iterable[Event], tricks: int, seats: Seats) -> Moment:
    players = deal.final.rules.players
    hands = tuple(() if deal.veiled else view_for(phase, Seat(seat)).hand for seat in range(players))
    return Moment(spectator_view(phase), hands, tuple(told), tricks, seats)


class Archive:
    """Finds finished deals, and remembers those that were looked at last. Reading happens off the event loop."""

    def __init__(self) -> None:
        self._pasts: OrderedDict[TableId, tuple[tuple[int, Status], Past]] = OrderedDict()
        self._moments: OrderedDict[tuple[TableId, int, bool], tuple[Moment, ...]] = OrderedDict()

    async def past(self, records: Records, table: TableId, revision: int, status: Status) -> Past:
        """Return what is over at a table of that status whose record has `revision` actions.

        Raises:
            Refused: there is no such table.
        """
        known = self._pasts.get(table)
        if known is None or known[0] != (revision, status):
            stored = await records.load(table)
            if stored is None:
                raise Refused(Why.NO_TABLE)
            known = ((len(stored.entries), stored.facts.status), await asyncio.to_thread(past_of, stored))
        _keep(self._pasts, table, known)
        return known[1]

    async def moments(self, table: TableId, deal: PastDeal) -> tuple[Moment, ...]:
        """Return what there is to see of a finished deal."""
        key = (table, deal.number, deal.veiled)
        found = self._moments.get(key)
        if found is None:
            found = await asyncio.to_thread(deal.moments)
        _keep(self._moments, key, found)
        return found


def _keep(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)
