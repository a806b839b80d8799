"""A hint says how many points are expected at the end of the deal, and whose points they are."""

from dataclasses import replace
from unicodedata import east_asian_width

import pytest

from bot.text.catalogue import Catalogue
from bot.ui.hand.advice import MAX_LINE, format_hint, list_ends
from engine.model.actions import Play
from engine.model.cards import parse_cards
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


def list_lines(view, points, language="en"):
    """Return the hint's lines about plays, best first. `points` says how many points each loses to the best."""
    plays = [
        ComparedPlay((card,), 98.0, -0.3, 0.0, 0.1, 240, points_behind=one)
        for card, one in zip(view.hand, points, strict=False)
    ]
    return list(list_ends(view, plays, CATALOGUE.texts_for(language)))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Opponents: ~98 points", "Other side: ~98 points", "Your side: ~98 points")),
        ("zh-CN", ("闲家约 98 分", "对方约 98 分", "你方约 98 分")),
        ("zh-TW", ("閒家約 98 分", "對方約 98 分", "你方約 98 分")),
    ],
)
def test_line_says_whose_points_are_counted(view, language, said):
    for side, words in zip((None, True, False), said, strict=True):
        first = list_lines(with_side(view, side), (0.0, 8.0), language)[0]
        assert first.startswith(f"-# {words}")


@pytest.mark.parametrize("language", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("points", [(0.0, 8.4, 12.0), (0.0, 1.0, 12.0), (0.0, 1.0, 1.9)])
def test_three_plays_fit_two_lines_of_a_phone(view, language, points):
    lines = list_lines(view, points, language)
    texts = CATALOGUE.texts_for(language)
    for card in view.hand[1:3]:
        assert texts.format_button_cards((card,), view.card_order) in " ".join(lines)
    assert len(lines) <= 2
    for line in lines:
        shown = line.removeprefix("-# ")
        assert sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown) <= MAX_LINE


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((0.0, 8.4), "{}: 8 points worse"),
        ((0.0, 1.9), "about as good: {}"),
        ((0.0, -3.0), "about as good: {}"),
        ((0.0, 2.0), "{}: 2 points worse"),
    ],
)
def test_plays_that_differ_little_have_no_numbers(view, points, said):
    card = CATALOGUE.default.format_button_cards((view.hand[1],), view.card_order)
    assert list_lines(view, points)[0].endswith(f" · {said.format(card)}")
    assert "level" not in " ".join(list_lines(view, points))


@pytest.mark.parametrize("language", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("is_spoken", [False, True])
def test_hint_beside_a_text_hand_names_cards_in_words(view, language, is_spoken):
    texts, (queens, nines) = CATALOGUE.texts_for(language), map(parse_cards, ("QH QH", "9C 9C"))
    plays = [ComparedPlay(cards, 98.0, -0.3, 0.0, 0.1, 240, points_behind=8.0) for cards in (queens, nines)]
    hint = format_hint(view, Play(queens), texts, plays, is_spoken=is_spoken)
    for cards, sign in ((queens, "Q-Q"), (nines, "♣9-9")):
        assert (texts.format_cards_aloud(cards, view.card_order) in hint, sign in hint) == (is_spoken, not is_spoken)
