"""Command names inside messages: English in every catalogue, shown in the reader's language."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from bot.text.po_files import MessageTemplate

COMMAND_MENTION: Final = re.compile(r"(?<![A-Za-z0-9_/.:}>])/([a-z]+)(?: ([a-z]+))?")
"""A command in a message: `/tractor new`. The second word is a subcommand, or the sentence goes on."""


def command_name_key(*path: str) -> str:
    """Return the message key of a command's name; `path`: its English name, part by part."""
    return f"command.{'_'.join(path)}.name"


def with_command_names(messages: Mapping[str, MessageTemplate]) -> dict[str, MessageTemplate]:
    """Return the messages with every command name translated."""
    called = {key: message.forms[0] for key, message in messages.items() if key.startswith("command.")}
    translate = partial(_translate_mention, called=called)
    return {
        key: replace(one, forms=tuple(COMMAND_MENTION.sub(translate, form) for form in one.forms))
        for key, one in messages.items()
    }


def _translate_mention(found: re.Match[str], called: Mapping[str, str]) -> str:
    group, part = found[1], found[2]
    if command_name_key(group) not in called:
        return found[0]
    name = f"/{called[command_name_key(group)]}"
    if part is None:
        return name
    return f"{name} {called.get(command_name_key(group, part), part)}"
