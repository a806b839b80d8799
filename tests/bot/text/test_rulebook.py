"""The rulebook tells every rule in force, once, with the engine's numbers, and never contradicts itself."""

import random
import re
import sys
from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import get_type_hints

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.options_in_effect import list_idle_options
from bot.text.describe.rulebook import (
    CHAPTER_KEYS,
    REASON_SENTENCES,
    find_reason_sentence,
    find_sentence,
    list_chapters,
    list_sentences,
    resolve_chapter,
)
from bot.text.describe.rules import RULE_SECTIONS
from bot.text.languages import TAGS
from engine.deal.scoring import compute_multiplier, score_deal
from engine.model.errors import InvalidRules, Reason
from engine.model.options import KittyMultiplier, Teams
from engine.model.presets import PRESETS, with_options
from engine.model.rules import Rules
from tests.everyday import spread

sys.path.insert(0, str(Path(__file__).parents[2] / "engine" / "game"))

from random_rules import random_rules

HINTS = get_type_hints(Rules)
NUMBERS = {"players", "decks", "jokers", "low_cut", "kitty_size", "start_level", "final_level", "thresholds", "cuts"}
"""Options that general sentences explain."""
LISTED = {name for names in RULE_SECTIONS.values() for name in names}
DICE = random.Random(7)
RANDOM = [random_rules(DICE) for _ in range(40)]
ALL_RULES = [*PRESETS.values(), *RANDOM]
LONGEST = 240


@cache
def texts_for(tag):
    return Catalogue.load().texts_for(tag)


def names_of(rules):
    return [one.name for one in list_sentences(texts_for("en"), rules)]


def lines_of(rules, tag="en"):
    return [one.text for one in list_sentences(texts_for(tag), rules)]


def standard(**options):
    return with_options(PRESETS["standard"], **options)


def hidden(**options):
    return with_options(PRESETS["hidden-ten"], **options)


def friends(**options):
    return with_options(PRESETS["looking-for-friends"], **options)


def wide(**options):
    return with_options(PRESETS["standard"], decks=4, **options)


# --- complete
def test_every_option_has_a_chapter():
    assert {field.name for field in fields(Rules)} == LISTED | NUMBERS
    assert not LISTED & NUMBERS


@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_every_option_in_force_has_its_sentence(rules):
    told = [name for name in names_of(rules) if name in LISTED]
    assert len(told) == len(set(told))
    assert set(told) == LISTED - list_idle_options(rules)


ALWAYS_IDLE = {
    "declarer_bonus",
    "hook_to",
    "hook_ranks",
    "hook_off_suit",
    "hook_pair",
    "hook_declarer",
    "hook_needs_win",
    "heavy_loss_steps",
    "kitty_table",
} | {
    "theft_moves_declarer",
    "friends",
    "friend_call",
    "friend_cards",
    "double_join",
    "small_team_bonus",
    "pickup_counts",
    "bombs",
}
LEFT_OUT = {
    "standard": {"tractor_min_width", "uneven_tractors", "protect_longer", "clamp_negative"},
    "pagat": {"tractor_min_width", "uneven_tractors", "protect_longer"},
    "online": {"tractor_min_width", "uneven_tractors", "protect_longer", "clamp_negative", "no_declaration_first"},
    "bashifen": {"tractor_min_width", "uneven_tractors", "protect_longer", "clamp_negative", "no_declaration_first"},
    "pagat-three-decks": {"no_trump_levels", "joker_pair_beats_joker_pair", "little_jokers_declare"},
}


@pytest.mark.parametrize(("name", "also"), LEFT_OUT.items())
def test_presets_omit_only_idle_options(name, also):
    assert LISTED - set(names_of(PRESETS[name])) == ALWAYS_IDLE | also


def list_values(name):
    if HINTS[name] is bool:
        return (True, False)
    return tuple(HINTS[name]) if isinstance(HINTS[name], type) and issubclass(HINTS[name], StrEnum) else ()


def list_changed(rules):
    """Yield every playable change of one choice, with its option."""
    for name in sorted(LISTED):
        for value in list_values(name):
            if value != getattr(rules, name):
                try:
                    yield name, value, with_options(rules, **{name: value})
                except InvalidRules:
                    continue


SAME_SENTENCE = {("follow", "shapes"), ("follow", "shapes_no_new_tractors"), ("declare_ladder", "classic")}
"""With two decks a quadruple cannot be led; with pairs of jokers only, the six steps are fewer."""


