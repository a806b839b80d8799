"""What a message says and offers, as a value: built by panels and boards, drawn for Discord by `layout`.

A body knows nothing of discord.py, so panels can be tested as values, and one body has two drawings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum


class Tone(Enum):
    """How loud a button is."""

    QUIET = "quiet"
    MAIN = "main"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Button:
    """One press. `id` is a custom_id made by `ids`."""

    id: str
    label: str
    tone: Tone = Tone.QUIET
    disabled: bool = False
    emoji: str = ""
    """Base name of the emoji before the label (`bot.render.emoji` tells how they are called); it adds nothing to it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select. `value` is unlike any other in the same select."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    emoji: str = ""
    """As a button's."""


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from: at least `least`, at most `most` of its options."""

    id: str
    prompt: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown."""

    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as PNG, with what it says in words for those who do not see it."""

    png: bytes
    alt: str
    name: str = "table.png"

    def __repr__(self) -> str:
        return f"Shown({self.name}, {len(self.png)} bytes)"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to be downloaded. `name` is plain: letters, digits, `-`, `_` and one ending."""

    data: bytes
    name: str

    def __repr__(self) -> str:
        return f"Attached({self.name}, {len(self.data)} bytes)"


@dataclass(frozen=True, slots=True)
class Buttons:
    """One to five buttons side by side."""

    buttons: tuple[Button, ...]


Row = Buttons | Select
Block = Text | Shown | Attached | Buttons | Select


@dataclass(frozen=True, slots=True)
class Body:
    """A whole message, from top to bottom. `accent`: 0xRRGGBB of a frame around it; None: no frame."""

    blocks: tuple[Block, ...]
    accent: int | None = None

    @property
    def pictures(self) -> tuple[Shown, ...]:
        """The pictures, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, Shown))

    @property
    def attached(self) -> tuple[Attached, ...]:
        """The files, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, Attached))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The controls, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, Buttons | Select))

    def controls(self) -> Iterator[Button | Select]:
        """Yield every control."""
        for row in self.rows:
            if isinstance(row, Select):
                yield row
            else:
                yield from row.buttons

    def headed(self, notice: str | None) -> "Body":
        """Return the body with a notice above all else."""
        return replace(self, blocks=(Text(notice), *self.blocks)) if notice else self


def in_rows(buttons: tuple[Button, ...], width: int = 5) -> tuple[Buttons, ...]:
    """Return the buttons in rows of at most `width`, which is 1 to 5."""
    return tuple(Buttons(buttons[i : i + width]) for i in range(0, len(buttons), width))
