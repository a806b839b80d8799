"""Passing is called the same on the button, in the log, on the picture and in its description, whatever is declined."""

import random
from dataclasses import replace

import pytest
from test_ui_panels import CATALOGUE, asked, choice

from bot.ui.captions import labels_of
from bot.ui.ids import Verb, parse
from bot.ui.panels.hand import controls_of
from engine.actions import Deal, Declare, Draw, Pass
from engine.events import Declined, Passed
from engine.fairness import pack
from engine.game import apply, spectator_view, start, to_act, view_for
from engine.options import declarations
from engine.presets import preset, with_options
from engine.seats import TABLE
from engine.view import PhaseName

WORDS = {
    "zh-CN": {"declare": "不亮", "call": "不叫", "claim": "就打这手牌", "steal": "不炒"},
    "zh-TW": {"declare": "不亮", "call": "不叫", "claim": "就打這手牌", "steal": "不炒"},
}


def passing(rules):
    """Play a deal; yield the view of each who passes, and the event of it."""
    rng, phase = random.Random(5), start(rules)
    while (view := spectator_view(phase)).phase not in {PhaseName.PLAYING, PhaseName.FINISHED}:
        if view.phase is PhaseName.READY:
            cards = list(pack(rules))
            rng.shuffle(cards)
            phase = apply(phase, TABLE, Deal(tuple(cards), 0)).phase
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            phase = apply(phase, TABLE, Draw(view.to_draw)).phase
        else:
            seat = rng.choice(to_act(phase))
            seen = view_for(phase, seat)
            made = seen.phase is PhaseName.DECLARING and not seen.declarations and declarations(seen)
            action = choice(seen, rng) if seen.phase in _CHOSEN else Declare(made[0]) if made else Pass()
            step = apply(phase, seat, action)
            yield from ((seen, one) for one in step.events if isinstance(one, Passed))
            phase = step.phase


_CHOSEN = {PhaseName.BURYING, PhaseName.CALLING}


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (preset("club"), {Declined.DECLARE}),
        (preset("hidden-ten"), {Declined.CALL}),
        (preset("online"), {Declined.DECLARE, Declined.CLAIM}),
        (with_options(preset("club"), kitty_theft="yes"), {Declined.DECLARE, Declined.STEAL}),
    ],
    ids=["club", "hidden-ten", "online", "theft"],
)
@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_the_word_fits_the_question(rules, what, locale):
    texts, met = CATALOGUE.texts(locale), set()
    for view, event in passing(rules):
        met.add(event.what)
        assert event.what is view.declining
        word = WORDS[locale][event.what]
        panel = controls_of(replace(asked(view), texts=texts))
        labels = [b.label for row in panel for b in row.buttons if parse(b.id).verb == Verb.PASS]
        assert labels == [word]
        told = texts.event(event, ("Ann",) * rules.players)
        assert word in told or event.what is Declined.CLAIM
        assert "Pass" not in told
        assert "不亮" not in texts.ask(view) or event.what is Declined.DECLARE
    assert met == what


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_pictures_say_it_too(locale):
    labels = labels_of(CATALOGUE.texts(locale))
    assert (labels.passed, labels.passed_call) == ("不亮", "不叫")
    assert "Pass" not in labels.passed_claim


def test_taking_a_declaration_back_is_not_called_as_taking_a_play_back():
    texts = CATALOGUE.texts("zh-TW")
    view, _ = next(passing(preset("club")))
    assert texts.take_back(view) == "收回亮主"
    assert texts.take_back(replace(view, phase=PhaseName.PLAYING)) == "悔牌"
