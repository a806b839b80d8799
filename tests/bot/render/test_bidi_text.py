"""Text in any script is cleaned, and its letters are painted in the right form and order."""

import pytest
from PIL import ImageFont

from bot.render.layout.scene import Icon, Scene, Span, TextLine, Typeface
from bot.render.painting.bidi_text import to_visual_order
from bot.render.painting.fonts import MISSING_GLYPH
from bot.render.painting.painter import Painter
from engine.model.cards import Suit
from tests.bot.render.layout_checks import FONTS
from tests.everyday import spread


@pytest.mark.parametrize(
    ("text", "painted"),
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
def test_text_is_in_painting_order(text, painted):
    assert to_visual_order(text) == painted


def test_arabic_letters_take_their_contextual_forms():
    assert to_visual_order("سلام") == "\ufee1\ufe8e\ufee0\ufeb3"  # from the left: meem, alef, lam and seen
    assert to_visual_order("ب") == "\ufe8f"


@pytest.mark.parametrize(
    "text",
    ["赟祎喆堃犇珺瑄翀", "佢哋喺嗰度噉樣咁咪嘢", "𨋢𡃁", "髙﨑𠮷", "𬭚𫖯䶮"],
)
def test_ideographs_of_names_and_speech_are_rendered(text):
    assert MISSING_GLYPH not in "".join(run for _, run in FONTS.split_runs(text, Typeface.TEXT))


@pytest.mark.parametrize("codec", spread(2, ["gbk", "big5hkscs", "cp932", "euc_jis_2004"]))
def test_every_ideograph_of_a_character_set_is_drawn(codec):
    ideographs = {chr(point) for point in (*range(0x3400, 0xA000), *range(0x20000, 0x2F800))}
    missing = {c for c in ideographs if c.encode(codec, "ignore") and not FONTS.can_draw(c)}
    assert not missing


@pytest.mark.parametrize(
    "text", ["Mei", "庄家小王", "老張", "Дмитрий", "Ελένη", "שלום", "أحمد", "สมชาย", "김철수", "さくら", "🐯"]
)
def test_supported_scripts_are_rendered(text):
    letters = "".join(run for _, run in FONTS.split_runs(text, Typeface.TEXT))
    assert MISSING_GLYPH not in letters
    assert FONTS.render_text(text, 20, Typeface.TEXT)[0].getbbox() is not None


def test_decorated_letters_become_plain_ones():
    assert "".join(run for _, run in FONTS.split_runs("𝓜𝓮𝓲", Typeface.TEXT)) == "Mei"


def test_text_without_any_font_becomes_one_dot():
    assert FONTS.split_runs("\U00012000\U00012001\U00012002", Typeface.TEXT) == (("Inter-SemiBold.ttf", MISSING_GLYPH),)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("አበበ @abebe", "@abebe"),
        ("李\U00012000 @li", "李 @li"),
        ("Anna\U00012000bel", "Annabel"),
    ],
)
def test_characters_without_a_font_are_left_out(text, drawn):
    letters = "".join(run for _, run in FONTS.split_runs(text, Typeface.TEXT))
    assert letters == drawn


def test_text_is_truncated_with_an_ellipsis():
    truncated = FONTS.truncate("Christopher Wellington-Smythe", 20, Typeface.TEXT, 150)
    assert truncated.endswith("…")
    assert FONTS.measure_text(truncated, 20, Typeface.TEXT) <= 150
    assert FONTS.measure_text(truncated[:-1] + "xx…", 20, Typeface.TEXT) > 140
    assert FONTS.truncate("Mei", 20, Typeface.TEXT, 150) == "Mei"
    assert FONTS.truncate("Mei", 20, Typeface.TEXT, 1) == ""


def test_fonts_use_the_basic_layout():
    assert FONTS.get_font("Inter-SemiBold.ttf", 30).layout_engine == ImageFont.Layout.BASIC


@pytest.mark.parametrize("word", [*Icon, *(suit for suit in Suit if suit is not Suit.TRUMP)])
def test_name_that_equals_an_icon_is_painted_as_text(word):
    painter = Painter(FONTS)

    def painted(content) -> bytes:
        return painter.paint(Scene(300, 60, (TextLine(10, 30, (Span(content, 20),)),))).tobytes()

    icons, letters = painted(word), painted(word.value)
    assert icons != letters
    assert letters == Painter(FONTS).paint(Scene(300, 60, (TextLine(10, 30, (Span(str(word.value), 20),)),))).tobytes()
