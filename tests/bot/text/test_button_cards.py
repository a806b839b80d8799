"""Buttons name each suit once, and big and little jokers separately."""

from bot.text.catalogue import Catalogue
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.rules import Rules
from engine.model.trump import Trump


def test_big_and_little_jokers_are_named_separately():
    order = Trump.of(Rules(), Rank.THREE, Suit.CLUBS)
    say = Catalogue.load().texts_for("en").format_button_cards
    assert say(parse_cards("BJ BJ LJ"), order) == "2 big jokers little joker"
    assert say(parse_cards("BJ C10 C8 H4"), order) == "big joker ♣10-8 ♥4"
