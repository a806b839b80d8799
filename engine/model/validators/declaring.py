"""Checks whether trumps can be declared."""

from typing import Final

from engine.model.cards import Rank
from engine.model.errors import RuleConflict
from engine.model.options import DeclareLadder, SuitJoker
from engine.model.rules import Rules
from engine.model.validators.requirement import require, require_range

MAX_WINDOW: Final = 3600
_TWO: Final = 2
_MOST_LEVEL_CARDS: Final = {DeclareLadder.JOKER_SUPPORT: 2, DeclareLadder.JOKER_TEN: 1}
"""The most identical level cards that some ladders know."""


def check_ladder(rules: Rules) -> None:
    """Refuse ladders whose declarations the pack does not hold."""
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        jokers, tens = sum(rules.joker_counts) > 0, rules.low_cut <= Rank.TEN
        require(jokers, RuleConflict.TEN_JOKERS, "joker_ten needs jokers in the pack", ("declare_ladder", "jokers"))
        require(tens, RuleConflict.TEN_TENS, "joker_ten needs tens in the pack", ("declare_ladder", "low_cut"))
        two = "joker_ten declares with two cards: the kitty must leave every hand that many"
        require(rules.hand_size >= _TWO, RuleConflict.TEN_HANDS, two, ("declare_ladder", "kitty_size"))
    require_range(rules, "declare_window", 0, MAX_WINDOW)
    _check_suit_joker(rules)
    _check_level_cards(rules)


def _check_level_cards(rules: Rules) -> None:
    """Refuse declarations that nobody could make, and suit orders where only numbers count."""
    ladder = rules.declare_ladder
    most = min(rules.decks, _MOST_LEVEL_CARDS.get(ladder, rules.decks))
    message = f"at most {most} identical level cards can be declared: declare_min_count must be 1 to {most}"
    options = ("declare_min_count", "decks", "declare_ladder")
    fits = 1 <= rules.declare_min_count <= most
    require(fits, RuleConflict.DECLARE_COUNT, message, options, most=most)
    compared = ladder not in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN}
    suits = f"declare_ladder = {ladder} does not compare suits: declare_suit_order must be no"
    pair = ("declare_suit_order", "declare_ladder")
    require(compared or not rules.declare_suit_order, RuleConflict.DECLARE_SUITS, suits, pair)


def _check_suit_joker(rules: Rules) -> None:
    """Refuse suits that need a joker where the pack lacks it, or where the ladder has its own joker declarations."""
    if rules.suit_joker is SuitJoker.NO:
        return
    little, big = rules.joker_counts
    there = little + big > 0 if rules.suit_joker is SuitJoker.ANY else little > 0 and big > 0
    message = f"suit_joker = {rules.suit_joker} needs these jokers in the pack"
    require(there, RuleConflict.SUIT_JOKERS, message, ("suit_joker", "jokers"))
    plain = rules.declare_ladder not in _MOST_LEVEL_CARDS
    ladder = f"declare_ladder = {rules.declare_ladder} has joker declarations of its own: suit_joker must be no"
    require(plain, RuleConflict.SUIT_JOKER_LADDER, ladder, ("suit_joker", "declare_ladder"))
