"""A panel appears before the search for a good play has ended, and gets its green button after the search."""

import asyncio
import random

import pytest
from play_by_panel import SHORT_DEAL, act, patiently, sit_down, until

from bot.play.computers.search_or_rules import ADVISER_LEVEL, ComputerPlayerWorker
from engine.model.view import Ask
from engine.players.levels import needs_search

GREEN = 3


def count_green(screen):
    """Return how many buttons of a panel are green."""
    return sum(part.get("style") == GREEN for part in screen.parts)


@pytest.mark.long
async def test_panel_does_not_wait_for_a_search(running, people, monkeypatch):
    ann, rng, found = people[0], random.Random(5), ComputerPlayerWorker._find_advice
    may_end = asyncio.Event()
    may_end.set()

    async def find_slowly(worker, view):
        if needs_search(ADVISER_LEVEL, view):
            await may_end.wait()
        return await found(worker, view)

    monkeypatch.setattr(ComputerPlayerWorker, "_find_advice", find_slowly)
    await sit_down(ann, **SHORT_DEAL)
    (table,) = running.registry.list_live()
    seat = table.seat_of(ann.id)
    for _ in patiently():
        if needs_search(ADVISER_LEVEL, table.snapshot().question_view(seat)):
            break
        panel = await ann.panel()
        if panel is None or not panel.verbs:
            await ann.pause()
        else:
            await act(ann, panel, rng)
    assert table.view(seat).ask in {Ask.LEAD, Ask.FOLLOW}
    await running.outbox.idle()
    running.client._services.computer_players._advice.clear()
    may_end.clear()
    shown = await asyncio.wait_for(ann.slash("hand"), 120)
    assert count_green(shown) == 0
    may_end.set()
    await until(ann, ann.panel, lambda panel: count_green(panel) == 1)
