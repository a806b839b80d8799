"""Finds the options that have no effect under a set of rules. The rulebook leaves them out."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.text.describe.rule_facts import find_example_rank, find_gap_example, find_tractor_example
from bot.text.describe.rules import FRIEND_OPTIONS
from engine.cards_in_play.follows import is_legal
from engine.cards_in_play.leads import read_lead
from engine.deal.bidding import is_stronger, legal_declarations
from engine.deal.fair_shuffle import full_pack
from engine.deal.scoring import heavy_loss_points
from engine.model.cards import Card, Rank, Suit
from engine.model.declaration_ladder import is_every_deal_first, may_be_no_trump, may_jokers_declare
from engine.model.options import (
    DeclareLadder,
    Follow,
    Hook,
    KittyMultiplier,
    PassDeal,
    Scoring,
    Teams,
    ThrowPenalty,
    Throws,
)
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

Cards = tuple[Card, ...]
PAIR: Final = 2
TRIPLE: Final = 3
QUADRUPLE: Final = 4
_LEVELS: Final = frozenset(
    {"win", "scoring", "next_declarer", "first_declarer", "no_declaration", "start_level", "final_level", "laps"}
    | {"compulsory_levels", "must_defend_levels", "max_opponent_levels", "hook", "trump_level_touches_ace"}
    | {"capture_levels", "ace_failures", "heavy_loss_levels", "level_tractors", "thresholds"}
)
_KITTY: Final = frozenset(
    {"max_buried_points", "kitty_multiplier", "kitty_table", "kitty_without_trump", "kitty_theft", "reveal_kitty"}
    | {"capture_levels", "show_kitty", "theft_moves_declarer"}
)
_HOOK: Final = frozenset({"hook_to", "hook_ranks", "hook_off_suit", "hook_pair", "hook_declarer", "hook_needs_win"})
_JOKERS: Final = frozenset({"suit_joker", "joker_declaration", "little_jokers_declare", "joker_tractors"})
_THROWS: Final = frozenset(
    {"throw_units", "throw_check", "throw_failure", "throw_penalty", "throw_compare", "throw_void_trump_stops"}
    | {"must_beat_failed_throw", "show_throw_stopper", "throws_safe_only"}
)
_FAILED_THROWS: Final = frozenset({"throw_failure", "throw_penalty", "must_beat_failed_throw", "show_throw_stopper"})
_TRACTORS: Final = frozenset(
    {"bridge_level_gap", "trump_level_touches_ace", "tractor_skips_played", "tractor_min_width", "tractor_min_length"}
    | {"tractor_max_length", "throw_units", "joker_tractors", "level_tractors", "pairs_draw_tractors"}
    | {"uneven_tractors"}
)
_PAIRS: Final = _TRACTORS | {"follow", "reinforce_equal", "declare_min_count"}
_PARTNERS: Final = frozenset({"partner_override", "throw_check"})
"""Options that have no effect if the declarer plays alone."""


def are_pairs_possible(rules: Rules) -> bool:
    """Return whether the pack has several copies of a card."""
    return rules.decks >= PAIR


def are_tractors_possible(rules: Rules) -> bool:
    """Return whether the pack has the cards for a tractor of a side suit."""
    return bool(find_tractor_example(rules))


@lru_cache(maxsize=1024)
def does_follow(rules: Rules, led: Cards, hand: Cards, play: Cards) -> bool:
    """Return whether a hand may follow the lead `led` with `play` if sevens and hearts are trumps."""
    rank = None if rules.teams is Teams.HIDDEN_TEN else Rank.SEVEN
    trump = Trump.of(rules, rank, Suit.HEARTS)
    return is_legal(hand, read_lead(led, trump, rules), play, trump, rules)


@lru_cache(maxsize=256)
def can_overrule(rules: Rules) -> bool:
    """Return whether one declaration can overrule another under these rules."""
    rising = legal_declarations(full_pack(rules), (), Seat(0), find_example_rank(rules), rules)
    return bool(rising) and is_stronger(rising[-1], rising[0], rules)


def _compares_jokers(rules: Rules) -> bool:
    ladder = rules.declare_ladder
    if not all(rules.joker_counts) or ladder in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN}:
        return False
    alone = may_jokers_declare(rules) and rules.little_jokers_declare
    return alone or ladder is DeclareLadder.JOKER_SUPPORT


def _is_declared_without(*ladders: DeclareLadder) -> Callable[[Rules], bool]:
    """Return a function that says whether rules have a trump rank and none of these `ladders`."""
    return lambda rules: find_example_rank(rules) is not None and rules.declare_ladder not in ladders


_may_jokers_declare_at_all: Final = _is_declared_without(DeclareLadder.JOKER_TEN)
"""Returns whether the rules let jokers declare. The pack may still have too few jokers."""


def _has_suits_in_order(rules: Rules) -> bool:
    """Return whether the option `declare_suit_order` has an effect. It has none if the ladder already ranks suits."""
    is_ranked = rules.declare_ladder is DeclareLadder.COUNT_JOKER_SUIT and not rules.declare_suit_order
    return _may_jokers_declare_at_all(rules) and not is_ranked


_NEEDS: Final[dict[str, Callable[[Rules], bool]]] = {
    "cuts": lambda rules: bool(rules.cuts),
    "auto_cut": lambda rules: rules.left_out > 0,
    "no_trump_levels": may_be_no_trump,
    "bridge_level_gap": lambda rules: find_example_rank(rules) is not None or bool(find_gap_example(rules)),
    "tractor_min_width": lambda rules: rules.decks >= TRIPLE,
    "uneven_tractors": lambda rules: rules.decks > rules.tractor_min_width,
    "declare_min_count": _may_jokers_declare_at_all,
    "declare_suit_order": _has_suits_in_order,
    "joker_declaration": _may_jokers_declare_at_all,
    "suit_joker": _is_declared_without(DeclareLadder.JOKER_TEN, DeclareLadder.JOKER_SUPPORT),
    "little_jokers_declare": lambda rules: all(rules.joker_counts) and may_jokers_declare(rules),
    "joker_pair_beats_joker_pair": _compares_jokers,
    "reinforce_equal": lambda rules: rules.declare_ladder is not DeclareLadder.JOKER_TEN,
    "own_declaration": can_overrule,
    "declare_window": can_overrule,
    "partner_override": lambda rules: rules.partner_step is not None and can_overrule(rules),
    "first_declarer": lambda rules: not is_every_deal_first(rules) and can_overrule(rules),
    "no_declaration": lambda rules: not is_every_deal_first(rules) and rules.pass_deal is PassDeal.OFF,
    "pass_deal": lambda rules: not is_every_deal_first(rules),
    "hook_off_suit": lambda rules: rules.hook is Hook.SINGLE_JACK,
    "hook_pair": lambda rules: rules.hook is Hook.SINGLE_JACK and are_pairs_possible(rules),
    "hook_declarer": lambda rules: rules.teams is Teams.FRIENDS,
    "no_declaration_first": lambda rules: (
        is_every_deal_first(rules)
        or rules.no_declaration != rules.no_declaration_first
        or rules.pass_deal is not PassDeal.OFF
    ),
    "theft_moves_declarer": lambda rules: rules.kitty_theft,
    "kitty_table": lambda rules: rules.kitty_multiplier is KittyMultiplier.CUSTOM,
    "kitty_without_trump": lambda rules: rules.kitty_multiplier is not KittyMultiplier.NONE,
    "double_join": lambda rules: rules.friend_count > 1,
    "protect_longer": lambda rules: rules.decks >= TRIPLE and rules.follow not in {Follow.MINIMAL, Follow.SUIT_ONLY},
    "pairs_draw_tractors": lambda rules: rules.follow is not Follow.SUIT_ONLY,
    "bombs": lambda rules: rules.decks >= QUADRUPLE,
    "pickup_counts": lambda rules: rules.pickup,
    "clamp_negative": lambda rules: (
        rules.throws is not Throws.OFF and not rules.throws_safe_only and rules.throw_penalty is not ThrowPenalty.NONE
    ),
    "thresholds": lambda rules: rules.scoring is Scoring.CUSTOM,
    "target_by_points": lambda rules: rules.scoring is not Scoring.CUSTOM,
    "heavy_loss_steps": lambda rules: heavy_loss_points(rules) is not None,
}
"""For each option, the condition under which it has an effect."""


@lru_cache(maxsize=256)
def list_idle_options(rules: Rules) -> frozenset[str]:
    """Return the options that have no effect under these rules, or that another option's sentence already explains."""
    idle = {name for name, needs in _NEEDS.items() if not needs(rules)}
    groups = (
        (_LEVELS, rules.teams is Teams.HIDDEN_TEN),
        (_KITTY, rules.kitty_size == 0),
        (_HOOK, rules.hook is Hook.OFF),
        (_JOKERS, sum(rules.joker_counts) == 0),
        (_THROWS, rules.throws is Throws.OFF),
        (_FAILED_THROWS, rules.throws_safe_only),
        (FRIEND_OPTIONS, rules.teams is not Teams.FRIENDS or rules.plays_alone),
        (_PARTNERS, rules.plays_alone),
        (_TRACTORS, not are_tractors_possible(rules)),
        (_PAIRS, not are_pairs_possible(rules)),
    )
    return frozenset(idle.union(*(names for names, missing in groups if missing)))
