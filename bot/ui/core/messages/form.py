"""Forms, which Discord calls modals, as plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form: a text to type, or a select. The submitted values name it by `key`."""

    key: str
    label: str
    placeholder: str = ""
    default: str = ""
    required: bool = True
    max_length: int = 200
    multiline: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    """The values to choose from and their labels. `default` is chosen at first. Without choices, users type a text."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form. When a user submits it, Discord sends its `custom_id` with the values."""

    custom_id: str
    title: str
    fields: tuple[FormField, ...]
