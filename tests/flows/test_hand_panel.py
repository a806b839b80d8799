"""What a panel offers beside plain plays: asking first, hints, undo, lists that play at once, a table's name."""

import random
from collections import Counter

import pytest
from dealing import dealt, declares, hands_with
from playing import act, sit_down, until

from bot.ui.body import in_rows
from bot.ui.ids import Verb, parse
from engine.cards import Card
from engine.presets import preset
from engine.view import Ask, PhaseName


def table_of(running):
    return next(iter(running.registry.live()))


async def asked_for(player, table, ask, rng=None, steps=400):
    """Act until this is asked of the player; return the panel that asks."""
    seat, rng = table.seat_of(player.id), rng or random.Random(5)
    for _ in range(steps):
        panel = await player.panel()
        if table.view(seat).ask is ask and panel is not None and panel.has(WAYS[ask]):
            return panel
        if table.watch().phase is PhaseName.FINISHED:
            await player.click(panel, (await until(player, player.panel, lambda s: s.has(Verb.NEXT))).ids(Verb.NEXT)[0])
        elif panel is None or not panel.verbs - {Verb.NEXT} or table.view(seat).ask is Ask.NOTHING:
            await player.pause()
        else:
            await act(player, panel, rng)
    raise AssertionError(f"never asked: {ask}")


WAYS = {Ask.LEAD: Verb.PICK, Ask.FOLLOW: Verb.ADVICE}


@pytest.fixture
async def ann(running, people):
    await sit_down(people[0], computers=3)
    return people[0]


async def test_a_lead_from_a_list_is_two_taps(running, ann):
    table = table_of(running)
    panel = await asked_for(ann, table, Ask.LEAD)
    seat, before = table.seat_of(ann.id), table.view(table.seat_of(ann.id)).hand
    custom_id = panel.ids(Verb.PICK)[-1]
    value = panel.selects[custom_id]["options"][0]["value"]
    await ann.select(panel, custom_id, [value])
    assert len(before) - len(table.view(seat).hand) == 1
    assert value.partition("#")[0] in {str(c) for c in before}


@pytest.mark.long
async def test_who_wants_to_be_asked_presses_twice(running, ann):
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await asked_for(ann, table, Ask.LEAD)
    await ann.click(await ann.slash("settings"), "set:confirm:1")
    hand = table.view(seat).hand
    play = panel.ids(Verb.PLAY)[0]
    held = await ann.click(panel, play)
    assert table.view(seat).hand == hand
    (sure,) = held.ids(Verb.SURE)
    assert Counter(parse(sure).cards) == Counter(parse(play).cards)
    cleared = await ann.click(held, held.ids(Verb.CLEAR)[0])
    assert not cleared.ids(Verb.SURE)
    again = await ann.click(cleared, play)
    await ann.click(again, again.ids(Verb.SURE)[0])
    assert len(table.view(seat).hand) == len(hand) - len(parse(play).cards)


async def test_a_hint_stands_above_the_panel_and_plays_nothing(running, ann):
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await asked_for(ann, table, Ask.FOLLOW)
    hand = table.view(seat).hand
    hinted = await ann.click(panel, panel.ids(Verb.ADVICE)[0])
    assert hinted.text.startswith("Hint: ")
    assert hinted.id == panel.id
    assert table.view(seat).hand == hand


async def test_a_pick_is_undone_while_burying(running, people):
    ann = people[0]
    with dealt(*hands_with(preset("club"), "BJ BJ")):
        await sit_down(ann, computers=3)
    table = table_of(running)
    panel = await declares(ann, "BJ BJ")
    suggested = await ann.click(panel, panel.ids(Verb.SUGGEST)[0])
    (bury,) = suggested.ids(Verb.BURY)
    back = await ann.click(suggested, suggested.ids(Verb.BACK)[0])
    assert not back.ids(Verb.BURY)
    size = table.view(table.seat_of(ann.id)).kitty_size
    assert any(f"{size - 1} of {size}" in p.get("label", "") for p in back.parts)
    again = await ann.click(back, back.ids(Verb.SUGGEST)[0])
    await ann.click(again, again.ids(Verb.BURY)[0])
    assert parse(bury).verb is Verb.BURY
    assert table.view(table.seat_of(ann.id)).ask is not Ask.BURY


async def test_a_refusal_on_the_panel_leads_to_its_rule(running, ann, monkeypatch):
    """A button for a card that she does not hold: the panel says why not, and where that is written."""
    table = table_of(running)
    panel = await asked_for(ann, table, Ask.FOLLOW)
    view = table.view(table.seat_of(ann.id))
    other = next(card for card in map(Card, range(54)) if card not in view.hand)
    size = len(view.trick.plays[0].cards)
    monkeypatch.setattr(
        "bot.ui.panels.hand.controls_of", lambda asked: in_rows((asked.cards_button(Verb.PLAY, (other,) * size, "?"),))
    )
    bent = await ann.click(panel, panel.ids(Verb.REFRESH)[0])
    refused = await ann.click(bent, bent.ids(Verb.PLAY)[0])
    assert "You do not hold" in refused.text
    why = next(i for i in refused.buttons if i.startswith("rules:t1:why"))
    chapter = await ann.click(refused, why)
    assert chapter.id != refused.id
    assert "table 1" in chapter.text
    again = await ann.click(refused, refused.ids(Verb.REFRESH)[0])
    assert why not in again.buttons


async def test_what_one_chooses_is_seen_on_the_panel_at_once(running, ann):
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs) and bool(s.alts))
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    changed = await until(ann, ann.panel, lambda s: not s.alts)
    assert changed.id == panel.id
    shown = await ann.slash("settings")
    await ann.select(shown, "set:language", ["zh-CN"])
    await until(ann, ann.panel, lambda s: "刷新" in "".join(s.buttons.values()))


async def test_a_panel_names_its_table_for_who_sits_at_two(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, computers=3)
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs))
    assert "Table 1 in" not in panel.text
    other = type(ann)(loopback.person("ann"), channel="general")
    await other.slash("tractor new", computers=1)
    shown = await ann.click(await ann.panel(), (await ann.panel()).ids(Verb.REFRESH)[0])
    assert "Table 1 in <#" in shown.text
    assert bob.id != ann.id
