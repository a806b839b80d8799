"""Which options have an effect under a set of rules; the others are not part of its rulebook."""

from collections.abc import Callable
from dataclasses import fields
from typing import Final

from bot.text.describe.rule_facts import find_example_rank, find_example_trump, find_gap_example, find_tractor_example
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.deal.bidding import legal_declarations
from engine.deal.fairness import full_pack
from engine.model.cards import parse_cards
from engine.model.errors import IllegalAction
from engine.model.rules import DeclareLadder, Follow, Rules, Teams, ThrowPenalty, Throws
from engine.model.seats import Seat

_PAIR: Final = 2
_TRIPLE: Final = 3
_BOMB: Final = 4
_LEVELS: Final = frozenset(
    {"win", "scoring", "next_declarer", "first_declarer", "no_declaration", "start_level", "final_level"}
    | {"compulsory_levels", "must_defend_levels", "max_opponent_levels", "hook", "trump_level_touches_ace"}
)
_KITTY: Final = frozenset({"kitty_multiplier", "kitty_theft", "reveal_kitty"})
_THROWS: Final = frozenset(
    {"throw_units", "throw_check", "throw_failure", "throw_penalty", "throw_compare", "throw_void_trump_stops"}
    | {"must_beat_failed_throw", "show_throw_stopper"}
)
_FRIENDS: Final = frozenset({"friends", "friend_call", "friend_cards", "double_join", "small_team_bonus"})
_TRACTORS: Final = frozenset(
    {"bridge_level_gap", "trump_level_touches_ace", "tractor_skips_played", "tractor_min_width", "tractor_min_length"}
    | {"tractor_max_length", "throw_units"}
)
_PAIRS: Final = _TRACTORS | {"follow", "reinforce_equal"}


def are_pairs_possible(rules: Rules) -> bool:
    """Tell whether cards have copies."""
    return rules.decks >= _PAIR


def are_tractors_possible(rules: Rules) -> bool:
    """Tell whether the pack has the cards for a tractor of a side suit."""
    return bool(find_tractor_example(rules))


def is_pair_owed(rules: Rules) -> bool:
    """Tell whether a player must follow a pair with a pair."""
    if not are_pairs_possible(rules):
        return False
    trump = find_example_trump(rules)
    lead = read_lead(parse_cards("SQ SQ"), trump, rules)
    try:
        check_follow(parse_cards("S9 S9 SA SJ"), lead, parse_cards("SA SJ"), trump, rules)
    except IllegalAction:
        return True
    return False


def may_jokers_declare(rules: Rules) -> bool:
    """Tell whether a player with all jokers could declare no trump."""
    rank = find_example_rank(rules)
    jokers = [card for card in full_pack(rules) if card.is_joker]
    return rank is not None and bool(legal_declarations(jokers, (), Seat(0), rank, rules))


def can_overrule(rules: Rules) -> bool:
    """Tell whether a declaration can be stronger than another one."""
    ten = rules.declare_ladder is DeclareLadder.JOKER_TEN
    return all(rules.joker_counts) if ten else are_pairs_possible(rules) or may_jokers_declare(rules)


def _compares_jokers(rules: Rules) -> bool:
    ladder = rules.declare_ladder
    if not all(rules.joker_counts) or ladder in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN}:
        return False
    return may_jokers_declare(rules) or ladder is DeclareLadder.JOKER_SUPPORT


def _protects_tuples(rules: Rules) -> bool:
    return rules.decks >= _TRIPLE and rules.follow not in {Follow.MINIMAL, Follow.SUIT_ONLY}


_NEEDS: Final[dict[str, Callable[[Rules], bool]]] = {
    "no_trump_levels": may_jokers_declare,
    "bridge_level_gap": lambda rules: find_example_rank(rules) is not None or bool(find_gap_example(rules)),
    "tractor_min_width": lambda rules: rules.decks >= _TRIPLE,
    "joker_declaration": lambda rules: (
        sum(rules.joker_counts) > 0
        and find_example_rank(rules) is not None
        and rules.declare_ladder is not DeclareLadder.JOKER_TEN
    ),
    "joker_pair_beats_joker_pair": _compares_jokers,
    "reinforce_equal": lambda rules: rules.declare_ladder is not DeclareLadder.JOKER_TEN,
    "own_declaration": can_overrule,
    "declare_window": can_overrule,
    "partner_override": lambda rules: rules.teams is Teams.FIXED and can_overrule(rules),
    "double_join": lambda rules: rules.friend_count > 1,
    "no_declaration_first": lambda rules: (
        find_example_rank(rules) is None or rules.no_declaration != rules.no_declaration_first
    ),
    "protect_longer": _protects_tuples,
    "bombs": lambda rules: rules.decks >= _BOMB,
    "pickup_counts": lambda rules: rules.pickup,
    "clamp_negative": lambda rules: rules.throws is not Throws.OFF and rules.throw_penalty is not ThrowPenalty.NONE,
}
"""What an option needs to have an effect."""


def list_idle_options(rules: Rules) -> frozenset[str]:
    """Return the options without an effect under these rules, or that another option's sentence covers."""
    idle = {name for name, needs in _NEEDS.items() if not needs(rules)}
    groups = (
        (_LEVELS, rules.teams is Teams.HIDDEN_TEN),
        (_KITTY, rules.kitty_size == 0),
        (_THROWS, rules.throws is Throws.OFF),
        (_FRIENDS, rules.teams is not Teams.FRIENDS),
        (_TRACTORS, not are_tractors_possible(rules)),
        (_PAIRS, not are_pairs_possible(rules)),
    )
    return frozenset(idle.union(*(names for names, missing in groups if missing)))


def list_effective_options(rules: Rules) -> tuple[str, ...]:
    """Return the options that have an effect under these rules."""
    idle = list_idle_options(rules)
    return tuple(field.name for field in fields(Rules) if field.name not in idle)
