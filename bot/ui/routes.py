"""Controls that belong to no table: the ids `<room>:<arg>:<arg>…`, and what a press on one is.

As with a table's controls, an id is never trusted: whoever answers checks who pressed and what still holds.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.ui.answers import Answer
from bot.ui.asker import Asker
from bot.ui.controls import control, read_control

if TYPE_CHECKING:
    from bot.text.catalogue import Texts
    from bot.ui.kit import Kit

__all__ = ["Call", "Room", "control", "read_control"]


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
