"""House rules of levels at a table: laps after the last level, and what players read about them."""

from play_by_panel import play_deal, sit_down, until

from bot.ui.core.table_ids import ControlVerb
from engine.model.rules import NextDeclarer

LAPS = (
    "start_level=K win=pass_ace laps=2 ace_failures=3 heavy_loss_levels=1 capture_levels=1 next_declarer=next_seat"
    " hook=capture hook_to=seven hook_ranks=K,A hook_needs_win=yes scoring=custom thresholds=0:hold+3,40:turn+3"
)
"""Who wins a deal from K passes A with it, so that the first deal leads into the second lap."""


async def test_deal_leads_into_the_next_lap(running, people):
    ann = people[0]
    await sit_down(ann, preset="forty-points", computers=3, changes=LAPS)
    table = await running.registry.get_table(1)
    assert (table.facts.rules.laps, table.facts.rules.next_declarer) == (2, NextDeclarer.NEXT_SEAT)
    book = await ann.slash("rules", chapter="rules-levels")
    for sentence in (
        "A side has to pass the last level 2 times.",
        "Declarers who lose 3 times at the last level go back to the first.",
        "Levels with the hook: K and A.",
        "A side that is hooked goes back to 7.",
        "The player next in turn declares, whatever the result.",
    ):
        assert sentence in book.text

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


async def test_refused_levels_say_what_fits(running, people):
    ann = people[0]
    for changes, words in (
        ("hook=capture hook_to=seven hook_ranks=5", "its levels must be above 7"),
        ("ace_failures=2 win=reach_ace", "nobody can fail there"),
        ("ace_failures=2 start_level=A", "more than one level"),
        ("laps=0", "1"),
    ):
        answer = await ann.slash("tractor new", preset="club", computers=3, changes=changes)
        assert words in answer.text, (changes, answer.text)
