"""Converts messages for discord.py: as Components V2, or as content, files and rows (V1).

Views never listen and are never stored by discord.py: all state lies in ids and in the record.
"""

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.message import (
    Block,
    Button,
    Buttons,
    ButtonStyle,
    File,
    LinkButton,
    Message,
    Picker,
    PickerKind,
    Picture,
    Row,
    Select,
    Text,
)

_STYLES: Final = {
    ButtonStyle.SECONDARY: discord.ButtonStyle.secondary,
    ButtonStyle.PRIMARY: discord.ButtonStyle.primary,
    ButtonStyle.SUCCESS: discord.ButtonStyle.success,
    ButtonStyle.DANGER: discord.ButtonStyle.danger,
}
V1_MAX_ROWS: Final = 5
V1_MAX_CHARACTERS: Final = 2000
_NONE: Final = EmojiBook()
MAX_FIELD_LENGTH: Final = 4000
MAX_FIELDS: Final = 5
MAX_TITLE_LENGTH: Final = 45
MAX_FIELD_LABEL_LENGTH: Final = 45


class Unstored:
    """A view that discord.py does not store."""

    def is_finished(self) -> bool:
        """Return True: discord.py stores no finished view."""
        return True


class UnstoredLayout(Unstored, ui.LayoutView):
    """A V2 message."""


class UnstoredView(Unstored, ui.View):
    """The rows of a V1 message."""


class Routed:
    """A control that the router handles by its id."""

    def is_dispatchable(self) -> bool:
        """Return False: `on_interaction` gets every press and choice."""
        return False


class RoutedButton(Routed, ui.Button[Any]):
    """A button."""


class RoutedSelect(Routed, ui.Select[Any]):
    """A select of texts."""


class RoutedUserSelect(Routed, ui.UserSelect[Any]):
    """A select of people."""


class RoutedRoleSelect(Routed, ui.RoleSelect[Any]):
    """A select of roles."""


class RoutedChannelSelect(Routed, ui.ChannelSelect[Any]):
    """A select of text channels."""


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """A message in discord.py's form."""

    view: UnstoredLayout | UnstoredView
    attachments: tuple[Picture | File, ...]
    content: str | None

    def _open_files(self) -> list[discord.File]:
        """Return the files for one sending, which uses them up."""
        return [
            discord.File(io.BytesIO(one.png), one.filename, description=one.alt_text)
            if isinstance(one, Picture)
            else discord.File(io.BytesIO(one.data), one.filename)
            for one in self.attachments
        ]

    def send_arguments(self) -> dict[str, Any]:
        """Return the arguments that send it as a new message."""
        text: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "files": self._open_files(), **text}

    def edit_arguments(self) -> dict[str, Any]:
        """Return the arguments that replace a message with this one; pictures are always uploaded again."""
        text: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "attachments": self._open_files(), **text}


def to_discord(message: Message, *, v1: bool = False, emoji: EmojiBook = _NONE) -> DiscordMessage:
    """Convert a message, with the emoji that are available."""
    files: tuple[Picture | File, ...] = (*message.pictures, *message.files)
    return _to_v1(message, files, emoji) if v1 else DiscordMessage(_to_v2(message, emoji), files, None)


def _to_v2(message: Message, emoji: EmojiBook) -> UnstoredLayout:
    view = UnstoredLayout(timeout=None)
    items = [_to_item(block, emoji) for block in message.blocks]
    if message.accent_colour is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=message.accent_colour))
    return view


def _to_item(block: Block, emoji: EmojiBook) -> ui.Item[Any]:
    match block:
        case Text(text):
            return ui.TextDisplay(text)
        case Picture():
            return ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{block.filename}", description=block.alt_text)
            )
        case File():
            return ui.File(f"attachment://{block.filename}")
        case Buttons(buttons):
            return ui.ActionRow(*(_to_button(b, emoji) for b in buttons))
        case Select():
            return ui.ActionRow(_to_select(block, emoji))
        case Picker():
            return ui.ActionRow(_to_picker(block))


