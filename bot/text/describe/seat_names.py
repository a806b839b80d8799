"""Writes the names of seats into texts, and escapes names so that Discord formats nothing in them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.play.values.table_info import Computer
from bot.text.messages import Messages
from engine.players.levels import ORACLE

NamesBySeat = Sequence[str | None] | Mapping[int, str] | None
"""The name of each seat. If a seat has no name, or if this is None, the seat's number is shown."""

_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]()@:-])")


def format_seat_name(messages: Messages, names: NamesBySeat, seat: int) -> str:
    """Return a seat's name, or its number."""
    return find_seat_name(names, seat) or messages.say("refused.seat", seat=seat + 1)


def find_seat_name(names: NamesBySeat, seat: int) -> str:
    """Return a seat's given name; empty if it has none."""
    if not names:
        return ""
    return (names.get(seat) if isinstance(names, Mapping) else names[seat]) or ""


def format_seat_names(messages: Messages, names: NamesBySeat, seats: Iterable[int]) -> str:
    """Return several seats as a list of names."""
    return messages.format_list(format_seat_name(messages, names, seat) for seat in seats)


def drop_turns(text: str) -> str:
    """Return a name without invisible characters that change the direction of the text after them."""
    return _TURNS.sub("", text)


def escape_name(text: str) -> str:
    """Apply `drop_turns` to a name, and escape it, so that Discord finds no formatting, mention or link in it."""
    return _MARKS.sub(r"\\\1", drop_turns(text))


def escape_names(names: Iterable[str | None]) -> tuple[str, ...]:
    """Return the names of seats with Discord's markdown escaped. An empty seat has an empty name."""
    return tuple(escape_name(name or "") for name in names)


def format_code(text: str) -> str:
    """Return a text as code, in which Discord finds no formatting, mention or link."""
    return f"`{drop_turns(text).replace('`', '´')}`" if text else ""


def format_computer_name(messages: Messages, computer: Computer, *, level: bool = False) -> str:
    """Return a computer player's name, with its level if wanted. If it sees all cards, the name always says so."""
    own = f"computer.name.{computer.number}"
    called = messages.say(own) if messages.has(own) else messages.say("computer.numbered", number=computer.number)
    if computer.level == ORACLE and not level:
        return messages.say("computer.sees_all", name=called)
    if not level:
        return called
    return messages.say("computer.named", name=called, level=messages.say(f"computer.level.{computer.level}"))
