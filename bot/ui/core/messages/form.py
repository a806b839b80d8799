"""Forms (modals) as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormField:
    """An input field, or a select. `key` names it in the submitted values."""

    key: str
    label: str
    placeholder: str = ""
    default: str = ""
    required: bool = True
    max_length: int = 200
    multiline: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their labels. If there are any, the field is a select of them, in which `default` is chosen."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form. Discord sends its values together with its `custom_id`."""

    custom_id: str
    title: str
    fields: tuple[FormField, ...]
