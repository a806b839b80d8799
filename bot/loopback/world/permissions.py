"""Computes what a member may do, from roles and from a channel's overwrites. Discord's docs: topics/permissions."""

from enum import IntFlag

from bot.loopback.errors import Code, Refused
from bot.loopback.wire import THREADS, ChannelType
from bot.loopback.world.model import Channel, Member
from bot.loopback.world.state import World


class Permission(IntFlag):
    """The permissions that the local Discord checks."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
EVERYONE = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""The permissions that a new server grants to everyone."""
SILENCED = int(Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
"""The permissions that a member keeps in a time-out."""
IN_LOCKED_THREAD = SILENCED | int(Permission.ADD_REACTIONS | Permission.USE_EXTERNAL_EMOJIS)
"""The permissions that a locked thread leaves to everybody without Manage Threads."""
DM_PERMISSIONS = EVERYONE | int(Permission.PIN_MESSAGES)
FOR_ANSWERS = int(Permission.ATTACH_FILES | Permission.EMBED_LINKS)
"""The permissions that the bot always has in an answer to an interaction."""


def in_guild(world: World, member: Member) -> int:
    """Return a member's permissions in the guild as a whole."""
    guild = world.guilds[member.guild]
    if guild.owner == member.user:
        return ALL
    granted = world.roles[guild.id].permissions
    for role in member.roles:
        granted |= world.roles[role].permissions
    if granted & Permission.ADMINISTRATOR:
        return ALL
    return granted & SILENCED if is_timed_out(world, member) else granted


def is_timed_out(world: World, member: Member) -> bool:
    """Return whether a member is in a time-out now."""
    return member.timed_out_until is not None and member.timed_out_until > world.clock.time()


def in_channel(world: World, user: int, channel: Channel) -> int:
    """Return a user's permissions in a channel, or 0 if they cannot view it. A thread has its parent's overwrites."""
    if channel.guild is None:
        return DM_PERMISSIONS if user in channel.recipients else 0
    if (member := world.members.get((channel.guild, user))) is None:
        return 0
    base = in_guild(world, member)
    if base == ALL:
        return ALL
    home = world.channels[channel.parent] if channel.type in THREADS and channel.parent else channel
    granted = _apply_overwrites(base, home, member)
    if is_timed_out(world, member):
        granted &= SILENCED
    if channel.locked and not channel.archived and not granted & Permission.MANAGE_THREADS:
        granted &= IN_LOCKED_THREAD
    return granted if granted & Permission.VIEW_CHANNEL else 0


def _apply_overwrites(base: int, channel: Channel, member: Member) -> int:
    """Return `base` changed by a channel's overwrites. Those for everyone apply first, the member's own apply last."""
    granted, by_id = base, {int(o["id"]): o for o in channel.overwrites}
    for holders in ([member.guild], member.roles, [member.user]):
        overwrites = [by_id[holder] for holder in holders if holder in by_id]
        for one in overwrites:
            granted &= ~int(one["deny"])
        for one in overwrites:
            granted |= int(one["allow"])
    return granted


def sees(world: World, user: int, channel: Channel) -> bool:
    """Return whether a user sees a channel. To see a private thread, they must be a member or have Manage Threads."""
    granted = in_channel(world, user, channel)
    if channel.type == ChannelType.PRIVATE_THREAD and user not in channel.members:
        return bool(granted & Permission.MANAGE_THREADS)
    return bool(granted & Permission.VIEW_CHANNEL)


def require(world: World, channel: Channel, needed: Permission) -> None:
    """Check a permission of the bot. Raises `Refused` 50001 if the bot cannot see the channel, otherwise 50013."""
    if not sees(world, world.bot.id, channel):
        raise Refused(Code.MISSING_ACCESS)
    if needed & ~in_channel(world, world.bot.id, channel):
        raise Refused(Code.MISSING_PERMISSIONS)


def require_in_guild(world: World, guild: int, needed: Permission) -> None:
    """Check the bot's permission in a guild. Raises `Refused` 50001 or 50013."""
    if (member := world.members.get((guild, world.bot.id))) is None:
        raise Refused(Code.MISSING_ACCESS)
    if needed & ~in_guild(world, member):
        raise Refused(Code.MISSING_PERMISSIONS)
