"""Discord's limits on messages, and how much of a message fits on a phone."""

from collections.abc import Iterable
from typing import Final

from bot.text.messages import shorten

MAX_COMPONENTS: Final = 40
MAX_CHARACTERS: Final = 4000
MAX_TEXT_BYTES: Final = 10_000  # measured: with more bytes, Discord answers with HTTP status 500
TEXT_OVERHEAD_BYTES: Final = 12
MAX_LABEL_LENGTH: Final = 34
"""The longest label of a button. Discord allows 80 characters, but a phone shows only 34."""
MAX_CUSTOM_ID_LENGTH: Final = 100
MAX_URL_LENGTH: Final = 512
MAX_OPTIONS: Final = 25
MAX_OPTION_LENGTH: Final = 100
MAX_PLACEHOLDER_LENGTH: Final = 150
MAX_ALT_TEXT_LENGTH: Final = 1024
MAX_BUTTONS_PER_ROW: Final = 5
MAX_FILES: Final = 10
MAX_UPLOAD_BYTES: Final = 10 * 1024 * 1024
"""The limit for all files of a message together, in a server without boosts."""
PHONE_ROW_WIDTH: Final = 333
"""The width in pixels for a row of buttons on a phone 390 px wide. It includes the space after the last button."""
_BUTTON_FRAME: Final = 58
"""The width in pixels of a button without its label: padding, an emoji, and the space to the next button."""
_THIN_LETTERS: Final = frozenset("fijlrtIJ -.,:'()")
_THIN_LETTER: Final = 6.3
_LETTER: Final = 10.6
_WIDE_LETTER: Final = 15.5
"""The width in pixels of a suit sign, a Chinese character, or another character outside ASCII."""


def count_phone_rows(labels: Iterable[str]) -> int:
    """Return about how many rows buttons with these labels and an emoji each take on a phone."""
    rows, left = 0, 0.0
    for label in labels:
        width = _BUTTON_FRAME + sum(map(_letter_width, label))
        rows += width > left
        left = (PHONE_ROW_WIDTH if width > left else left) - width
    return rows


def _letter_width(letter: str) -> float:
    if not letter.isascii():
        return _WIDE_LETTER
    return _THIN_LETTER if letter in _THIN_LETTERS else _LETTER


def format_label(label: str, longest: int = MAX_LABEL_LENGTH) -> str:
    """Capitalise the label, and shorten it with an ellipsis if it is too long."""
    return shorten(label[:1].upper() + label[1:], longest)
