"""The guide explains a table's rules on short pages. It states exactly the rules that apply, as the engine does."""

import random
import re
import sys
from dataclasses import fields
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import get_type_hints

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.guide import (
    DISPLAY_OPTIONS,
    MOST_SENTENCES,
    PAGES,
    TOLD_OPTIONS,
    is_usual,
    list_guide,
)
from bot.text.describe.guide_sentences import RESULTS
from bot.text.describe.options_in_effect import list_idle_options, may_jokers_declare
from bot.text.describe.rulebook import OPTIONS, list_chapters, list_differences
from bot.text.describe.rules import RULE_SECTIONS
from bot.text.languages import TAGS
from engine.deal.scoring import score_deal
from engine.model.errors import InvalidRules
from engine.model.options import Teams
from engine.model.presets import PRESETS, with_options
from engine.model.rules import Rules
from tests.everyday import spread

sys.path.insert(0, str(Path(__file__).parents[2] / "engine" / "game"))

from random_rules import random_rules

HINTS = get_type_hints(Rules)
NUMBERS = {"players", "decks", "jokers", "low_cut", "kitty_size", "start_level", "final_level", "cuts"}
"""Options without a section of their own. Their values appear in other sentences, such as the one about the pack."""
LISTED = {name for names in RULE_SECTIONS.values() for name in names}
DICE = random.Random(7)
RANDOM = [random_rules(DICE) for _ in range(40)]
ALL_RULES = [*PRESETS.values(), *RANDOM]
MOST_WORDS = 700
MOST_CHARACTERS = 1200
"""The limit for Chinese pages. This many characters take about as long to read as MOST_WORDS English words."""


def texts_for(tag):
    return Catalogue.load().texts_for(tag)


def guide(rules, tag="en"):
    return list_guide(texts_for(tag), rules)


def text_of(rules, tag="en"):
    return "\n".join(one.text for one in guide(rules, tag))


def said(rules, name, tag="en"):
    return next((one.text for one in guide(rules, tag) if one.name == name), None)


def standard(**options):
    return with_options(PRESETS["standard"], **options)


def hidden(**options):
    return with_options(PRESETS["hidden-ten"], **options)


def friends(**options):
    return with_options(PRESETS["looking-for-friends"], **options)


def count_length(text, tag):
    """Return the words of an English text, or the characters of a Chinese one."""
    if tag == "en":
        return sum(bool(re.search(r"[A-Za-z0-9]", word)) for word in text.split())
    return len(re.findall(r"[\u3400-\u9fff]", text))


# --- the guide is short
@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("name", PRESETS)
def test_guide_of_preset_is_short(name, tag):
    most = MOST_WORDS if tag == "en" else MOST_CHARACTERS
    assert count_length(text_of(PRESETS[name], tag), tag) <= most


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("name", PRESETS)
def test_each_page_has_three_to_eight_sentences(name, tag):
    pages = {page: list(found) for page, found in groupby(guide(PRESETS[name], tag), lambda one: one.page)}
    assert list(pages) == [page for page in PAGES if page in pages]
    for page, sentences in pages.items():
        told = [one for one in sentences if one.name != RESULTS]
        assert len(sentences) >= 3, page
        assert len(told) <= MOST_SENTENCES, page


# --- the guide is complete
def test_every_option_has_a_section():
    assert {field.name for field in fields(Rules)} == LISTED | NUMBERS
    assert not LISTED & NUMBERS
    assert TOLD_OPTIONS <= LISTED


@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_every_rule_in_force_has_its_sentence(rules):
    names = [one.name for one in guide(rules) if one.name != RESULTS]
    assert len(names) == len(set(names))
    silent = list_idle_options(rules) | TOLD_OPTIONS | DISPLAY_OPTIONS
    assert {name for name in LISTED - silent if not is_usual(name, rules)} <= set(names)
    assert not set(names) & list_idle_options(rules) & LISTED


def list_changed(rules):
    """Yield each valid change of a flag or an enumeration as a tuple of option, new value and new rules."""
    for name in sorted(LISTED - DISPLAY_OPTIONS):
        kind = HINTS[name]
        closed = tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()
        for value in (True, False) if kind is bool else closed:
            if value != getattr(rules, name):
                try:
                    yield name, value, with_options(rules, **{name: value})
                except InvalidRules:
                    continue


