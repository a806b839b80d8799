"""Names of commands inside messages: written in English in every catalogue, said as the reader's Discord shows them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.text.reading import Message

NAMED: Final = re.compile(r"(?<![A-Za-z0-9_/.:}>])/([a-z]+)(?: ([a-z]+))?")
"""A command in a message: `/tractor new`. The second word is a part of the command, or the sentence going on."""


def name_key(*path: str) -> str:
    """Return the key of the words for a command's name; `path`: its English name, part by part."""
    return f"command.{'_'.join(path)}.name"


def with_names(messages: Mapping[str, Message]) -> dict[str, Message]:
    """Return the messages of one language with every command called as it is called there."""
    called = {key: message.forms[0] for key, message in messages.items() if key.startswith("command.")}
    return {key: replace(one, forms=tuple(_said(form, called) for form in one.forms)) for key, one in messages.items()}


def _said(text: str, called: Mapping[str, str]) -> str:
    return NAMED.sub(lambda found: _called(found, called), text)


def _called(found: re.Match[str], called: Mapping[str, str]) -> str:
    """Return a command's name in this language; what is none stands as it is."""
    group, part = found[1], found[2]
    if name_key(group) not in called:
        return found[0]
    name = f"/{called[name_key(group)]}"
    if part is None:
        return name
    return f"{name} {called.get(name_key(group, part), part)}"
