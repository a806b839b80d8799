"""A message that breaks one of Discord's limits is refused before it is sent."""

from dataclasses import replace

import pytest

from bot.ui.core.messages.message import Button, Buttons, Message, Picture, Select, SelectOption, Text, button_rows
from bot.ui.discord_io import components
from bot.ui.discord_io.components import to_discord
from tests.message_limits import LimitExceeded, check_every_message, check_limits, count_components

PNG = b"\x89PNG"
OPTION = SelectOption("S10#1", "♠10")
SELECT = Select("a", "Spades", (OPTION, SelectOption("S9#1", "♠9")), 1, 2)
FINE = Message(
    (Text("Hello"), Picture(PNG, "a hand"), *button_rows(tuple(Button(f"b{n}", str(n)) for n in range(7))), SELECT),
    accent_colour=1,
)


def walk(parts):
    for part in parts:
        yield part
        yield from walk(part.get("components", ()))


def button(**changes: object) -> Message:
    return Message((Buttons((replace(Button("b", "B"), **changes),)),))


def message_with_long_label() -> Message:
    long = Button("b", "B")
    object.__setattr__(long, "label", "x" * 35)  # Button would shorten the label if it got the label as an argument
    return Message((Buttons((long,)),))


def select(**changes: object) -> Message:
    return Message((replace(SELECT, **changes),))


def select_with_long_prompt() -> Message:
    long = Select("a", "S", (OPTION,))
    object.__setattr__(long, "prompt", "x" * 151)  # Select would shorten the prompt if it got the prompt as an argument
    return Message((long,))


def test_valid_message_passes_in_new_and_classic_form():
    check_limits(FINE)
    assert count_components(FINE) == 1 + 1 + 1 + 6 + 3 + 2
    drawn = to_discord(FINE)
    assert sum(1 for _ in walk(drawn.view.to_components())) == count_components(FINE)
    assert drawn.content is None
    old = to_discord(FINE, v1=True)
    assert old.content == "Hello"
    assert [len(row["components"]) for row in old.view.to_components()] == [5, 2, 1]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (Message(()), "empty message"),
        (Message((Text(" "),)), "empty text"),
        (Message((Text("x" * 4001),)), "4001 characters"),
        (Message((Text("主" * 3400),)), "10212 bytes"),
        (Message((Picture(PNG, ""),)), "alt text"),
        (Message((Picture(PNG, "x" * 1025),)), "alt text"),
        (Message((Picture(PNG, "x"), Picture(PNG, "y"))), "two pictures"),
        (button(label=""), "label"),
        (message_with_long_label(), "label of 35"),
        (button(id=""), "empty or too long"),
        (button(id="x" * 101), "empty or too long"),
        (Message((Buttons(()),)), "0 buttons"),
        (Message((Buttons(tuple(Button(str(n), "x") for n in range(6))),)), "6 buttons"),
        (Message((Buttons((Button("a", "x"), Button("a", "y"))),)), "one id"),
        (Message(button_rows(tuple(Button(str(n), "x") for n in range(34)))), "41 components"),
        (select(options=()), "0 options"),
        (select(options=tuple(SelectOption(str(n), "x") for n in range(26))), "26 options"),
        (select(options=(OPTION, OPTION)), "one value"),
        (select(least=3), "3 to 2"),
        (select(most=3), "1 to 3"),
        (select(most=0, least=0), "0 to 0"),
        (select_with_long_prompt(), "prompt"),
        (select(options=(SelectOption("a", "x" * 101), OPTION)), "option text"),
        (select(options=(SelectOption("a", "x", "y" * 101), OPTION)), "option text"),
        (select(most=1, options=tuple(SelectOption(str(n), "x", "", True) for n in range(2))), "more options"),
    ],
)
def test_each_limit_is_checked(body, says):
    with pytest.raises(LimitExceeded, match=says):
        check_limits(body)


def test_check_applies_to_every_converted_message(monkeypatch):
    for name in ("_to_v1", "_to_v2"):
        monkeypatch.setattr(components, name, getattr(components, name))
    check_every_message()
    for v1 in (False, True):
        assert to_discord(FINE, v1=v1)
        with pytest.raises(LimitExceeded):
            to_discord(Message(()), v1=v1)


def test_discord_py_does_not_keep_sent_views():
    for v1 in (False, True):
        view = to_discord(FINE, v1=v1).view
        assert view.is_finished()
        assert not view.is_dispatchable()
