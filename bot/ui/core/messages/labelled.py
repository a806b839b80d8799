"""Builds simple messages, buttons and selects from the keys of their texts."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, MAX_OPTIONS, format_label
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Select, SelectOption, Text

IdT = TypeVar("IdT", bound=int)


def text_message(text: str) -> Message:
    """Return a message that consists of one text."""
    return Message((Text(text),))


def labelled_button(
    id_: ControlId, texts: Texts, key: str, style: ButtonStyle = ButtonStyle.SECONDARY, *, disabled: bool = False
) -> Button:
    """Return a button whose label is the text `key`."""
    return Button(id_, texts.say(key), style, disabled=disabled)


def labelled_select(id_: ControlId, texts: Texts, key: str, options: Iterable[SelectOption]) -> Select:
    """Return a select whose prompt is the text `key`."""
    return Select(id_, texts.say(key), tuple(options))


def name_select(id_: ControlId, texts: Texts, key: str, names: Mapping[IdT, str]) -> tuple[Select, ...]:
    """Return a select of as many names as Discord allows, with their ids as values; nothing without names."""
    options = [select_option(str(one), name) for one, name in names.items()][:MAX_OPTIONS]
    return (labelled_select(id_, texts, key, options),) if options else ()


def select_option(value: str, label: str, hint: str = "", *, chosen: bool = False, emoji: str = "") -> SelectOption:
    """Return an option of a select."""
    shown, small = (format_label(words, MAX_OPTION_LENGTH) for words in (label, hint))
    return SelectOption(value, shown, small, chosen, emoji)
