"""The catalogue is complete in every language. It refuses faulty files, and raises if a message is missing."""

import re
from dataclasses import replace
from datetime import date
from itertools import groupby
from pathlib import Path

import pytest

from bot.text.catalogue import Catalogue
from bot.text.languages import (
    DEFAULT,
    ENGLISH,
    LANGUAGES,
    SIMPLIFIED_CHINESE,
    TAGS,
    TRADITIONAL_CHINESE,
)
from bot.text.messages import MissingMessage
from bot.text.po_files import LOCALES_FOLDER, InvalidCatalogue, read_translations
from bot.ui.discord_io.components import MAX_FIELD_LABEL_LENGTH


def entry(key, text):
    return f'msgid "{key}"\nmsgstr "{text}"\n\n'


def write_file(folder, language, entries, name="a"):
    header = f'"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {language.plural_forms}\\n"\n'
    text = f'msgid ""\nmsgstr ""\n{header}\n{entries}'
    (folder / language.tag / f"{name}.po").write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    for tag in TAGS:
        (tmp_path / tag).mkdir()
    return tmp_path


def list_faults(catalogue):
    """Return each key that is missing or additional, and each message whose placeholders differ from the default."""
    base = catalogue._languages[DEFAULT.tag].messages
    return [fault for one in catalogue._languages.values() for fault in list_language_faults(one, base)]


def list_language_faults(language, base):
    mine = language.messages
    yield from (f"{language.tag}: {key} is missing" for key in sorted(base.keys() - mine.keys()))
    yield from (f"{language.tag}: {key} is in no other language" for key in sorted(mine.keys() - base.keys()))
    for key in sorted(mine.keys() & base.keys()):
        if (has := mine[key].placeholders) != (wants := base[key].placeholders):
            yield f"{language.tag}: {key} asks for {sorted(has)}, not {sorted(wants)}"


def test_every_language_has_the_same_keys_and_placeholders(catalogue):
    assert list_faults(catalogue) == []


def test_languages_have_same_files_and_prefixes():
    """All keys with the same prefix are in one file, so that a search for one key finds the others."""
    assert {path.name for path in LOCALES_FOLDER.iterdir()} == set(TAGS)
    english, *others = (list_prefixes(tag) for tag in TAGS)
    assert others == [english] * len(others)
    listed = [prefix for prefixes in english.values() for prefix in prefixes]
    assert len(listed) == len(set(listed))


def list_prefixes(tag):
    """Return the prefixes of keys in each file of a language, in order."""
    found = {}
    for path in (LOCALES_FOLDER / tag).iterdir():
        keys = re.findall(r'^msgid "(\w+)\.', path.read_text(encoding="utf-8"), re.MULTILINE)
        found[path.name] = [prefix for prefix, _ in groupby(keys)]
    return found


@pytest.mark.parametrize(
    ("why", "files", "named"),
    [
        ("a key twice in one file", {"a": entry("a.b", "x") + entry("a.b", "y")}, "a.b"),
        ("a key in two files", {"a": entry("a.b", "x"), "c": entry("a.b", "y")}, "a.b"),
        ("a message without words", {"a": entry("a.b", "")}, "a.b"),
        ("a fuzzy message", {"a": "#, fuzzy\n" + entry("a.b", "x")}, "a.b"),
        ("a nameless placeholder", {"a": entry("a.b", "x {}")}, "a.b"),
        ("an expression for a placeholder", {"a": entry("a.b", "x {a.b}")}, "a.b"),
        ("a brace left open", {"a": entry("a.b", "x {a")}, "a.b"),
    ],
)
def test_a_bad_file_is_refused(folder, why, files, named):
    for name, entries in files.items():
        write_file(folder, ENGLISH, entries, name)
    with pytest.raises(InvalidCatalogue, match=named):
        read_translations(ENGLISH, folder)


def test_file_with_wrong_plural_rule_is_refused(folder):
    write_file(folder, replace(ENGLISH, plural_forms=SIMPLIFIED_CHINESE.plural_forms), entry("a.b", "x"))
    with pytest.raises(InvalidCatalogue, match="plural rule"):
        read_translations(ENGLISH, folder)


def test_missing_messages_and_other_placeholders_are_listed(folder):
    for language in LANGUAGES:
        write_file(folder, language, entry("a.b", "x {n}") + entry("a.c", "y"))
    write_file(folder, SIMPLIFIED_CHINESE, entry("a.b", "x {m}") + entry("a.c", "y"))
    write_file(folder, TRADITIONAL_CHINESE, entry("a.b", "x {n}") + entry("a.d", "y"))
    assert list_faults(Catalogue.load(folder)) == [
        "zh-CN: a.b asks for ['m'], not ['n']",
        "zh-TW: a.c is missing",
        "zh-TW: a.d is in no other language",
    ]


