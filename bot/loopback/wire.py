"""The values that travel: JSON bodies, uploaded files, flags and type numbers of Discord's API v10."""

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]
"""One JSON object, as it goes over the wire."""

JSON_TYPE = "application/json"  # exactly: clients compare the header as a whole, so no charset may follow


class Flag(IntFlag):
    """Message flags. Discord, resources/message, Message Flags."""

    CROSSPOSTED = 1 << 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    VOICE = 1 << 13
    COMPONENTS_V2 = 1 << 15


class ChannelType(IntEnum):
    """Kinds of channels that this stand-in has."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    NEWS = 5
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})


class MessageType(IntEnum):
    """Kinds of messages that this stand-in writes."""

    DEFAULT = 0
    PIN_NOTICE = 6
    THREAD_NOTICE = 18
    REPLY = 19
    COMMAND_ANSWER = 20
    MENU_ANSWER = 23


class Ask(IntEnum):
    """Kinds of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """Kinds of first answers to an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Part(IntEnum):
    """Component types. Discord, components/reference."""

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


SELECTS = frozenset(
    {Part.SELECT, Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT},
)
EMBED_PICTURES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))
"""Where embeds have pictures: the part and its field."""
LINK_STYLE, PREMIUM_STYLE = 5, 6
"""Button styles that send no interaction."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request: the form's field, the name, the claimed type, the bytes."""

    field: str
    filename: str
    content_type: str
    data: bytes


def walk(components: list[Json] | None) -> list[Json]:
    """Every component of a tree, outermost first: children, accessories and labelled ones included."""
    found: list[Json] = []
    for component in components or []:
        found.append(component)
        found += walk(component.get("components"))
        found += walk([c for c in (component.get("accessory"), component.get("component")) if c])
    return found


def media_of(component: Json) -> list[Json]:
    """The media items that a component shows: a thumbnail's or file's own, or those of a gallery."""
    own = [component[key] for key in ("media", "file") if isinstance(component.get(key), dict)]
    return own + [item["media"] for item in component.get("items") or [] if isinstance(item.get("media"), dict)]
