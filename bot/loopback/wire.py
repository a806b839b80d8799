"""Basic values of Discord's API v10, such as times, flags, type numbers and ids (snowflakes)."""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]

JSON_TYPE = "application/json"  # has no charset, because clients compare the whole header
EPOCH_MS = 1_420_070_400_000
"""Discord's epoch: the first second of 2015, in milliseconds since 1970."""
_BIRTH_MS = 1_700_000_000_000 - EPOCH_MS  # users are older than messages, so the ids of users are smaller


def iso(moment: float) -> str:
    """Return a moment as Discord writes it: ISO 8601 with microseconds and the zone."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


class Flag(IntFlag):
    """Message flags. Discord's docs: resources/message, Message Flags."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    VOICE = 1 << 13
    COMPONENTS_V2 = 1 << 15


class ChannelType(IntEnum):
    """The channel types that the local Discord knows."""

    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15


THREADS = frozenset({ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})
WITHOUT_MESSAGES = frozenset({ChannelType.CATEGORY, ChannelType.FORUM})
"""Channels that take no messages themselves."""


class MessageType(IntEnum):
    """The message types that the local Discord sends."""

    DEFAULT = 0
    PIN_NOTICE = 6
    THREAD_NOTICE = 18
    REPLY = 19
    COMMAND_ANSWER = 20
    MENU_ANSWER = 23


class InteractionType(IntEnum):
    """Interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """Types of first answers to an interaction."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Part(IntEnum):
    """Component types. Discord's docs: components/reference."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    UPLOAD = 19
    RADIOS = 21
    CHECKBOXES = 22
    CHECKBOX = 23


SELECTS = frozenset({Part.SELECT, Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT})
EMBED_PICTURES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))
LINK_STYLE, PREMIUM_STYLE = 5, 6
"""Button styles that send no interaction."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    field: str
    filename: str
    content_type: str
    data: bytes


_PARENTS = frozenset({Part.ROW, Part.SECTION, Part.CONTAINER})


def walk(components: list[Json]) -> list[Json]:
    """Return all components of a checked tree, each before the components inside it."""
    found: list[Json] = []
    for component in components:
        kind = component["type"]
        found.append(component)
        if kind in _PARENTS:
            found += walk(component["components"])
        if kind in {Part.SECTION, Part.LABEL}:
            found += walk([component["accessory" if kind == Part.SECTION else "component"]])
    return found


def media_of(component: Json) -> list[Json]:
    """Return the media items that a component shows; only a gallery can have several."""
    if component["type"] == Part.GALLERY:
        return [item["media"] for item in component["items"]]
    own = {Part.THUMBNAIL: "media", Part.FILE: "file"}.get(component["type"])
    return [component[own]] if own else []


class Snowflakes:
    """Creates strictly rising ids that contain the clock's time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.last = 0

    def __call__(self) -> int:
        """Return the next id."""
        lowest = (int(self._now() * 1000) - EPOCH_MS) << 22
        self.last = max(lowest, self.last + 1)
        return self.last


def moment_of(snowflake: int) -> float:
    """Return when an id was created, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def user_id(name: str) -> int:
    """Return the id for a user name, the same in every run and process."""
    spread = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
    return ((_BIRTH_MS + spread % 10_000_000_000) << 22) | (spread >> 26)


def bot_token(bot: int) -> str:
    """Return a token of the usual form for a bot: its id in base64, and two more parts."""
    return f"{base64.urlsafe_b64encode(str(bot).encode()).decode().rstrip('=')}.local.discord"


def is_token_of(bot: int, token: str) -> bool:
    """Return whether a token has the usual form and this bot's id."""
    parts = token.split(".")
    return len(parts) == len(bot_token(bot).split(".")) and all(parts) and parts[0] == bot_token(bot).split(".")[0]
