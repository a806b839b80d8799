"""The whole bot, with its database and pictures, on a Discord of this machine."""

import asyncio
import sys
from contextlib import asynccontextmanager
from types import SimpleNamespace

import simcord
import structlog
from screens import SimPlayer

from bot.app import program
from bot.play.timing import Timing
from bot.settings import Settings
from bot.ui.ports import Manners

QUICK = Timing(waves=3, wave=0.02, think=0.005, declare_pause=0.005, turn=300.0, bury=300.0)
"""Pauses so short that a deal takes seconds; people have all the time they need."""


FAULTS: list = []
"""What the bot has logged as an error: no test may leave one behind."""


LOGGED: list = []
"""All that the bot has logged."""


def _note_faults(_logger, _name, event):
    LOGGED.append(str(event))
    if event["level"] in {"error", "critical"}:
        FAULTS.append(str(event))
    return event


structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
        _note_faults,
        structlog.dev.ConsoleRenderer(),
    ],
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)


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


@asynccontextmanager
async def simulated(folder):
    """The bot in simcord, and four people of one server."""
    async with program(settings_for(folder), timing=QUICK, manners=Manners(pause=0.02)) as running:
        env = simcord.Env(running.client, shard_count=2, settle_timeout=60.0)  # a busy machine is no fault
        _let_rest(running.registry._alarm, env)
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


def _let_rest(alarm, env):
    """Tell simcord that an alarm which waits for its next deadline is at rest: it knows only discord.py's own waits."""

    async def wait(until):
        later = None
        if until is not None:
            left = max(0.0, until - alarm._clock.now())
            later = asyncio.get_running_loop().call_later(left, alarm._changed.set)
        try:
            await env.external_wait(alarm._changed.wait(), reason="the next deadline")
        finally:
            if later is not None:
                later.cancel()

    alarm._wait = wait
