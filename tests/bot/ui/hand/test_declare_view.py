"""The declaring panel shows the recommended button in green, and many declarations in a list."""

import random
from dataclasses import replace

import pytest

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.discord_limits import count_phone_rows
from bot.ui.core.messages.message import Button, ButtonStyle, Select
from bot.ui.hand.declare_bury_view import MAX_DECLARATION_ROWS
from engine.deal.legal_actions import legal_declarations
from engine.model.actions import Declare, Pass
from engine.model.presets import preset
from engine.model.view import Ask
from tests.bot.ui.panel_positions import asked, body, positions
from tests.message_limits import list_controls
from tests.preset_cover import FEW_PRESETS
from tests.table_control_ids import parse_table_control_id


def declaring(name, seeds=6):
    """Yield the questions of deals in which a seat may declare."""
    for seed in range(seeds):
        for view in positions(preset(name), random.Random(f"declare {name} {seed}")):
            if view.ask is Ask.DECLARE and legal_declarations(view):
                yield asked(view)


def green_buttons(panel):
    return [c for c in list_controls(panel) if isinstance(c, Button) and c.tone is ButtonStyle.SUCCESS]


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_recommended_declaration_is_green(name):
    questions = list(declaring(name))
    assert questions
    for question in questions:
        for cards in legal_declarations(question.view):
            (green,) = green_buttons(body(replace(question, recommended=Declare(cards))))
            known = parse_table_control_id(green.id)
            assert (known.verb, sorted(known.cards)) == (ControlVerb.DECLARE, sorted(cards))


def test_pass_is_green_if_it_is_recommended():
    met = 0
    for question in declaring("standard"):
        panel = body(replace(question, recommended=Pass()))
        passes = [c for c in list_controls(panel) if parse_table_control_id(c.id).verb is ControlVerb.PASS]
        assert green_buttons(panel) == passes
        met += bool(passes)
    assert met


def test_picked_declaration_is_blue():
    """Green marks the recommendation, and blue the user's own choice."""
    for question in declaring("standard"):
        *_, picked = legal_declarations(question.view)
        draft = replace(question.draft, picked=tuple(map(str, picked)))
        panel = body(replace(question, draft=draft, recommended=Pass()))
        blue = [c for c in list_controls(panel) if isinstance(c, Button) and c.tone is ButtonStyle.PRIMARY]
        assert sorted(picked) in [sorted(parse_table_control_id(c.id).cards) for c in blue]
        assert not green_buttons(panel)


@pytest.mark.parametrize("name", ["standard", "hidden-ten", "finding-friends"])
def test_declaring_buttons_fit_a_phone(name):
    for question in declaring(name):
        panel = body(question)
        buttons = [c for c in list_controls(panel) if isinstance(c, Button)]
        assert count_phone_rows([b.label for b in buttons]) <= MAX_DECLARATION_ROWS
        lists = [c for c in list_controls(panel) if isinstance(c, Select)]
        offered = {
            parse_table_control_id(b.id).cards
            for b in buttons
            if parse_table_control_id(b.id).verb is ControlVerb.DECLARE
        }
        assert lists or offered == set(legal_declarations(question.view))
