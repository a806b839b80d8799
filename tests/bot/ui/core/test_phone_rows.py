"""The bot computes how many rows its buttons take on a phone 390 px wide. The local page agrees."""

import pytest

from bot.ui.core.messages.discord_limits import count_phone_rows


@pytest.mark.parametrize(
    ("labels", "rows"),
    [
        (["出 ♠A-10-10-10", "♠10-10-10"], 2),
        (["出 ♦K-K", "♥6-6", "♠Q-Q"], 1),
        (["Play ♦K-K", "♠Q-Q"], 1),
        (["Play ♠A-10-10-10", "♠10-10-10"], 2),
        (["Declare ♠J", "Declare ♠J-J"], 1),
        (["Declare 2 little jokers", "Pass"], 2),
    ],
)
def test_computed_rows_match_the_local_page(labels, rows):
    assert count_phone_rows(labels) == rows
