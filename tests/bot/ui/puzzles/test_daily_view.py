"""A user's daily deal shows some lines of text above the cards. They explain the deal and the last trick."""

from dataclasses import replace

from bot.text.catalogue import Catalogue
from bot.ui.puzzles.daily_view import _list_heading_lines
from engine.model.notation import parse_cards
from engine.puzzles.solo_deal import SOLO_SEAT
from tests.bot.ui.puzzles.test_master_view import NAMES, make_moment

LINE = 90
"""The most characters of Discord's small text on one line of a desktop."""


def head(moment, view, play):
    texts = Catalogue.load().texts_for("en")
    return list(_list_heading_lines(moment.deal, play, view, NAMES, texts, as_text=False))


def test_first_panel_explains_the_deal_in_one_line():
    moment = make_moment("daily")
    (about,) = (
        line for line in head(moment, moment.position.view, replace(moment.own, actions=())) if "against" in line
    )
    assert len(about.removeprefix("-# ")) <= LINE, "the tallest panel fits a desktop"


def test_failed_throw_of_last_trick_is_explained():
    """A failed throw is explained after its trick, because the computer players follow at once."""
    moment = make_moment("daily", step=1)
    view = moment.position.view
    trick = view.tricks[-1]
    plays = tuple(
        replace(play, attempt=(*play.cards, *parse_cards("BJ"))) if play.seat == SOLO_SEAT else play
        for play in trick.plays
    )
    failed = replace(view, tricks=(*view.tricks[:-1], replace(trick, plays=plays)))
    assert not any("tried to throw" in line for line in head(moment, view, moment.own))
    assert any("You tried to throw" in line for line in head(moment, failed, moment.own))
