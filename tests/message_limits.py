"""Checks messages against Discord's limits; tests check every message, because discord.py checks almost none."""

import re
from collections.abc import Iterator
from typing import Final

from bot.ui.core.messages.discord_limits import (
    MAX_ALT_TEXT_LENGTH,
    MAX_BUTTONS_PER_ROW,
    MAX_CHARACTERS,
    MAX_COMPONENTS,
    MAX_CUSTOM_ID_LENGTH,
    MAX_FILES,
    MAX_LABEL_LENGTH,
    MAX_OPTION_LENGTH,
    MAX_OPTIONS,
    MAX_PLACEHOLDER_LENGTH,
    MAX_TEXT_BYTES,
    MAX_UPLOAD_BYTES,
    MAX_URL_LENGTH,
    TEXT_OVERHEAD_BYTES,
)
from bot.ui.core.messages.message import (
    Block,
    Button,
    Buttons,
    File,
    LinkButton,
    Message,
    Picker,
    Picture,
    Select,
    SelectOption,
    Text,
)
from bot.ui.discord_io import components

_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_-]+\.[a-z0-9]+")


class LimitExceeded(ValueError):  # noqa: N818 - read as a sentence
    """Discord would refuse a message. The error names the limits, never the message's text."""


def check_every_message():
    """Let the bot of this process raise LimitExceeded wherever it would send a message that Discord refuses."""
    for name in ("_to_v1", "_to_v2"):
        setattr(components, name, _with_check(getattr(components, name)))


def _with_check(convert):
    def check_and_convert(message, *rest):
        check_limits(message)
        return convert(message, *rest)

    return check_and_convert


def list_controls(message: Message) -> Iterator[Button | Select | Picker]:
    """Yield every control that has an id. Links have none."""
    for row in message.rows:
        if isinstance(row, Buttons):
            yield from (button for button in row.buttons if isinstance(button, Button))
        else:
            yield row


def check_limits(message: Message) -> None:
    """Check that the message stays within Discord's limits.

    Raises:
        LimitExceeded: the message exceeds a limit.
    """
    faults = tuple(find_limit_errors(message))
    if faults:
        raise LimitExceeded("; ".join(faults))


def find_limit_errors(message: Message) -> Iterator[str]:
    """Yield each limit that the message exceeds."""
    yield from _find_size_errors(message)
    yield from _find_id_errors(message)
    for block in message.blocks:
        match block:
            case Text() | Picture() | File():
                yield from _find_content_errors(block)
            case Buttons(buttons):
                yield from _find_button_errors(buttons)
            case Select():
                yield from _find_select_errors(block)
            case Picker():
                yield from _find_picker_errors(block)


def _find_content_errors(block: Text | Picture | File) -> Iterator[str]:
    match block:
        case Text(words) if not words.strip():
            yield "an empty text"
        case Picture() if not 0 < len(block.alt_text) <= MAX_ALT_TEXT_LENGTH:
            yield f"an alt text of {len(block.alt_text)} characters"
        case File(data, name) if not data or not _FILE_NAME.fullmatch(name):
            yield "a file that is empty or oddly named"
        case _:
            pass


def count_components(message: Message) -> int:
    """Return how many components the message has, including nested ones."""
    return sum(map(_count_block_components, message.blocks)) + (message.accent_colour is not None)


def _count_block_components(block: Block) -> int:
    match block:
        case Buttons(buttons):
            return 1 + len(buttons)
        case Select() | Picker():
            return 2
        case Text() | Picture() | File():
            return 1


def count_text_bytes(message: Message) -> int:
    """Return the size of the message's texts in bytes, with the overhead that Discord adds for each."""
    return sum(len(b.words.encode()) + TEXT_OVERHEAD_BYTES for b in message.blocks if isinstance(b, Text))


def _find_size_errors(message: Message) -> Iterator[str]:
    if not message.blocks:
        yield "an empty message"
    if count_components(message) > MAX_COMPONENTS:
        yield f"{count_components(message)} components"
    characters = sum(len(b.words) for b in message.blocks if isinstance(b, Text))
    if characters > MAX_CHARACTERS:
        yield f"{characters} characters"
    if count_text_bytes(message) > MAX_TEXT_BYTES:
        yield f"{count_text_bytes(message)} bytes of text"
    names = [p.filename for p in message.pictures] + [f.filename for f in message.files]
    if len(names) != len(set(names)):
        yield "two pictures of one name"
    if len(names) > MAX_FILES:
        yield f"{len(names)} files"
    if sum(len(p.png) for p in message.pictures) + sum(len(f.data) for f in message.files) > MAX_UPLOAD_BYTES:
        yield "files that are too large"


def _find_id_errors(message: Message) -> Iterator[str]:
    ids = [control.custom_id for control in list_controls(message)]
    if len(ids) != len(set(ids)):
        yield "two controls with one id"
    if any(not 0 < len(i) <= MAX_CUSTOM_ID_LENGTH for i in ids):
        yield "an id that is empty or too long"


def _find_button_errors(buttons: tuple[Button | LinkButton, ...]) -> Iterator[str]:
    if not 0 < len(buttons) <= MAX_BUTTONS_PER_ROW:
        yield f"{len(buttons)} buttons in a row"
    for button in buttons:
        if not 0 < len(button.label.strip()) <= len(button.label) <= MAX_LABEL_LENGTH:
            yield f"a label of {len(button.label)} characters"
        if isinstance(button, LinkButton) and not 0 < len(button.url) <= MAX_URL_LENGTH:
            yield f"a link of {len(button.url)} characters"


def _find_select_errors(select: Select) -> Iterator[str]:
    options, values = select.options, {o.value for o in select.options}
    if not 0 < len(options) <= MAX_OPTIONS:
        yield f"{len(options)} options"
    if len(values) != len(options):
        yield "two options with one value"
    if not 0 <= select.least <= select.most <= len(options) or not select.most:
        yield f"{select.least} to {select.most} of {len(options)} options"
    if sum(o.chosen for o in options) > select.most:
        yield "more options chosen than may be"
    if len(select.prompt) > MAX_PLACEHOLDER_LENGTH:
        yield f"a prompt of {len(select.prompt)} characters"
    yield from (f"an option text of {len(_longest_text(o))} characters" for o in options if not _fits_limits(o))


def _find_picker_errors(picker: Picker) -> Iterator[str]:
    if not 0 <= picker.least <= picker.most <= MAX_OPTIONS or not picker.most:
        yield f"{picker.least} to {picker.most} of a picker"


def _longest_text(option: SelectOption) -> str:
    return max((option.label, option.hint, option.value), key=len)


def _fits_limits(option: SelectOption) -> bool:
    return bool(option.label.strip()) and bool(option.value) and len(_longest_text(option)) <= MAX_OPTION_LENGTH
