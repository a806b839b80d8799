"""The composition root: makes every part, hands each what it needs, starts and stops them in order.

Start: migrate, open the store, connect; tables are folded before the gateway opens. Stop: the other way round. Without
a token the same program runs against a local Discord that lives in this process.
"""

import asyncio
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import aiohttp
import discord
import structlog

from bot.journal import set_up_logging
from bot.league.service import League
from bot.league.working import in_process
from bot.loopback import Loopback
from bot.play.brain import Thinker
from bot.play.clock import SystemClock
from bot.play.ports import Clock
from bot.play.registry import Registry
from bot.play.timing import Timing
from bot.render.fonts import BadAsset
from bot.render.pool import Pictures
from bot.settings import Settings
from bot.store.backup import backup
from bot.store.database import Database
from bot.store.migrate import upgrade
from bot.text.catalogue import Catalogue
from bot.ui.client import ShardedClient, TractorClient
from bot.ui.guilds import Guilds
from bot.ui.kit import Kit
from bot.ui.local import OnlyHere, point_at
from bot.ui.outbox import Outbox
from bot.ui.people import People
from bot.ui.ports import Manners

log: Final = structlog.get_logger()


class CannotStart(Exception):  # noqa: N818 - read as a sentence
    """The program cannot do what it was started for; the message is one line for whoever started it."""


@dataclass(frozen=True, slots=True)
class Program:
    """The running parts, for whoever started them."""

    client: TractorClient
    registry: Registry
    outbox: Outbox
    database: Database


@asynccontextmanager
async def program(
    settings: Settings,
    *,
    clock: Clock | None = None,
    timing: Timing | None = None,
    manners: Manners | None = None,
    local: Loopback | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[Program]:
    """Make all parts but do not connect yet: `client.start(token)` does. Tests bring their own clock, times and chance.

    Raises:
        CannotStart: the database or an asset cannot be used.
    """
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        database = await _database(settings, stack)
        pictures = _pictures(settings, stack)
        thinker = Thinker()
        stack.callback(thinker.close)
        outbox = Outbox()
        people = People(database.store, database.store, database.store)
        registry = Registry(
            database.store,
            thinker,
            clock,
            outbox,
            timing or paced(Timing(), settings.pace),
            random_bytes,
            settings.tables_per_server,
            people,
        )
        stack.push_async_callback(registry.close)
        league = League(database.store, clock.now, in_process)
        stack.push_async_callback(league.close)
        league.begin()
        kit = Kit(
            registry,
            Catalogue.load(),
            pictures,
            database.store,
            database.store,
            database.store,
            people,
            Guilds(database.store),
            league,
            thinker,
            clock,
            manners
            or Manners(
                v1=settings.components == "v1",
                sync=local is not None,
                emoji=True,
                calls=True,
                threads=True,
                emoji_pause=1.0 if local is None else 0.25,
            ),
        )
        client = _client(kit, outbox, local)
        stack.push_async_callback(client.close)
        yield Program(client, registry, outbox, database)


async def serve(settings: Settings, port: int | None) -> int:
    """Run the bot until it is told to stop; return the exit status.

    Raises:
        CannotStart: something it needs is not there.
    """
    set_up_logging(settings)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here speaks
    async with AsyncExitStack() as stack:
        local = None if settings.discord_token else await stack.enter_async_context(_local(settings, port))
        running = await stack.enter_async_context(program(settings, local=local))
        token = settings.discord_token.get_secret_value() if settings.discord_token else ""
        if local is not None:
            token = local.token
            sys.stdout.write(f"The local Discord is ready: open {local.page} in a browser.\n")
            sys.stdout.flush()
        await _until_stopped(running.client, token)
    return 0


async def migrate(settings: Settings) -> None:
    """Bring the database up to date."""
    async with AsyncExitStack() as stack:
        await _database(settings, stack)


async def back_up(settings: Settings, file: Path) -> None:
    """Copy the database to `file`, also while the bot runs.

    Raises:
        CannotStart: there is no such database, or the file is there already.
    """
    try:
        await backup(settings.database_url, file)
    except (OSError, ValueError) as error:
        raise CannotStart(str(error)) from error


def paced(timing: Timing, pace: float) -> Timing:
    """Return `timing` with every pause and window divided by `pace`; counts stay."""
    seconds = {f.name: getattr(timing, f.name) / pace for f in fields(timing) if f.type in {"float", float}}
    return replace(timing, **seconds)


async def _database(settings: Settings, stack: AsyncExitStack) -> Database:
    if settings.database_url.startswith("sqlite"):
        path = settings.database_url.partition("///")[2]
        if path and path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
    try:
        await upgrade(settings.database_url)
        database = await Database.open(settings.database_url)
    except Exception as error:
        raise CannotStart(f"DATABASE_URL: the database cannot be opened: {error}") from error
    stack.push_async_callback(database.close)
    return database


def _pictures(settings: Settings, stack: AsyncExitStack) -> Pictures:
    try:
        pictures = Pictures(settings.picture_workers)
    except BadAsset as error:
        raise CannotStart(str(error)) from error
    stack.callback(pictures.close)
    return pictures


def _client(kit: Kit, outbox: Outbox, local: Loopback | None) -> TractorClient:
    if local is None:
        return ShardedClient(kit, outbox)
    point_at(local.url)
    return TractorClient(kit, outbox, connector=OnlyHere(), guild_ready_timeout=0.2)


@asynccontextmanager
async def _local(settings: Settings, port: int | None) -> AsyncIterator[Loopback]:
    chosen = settings.local_port if port is None else port
    if settings.local_state is not None:
        settings.local_state.parent.mkdir(parents=True, exist_ok=True)
    try:
        local = await Loopback.start(chosen, settings.local_state)
    except OSError as error:
        raise CannotStart(f"LOCAL_PORT: the local Discord cannot listen on port {chosen}: {error.strerror}") from error
    try:
        yield local
    finally:
        await local.stop()


async def _until_stopped(client: TractorClient, token: str) -> None:
    """Stay connected until SIGINT or SIGTERM, or until Discord refuses the token."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    connected = asyncio.create_task(client.start(token))
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({connected, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if connected.done() and (error := connected.exception()) is not None:
        raise _why_not(error) from error
    connected.cancel()
    await asyncio.gather(connected, return_exceptions=True)


def _why_not(error: BaseException) -> BaseException:
    """Return what to tell about a connection that ended: one line where the cause lies outside the program."""
    if isinstance(error, discord.LoginFailure):
        return CannotStart("DISCORD_TOKEN: Discord does not know this token")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return CannotStart("Discord asks for intents to be switched on in the developer portal")
    if isinstance(error, (aiohttp.ClientError, OSError)):
        return CannotStart(f"Discord cannot be reached: {error}")
    return error
