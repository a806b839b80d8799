"""The pass button names what a player declines, and the log, the prompt and the picture agree with it."""

import random
from dataclasses import replace

import pytest

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.pictures.picture_blocks import picture_labels
from bot.ui.hand.view import question_controls
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.deal.legal_actions import legal_declarations
from engine.model.actions import Deal, Declare, Draw, Pass
from engine.model.events import Declined, Passed
from engine.model.presets import preset, with_options
from engine.model.seats import TABLE
from engine.model.view import PhaseName
from tests.bot.ui.panel_positions import CATALOGUE, asked, choice
from tests.table_control_ids import parse_table_control_id

WORDS = {
    "zh-CN": {"declare": "不亮", "call": "不叫", "claim": "就打这手牌", "steal": "不炒"},
    "zh-TW": {"declare": "不亮", "call": "不叫", "claim": "就打這手牌", "steal": "不炒"},
}


def passing(rules):
    """Play a deal, and yield (view, event) for each pass: the view of the passing seat, and the pass."""
    rng, phase = random.Random(5), start(rules)
    while (view := spectator_view(phase)).phase not in {PhaseName.PLAYING, PhaseName.FINISHED}:
        if view.phase is PhaseName.READY:
            cards = list(full_pack(rules))
            rng.shuffle(cards)
            phase = apply(phase, TABLE, Deal(tuple(cards), 0)).phase
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            phase = apply(phase, TABLE, Draw(view.to_draw)).phase
        else:
            seat = rng.choice(to_act(phase))
            seen = view_for(phase, seat)
            made = seen.phase is PhaseName.DECLARING and not seen.declarations and legal_declarations(seen)
            action = choice(seen, rng) if seen.phase in _CHOSEN else Declare(made[0]) if made else Pass()
            step = apply(phase, seat, action)
            yield from ((seen, one) for one in step.events if isinstance(one, Passed))
            phase = step.phase


_CHOSEN = {PhaseName.BURYING, PhaseName.CALLING}


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (preset("standard"), {Declined.DECLARE}),
        (preset("hidden-ten"), {Declined.CALL}),
        (preset("online"), {Declined.DECLARE, Declined.CLAIM}),
        (with_options(preset("standard"), kitty_theft="yes"), {Declined.DECLARE, Declined.STEAL}),
    ],
    ids=["standard", "hidden-ten", "online", "theft"],
)
@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_pass_label_fits_the_question(rules, what, locale):
    texts, met = CATALOGUE.texts_for(locale), set()
    for view, event in passing(rules):
        met.add(event.declined)
        assert event.declined is view.declined_by_pass
        word = WORDS[locale][event.declined]
        button = word
        if event.declined is Declined.DECLARE and view.declarations:
            button = "不加" if view.declarations[-1].seat == view.seat else "不反"
        panel = question_controls(replace(asked(view), texts=texts))
        labels = [
            b.label for row in panel for b in row.buttons if parse_table_control_id(b.id).verb == ControlVerb.PASS
        ]
        assert labels == [button]
        told = texts.format_event(event, ("Ann",) * rules.players)
        assert word in told or event.declined is Declined.CLAIM
        assert "Pass" not in told
        assert "不亮" not in texts.format_prompt(view) or event.declined is Declined.DECLARE
    assert met == what


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_pass_label_depends_on_who_declared(locale):
    texts = CATALOGUE.texts_for(locale)
    views = [view for view, _ in passing(preset("standard"))]
    declared = next(view for view in views if view.declarations)
    mine = replace(declared, seat=declared.declarations[-1].seat)
    assert texts.format_pass(declared) == "不反"
    assert texts.format_pass(mine) == "不加"
    assert texts.format_pass(replace(declared, declarations=())) == "不亮"


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_pictures_use_the_pass_label(locale):
    labels = picture_labels(CATALOGUE.texts_for(locale))
    assert (labels.passed, labels.passed_call) == ("不亮", "不叫")
    assert "Pass" not in labels.passed_claim


def test_take_back_label_differs_for_declarations_and_plays():
    texts = CATALOGUE.texts_for("zh-TW")
    view, _ = next(passing(preset("standard")))
    assert texts.format_take_back(view) == "收回亮主"
    assert texts.format_take_back(replace(view, phase=PhaseName.PLAYING)) == "悔牌"
