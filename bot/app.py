"""The composition root: creates every part, connects them, starts and stops them in order.

Start: migrate, open the store, load the tables, connect. Stop: in reverse order. Without a token the same program runs
against a local Discord inside this process.
"""

import asyncio
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.events.running.match_tables import MatchBoardTables, MatchTables
from bot.events.service import EventService
from bot.ids import GuildId
from bot.league.rulings.rating_worker import work_in_process
from bot.league.service import LeagueService
from bot.loopback import Loopback
from bot.monitoring.metrics import build_metrics
from bot.monitoring.status_server import StatusServer
from bot.operations.open_database import LeasedDatabase, StartupError, open_database, wait_for_database
from bot.operations.scheduled_backups import ScheduledBackups
from bot.play.all_tables.registry import Registry
from bot.play.clock.timing import SystemClock, Timing
from bot.play.computers.computer_players import ComputerPlayerWorker
from bot.play.computers.search_workers import create_search_workers
from bot.play.finished_deals.coach import Coach
from bot.play.finished_deals.review_book import ReviewBook
from bot.play.house_rules import HouseRulesBook
from bot.play.ports import Clock
from bot.processes.lease_holder import LeaseHolder
from bot.puzzles.daily_service import DailyService
from bot.puzzles.make_puzzle import PuzzleMaker, PuzzleRules
from bot.puzzles.service import PuzzleService
from bot.render.painting.fonts import InvalidAsset
from bot.render.renderer import PictureRenderer
from bot.settings import Settings, find_misspelt_names, find_readable_secret
from bot.stop_signals import stop_on_signals
from bot.store.connection.connections import protect_file
from bot.store.database import Database
from bot.text.catalogue import Catalogue
from bot.text.languages import DISCORD_NAMES
from bot.ui.client import ShardedClient, TractorClient
from bot.ui.core.config import UiConfig
from bot.ui.core.memory.answer_times import AnswerTimes
from bot.ui.core.memory.guild_settings import GuildSettingsCache
from bot.ui.core.memory.live_reports import FOLDER, refuses_picture_edits
from bot.ui.core.memory.people import People
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.memory.threads import Threads
from bot.ui.core.memory.user_limits import UserLimits
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET
from bot.ui.core.services import Services
from bot.ui.discord_io.await_network import wait_for_discord
from bot.ui.discord_io.failed_requests import REQUEST_FAILURES, describe_failure
from bot.ui.discord_io.local_only import LocalOnlyConnector, redirect_discord_py
from bot.ui.surfaces.outbox import Outbox
from engine.model.presets import PRESETS

log: Final = structlog.get_logger()
T = TypeVar("T")

LOCAL_READY_SECONDS: Final = 0.2
"""How long discord.py waits for more servers of the local Discord, which sends all at once."""


LEASE_LOST_STATUS: Final = 3
"""Exit status after another process has taken over the database."""


class DiscordUnreachable(StartupError):  # noqa: N818 - read as a sentence
    """The connection to Discord failed in a way that another start may cure."""

    status = 1


@dataclass(frozen=True, slots=True)
class RunningBot:
    """The parts that a caller of `create_bot` may use."""

    client: TractorClient
    registry: Registry
    answer_times: AnswerTimes
    refusals: RefusalMemory
    outbox: Outbox
    database: Database
    lease: LeaseHolder


