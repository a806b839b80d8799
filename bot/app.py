"""Runs the bot until it is stopped, on Discord or, without a token, on a local Discord inside this process."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.create_bot import RunningBot, create_bot
from bot.loopback import Loopback
from bot.monitoring.status_server import StatusServer, build_metrics
from bot.operations.open_database import StartupError, wait_for_database
from bot.operations.scheduled_backups import ScheduledBackups
from bot.play.clock.timing import SystemClock
from bot.settings import Settings, find_misspelt_names, find_readable_secret
from bot.stopping import stop_on_signals, stop_tasks
from bot.store.connection.engines import protect_file
from bot.text.languages import DISCORD_NAMES
from bot.ui.client import TractorClient
from bot.ui.discord_io.connectors import wait_for_discord
from bot.ui.discord_io.send_failures import REQUEST_FAILURES, describe_failure

log: Final = structlog.get_logger()
T = TypeVar("T")


LEASE_LOST_STATUS: Final = 3
"""The exit status after another process has taken over the database."""


class DiscordUnreachable(StartupError):  # noqa: N818 - the name reads as a sentence
    """The connection to Discord failed, but may succeed if the program is started again."""

    status = 1


async def run_bot(settings: Settings, port: int | None, latency: int = 0, *, takes_over: bool = False) -> int:
    """Run the bot until it is stopped, and return the exit status. Raises StartupError if it cannot start or go on."""
    if takes_over and settings.discord_token is None:
        raise StartupError("--take-over needs DISCORD_TOKEN: each process has a local Discord of its own")
    if (file := find_readable_secret()) is not None:
        log.warning("others on this machine can read the token: run chmod 600", file=str(file))
    for name, similar in find_misspelt_names().items():
        log.warning("a name in .env is no setting and has no effect", name=name, similar=similar)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no warnings: the bot uses no voice
    async with AsyncExitStack() as stack:
        stopped = stop_on_signals()
        # the database comes first, because no second process may write to it
        opened = await _await_unless_stopped(
            wait_for_database(settings, SystemClock(), stack, takes_over=takes_over), stopped
        )
        if opened is None:
            return 0
        local, token = None, settings.discord_token.get_secret_value() if settings.discord_token else ""
        if not token:
            local = await stack.enter_async_context(await _start_local_discord(settings, port, latency))
            token = local.token
        running = await stack.enter_async_context(create_bot(settings, local=local, opened=opened))
        if local is not None:
            _announce_local_discord(local.page, settings)
        backups = _start_backups(settings, stack)
        await _start_status_server(settings, running, backups, stack)
        connecting = _connect(running.client, token, is_local=local is not None)
        ending = stack.enter_context(_hand_over_when_asked(running))
        await _run_until_stopped(connecting, stopped, running.lease.lost, ending)
        if running.client.failure is not None:
            raise StartupError(f"DATABASE_URL: {running.client.failure}")
        if running.lease.lost.is_set():
            log.error("another process has taken over the database; this one stops")
            return LEASE_LOST_STATUS
    return 0


@contextmanager
def _hand_over_when_asked(running: RunningBot) -> Iterator[asyncio.Event]:
    """Let another process take over on request. Yield an event that is set once this process has stopped answering."""
    ending = asyncio.Event()

    async def run() -> None:
        await running.lease.wanted.wait()
        log.info("handing over to another process")
        with suppress(OSError):  # after a failure, the other process skips interactions that came meanwhile
            await running.lease.announce_end(running.client.gate.close())
        ending.set()

    task = asyncio.create_task(run(), name="hand over")
    try:
        yield ending
    finally:
        task.cancel()


async def _start_status_server(
    settings: Settings, running: RunningBot, backups: ScheduledBackups | None, stack: AsyncExitStack
) -> None:
    if settings.metrics_port is None:
        return
    find_last_backup = None if backups is None else lambda: backups.last_made
    metrics = build_metrics(running.client, running.registry, running.answer_times, running.refusals, find_last_backup)
    server = StatusServer(running.client, running.registry, running.lease, metrics)
    stack.push_async_callback(server.close)
    try:
        await server.open(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        where = f"{settings.metrics_host}:{settings.metrics_port}"
        raise StartupError(f"METRICS_PORT: nothing can listen on {where}: {error.strerror}") from error


def _start_backups(settings: Settings, stack: AsyncExitStack) -> ScheduledBackups | None:
    if settings.backup_folder is None:
        return None
    backups = ScheduledBackups(settings, settings.backup_folder, SystemClock())
    stack.push_async_callback(backups.close)
    backups.start()
    return backups


async def _start_local_discord(settings: Settings, port: int | None, latency: int) -> Loopback:
    port = settings.local_port if port is None else port
    if settings.local_state is not None:
        try:
            protect_file(settings.local_state)
        except OSError as error:
            raise StartupError(f"LOCAL_STATE: {error.filename}: {error.strerror}") from error
    try:
        return await Loopback.start(port, settings.local_state, languages=DISCORD_NAMES, latency=latency)
    except OSError as error:
        raise StartupError(f"LOCAL_PORT: the local Discord cannot listen on port {port}: {error.strerror}") from error
    except sqlite3.OperationalError as error:
        raise StartupError(f"LOCAL_STATE: {settings.local_state}: {error}") from error
    except ValueError as error:
        raise StartupError(f"--latency: {error}") from error


def _announce_local_discord(page: str, settings: Settings) -> None:
    if os.environ.get("container"):  # noqa: SIM112 - systemd, podman and the Dockerfile set this name
        log.warning(
            "DISCORD_TOKEN is missing: the bot plays on a local Discord that nobody outside the container reaches"
        )
    elif settings.log_format == "json":
        log.info("the local Discord is ready", page=page)
    else:
        sys.stdout.write(f"The local Discord is ready: open {page} in a browser.\n")
        sys.stdout.flush()


async def _connect(client: TractorClient, token: str, *, is_local: bool) -> None:
    if not is_local:
        await wait_for_discord(discord.http.Route.BASE, token)
    await client.start(token)


async def _await_unless_stopped(opening: Coroutine[Any, Any, T], stopped: asyncio.Event) -> T | None:
    """Return the result of a coroutine. If the program is stopped first, cancel the coroutine and return None."""
    tasks = asyncio.create_task(opening), asyncio.create_task(stopped.wait())
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await stop_tasks(*tasks)
    return None if tasks[0].cancelled() else tasks[0].result()


async def _run_until_stopped(connecting: Coroutine[Any, Any, None], *endings: asyncio.Event) -> None:
    connected = asyncio.create_task(connecting)
    waiting = [asyncio.create_task(ending.wait()) for ending in endings]
    await asyncio.wait({connected, *waiting}, return_when=asyncio.FIRST_COMPLETED)
    await stop_tasks(*waiting)
    if connected.done() and (error := connected.exception()) is not None:
        raise _to_startup_error(error) from error
    await stop_tasks(connected)


def _to_startup_error(error: BaseException) -> BaseException:
    """Return a `StartupError` if the cause of the error is outside the program, else the error itself."""
    if isinstance(error, discord.LoginFailure):
        return StartupError("DISCORD_TOKEN: Discord does not know this token")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return StartupError("Discord asks for intents to be switched on in the developer portal")
    if isinstance(error, (*REQUEST_FAILURES, discord.GatewayNotFound)):
        return DiscordUnreachable(f"Discord cannot be reached: {describe_failure(error)}")
    return error
