"""The lines of a hint with the expected end of the deal: whose points they are, within a phone's width."""

from dataclasses import replace
from unicodedata import east_asian_width

import pytest

from bot.text.catalogue import Catalogue
from bot.ui.hand.hint import MAX_LINE, list_ends
from engine.players.advice.compare_plays import ComparedPlay
from engine.puzzles.solo_deal import play_solo_deal
from tests.bot.puzzles.puzzle_factories import make_daily

CATALOGUE = Catalogue.load()


@pytest.fixture(scope="module")
def view():
    deal = make_daily(1, 1)
    return play_solo_deal(deal.record, deal.seed, ()).view


def with_side(view, side):
    return replace(view, sides=tuple(side if seat == view.seat else other for seat, other in enumerate(view.sides)))


def list_lines(view, levels, language="en"):
    """Return the lines for plays that bring these levels, the first one recommended."""
    plays = [ComparedPlay((card,), 98.0, one, 0.0, 0.1, 240) for card, one in zip(view.hand, levels, strict=False)]
    return list(list_ends(view, plays, CATALOGUE.texts_for(language)))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "Opponents: ~98 points, you −0.3 levels",
                "Other side: ~98 points, you −0.3 levels",
                "Your side: ~98 points, −0.3 levels",
            ),
        ),
        ("zh-CN", ("闲家约 98 分，你方 −0.3 级", "对方约 98 分，你方 −0.3 级", "你方约 98 分，−0.3 级")),
        ("zh-TW", ("閒家約 98 分，你方 −0.3 級", "對方約 98 分，你方 −0.3 級", "你方約 98 分，−0.3 級")),
    ],
)
def test_points_name_their_owner(view, language, said):
    for side, words in zip((None, True, False), said, strict=True):
        first = list_lines(with_side(view, side), (-0.3, -0.3), language)[0]
        assert first.startswith(f"-# {words}")


@pytest.mark.parametrize("language", ["en", "zh-CN", "zh-TW"])
def test_three_plays_fit_phone_lines(view, language):
    lines = list_lines(view, (-0.3, -0.4, -0.5), language)
    texts = CATALOGUE.texts_for(language)
    for card in view.hand[1:3]:
        assert texts.format_button_cards((card,), view.card_order) in " ".join(lines)
    assert len(lines) <= 2
    for line in lines:
        shown = line.removeprefix("-# ")
        assert sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown) <= MAX_LINE


def test_figures_that_favour_another_play_are_called_close(view):
    assert "no clear difference" in list_lines(view, (-0.3, -0.2))[-1]
    assert "no clear difference" not in " ".join(list_lines(view, (-0.3, -0.3, -0.4)))
