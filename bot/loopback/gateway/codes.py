"""Opcodes and close codes of the gateway. Discord, topics/opcodes-and-status-codes."""

from enum import IntEnum, IntFlag

from bot.loopback.wire import Json


class Op(IntEnum):
    """Opcodes of the gateway."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11
    SOUNDBOARD = 31


class Close(IntEnum):
    """Close codes of the gateway."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The intents that matter here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
HIGHEST = (1 << 26) - 1

_BY_START = (
    ("MESSAGE", Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    ("TYPING", Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING),
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS, Intent.GUILD_MEMBERS),
    ("GUILD", Intent.GUILDS, Intent.GUILDS),
    ("CHANNEL", Intent.GUILDS, Intent.DIRECT_MESSAGES),
    ("THREAD", Intent.GUILDS, Intent.GUILDS),
)


def hears(intents: int, name: str, *, in_guild: bool) -> bool:
    """Return whether a session with these intents gets an event. Interactions need none."""
    for start, guild, direct in _BY_START:
        if name.startswith(start):
            return bool(intents & (guild if in_guild else direct))
    return True


def without_content(data: Json, me: int) -> Json:
    """Empty a message event as for a session without the content intent, unless it concerns the bot."""
    own = (data.get("author") or {}).get("id") == str(me)
    to_me = any(m["id"] == str(me) for m in data.get("mentions") or [])
    if own or to_me or "guild_id" not in data or "content" not in data:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
