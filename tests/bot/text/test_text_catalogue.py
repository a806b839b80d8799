"""The catalogue: complete in every language, strict about its files, and honest about what is missing."""

from datetime import date

import pytest

from bot.text.catalogue import Catalogue, NoWords, matched
from bot.text.reading import FOLDER, LOCALES, BadCatalogue, read_language

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def entry(key, text):
    return f'msgid "{key}"\nmsgstr "{text}"\n\n'


@pytest.fixture
def folder(tmp_path):
    for tag in LOCALES:
        (tmp_path / tag).mkdir()
    return tmp_path


def test_every_language_has_the_same_keys_and_placeholders(catalogue):
    assert catalogue.faults() == []


def test_every_language_has_the_same_files():
    files = [{path.name for path in (FOLDER / tag).glob("*.po")} for tag in LOCALES]
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize(
    ("why", "files", "named"),
    [
        ("a key twice in one file", [entry("a.b", "x") + entry("a.b", "y")], "a.b"),
        ("a key in two files", [entry("a.b", "x"), entry("a.b", "y")], "a.b"),
        ("a message without words", [entry("a.b", "")], "a.b"),
        ("a fuzzy message", ["#, fuzzy\n" + entry("a.b", "x")], "a.b"),
        ("a nameless placeholder", [entry("a.b", "x {}")], "a.b"),
        ("an expression for a placeholder", [entry("a.b", "x {a.b}")], "a.b"),
        ("a brace left open", [entry("a.b", "x {a")], "a.b"),
    ],
)
def test_a_bad_file_is_refused(folder, why, files, named):
    for number, text in enumerate(files):
        (folder / "en" / f"{number}.po").write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(BadCatalogue, match=named):
        read_language("en", folder)


def test_what_one_language_lacks_is_a_fault(folder):
    (folder / "en" / "a.po").write_text(HEAD + entry("a.b", "x {n}") + entry("a.c", "y"), encoding="utf-8")
    (folder / "zh-CN" / "a.po").write_text(HEAD + entry("a.b", "x {m}") + entry("a.c", "y"), encoding="utf-8")
    (folder / "zh-TW" / "a.po").write_text(HEAD + entry("a.b", "x {n}") + entry("a.d", "y"), encoding="utf-8")
    assert Catalogue.load(folder).faults() == [
        "zh-CN: a.b asks for ['m'], not ['n']",
        "zh-TW: a.c is missing",
        "zh-TW: a.d is in no other language",
    ]


def test_an_unknown_key_raises_and_never_falls_back(texts):
    with pytest.raises(NoWords, match=r"no\.such_key"):
        texts.say("no.such_key")


def test_a_missing_fact_raises(texts):
    with pytest.raises(NoWords, match="given"):
        texts.say("refused.wrong_count", wanted=3)


def test_plural_forms_follow_the_count(catalogue):
    english = catalogue.texts("en-US")
    assert english.say("table.seats_empty", empty=1) == "1 seat is still empty."
    assert english.say("table.seats_empty", empty=3) == "3 seats are still empty."
    assert catalogue.texts("zh-CN").say("table.seats_empty", empty=1) == "还有 1 个空位。"


def test_what_is_counted_must_be_a_number(texts):
    with pytest.raises(TypeError):
        texts.say("table.seats_empty", empty="three")


def test_a_text_in_a_blank_is_left_as_it_is(texts):
    assert "{given} %s {0}" in texts.say("table.bad_cards", text="{given} %s {0}")


@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        ("en-US", "en"), ("en-GB", "en"), ("de", "en"), ("ja", "en"), ("", "en"), ("zh", "zh-CN"), ("zh-CN", "zh-CN"),
        ("zh_Hans_SG", "zh-CN"), ("zh-TW", "zh-TW"), ("zh-HK", "zh-TW"), ("zh_Hant", "zh-TW"),
    ],
)  # fmt: skip
def test_any_locale_finds_a_language(catalogue, locale, tag):
    assert matched(locale) == catalogue.texts(locale).tag == tag


def test_lists_numbers_and_dates_are_written_as_the_language_does(catalogue):
    english, simplified = catalogue.texts("en"), catalogue.texts("zh-CN")
    assert english.listed(["a", "b", "c"]) == "a, b, and c"
    assert simplified.listed(["甲", "乙", "丙"]) == "甲、乙和丙"
    assert english.number(1234567) == "1,234,567"
    assert english.date(date(2026, 11, 21)) == "November 21, 2026"
    assert simplified.date(date(2026, 11, 21)) == "2026年11月21日"
