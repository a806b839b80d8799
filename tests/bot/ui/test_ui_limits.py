"""Discord's limits, each broken once."""

from dataclasses import replace

import pytest

from bot.ui.body import Body, Button, Buttons, Option, Select, Shown, Text, in_rows
from bot.ui.layout import draw
from bot.ui.limits import OverLimit, check, component_count

PNG = b"\x89PNG"
OPTION = Option("S10#1", "♠10")
SELECT = Select("a", "Spades", (OPTION, Option("S9#1", "♠9")), 1, 2)
FINE = Body(
    (Text("Hello"), Shown(PNG, "a hand"), *in_rows(tuple(Button(f"b{n}", str(n)) for n in range(7))), SELECT), accent=1
)


def button(**changes: object) -> Body:
    return Body((Buttons((replace(Button("b", "B"), **changes),)),))


def select(**changes: object) -> Body:
    return Body((replace(SELECT, **changes),))


def test_a_fine_message_passes_in_both_forms():
    check(FINE)
    assert component_count(FINE) == 1 + 1 + 1 + 6 + 3 + 2
    drawn = draw(FINE)
    assert drawn.view._total_children == component_count(FINE)
    assert drawn.content is None
    old = draw(FINE, v1=True)
    assert old.content == "Hello"
    assert [len(row["components"]) for row in old.view.to_components()] == [5, 2, 1]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (Body(()), "empty message"),
        (Body((Text(" "),)), "empty text"),
        (Body((Text("x" * 4001),)), "4001 characters"),
        (Body((Text("主" * 3400),)), "10212 bytes"),
        (Body((Shown(PNG, ""),)), "alt text"),
        (Body((Shown(PNG, "x" * 1025),)), "alt text"),
        (Body((Shown(PNG, "x"), Shown(PNG, "y"))), "two pictures"),
        (button(label=""), "label"),
        (button(label="x" * 35), "label of 35"),
        (button(id=""), "empty or too long"),
        (button(id="x" * 101), "empty or too long"),
        (Body((Buttons(()),)), "0 buttons"),
        (Body((Buttons(tuple(Button(str(n), "x") for n in range(6))),)), "6 buttons"),
        (Body((Buttons((Button("a", "x"), Button("a", "y"))),)), "one id"),
        (Body(in_rows(tuple(Button(str(n), "x") for n in range(34)))), "41 components"),
        (select(options=()), "0 options"),
        (select(options=tuple(Option(str(n), "x") for n in range(26))), "26 options"),
        (select(options=(OPTION, OPTION)), "one value"),
        (select(least=3), "3 to 2"),
        (select(most=3), "1 to 3"),
        (select(most=0, least=0), "0 to 0"),
        (select(prompt="x" * 151), "prompt"),
        (select(options=(Option("a", "x" * 101), OPTION)), "option text"),
        (select(options=(Option("a", "x", "y" * 101), OPTION)), "option text"),
        (select(most=1, options=tuple(Option(str(n), "x", "", True) for n in range(2))), "more options"),
    ],
)
def test_each_limit_is_kept(body, says):
    with pytest.raises(OverLimit, match=says):
        check(body)
    with pytest.raises(OverLimit):
        draw(body)


def test_a_message_is_never_kept_by_discord_py():
    for v1 in (False, True):
        view = draw(FINE, v1=v1).view
        assert view.is_finished()
        assert not view.is_dispatchable()
