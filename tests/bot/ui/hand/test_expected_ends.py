"""The line of a hint that says how the deal is expected to end: whose points they are, in a phone's width."""

import pytest

from bot.text.catalogue import Catalogue
from bot.ui.hand.hint import MAX_LINE, format_ends
from engine.players.compare_plays import ComparedPlay
from engine.puzzles.solo_deal import play_solo_deal
from tests.bot.puzzles.puzzle_factories import make_daily


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Opponents: ~98, −0.3 levels"),
        ("zh-CN", "闲家约 98 分，−0.3 级"),
        ("zh-TW", "閒家約 98 分，−0.3 級"),
    ],
)
def test_points_are_the_opponents(language, said):
    deal = make_daily(1, 1)
    view = play_solo_deal(deal.record, deal.seed, ()).view
    plays = [ComparedPlay((card,), 98.0, -0.3, 0.0, 0.1, 240) for card in view.hand[:2]]
    line = format_ends(view, plays, Catalogue.load().texts_for(language))
    assert line.startswith(said + " · ")
    assert len(line) <= MAX_LINE
