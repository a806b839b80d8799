"""Whole deals are played, and all their views and events have texts in every language, within Discord's limits."""

from itertools import cycle

import pytest
from played_deals import list_views, play_deals

from bot.text.languages import TAGS
from engine.model.presets import PRESETS, with_options
from engine.model.view import Ask, PhaseName
from tests.preset_cover import FEW_PRESETS

ALT = 1024
LINE = 150
NAMES = tuple(f"Player{n}" for n in range(12))


def tell(texts, phase, rules, events):
    for event in events:
        line = texts.format_event(event, NAMES)
        assert line is None or line.strip()
    for view in list_views(phase, rules):
        assert 0 < len(texts.format_prompt(view)) <= LINE, texts.format_prompt(view)
        assert 0 < len(texts.format_hand_alt_text(view, NAMES)) <= ALT
        if view.seat is None:
            assert 0 < len(texts.format_table_alt_text(view, NAMES)) <= ALT
            assert texts.format_score_line(view, NAMES)
            assert bool(texts.format_waiting(view, NAMES)) == bool(view.to_act or view.to_draw)
            if view.phase is PhaseName.FINISHED:
                assert texts.format_outcome(view, NAMES)


@pytest.mark.parametrize("preset", FEW_PRESETS)
def test_deal_is_described_in_every_language(catalogue, preset):
    rules = PRESETS[preset]
    languages = cycle([catalogue.texts_for(tag) for tag in TAGS])
    last = None
    for phase, events in play_deals(rules, 1):
        tell(next(languages), phase, rules, events)
        last = phase
    for _ in TAGS:
        tell(next(languages), last, rules, ())


def test_kitty_theft_is_described(catalogue):
    languages = cycle(catalogue.list_texts())
    rules = with_options(PRESETS["standard"], kitty_theft=True, play_takeback=True, declare_takeback=True)
    asked = set()
    for phase, events in play_deals(rules, 3):
        tell(next(languages), phase, rules, events)
        asked |= {view.ask for view in list_views(phase, rules)}
    assert Ask.STEAL in asked


def test_sample_deals_ask_all_questions_except_stealing():
    """Other tests need deals in which players are asked every kind of question. Only kitty theft has its own test."""
    presets = ("standard", "online", "hidden-ten", "finding-friends")
    asked = {
        view.ask
        for preset in presets
        for phase, _ in play_deals(PRESETS[preset], 1)
        for view in list_views(phase, PRESETS[preset])
    }
    assert asked == set(Ask) - {Ask.STEAL}
