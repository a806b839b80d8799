"""Checks whether trumps can be declared."""

from math import comb
from typing import Final

from engine.model.cards import FACES, Card, Rank, Suit, card_of
from engine.model.errors import RuleConflict
from engine.model.options import DeclareLadder, Level, NoDeclaration, PassDeal, RedealClaim, SuitJoker
from engine.model.rules import Rules
from engine.model.trump import Trump
from engine.model.validators.requirement import require, require_range

MAX_WINDOW: Final = 3600
_FOUR: Final = 4
_TWO: Final = 2
_FEW_DECLARATIONS: Final = 0.2
"""With fewer possible declarations on average, players would mostly deal again."""
_MANY_CLAIMS: Final = 0.5
"""The most hands of a deal, on average, that may claim a redeal."""
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
    again = [
        name for name in ("no_declaration", "no_declaration_first") if getattr(rules, name) is NoDeclaration.REDEAL
    ]
    rare = f"hardly any hand holds {rules.declare_min_count} identical level cards, so deals would be repeated: "
    again += ["pass_deal"] if rules.pass_deal is not PassDeal.OFF else []
    would = f"declare_min_count must be lower, or {' and '.join(again)} no_trump"
    likely = not again or _expect_declarations(rules) >= _FEW_DECLARATIONS
    require(likely, RuleConflict.DECLARE_RARELY, rare + would, ("declare_min_count", *again))
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


def check_claims(rules: Rules) -> None:
    """Refuse claims to a redeal where most hands are so short that somebody could claim one."""
    fits = rules.redeal_claim is RedealClaim.OFF or not are_claims_frequent(rules)
    message = f"with hands of {rules.hand_size} cards most deals would be dealt again: redeal_claim must be off"
    require(fits, RuleConflict.CLAIM_OFTEN, message, ("redeal_claim", "players", "decks"), cards=rules.hand_size)


def are_claims_frequent(rules: Rules) -> bool:
    """Return whether hands are so short that in two of five deals or more somebody has no trump or no points."""
    trump = Trump.of(rules, rules.start_level.rank, Suit.SPADES)
    copies = [(Card(face), rules.copies_of(Card(face))) for face in range(FACES)]
    trumps = sum(number for face, number in copies if trump.is_trump(face))
    points = sum(number for face, number in copies if face.points)
    hands = comb(rules.pack_size, rules.hand_size)
    claims = sum(comb(rules.pack_size - there, rules.hand_size) for there in (trumps, points)) / hands
    return rules.players * claims > _MANY_CLAIMS


def _expect_declarations(rules: Rules) -> float:
    """Return how many sets of `declare_min_count` identical level cards a deal has in one hand, on average."""
    share, most = rules.hand_size / rules.pack_size, _count_level_cards(rules)
    sets = range(rules.declare_min_count, most + 1)
    chance = sum(comb(most, number) * share**number * (1 - share) ** (most - number) for number in sets)
    return _FOUR * rules.players * chance * _find_joker_chance(rules)


def _find_joker_chance(rules: Rules) -> float:
    """Return the chance of a hand to hold the joker that goes with a declared card, where one does."""
    if rules.declare_ladder is not DeclareLadder.JOKER_TEN and rules.suit_joker is SuitJoker.NO:
        return 1
    jokers = min(rules.joker_counts) if rules.suit_joker is SuitJoker.BY_COLOUR else sum(rules.joker_counts)
    without = rules.pack_size - jokers
    return 1 - comb(without, rules.hand_size) / comb(rules.pack_size, rules.hand_size)


def _count_level_cards(rules: Rules) -> int:
    """Return the fewest copies of its level card that a suit has, at any level of the match."""
    ranks = (level.rank for level in Level if rules.start_level <= level <= rules.final_level)
    return min((rules.copies_of(card_of(Suit.SPADES, rank)) for rank in ranks if rank is not None), default=rules.decks)
