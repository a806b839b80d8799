"""Names of entrants, events and leagues in letters that no font has: pictures show a word and a number for them."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast, get_args

from bot.render.all_pictures import EventPicture, LeaguePicture
from bot.text.catalogue import Texts

P = TypeVar("P")
_NAMES: Final = frozenset({"name", "left", "right", "sides", "members", "podium"})
"""The fields of pictures and of their lines that hold names; the first of a pair beside a note is one."""


def with_drawable_names(picture: P, tells_apart: Callable[[str], bool], texts: Texts) -> P:
    """Return a picture of an event or a league in which every name can be drawn; the same name has the same number."""
    if isinstance(picture, get_args(EventPicture)):
        return _Naming(tells_apart, texts, "entrant", "event").apply(picture)
    if isinstance(picture, get_args(LeaguePicture)):
        return _Naming(tells_apart, texts, "player", "league").apply(picture)
    return picture


@dataclass(slots=True)
class _Naming:
    """The replacements in one picture, in the order in which their names appear."""

    tells_apart: Callable[[str], bool]
    texts: Texts
    entrant: str
    title: str
    numbers: dict[str, int] = field(default_factory=dict)

    def apply(self, picture: P) -> P:
        """Return the picture with the title and all names replaced that cannot be drawn."""
        shown: Any = self._replace_names(picture)
        if not shown.title or self.tells_apart(shown.title):
            return cast("P", shown)
        return cast("P", replace(shown, title=self.texts.say(f"nameless.{self.title}")))

    def _replace_names(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._replace_names(one) for one in value)
        if not is_dataclass(value) or isinstance(value, type):
            return value
        changes = {
            one.name: self._name_all(part) if one.name in _NAMES else self._replace_names(part)
            for one in fields(value)
            if isinstance(part := getattr(value, one.name), str | tuple) or is_dataclass(part)
        }
        return replace(value, **changes)

    def _name_all(self, part: Any) -> Any:
        """Return a name, or names; the second of a podium's pairs is a note, which can be drawn."""
        if isinstance(part, tuple):
            return tuple(self._name_all(one) for one in part)
        if not isinstance(part, str):
            return self._replace_names(part)
        if not part or self.tells_apart(part):
            return part
        number = self.numbers.setdefault(part, len(self.numbers) + 1)
        return self.texts.say(f"nameless.{self.entrant}", n=number)
