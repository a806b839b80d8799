"""Where the bot writes: the channel and its permissions, a thread, a direct message, and how often."""

from typing import Final

import discord

from bot.check.discord_api import NEEDED, list_missing
from bot.check.live.session import CheckFailed, LiveCheck, LiveSession
from bot.ui.admin.owners import list_owners
from bot.ui.core.config import UiConfig
from bot.ui.core.messages.message import Message, Text

EDITS: Final = "PATCH /channels/{id}/messages/{id}"
MESSAGE: Final = Message((Text("Check: this will be deleted"),))


async def check_permissions(live: LiveSession) -> str:
    """Compare the permissions that follow from roles and channel with those that Discord names."""
    guild = live.channel.guild
    if missing := list_missing(live.channel.permissions_for(guild.me).value):
        raise CheckFailed(f"this channel denies {', '.join(missing)}")
    listed = await live.client.http.get_guilds(1, after=guild.id - 1)
    said = [int(one["permissions"]) for one in listed if int(one["id"]) == guild.id]
    needed, computed = sum(NEEDED.values()), guild.me.guild_permissions.value
    if not said or said[0] & needed != computed & needed:
        text = f"computed {computed & needed:#x} for this server, Discord says {', '.join(map(hex, said)) or 'nothing'}"
        raise CheckFailed(text, "report it with this line: the bot misjudges what it may do")
    return "enough in this channel, and as Discord says in this server"


async def check_thread(live: LiveSession) -> str:
    """Open a thread on a message, rename and archive it, post in it, and close it."""
    async with live.post(MESSAGE) as sent:
        thread = await sent.create_thread(name="Check", auto_archive_duration=1440)
        try:
            await thread.edit(name="Check, renamed")
            await thread.edit(archived=True)
            async with live.post(MESSAGE, where=thread):
                pass
        finally:
            await thread.edit(archived=True)
    return "opened, renamed, archived, reopened by a message and closed; moderators can delete it"


async def check_direct_message(live: LiveSession) -> str:
    """Send the owner of the application a direct message."""
    owner = min(list_owners(await live.client.application_info()))
    async with live.post(MESSAGE, where=await live.client.create_dm(discord.Object(owner))):
        return "delivered to an owner of the application"


async def check_limits(live: LiveSession) -> str:
    """Compare the limits of the routes used so far with the bot's pace."""
    known = sorted((route, one) for route, one in live.limits.routes.items() if "/messages" in route)
    named = "; ".join(f"{route} {one.requests} in {one.seconds:g} s" for route, one in known)
    text = f"{live.limits.waits} requests had to wait; {named or 'Discord names no limits'}"
    edits, pause = live.limits.routes.get(EDITS), UiConfig().edit_pause
    if edits is None:
        raise CheckFailed(f"no edit of a message was answered; {text}", "cure the problems above, and check again")
    if edits.seconds > edits.requests * pause:
        raise CheckFailed(f"the bot edits a table every {pause:g} s, which is more often; {text}")
    return text


PERMISSION_CHECK: Final = LiveCheck(
    "channel permissions", check_permissions, "allow the bot's role these in the channel's settings"
)
PLACE_CHECKS: Final = (
    LiveCheck("thread", check_thread, "give the bot Create Public Threads and Send Messages in Threads"),
    LiveCheck("direct message", check_direct_message, "allow direct messages in this server's privacy settings"),
    LiveCheck("limits", check_limits, "play, and report this line if tables lag behind"),
)
