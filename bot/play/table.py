"""One table, from its lobby to the end of its match: one writer, who saves before anyone is told.

Every change runs under the table's lock: check, apply, commit, swap, publish. There is no await between the new
standing and its revision, and nothing is published that is not on the disk. If the outcome of a commit
is unknown the table drops itself from memory, and the registry folds it again from its record.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from bot.play import seating
from bot.play.chance import Chance, again, shuffled
from bot.play.occupants import ChannelId, Occupant, Person, TableId, UserId, who_text
from bot.play.ports import (
    Clock,
    Deadline,
    DealBooking,
    DealSecret,
    DueKind,
    Entry,
    Fenced,
    News,
    Status,
    Store,
    StoredTable,
    TableFacts,
    Transaction,
)
from bot.play.refusals import Refused, StaleTask, Why
from bot.play.schedule import due, wave_size
from bot.play.standing import Standing, advance, begin, fold, sitting
from bot.play.timing import Timing
from engine.actions import Action, CloseWindow, Deal, Draw, Sit
from engine.cards import cards_text
from engine.errors import IllegalAction
from engine.events import DealEnded, Event, MatchWon
from engine.game import Phase, spectator_view, view_for
from engine.seats import TABLE, Seat
from engine.view import PhaseName, View


class Publisher(Protocol):
    """Is told of what is committed. It only queues: drawing and sending never hold a table up."""

    def publish(self, table: "Table", news: News) -> None:
        """Take note of `news`; return at once."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What every table of a program shares."""

    store: Store
    clock: Clock
    publisher: Publisher
    timing: Timing
    chance: Chance
    drop: Callable[[TableId], None]
    """Forget a table whose state in memory may differ from its record."""


