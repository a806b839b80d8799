"""The bot's Discord client. It has only the intent for servers, and caches neither members nor messages."""

import asyncio
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot import __version__
from bot.ids import ChannelId, GuildId
from bot.play.clock.timing import CHECK_INTERVAL, ClockWatch
from bot.processes.lease_holder import LeaseHolder
from bot.processes.process import DatabaseInUse
from bot.stopping import stop_tasks
from bot.ui.admin.commands import add_admin_commands
from bot.ui.admin.handlers import load_maintenance
from bot.ui.core.interactions.command_builder import CatalogueTranslator
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.responses import notice_message
from bot.ui.core.ports import ChangeFeed
from bot.ui.core.services import Services
from bot.ui.discord_io.command_sync import CommandSync
from bot.ui.discord_io.emoji_sync import EmojiSync
from bot.ui.discord_io.heartbeat import Heartbeat
from bot.ui.discord_io.rate_limits import refuse_long_limits
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from bot.ui.dispatch.other_processes import ChangeWatch, InteractionGate
from bot.ui.dispatch.route_presses import Router
from bot.ui.dispatch.slash_commands import add_commands
from bot.ui.events.event_clock import EventClock
from bot.ui.league.league_cards import LeagueCards
from bot.ui.league.season_clock import create_season_clock
from bot.ui.puzzles.puzzle_clock import create_puzzle_clock
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()

ROUTED: Final = {discord.InteractionType.component, discord.InteractionType.modal_submit}
"""The kinds of interactions that the router handles instead of the command tree."""


class TractorCommandTree(app_commands.CommandTree[discord.Client]):
    """The slash commands. If one fails, the user gets an answer in their language. Logs omit what users typed."""

    def __init__(
        self, client: discord.Client, services: Services, dispatcher: InteractionDispatcher, gate: InteractionGate
    ) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._services = services
        self._dispatcher = dispatcher
        self._gate = gate

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Ignore a command that another process answers."""
        return await self._gate.admits(interaction.id)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer an error raised before a command's own code ran."""
        name = interaction.command and interaction.command.qualified_name
        log.error("a command failed", command=name, exc_info=error)
        if interaction.type is discord.InteractionType.application_command:

            async def report_failure(ctx: Context) -> Any:
                return notice_message(ctx.texts.say("failure.unexpected"))

            await self._dispatcher.run(context_of(self._services, interaction), report_failure)


