"""The hand after a play is painted while the play is being saved, and sent only when it is."""

import asyncio
import random

from play_by_panel import act, patiently, sit_down, until

from bot.render.values.game_pictures import HandPicture
from bot.store.tables.transaction import DeferredTransaction
from bot.ui.core.interactions.table_controls import ControlVerb


async def reach_play(ann):
    """Let Ann act until she is asked for a play with a button; return her panel."""
    rng = random.Random(5)
    for _ in patiently():
        panel = await ann.panel()
        if panel is not None and panel.has(ControlVerb.PLAY):
            return panel
        if panel is None or not panel.verbs:
            await ann.pause()
        else:
            await act(ann, panel, rng)
    raise AssertionError("nothing was asked")


async def test_hand_is_painted_before_its_play_is_saved(running, people, monkeypatch):
    ann, painted, shown_before = people[0], asyncio.Event(), []
    await sit_down(ann, computers=3)
    panel = await reach_play(ann)
    (table,) = running.registry.list_live()
    seat, renderer, commit = table.seat_of(ann.id), running.client._services.renderer, DeferredTransaction.commit
    held, render = len(table.view(seat).hand), renderer.render

    async def note_picture(picture):
        if isinstance(picture, HandPicture) and picture.view.seat == seat and len(picture.view.hand) < held:
            painted.set()
        return await render(picture)

    async def wait_for_picture(transaction):
        if len(table.view(seat).hand) == held:
            await asyncio.wait_for(painted.wait(), 120)
            shown_before.append((await ann.panel()).text)
        await commit(transaction)

    monkeypatch.setattr(renderer, "render", note_picture)
    monkeypatch.setattr(DeferredTransaction, "commit", wait_for_picture)
    await ann.click(panel, panel.ids(ControlVerb.PLAY)[0])
    await until(ann, ann.panel, lambda seen: seen.text != panel.text)
    assert shown_before[0] == panel.text
    assert len(table.view(seat).hand) < held