ALIKE = {("follow", "shapes"), ("follow", "shapes_no_new_tractors"), ("declare_ladder", "classic")} | {
    *(("own_declaration", "reinforce_same"), ("joker_declaration", "all_decks"), ("declare_ladder", "six_step")),
    ("throw_compare", "longest_unit"),
}
"""Values that make no difference in some rules. A rule about quadruples, for example, never applies to two decks."""


def plays_alike(option, value, rules, changed):
    if option == "target_by_points":
        return changed.points_step == rules.points_step
    if option in {"declare_ladder", "joker_declaration"} and not any(map(may_jokers_declare, (rules, changed))):
        return True
    if option == "throw_compare" and rules.decks == 1:
        return {str(value), rules.throw_compare} == {"highest_card", "longest_unit"}
    if option == "kitty_multiplier" and rules.decks == 1:
        return value in {"two_pow_pairs", "pow_largest_unit", "two_per_largest_unit", "flat_2"}
    return (option, str(value)) in ALIKE


def is_only_change(option, rules, changed):
    """Return whether only this option differs. A change of `hook`, for example, may change other options too."""
    return all(getattr(rules, name) == getattr(changed, name) for name in LISTED - {option})


@pytest.mark.parametrize("name", spread(2, PRESETS))
def test_guide_changes_only_if_a_rule_in_force_changes(name):
    rules = PRESETS[name]
    idle, before = list_idle_options(rules), text_of(rules)
    for option, value, changed in list_changed(rules):
        if option in idle and option in list_idle_options(changed):
            assert not is_only_change(option, rules, changed) or text_of(changed) == before, (option, value)
        elif option not in idle and not plays_alike(option, value, rules, changed):
            assert text_of(changed) != before, (option, value)


# --- the guide has only rules in force
@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_guide_does_not_mention_rules_that_are_off(rules, tag):
    texts = texts_for(tag)
    denials = {texts.say(f"value.{name}.none") for name in LISTED if texts.has(f"value.{name}.none")}
    for name in LISTED:
        denials |= {texts.say(key) for word in ("off", "none", "no") if texts.has(key := f"rule.{name}.{word}")}
    restrictions = {name for name in LISTED if HINTS[name] is bool and getattr(Rules(), name)}
    denials -= {texts.say(key) for name in restrictions if texts.has(key := f"rule.{name}.no")}
    denials |= {texts.say(f"value.{word}") for word in ("no", "none")}
    denials.discard(texts.say("rule.kitty_without_trump.none"))  # this sentence says when a kitty counts
    assert not denials & {one.text for one in guide(rules, tag)}


@pytest.mark.parametrize("name", PRESETS)
def test_guide_says_opponents_take_over_only_with_fixed_teams(name):
    words = text_of(PRESETS[name], "zh-CN")
    assert ("上台" in words) is (PRESETS[name].teams == "fixed")


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_sentences_are_short_and_end_with_full_stop(tag, rules):
    for one in guide(rules, tag):
        assert one.text[-1] in ".。"
        assert len(one.text) <= 240


# --- its numbers are those of the engine
ROW = re.compile(
    r"\*\*(\d+)(?:–(\d+)| or more)? points\*\*: (declarers|opponents)(?: win, no level| win| \+(\d+) levels?)\."
)
STEP = re.compile(r"Each (\d+) points more: \+1 level\.")


