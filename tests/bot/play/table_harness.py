"""Provides tests with four users and a registry that has in-memory fakes around it."""

import itertools

from memory_store import ManualClock, MemoryStore

from bot.ids import ChannelId, GuildId, UserId
from bot.play.all_tables.registry import Registry
from bot.play.clock.timing import Timing
from bot.play.table_rules import table_changes
from engine.model.seats import Seat
from engine.players.levels import choose


class RecordingPublisher:
    """A publisher that records every update and whether the store had saved it by then."""

    def __init__(self, store):
        self.store = store
        self.updates = []
        self.saved = []

    def publish(self, table, update):
        self.updates.append((table.id, update))
        self.saved.append(len(self.store.entries.get(table.id, ())) >= update.revision)

    @property
    def events(self):
        return [event for _, update in self.updates for event in update.events]


class InlineComputerPlayers:
    """Computer players that choose at once, in the event loop."""

    def __init__(self):
        self.asked, self.opened = [], []
        self.fails = False

    async def choose(self, view, level, seed):
        import random

        self.asked.append((view.seat, view.ask, level))
        if self.fails:
            raise RuntimeError("no idea")
        return choose(level, view, random.Random(seed))

    async def choose_openly(self, deal, seed):
        import random

        self.opened.append((deal.view.seat, deal))
        return choose("expert", deal.view, random.Random(seed))


async def load_live_tables(registry, away=0.0):
    """Load every live table, as at a start after `away` seconds of downtime."""
    await registry.loader.start(away, lambda _: None)
    await registry.loader.wait()


async def hand_over(table, giver, seat, newcomer):
    """Offer a seat to a newcomer, who accepts it."""
    await table.attendance.offer_seat(giver, seat, newcomer)
    await table.attendance.accept_seat(newcomer, seat)


class TableHarness:
    """A registry with its store, clock, publisher and computer players, all in memory."""

    def __init__(self, timing=None):
        self.store, self.clock, self.computer_players = MemoryStore(), ManualClock(), InlineComputerPlayers()
        self.publisher = RecordingPublisher(self.store)
        self.timing = timing or Timing(open_hands=0.0)
        self.seeds = itertools.count(1)
        self.registry = self.reopen()

    def reopen(self):
        self.registry = Registry(
            self.store,
            self.computer_players,
            self.clock,
            self.publisher,
            self.timing,
            lambda n: next(self.seeds).to_bytes(n, "big"),
            20,
            tables_per_host=100,
        )
        return self.registry

    async def open_lobby(self, computers=3, **kwargs):
        return await self.registry.open_lobby(GuildId(1), ChannelId(2), ANN, computers=computers, **kwargs)

    async def start_match(self, computers=3):
        table = await self.open_lobby(computers)
        for n in range(1, 4 - computers):
            await table.lobby.change(table_changes.join, UserId(ANN + n), Seat(computers + n))
        await table.lobby.start(ANN, "cut")
        return table


ANN, BOB, CAT, DAN = (UserId(n) for n in (101, 102, 103, 104))
