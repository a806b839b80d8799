"""Checks whether leads and follows can be played, and whether a deal then has a result."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engine.model.errors import InvalidRules, RuleConflict
from engine.model.options import Bombs, Follow, KittyMultiplier, KittyStep, KittyWithoutTrump, Scoring, Threshold
from engine.model.rules import Rules
from engine.model.validators.pack import MAX_DECKS
from engine.model.validators.requirement import require, require_range

_FOUR: Final = 4
MAX_TIMES: Final = 100
"""The greatest multiplier in a `kitty_table`."""
MAX_KITTY_STEPS: Final = 6
_FEWEST_POINTS: Final = 50
"""The fewest points in a pack with `target_by_points`. Then a step is 10 points, and the row below it is at 5."""
_FEWEST_POINTS_OF_HALF_STEP: Final = 75
"""The fewest points in a pack with `half_step`. Then half a step is 10 points, and the row below it is at 5."""


def check_follow(rules: Rules) -> None:
    """Refuse `protect_longer` with `follow = template`, because the cards to follow with are then fixed."""
    message = "follow = template fixes the cards to follow with: protect_longer must be no"
    fits = rules.follow is not Follow.TEMPLATE or not rules.protect_longer
    require(fits, RuleConflict.PROTECTED_TEMPLATE, message, ("protect_longer", "follow"))


def check_throws(rules: Rules) -> None:
    """Refuse `throws_safe_only` if played cards are hidden, because players then cannot know what is safe."""
    message = "throws_safe_only needs show_played_cards = yes, so that players can know what is safe"
    known = rules.show_played_cards or not rules.throws_safe_only
    require(known, RuleConflict.UNSEEN_THROWS, message, ("throws_safe_only", "show_played_cards"))


def check_tractors(rules: Rules) -> None:
    """Refuse tractors whose limits contradict each other."""
    message = "trump_level_touches_ace needs level_tractors = yes"
    touching = rules.level_tractors or not rules.trump_level_touches_ace
    options = ("trump_level_touches_ace", "level_tractors")
    require(touching, RuleConflict.LEVEL_TRACTORS, message, options)
    require_range(rules, "tractor_min_width", 2, MAX_DECKS)
    require_range(rules, "tractor_min_length", 2, 13)
    longest = rules.tractor_max_length
    fits = longest is None or longest >= rules.tractor_min_length
    message = f"tractor_max_length must be none or at least {rules.tractor_min_length}"
    limits = ("tractor_max_length", "tractor_min_length")
    require(fits, RuleConflict.TRACTOR_LENGTHS, message, limits, least=rules.tractor_min_length)
    least = rules.tractor_min_width + 1
    message = f"uneven_tractors need tuples of different widths: decks must be at least {least}"
    fits = rules.decks >= least or not rules.uneven_tractors
    widths = ("uneven_tractors", "decks", "tractor_min_width")
    require(fits, RuleConflict.UNEVEN_DECKS, message, widths, least=least)


def check_specials(rules: Rules) -> None:
    """Refuse bombs and rainbows that the pack does not hold."""
    if rules.bombs is not Bombs.OFF:
        message = "bombs are four identical cards: decks must be at least 4"
        require(rules.decks >= _FOUR, RuleConflict.BOMBS, message, ("bombs", "decks"), least=_FOUR)
    if rules.rainbows is not None:
        require_range(rules, "rainbows", _FOUR, _FOUR * rules.decks)


def check_scoring(rules: Rules) -> None:
    """Refuse a table of results that is missing, unused or inconsistent. Refuse scoring limits out of range."""
    if rules.scoring is not Scoring.CUSTOM:
        message = "thresholds are for scoring = custom"
        require(not rules.thresholds, RuleConflict.THRESHOLDS_UNUSED, message, ("scoring", "thresholds"))
    elif not rules.thresholds:
        message = "scoring = custom needs thresholds, e.g. 0:hold+1,80:turn+0"
        raise InvalidRules(RuleConflict.THRESHOLDS_MISSING, message, ("scoring", "thresholds"))
    else:
        for fits, message in _threshold_checks(rules.thresholds):
            require(fits, RuleConflict.THRESHOLDS, message, ("thresholds",))
    if rules.target_by_points:
        least = _FEWEST_POINTS_OF_HALF_STEP if rules.scoring is Scoring.HALF_STEP else _FEWEST_POINTS
        message = f"target_by_points needs at least {least} points in the pack, not {rules.pack_points}"
        enough = rules.pack_points >= least or rules.scoring is Scoring.CUSTOM
        options = ("target_by_points", "low_cut", "decks")
        require(enough, RuleConflict.TARGET_POINTS, message, options, least=least, points=rules.pack_points)
    if rules.max_opponent_levels is not None:
        require_range(rules, "max_opponent_levels", 0, 13)
    require_range(rules, "capture_levels", 0, 13)


def _threshold_checks(rows: tuple[Threshold, ...]) -> Iterator[tuple[bool, str]]:
    yield rows[0].points == 0, "thresholds must begin at 0 points: nothing below the first row would have a result"
    yield all(low.points < high.points for low, high in pairwise(rows)), "thresholds must rise"
    yield all(row.levels >= 0 for row in rows), "levels in thresholds must not be negative"
    turned = [row.declarers_hold for row in rows]
    yield turned == sorted(turned, reverse=True), "in thresholds the declarers hold up to one row and not above it"
    yield not all(turned), "thresholds need a row at which the opponents win, e.g. 80:turn+0"
    yield any(turned), "thresholds need a row at which the declarers hold, e.g. 0:hold+1"
    held = [row.levels for row in rows if row.declarers_hold]
    yield held == sorted(held, reverse=True), "declarers' levels in thresholds must not rise with opponents' points"
    won = [row.levels for row in rows if not row.declarers_hold]
    yield won == sorted(won), "opponents' levels in thresholds must not fall with their points"


def check_kitty_multiplier(rules: Rules) -> None:
    """Refuse a table of kitty multipliers that is missing, unused or does not rise."""
    if rules.kitty_multiplier is not KittyMultiplier.CUSTOM:
        message = "kitty_table is for kitty_multiplier = custom"
        unused = RuleConflict.KITTY_TABLE_UNUSED
        require(not rules.kitty_table, unused, message, ("kitty_multiplier", "kitty_table"))
    elif not rules.kitty_table:
        message = "kitty_multiplier = custom needs kitty_table, e.g. 1:2,2:4,4:8"
        raise InvalidRules(RuleConflict.KITTY_TABLE_MISSING, message, ("kitty_multiplier", "kitty_table"))
    else:
        for fits, message in _kitty_table_checks(rules.kitty_table):
            conflict = RuleConflict.KITTY_TABLE
            require(fits, conflict, message, ("kitty_table",), rows=MAX_KITTY_STEPS, times=MAX_TIMES)
    if rules.kitty_without_trump is KittyWithoutTrump.HALF:
        message = "kitty_without_trump = half needs multipliers that are even: full or none fits any"
        options = ("kitty_without_trump", "kitty_multiplier", "kitty_table")
        odd = any(row.times % 2 for row in rules.kitty_table) or rules.kitty_multiplier is KittyMultiplier.FLAT_1
        require(not odd, RuleConflict.HALF_KITTY, message, options)


def _kitty_table_checks(rows: tuple[KittyStep, ...]) -> Iterator[tuple[bool, str]]:
    yield rows[0].cards == 1, "kitty_table must begin at 1 card: a smaller lead would have no multiplier"
    yield all(low.cards < high.cards for low, high in pairwise(rows)), "cards in kitty_table must rise"
    yield all(low.times <= high.times for low, high in pairwise(rows)), "multipliers in kitty_table must not fall"
    yield len(rows) <= MAX_KITTY_STEPS, f"kitty_table has at most {MAX_KITTY_STEPS} rows"
    yield rows[-1].times <= MAX_TIMES, f"multipliers in kitty_table must be at most {MAX_TIMES}"
