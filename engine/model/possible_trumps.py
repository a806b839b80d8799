"""The levels and trumps that the deals of a match can have, and what declares them (docs/rules.md, 4)."""

from collections.abc import Iterator
from typing import Final

from engine.model.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Card
from engine.model.options import DeclareLadder, JokerDeclaration, Level, NextDeclarer, NoDeclaration, Teams, Win
from engine.model.rules import Rules
from engine.model.trump import Trump

_PAIR: Final = 2
_JOKERS: Final = (LITTLE_JOKER, BIG_JOKER)


def list_levels(rules: Rules) -> tuple[Level, ...]:
    """Return the levels at which deals are played."""
    reached = tuple(level for level in Level if rules.start_level <= level <= rules.final_level)
    return reached[:-1] if rules.win is Win.REACH_ACE and len(reached) > 1 else reached


def list_trumps(rules: Rules) -> Iterator[Trump]:
    """Yield the trumps of every deal that a match can have."""
    if rules.teams is Teams.HIDDEN_TEN:
        yield from (Trump.of(rules, None, suit) for suit in SUITS)
        return
    for level in list_levels(rules):
        if level is not Level.NT:
            yield from (Trump.of(rules, level.rank, suit) for suit in SUITS)
        if level is Level.NT or may_be_no_trump(rules):
            yield Trump.of(rules, level.rank, None)


def is_every_deal_first(rules: Rules) -> bool:
    """Return whether the declarer of every deal is found as in a first deal."""
    return rules.teams is Teams.HIDDEN_TEN or rules.next_declarer is NextDeclarer.BID


def may_be_no_trump(rules: Rules) -> bool:
    """Return whether a deal can have no trump suit at a level that has a trump rank."""
    later = set() if is_every_deal_first(rules) else {rules.no_declaration}
    return may_jokers_declare(rules) or NoDeclaration.NO_TRUMP in {rules.no_declaration_first, *later}


def may_jokers_declare(rules: Rules) -> bool:
    """Return whether a player with all jokers could declare no-trump."""
    return any((count_needed_jokers(one, rules) or 0) in range(1, rules.copies_of(one) + 1) for one in _JOKERS)


def count_needed_jokers(joker: Card, rules: Rules) -> int | None:
    """Return how many of these identical jokers declare no-trump; None if no number does."""
    ladder, kind = rules.declare_ladder, rules.joker_declaration
    if kind is JokerDeclaration.OFF or ladder is DeclareLadder.JOKER_TEN:
        return None
    if joker == LITTLE_JOKER and not rules.little_jokers_declare:
        return None
    if kind is JokerDeclaration.ANY:
        needed = 1
    elif kind is JokerDeclaration.PAIR_UP:
        needed = _PAIR
    else:
        there = rules.copies_of(joker)
        less_one = kind is JokerDeclaration.LJ_ALL_BJ_LESS_ONE and joker == BIG_JOKER
        needed = max(1, there - 1) if less_one else max(there, rules.decks)
    return max(_PAIR, needed) if ladder is DeclareLadder.JOKER_SUPPORT else needed
