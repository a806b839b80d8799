"""People play a whole deal by pressing buttons, through real discord.py over HTTP and websocket."""

import random

import pytest
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down, until

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import PhaseName


async def the_table(running):
    return await running.registry.get_table(TableId(1))


async def test_one_person_and_three_computers_finish_a_deal(drawing, people):
    running, ann = drawing, people[0]
    first = await sit_down(ann, **SHORT_DEAL)
    assert first.private
    taps = await play_deal([ann])
    table = await the_table(running)
    view = table.spectator_view()
    assert view.phase is PhaseName.FINISHED
    assert view.result is not None
    assert sum(len(t.plays[0].cards) for t in view.tricks) == 5
    assert taps >= len(view.tricks) - 1, "only the last cards go by themselves"
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert board.alts
    again = await ann.click(board, board.ids(ControlVerb.NEXT_DEAL)[0])
    assert again.private
    await act(ann, await until(ann, ann.panel, lambda s: s.verbs - {ControlVerb.NEXT_DEAL}), random.Random(1))
    assert (await the_table(running)).spectator_view().deal_number == 2


@pytest.mark.long
async def test_four_people_finish_a_deal(running, people):
    ann, bob, cat, dan = people
    await sit_down(ann, (bob, cat, dan))
    for person in people:
        panel = await until(person, person.panel, lambda s: bool(s.alts))
        assert panel.private
    await play_deal(people)
    table = await the_table(running)
    assert table.spectator_view().result is not None
    for person in people:
        screens = await person.screens()
        assert len([s for s in screens if s.is_panel]) == 1, "one panel each, never two"
