"""An in-memory store and a manual clock, for tests of tables without a database."""

import asyncio
import heapq
import itertools
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.ids import TableId
from bot.play.ports import Fenced
from bot.play.values.stored_table import StoredTable
from bot.play.values.table_info import TableStatus


class MemoryTransaction:
    def __init__(self, store):
        self.store = store
        self.todo = []

    async def add_table(self, facts):
        id_ = TableId(next(self.store.ids))
        self.todo.append(lambda: self.store.facts.__setitem__(id_, replace(facts, id=id_)))
        return id_

    async def save_table(self, facts):
        self.todo.append(lambda: self.store.facts.__setitem__(facts.id, facts))

    async def append_entry(self, table, entry):
        if entry.revision in {e.revision for e in self.store.entries.get(table, [])}:
            raise Fenced
        self.todo.append(lambda: self.store.entries.setdefault(table, []).append(entry))

    async def save_deal(self, table, deal, order):
        self.todo.append(lambda: self.store.deals.setdefault(table, {}).__setitem__(deal.number, (deal, order)))

    async def save_deadlines(self, table, deadlines):
        self.todo.append(lambda: self.store.deadlines.__setitem__(table, tuple(deadlines)))

    async def start_match(self, table, guild, rules, seats, league=None):
        self.todo.append(lambda: self.store.started.append(table))
        return self.store.levels

    async def report_match(self, table):
        self.todo.append(lambda: self.store.reported.append(table))

    async def book_deal(self, booking):
        self.todo.append(lambda: self.store.booked.append(booking))

    async def commit(self):
        if self.store.breaks:
            raise self.store.breaks.pop()
        for change in self.todo:
            change()
        if self.store.breaks_after:
            raise self.store.breaks_after.pop()


class MemoryStore:
    def __init__(self):
        self.ids = itertools.count(1)
        self.facts, self.entries, self.deals, self.deadlines, self.booked = {}, {}, {}, {}, []
        self.started, self.reported = [], []
        self.levels = None
        self.breaks = []
        """A list of errors. Each commit takes the first error and raises it without saving."""
        self.breaks_after = []
        """A list of errors. Each commit takes the first error, saves and then raises it."""

    @asynccontextmanager
    async def begin(self):
        await asyncio.sleep(0)
        yield MemoryTransaction(self)
        await asyncio.sleep(0)

    async def load(self, table):
        if table not in self.facts:
            return None
        deals = tuple(deal for _, (deal, _) in sorted(self.deals.get(table, {}).items()))
        return StoredTable(self.facts[table], tuple(self.entries.get(table, ())), deals, self.deadlines.get(table, ()))

    async def list_live_tables(self):
        live = {TableStatus.LOBBY, TableStatus.PLAYING}
        return {id_: facts.guild for id_, facts in self.facts.items() if facts.status in live}

    async def find_event_table(self, match):
        return next((facts.id for facts in self.facts.values() if facts.event_match == match), None)

    async def list_tables_in(self, channel):
        return [id_ for id_, facts in reversed(self.facts.items()) if facts.channel == channel]


class ManualClock:
    """A clock that stands still until it is advanced. Its time of day is `offset` seconds ahead."""

    def __init__(self, start=1_000_000.0):
        self.time, self.offset = start, 0.0
        self.sleepers = []
        self.count = itertools.count()

    def now(self):
        return self.time

    def wall(self):
        return self.time + self.offset

    async def sleep_until(self, at):
        if at <= self.time:
            await asyncio.sleep(0)
            return
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleepers, (at, next(self.count), woken))
        await woken

    async def advance(self, seconds):
        """Advance by `seconds`, stopping at every moment that a sleeper waits for."""
        end = self.time + seconds
        await run_pending_tasks()
        while self.sleepers and self.sleepers[0][0] <= end:
            at, _, woken = heapq.heappop(self.sleepers)
            self.time = max(self.time, at)
            if not woken.done():
                woken.set_result(None)
            await run_pending_tasks()
        self.time = end
        await run_pending_tasks()


async def run_pending_tasks():
    """Run tasks until all of them wait for the clock or for each other."""
    loop, idle = asyncio.get_running_loop(), 0
    for _ in range(60):
        await asyncio.sleep(0)
        idle = 0 if loop._ready else idle + 1
        if idle == 3:  # three times in a row nothing was ready to run
            return
