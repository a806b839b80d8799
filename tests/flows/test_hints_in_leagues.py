"""Hints and suggested plays are off at the tables of a league, unless the league allows them."""

import random

import pytest
from league_steps import create_league, edit_league
from play_by_panel import act, patiently, sit_down, until
from test_hand_panel import asks_now

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import Ask

PLAYS = {Ask.LEAD, Ask.FOLLOW}


async def sit_at_league(running, ann, **settings):
    await create_league(ann, **settings)
    await sit_down(ann, league="Spring", computers=3)
    table = await running.registry.get_table(TableId(1))
    return table, table.seat_of(ann.id)


async def play_until_asked_for_play(ann, table, seat):
    rng = random.Random(2)
    for _ in patiently():
        panel = await ann.panel()
        asked = table.view(seat).ask
        if asked in PLAYS and panel is not None and asks_now(panel, ControlVerb.SHOW_HINT, table, seat):
            return panel
        if panel is None or asked is Ask.NOTHING or not panel.verbs:
            await ann.pause()
        else:
            await act(ann, panel, rng)
    raise AssertionError("never asked for a play")


def count_advice(running):
    """Return a list to which each request for advice adds what its player can see."""
    asked = []
    advise = running.client._services.computer_players.advise

    async def count(view):
        asked.append(view)
        return await advise(view)

    running.client._services.computer_players.advise = running.client._services.computer_players.advise_at_once = count
    return asked


@pytest.mark.long
async def test_league_that_forbids_hints_has_none(running, people):
    """Even the Hint button of an old panel only says that the league does not allow hints."""
    ann = people[0]
    table, seat = await sit_at_league(running, ann, hints=True)
    panel = await play_until_asked_for_play(ann, table, seat)
    changed = await edit_league(ann, "Spring", hints=False)
    assert "Hints and suggested plays are off" in changed.text
    asked, hand = count_advice(running), table.view(seat).hand
    told = await ann.click(panel, panel.ids(ControlVerb.SHOW_HINT)[0])
    assert "This league doesn't allow hints." in told.text
    assert "Hint:" not in told.text
    assert not told.ids(ControlVerb.SHOW_HINT)
    assert not asked
    assert table.view(seat).hand == hand
    await edit_league(ann, "Spring", hints=True)
    panel = await ann.slash("hand")
    hinted = await ann.click(panel, panel.ids(ControlVerb.SHOW_HINT)[0])
    assert "Hint:" in hinted.text
    assert asked


@pytest.mark.long
async def test_league_without_hints_suggests_nothing(running, people):
    ann = people[0]
    await sit_at_league(running, ann, hints=False)
    asked = count_advice(running)
    panel = await until(ann, ann.panel, lambda s: s.is_panel)
    assert not panel.ids(ControlVerb.SHOW_HINT)
    assert not panel.ids(ControlVerb.SUGGEST_BURY)
    assert not asked
