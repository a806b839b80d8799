"""Ids of controls that belong to no table."""

import pytest

from bot.ui.forms import read_form
from bot.ui.routes import control, read_control


def test_an_id_is_read_back():
    assert read_control(control("page", 3, "")) == ("page", ("3", ""))


@pytest.mark.parametrize("parts", [("t1", 1), ("page", "a:b"), ("page", "x" * 100)])
def test_an_id_that_could_not_be_read_back_is_refused(parts):
    with pytest.raises(ValueError, match="no id"):
        control(*parts)


@pytest.mark.parametrize(
    "component",
    [
        {"type": 18, "component": {"type": 4, "custom_id": "word", "value": "ja"}},
        {"type": 1, "components": [{"type": 4, "custom_id": "word", "value": "ja"}]},
    ],
)
def test_a_form_is_read_in_both_shapes_that_discord_sends(component):
    assert read_form({"components": [{"type": 10}, component]}) == {"word": "ja"}
