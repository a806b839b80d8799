"""Every option, every value of it and every preset has words, short enough for where they are shown."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import get_type_hints

import pytest

from bot.text.describe.rulebook import list_chapters
from bot.text.messages import MissingMessage
from engine.model.presets import PRESETS, preset, with_options
from engine.model.rules import FriendCards, Hook, KittyStep, Level, Rules

LABEL, DESCRIPTION, MESSAGE = 34, 100, 4000
OPTIONS = [field.name for field in fields(Rules)]
HINTS = get_type_hints(Rules)
CLOSED = [name for name in OPTIONS if isinstance(HINTS[name], type) and issubclass(HINTS[name], StrEnum)]
YES_NO = [name for name in OPTIONS if HINTS[name] is bool]
IN_SENTENCES = {
    "players",
    "decks",
    "jokers",
    "low_cut",
    "cuts",
    "kitty_size",
    "start_level",
    "final_level",
    "thresholds",
}
OTHERS: dict[str, object] = {
    "tractor_min_width": 3,
    "tractor_min_length": 3,
    "tractor_max_length": 4,
    "compulsory_levels": frozenset({Level.FIVE, Level.KING}),
    "must_defend_levels": frozenset({Level.ACE}),
    "declare_window": 5,
    "declare_min_count": 2,
    "max_opponent_levels": 1,
    "friends": 2,
    "friend_cards": frozenset(FriendCards),
    "small_team_bonus": 1,
    "capture_levels": 2,
    "declarer_bonus": 1,
    "laps": 3,
    "ace_failures": 3,
    "heavy_loss_levels": 2,
    "heavy_loss_steps": 4,
    "hook_ranks": frozenset({Level.FIVE, Level.JACK, Level.ACE}),
    "rainbows": 6,
    "max_buried_points": 20,
    "kitty_table": tuple(KittyStep(*row) for row in [(1, 20), (2, 100), (4, 100), (6, 100), (8, 100), (10, 100)]),
}


def test_no_option_is_forgotten():
    assert {*CLOSED, *YES_NO, *IN_SENTENCES, *OTHERS} == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_name(texts, name):
    assert texts.format_option(name) != name
    assert len(texts.format_option(name)) <= LABEL


def test_every_value_of_every_choice_is_a_sentence(texts):
    values = [(name, value) for name in CLOSED for value in HINTS[name]]
    values += [(name, value) for name in YES_NO for value in (True, False)]
    values += list(OTHERS.items())
    said = [texts.format_option_value(name, value) for name, value in values]
    assert all(len(sentence) <= DESCRIPTION for sentence in said), [s for s in said if len(s) > DESCRIPTION]
    assert all(sentence[-1] in ".。" for sentence in said)


def test_no_value_reads_like_another_of_its_option(texts):
    for name in CLOSED:
        assert len({texts.format_option_value(name, value) for value in HINTS[name]}) == len(HINTS[name])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_name_and_summary(texts, preset):
    assert texts.format_preset(preset) != preset
    assert len(texts.format_preset(preset)) <= LABEL
    assert len(texts.format_preset_summary(preset)) <= DESCRIPTION


def test_preset_without_message_keeps_its_id(texts):
    assert texts.format_preset("our-own") == "our-own"
    with pytest.raises(MissingMessage):
        texts.format_preset_summary("our-own")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_every_preset_fit_a_message(texts, preset):
    lines = texts.format_rules_lines(PRESETS[preset])
    assert len(lines) == len(set(lines)) >= 8
    assert sum(len(f"- {line}\n".encode()) for line in lines) <= MESSAGE


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sections_hold_the_same_lines_under_headings(texts, preset):
    sections = texts.format_rules_sections(PRESETS[preset])
    assert [line for section in sections for line in section.lines] == texts.format_rules_lines(PRESETS[preset])
    assert len({section.title for section in sections}) == len(sections) >= 5
    assert all(section.lines for section in sections)


@pytest.mark.parametrize("name", sorted({*CLOSED, *YES_NO} - {"teams", "no_declaration_first"}))
def test_every_change_of_an_option_is_told(texts, name):
    """A table that differs from the default in one option tells so; hooks need one that is on."""
    usual = with_hook(name)
    for value in HINTS[name] if name in CLOSED else (True, False):
        if value != getattr(usual, name) and value != "custom":
            changed = texts.format_rules_lines(replace(usual, **{name: value}))
            assert texts.format_option_value(name, value) in changed
            assert changed != texts.format_rules_lines(usual)


@pytest.mark.parametrize(("name", "value"), OTHERS.items())
def test_every_changed_number_is_told(texts, name, value):
    assert texts.format_option_value(name, value) in texts.format_rules_lines(replace(with_hook(name), **{name: value}))


def with_hook(name):
    return Rules(hook=Hook.CAPTURE, heavy_loss_levels=1) if name.startswith(("hook_", "heavy_loss_steps")) else Rules()


def test_points_of_a_heavy_loss_are_told(texts):
    told = texts.format_rules_lines(Rules(heavy_loss_levels=1))
    assert texts.say("rules.heavy_loss", points=200) in told
    assert texts.format_option_value("heavy_loss_steps", 3) not in texts.format_rules_lines(Rules(heavy_loss_steps=4))


def test_hook_is_told_with_its_levels(english):
    told = english.format_rules_lines(Rules(hook=Hook.CAPTURE))
    assert {"Levels with the hook: J.", "A side that is hooked goes back to 2."} <= set(told)
    assert not any("hook" in line for line in english.format_rules_lines(Rules()))


def test_pack_and_levels_are_told(english):
    told = english.format_rules_lines(
        with_options(Rules(), start_level="5", final_level="NT", jokers=(0, 2), kitty_size=6)
    )
    assert told[0] == "4 players, 2 decks with 106 cards in total: 25 each and 6 in the kitty."
    assert told[1] == "The pack has 2 big jokers."
    assert "Levels go from 5 to no trump." in told


@pytest.mark.parametrize(
    ("jokers", "words"),
    [((1, 1), "1 little and 1 big joker"), ((2, 1), "2 little and 1 big joker"), ((1, 0), "1 little joker"),
     ((2, 2), "2 little and 2 big jokers")],
)  # fmt: skip
def test_jokers_are_counted_naturally(english, jokers, words):
    told = english.format_rules_lines(with_options(Rules(), jokers=jokers, kitty_size=4 + sum(jokers) % 4))
    assert told[1] == f"The pack has {words}."


def test_points_table_is_listed_row_by_row(english):
    told = english.format_rules_lines(PRESETS["finding-friends"])
    assert told[-3:] == [
        "From 0 points: declarers +1 level",
        "From 130 points: opponents +1 level",
        "From 195 points: opponents +2 levels",
    ]


def test_hidden_ten_has_no_levels_to_tell_of(texts):
    told = texts.format_rules_lines(PRESETS["hidden-ten"])
    assert texts.format_option_value("win", PRESETS["hidden-ten"].win) not in told
    assert texts.format_option_value("throws", PRESETS["hidden-ten"].throws) in told


def test_nobody_is_called_where_the_declarer_plays_alone(texts):
    """Rules about friends' cards and partners are left out, and the sides are named as they are."""
    three, two = preset("club", 3), preset("club", 2)
    alone = texts.format_rules_lines(three)
    for name in ("friend_call", "partner_override", "throw_check"):
        assert texts.format_option_value(name, getattr(three, name)) not in alone
    assert "rules-friends" not in [chapter.key for chapter in list_chapters(texts, three)]
    assert "rules-friends" in [chapter.key for chapter in list_chapters(texts, preset("looking-for-friends"))]
    sentences = {lines[1] for lines in (alone, texts.format_rules_lines(two), texts.format_rules_lines(Rules()))}
    assert len(sentences) == 3
