"""`World`: all state in one place, with one way to change it and one way to hear of changes."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.loopback.clock import Clock
from bot.loopback.errors import Code, Refused
from bot.loopback.ids import Snowflakes
from bot.loopback.wire import Json, Upload
from bot.loopback.world.model import (
    Channel,
    Command,
    Emoji,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    User,
)

_FADING = 64
Thing = User | Guild | Role | Member | Channel | Message | Interaction | Emoji | Command


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that clients may hear of: a gateway event's name, its data, and who is concerned."""

    name: str
    data: Json
    guild: int | None = None
    channel: int | None = None
    only_for: int | None = None
    """The one person who may know; None for all who see the channel."""
    to_bot: bool = True


@dataclass(slots=True)
class World:
    """The whole state. Things are changed by the functions around it, which then `keep` them and `tell` of it."""

    clock: Clock
    bot: User
    base_url: str = ""
    description: str = ""
    """The application's."""
    shards: int = 1
    """How many shards /gateway/bot advises."""
    identified: int = 0
    """How many gateway sessions were begun; a thousand a day are allowed."""
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
    """Files that people attached to commands and forms, by attachment id."""
    answered: dict[int, asyncio.Event] = field(default_factory=dict)
    fading: deque[str] = field(default_factory=deque)
    listeners: list[Callable[[Happening], None]] = field(default_factory=list)
    kept: bool = False
    """Whether the world is kept in a file, so that changes are noted."""
    dirty: set[tuple[str, str]] = field(default_factory=set)
    ids: Snowflakes = field(init=False)

    def __post_init__(self) -> None:
        self.ids = Snowflakes(self.clock.time)
        self.users[self.bot.id] = self.bot

    def keep(self, thing: Thing) -> None:
        """Put a thing into its place, new or changed."""
        match thing:
            case Member():
                self.members[thing.guild, thing.user] = thing
            case Interaction():
                self.interactions[thing.token] = thing
            case Message():
                self.messages[thing.id] = thing
                self.order.setdefault(thing.channel, {})[thing.id] = None
            case _:
                self.shelf(thing)[thing.id] = thing
        self.mark(_row(thing))

    def drop(self, thing: Thing) -> None:
        """Take a thing out of its place."""
        match thing:
            case Member():
                self.members.pop((thing.guild, thing.user), None)
            case Interaction():
                self.interactions.pop(thing.token, None)
            case Message():
                self.messages.pop(thing.id, None)
                self.order.get(thing.channel, {}).pop(thing.id, None)
                self.release(thing)
            case _:
                self.shelf(thing).pop(thing.id, None)
        self.mark(_row(thing))

    def mark(self, row: tuple[str, str]) -> None:
        """Note that a row is no longer as the file has it."""
        if self.kept:
            self.dirty.add(row)

    def shelf(self, thing: User | Guild | Role | Channel | Emoji | Command) -> dict[int, Thing]:
        """The dictionary in which things of this kind lie."""
        shelves: dict[type, object] = {
            User: self.users,
            Guild: self.guilds,
            Role: self.roles,
            Channel: self.channels,
            Emoji: self.emojis,
            Command: self.commands,
        }
        return shelves[type(thing)]  # type: ignore[return-value]  # each shelf holds its own kind

    def release(self, message: Message) -> None:
        """Forget the bytes of a message's files."""
        for attachment in message.attachments:
            self.forget_file(attachment.key)

    def store_file(self, key: str, data: bytes) -> None:
        """Put bytes where the CDN route finds them."""
        self.files[key] = data
        self.mark(("file", key))

    def forget_file(self, key: str) -> None:
        """Forget a file's bytes, a little later: a page may just be loading them."""
        self.fading.append(key)
        while len(self.fading) > _FADING:
            gone = self.fading.popleft()
            self.files.pop(gone, None)
            self.mark(("file", gone))

    def tell(self, happening: Happening) -> None:
        """Let the gateway and the pages know."""
        for listener in list(self.listeners):
            listener(happening)

    def channel(self, channel_id: int) -> Channel:
        """A channel. Raises `Refused` 10003."""
        if channel_id not in self.channels:
            raise Refused(Code.UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        """A message of a channel as channel routes see it: ephemerals do not exist there. Raises `Refused` 10008."""
        found = self.messages.get(message_id)
        if found is None or found.channel != channel_id or found.ephemeral:
            raise Refused(Code.UNKNOWN_MESSAGE)
        return found

    def guild(self, guild_id: int) -> Guild:
        """A guild. Raises `Refused` 10004."""
        if guild_id not in self.guilds:
            raise Refused(Code.UNKNOWN_GUILD)
        return self.guilds[guild_id]

    def in_channel(self, channel_id: int) -> list[Message]:
        """A channel's messages, oldest first, ephemerals included."""
        return [self.messages[m] for m in self.order.get(channel_id, {})]


def _row(thing: Thing) -> tuple[str, str]:
    """Under what a thing is kept in a file: its kind and its key."""
    kind = type(thing).__name__.lower()
    if isinstance(thing, Member):
        return kind, f"{thing.guild}.{thing.user}"
    if isinstance(thing, Interaction):
        return kind, thing.token
    return kind, str(thing.id)
