"""What a table holds and how it is kept: one writer, who saves before anyone is told.

Every change runs under the table's lock: check, apply, commit, swap, tell. There is no await between the new
standing and its revision, and nothing is told that is not on the disk. If the outcome of a commit
is unknown the table drops itself from memory, and the registry folds it again from its record.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.play import seating, voting
from bot.play.desk import Desk
from bot.play.motions import Notice
from bot.play.occupants import Person, TableId, UserId
from bot.play.ports import (
    Deadline,
    DealBooking,
    DealSecret,
    DueKind,
    Entry,
    Fenced,
    News,
    Status,
    StoredTable,
    TableFacts,
    Transaction,
)
from bot.play.refusals import Refused, Why
from bot.play.schedule import due
from bot.play.standing import Standing, advance, fold
from engine.actions import Action, Deal
from engine.cards import cards_text
from engine.errors import IllegalAction
from engine.events import DealEnded, Event, MatchWon
from engine.seats import Seat
from engine.view import PhaseName

BETWEEN: Final = {PhaseName.FINISHED, PhaseName.READY}
"""The phases in which no deal is being played."""


class Keeping(ABC):
    """A table's state and its saving; what may be asked of it is in the classes that build on this one."""

    def __init__(self, stored: StoredTable, desk: Desk) -> None:
        self.facts = stored.facts
        self.deadlines = stored.deadlines
        self.deals = stored.deals
        """The secrets of all deals, the promised next one last. Only a finished deal's may be shown."""
        self._desk = desk
        self._lock = asyncio.Lock()
        self._missed: dict[Seat, int] = {}
        """How many turns in a row a person has missed."""
        self._seen: dict[UserId, float] = {}
        """When people last did something here, since the table came into memory at `_since`."""
        self._since = desk.clock.now()
        self._lost = False
        self._resumed_at: int | None = None
        """The revision at which the program began to run again with this table; None: it was opened since."""
        begun = stored.facts.status in {Status.PLAYING, Status.OVER}
        self._standing: Standing | None = fold(stored.facts, stored.entries) if begun else None

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.facts.id

    @property
    def revision(self) -> int:
        """How many actions the record holds."""
        return self._standing.revision if self._standing else 0

    async def shift(self, earliest: float, later: float = 0.0) -> None:
        """Let everything be due `later`, and nothing before `earliest`: the program was away, and nobody could act.

        A lobby does not expire before those who sit there had time to see that it will.
        """
        async with self._lock:
            wait = {DueKind.LOBBY: self._desk.timing.lobby_warning}
            self.deadlines = tuple(
                replace(d, at=max(d.at + later, earliest + wait.get(d.kind, 0.0))) for d in self.deadlines
            )
            if not self.deadlines:  # killed between two saves of an older program, or a table that waits for a person
                self.deadlines = self._due(self.facts, self._standing, ())
            async with self._saving() as tx:
                await tx.save_deadlines(self.id, self.deadlines)
                await tx.commit()

    async def resume(self, earliest: float, later: float) -> None:
        """Go on after the program was away: as `shift`, and let it be seen until the next action."""
        self._resumed_at = self.revision
        await self.shift(earliest, later)

    @abstractmethod
    def _tell(self, news: News) -> None:
        """Pass on what has just been committed; return at once."""

    async def _go_on(
        self,
        actions: Sequence[tuple[Seat, Action]],
        deal: DealSecret | None = None,
        facts: TableFacts | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> None:
        async with self._saving() as tx:
            news = await self._record(tx, facts or self.facts, self._begun(), actions, deal)
        self._tell(replace(news, notices=notices))

    async def _record(
        self,
        tx: Transaction,
        facts: TableFacts,
        standing: Standing,
        actions: Sequence[tuple[Seat, Action]],
        dealt: DealSecret | None,
    ) -> News:
        """Apply, append, book, commit, swap; return what to publish. `dealt` is the secret of a deal in `actions`."""
        now, happened = self._desk.clock.now(), list[Event]()
        for seat, action in actions:
            standing, events = advance(standing, seat, action)
            happened += events
            await tx.append(self.id, Entry(standing.revision, seat, action, now))
            if dealt is not None and isinstance(action, Deal):
                await tx.save_deal(self.id, dealt, cards_text(action.order))
        facts = await self._settle(tx, facts, standing, happened)
        facts = voting.pruned(facts, between=standing.name in BETWEEN)
        if facts != self.facts:
            await tx.save_table(facts)
        deals = self.deals if dealt is None else (*self.deals[:-1], dealt)
        if standing.name in BETWEEN and deals[-1].cut is not None:
            deals = (*deals, self._desk.chance.secret(deals[-1].number + 1))
            await tx.save_deal(self.id, deals[-1], None)
        deadlines = self._due(facts, standing, self._kept(facts))
        await tx.save_deadlines(self.id, deadlines)
        await tx.commit()
        self.facts, self.deals, self.deadlines, self._standing = facts, deals, deadlines, standing
        return News(standing.revision, tuple(happened))

    async def _settle(
        self, tx: Transaction, facts: TableFacts, standing: Standing, happened: Sequence[Event]
    ) -> TableFacts:
        """Book what events mean beyond the record: a result, the end of the match."""
        seats = tuple(o for o in facts.seats if o is not None)
        for event in happened:
            if isinstance(event, DealEnded):
                now = self._desk.clock.now()
                booking = DealBooking(self.id, facts.guild, standing.revision, facts.rules, seats, event.result, now)
                await tx.book(booking)
            elif isinstance(event, MatchWon):
                facts = seating.ended(facts)
        return facts

    async def _save(
        self, facts: TableFacts, deadlines: tuple[Deadline, ...] | None = None, notices: tuple[Notice, ...] = ()
    ) -> None:
        facts = voting.pruned(facts, between=self._between)
        if deadlines is None:
            same = facts.status is self.facts.status
            deadlines = self.deadlines if same else self._due(facts, self._standing, self.deadlines)
        async with self._saving() as tx:
            await tx.save_table(facts)
            await tx.save_deadlines(self.id, deadlines)
            await tx.commit()
            self.facts, self.deadlines = facts, deadlines
        self._tell(News(self.revision, (), notices))

    def _due(self, facts: TableFacts, standing: Standing | None, kept: Iterable[Deadline]) -> tuple[Deadline, ...]:
        return due(facts, standing, facts.away, self._desk.timing, self._desk.clock.now(), kept)

    def _kept(self, facts: TableFacts) -> list[Deadline]:
        """Return the deadlines of those who sit where they sat: a newcomer has all the time there is."""
        return [d for d in self.deadlines if d.seat is None or facts.seats[d.seat] == self.facts.seats[d.seat]]

    def _saw(self, user: UserId) -> None:
        """Note that a person has just done something."""
        self._seen[user] = self._desk.clock.now()

    def _absent(self, facts: TableFacts) -> frozenset[Seat]:
        """Return the seat of a host who has long done nothing while no clock would find that out."""
        waits = self._standing is None or self._between
        idle = self._desk.clock.now() - max(self._since, self._seen.get(facts.host, 0.0))
        quiet = waits and idle > self._desk.timing.quiet
        return frozenset(Seat(s) for s, o in enumerate(facts.seats) if quiet and o == Person(facts.host))

    @property
    def _between(self) -> bool:
        """Whether no deal is being played."""
        return self._standing is not None and self._standing.name in BETWEEN

    def _promised(self) -> DealSecret:
        """Return the secret whose commitment has been shown and which nobody has cut yet."""
        return self.deals[-1]

    @property
    def _last_cut(self) -> DealSecret:
        return next(deal for deal in reversed(self.deals) if deal.cut is not None)

    def _begun(self) -> Standing:
        self._alive()
        if self._standing is None:
            raise Refused(Why.NOT_STARTED)
        return self._standing

    def _alive(self) -> None:
        if self._lost:
            raise Refused(Why.BUSY)

    def _open(self) -> TableFacts:
        """Return the facts of a table that is in a lobby or playing."""
        self._alive()
        if self.facts.status not in {Status.LOBBY, Status.PLAYING}:
            raise Refused(Why.TABLE_CLOSED)
        return self.facts

    def _in_lobby(self) -> TableFacts:
        if self._open().status is not Status.LOBBY:
            raise Refused(Why.ALREADY_STARTED)
        return self.facts

    def _in_match(self) -> TableFacts:
        if self._open().status is not Status.PLAYING:
            raise Refused(Why.NOT_STARTED)
        return self.facts

    @asynccontextmanager
    async def _saving(self) -> AsyncIterator[Transaction]:
        """Open a unit of work; whatever else than a refusal breaks it leaves the commit's outcome unknown."""
        try:
            async with self._desk.store.begin() as tx:
                yield tx
        except (IllegalAction, Refused):
            raise
        except BaseException as unknown:
            self._lost = True
            self._desk.drop(self.id)
            if isinstance(unknown, Fenced | OSError | TimeoutError):
                raise Refused(Why.BUSY) from unknown
            raise
