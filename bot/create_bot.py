"""The composition root: creates every part of the bot and gives them to one another. It does not connect to Discord."""

import secrets
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import structlog

from bot.events.running.match_tables import MatchTables
from bot.events.service import EventService
from bot.ids import GuildId
from bot.league.rulings.recompute_ratings import work_in_process
from bot.league.service import LeagueService
from bot.loopback import Loopback
from bot.operations.open_database import LeasedDatabase, StartupError, open_database
from bot.play.all_tables.registry import Registry
from bot.play.clock.timing import SystemClock, Timing
from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.computers.search_workers import create_search_workers
from bot.play.finished_deals.background_reviews import Coach, ReviewBook
from bot.play.house_rules import HouseRulesBook
from bot.play.ports import Clock
from bot.processes.lease_holder import LeaseHolder
from bot.puzzles.daily_deals import DailyService
from bot.puzzles.service import PuzzleMaker, PuzzleRules, PuzzleService
from bot.render.painting.fonts import InvalidAsset
from bot.render.renderer import PictureRenderer
from bot.settings import Settings
from bot.store.database import Database
from bot.text.catalogue import Catalogue
from bot.ui.client import ShardedClient, TractorClient
from bot.ui.core.memory.answer_times import AnswerTimes
from bot.ui.core.memory.guild_settings import GuildSettingsCache
from bot.ui.core.memory.live_reports import FOLDER, refuses_picture_edits
from bot.ui.core.memory.people import People
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.memory.threads import Threads
from bot.ui.core.memory.user_limits import UserLimits
from bot.ui.core.rule_sets import DEFAULT_PRESET
from bot.ui.core.services import Services, UiConfig
from bot.ui.discord_io.connectors import LocalOnlyConnector, WholeBodyConnector, redirect_discord_py
from bot.ui.surfaces.outbox import Outbox
from engine.model.presets import PRESETS

log: Final = structlog.get_logger()

LOCAL_READY_SECONDS: Final = 0.2
"""How many seconds discord.py waits for further servers. The local Discord sends all servers at once."""


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
    """Create all parts. Call `client.start(token)` to connect. Tests pass a clock and random bytes."""
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
        league = LeagueService(database.store.league, clock.wall, work_in_process)
        stack.push_async_callback(league.rulings.close)
        reviews = ReviewBook(computer_players, clock.now)
        stack.push_async_callback(reviews.close)
        coach = Coach(computer_players, outbox.refresh_user)
        stack.push_async_callback(coach.close)
        usual = PuzzleRules(DEFAULT_PRESET, PRESETS[DEFAULT_PRESET])
        maker = PuzzleMaker(database.store.puzzles, computer_players, random_bytes, usual)
        stack.push_async_callback(maker.close)
        puzzles = PuzzleService(database.store.puzzles, computer_players, maker, clock.wall)
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
            EventService(database.store.events, MatchTables(registry), clock.now, clock.wall, random_bytes),
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
    refusals = RefusalMemory(clock)
    if config.report_folder is not None and refuses_picture_edits(config.report_folder):
        log.warning("a live check found that Discord refuses edits with pictures: messages have the classic form")
        refusals.note_live_check()
    return refusals


async def list_commands(settings: Settings) -> list[dict[str, Any]]:
    """Return this version's commands for all servers, as they are sent to Discord. This disturbs no running bot."""
    with tempfile.TemporaryDirectory(prefix="tractor-commands-") as folder:
        apart: dict[str, Any] = {"database_url": f"sqlite+aiosqlite:///{folder}/empty.db", "search_workers": 0}
        async with create_bot(settings.model_copy(update=apart | {"shard_count": None, "shard_ids": None})) as bot:
            return await bot.client.command_sync.list_payloads()


def scale_timing(timing: Timing, pace: float) -> Timing:
    """Return `timing` with every duration divided by `pace`, and the counts unchanged."""
    seconds = {f.name: getattr(timing, f.name) / pace for f in fields(timing) if f.type in {"float", float}}
    return replace(timing, **seconds)


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
        return ShardedClient(services, outbox, opened.lease, connector=WholeBodyConnector(), **options)
    redirect_discord_py(local.url)
    made = ShardedClient if options else TractorClient
    options |= {"connector": LocalOnlyConnector(), "guild_ready_timeout": LOCAL_READY_SECONDS}
    return made(services, outbox, opened.lease, **options)


def list_shard_options(settings: Settings, opened: LeasedDatabase) -> dict[str, Any]:
    """Return a client's arguments for shards. Without SHARD_COUNT there are none, and Discord sets their number."""
    if settings.shard_count is None:
        return {}
    shards = settings.shards
    changes = None if shards.is_everything else opened.database.store.changes
    return {"shard_count": shards.count, "shard_ids": list(shards.ids), "changes": changes}
