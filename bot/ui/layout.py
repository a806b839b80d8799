"""Draws a body for Discord: as Components V2, or as the older content, files and rows (V1).

A view here is a picture of a message and never listens: state lives in ids and in the record, so nothing is kept
in discord.py's view store, whatever is sent.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.ui import limits
from bot.ui.body import Attached, Block, Body, Button, Buttons, Row, Select, Shown, Text, Tone
from bot.ui.emoji import EmojiBook

_STYLES: Final = {
    Tone.QUIET: discord.ButtonStyle.secondary,
    Tone.MAIN: discord.ButtonStyle.primary,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.GRAVE: discord.ButtonStyle.danger,
}
V1_ROWS: Final = 5
V1_CHARACTERS: Final = 2000
_NONE: Final = EmojiBook()


class Still(ui.LayoutView):
    """A V2 message that discord.py need not remember."""

    def is_finished(self) -> bool:
        """Say yes: discord.py stores no finished view."""
        return True


class StillRows(ui.View):
    """The rows of a V1 message that discord.py need not remember."""

    def is_finished(self) -> bool:
        """Say yes: discord.py stores no finished view."""
        return True


class Press(ui.Button[Any]):
    """A button that the router answers by its id."""

    def is_dispatchable(self) -> bool:
        """Say no: `on_interaction` gets every press."""
        return False


class Choice(ui.Select[Any]):
    """A select that the router answers by its id."""

    def is_dispatchable(self) -> bool:
        """Say no: `on_interaction` gets every choice."""
        return False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A body as discord.py sends it. Good for one sending: files are used up by it."""

    view: Still | StillRows
    files: list[discord.File]
    content: str | None

    def new(self) -> dict[str, Any]:
        """Return the arguments that send it as a new message."""
        words: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "files": self.files, **words}

    def edit(self) -> dict[str, Any]:
        """Return the arguments that make a message be this: pictures are always sent anew, never kept."""
        words: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "attachments": self.files, **words}


def draw(body: Body, *, v1: bool = False, emoji: EmojiBook = _NONE) -> Drawn:
    """Return the body for one sending, with those emoji that the book has.

    Raises:
        OverLimit: Discord would refuse it.
    """
    limits.check(body)
    files = [discord.File(io.BytesIO(p.png), p.name, description=p.alt) for p in body.pictures]
    files += [discord.File(io.BytesIO(f.data), f.name) for f in body.attached]
    return _v1(body, files, emoji) if v1 else Drawn(_v2(body, emoji), files, None)


def _v2(body: Body, emoji: EmojiBook) -> Still:
    view = Still(timeout=None)
    items = [_item(block, emoji) for block in body.blocks]
    if body.accent is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=body.accent))
    return view


def _item(block: Block, emoji: EmojiBook) -> ui.Item[Any]:
    match block:
        case Text(words):
            return ui.TextDisplay(words)
        case Shown():
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{block.name}", description=block.alt))
        case Attached():
            return ui.File(f"attachment://{block.name}")
        case Buttons(buttons):
            return ui.ActionRow(*(_press(b, emoji) for b in buttons))
        case Select():
            return ui.ActionRow(_choice(block, emoji))


def _v1(body: Body, files: list[discord.File], emoji: EmojiBook) -> Drawn:
    view = StillRows(timeout=None)
    for n, row in enumerate(_fitting(body.rows)):
        for item in [_press(b, emoji) for b in row.buttons] if isinstance(row, Buttons) else [_choice(row, emoji)]:
            item.row = n
            view.add_item(item)
    words = "\n".join(block.words for block in body.blocks if isinstance(block, Text))
    return Drawn(view, files, words[:V1_CHARACTERS])


def _fitting(rows: Iterable[Row]) -> list[Row]:
    """Return at most five rows: the last row of buttons always stays, for it shows the panel anew."""
    rows = list(rows)
    return rows if len(rows) <= V1_ROWS else [*rows[: V1_ROWS - 1], rows[-1]]


def _press(button: Button, emoji: EmojiBook) -> Press:
    return Press(
        style=_STYLES[button.tone],
        label=button.label,
        custom_id=button.id,
        disabled=button.disabled,
        emoji=emoji.find(button.emoji),
    )


def _choice(select: Select, emoji: EmojiBook) -> Choice:
    options = [
        discord.SelectOption(
            label=o.label, value=o.value, description=o.hint or None, default=o.chosen, emoji=emoji.find(o.emoji)
        )
        for o in select.options
    ]
    return Choice(
        custom_id=select.id, placeholder=select.prompt, min_values=select.least, max_values=select.most, options=options
    )
