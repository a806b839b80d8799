"""Each setting is described at its dataclass field. Forms, texts and storage all use this description."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import pytest

from bot.ids import ChannelId
from bot.setting_fields import (
    MINUTES,
    Setting,
    build_settings,
    format_values,
    get_values,
    list_fields,
    list_settings,
    parse_values,
    with_values,
)


class Pace(StrEnum):
    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Inner:
    games: Annotated[int, Setting(among=(3, 5))] = 1
    is_loud: Annotated[bool, Setting(key="loud")] = False


@dataclass(frozen=True, slots=True)
class Outer:
    name: str
    pace: Annotated[Pace, Setting(topic="words")]
    days: Annotated[int | None, Setting(0, 30, none=0)] = None
    wait: Annotated[float, Setting(1, 60, unit=MINUTES)] = 300.0
    inner: Inner = Inner()
    channel: Annotated[ChannelId | None, Setting()] = None
    places: Annotated[tuple[int, ...], Setting()] = (3, 1)


USUAL = Outer("Cup", Pace.SLOW)
BY_NAME = {one.name: one for one in list_fields(Outer)}


def test_settings_are_fields_with_a_description():
    assert [one.name for one in list_settings(Outer)] == [
        "pace",
        "days",
        "wait",
        "games",
        "is_loud",
        "channel",
        "places",
    ]
    assert [one.name for one in list_fields(Outer) if one.is_required] == ["name", "pace"]


def test_texts_of_a_setting_are_found_by_its_key():
    assert [one.key for one in list_settings(Inner)] == ["games", "loud"]
    assert [BY_NAME["games"].get_value_key(value) for value in BY_NAME["games"].values] == [
        "option.games.3",
        "option.games.5",
    ]
    assert BY_NAME["pace"].values == ("slow", "fast")
    assert BY_NAME["pace"].get_value_key("fast") == "words.pace.fast"
    assert BY_NAME["days"].values == ()


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("pace", "fast", Pace.FAST),
        ("days", 0, None),
        ("days", 7, 7),
        ("wait", 2, 120.0),
        ("games", "3", 3),
        ("channel", 5, 5),
    ],
)
def test_given_values_are_converted_for_the_field(name, given, value):
    found = BY_NAME[name].from_given(given)
    assert (found, type(found)) == (value, type(value))


def test_changes_reach_nested_values():
    changed = with_values(USUAL, {"games": 5, "wait": 60.0})
    assert changed == Outer("Cup", Pace.SLOW, wait=60.0, inner=Inner(games=5))
    assert get_values(changed)["games"] == 5
    with pytest.raises(TypeError, match="other"):
        with_values(USUAL, {"games": 5, "other": 1})


def test_stored_text_gives_the_same_value_back():
    changed = with_values(USUAL, {"pace": Pace.FAST, "is_loud": True, "channel": ChannelId(2**60), "places": (9,)})
    text = format_values(changed, without=("name",))
    assert build_settings(Outer, {"name": "Cup"} | parse_values(Outer, text)) == changed
    assert "name" not in parse_values(Outer, text)


def test_missing_stored_settings_get_defaults():
    assert with_values(USUAL, parse_values(Outer, '{"days": 3, "gone": 1}')) == Outer("Cup", Pace.SLOW, days=3)
