"""The `resolved` part of interaction data: users, members, roles, channels and files."""

from dataclasses import dataclass, field
from typing import Any

from bot.loopback.errors import ClientError
from bot.loopback.interactions.start import OPTION_FILES
from bot.loopback.messages.files import picture_size, safe_name
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.model import Attachment, Channel, Message, Role, User
from bot.loopback.world.permissions import in_channel
from bot.loopback.world.state import World


@dataclass(slots=True)
class Resolved:
    """Collects the objects that values refer to."""

    world: World
    channel: Channel
    data: Json = field(default_factory=dict)

    def add(self, kind: int, given: Any) -> str:
        """Resolve a value of an option type (6 user, 7 channel, 8 role, 9 user or role, 11 file). Return its id.

        People may be given by user name or mention, channels and roles by name. Raises `ClientError`.
        """
        ways = {6: self.user, 7: self.a_channel, 8: self.role, 9: self.mentionable, 11: self.file}
        if kind not in ways:
            raise ClientError(f"no option of type {kind} can be given")
        return ways[kind](given)

    def user(self, given: Any) -> str:
        """Add a user with their member of this guild. Return the id."""
        found = _find(self.world.users, given, "<@!>")
        if not isinstance(found, User):
            raise ClientError(f"there is no user {given!r}")
        self._put("users", found.id, show.user(found))
        if (member := self.world.members.get((self.channel.guild or 0, found.id))) is not None:
            shown = {k: v for k, v in show.member(self.world, member).items() if k not in {"user", "deaf", "mute"}}
            shown["permissions"] = str(in_channel(self.world, found.id, self.channel))
            self._put("members", found.id, shown)
        return str(found.id)

    def a_channel(self, given: Any) -> str:
        """Add a channel or thread of this guild. Return the id."""
        found = _find(self.world.channels, given, "<#>")
        if not isinstance(found, Channel) or found.guild != self.channel.guild:
            raise ClientError(f"there is no channel {given!r}")
        shown = show.channel(self.world, found)
        self._put("channels", found.id, shown | {"permissions": str(in_channel(self.world, self.world.bot.id, found))})
        return str(found.id)

    def role(self, given: Any) -> str:
        """Add a role of this guild. Return the id."""
        found = _find(self.world.roles, given, "<@&>")
        if not isinstance(found, Role) or found.guild != self.channel.guild:
            raise ClientError(f"there is no role {given!r}")
        self._put("roles", found.id, show.role(found))
        return str(found.id)

    def mentionable(self, given: Any) -> str:
        """Add a user or a role. Return the id."""
        found = _find(self.world.roles, given, "<@&>")
        return self.role(given) if found is not None else self.user(given)

    def file(self, given: Any) -> str:
        """Add an uploaded file by its id. Return the id."""
        upload = self.world.uploads.get(int(given)) if str(given).isdigit() else None
        if upload is None:
            raise ClientError("the file was not uploaded")
        name = safe_name(upload.filename)
        key = f"{OPTION_FILES}/{given}/{name}"
        self.world.store_file(key, upload.data)
        size = picture_size(upload.data)
        shown = Attachment(int(given), name, len(upload.data), upload.content_type, key, None, *size)
        self._put("attachments", int(given), show.attachment(self.world, shown, ephemeral=True))
        return str(given)

    def message(self, message: Message) -> str:
        """Add a message, for a menu command on it. Return the id."""
        self._put("messages", message.id, show.message(self.world, message))
        return str(message.id)

    def _put(self, objects: str, number: int, shown: Json) -> None:
        self.data.setdefault(objects, {})[str(number)] = shown


def _find(objects: dict[int, Any], given: Any, marks: str) -> object:
    """Find an object by id, mention or name."""
    text = str(given).strip(marks + "#@ ")
    if text.isdigit() and int(text) in objects:
        return objects[int(text)]
    return next((thing for thing in objects.values() if thing.name in {text, str(given)}), None)
