"""House rules about tractors, played by two people from their panels."""

import pytest
from fixed_deals import deal_hands, declare_and_lead
from play_by_panel import sit_down, until

from bot.ui.core.table_ids import ControlVerb

RULES = "low_cut=J start_level=J kitty_size=4"
HANDS = (
    "SJ SJ HQ HQ SQ SQ SK SK",
    "HJ DQ DK DK DA DA SA SA",
    "CQ CK CK CA CA DJ DJ HJ",
    "HK HK HA HA CJ CJ CQ DQ",
    "LJ LJ BJ BJ",
)
"""The first seat leads a pair of queens; the last has kings and aces of hearts, which are a tractor."""
SEAT = 3
"""The seat of a guest among computer players."""


@pytest.mark.parametrize(("draws", "offered"), [("no", {"A-A", "A-K", "K-K"}), ("yes", {"A-A", "K-K"})])
async def test_tractor_may_stay_whole_under_a_pair(running, people, draws, offered):
    ann, bob = people[:2]
    with deal_hands(*HANDS):
        changes = f"{RULES} pairs_draw_tractors={draws}"
        await sit_down(ann, [bob], preset="club", computers=2, changes=changes)
        await declare_and_lead(ann, "SJ SJ", HANDS[-1], [bob])
        await ann.slash("play", cards="HQ HQ")
        panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.PLAY))
        plays = panel.ids(ControlVerb.PLAY)
        assert {panel.buttons[one].rpartition("♥")[2] for one in plays} == offered
        typed = await bob.slash("play", cards="HA HK")
        assert ("you must play these" in typed.text) == (draws == "yes")
