"""Messages as values without discord.py. Views build them, and `discord_io.components` converts them."""

from dataclasses import dataclass, replace
from enum import Enum

from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_CHARACTERS, MAX_PLACEHOLDER_LENGTH, format_label


class ButtonStyle(Enum):
    """The colour of a button."""

    SECONDARY = "quiet"
    PRIMARY = "main"
    SUCCESS = "good"
    DANGER = "grave"


@dataclass(frozen=True, slots=True)
class _Control:
    id: str | ControlId

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", str(self.id))  # as text, so that controls with the same id are equal

    @property
    def custom_id(self) -> str:
        return str(self.id)


@dataclass(frozen=True, slots=True)
class Button(_Control):
    """A button. A label that is too long is shortened."""

    label: str
    tone: ButtonStyle = ButtonStyle.SECONDARY
    disabled: bool = False
    emoji: str = ""
    """The base name of the emoji before the label (see `bot.render.painting.emoji_images`)."""

    def __post_init__(self) -> None:
        _Control.__post_init__(self)
        object.__setattr__(self, "label", format_label(self.label))


@dataclass(frozen=True, slots=True)
class LinkButton:
    """A button that opens a web page or a place on Discord. Discord does not tell the bot about presses on it."""

    url: str
    label: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", format_label(self.label))


@dataclass(frozen=True, slots=True)
class SelectOption:
    """An option of a select. No two options of a select have the same `value`."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Select(_Control):
    """A select in which users choose from `least` to `most` options. A prompt that is too long is shortened."""

    prompt: str
    options: tuple[SelectOption, ...]
    least: int = 1
    most: int = 1

    def __post_init__(self) -> None:
        _Control.__post_init__(self)
        object.__setattr__(self, "prompt", format_label(self.prompt, MAX_PLACEHOLDER_LENGTH))


class PickerKind(Enum):
    """What Discord lists in a picker."""

    USER = "user"
    ROLE = "role"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Picker(_Control):
    """A select that lists the people, roles or channels of the server. Discord itself makes the list."""

    prompt: str
    kind: PickerKind
    least: int = 1
    most: int = 1

    def __post_init__(self) -> None:
        _Control.__post_init__(self)
        object.__setattr__(self, "prompt", format_label(self.prompt, MAX_PLACEHOLDER_LENGTH))


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown."""

    words: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG picture with its alt text."""

    png: bytes
    alt_text: str
    filename: str = "table.png"

    def __repr__(self) -> str:
        return f"Picture({self.filename}, {len(self.png)} bytes)"


@dataclass(frozen=True, slots=True)
class File:
    """A file to download. Its name consists of letters, digits, `-`, `_` and one ending."""

    data: bytes
    filename: str

    def __repr__(self) -> str:
        return f"File({self.filename}, {len(self.data)} bytes)"


@dataclass(frozen=True, slots=True)
class Buttons:
    """One to five buttons side by side."""

    buttons: tuple[Button | LinkButton, ...]


Row = Buttons | Select | Picker
Block = Text | Picture | File | Buttons | Select | Picker


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message, from top to bottom. `accent_colour` (0xRRGGBB) is the colour of its frame, if it has one."""

    blocks: tuple[Block, ...]
    accent_colour: int | None = None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, Picture))

    @property
    def files(self) -> tuple[File, ...]:
        """The files, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, File))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The controls, from top to bottom."""
        return tuple(b for b in self.blocks if isinstance(b, Row))

    def with_notice(self, notice: str | None) -> "Message":
        """Return the message with a notice above everything else."""
        return replace(self, blocks=(Text(notice), *self.blocks)) if notice else self

    def with_pictures_as_text(self) -> "Message":
        """Return the message with alt texts in place of its pictures, as far as there is room."""
        room = MAX_CHARACTERS - sum(len(block.words) for block in self.blocks if isinstance(block, Text))
        blocks: list[Block] = []
        for block in self.blocks:
            if not isinstance(block, Picture):
                blocks.append(block)
            elif words := escape_name(block.alt_text)[: max(0, room)]:
                blocks.append(Text(words))
                room -= len(words)
        return replace(self, blocks=tuple(blocks))


def button_rows(buttons: tuple[Button | LinkButton, ...], width: int = 5) -> tuple[Buttons, ...]:
    """Return the buttons in rows of at most `width` (1 to 5)."""
    return tuple(Buttons(buttons[i : i + width]) for i in range(0, len(buttons), width))
