"""Pages of long lists."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_CHARACTERS, MAX_TEXT_BYTES
from bot.ui.core.messages.message import Button, Buttons, Text

RESERVED_LENGTH: Final = 800
"""The characters and bytes reserved for a message's other texts."""
LINES_PER_PAGE: Final = 15
MOST_ENTRIES: Final = 10**6
"""The assumed length of a list whose length is not known yet; no requested page lies beyond it."""
_MOST_DIGITS: Final = 8


def page_buttons(
    page: int, total: int, texts: Texts, to_page: Callable[[int, str], ControlId], lines: int = LINES_PER_PAGE
) -> tuple[Buttons, ...]:
    """Return the buttons to the previous and next page; none if one page holds all. Pages count from 1.

    `to_page` makes the id for a page, with a mark that makes the two ids differ.
    """
    last = count_pages(total, lines)
    if last == 1:
        return ()
    back = Button(to_page(max(page - 1, 0), "b"), texts.say("leagues.button.back"), disabled=page <= 1)
    forward = Button(to_page(page + 1, "f"), texts.say("leagues.button.onward"), disabled=page >= last)
    return (Buttons((back, forward)),)


def count_pages(total: int, lines: int = LINES_PER_PAGE) -> int:
    """Return how many pages are needed; at least one."""
    return max(1, -(-total // lines))


def parse_page(text: str | int, total: int, lines: int = LINES_PER_PAGE) -> int:
    """Return the requested page, or the nearest existing one."""
    readable = isinstance(text, int) or (text.isdecimal() and len(text) <= _MOST_DIGITS)
    wanted = int(text) if readable else 1
    return min(max(wanted, 1), count_pages(total, lines))


def join_lines(lines: Iterable[str]) -> Text:
    """Join lines into one text; an ellipsis replaces those that exceed Discord's limits."""
    joined: list[str] = []
    characters = size = 0
    for line in lines:
        characters, size = characters + len(line) + 1, size + len(line.encode()) + 1
        if characters > MAX_CHARACTERS - RESERVED_LENGTH or size > MAX_TEXT_BYTES - RESERVED_LENGTH:
            joined.append("…")
            break
        joined.append(line)
    return Text("\n".join(joined))
