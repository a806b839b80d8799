"""The table can undo a seat's play in the current trick, as if it had never been made."""

import random
from dataclasses import replace

import pytest
from small_deals import SMALL, after_declaring, refusal_of, run

from engine.deal.game import apply, can_undo, view_for
from engine.deal.phases.states import Playing
from engine.model.actions import Undo
from engine.model.events import TakenBack
from engine.model.presets import PRESETS, preset
from engine.model.seats import TABLE, Seat
from tests.bot.ui.panel_positions import phases


def normal(phase):
    """Return a phase for comparisons. Its hands are sorted, and it does not store how to take back a play."""
    return replace(phase, hands=tuple(tuple(sorted(hand)) for hand in phase.hands), undo=None)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_undo_restores_the_state(name):
    """Each play is undone at every moment at which this is possible, up to the next lead."""
    rng, rules, before, tricks, gone_back = random.Random(name), preset(name), {}, -1, 0
    for phase, seat in phases(rules, rng):
        if not isinstance(phase, Playing):
            continue
        if phase.trick.plays == () and len(phase.tricks) != tricks:
            for one in [one for one in before if can_undo(phase, one)]:
                assert normal(apply(phase, TABLE, Undo(one)).phase) == normal(before[one])
                gone_back += 1
            before, tricks = {}, len(phase.tricks)
        for one, wanted in before.items():
            if can_undo(phase, one):
                step = apply(phase, TABLE, Undo(one))
                assert normal(step.phase) == normal(wanted)
                assert step.events == (TakenBack(one),)
                gone_back += 1
        before[seat] = phase
    assert gone_back > 20


def test_only_plays_on_the_table_can_be_undone():
    phase, _ = run(after_declaring(SMALL), "0 bury LJ H10")
    assert not any(can_undo(phase, Seat(seat)) for seat in range(4))
    assert refusal_of(phase, "table undo 0")[0] == "nothing_to_take_back"
    assert refusal_of(phase, "0 undo 0")[0] == "table_only"
    phase, _ = run(phase, "0 play HA")
    assert can_undo(phase, Seat(0))
    assert not can_undo(phase, Seat(1))
    assert view_for(phase, Seat(0)).can_take_back is False, "the rules do not allow it; the table may"


def test_failed_throw_cannot_be_undone():
    rules = replace(SMALL)
    hands = ("SJ HA HK CA C10", "SA SK S10 H10 DA", "SQ HQ CQ DK DQ", "LJ BJ CK D10 CJ")
    phase, _ = run(after_declaring(rules, hands=hands, kitty="HJ DJ"), "0 bury HJ DJ", "0 play CA C10")
    assert phase.trick.plays[0].attempt
    assert not can_undo(phase, Seat(0))
