"""A registry with everything around it in memory, and four people."""

import itertools

from memory import HandClock, MemoryStore

from bot.play.occupants import ChannelId, GuildId, UserId
from bot.play.registry import Registry
from bot.play.timing import Timing
from engine.players import choose


class Paper:
    """A publisher that keeps what it is told, with what the store held at that moment."""

    def __init__(self, store):
        self.store = store
        self.news = []
        self.saved = []

    def publish(self, table, news):
        self.news.append((table.id, news))
        self.saved.append(len(self.store.entries.get(table.id, ())) >= news.revision)

    @property
    def events(self):
        return [event for _, news in self.news for event in news.events]


class InlineBrain:
    """Chooses at once, in the loop."""

    def __init__(self):
        self.asked = []
        self.fails = False

    async def choose(self, view, level, seed):
        import random

        self.asked.append((view.seat, view.ask, level))
        if self.fails:
            raise RuntimeError("no idea")
        return choose(level, view, random.Random(seed))


class House:
    """A registry with everything around it in memory."""

    def __init__(self, timing=None):
        self.store, self.clock, self.brain = MemoryStore(), HandClock(), InlineBrain()
        self.paper = Paper(self.store)
        self.timing = timing or Timing()
        self.seeds = itertools.count(1)
        self.registry = self.reopen()

    def reopen(self):
        self.registry = Registry(
            self.store, self.brain, self.clock, self.paper, self.timing, lambda n: next(self.seeds).to_bytes(n, "big")
        )
        return self.registry

    async def lobby(self, computers=3, **kwargs):
        return await self.registry.open(GuildId(1), ChannelId(2), ANN, computers=computers, **kwargs)

    async def started(self, computers=3):
        table = await self.lobby(computers)
        for user in range(ANN + 1, ANN + 4 - computers):
            await table.join(UserId(user))
        await table.start(ANN, "cut")
        return table


ANN, BOB, CAT, DAN = (UserId(n) for n in (101, 102, 103, 104))
