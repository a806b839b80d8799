"""Turns a typed command line into the data of an interaction, with its options and the objects that they name."""

from dataclasses import dataclass, field
from typing import Any

from bot.loopback.errors import ClientError
from bot.loopback.interactions.start import OPTION_FILES, installations
from bot.loopback.messages.files import picture_size, safe_name
from bot.loopback.schemas.commands import GROUP, SLASH, SUBCOMMAND
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.model import Attachment, Channel, Command, Message, Role, User
from bot.loopback.world.permissions import Permission, in_channel
from bot.loopback.world.state import World

INTEGER = 4


@dataclass(slots=True)
class Resolved:
    """Collects the objects that the values of an interaction refer to."""

    world: World
    channel: Channel
    data: Json = field(default_factory=dict)

    def add(self, kind: int, given: Any) -> str:
        """Resolve a value of an option type (6 user, 7 channel, 8 role, 9 user or role, 11 file). Return its id.

        People, channels and roles may be given by id, mention or name. Raises `ClientError`.
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
        if (member := self.world.members.get((self.channel.guild or 0, found.id))) is not None:
            shown = {k: v for k, v in show.member(self.world, member).items() if k not in {"user", "deaf", "mute"}}
            shown["permissions"] = str(in_channel(self.world, found.id, self.channel))
            self._put("members", found.id, shown)
        return self._put("users", found.id, show.user(found))

    def a_channel(self, given: Any) -> str:
        """Add a channel or thread of this guild. Return the id."""
        found = _find(self.world.channels, given, "<#>")
        if not isinstance(found, Channel) or found.guild != self.channel.guild:
            raise ClientError(f"there is no channel {given!r}")
        shown = show.channel(self.world, found)
        may = str(in_channel(self.world, self.world.bot.id, found))
        return self._put("channels", found.id, shown | {"permissions": may})

    def role(self, given: Any) -> str:
        """Add a role of this guild. Return the id."""
        found = _find(self.world.roles, given, "<@&>")
        if not isinstance(found, Role) or found.guild != self.channel.guild:
            raise ClientError(f"there is no role {given!r}")
        return self._put("roles", found.id, show.role(found))

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
        return self._put("attachments", shown.id, show.attachment(self.world, shown, ephemeral=True))

    def message(self, message: Message) -> str:
        """Add a message on which a context-menu command is run. Return its id."""
        return self._put("messages", message.id, show.message(self.world, message))

    def _put(self, objects: str, number: int, shown: Json) -> str:
        self.data.setdefault(objects, {})[str(number)] = shown
        return str(number)


def _find(objects: dict[int, Any], given: Any, marks: str) -> object:
    text = str(given).strip(marks + "#@ ")
    if text.isdigit() and int(text) in objects:
        return objects[int(text)]
    return next((thing for thing in objects.values() if thing.name in {text, str(given)}), None)


@dataclass(slots=True)
class Typed:
    """The option values that a person typed. `focused` names the option that they are typing, for autocomplete."""

    resolved: Resolved
    person: User
    values: dict[str, Any]
    focused: str | None = None


def usable(world: World, person: User, channel: Channel) -> list[Command]:
    """Return the commands that a person can use in a channel."""
    granted = in_channel(world, person.id, channel)
    here = installations(world, person, channel).keys()
    found = [c for c in world.commands.values() if c.guild in {None, channel.guild} and _may(c, channel, granted)]
    return [c for c in found if here & set(map(str, c.body.get("integration_types") or [0]))]


def _may(command: Command, channel: Channel, granted: int) -> bool:
    if channel.guild is None:
        contexts = command.body.get("contexts")
        return bool(command.body.get("dm_permission", True)) if contexts is None else 1 in contexts
    needed = command.body.get("default_member_permissions")
    if needed is not None and (int(needed) & ~granted or not int(needed)):
        return bool(granted & Permission.ADMINISTRATOR)
    return bool(granted & Permission.USE_APPLICATION_COMMANDS)


def find(world: World, person: User, channel: Channel, name: str, kind: int = SLASH) -> Command:
    """Return the command with this name in the default language or in the person's. Raises `ClientError`."""
    for command in sorted(usable(world, person, channel), key=lambda c: c.guild is None):
        if command.type == kind and name in _names(command.body, person.locale):
            return command
    raise ClientError(f"{person.name} has no command {name!r} here")


