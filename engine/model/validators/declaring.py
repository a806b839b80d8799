"""Checks whether trumps can be declared, and how often nobody declares or somebody claims a redeal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import comb
from typing import Any, Final

from engine.model.cards import FACES, Card, Rank
from engine.model.declaration_ladder import is_every_deal_first, list_trumps
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.options import (
    DeclareLadder,
    JokerDeclaration,
    Level,
    NoDeclaration,
    NoTrumpLevels,
    PassDeal,
    RedealClaim,
    SuitJoker,
)
from engine.model.rules import Rules
from engine.model.trump import Trump
from engine.model.validators.declaration_chances import find_chance_of_any, find_chance_of_keeping
from engine.model.validators.pack import list_kitty_sizes
from engine.model.validators.requirement import require, require_range

MAX_WINDOW: Final = 3600
_TWO: Final = 2
_MOST_LEVEL_CARDS: Final = {DeclareLadder.JOKER_SUPPORT: 2, DeclareLadder.JOKER_TEN: 1}
"""The most identical level cards in a declaration, for ladders that limit them."""
_MOST_REDEALT: Final = 0.6
"""The largest share of deals that may be dealt again. It means 2.5 shuffles for each deal on average."""
_MOST_UNDECLARED: Final = 0.635
"""The largest estimated share of deals without a declaration. Estimates are too high, so it exceeds `_MOST_REDEALT`."""
_MOST_CHANGED: Final = 0.7
"""The largest share of deals dealt again, if the next deal can differ in its declarer or in having a trump suit."""
_KITTY: Final = {"no_declaration": NoDeclaration.KITTY_FIRST, "no_declaration_first": NoDeclaration.REDEAL}
_SUITED: Final[tuple[Mapping[str, Any], ...]] = (
    {"no_trump_levels": NoTrumpLevels.TRUMP, "final_level": Level.ACE},
    {"joker_declaration": JokerDeclaration.OFF, "final_level": Level.ACE, **_KITTY},
)
"""Two changes that may help. The first makes level cards trumps in every deal, the second always gives a trump suit."""


def check_ladder(rules: Rules) -> None:
    """Refuse a ladder that does not fit the pack, the hands or other options, and a `declare_window` out of range."""
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
    """Refuse claims to a redeal if there are trumps with which somebody could claim in most deals."""
    if rules.redeal_claim is RedealClaim.OFF:
        return
    often = tuple(_list_claimed_trumps(rules))
    short = f"with hands of {rules.hand_size} cards, somebody could claim most deals: redeal_claim must be off"
    fits = all(trump.suit is None for trump in often)
    cards = ("redeal_claim", "players", "decks")
    require(fits, RuleConflict.CLAIM_OFTEN, short, cards, cards=rules.hand_size)
    if often:
        fitting = ("redeal_claim=off", *_list_fitting(rules, _SUITED, lambda one: not are_claims_frequent(one)))
        suitless = "without a trump suit, somebody without trumps could claim most deals: "
        options = ("redeal_claim", "no_trump_levels", "joker_declaration", "final_level")
        message = f"{suitless}{' or '.join(fitting)} would fit"
        raise InvalidRules(RuleConflict.CLAIM_WITHOUT_SUIT, message, options, fits=fitting)


def _list_fitting(
    rules: Rules, changes: Iterable[Mapping[str, Any]], is_fine: Callable[[Rules], bool]
) -> Iterator[str]:
    """Yield as text each change after which the rules are fine. Skip changes that include one already found."""
    found: list[dict[str, Any]] = []
    for change in changes:
        new = {name: value for name, value in change.items() if getattr(rules, name) != value}
        enough = any(one.items() <= new.items() for one in found)
        if new and not enough and is_fine(replace(rules, **new)):
            found.append(new)
            yield " ".join(f"{name}={value.text if isinstance(value, Level) else value}" for name, value in new.items())


def are_claims_frequent(rules: Rules) -> bool:
    """Return whether there are trumps with which most deals have a hand without trumps or without points."""
    return any(True for _ in _list_claimed_trumps(rules))


def _list_claimed_trumps(rules: Rules) -> Iterator[Trump]:
    """Yield the trumps with which most deals have a hand without trumps or without points."""
    copies = {card: rules.copies_of(card) for card in map(Card, range(FACES))}
    sizes = (rules.players, rules.hand_size, rules.pack_size)
    points = _find_chance_of_all(*sizes, sum(number for card, number in copies.items() if card.points))
    for trump in list_trumps(rules):
        trumps = sum(number for card, number in copies.items() if trump.is_trump(card))
        claimed = 1 - points * _find_chance_of_all(*sizes, trumps)
        if claimed > (_MOST_CHANGED if trump.suit is None else _MOST_REDEALT):
            yield trump


@lru_cache(maxsize=1024)
def _find_chance_of_all(players: int, size: int, pack: int, there: int) -> float:
    """Return the chance that every hand has one or more of `there` cards, by inclusion and exclusion."""
    without = [comb(players, none) * comb(pack - none * size, there) for none in range(players + 1)]
    return (sum(without[::2]) - sum(without[1::2])) / comb(pack, there)


def check_declarations(rules: Rules) -> None:
    """Refuse rules under which hands can rarely declare. Most deals would be redealt, or lost by the declarers."""
    if again := tuple(_list_redeals(rules)):
        _check_anybody_declares(rules, again)
    if rules.pass_deal is PassDeal.DECLARERS and not is_every_deal_first(rules):
        message = "the others would declare first, so the declarers would lose most deals: pass_deal = nobody fits"
        fits = 1 - find_chance_of_keeping(rules) <= _MOST_CHANGED
        require(fits, RuleConflict.PASSED_OFTEN, message, ("pass_deal", "teams", "declare_min_count"))


def _check_anybody_declares(rules: Rules, again: tuple[str, ...]) -> None:
    fits = 1 - find_chance_of_any(rules) <= _MOST_UNDECLARED
    rare = "hardly anybody could declare, so most deals would be dealt again"
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        decks = f"with hands of {rules.hand_size} cards {rare}: more decks fit"
        require(fits, RuleConflict.TEN_RARELY, decks, ("declare_ladder", "players", "decks"), cards=rules.hand_size)
    if not fits:
        fitting = tuple(_list_fitting(rules, _list_easier(rules, again), _is_mostly_declared))
        message = f"{rare}: {' or '.join(fitting)} would fit"
        raise InvalidRules(
            RuleConflict.DECLARE_RARELY, message, ("declare_min_count", "suit_joker", *again), fits=fitting
        )


def _is_mostly_declared(rules: Rules) -> bool:
    return not any(_list_redeals(rules)) or 1 - find_chance_of_any(rules) <= _MOST_UNDECLARED


def _list_easier(rules: Rules, again: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield changes that let more players declare. The last change lets deals be played without a declaration."""
    yield {"declare_min_count": 1}
    yield {"suit_joker": SuitJoker.NO}
    smaller = [size for size in list_kitty_sizes(rules) if 0 < size < rules.kitty_size]
    hands = [size for size in reversed(smaller) if _is_mostly_declared(replace(rules, kitty_size=size))]
    yield from ({"kitty_size": size} for size in hands[:1])
    played: dict[str, Any] = {"pass_deal": PassDeal.OFF} if "pass_deal" in again else {}
    names = ("no_declaration_first", *(() if is_every_deal_first(rules) else ("no_declaration",)))
    unplayed = again if not played else names
    yield played | {name: NoDeclaration.NO_TRUMP for name in names if name in unplayed}


def _list_redeals(rules: Rules) -> Iterator[str]:
    """Yield the options that cause a new deal if nobody declares."""
    first = is_every_deal_first(rules)
    kept = first or rules.pass_deal is PassDeal.OFF
    for name in ("no_declaration_first", *(("no_declaration",) if kept and not first else ())):
        value = getattr(rules, name)
        if value is NoDeclaration.REDEAL or (value is not NoDeclaration.NO_TRUMP and not rules.kitty_size):
            yield name
    if not kept:
        yield "pass_deal"
