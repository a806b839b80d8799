"""What a panel offers beside plain plays: confirmation, hints, undo, lists that play at once, the table's name."""

import random
from collections import Counter

import pytest
from fixed_deals import deal_hands, declare, fill_hands
from play_by_panel import act, sit_down, until

from bot.ui.core.message import button_rows
from bot.ui.core.table_ids import ControlVerb, parse_table_control_id
from engine.model.cards import Card
from engine.model.presets import preset
from engine.model.view import Ask, PhaseName


def table_of(running):
    return next(iter(running.registry.list_live()))


async def play_until_asked(player, table, ask, rng=None, steps=400):
    """Play until the player is asked for this; return the panel that asks."""
    seat, rng = table.seat_of(player.id), rng or random.Random(5)
    for _ in range(steps):
        panel = await player.panel()
        if table.view(seat).ask is ask and panel is not None and panel.has(WAYS[ask]):
            return panel
        if table.spectator_view().phase is PhaseName.FINISHED:
            await player.click(
                panel,
                (await until(player, player.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))).ids(ControlVerb.NEXT_DEAL)[
                    0
                ],
            )
        elif panel is None or not panel.verbs - {ControlVerb.NEXT_DEAL} or table.view(seat).ask is Ask.NOTHING:
            await player.pause()
        else:
            await act(player, panel, rng)
    raise AssertionError(f"never asked: {ask}")


WAYS = {Ask.LEAD: ControlVerb.PICK, Ask.FOLLOW: ControlVerb.SHOW_HINT}


@pytest.fixture
async def ann(running, people):
    await sit_down(people[0], computers=3)
    return people[0]


async def test_lead_from_list_takes_two_presses(running, ann):
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    seat, before = table.seat_of(ann.id), table.view(table.seat_of(ann.id)).hand
    custom_id = panel.ids(ControlVerb.PICK)[-1]
    value = panel.selects[custom_id]["options"][0]["value"]
    await ann.select(panel, custom_id, [value])
    assert len(before) - len(table.view(seat).hand) == 1
    assert value.partition("#")[0] in {str(c) for c in before}


@pytest.mark.long
async def test_confirmation_setting_asks_before_play(running, ann):
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    await ann.click(await ann.slash("settings"), "set:confirm:1")
    hand = table.view(seat).hand
    play = panel.ids(ControlVerb.PLAY)[0]
    held = await ann.click(panel, play)
    assert table.view(seat).hand == hand
    (sure,) = held.ids(ControlVerb.CONFIRM_PLAY)
    assert Counter(parse_table_control_id(sure).cards) == Counter(parse_table_control_id(play).cards)
    cleared = await ann.click(held, held.ids(ControlVerb.CLEAR)[0])
    assert not cleared.ids(ControlVerb.CONFIRM_PLAY)
    again = await ann.click(cleared, play)
    await ann.click(again, again.ids(ControlVerb.CONFIRM_PLAY)[0])
    assert len(table.view(seat).hand) == len(hand) - len(parse_table_control_id(play).cards)


async def test_hint_is_shown_and_plays_nothing(running, ann):
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    hand = table.view(seat).hand
    hinted = await ann.click(panel, panel.ids(ControlVerb.SHOW_HINT)[0])
    assert hinted.text.startswith("Hint: ")
    assert hinted.id == panel.id
    assert table.view(seat).hand == hand


async def test_pick_is_undone_while_burying(running, people):
    ann = people[0]
    with deal_hands(*fill_hands(preset("club"), "BJ BJ")):
        await sit_down(ann, computers=3)
    table = table_of(running)
    panel = await declare(ann, "BJ BJ")
    suggested = await ann.click(panel, panel.ids(ControlVerb.SUGGEST_BURY)[0])
    (bury,) = suggested.ids(ControlVerb.BURY)
    back = await ann.click(suggested, suggested.ids(ControlVerb.UNPICK_LAST)[0])
    assert not back.ids(ControlVerb.BURY)
    size = table.view(table.seat_of(ann.id)).kitty_size
    assert any(f"{size - 1} of {size}" in p.get("label", "") for p in back.parts)
    again = await ann.click(back, back.ids(ControlVerb.SUGGEST_BURY)[0])
    await ann.click(again, again.ids(ControlVerb.BURY)[0])
    assert parse_table_control_id(bury).verb is ControlVerb.BURY
    assert table.view(table.seat_of(ann.id)).ask is not Ask.BURY


async def test_refusal_links_to_its_rule(running, ann, monkeypatch):
    """Pressing a card she does not hold: the panel says why not and links the rule."""
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    view = table.view(table.seat_of(ann.id))
    other = next(card for card in map(Card, range(54)) if card not in view.hand)
    size = len(view.trick.plays[0].cards)
    monkeypatch.setattr(
        "bot.ui.hand.view.question_controls",
        lambda asked: button_rows((asked.cards_button(ControlVerb.PLAY, (other,) * size, "?"),)),
    )
    bent = await ann.click(panel, panel.ids(ControlVerb.REFRESH)[0])
    refused = await ann.click(bent, bent.ids(ControlVerb.PLAY)[0])
    assert "Not in your hand" in refused.text
    why = next(i for i in refused.buttons if i.startswith("rules:t1:why"))
    chapter = await ann.click(refused, why)
    assert chapter.id != refused.id
    assert "table 1" in chapter.text
    again = await ann.click(refused, refused.ids(ControlVerb.REFRESH)[0])
    assert why not in again.buttons


async def test_settings_change_the_panel_at_once(running, ann):
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs) and bool(s.alts))
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    changed = await until(ann, ann.panel, lambda s: not s.alts)
    assert changed.id == panel.id
    shown = await ann.slash("settings")
    await ann.select(shown, "set:language", ["zh-CN"])
    await until(ann, ann.panel, lambda s: "更新画面" in "".join(s.buttons.values()))


async def test_panel_links_its_table_for_player_at_two(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, computers=3)
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs))
    assert not panel.links
    other = type(ann)(loopback.person("ann"), channel="general")
    await other.slash("tractor new", computers=1)
    shown = await ann.click(await ann.panel(), (await ann.panel()).ids(ControlVerb.REFRESH)[0])
    assert len(shown.links) == 1
    assert "Go to table 1" in str(shown.parts)
    assert bob.id != ann.id
