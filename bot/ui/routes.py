"""Controls that belong to no table: the ids `<room>:<arg>:<arg>…`, and what a press on one is.

As with a table's controls, an id is never trusted: whoever answers checks who pressed and what still holds.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.ui.answers import Answer
from bot.ui.asker import Asker
from bot.ui.ids import FORM, LONGEST

if TYPE_CHECKING:
    from bot.text.catalogue import Texts
    from bot.ui.kit import Kit

PARTED: Final = ":"


@dataclass(frozen=True, slots=True)
class Call:
    """A press, a choice or a form that was sent: by whom, on which control, and what was chosen or written."""

    kit: "Kit"
    asker: Asker
    arguments: tuple[str, ...]
    values: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def texts(self) -> "Texts":
        """The words of the person's language."""
        return self.asker.texts

    def argument(self, number: int) -> str:
        """Return an argument; empty if there are not so many."""
        return self.arguments[number] if number < len(self.arguments) else ""


Room = Callable[[Call], Awaitable[Answer]]
"""Answers every control whose id begins with the room's name."""


def control(room: str, *arguments: object) -> str:
    """Return the id of a control.

    Raises:
        ValueError: it is too long, or a part would be read as two.
    """
    parts = (room, *map(str, arguments))
    text = PARTED.join(parts)
    if room == FORM or any(PARTED in part for part in parts) or len(text) > LONGEST:
        raise ValueError(f"no id for {room}")
    return text


def read_control(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the room and the arguments of an id."""
    room, *arguments = text.split(PARTED)
    return room, tuple(arguments)