@asynccontextmanager
async def create_bot(
    settings: Settings,
    *,
    clock: Clock | None = None,
    timing: Timing | None = None,
    ui_config: UiConfig | None = None,
    local: Loopback | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    opened: LeasedDatabase | None = None,
) -> AsyncIterator[RunningBot]:
    """Create all parts without connecting, which `client.start(token)` does; tests pass their own clock and chance."""
    clock, config = clock or SystemClock(), ui_config or _configure_ui(settings, local)
    async with AsyncExitStack() as stack:
        opened = opened or await open_database(settings, clock, stack)
        database = opened.database
        renderer = _create_renderer(settings, stack)
        computer_players = ComputerPlayerWorker(create_search_workers(settings.search_workers))
        stack.push_async_callback(computer_players.close)
        computer_players.start()
        outbox = Outbox()
        people = People(database.store.people, database.store.settings, renderer.can_draw)
        registry = Registry(
            database.store.tables,
            computer_players,
            clock,
            outbox,
            timing or scale_timing(Timing(), settings.pace),
            random_bytes,
            settings.tables_per_server,
            people,
            tables_per_host=settings.tables_per_member,
            shards=settings.shards,
        )
        stack.push_async_callback(registry.close)
        league = LeagueService.build(database.store.league, clock.wall, work_in_process)
        stack.push_async_callback(league.rulings.close)
        reviews = ReviewBook(computer_players, clock.now)
        stack.push_async_callback(reviews.close)
        coach = Coach(computer_players, outbox.refresh_user)
        stack.push_async_callback(coach.close)
        puzzles = _create_puzzles(database, computer_players, clock, random_bytes)
        stack.push_async_callback(puzzles.maker.close)
        usual = PuzzleRules(DEFAULT_PRESET, PRESETS[DEFAULT_PRESET])
        daily_deals = DailyService(database.store.daily_deals, computer_players, clock.wall, random_bytes, usual)
        stack.push_async_callback(daily_deals.close)
        services = Services(
            registry,
            Catalogue.load().with_default(settings.default_language),
            renderer,
            database.store.tables,
            database.store.key_values,
            database.store.personal_data,
            people,
            GuildSettingsCache(database.store.settings),
            league,
            computer_players,
            clock,
            Threads(database.store.tables),
            HouseRulesBook(database.store.house_rules),
            EventService(
                database.store.events,
                MatchTables(registry),
                clock.now,
                clock.wall,
                random_bytes,
                MatchBoardTables(registry),
            ),
            reviews,
            coach,
            puzzles,
            daily_deals,
            _create_refusals(clock, config),
            config,
            limits=UserLimits(settings.presses_per_minute),
        )
        client = _create_client(services, outbox, opened, settings, local)
        stack.push_async_callback(client.close)
        yield RunningBot(client, registry, services.answer_times, services.refusals, outbox, database, opened.lease)


def _configure_ui(settings: Settings, local: Loopback | None) -> UiConfig:
    is_local = local is not None
    admin_server = next(iter(local.world.guilds)) if local is not None else settings.admin_server
    return UiConfig(
        admin_guild=None if admin_server is None else GuildId(admin_server),
        report_folder=None if is_local else FOLDER,
        sync_commands=is_local,
        use_emoji=True,
        turn_pings=True,
        use_threads=True,
        emoji_pause=0.25 if is_local else 1.0,
    )


def _create_refusals(clock: Clock, config: UiConfig) -> RefusalMemory:
    """Return the memory of what Discord refuses, with what a live check has found."""
    refusals = RefusalMemory(clock)
    if config.report_folder is not None and refuses_picture_edits(config.report_folder):
        log.warning("a live check found that Discord refuses edits with pictures: messages have the classic form")
        refusals.note_live_check()
    return refusals


async def list_commands(settings: Settings) -> list[dict[str, Any]]:
    """Return everyone's commands as this version sends them to Discord; a bot that runs is not disturbed."""
    with tempfile.TemporaryDirectory(prefix="tractor-commands-") as folder:
        apart: dict[str, Any] = {"database_url": f"sqlite+aiosqlite:///{folder}/empty.db", "search_workers": 0}
        async with create_bot(settings.model_copy(update=apart | {"shard_count": None, "shard_ids": None})) as bot:
            return await bot.client.command_sync.list_payloads()


async def run_bot(settings: Settings, port: int | None, latency: int = 0, *, takes_over: bool = False) -> int:
    """Run the bot until a signal stops it, or another process takes over; return the exit status."""
    if takes_over and settings.discord_token is None:
        raise StartupError("--take-over needs DISCORD_TOKEN: each process has a local Discord of its own")
    if (file := find_readable_secret()) is not None:
        log.warning("others on this machine can read the token: run chmod 600", file=str(file))
    for name, similar in find_misspelt_names().items():
        log.warning("a name in .env is no setting and has no effect", name=name, similar=similar)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice channels
    async with AsyncExitStack() as stack:
        stopped = stop_on_signals()
        # first, because a second process must not damage anything
        opened = await _await_unless_stopped(
            wait_for_database(settings, SystemClock(), stack, takes_over=takes_over), stopped
        )
        if opened is None:
            return 0
        local, token = None, settings.discord_token.get_secret_value() if settings.discord_token else ""
        if not token:
            local = await stack.enter_async_context(_start_local_discord(settings, port, latency))
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
    """Stop answering when another process wants to take over; the event is set when this one may stop."""
    ending = asyncio.Event()

    async def run() -> None:
        await running.lease.wanted.wait()
        log.info("handing over to another process")
        with suppress(OSError):  # then the other one answers nothing that it was sent meanwhile
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
    """Return what makes backups; None if none are wanted."""
    if settings.backup_folder is None:
        return None
    backups = ScheduledBackups(settings, settings.backup_folder, SystemClock())
    stack.push_async_callback(backups.close)
    backups.start()
    return backups


def scale_timing(timing: Timing, pace: float) -> Timing:
    """Return `timing` with every duration divided by `pace`; counts stay."""
    seconds = {f.name: getattr(timing, f.name) / pace for f in fields(timing) if f.type in {"float", float}}
    return replace(timing, **seconds)


