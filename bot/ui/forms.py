"""Forms that open over Discord and take what is typed, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

LONGEST: Final = 4000
"""Characters that Discord takes in one field."""
MOST_FIELDS: Final = 5
TITLE: Final = 45
FIELD_LABEL: Final = 45


@dataclass(frozen=True, slots=True)
class Field:
    """One line (or more, if `long`) to write in. `key` names it in what comes back."""

    key: str
    label: str
    hint: str = ""
    given: str = ""
    required: bool = True
    longest: int = 200
    long: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form. `id` is a custom id by `ids` or `routes`; what is written comes back as `typed` under the same id."""

    id: str
    title: str
    fields: tuple[Field, ...]


class StillModal(ui.Modal):
    """A form that discord.py need not remember: the router takes what comes back."""

    def is_finished(self) -> bool:
        """Say yes: discord.py stores no finished form."""
        return True


def draw_form(form: Form) -> StillModal:
    """Return the form for one sending; titles and labels that are too long are cut."""
    modal = StillModal(title=form.title[:TITLE], custom_id=form.id)
    for field in form.fields[:MOST_FIELDS]:
        modal.add_item(ui.Label(text=field.label[:FIELD_LABEL], component=_line(field)))
    return modal


def read_form(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what was written, by the fields' keys, from the data of a form that was sent back."""
    written: dict[str, str] = {}
    for part in data.get("components", ()):
        inside = [part["component"]] if "component" in part else part.get("components", ())
        written |= {str(i["custom_id"]): str(i["value"]) for i in inside if "value" in i}
    return written


def _line(field: Field) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=field.key,
        style=discord.TextStyle.long if field.long else discord.TextStyle.short,
        placeholder=field.hint[:100] or None,
        default=field.given or None,
        required=field.required,
        max_length=min(field.longest, LONGEST),
    )
