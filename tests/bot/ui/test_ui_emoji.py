"""Which emoji stands for which cards, and what is used of those that Discord has."""

import re
from types import SimpleNamespace

import discord
import pytest

from bot.render import emoji
from bot.ui.body import Body, Button, Buttons, Option, Select, Text
from bot.ui.emoji import MOST_WRITTEN, EmojiBook, Uploaded, sign_of
from bot.ui.layout import draw
from engine.cards import ALL_FACES, Suit, parse_cards

BOOK = EmojiBook({emoji.base_name(name): Uploaded(name, n) for n, name in enumerate(emoji.render(), 1)})
BODY = Body(
    (
        Text("x"),
        Buttons((Button("t1:1:0:1:play:a", "King of hearts", emoji="c_hk"), Button("t1:1:0:1:pass:", "Pass"))),
        Select(
            "t1:1:0:1:pick:0", "Hearts", (Option("HK#1", "King", emoji="c_hk"), Option("HQ#1", "Queen", emoji="c_hq"))
        ),
    )
)


def refusal(code, text):
    response = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": code, "message": text, "errors": {}})


@pytest.mark.parametrize(
    ("cards", "suits", "base"),
    [
        ("HK", {Suit.HEARTS}, "c_hk"),
        ("HK HK", {Suit.HEARTS}, "c_hk"),
        ("H9 H9 H8 H8", {Suit.HEARTS}, "suit_h"),
        ("H9 H9 H8 H8", {Suit.TRUMP}, "suit_h"),
        ("H9 S2", {Suit.TRUMP}, "trump"),
        ("BJ LJ", {Suit.TRUMP}, "trump"),
        ("BJ", {Suit.TRUMP}, "c_bj"),
        ("H9 S8", {Suit.HEARTS, Suit.SPADES}, ""),
        ("LJ S10", (), ""),
    ],
)
def test_a_control_shows_the_face_or_the_suit_or_nothing(cards, suits, base):
    assert sign_of(parse_cards(cards), suits) == base
    assert not base or BOOK.find(base)


def test_clubs_and_diamonds_have_faces_of_two_colours():
    assert sign_of(parse_cards("C5"), {Suit.CLUBS}, four_colour=False) == "t_c5"
    assert sign_of(parse_cards("D5 D4"), {Suit.DIAMONDS}, four_colour=False) == "tsuit_d"
    assert sign_of(parse_cards("H5"), {Suit.HEARTS}, four_colour=False) == "c_h5"


def test_every_face_can_be_written_and_too_many_are_not():
    for face in ALL_FACES:
        for four_colour in (True, False):
            assert BOOK.cards((face,), four_colour=four_colour).startswith("<:")
    assert BOOK.cards(ALL_FACES[:MOST_WRITTEN]).count("<:") == MOST_WRITTEN
    assert BOOK.cards(ALL_FACES[: MOST_WRITTEN + 1]) == ""
    shown = re.findall(r":(\w+)_[0-9a-f]{8}:", BOOK.cards(parse_cards("HK S3 HA BJ HK S4")))
    assert shown == ["c_ha", "c_hk", "c_hk", "c_s4", "c_s3", "c_bj"], "as texts name them"
    assert EmojiBook().cards(ALL_FACES[:2]) == ""
    assert EmojiBook({"c_s2": Uploaded("c_s2_0", 1)}).cards(parse_cards("S2 S3")) == "", "all faces or none"


@pytest.mark.parametrize("v1", [True, False])
def test_a_message_says_the_same_with_emoji_and_without(v1):
    def parts(drawn):
        return [item for item in drawn.view.walk_children() if isinstance(item, discord.ui.Button | discord.ui.Select)]

    for book, shown in ((BOOK, True), (EmojiBook(), False)):
        king, none, select = parts(draw(BODY, v1=v1, emoji=book))
        assert (king.label, none.label) == ("King of hearts", "Pass")
        assert [o.label for o in select.options] == ["King", "Queen"]
        assert bool(king.emoji) is shown
        assert none.emoji is None
        assert all(bool(o.emoji) is shown for o in select.options)


def test_only_a_refusal_of_an_emoji_empties_the_book():
    book, told = EmojiBook({"c_hk": Uploaded("c_hk_1", 5)}), []
    book.on_refusal = lambda: told.append(1)
    assert not book.disowned(refusal(50035, "In components.0.label: too long"))
    assert not book.disowned(refusal(10008, "Unknown emoji"))
    assert book.find("c_hk")
    assert book.disowned(refusal(50035, "In components.0.components.0.emoji.id: Invalid emoji"))
    assert book.find("c_hk") is None
    assert not book.disowned(refusal(50035, "In components.0.components.0.emoji.id: Invalid emoji"))
    assert (book.refusals, told) == (1, [1])
