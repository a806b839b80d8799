"""How it is to play on a phone: ten deals with three computers, and the start of the program."""

import pytest
from measure_play import play_deals, time_start

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long, pytest.mark.timeout(1800)]

DEALS = 10
ONE_LINE = 24
PATIENCE = 60.0
"""Seconds to the first card; a quiet machine needs about ten."""


async def test_ten_deals_meet_the_goals(browser, tmp_path):
    measures = await play_deals(browser, tmp_path, DEALS)
    print(measures.table())
    assert len(measures.passes) == DEALS
    goals = [
        (name, value, goal, met or _is_one_line_more(name, value, goal)) for name, value, goal, met in measures.goals()
    ]
    missed = [f"{name}: {value}, goal {goal}" for name, value, goal, met in goals if not met]
    assert missed == [], measures.table()


def _is_one_line_more(name, value, goal):
    """Whether a panel is higher than its goal by no more than a line of text: the cards differ from run to run."""
    return name.endswith("px") and value <= goal + ONE_LINE


async def test_first_card_comes_soon(browser, tmp_path):
    seconds = await time_start(browser, tmp_path)
    print(seconds)
    assert seconds["from make run to the first card"] < PATIENCE
