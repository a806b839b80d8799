"""Converts forms and messages for discord.py. Without Components V2, a message has content, files and rows."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

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
    SelectOption,
    Text,
)

_STYLES: Final = {ButtonStyle.SECONDARY: 2, ButtonStyle.PRIMARY: 1, ButtonStyle.SUCCESS: 3, ButtonStyle.DANGER: 4}
_LINK: Final = 5
_PICKERS: Final[dict[PickerKind, dict[str, Any]]] = {
    PickerKind.USER: {"type": 5},
    PickerKind.ROLE: {"type": 6},
    PickerKind.CHANNEL: {"type": 8, "channel_types": [0]},  # only text channels can be picked
}
Component = dict[str, Any]
V1_MAX_ROWS: Final = 5
V1_MAX_CHARACTERS: Final = 2000
_NONE: Final = EmojiBook()
MAX_FIELD_LENGTH: Final = 4000
MAX_FIELDS: Final = 5
MAX_TITLE_LENGTH: Final = 45
MAX_FIELD_LABEL_LENGTH: Final = 45


class Unstored:
    """A view or form that discord.py need not store, because the bot's router handles every press."""

    def is_finished(self) -> bool:
        """Return True: discord.py stores no finished views."""
        return True

    def is_dispatchable(self) -> bool:
        """Return False: discord.py need not watch for presses and choices, since `on_interaction` gets them all."""
        return False


@dataclass(frozen=True, slots=True)
class ComponentsView(Unstored):
    """A message's components as plain data. It would take much longer to make discord.py's own objects."""

    components: list[Component]
    is_v2: bool
    timeout: ClassVar = None
    __discord_ui_view__: ClassVar = True

    def to_components(self) -> list[Component]:
        """Return the components."""
        return self.components

    def has_components_v2(self) -> bool:
        """Return whether the message has Components V2."""
        return self.is_v2


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """A message in discord.py's form."""

    view: ComponentsView
    attachments: tuple[Picture | File, ...]
    content: str | None

    def _open_files(self) -> list[discord.File]:
        """Return new file objects. Each can be sent only once."""
        return [
            discord.File(io.BytesIO(one.png), one.filename, description=one.alt_text)
            if isinstance(one, Picture)
            else discord.File(io.BytesIO(one.data), one.filename)
            for one in self.attachments
        ]

    def send_arguments(self) -> dict[str, Any]:
        """Return the arguments with which discord.py sends this as a new message."""
        text: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "files": self._open_files(), **text}

    def edit_arguments(self) -> dict[str, Any]:
        """Return the arguments with which discord.py puts this in place of a message. Pictures are uploaded again."""
        text: dict[str, Any] = {} if self.content is None else {"content": self.content}
        return {"view": self.view, "attachments": self._open_files(), **text}


def to_discord(message: Message, *, v1: bool = False, emoji: EmojiBook = _NONE) -> DiscordMessage:
    """Convert a message for discord.py; `v1` avoids Components V2. Emoji that are not uploaded are left out."""
    files: tuple[Picture | File, ...] = (*message.pictures, *message.files)
    return _to_v1(message, files, emoji) if v1 else DiscordMessage(_to_v2(message, emoji), files, None)


def _to_v2(message: Message, emoji: EmojiBook) -> ComponentsView:
    shown = [_to_component(block, emoji) for block in message.blocks]
    if message.accent_colour is not None:
        shown = [{"type": 17, "accent_color": message.accent_colour, "components": shown}]
    return ComponentsView(shown, is_v2=True)


def _to_component(block: Block, emoji: EmojiBook) -> Component:
    match block:
        case Text(text):
            return {"type": 10, "content": text}
        case Picture():
            item = {"media": {"url": f"attachment://{block.filename}"}, "description": block.alt_text}
            return {"type": 12, "items": [item]}
        case File():
            return {"type": 13, "file": {"url": f"attachment://{block.filename}"}}
        case Buttons() | Select() | Picker():
            return _to_row(block, emoji)