class TractorClient(discord.Client):
    """The Discord client of one process. A process works only while it holds the lease, but it may connect earlier."""

    def __init__(
        self,
        services: Services,
        outbox: Outbox,
        lease: LeaseHolder,
        *,
        changes: ChangeFeed | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=None,  # a limit would make discord.py refuse requests instead of waiting
            http_trace=refuse_long_limits(self._end_global_limit),
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self._services = services
        self._outbox = outbox
        self._lease = lease
        self.gate = InteractionGate(services.clock)
        outbox.connect(services, self)
        self._dispatcher = dispatcher = InteractionDispatcher(services, outbox)
        self.tree = TractorCommandTree(self, services, dispatcher, self.gate)
        self._router = Router(services, dispatcher)
        self.command_sync = CommandSync(self.tree, services)
        self.emoji_sync = EmojiSync(self, services)
        if not lease.shards.is_first:  # only one process uploads emoji
            services.emoji.on_refusal = lambda: None
        self._watch = None if changes is None else ChangeWatch(services, outbox, self.emoji_sync, changes)
        self.season_clock = create_season_clock(self, services)
        self.league_cards = LeagueCards(self, services)
        self.event_clock = EventClock(self, services)
        self.puzzle_clock = create_puzzle_clock(self, services)
        self.heartbeat = Heartbeat(
            services.key_values, services.clock, lambda: services.registry.health.record, lease.shards
        )
        self.clock_watch = ClockWatch(services.clock, outbox.show_all).task
        self.opened = asyncio.Event()
        """Set as soon as every live table is loaded."""
        self.failure: DatabaseInUse | OSError | None = None
        """Why this process could not take over; None if it could. After a failure, the client has closed itself."""
        self._opening = False
        self._starting: asyncio.Task[None] | None = None
        add_commands(self.tree, services, dispatcher, outbox)
        add_admin_commands(self.tree, services, dispatcher)

    def _end_global_limit(self) -> None:
        self.http._global_over.set()  # noqa: SLF001 - there is no public way

    async def setup_hook(self) -> None:
        """If this process holds the lease, load tables and send commands. discord.py calls this before connecting."""
        await self.tree.set_translator(CatalogueTranslator(self._services.catalogue))
        if self._lease.is_held:
            await self._begin()
            self.gate.open()

    async def _begin(self) -> None:
        """Begin the work that only a process with the lease may do."""
        self._services.league.rulings.start_recompute()
        await self._services.guild_settings.load()
        await load_maintenance(self._services)
        away = await self.heartbeat.start(is_first=self._lease.is_first)
        await self._services.registry.loader.start(away, self._outbox.show_loaded)
        self.clock_watch.start(CHECK_INTERVAL)
        await self.emoji_sync.load_known()
        if self._watch is not None:
            self._watch.start()
        if self._lease.shards.is_first:
            self.command_sync.start()

    async def on_ready(self) -> None:
        """Update the messages of all tables, and begin to answer users. Ignore this event if Discord sends it again."""
        log.info("connected", guilds=len(self.guilds))
        if self._opening:
            return
        self._opening = True
        if not self._lease.is_held and not await self._take_over():
            return
        await self._outbox.open()
        self._dispatcher.open()
        self._starting = asyncio.create_task(self._start_clocks(), name="start")

    async def _take_over(self) -> bool:
        try:
            await self._lease.take_over(self.gate.open)
            await self._begin()
        except (DatabaseInUse, OSError) as failure:
            self.failure = failure
            await self.close()
            return False
        log.info("taken over from another process")
        return True

    async def _start_clocks(self) -> None:
        registry = self._services.registry
        await registry.loader.wait()
        tables, broken = len(tuple(registry.list_live())), len(registry.loader.broken)
        log.info("started", version=__version__, tables_restored=tables, tables_broken=broken)
        self.opened.set()
        if self._lease.shards.is_first:
            self.emoji_sync.start()
        self.season_clock.start()
        self.league_cards.task.start()
        self.event_clock.start()
        self.puzzle_clock.start()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route presses, selects and forms. The command tree handles commands."""
        if interaction.type in ROUTED and await self.gate.admits(interaction.id):
            await self._router.handle(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Update the messages of the live tables in a deleted channel."""
        await self._outbox.handle_deleted(ChannelId(channel.id))

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Move the message of a table whose thread was deleted to the table's channel."""
        await self._outbox.handle_deleted(ChannelId(gone.thread_id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show the tables whose messages Discord refused while the bot was not in the server."""
        self._outbox.retry_refused(GuildId(guild.id))

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """Try again to show tables that Discord refused, because a channel's permissions may have changed."""
        self._outbox.retry_refused(GuildId(channel.guild.id))

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Try again to show tables that Discord refused, because a role's permissions may have changed."""
        self._outbox.retry_refused(GuildId(role.guild.id))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log an exception in an event handler, but not the handler's arguments."""
        log.exception("an event handler failed", event_name=event_method)  # noqa: LOG004 - called while handling

    async def close(self) -> None:
        """Finish pending answers and messages, then disconnect."""
        await stop_tasks(self._starting)
        if self._watch is not None:
            await self._watch.close()
        syncs, clocks = (self.command_sync, self.emoji_sync), (self.season_clock, self.event_clock, self.puzzle_clock)
        for part in (*syncs, self.league_cards.task, *clocks, self.clock_watch, self.heartbeat):
            await part.close()
        await self._dispatcher.finish()
        await self._outbox.close()
        await self._leave()

    async def _leave(self) -> None:
        await super().close()


class ShardedClient(TractorClient, discord.AutoShardedClient):
    """The client of a bot that needs several connections because it is in many servers."""

    _connecting = False

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and keep them connected."""
        self._connecting = True
        await super().connect(reconnect=reconnect)

    async def _leave(self) -> None:
        if self._connecting:
            await super()._leave()
        else:  # discord.py cannot close shards that were never opened
            await self.http.close()