@pytest.mark.parametrize("name", spread(1, ["standard", "finding-friends", "online", "bashifen", "hidden-ten"]))
def test_option_changes_rulebook_only_where_effective(name):
    rules = PRESETS[name]
    idle, before = list_idle_options(rules), lines_of(rules)
    for option, value, changed in list_changed(rules):
        if option in idle and option in list_idle_options(changed):
            assert lines_of(changed) == before, (option, value)
        elif (option, str(value)) not in SAME_SENTENCE and option not in idle:
            assert lines_of(changed) != before or _plays_alike(option, value, rules), (option, value)


def _plays_alike(option, value, rules):
    """Return whether a value plays like the present one: nothing can be reinforced, or no joker can be added."""
    alike = {("own_declaration", "reinforce_same"), ("joker_declaration", "all_decks"), ("declare_ladder", "six_step")}
    return (option, str(value)) in alike


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_sentences_are_whole_and_short(tag, rules):
    chapters = list_chapters(texts_for(tag), rules)
    assert [chapter.key for chapter in chapters] == [one for one in CHAPTER_KEYS if one in {c.key for c in chapters}]
    for chapter in chapters:
        assert len(chapter.lines) == len(set(chapter.lines)) > 0
        for line in chapter.lines:
            assert line[-1] in ".。"
            assert len(line) <= LONGEST


# --- numbers
ROW = re.compile(r"\*\*(\d+)(?:–(\d+)| or more)? points\*\*: the (declarers|opponents).*?(?:up (\d+) levels?)?\.")
STEP = re.compile(r"Every (\d+) points beyond that give one more level\.")


def read_table(rules):
    """Read the table of results as a person would: a function from points to who wins and by how many levels."""
    lines = [one.text for one in list_sentences(texts_for("en"), rules) if one.name == "results"]
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
def test_table_of_results_is_the_engines(rules):
    look_up = read_table(rules)
    for points in range(0, 2 * rules.pack_points + 400, 5):
        outcome = score_deal(points, rules)
        levels = 0 if rules.teams is Teams.HIDDEN_TEN else outcome.levels
        assert look_up(points) == (outcome.declarers_hold, levels), points


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("rules", spread(20, ALL_RULES))
def test_numbers_are_the_engines(rules):
    said = {one.name: one.text for one in list_sentences(texts_for("en"), rules)}
    goal = next(points for points in range(0, 10_000, 5) if not score_deal(points, rules).declarers_hold)
    assert numbers(said["goal"]) == [goal]
    kitty = [rules.kitty_size] if rules.kitty_size else []
    assert numbers(said["pack"]) == [rules.players, rules.decks, rules.pack_size, rules.hand_size, *kitty]
    assert sum(rules.joker_counts) == sum(numbers(said["jokers"]))
    if rules.pack_points:
        assert numbers(said["points"])[-1] == rules.pack_points
    if rules.kitty_size:
        wide = min(rules.decks, 2)
        times = compute_multiplier(rules, led=wide, largest=wide, pairs=wide - 1, by_trumps=True)
        example = [15, 15, times, 15 * times] if rules.kitty_multiplier is not KittyMultiplier.NONE else []
        assert numbers(said.get("kitty_example", "")) == example
        assert numbers(said["kitty"]) == kitty
    if rules.teams is Teams.FRIENDS and not rules.plays_alone:
        assert numbers(said["friends"]) == [rules.friend_count]


@pytest.mark.parametrize("rules", [standard(), standard(decks=3, kitty_size=6), hidden()])
def test_points_of_all_decks_add_up(rules):
    said = {one.name: one.text for one in list_sentences(texts_for("en"), rules)}
    total, each = numbers(said["target_by_points"])
    assert total == each * rules.decks


