"""All tables of this program: opens them, finds them, and folds them from their records when it starts."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.play.autoplay import Autoplay
from bot.play.chance import Chance
from bot.play.clock import RETRY, Alarm
from bot.play.desk import Desk
from bot.play.occupants import ChannelId, Computer, GuildId, Occupant, Person, TableId, UserId
from bot.play.ports import Brain, Clock, Deadline, DueKind, News, Status, Store, TableFacts, Wishes
from bot.play.refusals import Refused, Why
from bot.play.schedule import due
from bot.play.seating import known_level, rules_of
from bot.play.table import Publisher, Table
from bot.play.timing import Timing
from engine.errors import IllegalAction

log: Final = structlog.get_logger()

LIVE: Final = {Status.LOBBY, Status.PLAYING}
KEPT: Final = 1000
"""Tables in memory, above which those that are over are forgotten."""
GRACE: Final = 15.0
"""Seconds that everybody has after a restart before anything falls due."""


class Registry:
    """The tables of a program. It is the tables' own publisher: it wakes clock and computers, then passes news on."""

    def __init__(
        self,
        store: Store,
        brain: Brain,
        clock: Clock,
        publisher: Publisher,
        timing: Timing,
        random_bytes: Callable[[int], bytes],
        tables_per_guild: int = 20,
        wishes: Wishes | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._publisher = publisher
        self._limit = tables_per_guild
        self._tables: dict[TableId, Table] = {}
        self._opening = asyncio.Lock()
        self._loading: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._resuming: dict[TableId, float] = {}
        """Tables that go on as soon as they can be read, and for how many seconds the program was away."""
        self._broken: set[TableId] = set()
        """Tables whose records have turned out not to fold."""
        self._chance = Chance(random_bytes)
        self._desk = Desk(store, clock, timing, self._chance, self._drop)
        self._autoplay = Autoplay(brain, clock, timing, self.table, wishes)
        self._alarm = Alarm(clock, self._ring)

    # ------------------------------------------------------------------ opening and finding

    async def open(
        self,
        guild: GuildId,
        channel: ChannelId,
        host: UserId,
        preset: str = "club",
        overrides: Mapping[str, str] | None = None,
        computers: int = 0,
        level: str = "club",
    ) -> Table:
        """Open a lobby with the host in seat 1 and `computers` computer players of `level` in the next seats.

        Raises:
            Refused: the rules cannot be played, there are too many computers or none of that level, or the server has
                too many tables.
        """
        rules = rules_of(preset, overrides or {})
        known_level(level)
        if computers >= rules.players:
            raise Refused(Why.TOO_MANY_COMPUTERS, players=rules.players, most=rules.players - 1)
        seats = _seats(host, computers, level, rules.players)
        facts = TableFacts(
            TableId(0), guild, channel, host, preset, rules, seats, Status.LOBBY, opened_at=self._clock.now()
        )
        return await self._open(facts)

    async def _open(self, facts: TableFacts) -> Table:
        async with self._opening:  # of many at once too
            open_ = [t.facts for t in self._tables.values() if t.facts.status in LIVE and not t.facts.paused]
            if sum(one.guild == facts.guild for one in open_) >= self._limit:
                raise Refused(Why.TOO_MANY_TABLES, limit=self._limit)
            async with self._store.begin() as tx:
                id_ = await tx.add_table(facts)
                await tx.save_deal(id_, self._chance.secret(1), None)
                await tx.save_deadlines(id_, due(facts, None, (), self._desk.timing, self._clock.now(), ()))
                await tx.commit()
            return await self.table(id_)

    async def rematch(self, over: Table, user: UserId) -> Table:
        """Return the lobby of a new match for those who sat at a table whose match is over; made once, `user` its host.

        Seats of those who were forgotten since are empty.

        Raises:
            Refused: the match is not over, the person did not sit there, or the server has too many tables.
        """

        async def again(facts: TableFacts) -> TableId:
            new = replace(
                facts,
                seats=tuple(None if isinstance(one, Person) and one.user < 0 else one for one in facts.seats),
                host=user,
                status=Status.LOBBY,
                opened_at=self._clock.now(),
                levels=None,
                away=frozenset(),
                paused=False,
            )
            table = await self._open(new)
            self.publish(table, News(0, ()))
            return table.id

        return await self.table(await over.follow_up(user, again))

    async def table(self, id_: TableId) -> Table:
        """Return a table, folded from its record when it is not in memory.

        Raises:
            Refused: there is no such table, or what is kept of it cannot be read (`BROKEN`).
        """
        if (known := self._tables.get(id_)) is not None:
            return known
        async with self._loading.setdefault(id_, asyncio.Lock()):
            if (known := self._tables.get(id_)) is not None:
                return known
            table = await self._loaded(id_)
            if id_ in self._resuming:  # before anything can fall due
                await table.resume(self._clock.now() + GRACE, self._resuming[id_])
                del self._resuming[id_]
            self._remember(table)
        self._wake(table)
        return table

    async def readable(self, id_: TableId) -> Table | None:
        """Return a table as `table` does; None if it is broken."""
        try:
            return await self.table(id_)
        except Refused as refused:
            if refused.why is not Why.BROKEN:
                raise
            return None

    async def in_channel(self, channel: ChannelId) -> Table | None:
        """Return the newest table of a channel that is in a lobby or playing, else the newest of all; None if none."""
        found = [await self.readable(id_) for id_ in (await self._store.tables_in(channel))[:10]]
        tables = [table for table in found if table is not None]
        return next((t for t in tables if t.facts.status in LIVE), tables[0] if tables else None)

    def live(self) -> Iterable[Table]:
        """Return the tables in memory that are in a lobby or playing."""
        return [t for t in self._tables.values() if t.facts.status in LIVE]

    async def withdraw(self, user: UserId) -> None:
        """Drop all requests of a person for seats at tables.

        Raises:
            Refused: the store did not answer.
        """
        for table in self.live():
            await table.withdraw(user)

    @property
    def broken(self) -> frozenset[TableId]:
        """The tables whose records have turned out not to fold."""
        return frozenset(self._broken)

    def forgotten(self, user: UserId) -> None:
        """Let the tables at which somebody sat be read anew: they name him, and he has been forgotten."""
        for id_, table in list(self._tables.items()):
            if table.facts.status not in LIVE and (Person(user) in table.facts.seats or table.facts.host == user):
                del self._tables[id_]

    # ------------------------------------------------------------------ start and stop

    async def restore(self, away: float = 0.0) -> None:
        """Fold every live table from its record; one that cannot be folded is logged and left as it is.

        `away`: for how many seconds the program did not run; nobody's time went on meanwhile.
        """
        self._resuming = dict.fromkeys(await self._store.live_tables(), away)
        for id_ in tuple(self._resuming):
            with suppress(Refused):  # it is broken; or the store did not answer, and it goes on when that does
                await self.table(id_)

    async def close(self) -> None:
        """Stop clock and computer players; what is committed stays, nothing else was ever told."""
        await self._alarm.close()
        await self._autoplay.close()

    # ------------------------------------------------------------------ as the tables' publisher

    def publish(self, table: Table, news: News) -> None:
        """Wake the clock and the computer players, then pass the news on."""
        self._wake(table)
        self._publisher.publish(table, news)

    # ------------------------------------------------------------------ inside

    def _wake(self, table: Table) -> None:
        self._alarm.set(table.id, table.deadlines)
        self._autoplay.notice(table)

    async def _loaded(self, id_: TableId) -> Table:
        if id_ in self._broken:
            raise Refused(Why.BROKEN, table=id_)
        try:
            stored = await self._store.load(id_)
            if stored is not None:
                return Table(stored, self._desk, self)
        except OSError:
            self._alarm.soon(id_, RETRY)
            raise Refused(Why.BUSY) from None
        except ValueError as broken:  # it cannot be read, or the rules forbid it
            self._broken.add(id_)
            reason = broken.reason.value if isinstance(broken, IllegalAction) else None
            kind = type(broken).__name__  # its words and its traceback's could name hidden cards
            log.error("a table's record does not fold", table=id_, kind=kind, reason=reason)  # noqa: TRY400
            raise Refused(Why.BROKEN, table=id_) from None
        raise Refused(Why.NO_TABLE)

    def _remember(self, table: Table) -> None:
        """Keep a table in memory; where there are many the oldest that are over go, and are read again if need be."""
        self._tables[table.id] = table
        if len(self._tables) > KEPT:
            over = [id_ for id_, one in self._tables.items() if one.facts.status not in LIVE and one is not table]
            for id_ in over[: len(self._tables) - KEPT]:
                del self._tables[id_]

    def _drop(self, id_: TableId) -> None:
        self._tables.pop(id_, None)
        self._alarm.set(id_, ())
        self._autoplay.forget(id_)
        log.warning("a table is folded anew: the outcome of a commit is unknown", table=id_)
        self._alarm.soon(id_, RETRY if id_ in self._resuming else 0.0)

    async def _ring(self, id_: TableId, deadline: Deadline | None) -> None:
        """Do what is due at a table; without a deadline, just see that it is in memory."""
        table = await self.table(id_)
        if deadline is None:
            self._publisher.publish(table, News(table.revision, ()))
            return
        if deadline.kind is DueKind.TURN and deadline.seat is not None:
            await self._autoplay.stand_in(table, deadline)
        else:
            await table.tick(deadline)


def _seats(host: UserId, computers: int, level: str, players: int) -> tuple[Occupant | None, ...]:
    seats: list[Occupant | None] = [Person(host), *(Computer(level, n + 1) for n in range(computers))]
    return tuple(seats + [None] * (players - len(seats)))
