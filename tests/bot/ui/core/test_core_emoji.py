"""Cards are shown as emoji. Controls have the same labels with and without emoji."""

import re
from types import SimpleNamespace

import discord
import pytest

from bot.render.painting import emoji_images
from bot.ui.core.messages.emoji_book import MAX_INLINE_EMOJI, ApplicationEmoji, EmojiBook, emoji_name_of
from bot.ui.core.messages.message import Button, Buttons, Message, Select, SelectOption, Text
from bot.ui.discord_io.components import to_discord
from bot.ui.discord_io.send_failures import names_emoji
from engine.model.cards import ALL_FACES, Suit, parse_cards

BODY = Message(
    (
        Text("x"),
        Buttons((Button("t1:1:0:1:play:a", "King of hearts", emoji="c_hk"), Button("t1:1:0:1:pass:", "Pass"))),
        Select(
            "t1:1:0:1:pick:0",
            "Hearts",
            (SelectOption("HK#1", "King", emoji="c_hk"), SelectOption("HQ#1", "Queen", emoji="c_hq")),
        ),
    )
)


@pytest.fixture(scope="module")
def book():
    return EmojiBook(
        {
            emoji_images.strip_hash(name): ApplicationEmoji(name, n)
            for n, name in enumerate(emoji_images.render_emoji(), 1)
        }
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
def test_control_has_emoji_of_its_card_or_suit(cards, suits, base, book):
    assert emoji_name_of(parse_cards(cards), suits) == base
    assert not base or book.find(base)


def test_clubs_and_diamonds_have_their_own_two_colour_emoji():
    assert emoji_name_of(parse_cards("C5"), {Suit.CLUBS}, four_colour=False) == "t_c5"
    assert emoji_name_of(parse_cards("D5 D4"), {Suit.DIAMONDS}, four_colour=False) == "tsuit_d"
    assert emoji_name_of(parse_cards("H5"), {Suit.HEARTS}, four_colour=False) == "c_h5"


def test_cards_are_shown_as_emoji_up_to_the_limit(book):
    for face in ALL_FACES:
        for four_colour in (True, False):
            assert book.format_cards((face,), four_colour=four_colour).startswith("<:")
    assert book.format_cards(ALL_FACES[:MAX_INLINE_EMOJI]).count("<:") == MAX_INLINE_EMOJI
    assert book.format_cards(ALL_FACES[: MAX_INLINE_EMOJI + 1]) == ""
    shown = re.findall(r":(\w+)_[0-9a-f]{8}:", book.format_cards(parse_cards("HK S3 HA BJ HK S4")))
    assert shown == ["c_ha", "c_hk", "c_hk", "c_s4", "c_s3", "c_bj"], "as texts name them"
    assert EmojiBook().format_cards(ALL_FACES[:2]) == ""
    assert EmojiBook({"c_s2": ApplicationEmoji("c_s2_0", 1)}).format_cards(parse_cards("S2 S3")) == "", (
        "all faces or none"
    )


@pytest.mark.parametrize("v1", [True, False])
def test_message_without_emoji_has_the_same_labels(v1, book):
    def parts(drawn):
        return [part for row in drawn.view.to_components() for part in row.get("components", ())]

    for known, shown in ((book, True), (EmojiBook(), False)):
        king, none, select = parts(to_discord(BODY, v1=v1, emoji=known))
        assert (king["label"], none["label"]) == ("King of hearts", "Pass")
        assert [o["label"] for o in select["options"]] == ["King", "Queen"]
        assert ("emoji" in king) is shown
        assert "emoji" not in none
        assert all(("emoji" in o) is shown for o in select["options"])


def test_refused_emoji_are_no_longer_used():
    assert not names_emoji(refusal(50035, "In components.0.label: too long"))
    assert not names_emoji(refusal(10008, "Unknown emoji"))
    assert names_emoji(refusal(50035, "In components.0.components.0.emoji.id: Invalid emoji"))
    book, told = EmojiBook({"c_hk": ApplicationEmoji("c_hk_1", 5)}), []
    book.on_refusal = lambda: told.append(1)
    assert book.find("c_hk")
    for _ in range(2):
        book.forget_refused()
        assert book.find("c_hk") is None
    assert (book.refusals, told) == (1, [1])
