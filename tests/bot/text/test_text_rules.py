"""Every option, every value of it and every preset has words, short enough for where they are shown."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import get_type_hints

import pytest

from bot.text.words import NoWords
from engine.presets import PRESETS, with_options
from engine.rules import Level, Rules

LABEL, DESCRIPTION, MESSAGE = 34, 100, 4000
OPTIONS = [field.name for field in fields(Rules)]
HINTS = get_type_hints(Rules)
CLOSED = [name for name in OPTIONS if isinstance(HINTS[name], type) and issubclass(HINTS[name], StrEnum)]
YES_NO = [name for name in OPTIONS if HINTS[name] is bool]
IN_SENTENCES = {"players", "decks", "jokers", "low_cut", "kitty_size", "start_level", "final_level", "thresholds"}
OTHERS: dict[str, object] = {
    "tractor_min_width": 3,
    "tractor_min_length": 3,
    "tractor_max_length": 4,
    "compulsory_levels": frozenset({Level.FIVE, Level.KING}),
    "must_defend_levels": frozenset({Level.ACE}),
    "declare_window": 5,
    "max_opponent_levels": 1,
    "friends": 2,
    "small_team_bonus": 1,
    "rainbows": 6,
}


def test_no_option_is_forgotten():
    assert {*CLOSED, *YES_NO, *IN_SENTENCES, *OTHERS} == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_name(texts, name):
    assert texts.option(name) != name
    assert len(texts.option(name)) <= LABEL


def test_every_value_of_every_choice_is_a_sentence(texts):
    values = [(name, value) for name in CLOSED for value in HINTS[name]]
    values += [(name, value) for name in YES_NO for value in (True, False)]
    values += list(OTHERS.items())
    said = [texts.option_value(name, value) for name, value in values]
    assert all(len(sentence) <= DESCRIPTION for sentence in said), [s for s in said if len(s) > DESCRIPTION]
    assert all(sentence[-1] in ".。" for sentence in said)


def test_no_value_reads_like_another_of_its_option(texts):
    for name in CLOSED:
        assert len({texts.option_value(name, value) for value in HINTS[name]}) == len(HINTS[name])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_name_and_a_word_about_it(texts, preset):
    assert texts.preset(preset) != preset
    assert len(texts.preset(preset)) <= LABEL
    assert len(texts.preset_about(preset)) <= DESCRIPTION


def test_a_preset_without_words_is_called_by_its_own_name(texts):
    assert texts.preset("our-own") == "our-own"
    with pytest.raises(NoWords):
        texts.preset_about("our-own")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_every_preset_fit_a_message(texts, preset):
    lines = texts.rules_lines(PRESETS[preset])
    assert len(lines) == len(set(lines)) >= 8
    assert sum(len(f"- {line}\n".encode()) for line in lines) <= MESSAGE


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sections_hold_the_same_lines_under_headings(texts, preset):
    sections = texts.rules_sections(PRESETS[preset])
    assert [line for section in sections for line in section.lines] == texts.rules_lines(PRESETS[preset])
    assert len({section.title for section in sections}) == len(sections) >= 5
    assert all(section.lines for section in sections)


@pytest.mark.parametrize("name", sorted({*CLOSED, *YES_NO} - {"teams", "no_declaration_first"}))
def test_every_change_of_an_option_is_told(texts, name):
    """A table that differs from the default in one option tells so."""
    usual = Rules()
    for value in HINTS[name] if name in CLOSED else (True, False):
        if value != getattr(usual, name) and value != "custom":
            changed = texts.rules_lines(replace(usual, **{name: value}))
            assert texts.option_value(name, value) in changed
            assert changed != texts.rules_lines(usual)


@pytest.mark.parametrize(("name", "value"), OTHERS.items())
def test_every_changed_number_is_told(texts, name, value):
    assert texts.option_value(name, value) in texts.rules_lines(replace(Rules(), **{name: value}))


def test_pack_and_levels_are_told(english):
    told = english.rules_lines(with_options(Rules(), start_level="5", final_level="NT", jokers=(0, 2), kitty_size=6))
    assert told[0] == "4 players, 2 decks with 106 cards in all: 25 each and 6 in the kitty."
    assert told[1] == "The pack has 0 little and 2 big jokers."
    assert "Levels go from 5 to no trump." in told


def test_a_table_of_points_is_told_row_by_row(english):
    told = english.rules_lines(PRESETS["finding-friends"])
    assert told[-3:] == [
        "From 0 points: declarers +1 level",
        "From 130 points: opponents +1 level",
        "From 195 points: opponents +2 levels",
    ]


def test_hidden_ten_has_no_levels_to_tell_of(texts):
    told = texts.rules_lines(PRESETS["hidden-ten"])
    assert texts.option_value("win", PRESETS["hidden-ten"].win) not in told
    assert texts.option_value("throws", PRESETS["hidden-ten"].throws) in told
