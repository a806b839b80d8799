"""Every card face and suit has a small emoji. An emoji whose picture changes gets another name."""

import io
import re

import pytest
from PIL import Image

from bot.render.painting import emoji_images
from engine.model.cards import ALL_FACES, SUITS, Suit


@pytest.fixture(scope="module")
def rendered():
    return emoji_images.render_emoji()


@pytest.fixture(scope="module")
def bases(rendered):
    return {emoji_images.strip_hash(name): data for name, data in rendered.items()}


def test_names_are_valid_on_discord(rendered, bases):
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in rendered)
    assert len(bases) == len(rendered)


def test_files_are_small_and_square(rendered):
    for data in rendered.values():
        assert len(data) <= 256 << 10
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (emoji_images.EMOJI_SIZE, emoji_images.EMOJI_SIZE)


@pytest.mark.parametrize("four_colour", [True, False])
def test_every_face_and_suit_has_an_emoji(four_colour, bases):
    for card in ALL_FACES:
        assert emoji_images.card_emoji_name(card, four_colour=four_colour) in bases
    for suit in (*SUITS, Suit.TRUMP):
        assert emoji_images.suit_emoji_name(suit, four_colour=four_colour) in bases
    assert {emoji_images.seat_emoji_name(seat) for seat in range(12)} <= set(bases)


def test_no_two_emoji_look_alike(rendered):
    pixels = [Image.open(io.BytesIO(data)).convert("RGBA").tobytes() for data in rendered.values()]
    assert len(set(pixels)) == len(pixels)


def test_corners_are_transparent(rendered):
    for data in rendered.values():
        assert Image.open(io.BytesIO(data)).convert("RGBA").getpixel((0, 0))[3] == 0


def test_unchanged_pictures_keep_their_names(rendered):
    assert emoji_images.render_emoji() == rendered


@pytest.mark.long
def test_changed_picture_has_another_name(monkeypatch, rendered):
    from bot.render.layout import colours

    monkeypatch.setitem(colours.FOUR_COLOURS, Suit.HEARTS, (200, 20, 30))
    changed = {emoji_images.strip_hash(name): name for name in emoji_images.render_emoji()}
    before = {emoji_images.strip_hash(name): name for name in rendered}
    renamed = {base for base in before if before[base] != changed[base]}
    hearts = {emoji_images.card_emoji_name(card) for card in ALL_FACES if card.suit is Suit.HEARTS}
    assert renamed == {*hearts, "suit_h"}