def _to_v1(message: Message, files: tuple[Picture | File, ...], emoji: EmojiBook) -> DiscordMessage:
    view = UnstoredView(timeout=None)
    for n, row in enumerate(_fit_rows(message.rows)):
        for item in _to_row_items(row, emoji):
            item.row = n
            view.add_item(item)
    text = "\n".join(block.words for block in message.blocks if isinstance(block, Text))
    return DiscordMessage(view, files, text[:V1_MAX_CHARACTERS])


def _to_row_items(row: Row, emoji: EmojiBook) -> list[ui.Item[Any]]:
    match row:
        case Buttons(buttons):
            return [_to_button(b, emoji) for b in buttons]
        case Select():
            return [_to_select(row, emoji)]
        case Picker():
            return [_to_picker(row)]


def _fit_rows(rows: Iterable[Row]) -> list[Row]:
    rows = list(rows)
    return rows if len(rows) <= V1_MAX_ROWS else [*rows[: V1_MAX_ROWS - 1], rows[-1]]


def _to_button(button: Button | LinkButton, emoji: EmojiBook) -> ui.Button[Any]:
    if isinstance(button, LinkButton):
        return ui.Button(url=button.url, label=button.label)
    return RoutedButton(
        style=_STYLES[button.tone],
        label=button.label,
        custom_id=button.custom_id,
        disabled=button.disabled,
        emoji=emoji.find(button.emoji),
    )


def _to_select(select: Select, emoji: EmojiBook) -> RoutedSelect:
    options = [
        discord.SelectOption(
            label=o.label, value=o.value, description=o.hint or None, default=o.chosen, emoji=emoji.find(o.emoji)
        )
        for o in select.options
    ]
    return RoutedSelect(
        custom_id=select.custom_id,
        placeholder=select.prompt,
        min_values=select.least,
        max_values=select.most,
        options=options,
    )


def _to_picker(picker: Picker) -> RoutedUserSelect | RoutedRoleSelect | RoutedChannelSelect:
    facts: dict[str, Any] = {
        "custom_id": picker.custom_id,
        "placeholder": picker.prompt,
        "min_values": picker.least,
        "max_values": picker.most,
    }
    match picker.kind:
        case PickerKind.USER:
            return RoutedUserSelect(**facts)
        case PickerKind.ROLE:
            return RoutedRoleSelect(**facts)
        case PickerKind.CHANNEL:
            return RoutedChannelSelect(channel_types=[discord.ChannelType.text], **facts)


class UnstoredModal(Unstored, ui.Modal):
    """A form; the router handles what is submitted."""


def to_discord_modal(form: Form) -> UnstoredModal:
    """Convert a form for one sending; titles and labels that are too long are truncated."""
    modal = UnstoredModal(title=form.title[:MAX_TITLE_LENGTH], custom_id=form.custom_id)
    for field in form.fields[:MAX_FIELDS]:
        modal.add_item(ui.Label(text=field.label[:MAX_FIELD_LABEL_LENGTH], component=_to_input(field)))
    return modal


def parse_form_values(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the typed values by field key, from the data of a submitted form."""
    values: dict[str, str] = {}
    for part in data.get("components", ()):
        inside = [part["component"]] if "component" in part else part.get("components", ())
        values |= {str(i["custom_id"]): str(i["value"]) for i in inside if "value" in i}
        values |= {str(i["custom_id"]): str(i["values"][0]) for i in inside if i.get("values")}
    return values


def _to_input(field: FormField) -> ui.TextInput[Any] | ui.Select[Any]:
    if not field.choices:
        return _to_text_input(field)
    options = [
        discord.SelectOption(label=label[:MAX_OPTION_LENGTH], value=value, default=value == field.default)
        for value, label in field.choices
    ]
    return ui.Select(custom_id=field.key, options=options, required=field.required)


def _to_text_input(field: FormField) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=field.key,
        style=discord.TextStyle.long if field.multiline else discord.TextStyle.short,
        placeholder=field.placeholder[:100] or None,
        default=field.default or None,
        required=field.required,
        max_length=min(field.max_length, MAX_FIELD_LENGTH),
    )
