"""Splits long lists into pages, shows a page as a select, and finds the entries with a name that a user types."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.names import find_nearest_keys, name_key
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.discord_limits import MAX_CHARACTERS, MAX_OPTIONS, MAX_TEXT_BYTES
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.message import Block, Button, Buttons, Text, button_rows

FIND: Final = "find"
"""The mark in the id of the button that opens the search form. It is also the key of the form's field."""
Choice = tuple[str, str, str]
"""The value, the label and the hint of an option in a select."""
RESERVED_LENGTH: Final = 800
"""How many characters, and how many bytes, a list leaves for the other texts of its message."""
LINES_PER_PAGE: Final = 15
MOST_ENTRIES: Final = 10**6
"""The number of entries that a list is assumed to have before it is loaded. No page beyond it can be requested."""
_MOST_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class ListPlace:
    """The part of a list that a user sees. It is the page `page`, or the entries that match the name `typed`."""

    page: int = 1
    typed: str = ""


START: Final = ListPlace()


def list_blocks(
    choices: Sequence[Choice],
    at: ListPlace,
    texts: Texts,
    key: str,
    select_id: Callable[[int], ControlId],
    to_page: Callable[[int, str], ControlId],
) -> tuple[Block, ...]:
    """Return a select with the text `key` as prompt, and buttons that lead to other pages or open the search form.

    `select_id` makes the select's id from a page. `to_page` makes a button's id from a page and a mark such as `FIND`.
    """
    found = _find(choices, at.typed)
    shown = parse_page(at.page, len(found), MAX_OPTIONS)
    options = [select_option(*one) for one in found[(shown - 1) * MAX_OPTIONS : shown * MAX_OPTIONS]]
    select = (labelled_select(select_id(shown), texts, key, options),) if options else ()
    if count_pages(len(choices), MAX_OPTIONS) == 1:
        return select
    turn = () if at.typed else page_buttons(shown, len(found), texts, to_page, MAX_OPTIONS)
    find = labelled_button(to_page(1, FIND), texts, "leagues.button.find")
    return (*select, *turn, *button_rows((find,)))


def _find(choices: Sequence[Choice], typed: str) -> Sequence[Choice]:
    if not typed:
        return choices
    key = name_key(typed)
    by_key = {name_key(label): (value, label, hint) for value, label, hint in choices}
    found = [one for one in choices if key in name_key(one[1])]
    return found[:MAX_OPTIONS] or [by_key[near] for near in find_nearest_keys(typed, by_key)] or choices


def find_form(id_: ControlId, texts: Texts) -> Form:
    """Return the form in which a user types a name, to find it in a list."""
    field = FormField(FIND, texts.say("leagues.find_name"), max_length=40)
    return Form(str(id_), texts.say("leagues.button.find"), (field,))


def read_place(page: str | int, form_values: Mapping[str, str]) -> ListPlace:
    """Return the part of a list that a press asks for: a page, or the entries that fit the typed name."""
    number = page if isinstance(page, int) else parse_number(page.partition(".")[0])
    return ListPlace(number or 1, form_values.get(FIND, "").strip())


def asks_to_find(mark: str, form_values: Mapping[str, str]) -> bool:
    """Return whether a press on a control with this mark opens the search form."""
    return mark.endswith(FIND) and not form_values


def page_buttons(
    page: int, total: int, texts: Texts, to_page: Callable[[int, str], ControlId], lines: int = LINES_PER_PAGE
) -> tuple[Buttons, ...]:
    """Return buttons to the previous and the next page; nothing if there is one page. `to_page` makes their ids."""
    last = count_pages(total, lines)
    if last == 1:
        return ()
    back = Button(to_page(max(page - 1, 0), "b"), texts.say("leagues.button.back"), disabled=page <= 1)
    forward = Button(to_page(page + 1, "f"), texts.say("leagues.button.onward"), disabled=page >= last)
    return (Buttons((back, forward)),)


def count_pages(total: int, lines: int = LINES_PER_PAGE) -> int:
    """Return how many pages a list of `total` entries has, at least one."""
    return max(1, -(-total // lines))


def parse_page(text: str | int, total: int, lines: int = LINES_PER_PAGE) -> int:
    """Return the requested page, or the nearest page that exists; the first if the text is no number."""
    readable = isinstance(text, int) or (text.isdecimal() and len(text) <= _MOST_DIGITS)
    wanted = int(text) if readable else 1
    return min(max(wanted, 1), count_pages(total, lines))


def join_lines(lines: Iterable[str]) -> Text:
    """Join lines into one text. `RESERVED_LENGTH` stays free for other texts, so `…` may replace the last lines."""
    joined: list[str] = []
    characters = size = 0
    for line in lines:
        characters, size = characters + len(line) + 1, size + len(line.encode()) + 1
        if characters > MAX_CHARACTERS - RESERVED_LENGTH or size > MAX_TEXT_BYTES - RESERVED_LENGTH:
            joined.append("…")
            break
        joined.append(line)
    return Text("\n".join(joined))