def test_an_unknown_key_raises_and_never_falls_back(texts):
    with pytest.raises(MissingMessage, match=r"no\.such_key"):
        texts.say("no.such_key")


def test_a_missing_fact_raises(texts):
    with pytest.raises(MissingMessage, match="given"):
        texts.say("refused.wrong_count", wanted=3)


def test_plural_forms_follow_the_count(catalogue):
    english = catalogue.texts_for("en-US")
    assert english.say("table.seats_empty", empty=1) == "1 seat is still empty."
    assert english.say("table.seats_empty", empty=3) == "3 seats are still empty."
    assert catalogue.texts_for("zh-CN").say("table.seats_empty", empty=1) == "还有 1 个空位。"


def test_counted_fact_must_be_a_number(texts):
    with pytest.raises(TypeError):
        texts.say("table.seats_empty", empty="three")


def test_text_in_a_placeholder_is_unchanged(texts):
    assert "{given} %s {0}" in texts.say("table.invalid_cards", text="{given} %s {0}")


@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        ("en-US", "en"), ("en-GB", "en"), ("de", "en"), ("ja", "en"), ("", "en"), ("zh", "zh-CN"), ("zh-CN", "zh-CN"),
        ("zh_Hans_SG", "zh-CN"), ("zh-TW", "zh-TW"), ("zh-HK", "zh-TW"), ("zh_Hant", "zh-TW"),
    ],
)  # fmt: skip
def test_every_locale_leads_to_a_language(catalogue, locale, tag):
    assert catalogue.texts_for(locale).tag == tag


def test_default_serves_unknown_locales_only(catalogue):
    changed = catalogue.with_default("zh-TW")
    assert [changed.texts_for(one).tag for one in (None, "", "de", "en-US", "zh-CN")] == [
        *("zh-TW",) * 3, "en", "zh-CN",
    ]  # fmt: skip
    assert catalogue.texts_for(None).tag == "en"


def test_lists_numbers_and_dates_follow_the_language(catalogue):
    english, simplified = catalogue.texts_for("en"), catalogue.texts_for("zh-CN")
    assert english.format_list(["a", "b", "c"]) == "a, b, and c"
    assert simplified.format_list(["甲", "乙", "丙"]) == "甲、乙和丙"
    assert simplified.format_list(["甲", "Ann", "3 个电脑"]) == "甲、Ann 和 3 个电脑"
    assert simplified.format_list(["甲", "**Ann**"]) == "甲和 **Ann**"
    assert simplified.format_list(["和"]) == "和"
    assert simplified.format_or_list(["K", "十"]) == "K 或十"
    assert english.format_number(1234567) == "1,234,567"
    assert english.format_long_date(date(2026, 11, 21)) == "November 21, 2026"
    assert simplified.format_long_date(date(2026, 11, 21)) == "2026年11月21日"


def test_labels_of_form_fields_fit(catalogue):
    code = "".join(path.read_text() for path in (Path(__file__).parents[3] / "bot/ui").rglob("*.py"))
    keys = set(re.findall(r'FormField\(\s*[^,]+,\s*(?:ctx\.|press\.)?texts\.say\(\s*"([\w.]+)"', code))
    assert len(keys) > 10, "the labels are found"
    labels = {
        (texts.tag, key): "".join(texts._language.messages[key].forms)
        for texts in catalogue.list_texts()
        for key in keys
    }
    assert {at: label for at, label in labels.items() if len(label) > MAX_FIELD_LABEL_LENGTH} == {}


UPDATED = {"panel.due", "seats.lobby_due", "calls.last", "calls.last_direct", "watch.ends"}
"""Messages that may have a verb before a time. They are edited or deleted when the time is reached."""


def test_lasting_texts_stay_true_after_their_moment(catalogue):
    """Discord shows a time as "in 3 minutes" and later as "2 minutes ago". A verb before it would become wrong."""
    verbs = r"\b(is|are|starts?|begins?|comes?|ends?|runs?|closes?|up|out|by itself) \{(when|until)\}"
    shown = {key: " ".join(one.forms) for key, one in catalogue.default._language.messages.items()}
    found = {key for key, text in shown.items() if re.search(verbs, text)}
    assert found - {"events.starts_by_itself"} <= UPDATED, "an event's message says another thing once it has started"
