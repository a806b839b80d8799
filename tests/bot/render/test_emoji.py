"""The application emoji: all there, small enough, named so that a changed one is uploaded again."""

import io
import re

import pytest
from PIL import Image

from bot.render import emoji
from engine.cards import ALL_FACES, SUITS, Suit

RENDERED = emoji.render()
BASES = {emoji.base_name(name): data for name, data in RENDERED.items()}


def test_names_are_what_discord_takes():
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in RENDERED)
    assert len(BASES) == len(RENDERED)


def test_files_are_within_discords_limit_and_square():
    for data in RENDERED.values():
        assert len(data) <= 256 << 10
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (emoji.SIDE, emoji.SIDE)


@pytest.mark.parametrize("four_colour", [True, False])
def test_every_face_and_suit_has_one(four_colour):
    for card in ALL_FACES:
        assert emoji.face_name(card, four_colour=four_colour) in BASES
    for suit in (*SUITS, Suit.TRUMP):
        assert emoji.suit_name(suit, four_colour=four_colour) in BASES
    assert {emoji.seat_name(seat) for seat in range(12)} <= set(BASES)


def test_no_two_look_the_same():
    pixels = [Image.open(io.BytesIO(data)).convert("RGBA").tobytes() for data in RENDERED.values()]
    assert len(set(pixels)) == len(pixels)


def test_corners_are_clear_so_that_every_theme_shows_round():
    for data in RENDERED.values():
        assert Image.open(io.BytesIO(data)).convert("RGBA").getpixel((0, 0))[3] == 0


def test_names_stay_while_the_pictures_stay():
    assert emoji.render() == RENDERED


def test_a_changed_picture_has_another_name(monkeypatch):
    from bot.render import colours

    monkeypatch.setitem(colours.FOUR_COLOURS, Suit.HEARTS, (200, 20, 30))
    changed = {emoji.base_name(name): name for name in emoji.render()}
    before = {emoji.base_name(name): name for name in RENDERED}
    moved = {base for base in before if before[base] != changed[base]}
    hearts = {emoji.face_name(card) for card in ALL_FACES if card.suit is Suit.HEARTS}
    assert moved == {*hearts, "suit_h"}