class Table:
    """A lobby and its game. All methods that change it save first, then publish; each may raise `Refused`."""

    def __init__(self, stored: StoredTable, desk: Desk) -> None:
        self.facts = stored.facts
        self.deadlines = stored.deadlines
        self.deals = stored.deals
        """The secrets of all deals, the promised next one last. Only a finished deal's may be shown."""
        self._desk = desk
        self._lock = asyncio.Lock()
        self._missed: dict[Seat, int] = {}
        """How many turns in a row a person has missed."""
        self._lost = False
        begun = stored.facts.status in {Status.PLAYING, Status.OVER}
        self._standing: Standing | None = fold(stored.facts, stored.entries) if begun else None

    # ------------------------------------------------------------------ what may be asked of it

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.facts.id

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who sits where; None for an empty seat."""
        return self.facts.seats

    @property
    def revision(self) -> int:
        """How many actions the record holds."""
        return self._standing.revision if self._standing else 0

    @property
    def phase(self) -> Phase | None:
        """The engine's phase; None in the lobby. Only the registry's fold and tests look at it: others take a view."""
        return self._standing.phase if self._standing else None

    @property
    def away(self) -> frozenset[Seat]:
        """Seats of people who are played for at once."""
        return self.facts.away

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the seat of a person; None if he has none."""
        return next((Seat(s) for s, o in enumerate(self.facts.seats) if o == Person(user)), None)

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know.

        Raises:
            Refused: the match has not begun.
        """
        return view_for(self._begun().phase, seat)

    def watch(self) -> View:
        """Return what a watcher may know.

        Raises:
            Refused: the match has not begun.
        """
        return spectator_view(self._begun().phase)

    def task(self, seat: Seat) -> int:
        """Return the number of what is asked of `seat`: controls made for another number are old."""
        return self._standing.tasks[seat] if self._standing else 0

    # ------------------------------------------------------------------ the lobby

    async def join(self, user: UserId, seat: Seat | None = None) -> None:
        """Sit a person down, in `seat` or the first empty one."""
        await self._arrange(lambda facts: seating.joined(facts, user, seat))

    async def move(self, user: UserId, seat: Seat) -> None:
        """Let a person change to an empty seat, or change places with a computer player."""
        await self._arrange(lambda facts: seating.moved(facts, user, seat))

    async def shuffle_seats(self, user: UserId) -> None:
        """Seat everybody by chance; the host may."""
        order = self._desk.chance.order(len(self.facts.seats))
        await self._arrange(lambda facts: seating.shuffled_seats(facts, user, order))

    async def hand_over(self, user: UserId, to: UserId) -> None:
        """Make another person at the table host; the host may."""
        await self._arrange(lambda facts: seating.handed_over(facts, user, to))

    async def kick(self, user: UserId, seat: Seat) -> None:
        """Send whoever sits in `seat` away; the host may."""
        await self._arrange(lambda facts: seating.kicked(facts, user, seat))

    async def add_computer(self, user: UserId, level: str, seat: Seat | None = None) -> None:
        """Put a computer player of `level` into `seat` or the first empty one; any person at the table may."""
        await self._arrange(lambda facts: seating.with_computer(facts, user, level, seat))

    async def drop_computer(self, user: UserId) -> None:
        """Send the last computer player away; any person at the table may."""
        await self._arrange(lambda facts: seating.without_computer(facts, user))

    async def set_rules(self, user: UserId, preset: str, overrides: Mapping[str, str]) -> None:
        """Choose other rules; the host may."""
        await self._arrange(lambda facts: seating.played_by(facts, user, preset, overrides))

    async def set_pace(self, user: UserId, turn: float | None, bury: float | None) -> None:
        """Choose how long people have, in seconds (0: no limit, None: as usual); the host may."""
        await self._arrange(lambda facts: seating.paced(facts, user, turn, bury))

    async def _arrange(self, change: Callable[[TableFacts], TableFacts]) -> None:
        """Make a change that only a lobby allows."""
        async with self._lock:
            self._alive()
            if self.facts.status is Status.OVER:
                raise Refused(Why.ALREADY_STARTED)
            facts = change(self._in_lobby())
            await self._save(facts, self._due(facts, None, ()))  # a lobby in which something happens is not idle

    async def start(self, user: UserId, cut: str) -> None:
        """Begin the match: levels from the league, seats into the record, the first deal on the table.

        `cut` is the person's share in the shuffle, any text that the program could not foresee.
        """
        async with self._lock:
            facts = self._in_lobby()
            seating.seat_of(facts, user)
            seating.host_only(facts, user)
            seats = [o for o in facts.seats if o is not None]
            if len(seats) < len(facts.seats):
                raise Refused(Why.SEATS_EMPTY, empty=len(facts.seats) - len(seats))
            async with self._saving() as tx:
                levels = await tx.levels(facts.guild, facts.rules, seats)
                facts = replace(facts, status=Status.PLAYING, levels=levels)
                deal = replace(self._promised(), cut=cut)
                first = shuffled(facts.rules, deal, spectator_view(begin(facts).phase))
                news = await self._record(tx, facts, begin(facts), (*sitting(facts), (TABLE, first)), deal)
            self._desk.publisher.publish(self, news)

    async def close(self, user: UserId, *, by_right: bool = False) -> None:
        """Give the table up; the host may, and who has the right by the server's settings.

        A match in progress counts as far as its finished deals.
        """
        async with self._lock:
            facts = self._open()
            if not by_right:
                seating.host_only(facts, user)
            lobby = facts.status is Status.LOBBY
            await self._save(replace(facts, status=Status.CLOSED if lobby else Status.OVER))

    async def move_to(self, channel: ChannelId) -> None:
        """Show the table in another channel or thread from now on."""
        async with self._lock:
            self._alive()
            await self._save(replace(self.facts, channel=channel))

    # ------------------------------------------------------------------ coming and going

    async def leave(self, user: UserId) -> None:
        """Let a person go; in a match a computer player takes his seat, and a table without people ends."""
        async with self._lock:
            facts = self._open()
            if facts.status is Status.LOBBY:
                facts = seating.left(facts, user)
                await self._save(facts, self._due(facts, None, ()))
            else:
                await self._reseat(seating.given_up(facts, user), seating.seat_of(facts, user))

    async def substitute(self, user: UserId, seat: Seat, newcomer: UserId) -> None:
        """Give a seat of a match to `newcomer`: one's own, or as host that of a computer or of somebody absent."""
        async with self._lock:
            facts = self._in_match()
            await self._reseat(seating.substituted(facts, user, seat, newcomer), seat)

    async def step_away(self, user: UserId) -> None:
        """Let a person be played for at once until he comes back; with nobody left the table pauses."""
        async with self._lock:
            facts = self._in_match()
            await self._attend(replace(facts, away=facts.away | {seating.seat_of(facts, user)}))

    async def come_back(self, user: UserId) -> None:
        """Note that a person is here again: his turns wait for him, and a table that paused goes on."""
        async with self._lock:
            facts = self._in_match()
            seat = seating.seat_of(facts, user)
            self._missed.pop(seat, None)
            await self._attend(replace(facts, away=facts.away - {seat}))

    async def follow_up(self, user: UserId, open_: Callable[[TableFacts], Awaitable[TableId]]) -> TableId:
        """Return the table at which the same people play again: `open_` makes it, once.

        Raises:
            Refused: the match is not over, or the person does not sit here.
        """
        async with self._lock:
            self._alive()
            seating.seat_of(self.facts, user)
            if self.facts.status is not Status.OVER:
                raise Refused(Why.MATCH_NOT_OVER)
            if self.facts.successor is None:
                await self._save(replace(self.facts, successor=await open_(self.facts)))
            assert self.facts.successor is not None
            return self.facts.successor

    # ------------------------------------------------------------------ the game

    async def next_deal(self, user: UserId, cut: str) -> None:
        """Deal again after a finished deal; anyone seated may. `cut` as for `start`."""
        async with self._lock:
            standing = self._begun()
            seat = self._seat(user)
            if self.facts.status is not Status.PLAYING:
                raise Refused(Why.TABLE_CLOSED)
            if standing.name not in {PhaseName.FINISHED, PhaseName.READY}:
                raise Refused(Why.DEAL_IN_PROGRESS)
            await self._deal_on(standing, replace(self._promised(), cut=cut), self._present(seat))

    async def submit(self, seat: Seat, action: Action, task: int) -> None:
        """Take `action` for `seat`, which was asked `task`. A repeat of what the seat has just done is a success.

        Raises:
            StaleTask: this is not what the seat is asked now; nothing has changed.
            IllegalAction: the rules forbid it; nothing has changed.
            Refused: the table is closed, or the store did not answer.
        """
        async with self._lock:
            standing = self._begun()
            if self.facts.status is not Status.PLAYING:
                raise Refused(Why.TABLE_CLOSED)
            if standing.last[seat] == (task, action):
                return
            if standing.tasks[seat] != task:
                raise StaleTask
            await self._go_on(((seat, action),), facts=self._present(seat))
            self._missed.pop(seat, None)

    async def fall_back(self, seat: Seat, action: Action, task: int) -> None:
        """Take `action` for a person whose time is up; raises as `submit` does. Who misses too many turns is away."""
        async with self._lock:
            standing = self._begun()
            if standing.tasks[seat] != task or self.facts.status is not Status.PLAYING:
                raise StaleTask
            missed, facts = self._missed.get(seat, 0) + 1, self.facts
            if missed >= self._desk.timing.away_after:
                facts = _pausing(replace(facts, away=facts.away | {seat}))
            await self._go_on(((seat, action),), facts=facts)
            self._missed[seat] = missed

    async def play_forced(self, seat: Seat, action: Action, task: int) -> None:
        """Take `action` for a person who wants forced plays made; raises as `submit` does.

        It tells neither that the person is here nor that he is not.
        """
        async with self._lock:
            if self._begun().tasks[seat] != task or self.facts.status is not Status.PLAYING or self.facts.paused:
                raise StaleTask
            await self._go_on(((seat, action),), facts=self.facts)

    async def tick(self, deadline: Deadline) -> None:
        """Do what is due by itself: the next wave, the end of a window, a redeal, the end of an idle lobby.

        A deadline that no longer holds, or is a person's turn (which needs a choice: `fall_back`), changes nothing.
        """
        async with self._lock:
            if deadline not in self.deadlines or self._lost:
                return
            if deadline.kind is DueKind.LOBBY and self.facts.status is Status.LOBBY:
                await self._save(replace(self.facts, status=Status.CLOSED))
            elif deadline.kind is DueKind.WINDOW:
                await self._go_on(((TABLE, CloseWindow()),))
            elif deadline.kind is DueKind.DRAW:
                await self._wave(self._begun())

    async def shift(self, earliest: float) -> None:
        """Let nothing be due before `earliest`: the program was away, and nobody could act meanwhile."""
        async with self._lock:
            self.deadlines = tuple(replace(d, at=max(d.at, earliest)) for d in self.deadlines)
            if not self.deadlines:  # killed between two saves of an older program, or a table that waits for a person
                self.deadlines = self._due(self.facts, self._standing, ())
            async with self._saving() as tx:
                await tx.save_deadlines(self.id, self.deadlines)
                await tx.commit()

    # ------------------------------------------------------------------ inside

    async def _wave(self, standing: Standing) -> None:
        if standing.name is PhaseName.READY:  # after a redeal the last cut serves once more
            await self._deal_on(standing, again(self._promised(), self._last_cut))
            return
        to_draw = spectator_view(standing.phase).to_draw
        await self._go_on(((TABLE, Draw(wave_size(self.facts, self._desk.timing, to_draw))),))

    async def _deal_on(self, standing: Standing, deal: DealSecret, facts: TableFacts | None = None) -> None:
        action = shuffled(self.facts.rules, deal, spectator_view(standing.phase))
        await self._go_on(((TABLE, action),), deal, facts)

    async def _reseat(self, facts: TableFacts, seat: Seat) -> None:
        """Write into the record who sits in `seat` from now on."""
        who = facts.seats[seat]
        assert who is not None
        self._missed.pop(seat, None)
        await self._go_on(((TABLE, Sit(seat, who_text(who))),), facts=_pausing(facts))

    async def _attend(self, facts: TableFacts) -> None:
        """Save who is here: turns of those who come or go are due anew."""
        facts = _pausing(facts)
        changed = facts.away ^ self.facts.away
        kept = () if facts.paused != self.facts.paused else [d for d in self.deadlines if d.seat not in changed]
        await self._save(facts, self._due(facts, self._standing, kept))

    def _present(self, seat: Seat) -> TableFacts:
        """Return the facts with a person who has just acted among those who are here."""
        if seat not in self.facts.away:
            return self.facts
        return replace(self.facts, away=self.facts.away - {seat}, paused=False)

    async def _go_on(
        self,
        actions: Sequence[tuple[Seat, Action]],
        deal: DealSecret | None = None,
        facts: TableFacts | None = None,
    ) -> None:
        async with self._saving() as tx:
            news = await self._record(tx, facts or self.facts, self._begun(), actions, deal)
        self._desk.publisher.publish(self, news)

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
        if facts != self.facts:
            await tx.save_table(facts)
        deals = self.deals if dealt is None else (*self.deals[:-1], dealt)
        if standing.name in {PhaseName.FINISHED, PhaseName.READY} and deals[-1].cut is not None:
            deals = (*deals, self._desk.chance.secret(deals[-1].number + 1))
            await tx.save_deal(self.id, deals[-1], None)
        deadlines = self._due(facts, standing, self.deadlines)
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
                facts = replace(facts, status=Status.OVER)
        return facts

    async def _save(self, facts: TableFacts, deadlines: tuple[Deadline, ...] | None = None) -> None:
        if deadlines is None:
            same = facts.status is self.facts.status
            deadlines = self.deadlines if same else self._due(facts, self._standing, self.deadlines)
        async with self._saving() as tx:
            await tx.save_table(facts)
            await tx.save_deadlines(self.id, deadlines)
            await tx.commit()
            self.facts, self.deadlines = facts, deadlines
        self._desk.publisher.publish(self, News(self.revision, ()))

    def _due(self, facts: TableFacts, standing: Standing | None, kept: Iterable[Deadline]) -> tuple[Deadline, ...]:
        return due(facts, standing, facts.away, self._desk.timing, self._desk.clock.now(), kept)

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

    def _seat(self, user: UserId) -> Seat:
        return seating.seat_of(self.facts, user)

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


def _pausing(facts: TableFacts) -> TableFacts:
    """Return the facts of a match that pauses if no person is left who would act, and goes on if there is one."""
    return replace(facts, paused=seating.all_away(facts))
