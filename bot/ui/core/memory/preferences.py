"""A user's preferences: how cards are shown, when they are pinged, in which language."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from bot.text.languages import TAGS


class PingPreference(StrEnum):
    """When a user is pinged for their turn."""

    IMMEDIATELY = "at_once"
    WHEN_SLOW = "later"  # after a while
    NEVER = "never"
    DM = "dm"  # as WHEN_SLOW, by direct message


@dataclass(frozen=True, slots=True)
class Preferences:
    """One user's preferences."""

    language: str | None = None
    """None: as Discord is set."""
    text_hand: bool = False
    """Cards as text instead of a picture."""
    large: bool = False
    """The hand in two pictures, with larger cards."""
    two_colour: bool = False
    """Suits in red and black only."""
    confirm: bool = False
    """Every play needs a second press."""
    auto_forced: bool = False
    """The only legal play is made automatically."""
    coach: bool = False
    """Against computer players, a play that certainly cost something is explained at once."""
    ping: PingPreference = PingPreference.WHEN_SLOW
    confirm_offered: bool = False
    """Whether `confirm` was offered after a play from a list; it is offered once. No setting that users see."""


SWITCH_NAMES: Final = tuple(
    f.name for f in fields(Preferences) if f.type in {"bool", bool} and f.name != "confirm_offered"
)


def with_switch(old: Preferences, name: str, *, on: bool) -> Preferences:
    """Return the preferences with one of `SWITCH_NAMES` set."""
    return parse_preferences(dump_preferences(old) | {name: on})


def dump_preferences(chosen: Preferences) -> dict[str, Any]:
    """Return the preferences as plain values by name."""
    return asdict(chosen) | {"ping": chosen.ping.value}


def parse_preferences(values: Mapping[str, Any]) -> Preferences:
    """Read what `dump_preferences` wrote; unknown values become the defaults."""
    known = {f.name: values[f.name] for f in fields(Preferences) if f.name in values}
    if known.get("language") not in TAGS:
        known["language"] = None
    try:
        known["ping"] = PingPreference(known.get("ping", PingPreference.WHEN_SLOW))
    except ValueError:
        known["ping"] = PingPreference.WHEN_SLOW
    return Preferences(**known)