# --- no contradictions
CASES = [
    # rules, what is said, what is not
    (friends(small_team_bonus=2), ("go up 2 more levels",), ("for each missing",)),
    (friends(), ("who plays the second one is a friend", "plays a called card joins", "If nobody joins"), ()),
    (friends(friends=0), (), ("called card", "joins")),
    (standard(jokers="0+0", kitty_size=8), ("More level cards beat fewer.",), ("jokers beat", "Jokers,", "joker >")),
    (standard(joker_declaration="off"), ("More level cards beat fewer.", "Jokers can't declare."), ("jokers beat",)),
    (standard(joker_declaration="off", declare_ladder="six_step"), ("More level cards beat fewer.",), ("joker < big",)),
    (
        standard(declare_ladder="count_joker_suit", joker_declaration="off"),
        ("of equal pairs the higher",),
        ("jokers beat",),
    ),
    (standard(declare_ladder="joker_support", jokers="0+0"), ("Level card < pair of them.",), ("a joker",)),
    (
        standard(declare_ladder="joker_support", joker_declaration="any"),
        ("Two or more identical jokers",),
        ("One joker",),
    ),
    (standard(declare_ladder="six_step", joker_declaration="any"), ("little joker < big joker",), ()),
    (standard(declare_ladder="six_step"), ("jokers beat them all",), ("little joker < big joker",)),
    (wide(throw_units="tuples"), ("A throw is made of single cards and identical cards",), ("singles and pairs",)),
    (standard(decks=3, kitty_size=6, follow="shapes"), ("Match the shape as far as you can.",), ("quadruple",)),
    (standard(decks=3, kitty_size=6), ("a **triple** or more) or a **tractor**",), ()),
    (wide(follow="shapes"), ("a quadruple can make you play",), ()),
    (wide(), ("only a tractor makes you play tractors",), ()),
    (hidden(), ("kitty counts once", "There is no trump rank"), ("level card", "× 2", "trump-suit level")),
    (hidden(permanent_trumps="none"), ("Jokers and one suit",), ("level 7", "tens are always")),
    (wide(bombs="any_suit"), ("only a higher bomb of that size beats them",), ("beat everything",)),
    (wide(bombs="suit_following"), ("only a higher bomb beats them",), ("beat everything",)),
    (standard(), ("0 points**: the declarers go up 3", "the cards are dealt again", "the kitty makes trumps: by"), ()),
    (standard(), ("somebody can beat", "go back to your hand", "Any other player's hand"), ()),
    (standard(), ("asks for a tractor as long", "♥A – ♠7/♣7/♦7 – ♥7 – little joker – big joker"), ()),
    (standard(), ("Play goes anticlockwise", "You can overrule your partner"), ()),
    (friends(), ("on either side",), ("partner",)),
    (standard(follow="minimal", decks=3, kitty_size=6), ("a triple isn't a pair",), ("must break a triple",)),
    (standard(follow="suit_only"), ("not the shape",), ("must play a pair", "asks for a tractor")),
    (
        with_options(PRESETS["forty-points"], throws="all", throw_compare="longest_unit"),
        ("Ruffs of a throw are compared by their highest card.",),
        ("unit of the longest kind",),
    ),
    (PRESETS["forty-points"], ("Nothing overrules a declaration",), ("tractor", "pair", "stronger", "overrule your")),
    (standard(kitty_size=0), ("and no kitty",), ("the kitty makes", "takes the kitty", "buried", "You see the kitty")),
    (standard(throws="off"), ("There are no throws.",), ("A throw can", "failed throw", "Ruffs of a throw")),
    (
        standard(throws_safe_only=True),
        ("You may only throw what nobody can beat",),
        ("failed throw", "If a throw fails"),
    ),
    (standard(tractor_min_width=3), ("There are no tractors.",), ("-5-6", "asks for a tractor")),
    (standard(no_declaration="redeal"), ("If nobody declares, the cards are dealt again.",), ("in a later deal",)),
    (
        hidden(no_declaration_first="kitty_level_else_highest"),
        ("highest card of the kitty",),
        ("first deal", "level card"),
    ),
    (standard(throw_penalty="ten_per_card", clamp_negative=False), ("Points can fall below zero",), ()),
]


@pytest.mark.parametrize(("rules", "said", "unsaid"), CASES)
def test_no_sentence_contradicts_another_option(rules, said, unsaid):
    book = "\n".join(lines_of(rules))
    assert not [words for words in said if words not in book]
    assert not [words for words in unsaid if words.casefold() in book.casefold()]


@pytest.mark.parametrize("tag", TAGS)
def test_small_team_bonus_counts_once_in_every_language(tag):
    text = find_sentence(texts_for(tag), friends(small_team_bonus=2), "rules-friends", "small_team_bonus").text
    assert numbers(text) == [2]
    assert not any(word in text for word in ("each", "每"))


