"""House rules about tractors, played by two people."""

import pytest
from fixed_deals import deal_hands, declare_and_lead
from play_by_panel import sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb

RULES = "low_cut=J start_level=J kitty_size=4"
HANDS = (
    "SJ SJ HQ HQ SQ SQ SK SK",
    "HJ DQ DK DK DA DA SA SA",
    "CQ CK CK CA CA DJ DJ HJ",
    "HK HK HA HA CJ CJ CQ DQ",
    "LJ LJ BJ BJ",
)
"""Four hands and a kitty. The first seat leads a pair of queens, and the last has a tractor of hearts, K-K-A-A."""
UNEVEN_RULES = "decks=3 low_cut=10 start_level=10 kitty_size=6 uneven_tractors=yes"
UNEVEN = (
    "S10 S10 HJ HJ HJ HQ HQ CJ CJ CQ CQ DJ DJ DQ DQ",
    "HA SA SA SA CK CK CK CA CA CA DK DK D10 C10 LJ",
    "DK DA DA DA C10 H10 D10 S10 SK SQ SJ LJ BJ CJ CQ",
    "HK HK HK HA HA HQ SJ SJ SQ SQ SK SK BJ BJ LJ",
    "H10 H10 C10 D10 DJ DQ",
)
"""Four hands and a kitty. In hearts, the first seat leads J-J-J-Q-Q, and the last has K-K-K-A-A."""


@pytest.mark.long
@pytest.mark.parametrize(("draws", "offered"), [("no", {"A-A", "A-K", "K-K"}), ("yes", {"A-A", "K-K"})])
async def test_tractor_may_stay_whole_under_a_pair(running, people, draws, offered):
    ann, bob = people[:2]
    with deal_hands(*HANDS):
        changes = f"{RULES} pairs_draw_tractors={draws}"
        await sit_down(ann, [bob], preset="standard", computers=2, changes=changes)
        await declare_and_lead(ann, "SJ SJ", HANDS[-1], [bob])
        await ann.slash("play", cards="HQ HQ")
        panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.PLAY))
        plays = panel.ids(ControlVerb.PLAY)
        assert {panel.buttons[one].rpartition("♥")[2] for one in plays} == offered
        typed = await bob.slash("play", cards="HA HK")
        assert ("you must play these" in typed.text) == (draws == "yes")


@pytest.mark.long
async def test_uneven_tractor_is_led_and_must_be_matched(running, people):
    ann, bob = people[:2]
    with deal_hands(*UNEVEN):
        await sit_down(ann, [bob], preset="standard", computers=2, changes=UNEVEN_RULES)
        await declare_and_lead(ann, "S10 S10", UNEVEN[-1], [bob])
        await ann.slash("play", cards="HJ HJ HJ HQ HQ")
        panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.PLAY))
        assert "an uneven tractor of 2+3 cards" in panel.text
        assert len(panel.ids(ControlVerb.PLAY)) == 1
        refused = await bob.slash("play", cards="HQ HK HK HK HA")
        assert "you must play these" in refused.text
        await bob.slash("play", cards="HK HK HK HA HA")
        await until(bob, bob.panel, lambda s: not s.has(ControlVerb.PLAY) or "an uneven tractor" not in s.text)
