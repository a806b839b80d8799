"""Names in any script: cleaned, joined, in drawing order, with something to be seen for what no font has."""

import pytest
from PIL import ImageFont

from bot.render.fonts import UNKNOWN, Fonts
from bot.render.paint import Painter
from bot.render.scene import Face, Part, Scene, Sign, Words
from bot.render.script import visual
from engine.cards import Suit

FONTS = Fonts()


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Mei", "Mei"),
        ("", ""),
        ("a\u200bb\u202ec\u2066d", "abcd"),
        ("e\u0301", "é"),
        ("Z\u0337\u0338a\u0337", "Za"),
        ("a\tb\nc", "a b c"),
        ("👩\u200d👧", "👩👧"),
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
        ("שלום", "םולש"),
        ("שלום 12", "12 םולש"),
        ("Mei שלום", "Mei םולש"),
        ("(שלום)", "(םולש)"),
    ],
)
def test_text_is_put_in_drawing_order(text, drawn):
    assert visual(text) == drawn


def test_arabic_letters_take_the_form_that_their_place_asks_for():
    assert visual("سلام") == "\ufee1\ufe8e\ufee0\ufeb3"  # final-less meem, final alef, medial lam, initial seen
    assert visual("ب") == "\ufe8f"


@pytest.mark.parametrize(
    "text", ["Mei", "庄家小王", "老張", "Дмитрий", "Ελένη", "שלום", "أحمد", "สมชาย", "김철수", "さくら", "🐯"]
)
def test_scripts_that_the_fonts_have_are_drawn(text):
    letters = "".join(run for _, run in FONTS.runs(text, Face.TEXT))
    assert UNKNOWN not in letters
    assert FONTS.mask(text, 20, Face.TEXT)[0].getbbox() is not None


def test_fancy_letters_become_plain_ones():
    assert "".join(run for _, run in FONTS.runs("𝓜𝓮𝓲", Face.TEXT)) == "Mei"


def test_what_no_font_has_is_one_dot():
    assert FONTS.runs("\U00012000\U00012001\U00012002", Face.TEXT) == (("Inter-SemiBold.ttf", UNKNOWN),)


def test_text_is_cut_with_an_ellipsis_to_what_there_is_room_for():
    cut = FONTS.cut("Christopher Wellington-Smythe", 20, Face.TEXT, 150)
    assert cut.endswith("…")
    assert FONTS.width(cut, 20, Face.TEXT) <= 150
    assert FONTS.width(cut[:-1] + "xx…", 20, Face.TEXT) > 140
    assert FONTS.cut("Mei", 20, Face.TEXT, 150) == "Mei"
    assert FONTS.cut("Mei", 20, Face.TEXT, 1) == ""


def test_layout_is_pinned_so_that_machines_agree():
    assert FONTS.font("Inter-SemiBold.ttf", 30).layout_engine == ImageFont.Layout.BASIC


@pytest.mark.parametrize("word", [*Sign, *(suit for suit in Suit if suit is not Suit.TRUMP)])
def test_a_name_that_reads_like_a_sign_is_drawn_as_letters(word):
    painter = Painter(FONTS)

    def drawn(what) -> bytes:
        return painter.paint(Scene(300, 60, (Words(10, 30, (Part(what, 20),)),))).tobytes()

    signs, letters = drawn(word), drawn(word.value)
    assert signs != letters
    assert letters == Painter(FONTS).paint(Scene(300, 60, (Words(10, 30, (Part(str(word.value), 20),)),))).tobytes()
