"""Shows the help, with a choice of topics about the bot, a way to the rules, and a list of all commands."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final, cast

import discord
from discord import AppCommandOptionType, app_commands

from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows

TOPICS: Final = ("minute", "table", "playing", "away", "commands", "settings", "after", "practice", "league", "privacy")
"""The topics in order. Older messages contain these words, so a word must never change its meaning."""
_PARTS: Final = {AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value}
LONGEST: Final = 1800
"""The most characters of the list of commands. A longer list has only one line for all subcommands of a command."""


class HelpAction(StrEnum):
    """What a control of the help does."""

    AT = "at"  # a select of topics
    RULES = "rules"
    TUTORIAL = "tutorial"


class HelpControl(ControlId, route="help"):
    """Shows a topic of the help, or opens the rules or the tutorial."""

    action: HelpAction


def help_view(topic: str, texts: Texts, commands: str = "") -> Message:
    """Return a topic below buttons to the tutorial and to the rules. Only the topic about commands shows `commands`."""
    at = topic if topic in TOPICS else TOPICS[0]
    words = Text(texts.say(f"manual.{at}", commands=commands))
    options = tuple(select_option(one, texts.say(f"manual.{one}.title"), chosen=one == at) for one in TOPICS)
    topics = labelled_select(HelpControl(HelpAction.AT), texts, "manual.topics", options)
    ways = (
        Button(HelpControl(HelpAction.TUTORIAL), texts.say("tutorial.learn"), ButtonStyle.SUCCESS),
        Button(HelpControl(HelpAction.RULES), texts.say("manual.to_rules"), ButtonStyle.PRIMARY),
    )
    return Message((Text(f"## {texts.say('manual.heading')}"), *button_rows(ways), words, topics))


async def list_command_lines(interaction: discord.Interaction, texts: Texts) -> str:
    """Return a line for each command, in the language of `texts`. If that is too long, return a line for each group."""
    tree: app_commands.CommandTree[Any] = cast("Any", interaction.client).tree
    if tree.translator is None:
        return ""
    payloads = [await one.get_translated_payload(tree, tree.translator) for one in tree.get_commands()]
    lines = [line for payload in payloads for line in _leaf_lines(payload, "", texts)]
    if sum(map(len, lines)) > LONGEST:
        lines = [_format_group(payload, texts) for payload in payloads]
    return "\n".join(lines)


def _leaf_lines(payload: dict[str, Any], above: str, texts: Texts) -> Iterator[str]:
    name = f"{above} {_localize(payload, 'name', texts)}".strip()
    parts = _list_parts(payload)
    if not parts:
        yield _format_command(payload, name, texts)
    for part in parts:
        yield from _leaf_lines(part, name, texts)


def _format_group(payload: dict[str, Any], texts: Texts) -> str:
    name = _localize(payload, "name", texts)
    parts = texts.say("list.separator").join(name for part in _list_parts(payload) for name in _part_names(part, texts))
    if not parts:
        return _format_command(payload, name, texts)
    return texts.say("manual.group", name=name, parts=parts, about=_localize(payload, "description", texts))


def _part_names(part: dict[str, Any], texts: Texts) -> list[str]:
    name = _localize(part, "name", texts)
    return [f"{name} {_localize(one, 'name', texts)}" for one in _list_parts(part)] or [name]


def _list_parts(payload: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in payload.get("options", ()) if one["type"] in _PARTS]


def _format_command(payload: dict[str, Any], name: str, texts: Texts) -> str:
    return texts.say("manual.command", name=name, about=_localize(payload, "description", texts))


def _localize(payload: dict[str, Any], field: str, texts: Texts) -> str:
    return str(payload[f"{field}_localizations"].get(texts.tag, payload[field]))
