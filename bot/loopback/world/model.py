"""The mutable objects that make up a local Discord's state. After a change, `World.keep` stores the object."""

from dataclasses import dataclass, field

from bot.loopback.wire import Flag, Json


@dataclass(slots=True)
class User:
    """A person, or the bot."""

    id: int
    name: str
    display: str
    locale: str = "en-US"
    bot: bool = False
    closed_dms: bool = False
    installed: bool = False
    """Whether the person has installed the application for themselves."""
    number: int = 0
    """The user's number in the order of creation. Ids do not show this order."""
    read: dict[str, int] = field(default_factory=dict)
    """For each channel, the id of the last message that the user has read."""


@dataclass(slots=True)
class Role:
    """A role of a guild. The role with the guild's own id is @everyone."""

    id: int
    guild: int
    name: str
    permissions: int
    position: int = 0
    color: int = 0
    managed: bool = False
    mentionable: bool = False


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    guild: int
    user: int
    joined: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None
    timed_out_until: float | None = None


@dataclass(slots=True)
class Guild:
    """A server. `community` is the language of a Community server; None for other servers."""

    id: int
    name: str
    owner: int
    community: str | None = None
    commands_only: bool = False
    """Whether the application is installed without its bot."""

    @property
    def locale(self) -> str:
        """Return the preferred locale."""
        return self.community or "en-US"

    @property
    def features(self) -> list[str]:
        """Return the features that Discord lists."""
        return ["COMMUNITY"] if self.community else []


@dataclass(slots=True)
class Channel:
    """A channel, a thread with its parent and owner, or a direct conversation with its recipients."""

    id: int
    type: int
    name: str
    created: float
    guild: int | None = None
    topic: str | None = None
    parent: int | None = None
    owner: int | None = None
    position: int = 0
    overwrites: list[Json] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)
    members: list[int] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_changed: float = 0.0
    messages_sent: int = 0
    last_message: int | None = None
    last_pin: float | None = None
    nsfw: bool = False
    slowmode: int = 0
    tags: list[int] = field(default_factory=list)
    """The ids of the tags that this thread has in its forum."""


@dataclass(slots=True)
class Attachment:
    """A file of a message; its bytes are in the world's `files` under `key`."""

    id: int
    filename: str
    size: int
    content_type: str
    key: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    """A message. `only_for` is the one user who sees an ephemeral message."""

    id: int
    channel: int
    author: int
    type: int
    created: float
    content: str = ""
    flags: int = 0
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pings: list[int] = field(default_factory=list)
    edited: float | None = None
    pinned: bool = False
    pinned_at: float | None = None
    only_for: int | None = None
    webhook: int | None = None
    interaction: Json | None = None
    reference: Json | None = None
    thread: int | None = None
    nonce: str | None = None
    dismissed: bool = False

    @property
    def ephemeral(self) -> bool:
        """Return whether only one user sees the message."""
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Return whether the message is a deferred answer whose content has not come yet."""
        return bool(self.flags & Flag.LOADING)


@dataclass(slots=True)
class Interaction:
    """One press, command or form of a user. Answers to it need `token`; `kind` is the type of the first one."""

    id: int
    token: str
    type: int
    user: int
    channel: int
    born: float
    data: Json
    name: str | None = None
    source: int | None = None
    opener: int | None = None
    kind: int | None = None
    answered: float | None = None
    original: int | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    follow_ups: int = 0


@dataclass(slots=True)
class Emoji:
    """An application's emoji; its picture is in the world's `files` under `key`."""

    id: int
    name: str
    key: str
    animated: bool = False


@dataclass(slots=True)
class Command:
    """A registered command. `body` is the JSON that the application sent; `guild` is None for a global command."""

    id: int
    version: int
    body: Json
    guild: int | None = None

    @property
    def name(self) -> str:
        """Return the command's name."""
        return str(self.body["name"])

    @property
    def type(self) -> int:
        """Return 1 for a slash command, 2 for a command in users' menus, 3 for one in messages' menus."""
        return int(self.body.get("type") or 1)
