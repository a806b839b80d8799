"""The bot's Discord client: one intent, no caches, commands in three languages, every press to one router."""

import asyncio
import hashlib
import json
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.play.occupants import ChannelId
from bot.ui.answers import Desk, tell
from bot.ui.asker import Asker
from bot.ui.commands import add_commands
from bot.ui.commands.table import asker_of
from bot.ui.commands.wording import CatalogueTranslator
from bot.ui.kit import Kit
from bot.ui.league.calendar import Calendar
from bot.ui.outbox import Outbox
from bot.ui.pulse import Pulse
from bot.ui.router import Router
from bot.ui.uploads import Uploads

log: Final = structlog.get_logger()

COMMANDS_NOTE: Final = "commands"
"""The note that keeps the hash of the commands last sent to Discord."""


class Tree(app_commands.CommandTree[discord.Client]):
    """The commands; an error in one is answered in the person's language and logged without what he typed."""

    def __init__(self, client: discord.Client, kit: Kit, desk: Desk) -> None:
        super().__init__(client)
        self._kit = kit
        self._desk = desk

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what went wrong before a command's own code ran."""
        log.error(
            "a command failed", command=interaction.command and interaction.command.qualified_name, exc_info=error
        )
        if interaction.type is discord.InteractionType.application_command:

            async def sorry(asker: Asker) -> Any:
                return tell(asker.texts.say("ui.failed"))

            await self._desk.serve(asker_of(self._kit, interaction), sorry)


class TractorClient(discord.Client):
    """The client of one process."""

    def __init__(self, kit: Kit, outbox: Outbox, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30.0,  # a longer wait is an error, so that newer news can overtake
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self._kit = kit
        self._outbox = outbox
        self._desk = desk = Desk(kit, outbox)
        self.tree = Tree(self, kit, desk)
        self._router = Router(kit, desk)
        self.uploads = Uploads(self, kit)
        self.calendar = Calendar(self, kit)
        self.pulse = Pulse(kit.notes, kit.clock)
        self.opened = asyncio.Event()
        """Set once everything is shown as it stood when the program began."""
        self._opening = False
        add_commands(self.tree, kit, desk, outbox)

    async def setup_hook(self) -> None:
        """Fold the tables and make the commands known; runs once, before the gateway."""
        await self._kit.guilds.load()
        await self._kit.registry.restore(await self.pulse.begin())
        await self.uploads.recall()
        await self.tree.set_translator(CatalogueTranslator(self._kit.catalogue))
        await self.sync_commands()

    async def on_ready(self) -> None:
        """Show all tables as they stand. Discord may say that it is ready many times."""
        log.info("connected", guilds=len(self.guilds))
        if not self._opening:
            self._opening = True
            await self._outbox.open(self._kit, self)
            self.opened.set()
            self.uploads.begin()
            self.calendar.begin()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and choices; commands are the tree's."""
        await self._router.handle(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """See where else the tables of a channel that is gone can be shown."""
        await self._outbox.lost(ChannelId(channel.id))

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """See where else the table of a thread that is gone can be shown."""
        await self._outbox.lost(ChannelId(gone.thread_id))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log what went wrong in a handler, without what it was given."""
        log.exception("an event failed", event_name=event_method)  # noqa: LOG004 - called while handling

    async def sync_commands(self) -> bool:
        """Send the commands to Discord if they changed since they were last sent; tell whether they were."""
        assert self.application_id is not None
        assert self.tree.translator is not None
        payload = [await c.get_translated_payload(self.tree, self.tree.translator) for c in self.tree.get_commands()]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        if not self._kit.manners.sync and await self._kit.notes.recall(COMMANDS_NOTE) == fingerprint:
            return False
        await self.tree.sync()
        await self._kit.notes.note(COMMANDS_NOTE, fingerprint)
        return True

    async def close(self) -> None:
        """Finish what is being answered and sent, then leave."""
        await self.uploads.close()
        await self.calendar.close()
        await self.pulse.close()
        await self._desk.finish()
        await self._outbox.close()
        await self._leave()

    async def _leave(self) -> None:
        await super().close()


class ShardedClient(TractorClient, discord.AutoShardedClient):
    """The same for a bot in so many servers that Discord wants several connections."""

    _connecting = False

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards, and stay connected."""
        self._connecting = True
        await super().connect(reconnect=reconnect)

    async def _leave(self) -> None:
        if self._connecting:
            await super()._leave()
        else:  # discord.py cannot close shards that were never opened
            await self.http.close()


def _name_of(interaction: discord.Interaction) -> str | None:
    return interaction.command.qualified_name if interaction.command else None
