"""Even if no rule allows it, a player alone with computers can take a play back until the next lead."""

import random

import pytest
from play_by_panel import SHORT_DEAL, act, sit_down, until
from test_hand_panel import play_until_asked, table_of

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import Ask
from tests.table_control_ids import parse_table_control_id


async def test_lone_player_takes_back_play(running, people, tmp_path):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    table = table_of(running)
    assert not table.facts.rules.play_takeback
    seat = table.seat_of(ann.id)
    for _ in range(20):
        panel = await play_until_asked(ann, table, Ask.FOLLOW)
        assert not panel.has(ControlVerb.TAKE_BACK), "nothing of this trick is theirs"
        hand, tricks = sorted(table.view(seat).hand), len(table.view(seat).tricks)
        plays = panel.ids(ControlVerb.PLAY)
        if not plays:
            await act(ann, panel, random.Random(2))
            continue
        shown = await ann.click(panel, plays[0])
        if not shown.has(ControlVerb.TAKE_BACK):  # the next trick has begun
            continue
        back = await ann.click(shown, shown.ids(ControlVerb.TAKE_BACK)[0])
        if table.view(seat).ask is not Ask.FOLLOW or len(table.view(seat).tricks) != tricks:
            continue  # a computer was quicker
        assert sorted(table.view(seat).hand) == hand
        assert back.has(ControlVerb.PLAY)
        assert not back.has(ControlVerb.TAKE_BACK)
        new = parse_table_control_id(back.ids(ControlVerb.PLAY)[0])
        assert new.task != parse_table_control_id(plays[0]).task, "old buttons stay old"
        break
    else:
        raise AssertionError("never quick enough")
    before = table.view(seat)
    loaded = await running.registry.get_table(TableId(1))
    assert loaded.view(seat) == before


@pytest.mark.long
async def test_two_people_cannot_take_back(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2, friendly=True)
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW, others=[bob])
    shown = await act(ann, panel, random.Random(2))
    assert shown
    seen = await until(ann, ann.panel, lambda s: s is not None)
    assert not seen.has(ControlVerb.TAKE_BACK)
    assert not table.view(table.seat_of(ann.id)).can_take_back
