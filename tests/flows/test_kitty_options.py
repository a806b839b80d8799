"""People read house rules about the kitty and play by them."""

import pytest
from fixed_deals import SETTLED, deal_hands, declare
from play_by_panel import play_deal, press, sit_down, until
from test_changed_rules import change_rule, ids, open_rules, table_of

from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.cards import parse_cards
from engine.model.options import KittyMultiplier

SHORT = "low_cut=K start_level=K"
"""Options with three cards in each hand and eight in the kitty; eight of the twenty cards are kings."""


async def play_to_result(running, ann, changes):
    """Play a deal with three computers; return its result and the description of its picture."""
    await sit_down(ann, preset="standard", computers=3, changes=f"{SHORT} {changes}")
    await play_deal([ann])
    board = await until(ann, ann.board, lambda s: "Kitty:" in " ".join(s.alts))
    return table_of(running).spectator_view().result, board.alts[0]


@pytest.mark.long
async def test_kitty_may_count_for_nobody(running, people):
    result, told = await play_to_result(running, people[0], "kitty_multiplier=none no_declaration_first=kitty_first")
    assert result.kitty_points > 0
    assert result.opponents_points == result.trick_points
    assert "By these rules it doesn't count." in told


async def test_everyone_sees_the_kitty_before_it_is_taken(running, people):
    ann = people[0]
    with deal_hands(*SETTLED.hands):
        changes = f"{SETTLED.changes} show_kitty=yes"
        await sit_down(ann, preset=SETTLED.preset, computers=3, changes=changes)
        await declare(ann, "SJ SJ")
        board = await until(ann, ann.board, lambda s: "Everyone sees the kitty" in s.text)
        assert "Kitty cards turned up: " in board.alts[0]
        assert table_of(running).spectator_view().kitty_turned == parse_cards(SETTLED.kitty)


@pytest.mark.long
async def test_custom_kitty_table_is_chosen_from_lists(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="standard", computers=3)
    screen = await change_rule(ann, await open_rules(ann), "kitty", "kitty_multiplier", "custom")
    rules = table_of(running).facts.rules
    assert rules.kitty_multiplier is KittyMultiplier.CUSTOM
    assert [step.times for step in rules.kitty_table] == [2, 4, 8]
    screen = await ann.click(screen, ids(screen, "home")[0])
    screen = await change_rule(ann, screen, "kitty", "kitty_table", "1:1,2:2,4:4")
    assert [step.times for step in table_of(running).facts.rules.kitty_table] == [1, 2, 4]
    book = await ann.slash("rules", chapter="points")
    assert "1+ ×1, 2+ ×2, and 4+ ×4" in book.text
    screen = await ann.click(screen, ids(screen, "home")[0])
    await change_rule(ann, screen, "kitty", "kitty_table", "none")
    assert table_of(running).facts.rules.kitty_multiplier is not KittyMultiplier.CUSTOM


@pytest.mark.long
async def test_too_many_points_cannot_be_buried(running, people):
    ann = people[0]
    with deal_hands(*SETTLED.hands):
        changes = f"{SETTLED.changes} max_buried_points=10"
        await sit_down(ann, preset=SETTLED.preset, computers=3, changes=changes)
        panel = await declare(ann, "SJ SJ")
        assert "with at most 10 points among them" in panel.text
        typed = await ann.slash("play", cards="HK HK CQ CQ")
        assert "at most 10 points; these cards have 20 points" in typed.text
        assert "Why?" in typed.buttons.values()
        panel = await ann.panel()
        await ann.click(panel, panel.ids(ControlVerb.SUGGEST_BURY)[0])
        suggested = await until(ann, ann.panel, lambda s: s.has(ControlVerb.BURY))
        await press(ann, suggested, suggested.ids(ControlVerb.BURY)[0])
        await until(ann, ann.panel, lambda s: s.has(ControlVerb.PICK) and not s.has(ControlVerb.SUGGEST_BURY))


async def test_halving_an_odd_multiplier_is_refused(running, people):
    refused = await people[0].slash("tractor new", changes="kitty_multiplier=flat_1 kitty_without_trump=half")
    assert "can't be halved" in refused.text
    assert not list(running.registry.list_live())
