"""Describes the settings of events and leagues. Each setting is written once, as a field of a frozen dataclass.

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
    """How users set a field. It says which values they may choose and how the texts about the field are named."""

    least: int = 0
    most: int | None = None
    """The least and the greatest number that users may enter. If the field is a text, these limit its length."""
    among: tuple[int, ...] = ()
    """The numbers to choose from, besides the default. If empty, people may choose every number within the bounds."""
    unit: int = 1
    """The value is the entered number times this factor. With `MINUTES`, users enter minutes and seconds are stored."""
    none: int | None = None
    """The number that people enter to set the field to None; None if there is no such number."""
    key: str = ""
    """The <key> in the names of the field's texts, `option.<key>.…`. If it is empty, the field's name is used."""
    group: str = ""
    """The <group> in the heading `setting.group.<group>` under which a panel shows the field. Empty means `general`."""
    topic: str = ""
    """The <topic> in the names of the choices' texts, `<topic>.<name>.<value>`. Empty means `option.<key>.<value>`."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """One field of a dataclass of settings."""

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
        """Convert what a user entered to the field's value. A number is in the user's unit, a choice is a text."""
        setting = self.setting or Setting()
        if setting.none is not None and given == setting.none:
            return None
        return self.kind(given) if setting.unit == 1 else self.kind(given * setting.unit)


@cache
def list_fields(owner: type[Dataclass]) -> tuple[SettingField, ...]:
    """Return the fields of a class of settings. A field with nested settings is replaced by their fields."""
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
    """Return the values of all fields by name. A nested value is replaced by the values of its fields."""
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
