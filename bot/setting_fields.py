"""Describes each setting of an event or a league once, beside its field in a frozen dataclass.

Command options and stored text are derived from fields such as `best_of: Annotated[int, Setting(among=(3, 5))] = 1`.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Annotated, Any, ClassVar, Final, Protocol, TypeVar, get_args, get_origin, get_type_hints


class Dataclass(Protocol):
    """A value of any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Owner = TypeVar("Owner", bound=Dataclass)
MINUTES: Final = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """How people set a field: the values that they may choose, and the names of the field's texts."""

    least: int = 0
    most: int | None = None
    """`least` and `most` are the bounds of a number, in the unit that people enter, or of a text's length."""
    among: tuple[int, ...] = ()
    """The numbers to choose from, besides the default. If empty, people may choose every number within the bounds."""
    unit: int = 1
    """The factor from the entered number to the field's value: `MINUTES` if minutes are entered and seconds stored."""
    none: int | None = None
    """The number that people enter to set the field to None; None if there is no such number."""
    key: str = ""
    """The <key> in the names of the field's texts, `option.<key>.…`. If it is empty, the field's name is used."""
    group: str = ""
    """The heading above the field in a panel is the text `setting.group.<group>`; an empty group means general."""
    topic: str = ""
    """The field's choices have texts named `<topic>.<name>.<value>` or, without a topic, `option.<key>.<value>`."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """A field of a value that holds settings."""

    name: str
    kind: Callable[[Any], Any]
    """Makes the field's value from a number or text: `int`, `bool`, an enum or a type of ids."""
    default: object
    setting: Setting | None
    """The description of the field; None if people do not choose the field."""

    @property
    def is_required(self) -> bool:
        """Whether the field has no default."""
        return self.default is MISSING

    @property
    def key(self) -> str:
        """The <key> in the names of the setting's texts, `option.<key>.…`."""
        return (self.setting and self.setting.key) or self.name

    @property
    def values(self) -> tuple[str, ...]:
        """The values to choose from, as text; empty for a setting without a list of values."""
        if isinstance(self.kind, type) and issubclass(self.kind, StrEnum):
            return tuple(self.kind)
        return tuple(map(str, self.setting.among)) if self.setting else ()

    def get_value_key(self, value: str) -> str:
        """Return the catalogue key of the text for one of `values`."""
        topic = self.setting and self.setting.topic
        return f"{topic}.{self.name}.{value}" if topic else f"option.{self.key}.{value}"

    def from_given(self, given: Any) -> object:
        """Return the field's value for the value that people entered, a number in their unit or a choice as text."""
        setting = self.setting or Setting()
        if setting.none is not None and given == setting.none:
            return None
        return self.kind(given) if setting.unit == 1 else self.kind(given * setting.unit)


@cache
def list_fields(owner: type[Dataclass]) -> tuple[SettingField, ...]:
    """Return the fields of a class of settings. The fields of a nested class replace the field that holds it."""
    hints = get_type_hints(owner, include_extras=True)
    found: list[SettingField] = []
    for field in fields(owner):
        kind, setting = _read_hint(hints[field.name])
        if isinstance(kind, type) and is_dataclass(kind):
            found += list_fields(kind)
        else:
            found.append(SettingField(field.name, kind, field.default, setting))
    return tuple(found)


def _read_hint(hint: Any) -> tuple[Any, Setting | None]:
    setting = None
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        setting = next((mark for mark in marks if isinstance(mark, Setting)), None)
    kinds = [one for one in get_args(hint) if one is not NoneType]
    return (kinds[0] if NoneType in get_args(hint) else get_origin(hint) or hint), setting


def list_settings(owner: type[Dataclass]) -> tuple[SettingField, ...]:
    """Return the fields that people choose."""
    return tuple(field for field in list_fields(owner) if field.setting is not None)


def get_values(settings: Dataclass) -> dict[str, Any]:
    """Return the values of all fields by name. The fields of a nested value replace the field that holds it."""
    found: dict[str, Any] = {}
    for field in fields(settings):
        value = getattr(settings, field.name)
        inside = is_dataclass(value) and not isinstance(value, type)
        found |= get_values(value) if inside else {field.name: value}
    return found


def with_values(settings: "Owner", changes: Mapping[str, object]) -> "Owner":
    """Return the settings with other values for some fields, including those of nested values."""
    return build_settings(type(settings), {**get_values(settings), **changes})


def build_settings(owner: "type[Owner]", values: Mapping[str, object]) -> "Owner":
    """Return settings with these values; all other fields, also nested ones, get their defaults.

    Raises TypeError: a field is unknown, or a field without a default is missing.
    """
    if unknown := values.keys() - {one.name for one in list_fields(owner)}:
        raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(owner).items():
        if isinstance(hint, type) and is_dataclass(hint):
            inside = values.keys() & {one.name for one in list_fields(hint)}
            found[name] = build_settings(hint, {one: values[one] for one in inside})
        elif name in values:
            found[name] = values[name]
    return owner(**found)


def format_values(settings: Dataclass, without: Collection[str] = ()) -> str:
    """Return all fields but those in `without` as JSON that `parse_values` reads back."""
    return json.dumps({name: value for name, value in get_values(settings).items() if name not in without})


def parse_values(owner: type[Dataclass], text: str) -> dict[str, object]:
    """Read what `format_values` wrote, as values by field name. Fields that no longer exist are left out."""
    stored = json.loads(text)
    known = (field for field in list_fields(owner) if field.name in stored)
    return {one.name: None if stored[one.name] is None else one.kind(stored[one.name]) for one in known}