def _names(node: Json, locale: str) -> tuple[str, str]:
    """Return the registered name of a command or option, and the name that clients in this locale show."""
    return node["name"], (node.get("name_localizations") or {}).get(locale) or node["name"]


def data_of(typed: Typed, line: str) -> Json:
    """Return the data of a slash command, such as "name sub" or "name group sub". Raises `ClientError`."""
    if not (words := line.removeprefix("/").split()):
        raise ClientError("no command was typed")
    command = find(typed.resolved.world, typed.person, typed.resolved.channel, words[0])
    data: Json = {"id": str(command.id), "name": command.name, "type": SLASH}
    data["options"] = _subcommand_data(typed, command.body, words[1:])
    if command.guild is not None:
        data["guild_id"] = str(command.guild)
    if typed.resolved.data:
        data["resolved"] = typed.resolved.data
    return data


def _subcommand_data(typed: Typed, node: Json, words: list[str]) -> list[Json]:
    if not (nested := [o for o in node.get("options") or [] if o["type"] in {SUBCOMMAND, GROUP}]):
        if words:
            raise ClientError(f"{node['name']!r} has no subcommand {words[0]!r}")
        return _options_data(typed, node.get("options") or [])
    if not words:
        raise ClientError(f"{node['name']!r} needs one of: {', '.join(o['name'] for o in nested)}")
    for option in nested:
        if words[0] in _names(option, typed.person.locale):
            inner = _subcommand_data(typed, option, words[1:])
            return [{"type": option["type"], "name": option["name"], "options": inner}]
    raise ClientError(f"{node['name']!r} has no subcommand {words[0]!r}")


def _options_data(typed: Typed, options: list[Json]) -> list[Json]:
    left, filled = dict(typed.values), []
    for option in options:
        names = _names(option, typed.person.locale)
        if (given := next((left.pop(n) for n in names if n in left), None)) is not None:
            filled.append(_option_data(typed, option, given))
        elif option.get("required") and typed.focused is None:
            raise ClientError(f"option {option['name']!r} is required")
    if left:
        raise ClientError(f"no such option: {', '.join(left)}")
    return filled


def _option_data(typed: Typed, option: Json, given: Any) -> Json:
    one: Json = {"type": option["type"], "name": option["name"]}
    if typed.focused in _names(option, typed.person.locale):
        return one | {"value": str(given), "focused": True}
    try:
        return one | {"value": _option_value(typed, option, given)}
    except ClientError:
        if typed.focused is None:
            raise
        return one | {"value": str(given)}  # while one option is typed, others may be invalid


def _option_value(typed: Typed, option: Json, given: Any) -> Any:
    if option.get("choices"):
        return _choice_value(typed, option, given)
    match option["type"]:
        case 3:
            return _string_value(option, given)
        case 4 | 10:
            return _number_value(option, given)
        case 5:
            return given if isinstance(given, bool) else str(given).lower() in {"true", "yes", "1"}
        case kind:
            return typed.resolved.add(kind, given)


def _choice_value(typed: Typed, option: Json, given: Any) -> Any:
    for choice in option["choices"]:
        if given in _names(choice, typed.person.locale) or str(given) == str(choice["value"]):
            return choice["value"]
    raise ClientError(f"{given!r} is not one of the choices of {option['name']!r}")


def _string_value(option: Json, given: Any) -> str:
    text = str(given)
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(text) <= high:
        raise ClientError(f"{option['name']!r} must be {low} to {high} characters long")
    return text


def _number_value(option: Json, given: Any) -> float:
    try:
        number = int(given) if option["type"] == INTEGER else float(given)
    except ValueError as error:
        raise ClientError(f"{option['name']!r} must be a number, not {given!r}") from error
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise ClientError(f"{option['name']!r} must lie between {low} and {high}")
    return number
