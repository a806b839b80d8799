"""The permissions that the bot needs in a channel."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.ids import ChannelId
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.memory.guild_settings import GuildSettings

ATTACH_FILES: Final = "attach_files"
INVITED_WITH: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,  # without this permission, a table's message has a text instead of the picture
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions that the bot asks for. A table's message has no embeds and is no reply, so it needs no others."""


def format_invitation_link(application: int, guild: int) -> str:
    """Return the link with which a server's managers add the bot to it."""
    return discord.utils.oauth_url(application, permissions=INVITED_WITH, guild=discord.Object(guild))


def require_permissions(interaction: discord.Interaction) -> None:
    """Check that the bot may show a table here, at least as text. Raises TableRefused: the bot lacks permissions."""
    threaded = isinstance(interaction.channel, discord.Thread)
    missing = find_missing_permissions(interaction.app_permissions, threaded=threaded)
    if missing:
        # `app_permissions` always include Attach Files, because answers to interactions may have files everywhere.
        if not may_attach_files(interaction.client, ChannelId(interaction.channel_id or 0)):
            missing = (*missing, ATTACH_FILES)
        raise TableRefused(TableRefusal.NOT_ALLOWED_HERE, permissions=missing)


async def check_channel(ctx: Context) -> GuildSettings:
    """Return the server's settings. Raises TableRefused: they allow no tables in this channel."""
    guild, channel = ctx.location
    settings = await ctx.services.guild_settings.load_settings(guild)
    parent = getattr(ctx.interaction.channel, "parent_id", None)
    if not settings.allows(channel, ChannelId(parent) if parent else None):
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=settings.channels)
    return settings


async def check_place(ctx: Context) -> GuildSettings:
    """Return the server's settings. Raises TableRefused: tables are not allowed here, or the bot lacks permissions."""
    settings = await check_channel(ctx)
    require_permissions(ctx.interaction)
    return settings


def find_missing_permissions(granted: discord.Permissions, *, threaded: bool) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks here and needs to show a table."""
    needed = ("view_channel", "send_messages_in_threads" if threaded else "send_messages")
    return tuple(name for name in needed if not getattr(granted, name))


def find_channel_permissions(client: discord.Client, channel: ChannelId) -> tuple[discord.Permissions, bool] | None:
    """Return the bot's permissions in a channel, and whether that is a thread; None if they are not in the cache."""
    found = client.get_channel(channel)
    if found is None or isinstance(found, discord.abc.PrivateChannel) or (me := found.guild.me) is None:
        return None
    if isinstance(found, discord.Thread):
        return None if found.parent is None else (found.permissions_for(me), True)
    return found.permissions_for(me), False


def may_attach_files(client: discord.Client, channel: ChannelId) -> bool:
    """Return whether the bot may send pictures to a channel; True if its permissions are not in the cache."""
    known = find_channel_permissions(client, channel)
    return known is None or known[0].attach_files


def format_permissions(names: Iterable[str], texts: Texts) -> list[str]:
    """Return the names that Discord's settings show for these permissions."""
    return [texts.say(f"permission.{name}") for name in names]
