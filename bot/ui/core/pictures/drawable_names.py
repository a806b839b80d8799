"""Names of entrants, events and leagues in pictures: no two look alike, and a word stands for one without letters."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast, get_args

from bot.render.all_pictures import EventPicture, LeaguePicture
from bot.render.events.traveller_scene import TravellerLine
from bot.render.values import event_pictures
from bot.render.values.distinct_names import make_distinct
from bot.render.values.league_pictures import HeadToHeadPicture, RatingSeries, SeasonPicture, StandingsLine
from bot.text.catalogue import Texts

P = TypeVar("P")
_NAMES: Final[dict[type, frozenset[str]]] = {
    event_pictures.EventLine: frozenset({"name", "members"}),
    event_pictures.RoundPicture: frozenset({"byes"}),
    HeadToHeadPicture: frozenset({"left", "right"}),
    SeasonPicture: frozenset({"podium"}),
    **dict.fromkeys(
        (event_pictures.BracketSide, event_pictures.CrossLine, RatingSeries, StandingsLine), frozenset({"name"})
    ),
    **dict.fromkeys((event_pictures.RoundTable, TravellerLine), frozenset({"sides"})),
}
"""The fields of pictures and of their lines that hold names; the first of a pair beside a note is one."""
_NAMED_ONCE: Final = (*get_args(LeaguePicture), event_pictures.EventStandingsPicture)
"""Pictures in which each name is somebody else's, even if two are the same."""


def with_drawable_names(picture: P, get_painted_name: Callable[[str], str], texts: Texts) -> P:
    """Return a picture of an event or a league in which all names differ; elsewhere one name means one entrant."""
    if isinstance(picture, get_args(EventPicture)):
        kind, title = "entrant", "event"
    elif isinstance(picture, get_args(LeaguePicture)):
        kind, title = "player", "league"
    else:
        return picture
    found = _list_names(picture)
    names = found if isinstance(picture, _NAMED_ONCE) else list(dict.fromkeys(found))
    distinct = make_distinct(names, get_painted_name, lambda n: texts.say(f"nameless.{kind}", n=n))
    by_name = dict(zip(names, distinct, strict=True))
    shown = iter(distinct if names is found else [by_name[name] for name in found])
    renamed: Any = _rename(picture, lambda _: next(shown))
    if not renamed.title or get_painted_name(renamed.title):
        return cast("P", renamed)
    return cast("P", replace(renamed, title=texts.say(f"nameless.{title}")))


def _list_names(picture: Any) -> list[str]:
    """Return all names in a picture in the order in which `_rename` replaces them."""
    found: list[str] = []

    def add(name: str) -> str:
        found.append(name)
        return name

    _rename(picture, add)
    return found


def _rename(value: Any, rename: Callable[[str], str]) -> Any:
    """Return a value with all names in it replaced, in the order of its fields."""
    if isinstance(value, tuple):
        return tuple(_rename(one, rename) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    named = _NAMES.get(type(value), frozenset())
    changes = {
        one.name: _rename_part(part, rename) if one.name in named else _rename(part, rename)
        for one in fields(value)
        if isinstance(part := getattr(value, one.name), str | tuple) or is_dataclass(part)
    }
    return replace(value, **changes)


def _rename_part(part: Any, rename: Callable[[str], str]) -> Any:
    """Return a name, or names, replaced; of a pair with a note only the name is one."""
    if isinstance(part, str):
        return rename(part) if part else part
    return tuple((rename(one[0]), *one[1:]) if isinstance(one, tuple) else rename(one) for one in part)
