"""Forms are read as Discord sends them."""

import pytest

from bot.ui.discord_io.components import parse_form_values


@pytest.mark.parametrize(
    "component",
    [
        {"type": 18, "component": {"type": 4, "custom_id": "word", "value": "ja"}},
        {"type": 1, "components": [{"type": 4, "custom_id": "word", "value": "ja"}]},
    ],
)
def test_form_values_are_read_from_labels_and_from_rows(component):
    assert parse_form_values({"components": [{"type": 10}, component]}) == {"word": "ja"}
