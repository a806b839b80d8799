"""People read house rules about how levels rise and fall, and play by them."""

from dataclasses import replace

import pytest
from fixed_deals import FixedDeal, deal_hands
from play_by_panel import play_deal, sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Level, NextDeclarer
from tests.everyday import spread

LAPS = (
    "start_level=K win=pass_ace laps=2 ace_failures=3 heavy_loss_levels=1 capture_levels=1 next_declarer=next_seat"
    " hook=capture hook_to=seven hook_ranks=A hook_needs_win=yes scoring=custom thresholds=0:hold+3,40:turn+3"
)
"""Rules by which a side at level K that wins the first deal climbs past A into the second lap."""


@pytest.mark.long
async def test_deal_leads_into_the_next_lap(running, people):
    ann = people[0]
    await sit_down(ann, preset="forty-points", computers=3, changes=LAPS)
    table = await running.registry.get_table(1)
    assert (table.facts.rules.laps, table.facts.rules.next_declarer) == (2, NextDeclarer.NEXT_SEAT)
    first, second = await ann.slash("rules", chapter="special"), await ann.slash("rules", chapter="match")
    book = (first.text + second.text).replace("*", "")
    for sentence in (
        "A side has to get past the last level 2 times.",
        "Declarers who lose 3 times at the last level go back to the first.",
        "Levels a side can be sent back from: A.",
        "A side that is sent back goes to K.",
        "The next declarer is the player after the declarer, whatever the result.",
    ):
        assert sentence in book

    await play_deal([ann])
    result = table.spectator_view().result
    assert len(result.lap_winners) == 2
    assert not result.winners
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert any("level K → K (lap 2)" in alt for alt in board.alts)
    assert any("go on to lap 2." in alt for alt in board.alts)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    mine = (
        "You move up to level K (lap 2)." if 0 in result.lap_winners else "The other side moves up to level K (lap 2)."
    )
    assert mine in panel.text

    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    await until(
        ann, ann.board, lambda s: any("K (lap 2)" in alt for alt in s.alts) and not s.has(ControlVerb.NEXT_DEAL)
    )
    view = table.spectator_view()
    assert (view.deal_number, view.declarer) == (2, (result.declarer + 1) % 4)


TWO_TRICKS = FixedDeal(
    "standard",
    "decks=1 low_cut=7 kitty_size=26 start_level=7 declare_ladder=joker_ten no_declaration_first=kitty_first"
    " hook=single_jack hook_to=seven hook_needs_win=yes capture_levels=1 scoring=custom",
    (
        *("C7 C8", "HJ C9", "S7 S8", "S9 S10"),
        "H7 H8 H9 H10 HQ HK HA SJ SQ SK SA C10 CJ CQ CK CA D7 D8 D9 D10 DJ DQ DK DA LJ BJ",
    ),
)
"""A deal in which nobody can declare. The kitty makes hearts trumps for Ann, and a computer's jack wins the last
trick."""


@pytest.mark.parametrize(
    ("table", "hooked", "captured"),
    spread(1, [("0:hold+1,5:turn+1", True, True), ("0:hold+1,900:turn+1", False, False)]),
)
async def test_single_jack_hooks_and_captures_if_opponents_win(running, people, table, hooked, captured):
    ann = people[0]
    with deal_hands(*TWO_TRICKS.hands):
        await ann.slash(
            "tractor new", preset=TWO_TRICKS.preset, computers=3, changes=f"{TWO_TRICKS.changes} thresholds={table}"
        )
        (opened,) = running.registry.list_live()
        opened._state.facts = replace(opened.facts, start_levels=(Level.JACK,) * 4)
        lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
        await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
        panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.PASS) or s.has(ControlVerb.SUGGEST_BURY))
        if panel.has(ControlVerb.PASS):
            await ann.click(panel, panel.ids(ControlVerb.PASS)[0])
        await until(ann, ann.panel, lambda s: s.has(ControlVerb.SUGGEST_BURY))
        await ann.slash("play", cards=TWO_TRICKS.kitty)
        await play_deal([ann])
    panel = await ann.panel()
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    for words in (*panel.alts, *board.alts):
        assert ("sent back to 7." in words) is hooked
        assert ("captured the kitty, which gives them 1 more level" in words) is captured
    assert any("level J → K" in alt for alt in board.alts) is captured
    assert any("level J → 7" in alt for alt in board.alts) is hooked


async def test_conflicting_level_rules_are_explained(running, people):
    ann = people[0]
    for changes, words in (
        ("hook=capture hook_to=seven hook_ranks=5", "the levels it can be sent back from must be above 7"),
        ("ace_failures=2 win=reach_ace", "nobody can fail there"),
        ("ace_failures=2 start_level=A", "more than one level"),
        ("laps=0", "1"),
    ):
        answer = await ann.slash("tractor new", preset="standard", computers=3, changes=changes)
        assert words in answer.text, (changes, answer.text)
