"""Discord's limits on a message, checked before it is sent: discord.py checks almost none of them.

Sources: Discord's component reference; the byte limit is measured (a body over it is answered with HTTP 500).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from bot.ui.body import Attached, Block, Body, Button, Buttons, Option, Select, Shown, Text

COMPONENTS: Final = 40
CHARACTERS: Final = 4000
UTF8_BYTES: Final = 10_000
TEXT_OVERHEAD: Final = 12
LABEL: Final = 34
"""Discord takes 80; from 34 on a phone cuts it."""
CUSTOM_ID: Final = 100
OPTIONS: Final = 25
OPTION_TEXT: Final = 100
PROMPT: Final = 150
ALT: Final = 1024
IN_ROW: Final = 5
FILES: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
"""All files of a message together, in a server without boosts."""


_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_-]+\.[a-z0-9]+")


class OverLimit(ValueError):  # noqa: N818 - read as a sentence
    """A message that Discord would refuse. Says which limits are broken, never what the message says."""


def check(body: Body) -> None:
    """Make sure that Discord takes the message.

    Raises:
        OverLimit: it would not.
    """
    faults = tuple(find_faults(body))
    if faults:
        raise OverLimit("; ".join(faults))


def find_faults(body: Body) -> Iterator[str]:
    """Yield what Discord would refuse, one fault at a time."""
    yield from _size(body)
    yield from _ids(body)
    for block in body.blocks:
        match block:
            case Text(words):
                if not words.strip():
                    yield "an empty text"
            case Shown():
                if not 0 < len(block.alt) <= ALT:
                    yield f"an alt text of {len(block.alt)} characters"
            case Attached(data, name):
                if not data or not _FILE_NAME.fullmatch(name):
                    yield "a file that is empty or oddly named"
            case Buttons(buttons):
                yield from _buttons(buttons)
            case Select():
                yield from _select(block)


def component_count(body: Body) -> int:
    """Return how many components the message has, nested ones counted."""
    return sum(map(_weight, body.blocks)) + (body.accent is not None)


def _weight(block: Block) -> int:
    match block:
        case Buttons(buttons):
            return 1 + len(buttons)
        case Select():
            return 2
        case Text() | Shown() | Attached():
            return 1


def text_bytes(body: Body) -> int:
    """Return the size of the texts as Discord reckons it, in bytes."""
    return sum(len(b.words.encode()) + TEXT_OVERHEAD for b in body.blocks if isinstance(b, Text))


def _size(body: Body) -> Iterator[str]:
    if not body.blocks:
        yield "an empty message"
    if component_count(body) > COMPONENTS:
        yield f"{component_count(body)} components"
    characters = sum(len(b.words) for b in body.blocks if isinstance(b, Text))
    if characters > CHARACTERS:
        yield f"{characters} characters"
    if text_bytes(body) > UTF8_BYTES:
        yield f"{text_bytes(body)} bytes of text"
    names = [p.name for p in body.pictures] + [f.name for f in body.attached]
    if len(names) != len(set(names)):
        yield "two pictures of one name"
    if len(names) > FILES:
        yield f"{len(names)} files"
    if sum(len(p.png) for p in body.pictures) + sum(len(f.data) for f in body.attached) > FILE_BYTES:
        yield "files that are too large"


def _ids(body: Body) -> Iterator[str]:
    ids = [control.id for control in body.controls()]
    if len(ids) != len(set(ids)):
        yield "two controls with one id"
    if any(not 0 < len(i) <= CUSTOM_ID for i in ids):
        yield "an id that is empty or too long"


def _buttons(buttons: tuple[Button, ...]) -> Iterator[str]:
    if not 0 < len(buttons) <= IN_ROW:
        yield f"{len(buttons)} buttons in a row"
    for button in buttons:
        if not 0 < len(button.label.strip()) <= len(button.label) <= LABEL:
            yield f"a label of {len(button.label)} characters"


def _select(select: Select) -> Iterator[str]:
    options, values = select.options, {o.value for o in select.options}
    if not 0 < len(options) <= OPTIONS:
        yield f"{len(options)} options"
    if len(values) != len(options):
        yield "two options with one value"
    if not 0 <= select.least <= select.most <= len(options) or not select.most:
        yield f"{select.least} to {select.most} of {len(options)} options"
    if sum(o.chosen for o in options) > select.most:
        yield "more options chosen than may be"
    if len(select.prompt) > PROMPT:
        yield f"a prompt of {len(select.prompt)} characters"
    yield from (f"an option text of {len(_longest(o))} characters" for o in options if not _fits(o))


def _longest(option: Option) -> str:
    longest: Callable[[str], int] = len
    return max(option.label, option.hint, option.value, key=longest)


def _fits(option: Option) -> bool:
    return bool(option.label.strip()) and bool(option.value) and len(_longest(option)) <= OPTION_TEXT