def _to_v1(message: Message, files: tuple[Picture | File, ...], emoji: EmojiBook) -> DiscordMessage:
    rows = message.rows if len(message.rows) <= V1_MAX_ROWS else (*message.rows[: V1_MAX_ROWS - 1], message.rows[-1])
    view = ComponentsView([_to_row(row, emoji) for row in rows], is_v2=False)
    text = "\n".join(block.words for block in message.blocks if isinstance(block, Text))
    return DiscordMessage(view, files, text[:V1_MAX_CHARACTERS])


def _to_row(row: Row, emoji: EmojiBook) -> Component:
    match row:
        case Buttons(buttons):
            return _row_of(*(_to_button(one, emoji) for one in buttons))
        case Select():
            options = [_to_option(one, emoji) for one in row.options]
            return _row_of({"type": 3, "options": options} | _to_choice(row))
        case Picker():
            return _row_of(_PICKERS[row.kind] | _to_choice(row))


def _row_of(*inside: Component) -> Component:
    return {"type": 1, "components": list(inside)}


def _to_button(button: Button | LinkButton, emoji: EmojiBook) -> Component:
    label = {"label": button.label} if button.label else {}
    if isinstance(button, LinkButton):
        return {"type": 2, "style": _LINK, "url": button.url} | label
    made = {"type": 2, "style": _STYLES[button.tone], "custom_id": button.custom_id, "disabled": button.disabled}
    return made | label | _find_emoji(button.emoji, emoji)


def _to_option(option: SelectOption, emoji: EmojiBook) -> Component:
    hint = {"description": option.hint} if option.hint else {}
    made = {"label": option.label, "value": option.value, "default": option.chosen}
    return made | hint | _find_emoji(option.emoji, emoji)


def _find_emoji(base: str, emoji: EmojiBook) -> Component:
    found = emoji.find(base)
    return {} if found is None else {"emoji": found.to_dict()}


def _to_choice(row: Select | Picker) -> Component:
    prompt = {"placeholder": row.prompt} if row.prompt else {}
    return {"custom_id": row.custom_id, "min_values": row.least, "max_values": row.most} | prompt


class UnstoredModal(Unstored, ui.Modal):
    """A form, as discord.py sends it. The bot's router handles what users submit."""


def to_discord_modal(form: Form) -> UnstoredModal:
    """Convert a form into a modal of discord.py. Titles and labels that are too long are cut off."""
    modal = UnstoredModal(title=form.title[:MAX_TITLE_LENGTH], custom_id=form.custom_id)
    for field in form.fields[:MAX_FIELDS]:
        modal.add_item(ui.Label(text=field.label[:MAX_FIELD_LABEL_LENGTH], component=_to_input(field)))
    return modal


def parse_form_values(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the typed and chosen values of a submitted form by field key. `data` is what Discord has sent."""
    values: dict[str, str] = {}
    for part in data.get("components", ()):
        inside = [part["component"]] if "component" in part else part.get("components", ())
        values |= {str(i["custom_id"]): str(i["value"]) for i in inside if "value" in i}
        values |= {str(i["custom_id"]): str(i["values"][0]) for i in inside if i.get("values")}
    return values


def _to_input(field: FormField) -> ui.TextInput[Any] | ui.Select[Any]:
    if not field.choices:
        return ui.TextInput(
            custom_id=field.key,
            style=discord.TextStyle.long if field.multiline else discord.TextStyle.short,
            placeholder=field.placeholder[:100] or None,
            default=field.default or None,
            required=field.required,
            max_length=min(field.max_length, MAX_FIELD_LENGTH),
        )
    options = [
        discord.SelectOption(label=label[:MAX_OPTION_LENGTH], value=value, default=value == field.default)
        for value, label in field.choices
    ]
    return ui.Select(custom_id=field.key, options=options, required=field.required)
