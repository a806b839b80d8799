"""`World` holds the whole state and announces what happens. `Changes` lets tasks wait until something happens."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.loopback.errors import Code, Refused
from bot.loopback.wire import Json, Snowflakes, Upload, is_token_of
from bot.loopback.world.model import Channel, Command, Emoji, Guild, Interaction, Member, Message, Role, User

TOKEN = "loopback"  # noqa: S105 - it opens only this stand-in
_FADING = 64
Key = int | str | tuple[int, int]
Thing = User | Guild | Role | Member | Channel | Message | Interaction | Emoji | Command


class LoopbackClock:
    """The machine's clock."""

    def time(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """Return once `time()` has reached the moment."""
        await asyncio.sleep(moment - self.time())


@dataclass(frozen=True, slots=True)
class Happening:
    """An event for clients, with its gateway name and its data. The other fields say who may know of it."""

    name: str
    data: Json
    guild: int | None = None
    channel: int | None = None
    only_for: int | None = None
    """The only user who may know of the event; None for all who see the channel."""
    to_bot: bool = True


@dataclass(slots=True)
class World:
    """The whole state of a local Discord. After a change of an object, callers `keep` it and `tell` the clients."""

    clock: LoopbackClock
    bot: User
    base_url: str = ""
    description: str = ""
    """The application's description."""
    max_threads: int = 1000
    """The most threads of a guild that can be active at a time."""
    blocked_words: frozenset[str] = frozenset()
    """The words that AutoMod blocks, in small letters."""
    one_way: float = 0.0
    """The seconds that data takes from Discord to the bot, or from the bot to Discord."""
    shards: int = 1
    """The number of shards that /gateway/bot recommends."""
    identified: int = 0
    """The number of gateway sessions started so far. Discord allows a thousand a day."""
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[tuple[int, int], Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    order: dict[int, dict[int, None]] = field(default_factory=dict)
    """The ids of each channel's messages, oldest first."""
    interactions: dict[str, Interaction] = field(default_factory=dict)
    emojis: dict[int, Emoji] = field(default_factory=dict)
    commands: dict[int, Command] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    uploads: dict[int, Upload] = field(default_factory=dict)
    """Files attached to commands and forms, by attachment id."""
    answered: dict[int, asyncio.Event] = field(default_factory=dict)
    fading: deque[str] = field(default_factory=deque)
    listeners: list[Callable[[Happening], None]] = field(default_factory=list)
    kept: bool = False
    """Whether the world is saved in a file. If it is, changed objects must be marked."""
    dirty: set[tuple[str, Key]] = field(default_factory=set)
    ids: Snowflakes = field(init=False)

    def __post_init__(self) -> None:
        self.ids = Snowflakes(self.clock.time)
        self.users[self.bot.id] = self.bot

    @property
    def gateway_url(self) -> str:
        """Return the address of the gateway."""
        return self.base_url.replace("http", "ws", 1) + "/gateway/"

    def opens(self, token: str) -> bool:
        """Return whether a token is valid. `TOKEN` is, and so is any token of the usual form with the bot's id."""
        return token == TOKEN or is_token_of(self.bot.id, token)

    def keep(self, thing: Thing) -> None:
        """Store a new or changed object."""
        kind, key = _locate(thing)
        self.shelf(kind)[key] = thing
        if isinstance(thing, Message):
            self.order.setdefault(thing.channel, {})[thing.id] = None
        self.mark((kind, key))

    def drop(self, thing: Thing) -> None:
        """Remove an object, and a message's files."""
        kind, key = _locate(thing)
        self.shelf(kind).pop(key, None)
        if isinstance(thing, Message):
            self.order.get(thing.channel, {}).pop(thing.id, None)
            for attachment in thing.attachments:
                self.forget_file(attachment.key)
        self.mark((kind, key))

    def mark(self, row: tuple[str, Key]) -> None:
        """Record that an object must be written to the file, because the copy there is outdated."""
        if self.kept:
            self.dirty.add(row)

    def shelf(self, kind: str) -> dict[Key, Thing]:
        """Return the objects of one type. `kind` is the name of a class of `world.model` in small letters."""
        return getattr(self, f"{kind}s")  # type: ignore[no-any-return]  # each dictionary holds its own type

    def store_file(self, key: str, data: bytes) -> None:
        """Store a file's bytes for the CDN route."""
        self.files[key] = data
        self.mark(("file", key))

    def forget_file(self, key: str) -> None:
        """Delete a file's bytes after 64 more calls of this method, because a page may still be loading the file."""
        self.fading.append(key)
        while len(self.fading) > _FADING:
            gone = self.fading.popleft()
            self.files.pop(gone, None)
            self.mark(("file", gone))

    def tell(self, happening: Happening) -> None:
        """Announce an event to the gateway and the pages."""
        for listener in list(self.listeners):
            listener(happening)

    def channel(self, channel_id: int) -> Channel:
        """Return a channel. Raises `Refused` 10003 if it does not exist."""
        if channel_id not in self.channels:
            raise Refused(Code.UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message of a channel. Raises `Refused` 10008 if it is missing or ephemeral."""
        found = self.messages.get(message_id)
        if found is None or found.channel != channel_id or found.ephemeral:
            raise Refused(Code.UNKNOWN_MESSAGE)
        return found

    def guild(self, guild_id: int) -> Guild:
        """Return a guild. Raises `Refused` 10004 if it does not exist."""
        if guild_id not in self.guilds:
            raise Refused(Code.UNKNOWN_GUILD)
        return self.guilds[guild_id]

    def in_channel(self, channel_id: int) -> list[Message]:
        """Return a channel's messages, oldest first, ephemerals included."""
        return [self.messages[m] for m in self.order.get(channel_id, {})]


def _locate(thing: Thing) -> tuple[str, Key]:
    kind = type(thing).__name__.lower()
    if isinstance(thing, Member):
        return kind, (thing.guild, thing.user)
    return kind, thing.token if isinstance(thing, Interaction) else thing.id


class Changes:
    """Counts what happens in the world, and wakes every task that waits for something to happen."""

    def __init__(self, world: World) -> None:
        self.count = 0
        self._next = asyncio.Event()
        world.listeners.append(self._hear)

    def _hear(self, _: Happening) -> None:
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Wait until a condition holds, for at most `seconds` of real time. Return whether it does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not condition():
                    await self._next.wait()
        return condition()
