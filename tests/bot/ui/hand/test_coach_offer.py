"""The button that turns the coach on stands after the hint button. It never adds a row on a phone."""

from dataclasses import replace

import pytest

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.messages.discord_limits import MAX_BUTTONS_PER_ROW, count_phone_rows
from bot.ui.core.messages.message import Buttons
from bot.ui.hand.footer_view import add_coach, footer_blocks, join_footer
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import question_controls
from engine.model.view import Ask
from tests.bot.ui.panel_positions import CATALOGUE, preset_positions
from tests.table_control_ids import parse_table_control_id


def list_rows(view, tag):
    """Return two versions of a panel's button rows: without the coach button, then with it."""
    question = SeatQuestion(TableId(1), view.seat, view, PickedCards(0), CATALOGUE.texts_for(tag))
    footer = footer_blocks(question, (), (), offers_confirmation=False)
    blocks = join_footer(question_controls(question), footer)
    shown = add_coach(replace(question, offers_coach=True), blocks)
    return [[one for one in some if isinstance(one, Buttons)] for some in (blocks, shown)]


@pytest.mark.parametrize("tag", ["en", "zh-CN"])
def test_coach_button_adds_no_row_on_a_phone(tag):
    offered = 0
    views = [view for view in preset_positions("standard") if view.ask in {Ask.LEAD, Ask.FOLLOW}]
    for view in views:
        before, after = list_rows(view, tag)
        counts = [[count_phone_rows(one.label for one in row.buttons) for row in rows] for rows in (before, after)]
        assert counts[0] == counts[1]
        assert all(len(row.buttons) <= MAX_BUTTONS_PER_ROW for row in after)
        verbs = [parse_table_control_id(one.custom_id).verb for row in after for one in row.buttons]
        if ControlVerb.COACH in verbs:
            offered += 1
            assert verbs.index(ControlVerb.COACH) == verbs.index(ControlVerb.SHOW_HINT) + 1
    assert offered > len(views) / 5
