"""Computer players make forced plays quickly and take longer for harder choices."""

import math
import random
from itertools import islice

import pytest

from bot.play.clock.timing import Timing
from bot.play.computers.take_turns import compute_pause
from engine.deal.legal_actions import forced_play, legal_plays
from engine.model.presets import preset
from engine.model.view import Ask
from tests.bot.ui.panel_positions import positions


def list_pauses():
    views = [v for seed in range(3) for v in positions(preset("standard"), random.Random(seed))]
    return [(view, compute_pause(view, Timing())) for view in views if view.ask is not Ask.NOTHING]


def test_forced_plays_are_quick():
    forced = [pause for view, pause in list_pauses() if view.ask in {Ask.LEAD, Ask.FOLLOW} and forced_play(view)]
    assert len(forced) > 5
    assert {round(pause, 3) for pause in forced} == {0.3}


def test_harder_choices_take_longer():
    plays = [(v, p) for v, p in list_pauses() if v.ask in {Ask.LEAD, Ask.FOLLOW} and not forced_play(v)]
    assert all(0.6 <= pause <= 2.5 for _, pause in plays)
    assert round(min(pause for _, pause in plays), 3) == 0.6
    follows = [(len(list(legal_plays(v, 16))), p) for v, p in plays if v.ask is Ask.FOLLOW and v.trick.points < 10]
    few, many = ([pause for n, pause in follows if chosen(n)] for chosen in (lambda n: n <= 2, lambda n: n >= 8))
    assert few
    assert many
    assert max(few) < min(many)


def test_choice_of_more_than_sixteen_plays_takes_no_longer():
    usual = Timing().computer_pause
    plain = [
        (sum(1 for _ in islice(legal_plays(view, 40), 40)), pause / usual)
        for view, pause in list_pauses()
        if view.ask is Ask.FOLLOW and view.trick.points < 10 and forced_play(view) is None
    ]
    assert {round(pause, 6) for count, pause in plain if count >= 16} == {1.5}
    assert {round(pause, 6) for count, pause in plain if count == 4} == {round(0.5 + 1 / 3, 6)}


def test_pauses_scale_with_the_timing():
    for view, pause in list_pauses():
        half = Timing(computer_pause=0.6, computer_declare_pause=1.5)
        assert abs(compute_pause(view, half) - pause / 2) < 1e-9


def test_pause_follows_from_plays_lead_and_points():
    """Twice as many legal plays add a third of the usual pause. Leading a trick and many points also add to it."""
    timing = Timing()
    seen = set()
    for view, pause in list_pauses():
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            fixed = {Ask.DECLARE: timing.computer_declare_pause, Ask.BURY: 2.08 * timing.computer_pause}
            assert pause == fixed.get(view.ask, timing.computer_pause)
        elif forced_play(view) is None:
            plays = min(16, sum(1 for _ in islice(legal_plays(view, 40), 40)))
            more = 0.25 if view.ask is Ask.LEAD else 0.35 if view.trick.points >= 10 else 0.0
            seen.add((view.ask, more, plays == 16))
            expected = min(2.08, 0.5 + math.log2(plays / 2) / 3 + more)
            assert pause == pytest.approx(expected * timing.computer_pause)
    assert {(Ask.LEAD, 0.25, True), (Ask.FOLLOW, 0.35, False), (Ask.FOLLOW, 0.0, False)} <= seen
