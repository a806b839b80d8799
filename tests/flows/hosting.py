"""The whole bot, with its database and pictures, on a Discord of this machine."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import simcord
from screens import SimPlayer

from bot.app import program
from bot.play.timing import Timing
from bot.settings import Settings
from bot.ui.ports import Manners

QUICK = Timing(waves=3, wave=0.02, think=0.005, declare_pause=0.005, turn=300.0, bury=300.0)
"""Pauses so short that a deal takes seconds; people have all the time they need."""


def settings_for(folder):
    return Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{folder}/tractor.db", picture_workers=1)


@asynccontextmanager
async def connected(folder, loopback, **changes):
    """The bot, connected to the loopback."""
    options = {"timing": QUICK, "manners": Manners(pause=0.02, sync=True), "local": loopback} | changes
    async with program(settings_for(folder), **options) as running:
        task = asyncio.create_task(running.client.start(loopback.token))
        try:
            await asyncio.wait_for(_ready(running.client, task), 20)
            yield SimpleNamespace(
                client=running.client,
                registry=running.registry,
                outbox=running.outbox,
                database=running.database,
                loopback=loopback,
            )
        finally:
            await running.client.close()
            await asyncio.gather(task, return_exceptions=True)


async def _ready(client, task):
    while not client.is_ready():
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    await client.opened.wait()


class SimClock:
    """Simcord's time."""

    def __init__(self):
        self.env = None

    def now(self):
        return self.env.now().timestamp() if self.env else 0.0

    async def sleep_until(self, at):
        if (left := at - self.now()) > 0:
            await asyncio.sleep(left)


@asynccontextmanager
async def simulated(folder):
    """The bot in simcord, and four people of one server."""
    clock = SimClock()
    timing = Timing(waves=3, turn=10_000.0, bury=10_000.0)
    async with program(settings_for(folder), clock=clock, timing=timing) as running:
        env = simcord.Env(running.client)
        clock.env = env
        await env.start()
        try:
            guild = env.create_guild()
            channel = guild.create_text_channel("tractor")
            await env.settle()
            names = ("ann", "bob", "cat", "dan")
            yield env, [SimPlayer(env, guild.add_member(env.create_user(name)), channel) for name in names]
            env.raise_errors()
        finally:
            await env.shutdown()
