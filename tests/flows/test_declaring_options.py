"""People read and play house rules about declaring, permanent trumps, and taking over another player's kitty."""

import pytest
from fixed_deals import SETTLED, deal_hands, declare
from play_by_panel import bury, play_deal, press, sit_down, until

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.cards import parse_card
from engine.model.view import PhaseName

SHORT = "low_cut=J start_level=J kitty_size=4"
ONLY_SINGLES = (
    "SJ LJ LJ SA SA HA HA CA",
    "SJ HJ CJ DJ BJ CA DA DA",
    "HJ CJ DJ BJ SK SK HK HK",
    "CK CK DK DK SQ SQ HQ HQ",
    "CQ CQ DQ DQ",
)
"""Four hands and a kitty. No hand has a pair of jacks or a pair of big jokers."""
PAIR_ABOVE_SINGLE = (
    "HJ HJ SJ SA SA HA HA CA",
    "LJ LJ BJ BJ CQ CQ DQ DQ",
    "CK CK DK DK SQ SQ HQ HQ",
    "SJ CA DA DA SK SK HK HK",
    "CJ CJ DJ DJ",
)
"""Four hands and a kitty. The first seat can overrule the last seat, and nobody else has a jack."""


async def get_table(running):
    return await running.registry.get_table(TableId(1))


@pytest.mark.long
async def test_undeclared_deal_has_no_trump_suit_by_option(running, people):
    ann = people[0]
    options = "declare_min_count=2 little_jokers_declare=no no_declaration_first=no_trump"
    with deal_hands(*ONLY_SINGLES):
        await sit_down(ann, preset="standard", computers=3, changes=f"{SHORT} {options}")
        panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.SUGGEST_BURY))
    table = await get_table(running)
    view = table.spectator_view()
    assert (view.declarer, view.trump.suit, view.kitty_turned) == (0, None, ())
    await until(ann, ann.board, lambda s: "no trump suit" in s.text)
    book = await ann.slash("rules", chapter="declaring")
    assert "show 2 or more identical level cards of it." in book.text
    await bury(ann, panel, None)
    await play_deal([ann])
    assert table.spectator_view().phase is PhaseName.FINISHED


async def test_prompt_names_how_many_level_cards_are_needed(running, people):
    ann = people[0]
    with deal_hands(*SETTLED.hands):
        await sit_down(ann, preset="standard", computers=3, changes=f"{SETTLED.changes} declare_min_count=2")
        # Ann holds a pair of jacks and a pair of big jokers.
        panel = await until(ann, ann.panel, lambda s: len(s.ids(ControlVerb.DECLARE)) == 2)
        assert "at least 2 identical level cards (J)" in panel.text
        refused = await ann.slash("play", cards="SJ")
        assert "You can't declare trumps with" in refused.text
        await declare(ann, "SJ SJ")
    assert (await get_table(running)).spectator_view().declarer == 0


@pytest.mark.long
async def test_player_who_takes_the_kitty_becomes_declarer(running, people):
    ann, bob = people[:2]
    options = "kitty_theft=yes theft_moves_declarer=yes joker_declaration=off"
    with deal_hands(*PAIR_ABOVE_SINGLE):
        await sit_down(ann, [bob], preset="standard", computers=2, changes=f"{SHORT} {options}")
        await declare(bob, "SJ", [ann])
    table = await get_table(running)
    assert table.seat_of(bob.id) == table.spectator_view().declarer == 3
    await bob.slash("play", cards="CJ CJ DJ DJ")
    asked = await until(ann, ann.panel, lambda s: "take the kitty and become declarer" in s.text)
    await press(ann, asked, asked.ids(ControlVerb.DECLARE)[0])
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.SUGGEST_BURY))
    view = table.spectator_view()
    assert (view.declarer, view.deal_level.text, view.trump.suit.value) == (0, "J", "H")
    assert view.sides == (True, False, True, False)
    board = await until(ann, ann.board, lambda s: "declarer Ann" in s.text)
    assert "Ann is declarer. Trumps are hearts." in board.text
    await bury(ann, panel, None)
    await play_deal([ann, bob])
    result = table.spectator_view().result
    assert (result.declarer, result.declarers) == (0, (0, 2))


@pytest.mark.long
async def test_red_fives_are_the_highest_trumps(running, people):
    ann = people[0]
    changes = "low_cut=5 start_level=9 permanent_trumps=red_fives joker_declaration=off"
    await sit_down(ann, preset="standard", computers=3, changes=changes)
    table = await get_table(running)
    highest = []

    async def look(_player, panel):
        view = table.view(0)
        if view.trump is not None and view.ask.value in {"lead", "follow"}:
            highest.append([card for card in view.trump.sort_for_display(view.hand) if card in set(FIVES)])
            assert all(view.trump.is_trump(five) for five in FIVES)
            assert list(view.trump.sort_for_display(view.hand))[: len(highest[-1])] == highest[-1]

    await play_deal([ann], on_panel=look)
    assert highest


FIVES = (parse_card("H5"), parse_card("D5"))


@pytest.mark.long
async def test_every_deal_is_bid_for(running, people):
    ann = people[0]
    changes = "next_declarer=bid low_cut=10 start_level=10 kitty_size=4 no_declaration_first=kitty_first"
    await sit_down(ann, preset="looking-for-friends", players=5, computers=4, changes=changes)
    table = await get_table(running)
    book = await ann.slash("rules", chapter="match")
    assert "You bid for every deal with cards of your own level" in book.text
    await play_deal([ann])
    result = table.spectator_view().result
    assert result.next_declarer is None
    panel = await ann.panel()
    assert "The next deal is bid for: show cards of your own level." in panel.text
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    await until(ann, ann.panel, lambda _: table.spectator_view().deal_number == 2)
    await play_deal([ann])
    second = table.spectator_view().result
    assert second.levels_before == result.levels_after


async def test_options_that_need_others_are_refused(running, people):
    ann = people[0]
    refused = await ann.slash("tractor new", changes="theft_moves_declarer=yes kitty_theft=no")
    assert "take the kitty after the bury" in refused.text
    refused = await ann.slash("tractor new", changes="next_declarer=bid")
    assert "called friends" in refused.text
    assert not list(running.registry.list_live())