def test_order_of_trumps_is_the_engines():
    said = find_sentence(texts_for("en"), standard(), "rules-cards", "order").text
    assert "big joker > little joker > ♥7 > ♠7 = ♣7 = ♦7 > ♥A > ♥K > ♥Q > … > ♥2" in said
    bare = find_sentence(
        texts_for("en"), standard(jokers="0+2", kitty_size=6, low_cut="5", start_level="5"), "rules-cards", "order"
    )
    assert "big joker > ♥7 > ♠7" in bare.text
    assert "… > ♥5" in bare.text
    ten = find_sentence(texts_for("en"), hidden(), "rules-cards", "order").text
    assert "little joker > ♥10 > ♠10 = ♣10 = ♦10 > ♥2 > ♠2 = ♣2 = ♦2 > ♥A" in ten


# --- places
def test_an_unknown_chapter_is_the_first():
    assert {"rules-throws", "rules-points", "rules-levels", "rules-table", "words-1", "words-2"} <= set(CHAPTER_KEYS)
    assert resolve_chapter("nonsense") == CHAPTER_KEYS[0]
    assert len(CHAPTER_KEYS) <= 25


def test_sentence_names_are_unique_and_fit_ids():
    for rules in ALL_RULES:
        for chapter in list_chapters(texts_for("en"), rules):
            names = [one.name for one in chapter.sentences if one.name != "results"]
            assert len(names) == len(set(names))
            assert all(re.fullmatch("[a-z_]+", name) for name in names)


HAPPENS = {
    Reason.NO_CLAIM: standard(redeal_claim="no_trump_or_no_points"),
    Reason.MUST_PLAY_RAINBOW: standard(rainbows=4),
    Reason.TOO_MANY_POINTS: standard(max_buried_points=20),
    Reason.MUST_BEAT: standard(must_beat_failed_throw=True),
    Reason.WRONG_FRIEND: friends(),
    Reason.WRONG_FRIEND_COUNT: friends(),
}


@pytest.mark.parametrize("reason", REASON_SENTENCES)
def test_reason_has_its_sentence(texts, reason):
    rules = HAPPENS.get(reason, standard())
    found = find_reason_sentence(texts, rules, reason)
    assert found is not None
    assert found.name == REASON_SENTENCES[reason][1]
    assert find_reason_sentence(texts, rules, Reason.NOT_YOUR_TURN) is None


# --- marks and search
def test_changes_are_marked():
    usual, rules = PRESETS["standard"], standard(follow="tuples", throw_penalty="ten_per_attempt")
    changed = [
        one.name
        for chapter in list_chapters(texts_for("en"), rules, usual)
        for one in chapter.sentences
        if one.is_changed
    ]
    assert changed == ["throw_penalty", "follow", "clamp_negative"]
    assert not any(
        one.is_changed for chapter in list_chapters(texts_for("en"), usual, usual) for one in chapter.sentences
    )


def test_kitty_of_only_jokers_is_mentioned():
    small = replace(standard(), kitty_size=4)
    assert "kitty_of_jokers" in names_of(small)
    assert "kitty_of_jokers" not in names_of(standard())


# --- who declares, who wins
def test_undeclared_first_deal_names_its_declarer():
    assert "undeclared" in names_of(PRESETS["online"])
    assert "undeclared" in names_of(standard(no_declaration_first="no_trump", no_declaration="no_trump"))
    assert "undeclared" not in names_of(standard(no_declaration_first="no_trump"))
    assert "undeclared" in names_of(standard(no_declaration_first="kitty_first"))
    assert "undeclared" not in names_of(PRESETS["standard"])
    assert "undeclared" not in names_of(PRESETS["hidden-ten"])


def test_personal_levels_are_won_by_players():
    assert "The first player to rise above the last level wins the match." in lines_of(PRESETS["finding-friends"])
    assert "The first team to rise above the last level wins the match." in lines_of(PRESETS["pagat"])


def test_single_lap_agrees_with_match_end():
    assert "A side has to pass" not in "\n".join(lines_of(standard()))
    assert "A side has to pass the last level 2 times." in "\n".join(lines_of(standard(laps=2)))


def test_hidden_ten_says_which_ten_is_called():
    assert (
        "ten of the suit that became trumps" in find_sentence(texts_for("en"), hidden(), "rules-sides", "secret").text
    )


@pytest.mark.parametrize("tag", ["zh-CN", "zh-TW"])
def test_chinese_open_row_names_points(tag):
    assert any("至少 200 分" in line for line in lines_of(PRESETS["online"], tag))
