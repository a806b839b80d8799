"""Who answers the controls of what there is to learn: the rules to leaf through, the help, why something is refused."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from discord import AppCommandOptionType, app_commands

from bot.play.occupants import TableId
from bot.play.refusals import Refused, Why
from bot.ui.answers import Answer, Tell, Update
from bot.ui.asker import Asker
from bot.ui.body import Body
from bot.ui.finding import table_here
from bot.ui.kit import Kit
from bot.ui.panels import book, manual
from bot.ui.routes import Call
from bot.ui.tutoring import first_page
from engine.presets import PRESETS

if TYPE_CHECKING:
    import discord

    from bot.text.catalogue import Texts

DEFAULT_PRESET: Final = next(iter(PRESETS))
_PARTS: Final = {AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value}
LONGEST: Final = 1800
"""Characters of the list of commands; where it would be longer, parts of a command stand in its line."""


async def rules_room(call: Call) -> Answer:
    """Turn to another chapter, or open another set of rules at the same one."""
    source, way, key = call.argument(0), call.argument(1), call.argument(2)
    chosen = call.values[0] if call.values else ""
    if way == "of":
        source, key = chosen, ""
    elif way == "at":
        key = chosen
    body = await chapter(call.kit, call.asker, source, key)
    return Tell(body) if way == "why" else Update(body)


async def help_room(call: Call) -> Answer:
    """Turn to another topic, or open the rules or the tutorial."""
    if call.argument(0) == "rules":
        return Tell(await rules_here(call.kit, call.asker, None, ""))
    if call.argument(0) == "tutorial":
        return Tell(await first_page(call.kit, call.asker))
    topic = call.values[0] if call.values else ""
    return Update(await topic_body(call.asker, topic))


async def rules_here(kit: Kit, asker: Asker, preset: str | None, key: str) -> Body:
    """Return a chapter of the rules of `preset`; without one of the table here, or of the usual rules."""
    if preset is None:
        try:
            found = book.book_of_table(await table_here(kit, asker))
        except Refused:
            found = book.book_of_preset(DEFAULT_PRESET)
    else:
        found = book.book_of_preset(preset)
    return await book.book_body(kit, found, book.nearest(key), asker.texts)


async def chapter(kit: Kit, asker: Asker, source: str, key: str) -> Body:
    """Return a chapter of a book by its source.

    Raises:
        Refused: there is no such table in this server.
    """
    if source in PRESETS:
        found = book.book_of_preset(source)
    else:
        table = await kit.registry.table(_table_id(source))
        if table.facts.guild != asker.place[0]:
            raise Refused(Why.NO_TABLE)
        found = book.book_of_table(table)
    return await book.book_body(kit, found, book.nearest(key), asker.texts)


def _table_id(source: str) -> TableId:
    try:
        return TableId(int(source.removeprefix(book.TABLE)))
    except ValueError:
        raise Refused(Why.NO_TABLE) from None


async def topic_body(asker: Asker, topic: str) -> Body:
    """Return a topic of the help."""
    commands = await command_lines(asker.interaction, asker.texts) if topic == "commands" else ""
    return manual.manual_body(topic, asker.texts, commands)


async def command_lines(interaction: "discord.Interaction", texts: "Texts") -> str:
    """Return every command with what it does, a line each, by subject, as the reader's Discord shows them."""
    tree: app_commands.CommandTree[Any] = cast("Any", interaction.client).tree
    if tree.translator is None:
        return ""
    payloads = [await one.get_translated_payload(tree, tree.translator) for one in tree.get_commands()]
    lines = [line for payload in payloads for line in _leaves(payload, "", texts)]
    if sum(map(len, lines)) > LONGEST:
        lines = [_whole(payload, texts) for payload in payloads]
    return "\n".join(lines)


def _leaves(payload: dict[str, Any], above: str, texts: "Texts") -> Iterator[str]:
    """Yield a line for each command that can be typed: a command without parts, or each of its parts."""
    name = f"{above} {_name(payload, texts)}".strip()
    parts = _parts(payload)
    if not parts:
        yield _line(payload, name, texts)
    for part in parts:
        yield from _leaves(part, name, texts)


def _whole(payload: dict[str, Any], texts: "Texts") -> str:
    """Return a command in one line, with the names of its parts."""
    parts = texts.say("list.separator").join(name for part in _parts(payload) for name in _named(part, texts))
    if not parts:
        return _line(payload, _name(payload, texts), texts)
    return texts.say("manual.group", name=_name(payload, texts), parts=parts, about=_about(payload, texts))


def _named(part: dict[str, Any], texts: "Texts") -> list[str]:
    """Return a part by its name, or its own parts by theirs."""
    name = _name(part, texts)
    return [f"{name} {_name(one, texts)}" for one in _parts(part)] or [name]


def _parts(payload: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in payload.get("options", ()) if one["type"] in _PARTS]


def _line(payload: dict[str, Any], name: str, texts: "Texts") -> str:
    return texts.say("manual.command", name=name, about=_about(payload, texts))


def _about(payload: dict[str, Any], texts: "Texts") -> str:
    return str(payload["description_localizations"].get(texts.tag, payload["description"]))


def _name(payload: dict[str, Any], texts: "Texts") -> str:
    return str(payload["name_localizations"].get(texts.tag, payload["name"]))
