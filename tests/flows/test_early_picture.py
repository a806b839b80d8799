"""The hand after a play is rendered while the play is being saved, but shown only when the play is saved."""

import random

from play_by_panel import act, sit_down, until
from structlog.testing import capture_logs

from bot.store.tables.save_table import DeferredTransaction
from bot.ui.core.interactions.table_controls import ControlVerb


async def reach_play(ann):
    """Let Ann act until she is asked for a play with a button; return her panel."""
    rng = random.Random(5)
    for _ in range(400):
        panel = await ann.panel()
        if panel is not None and panel.has(ControlVerb.PLAY):
            return panel
        if panel is None or not panel.verbs:
            await ann.pause()
        else:
            await act(ann, panel, rng)
    raise AssertionError("nothing was asked")


async def press_play(running, ann):
    """Sit down and press the first play offered. Return the table, Ann's seat, and the panel that offered this play."""
    await sit_down(ann, computers=3)
    panel = await reach_play(ann)
    (table,) = running.registry.list_live()
    await ann.click(panel, panel.ids(ControlVerb.PLAY)[0])
    await until(ann, ann.panel, lambda seen: seen.text != panel.text)
    return table, table.seat_of(ann.id), panel


async def test_hand_is_rendered_while_its_play_is_saved(running, people, monkeypatch):
    ann, steps = people[0], []
    renderer, commit = running.client._services.renderer, DeferredTransaction.commit
    begin, render = renderer.begin, renderer.render

    def note_begin(picture):
        steps.append(("begun", picture))
        begin(picture)

    async def note_render(picture):
        steps.append(("asked for", picture))
        return await render(picture)

    async def note_commit(transaction):
        steps.append(("saved", None))
        await commit(transaction)

    monkeypatch.setattr(renderer, "begin", note_begin)
    monkeypatch.setattr(renderer, "render", note_render)
    monkeypatch.setattr(DeferredTransaction, "commit", note_commit)
    _, seat, _ = await press_play(running, ann)
    begun = max(index for index, (step, _) in enumerate(steps) if step == "begun")
    picture = steps[begun][1]
    assert picture.view.seat == seat
    saved = next(index for index in range(begun, len(steps)) if steps[index][0] == "saved")
    assert ("asked for", picture) not in steps[:saved]
    assert ("asked for", picture) in steps[saved:], "the panel shows what was rendered early"


async def test_play_does_not_need_an_early_picture(running, people, monkeypatch):
    def fail(_):
        raise RuntimeError("no picture")

    monkeypatch.setattr(running.client._services.renderer, "begin", fail)
    with capture_logs() as logs:
        table, seat, panel = await press_play(running, people[0])
    assert len(table.view(seat).hand) < 25
    assert [line["event"] for line in logs if line["log_level"] == "error"].count("a hand picture could not be begun")
    assert (await people[0].panel()).text != panel.text
