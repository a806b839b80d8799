"""A deal on a phone takes few taps. Panels fit phone and desktop, and the program starts quickly."""

import pytest
from measure_panels import measure, panel_page, rules_of
from measure_play import play_deals, time_start

from engine.model.view import Ask

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(1800)]

DEALS, PLAYS = 1, 13
"""The test ends after this number of deals, or of plays of the person. `measure_play.py` plays ten whole deals."""
HIGHEST = ("pagat-three-decks", "hidden-ten", "hidden-ten:8", "finding-friends", "looking-for-friends:8",
           "finding-friends:12")  # fmt: skip
"""Rules with very high panels, because there are many cards in a hand, cards to bury or friends to name."""
PATIENCE = 60.0
"""Seconds to the first card; an idle machine needs about ten."""


async def test_deals_meet_goals_for_taps_and_panels(browser, tmp_path):
    measures = await play_deals(browser, tmp_path, DEALS, "phone", PLAYS)
    print(measures.table())
    assert len(measures.passes) >= DEALS
    chance = [word for word, ask in (("burying", Ask.BURY), ("lead", Ask.LEAD)) if not measures.taps(ask)]
    goals = [one for one in measures.goals() if not any(word in one[0] for word in chance)]
    missed = [f"{name}: {value}, goal {goal}" for name, value, goal, met in goals if not met]
    assert missed == [], measures.table()


@pytest.mark.parametrize(
    ("locale", "size", "names"),
    [("en-US", "phone", HIGHEST), ("zh-TW", "phone", HIGHEST[::2]), ("en-US", "desktop", HIGHEST[1::2])],
)
async def test_highest_panels_fit(browser, tmp_path, locale, size, names):
    """Panels fit in every state, for example with a hint or after a refusal. So does the result of a deal."""
    async with panel_page(browser, tmp_path, locale, size) as shown:
        found = [one for name in names async for one in measure(shown, name, rules_of(name), count=1)]
    assert {one.ask for one in found} >= {Ask.DECLARE, Ask.BURY, Ask.CALL, Ask.LEAD, Ask.FOLLOW, Ask.NOTHING}
    assert any(one.ask is Ask.CALL for one in found) or names != HIGHEST
    assert [one for one in found if one.is_too_high] == []


async def test_first_card_comes_soon(browser, tmp_path):
    seconds = await time_start(browser, tmp_path)
    print(seconds)
    assert seconds["from make run to the first card"] < PATIENCE
