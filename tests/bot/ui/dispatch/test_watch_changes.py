"""A process keeps copies of shared data. If another process changes the data, the copies are renewed."""

import asyncio
from types import SimpleNamespace

from bot.processes.process import FACT, FORGOTTEN, PERSON
from bot.ui.admin.handlers import MAINTENANCE_KEY
from bot.ui.dispatch.other_processes import ChangeWatch


class Feed:
    """A source of changes that the test sends."""

    async def follow(self, on_change, on_gap):
        self.on_change, self.on_gap = on_change, on_gap
        await asyncio.Event().wait()


class World:
    """Services that record their calls."""

    def __init__(self):
        self.did, self.facts = [], {MAINTENANCE_KEY: "no new tables"}
        self.registry = SimpleNamespace(
            refuses_new_tables=False,
            withdraw_requests=self.note_async("withdraw"),
            unload_tables_of=self.note("unload"),
        )
        self.people = SimpleNamespace(forget=self.note("forget"), forget_all=self.note("forget all"))
        self.refused_forms = SimpleNamespace(forget=self.note("forms"))
        self.events = SimpleNamespace(wake=self.note("wake"))
        self.key_values = SimpleNamespace(get=self.get)
        self.outbox = SimpleNamespace(refresh_user=self.note("refresh"), release_panels=self.note_async("release"))
        self.emoji = SimpleNamespace(key="emoji:1", load_known=self.note_async("emoji"))

    def note(self, what):
        return lambda *about: self.did.append((what, *about))

    def note_async(self, what):
        async def do(*about):
            self.did.append((what, *about))

        return do

    async def get(self, name):
        return self.facts[name]


async def turns():
    for _ in range(30):
        await asyncio.sleep(0)


async def test_changes_are_applied():
    world, feed = World(), Feed()
    watch = ChangeWatch(world, world.outbox, world.emoji, feed)
    watch.start()
    await asyncio.sleep(0)
    for change in (f"{PERSON} 7", f"{FORGOTTEN} 8", f"{FACT} running", f"{FACT} emoji:1", "nonsense", f"{PERSON} x"):
        feed.on_change(change)
    await turns()
    forgotten = [("withdraw", 8), ("unload", 8), ("forget", 8), ("forms", 8), ("wake",), ("release", 8)]
    assert world.did == [("forget", 7), ("refresh", 7), *forgotten, ("emoji",)]
    assert not world.registry.refuses_new_tables
    world.did.clear()
    feed.on_gap()
    await turns()
    assert world.registry.refuses_new_tables
    assert world.did == [("forget all",), ("emoji",)], "what was missed is read again"
    await watch.close()
