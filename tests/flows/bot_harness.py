"""Runs the whole bot with its database and pictures, on the local Discord or on the simulator simcord."""

import asyncio
import os
import random
import sys
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from unittest.mock import patch

import simcord
import structlog
from direct_driver import act_directly
from screens import LoopbackPlayer, SimPlayer
from shared_resources import database_url, new_database, shared_catalogue, shared_commands

from bot.create_bot import create_bot
from bot.play.clock import deadline_scheduler
from bot.play.clock.timing import SystemClock, Timing
from bot.play.tables.gameplay import Gameplay
from bot.play.tables.lobby import Lobby
from bot.settings import Settings
from bot.ui.core.services import UiConfig
from tests.message_limits import check_every_message

check_every_message()

QUICK = Timing(
    batches=3,
    batch_interval=0.02,
    open_hands=0.0,
    computer_pause=0.005,
    computer_declare_pause=0.005,
    pass_earliest=0.005,
    pass_latest=0.02,
    turn=300.0,
    bury=300.0,
)
"""Pauses so short that a deal takes seconds, and time limits that no person of a test reaches."""


SLEEPERS = ThreadPoolExecutor(16, thread_name_prefix="asleep")
MOMENT = 1.0
"""Deadlines at least this many seconds away are far. Only drawn cards and automatic passes have nearer ones."""

PATIENCE = 60.0
"""Seconds that the local Discord waits for an answer, instead of 3, so that no test fails on a busy machine. The bot
waits equally long before it sends an unconfirmed answer again. Other tests, such as the benchmarks, measure how soon
answers come."""

MANNERS = UiConfig(edit_pause=0.02, sync_commands=True, defer_after=PATIENCE / 2)
"""Settings for quick edits. Answers are not deferred even on a busy machine, because a form cannot be opened later."""

FAULTS: list = []
"""Errors that the bot has logged; no test may leave one behind."""


LOGGED: list = []
"""Every line that the bot has logged."""


def _record_faults(_logger, _name, event):
    LOGGED.append(str(event))
    if event["level"] in {"error", "critical"}:
        FAULTS.append(str(event))
    return event


structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
        _record_faults,
        structlog.dev.ConsoleRenderer(),
    ],
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)


def settings_for(folder, **others):
    """Return the settings of a bot under test, without a limit on presses."""
    usual = {"database_url": database_url(folder), "picture_workers": 1, "search_workers": 0, "presses_per_minute": 0}
    return Settings(_env_file=None, **usual | others)


def default_seed():
    """Return the seed of the current test, the same in every run; SEED in the environment replaces it."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0].rpartition("/")[2]
    return int(os.environ.get("SEED") or zlib.crc32(test.encode()))


@contextmanager
def _seeded(seed):
    """Make deals repeatable within the context. Yield a source of seeded random bytes.

    The texts with which users cut the cards are replaced by numbers, because they differ from run to run.
    """
    if seed is None:
        seed = default_seed()
        print(f"seed {seed}: SEED={seed} deals the same again", file=sys.stderr)
    cuts, chance = count(), random.Random(seed)
    start, next_deal = Lobby.start, Gameplay.next_deal
    with (
        patch.object(Lobby, "start", lambda self, user, _cut: start(self, user, f"cut {next(cuts)}")),
        patch.object(Gameplay, "next_deal", lambda self, user, _cut: next_deal(self, user, f"cut {next(cuts)}")),
    ):
        yield chance.randbytes


@asynccontextmanager
async def connected(folder, loopback, seed=None, **changes):
    """Run the bot on the local Discord. `seed` decides the deals. If it is None, the test has its own seed."""
    options = {"timing": QUICK, "ui_config": MANNERS, "local": loopback} | changes
    with _seeded(seed) as chance:
        async with _connected(folder, loopback, {"random_bytes": chance} | options) as running:
            yield running


@asynccontextmanager
async def _connected(folder, loopback, options):
    await new_database(folder)
    with shared_catalogue(), shared_commands(loopback), _quickly_ready():
        async with _program_on(loopback, create_bot(settings_for(folder), **options)) as running:
            with patience():
                yield running


@contextmanager
def _quickly_ready():
    """Let the bot start quickly. discord.py then waits only a moment for further servers of the local Discord."""
    with patch("bot.create_bot.LOCAL_READY_SECONDS", 0.04):
        yield


@contextmanager
def patience():
    """Let Discord and the bot wait for each other as long as a busy machine needs."""
    with (
        patch("bot.loopback.interactions.start.ANSWER_WITHIN", PATIENCE),
        patch("bot.loopback.interactions.answer.ANSWER_WITHIN", PATIENCE),
        patch("bot.ui.discord_io.reply.SILENT_AFTER", PATIENCE),
    ):
        yield


@asynccontextmanager
async def _program_on(loopback, made):
    act_directly(loopback)
    async with made as running:
        task = asyncio.create_task(running.client.start(loopback.token))
        try:
            await asyncio.wait_for(_ready(running.client, task), 2 * PATIENCE)
            with patch.object(LoopbackPlayer, "busy", lambda _: bool(running.client._dispatcher._pending)):
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
    while not client.is_ready() or not _has_sent_commands(client.command_sync):
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    await client.opened.wait()


def _has_sent_commands(sync):
    return bool(sync.faults) or all(task.done() for task in sync._tasks)


@asynccontextmanager
async def simulated(folder, seed=None):
    """Run the bot in simcord with four people of one server; `seed` is as in `connected`."""
    with _seeded(seed) as chance:
        async with _simulated(folder, {"random_bytes": chance, "timing": QUICK}) as both:
            yield both


@asynccontextmanager
async def _simulated(folder, options):
    clock = PatientClock()
    await new_database(folder)
    bot = create_bot(settings_for(folder), ui_config=replace(MANNERS, sync_commands=False), clock=clock, **options)
    async with bot as running, AsyncExitStack() as stack:
        clock.env = env = simcord.Env(
            running.client, shard_count=2, settle_timeout=60.0
        )  # slow responses on a busy machine are no failure
        env.running = running
        stack.enter_context(_mark_alarm_idle(running.registry._scheduler, env))
        running.client.season_clock.start = lambda: (
            None
        )  # simcord would take the wait of this task for work that is not finished
        running.client.event_clock.start = lambda: None
        running.client.league_cards.task.start = lambda: None
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


class PatientClock(SystemClock):
    """A clock of real time. Once `env` is set, long sleeps never end.

    A sleep of at least MOMENT is long, and simcord counts it as idle. Shorter sleeps run in threads. On the event loop
    they could wait for each other, because simcord moves the loop's timers by a time of its own.
    """

    env = None

    async def sleep_until(self, at):
        left = at - self.now()
        if self.env is None:
            await super().sleep_until(at)
        elif left < MOMENT:
            await asyncio.get_running_loop().run_in_executor(SLEEPERS, time.sleep, max(left, 0.0))
        else:
            await self.env.external_wait(asyncio.Event().wait(), reason="a moment that is far away")


def _mark_alarm_idle(alarm, env):
    """Tell simcord that the scheduler is idle while it waits for a far deadline.

    Simcord knows only the waits of discord.py. The people in these tests act before a far deadline is reached.
    """
    sleep = deadline_scheduler.sleep_until_or_wake

    async def sleep_or_be_idle(clock, at, wakeup):
        if wakeup is not alarm._changed or (at is not None and at - clock.now() < MOMENT):
            await sleep(clock, at, wakeup)
        else:
            await env.external_wait(wakeup.wait(), reason="the next deadline")

    return patch.object(deadline_scheduler, "sleep_until_or_wake", sleep_or_be_idle)
