"""docs/rules.md names every option with its values and every preset with what it changes."""

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path

from engine.model.notation import parse_rules
from engine.model.presets import PRESETS, preset
from engine.model.rules import Rules

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
SECTIONS = {
    int(n): text for n, text in re.findall(r"^## (\d+)\. [^\n]+\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
ROWS = [line.split("|")[1:4] for line in SECTIONS[3].splitlines() if line.startswith("| `")]
PRESET_LINES = dict(re.findall(r"^- \*\*([\w-]+)\*\* \([^)]*\): (.*(?:\n  .*)*)$", SECTIONS[11], re.MULTILINE))


def quoted_words(text):
    return re.findall(r"`([^`]+)`", text)


def test_every_option_has_a_row():
    assert sorted(name for row in ROWS for name in quoted_words(row[0])) == sorted(f.name for f in fields(Rules))


def test_rows_list_values_default_first():
    for row, name in ((line, name) for line in ROWS for name in quoted_words(line[0])):
        default = getattr(Rules(), name)
        if isinstance(default, StrEnum):
            given = quoted_words(row[1])
            values = [str(value) for value in type(default)]
            assert given[0] == default
            assert set(given) == set(values) or name == "no_declaration_first"
        elif isinstance(default, bool):
            assert row[1].strip() == ("yes, no" if default else "no, yes")


def test_every_preset_lists_its_changes():
    assert list(PRESET_LINES) == list(PRESETS)
    for name, changes in PRESET_LINES.items():
        assert parse_rules(" ".join(quoted_words(changes))) == PRESETS[name]


def test_packs_of_looking_for_friends_match_its_presets():
    rows = re.findall(r"^\| (\d+) \| (\d) \| (none|\d \+ \d) \| (\d) \|$", SECTIONS[11], re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(5, 13))
    for players, decks, jokers, kitty in rows:
        rules = preset("looking-for-friends", int(players))
        counts = (0, 0) if jokers == "none" else tuple(map(int, jokers.split(" + ")))
        assert (rules.decks, rules.joker_counts, rules.kitty_size) == (int(decks), counts, int(kitty))


def test_sections_that_the_engine_cites_exist():
    cited = set()
    for file in Path(__file__).parents[2].glob("engine/**/*.py"):
        for words in re.findall(r"docs/rules\.md, ([\d to and]+)\)", file.read_text(encoding="utf-8")):
            cited |= {int(number) for number in re.findall(r"\d+", words)}
    assert cited
    assert cited <= SECTIONS.keys()
