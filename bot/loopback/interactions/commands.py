"""Registering commands: the rules of their bodies, and bulk overwrite. Discord, interactions/application-commands."""

import re
from typing import Any

from bot.loopback.errors import Code, Form, Path, Refused
from bot.loopback.wire import Json
from bot.loopback.world import show
from bot.loopback.world.model import Command
from bot.loopback.world.state import Happening, World

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
_NESTED = frozenset({SUBCOMMAND, GROUP})
_NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
_MAX_OPTIONS, _MAX_SIZE, _MAX_SLASH, _MAX_MENUS = 25, 8000, 100, 15
_MAX_NUMBER, _MAX_TEXT = 2**53 - 1, 6000
LOCALES = frozenset(
    {"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR"}
    | {"ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"},
)


def overwrite(world: World, guild: int | None, bodies: list[Json]) -> list[Command]:
    """Replace all commands of a scope. One that keeps its type and name keeps its id. Raises `Refused`."""
    form = Form()
    for n, body in enumerate(bodies):
        _check(form, (n,), body)
    _check_together(form, bodies)
    form.refuse()
    old = {(c.type, c.name): c for c in scope(world, guild)}
    for command in old.values():
        world.drop(command)
    made = [_register(world, guild, body, old) for body in bodies]
    world.tell(Happening("COMMANDS_CHANGED", {}, guild, to_bot=False))
    return made


def upsert(world: World, guild: int | None, body: Json) -> Command:
    """Register one command, in place of one of the same type and name. Raises `Refused`."""
    form = Form()
    _check(form, (), body)
    form.refuse()
    present = scope(world, guild)
    kind = body.get("type") or SLASH
    same = {(c.type, c.name): c for c in present}
    if (kind, body["name"]) not in same:
        _check_room(present, kind)
    command = _register(world, guild, body, same)
    world.tell(Happening("COMMANDS_CHANGED", {}, guild, to_bot=False))
    return command


def _check_room(present: list[Command], kind: int) -> None:
    most = _MAX_SLASH if kind == SLASH else _MAX_MENUS
    if sum(c.type == kind for c in present) >= most:
        raise Refused(Code.MAX_COMMANDS)


def change(world: World, command: Command, changes: Json) -> Command:
    """Change some fields of a command. Raises `Refused`."""
    body = command.body | changes
    form = Form()
    _check(form, (), body)
    form.refuse()
    command.body, command.version = body, world.ids()
    world.keep(command)
    world.tell(Happening("COMMANDS_CHANGED", {}, command.guild, to_bot=False))
    return command


def scope(world: World, guild: int | None) -> list[Command]:
    """The commands of a guild, or the global ones for None."""
    return [c for c in world.commands.values() if c.guild == guild]


def find(world: World, command_id: int, guild: int | None) -> Command:
    """A command of a scope. Raises `Refused` 10063."""
    found = world.commands.get(command_id)
    if found is None or found.guild != guild:
        raise Refused(Code.UNKNOWN_COMMAND)
    return found


def _register(world: World, guild: int | None, body: Json, old: dict[tuple[int, str], Command]) -> Command:
    known = old.get((body.get("type") or SLASH, body["name"]))
    unchanged = known is not None and known.body == body
    version = known.version if known and unchanged else world.ids()
    command = Command(known.id if known else world.ids(), version, body, guild)
    world.keep(command)
    return command


