"""All modules get their languages from one list. No other module names a language or lists words that users type."""

import ast
import re
from pathlib import Path

import pytest

from bot.text.languages import DISCORD_NAMES, LANGUAGES, TAGS, UNSET_SERVER_LOCALE

BOT = Path(__file__).parents[3] / "bot"
IDEOGRAPH = re.compile("[\u3400-\u9fff]")
NAMES = {*TAGS, *(name for language in LANGUAGES for name in language.discord_locales)}
MODULES = sorted(
    path
    for path in BOT.rglob("*.py")
    if "loopback" not in path.parts and path != BOT / "text" / "languages.py" and "node_modules" not in path.parts
)


def literals(path):
    """Yield the strings of a module that are not documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


@pytest.mark.long
def test_no_other_module_names_a_language():
    for path in MODULES:
        assert [text for text in literals(path) if text in NAMES or IDEOGRAPH.search(text)] == [], path
        source = path.read_text(encoding="utf-8").replace("babel.Locale", "")
        assert not re.search(r"Locale\.(?!parse|value)[a-z]+", source), path


def test_typed_word_has_the_same_meaning_in_every_language():
    meanings = {}
    for typed in (language.typed for language in LANGUAGES):
        tables = {**typed.suits, **typed.jokers, **typed.ranks, "level": typed.level, "trump": typed.trump}
        for meaning, words in tables.items():
            for word in words:
                assert meanings.setdefault(word, meaning) == meaning
        for place, tables in (("answer", typed.answers), ("switch", {"yes": typed.yes, "no": typed.no})):
            for meaning, words in tables.items():
                for word in words:
                    assert word == word.lower()
                    assert meanings.setdefault((place, word), meaning) == meaning


def test_tags_fit_the_database_and_locales_are_unique():
    locales = [name for language in LANGUAGES for name in language.discord_locales]
    assert len(set(TAGS)) == len(TAGS)
    assert all(len(tag) <= 8 for tag in TAGS)
    assert len(set(locales)) == len(locales)
    assert UNSET_SERVER_LOCALE in LANGUAGES[0].discord_locales
    assert [locale for locale, _ in DISCORD_NAMES] == [language.discord_locales[0] for language in LANGUAGES]