def _create_puzzles(
    database: Database, searches: ComputerPlayerWorker, clock: Clock, random_bytes: Callable[[int], bytes]
) -> PuzzleService:
    store, usual = database.store.puzzles, PuzzleRules(DEFAULT_PRESET, PRESETS[DEFAULT_PRESET])
    return PuzzleService(store, searches, PuzzleMaker(store, searches, random_bytes, usual), clock.wall)


def _create_renderer(settings: Settings, stack: AsyncExitStack) -> PictureRenderer:
    try:
        renderer = PictureRenderer(settings.picture_workers)
    except InvalidAsset as error:
        raise StartupError(str(error)) from error
    stack.callback(renderer.close)
    return renderer


def _create_client(
    services: Services, outbox: Outbox, opened: LeasedDatabase, settings: Settings, local: Loopback | None
) -> TractorClient:
    options = list_shard_options(settings, opened)
    if local is None:
        return ShardedClient(services, outbox, opened.lease, **options)
    redirect_discord_py(local.url)
    made = ShardedClient if options else TractorClient
    options |= {"connector": LocalOnlyConnector(), "guild_ready_timeout": LOCAL_READY_SECONDS}
    return made(services, outbox, opened.lease, **options)


def list_shard_options(settings: Settings, opened: LeasedDatabase) -> dict[str, Any]:
    """Return what a client needs to know of shards; without settings, discord.py asks Discord how many it takes."""
    if settings.shard_count is None:
        return {}
    shards = settings.shards
    changes = None if shards.is_everything else opened.database.store.changes
    return {"shard_count": shards.count, "shard_ids": list(shards.ids), "changes": changes}


@asynccontextmanager
async def _start_local_discord(settings: Settings, port: int | None, latency: int) -> AsyncIterator[Loopback]:
    port = settings.local_port if port is None else port
    if settings.local_state is not None:
        try:
            protect_file(settings.local_state)
        except OSError as error:
            raise StartupError(f"LOCAL_STATE: {error.filename}: {error.strerror}") from error
    try:
        local = await Loopback.start(port, settings.local_state, languages=DISCORD_NAMES, latency=latency)
    except OSError as error:
        raise StartupError(f"LOCAL_PORT: the local Discord cannot listen on port {port}: {error.strerror}") from error
    except ValueError as error:
        raise StartupError(f"--latency: {error}") from error
    try:
        yield local
    finally:
        await local.stop()


def _announce_local_discord(page: str, settings: Settings) -> None:
    if os.environ.get("container"):  # noqa: SIM112 - the name that systemd and podman use, and the Dockerfile
        log.warning(
            "DISCORD_TOKEN is missing: the bot plays on a local Discord that nobody outside the container reaches"
        )
    elif settings.log_format == "json":
        log.info("the local Discord is ready", page=page)
    else:
        sys.stdout.write(f"The local Discord is ready: open {page} in a browser.\n")
        sys.stdout.flush()


async def _connect(client: TractorClient, token: str, *, is_local: bool) -> None:
    """Connect once Discord can be reached, and stay connected."""
    if not is_local:
        await wait_for_discord(discord.http.Route.BASE, token)
    await client.start(token)


async def _await_unless_stopped(opening: Coroutine[Any, Any, T], stopped: asyncio.Event) -> T | None:
    """Return the result of a coroutine; cancel it and return None if the program is stopped first."""
    tasks = asyncio.create_task(opening), asyncio.create_task(stopped.wait())
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    opened, _ = await asyncio.gather(*tasks, return_exceptions=True)
    if isinstance(opened, asyncio.CancelledError):
        return None
    if isinstance(opened, BaseException):
        raise opened
    return opened


async def _run_until_stopped(connecting: Coroutine[Any, Any, None], *endings: asyncio.Event) -> None:
    """Run until the connection ends or one of the events is set."""
    connected = asyncio.create_task(connecting)
    waiting = [asyncio.create_task(ending.wait()) for ending in endings]
    await asyncio.wait({connected, *waiting}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    if connected.done() and (error := connected.exception()) is not None:
        raise _to_startup_error(error) from error
    connected.cancel()
    await asyncio.gather(connected, return_exceptions=True)


def _to_startup_error(error: BaseException) -> BaseException:
    """Return the error to raise when a connection ends: a `StartupError` if the cause is outside the program."""
    if isinstance(error, discord.LoginFailure):
        return StartupError("DISCORD_TOKEN: Discord does not know this token")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return StartupError("Discord asks for intents to be switched on in the developer portal")
    if isinstance(error, (*REQUEST_FAILURES, discord.GatewayNotFound)):
        return DiscordUnreachable(f"Discord cannot be reached: {describe_failure(error)}")
    return error