def _check_together(form: Form, bodies: list[Json]) -> None:
    seen: set[tuple[int, str]] = set()
    for n, body in enumerate(bodies):
        key = (body.get("type") or SLASH, str(body.get("name")))
        if key in seen:
            words = "Application command names must be unique"
            form.wrong((n, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        seen.add(key)
    for kind, most in ((SLASH, _MAX_SLASH), (USER_MENU, _MAX_MENUS), (MESSAGE_MENU, _MAX_MENUS)):
        if sum(k == kind for k, _ in seen) > most:
            raise Refused(Code.MAX_COMMANDS)


def _check(form: Form, path: Path, body: Json) -> None:
    kind = body.get("type") or SLASH
    _check_names(form, path, body, slash=kind == SLASH)
    if kind != SLASH:
        return
    _check_options(form, path, body.get("options") or [], depth=0)
    if _size(body) > _MAX_SIZE:
        words = f"Command exceeds maximum size ({_MAX_SIZE})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def _check_names(form: Form, path: Path, body: Json, *, slash: bool) -> None:
    """Name and description, in the default language and every other."""
    names: list[tuple[Path, Any]] = [(("name",), body.get("name"))]
    names += [(("name_localizations", k), v) for k, v in (body.get("name_localizations") or {}).items()]
    for where, name in names:
        form.length((*path, *where), name, 1, 32, required=True)
        if slash and isinstance(name, str) and not (_NAME.match(name) and name == name.lower()):
            words = "String value did not match validation regex."
            form.wrong((*path, *where), "APPLICATION_COMMAND_INVALID_NAME", words)
    if slash:
        form.length((*path, "description"), body.get("description"), 1, 100, required=True)
    for locale, text in (body.get("description_localizations") or {}).items():
        form.length((*path, "description_localizations", locale), text, 1 if slash else 0, 100)
    _check_locales(form, path, body)


def _check_locales(form: Form, path: Path, body: Json) -> None:
    for key in ("name_localizations", "description_localizations"):
        for locale in body.get(key) or {}:
            if locale not in LOCALES:
                form.wrong((*path, key, locale), "BASE_TYPE_CHOICES", "Value must be one of the locales.")


def _check_options(form: Form, path: Path, options: list[Json], depth: int) -> None:
    form.count((*path, "options"), options, 0, _MAX_OPTIONS)
    names: set[str] = set()
    optional = False
    for n, option in enumerate(options):
        here: Path = (*path, "options", n)
        _check_names(form, here, option, slash=True)
        if option.get("name") in names:
            words = "Option names must be unique"
            form.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words)
        names.add(str(option.get("name")))
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            form.wrong((*here, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional = optional or (not option.get("required") and option.get("type") not in _NESTED)
        _check_option(form, here, option, depth)


def _check_option(form: Form, path: Path, option: Json, depth: int) -> None:
    kind = option.get("type")
    if kind not in range(1, 12):
        form.wrong((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, ..., 11}.")
    elif kind in _NESTED:
        if depth >= (2 if kind == SUBCOMMAND else 1):
            words = "Sub-command option types can only be nested inside of a sub-command group"
            form.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
        _check_options(form, path, option.get("options") or [], depth + 1 if kind == GROUP else 2)
    else:
        _check_value_option(form, path, option)


def _check_value_option(form: Form, path: Path, option: Json) -> None:
    for key in ("min_value", "max_value"):
        form.number((*path, key), option.get(key), -_MAX_NUMBER, _MAX_NUMBER)
    for key in ("min_length", "max_length"):
        form.number((*path, key), option.get(key), 0, _MAX_TEXT)
    choices = option.get("choices") or []
    form.count((*path, "choices"), choices, 0, _MAX_OPTIONS)
    for n, choice in enumerate(choices):
        form.length((*path, "choices", n, "name"), choice.get("name"), 1, 100, required=True)
        if isinstance(choice.get("value"), str):
            form.length((*path, "choices", n, "value"), choice["value"], 1, 100)
    if choices and option.get("autocomplete"):
        words = "Choices and autocomplete cannot be used together"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", words)
    if len({str(c.get("value")) for c in choices}) < len(choices):
        words = "Choice values must be unique"
        form.wrong((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", words)


def _size(node: Json) -> int:
    """Characters of names, descriptions and values, each in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    total += sum(len(c["value"]) for c in node.get("choices") or [] if isinstance(c.get("value"), str))
    return total + sum(_size(option) for option in node.get("options") or [])


def without_localisations(node: Json) -> Json:
    """A command as a list gives it when nobody asked for its other languages."""
    kept = {key: value for key, value in node.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        if kept.get(key):
            kept[key] = [without_localisations(inner) for inner in kept[key]]
    return kept


def shown(world: World, commands: list[Command]) -> list[Json]:
    """Commands as the API lists them."""
    return [show.command(world, c) for c in commands]
