"""A user's preferences: how cards are shown, when they are pinged, in which language."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from bot.ids import GuildId
from bot.play.values.table_info import Speed
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
    """The language; None means Discord's setting."""
    text_hand: bool = False
    """Whether cards are text instead of a picture."""
    large: bool = False
    """Whether the hand is shown in two pictures, with larger cards."""
    two_colour: bool = False
    """Whether suits are in red and black only."""
    confirm: bool = False
    """Whether every play needs a second press."""
    auto_forced: bool = False
    """Whether the only legal play is made automatically."""
    coach: bool = False
    """Whether a play that certainly cost something is explained at once, where hints are allowed."""
    mute_phrases: bool = False
    """Whether the panel shows neither the quick phrases of others nor the menu of one's own."""
    ping: PingPreference = PingPreference.WHEN_SLOW
    confirm_offered: bool = False
    """Whether `confirm` was offered after a play from a list, which happens once. Users do not see this setting."""
    coach_offered: bool = False
    """Whether the user has gone on from a lost deal, which offered the coach. Users do not see this setting."""
    speed: Speed | None = None
    """The speed that this user, alone with computers, has chosen last; None means as usual."""
    language_offered_in: tuple[GuildId, ...] = ()
    """The servers in which this user was offered to set the server's language. Users do not see this setting either."""


SWITCH_NAMES: Final = tuple(
    f.name for f in fields(Preferences) if f.type in {"bool", bool} and not f.name.endswith("_offered")
)


def with_switch(old: Preferences, name: str, *, on: bool) -> Preferences:
    """Return the preferences with one of `SWITCH_NAMES` set."""
    return parse_preferences(dump_preferences(old) | {name: on})


def with_coach(old: Preferences) -> Preferences:
    """Return the preferences with the coach on, which need not be offered any more."""
    return replace(old, coach=True, coach_offered=True)


def dump_preferences(chosen: Preferences) -> dict[str, Any]:
    """Return the preferences as plain values by name."""
    servers = " ".join(map(str, chosen.language_offered_in))
    speed = None if chosen.speed is None else chosen.speed.value
    return asdict(chosen) | {"ping": chosen.ping.value, "language_offered_in": servers, "speed": speed}


def parse_preferences(values: Mapping[str, Any]) -> Preferences:
    """Read what `dump_preferences` wrote; unknown values become the defaults."""
    known = {f.name: values[f.name] for f in fields(Preferences) if f.name in values}
    if known.get("language") not in TAGS:
        known["language"] = None
    known["language_offered_in"] = tuple(GuildId(int(id_)) for id_ in known.get("language_offered_in", "").split())
    known["speed"] = next((one for one in Speed if one == known.get("speed")), None)
    try:
        known["ping"] = PingPreference(known.get("ping", PingPreference.WHEN_SLOW))
    except ValueError:
        known["ping"] = PingPreference.WHEN_SLOW
    return Preferences(**known)
