"""A long list to choose from: a page of it as a select, the other pages, and a form that finds by typing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.names import find_nearest_keys, name_key
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.message import Block, button_rows
from bot.ui.core.messages.paging import count_pages, page_buttons, parse_page

FIND: Final = "find"
"""The mark of the control that opens the form; also the name of the form's field."""
Choice = tuple[str, str, str]
"""The value, the label and the hint of an option."""


@dataclass(frozen=True, slots=True)
class ListPlace:
    """What a user sees of a list: a page, which counts from 1, or what fits the name that they have typed."""

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
    """Return a select that prompts with the text under `key`, and the controls that lead to what it leaves out.

    `select_id` and `to_page` make ids for a page, `to_page` also with a mark.
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
    """Return the choices whose labels contain what was typed, else those that come closest, else all."""
    if not typed:
        return choices
    key = name_key(typed)
    by_key = {name_key(label): (value, label, hint) for value, label, hint in choices}
    found = [one for one in choices if key in name_key(one[1])]
    return found[:MAX_OPTIONS] or [by_key[near] for near in find_nearest_keys(typed, by_key)] or choices


def find_form(id_: ControlId, texts: Texts) -> Form:
    """Return the form that narrows a list."""
    field = FormField(FIND, texts.say("leagues.find_name"), max_length=40)
    return Form(str(id_), texts.say("leagues.button.find"), (field,))


def read_place(page: str | int, form_values: Mapping[str, str]) -> ListPlace:
    """Return what a control shows of its list: its page, or what was typed into the form."""
    number = page if isinstance(page, int) else parse_number(page.partition(".")[0])
    return ListPlace(number or 1, form_values.get(FIND, "").strip())


def asks_to_find(mark: str, form_values: Mapping[str, str]) -> bool:
    """Return whether a control with this mark opens the form."""
    return mark.endswith(FIND) and not form_values
