"""`Hub` keeps all gateway sessions and sends events to them. Discord's docs: topics/opcodes-and-status-codes."""

import secrets
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from bot.loopback.gateway.socket import Socket
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.guilds import full_guild
from bot.loopback.world.model import Guild
from bot.loopback.world.permissions import sees
from bot.loopback.world.state import Happening, World

HIGHEST = (1 << 26) - 1
RESUMABLE = 8
BUFFER = 1000
"""How many of its last events a session keeps. It sends them again when it is resumed."""


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
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The gateway intents that this stand-in checks."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT

_BY_START = (
    ("MESSAGE", Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    ("TYPING", Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING),
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS, Intent.GUILD_MEMBERS),
    ("GUILD", Intent.GUILDS, Intent.GUILDS),
    ("CHANNEL", Intent.GUILDS, Intent.DIRECT_MESSAGES),
    ("THREAD", Intent.GUILDS, Intent.GUILDS),
)


def hears(intents: int, name: str, *, in_guild: bool) -> bool:
    """Return whether a session with these intents gets an event. Events of interactions need no intent."""
    for start, guild, direct in _BY_START:
        if name.startswith(start):
            return bool(intents & (guild if in_guild else direct))
    return True


def without_content(data: Json, me: int) -> Json:
    """Return a message's data. In a server, its contents are removed unless it comes from or mentions the bot."""
    own = (data.get("author") or {}).get("id") == str(me)
    to_me = any(m["id"] == str(me) for m in data.get("mentions") or [])
    if own or to_me or "guild_id" not in data or "content" not in data:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}


@dataclass(slots=True)
class Session:
    """A client that has identified itself. `sent` holds the last events. `socket` is None while it is not connected."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=BUFFER))
    socket: Socket | None = None

    def has(self, guild: int | None) -> bool:
        """Return whether a guild belongs to this shard. None stands for direct conversations, which are in shard 0."""
        number, of = self.shard
        return (guild >> 22) % of == number if guild else number == 0

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, now or when the session resumes."""
        self.seq += 1
        message = {"op": 0, "t": name, "s": self.seq, "d": data}
        self.sent.append(message)
        if self.socket is not None:
            self.socket.send(message)

    def missed(self, since: int) -> list[Json] | None:
        """Return the events after a sequence number; None if some are no longer kept, or the number is too high."""
        if since > self.seq or (self.sent and since < self.sent[0]["s"] - 1):
            return None
        return [m for m in self.sent if m["s"] > since]


@dataclass(slots=True)
class Hub:
    """All gateway sessions. `allowed` holds the privileged intents granted to the application."""

    world: World
    allowed: int = 0
    sessions: dict[str, Session] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    """The guilds that are unavailable at present, as in an outage."""
    online: bool = False
    closed_until: float = 0.0
    """No client can connect before this moment."""

    def __post_init__(self) -> None:
        self.world.listeners.append(self.hear)

    def identify(self, socket: Socket, shard: tuple[int, int], intents: int) -> Session:
        """Begin a session. Send READY, and then GUILD_CREATE for each available guild of the shard."""
        session = Session(secrets.token_hex(16), shard, intents, socket=socket)
        self._forget_old()
        self.sessions[session.id] = session
        self.world.identified += 1
        me = self.world.bot.id
        mine = [g for g in self.world.guilds.values() if session.has(g.id) and (g.id, me) in self.world.members]
        session.dispatch("READY", self._ready_data(session, mine))
        for guild in [g for g in mine if g.id not in self.away]:
            session.dispatch("GUILD_CREATE", self._guild_data(session, guild))
        return session

    def _forget_old(self) -> None:
        lost = [s for s in self.sessions.values() if s.socket is None]
        for session in lost[: max(0, len(lost) - RESUMABLE)]:
            del self.sessions[session.id]

    def _ready_data(self, session: Session, guilds: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": show.own_user(self.world.bot),
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.world.gateway_url,
            "shard": list(session.shard),
            "private_channels": [],
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "application": {"id": str(self.world.bot.id), "flags": 0},
        }

    def _guild_data(self, session: Session, guild: Guild) -> Json:
        """Return a guild's data for a session. Without the members intent, only the bot is listed as a member."""
        shown = full_guild(self.world, guild)
        if not session.intents & Intent.GUILD_MEMBERS:
            me = str(self.world.bot.id)
            shown["members"] = [m for m in shown["members"] if m["user"]["id"] == me]
        return shown

    def hear(self, happening: Happening) -> None:
        """Pass an event on to the sessions that it concerns."""
        if not happening.to_bot or happening.guild in self.away or not self._visible(happening):
            return
        in_guild = happening.guild is not None
        for session in self.sessions.values():
            if session.has(happening.guild) and hears(session.intents, happening.name, in_guild=in_guild):
                self.pass_on(session, happening)

    def _visible(self, happening: Happening) -> bool:
        channel = self.world.channels.get(happening.channel or 0)
        if channel is None or not happening.name.startswith(("MESSAGE", "TYPING", "THREAD")):
            return True
        return sees(self.world, self.world.bot.id, channel)

    def pass_on(self, session: Session, happening: Happening) -> None:
        """Send an event to a session, reduced to what the session's intents allow."""
        data = happening.data
        if happening.name == "GUILD_CREATE":
            data = self._guild_data(session, self.world.guilds[happening.guild or 0])
            if "unavailable" not in happening.data:
                del data["unavailable"]  # with this key, clients would think that an outage has ended
        elif not session.intents & Intent.MESSAGE_CONTENT and happening.name.startswith("MESSAGE"):
            data = without_content(data, self.world.bot.id)
        session.dispatch(happening.name, data)

    def connected(self) -> bool:
        """Return whether any client is connected."""
        return any(s.socket is not None for s in self.sessions.values())

    def presence(self) -> None:
        """Tell the pages when the bot connects or disconnects."""
        online = self.connected()
        if online != self.online:
            self.online = online
            self.world.tell(Happening("BOT_PRESENCE", {"online": online}, to_bot=False))

    def sockets(self) -> list[Socket]:
        """Return the sockets of all connected sessions."""
        return [s.socket for s in self.sessions.values() if s.socket is not None]
