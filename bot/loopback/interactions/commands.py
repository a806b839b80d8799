"""Registered commands, each for one guild or global. Discord's docs: interactions/application-commands."""

from bot.loopback.errors import Code, Refused
from bot.loopback.schemas.check import check
from bot.loopback.schemas.commands import COMMAND, MESSAGE_MENU, SLASH, USER_MENU
from bot.loopback.wire import Json
from bot.loopback.world.model import Command
from bot.loopback.world.state import Happening, World

_MAX_SLASH, _MAX_MENUS = 100, 15


def overwrite(world: World, guild: int | None, bodies: list[Json]) -> list[Command]:
    """Replace all commands of a scope. A command that keeps its type and name keeps its id. Raises `Refused`."""
    kinds = [body.get("type") or SLASH for body in bodies]
    if any(kinds.count(kind) > _max_commands(kind) for kind in (SLASH, USER_MENU, MESSAGE_MENU)):
        raise Refused(Code.MAX_COMMANDS)
    old = {(c.type, c.name): c for c in scope(world, guild)}
    for command in old.values():
        world.drop(command)
    made = [_register(world, guild, body, old) for body in bodies]
    world.tell(Happening("COMMANDS_CHANGED", {}, guild, to_bot=False))
    return made


def upsert(world: World, guild: int | None, body: Json) -> Command:
    """Register one command or replace the one of the same type and name. Raises `Refused`."""
    kind, same = body.get("type") or SLASH, {(c.type, c.name): c for c in scope(world, guild)}
    if (kind, body["name"]) not in same and sum(one == kind for one, _ in same) >= _max_commands(kind):
        raise Refused(Code.MAX_COMMANDS)
    command = _register(world, guild, body, same)
    world.tell(Happening("COMMANDS_CHANGED", {}, guild, to_bot=False))
    return command


def _max_commands(kind: int) -> int:
    return _MAX_SLASH if kind == SLASH else _MAX_MENUS


def change(world: World, command: Command, changes: Json) -> Command:
    """Change some fields of a command. Raises `Refused`."""
    body = command.body | changes
    check(COMMAND, body)
    command.body, command.version = body, world.ids()
    world.keep(command)
    world.tell(Happening("COMMANDS_CHANGED", {}, command.guild, to_bot=False))
    return command


def scope(world: World, guild: int | None) -> list[Command]:
    """Return the commands of a guild. If `guild` is None, return the global commands."""
    return [c for c in world.commands.values() if c.guild == guild]


def find(world: World, command_id: int, guild: int | None) -> Command:
    """Return a command of a scope. Raises `Refused` 10063."""
    found = world.commands.get(command_id)
    if found is None or found.guild != guild:
        raise Refused(Code.UNKNOWN_COMMAND)
    return found


def _register(world: World, guild: int | None, body: Json, old: dict[tuple[int, str], Command]) -> Command:
    known = old.get((body.get("type") or SLASH, body["name"]))
    version = known.version if known and known.body == body else world.ids()
    command = Command(known.id if known else world.ids(), version, body, guild)
    world.keep(command)
    return command


def without_localisations(node: Json) -> Json:
    """Return a command without its translations, as it is listed by default."""
    kept = {key: value for key, value in node.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        if kept.get(key):
            kept[key] = [without_localisations(inner) for inner in kept[key]]
    return kept