def read_table(rules):
    """Read the guide's table of results as a person would.

    Return a function that takes card points and returns whether the declarers hold, and the levels.
    """
    lines = [one.text for one in guide(rules) if one.name == RESULTS]
    rows = [found for line in lines if (found := ROW.fullmatch(line))]
    step = next((int(found[1]) for line in lines if (found := STEP.fullmatch(line))), None)
    assert len(rows) + (step is not None) == len(lines)

    def look_up(points):
        for row in rows:
            if int(row[1]) <= points <= int(row[2] or (10_000 if "or more" in row[0] else row[1])):
                return row[3] == "declarers", int(row[4] or 0)
        last = rows[-1]
        return False, min(int(last[4] or 0) + (points - int(last[1])) // step, rules.max_opponent_levels or 99)

    return look_up


@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_table_of_results_agrees_with_the_engine(rules):
    look_up = read_table(rules)
    for points in range(0, 2 * rules.pack_points + 400, 5):
        outcome = score_deal(points, rules)
        levels = 0 if rules.teams is Teams.HIDDEN_TEN else outcome.levels
        assert look_up(points) == (outcome.declarers_hold, levels), points


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_numbers_in_guide_agree_with_the_engine(rules):
    goal = next(points for points in range(0, 10_000, 5) if not score_deal(points, rules).declarers_hold)
    assert numbers(said(rules, "goal")) == [goal]
    jokers = [count for count in (rules.joker_counts if set(rules.joker_counts) else ()) if count]
    kitty = [rules.kitty_size] if rules.kitty_size else []
    assert numbers(said(rules, "pack")) == [rules.decks, rules.pack_size, *jokers, rules.hand_size, *kitty]
    assert numbers(said(rules, "bury")) == kitty
    if rules.teams is Teams.FRIENDS and not rules.plays_alone:
        assert numbers(said(rules, "friends")) == [rules.friend_count]


# --- it contradicts no option
CASES = [
    # each case has rules, phrases that the guide must have and phrases that it must lack
    (friends(small_team_bonus=2), ("go up 2 more levels",), ("for each missing",)),
    (friends(), ("the next copy decides", "If nobody joins", "calls friends"), ("your partner",)),
    (friends(friends=0), (), ("called card", "joins")),
    (
        standard(jokers="0+0", kitty_size=8),
        ("Only more identical level cards **overrule** it.",),
        ("jokers overrule", "joker >"),
    ),
    (standard(), ("two identical jokers overrule any",), ("two or more identical",)),
    (standard(decks=3, kitty_size=6), ("two or more identical jokers overrule any",), ("two identical jokers",)),
    (
        standard(joker_declaration="off"),
        ("Only more identical level cards **overrule** it.",),
        ("no trump", "jokers overrule"),
    ),
    (
        standard(joker_declaration="off", declare_ladder="six_step"),
        ("more identical level cards **overrule** it",),
        ("joker < big",),
    ),
    (standard(declare_ladder="count_joker_suit", joker_declaration="off"), ("of equal pairs the higher",), ()),
    (standard(declare_ladder="joker_support", jokers="0+0"), ("A pair of level cards **overrules**",), ("a joker",)),
    (
        standard(declare_ladder="joker_support", joker_declaration="any"),
        ("two identical jokers alone",),
        ("one or more identical jokers",),
    ),
    (standard(declare_ladder="six_step", joker_declaration="any"), ("little joker < big joker",), ()),
    (standard(declare_ladder="six_step"), ("jokers overrule any",), ("little joker < big joker",)),
    (hidden(), ("buried points count too.", "The called ten"), ("level card", "×", "throw")),
    (hidden(permanent_trumps="none"), ("the jokers and the trump suit",), ("level 7", "tens are always")),
    (standard(decks=4, bombs="any_suit"), ("only a higher bomb of that size beats them",), ()),
    (
        standard(),
        ("clockwise", "deal again", "the kitty's first level card gives the trump suit"),
        ("tricks anticlockwise",),
    ),
    (standard(follow="minimal", decks=3, kitty_size=6), ("a triple isn't a pair",), ("even out of a triple",)),
    (standard(follow="suit_only"), ("not the shape",), ("On a pair", "On a tractor", "Follow a throw")),
    (PRESETS["forty-points"], ("The first level card shown decides.",), ("tractor", "pair", "overrule")),
    (standard(kitty_size=0), ("The declarer leads.",), ("kitty", "buried", "buries")),
    (standard(throws="off"), ("Ann leads",), ("throw",)),
    (standard(throws_safe_only=True), ("You may only throw what nobody can beat",), ("If a throw fails",)),
    (standard(tractor_min_width=3), (), ("tractor",)),
    (standard(no_declaration="redeal"), ("If nobody declares, the cards are dealt again.",), ("later deal",)),
    (hidden(no_declaration_first="kitty_level_else_highest"), ("highest card of the kitty",), ("first deal",)),
    (standard(throw_penalty="ten_per_card", clamp_negative=False), ("Points can fall below zero",), ()),
    (standard(laps=2), ("get past the last level 2 times",), ()),
    (PRESETS["online"], ("nobody on the other side", "without playing it"), ("Nobody rises",)),
]


@pytest.mark.parametrize(("rules", "told", "untold"), CASES)
def test_no_sentence_contradicts_another_option(rules, told, untold):
    book = text_of(rules)
    assert not [words for words in told if words not in book]
    assert not [words for words in untold if words.casefold() in book.casefold()]


@pytest.mark.parametrize("tag", TAGS)
def test_small_team_bonus_counts_once_in_every_language(tag):
    text = said(friends(small_team_bonus=2), "small_team_bonus", tag)
    assert numbers(text) == [2]
    assert not any(word in text for word in ("each", "每"))


def test_order_of_trumps_follows_the_rules():
    assert "big joker > little joker > ♥7 > ♠7 = ♣7 = ♦7 > ♥A > … > ♥2" in said(standard(), "order")
    bare = said(standard(jokers="0+2", kitty_size=6, low_cut="5", start_level="5"), "order")
    assert "big joker > ♥7 > ♠7" in bare
    assert "… > ♥5" in bare
    assert "little joker > ♥10 > ♠10 = ♣10 = ♦10 > ♥2 > ♠2 = ♣2 = ♦2 > ♥A" in said(hidden(), "order")


def test_tractor_of_trumps_fits_the_rules():
    assert "♠7-7 ♥A-A is a tractor" in said(standard(), "chain")
    assert "♥7-7 ♠7-7 ♥A-A is a tractor" in said(standard(tractor_min_length=3), "chain")
    assert "♠7-7-7 ♥A-A-A is a tractor" in said(standard(decks=3, kitty_size=6, tractor_min_width=3), "chain")
    assert "ittle joker is a tractor" not in said(standard(jokers="1+1", kitty_size=6), "chain")


def test_kitty_of_only_jokers_is_mentioned():
    assert said(standard(kitty_size=4), "kitty_of_jokers")
    assert said(standard(), "kitty_of_jokers") is None


def test_guide_names_the_declarer_if_nobody_declares_in_the_first_deal():
    assert said(PRESETS["online"], "undeclared")
    assert said(standard(no_declaration_first="no_trump", no_declaration="no_trump"), "undeclared")
    assert said(standard(no_declaration_first="no_trump"), "undeclared") is None
    assert said(standard(no_declaration_first="kitty_first"), "undeclared")
    assert said(PRESETS["standard"], "undeclared") is None
    assert said(hidden(), "undeclared") is None


def test_guide_names_no_last_declarer_if_one_declaration_decides():
    assert "the last to declare" in said(standard(), "first")
    assert "the player who declares" in said(PRESETS["forty-points"], "first")


def test_match_with_personal_levels_is_won_by_a_player():
    assert "The first player to rise above A" in said(PRESETS["finding-friends"], "win")
    assert "The first team to rise above A" in said(PRESETS["pagat"], "win")


def test_differences_are_listed_against_the_standard_rules():
    assert list_differences(PRESETS["standard"]) == ()
    assert list_differences(standard(follow="tuples", play_takeback=True)) == ("follow", "play_takeback")
    assert "decks" in list_differences(PRESETS["forty-points"])
    assert "follow" not in list_differences(PRESETS["hidden-ten"]), "nobody can lead a quadruple"
    assert "follow" in list_differences(standard(decks=4, follow="shapes"))
    assert "throws" not in list_differences(PRESETS["forty-points"])


def test_example_trick_is_shown_to_four_or_more_players():
    """The example trick has four plays, so a table of three players does not show it.

    If more than four play, the trick is not over. So the text says that Cy's ruff is higher, but names no winner.
    """
    assert said(friends(players=3, friends=0), "trick") is None
    for rules in (standard(), friends(players=7)):
        assert said(rules, "trick").endswith("Cy's is higher.")


def test_list_of_options_has_cuts_only_if_set():
    def listed(rules):
        chapters = list_chapters(texts_for("zh-CN"), rules)
        return {one.name for one in next(one for one in chapters if one.key == OPTIONS).sentences}

    assert "cuts" in listed(standard(cuts="3", kitty_size=4))
    assert listed(standard()) == listed(standard(cuts="3", kitty_size=4)) - {"cuts"}
