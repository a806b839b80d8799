"""What a person has chosen for himself: how his cards are shown, how he is called to his turn, in which language."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from bot.text.reading import LOCALES


class Ping(StrEnum):
    """How a person is told that it is his turn, beside what his panel shows."""

    AT_ONCE = "at_once"
    LATER = "later"  # when he has not acted for a while
    NEVER = "never"
    DM = "dm"  # as LATER, by a direct message instead of one in the channel


LANGUAGES: Final = tuple(LOCALES)
"""What a person or a server may choose: `en`, `zh-CN`, `zh-TW`."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's choices. The defaults are what somebody gets who never chose."""

    language: str | None = None
    """None: as Discord is set."""
    text_hand: bool = False
    """Cards in words in place of a picture."""
    large: bool = False
    """The hand in two pictures, with larger cards."""
    two_colour: bool = False
    """Suits in red and black only."""
    confirm: bool = False
    """Every play needs a second press."""
    auto_forced: bool = False
    """A play that is the only one is made without asking."""
    ping: Ping = Ping.LATER


SWITCHES: Final = tuple(f.name for f in fields(Preferences) if f.type in {"bool", bool})
"""The choices that are yes or no."""


def switched(old: Preferences, name: str, *, on: bool) -> Preferences:
    """Return the choices with one of the `SWITCHES` set."""
    return preferences_of(preference_values(old) | {name: on})


def preference_values(chosen: Preferences) -> dict[str, Any]:
    """Return the choices as plain facts by name."""
    return asdict(chosen) | {"ping": chosen.ping.value}


def preferences_of(values: Mapping[str, Any]) -> Preferences:
    """Read what `preference_values` wrote; what is no longer known is as usual."""
    known = {f.name: values[f.name] for f in fields(Preferences) if f.name in values}
    if known.get("language") not in LANGUAGES:
        known["language"] = None
    try:
        known["ping"] = Ping(known.get("ping", Ping.LATER))
    except ValueError:
        known["ping"] = Ping.LATER
    return Preferences(**known)
