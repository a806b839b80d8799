"""The levels and trumps of a match. Also says which cards declare trumps and how these rank (docs/rules.md, 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.model.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, SUITS, Card, Rank, Suit, card_of, count_faces
from engine.model.options import (
    DeclareLadder,
    JokerDeclaration,
    Level,
    NextDeclarer,
    NoDeclaration,
    SuitJoker,
    Teams,
    Win,
)
from engine.model.rules import Rules
from engine.model.trump import Trump

_PAIR: Final = 2
_SUIT_ORDER: Final = {Suit.DIAMONDS: 1, Suit.CLUBS: 2, Suit.HEARTS: 3, Suit.SPADES: 4}


def list_levels(rules: Rules) -> tuple[Level, ...]:
    """Return the levels at which deals are played."""
    reached = tuple(level for level in Level if rules.start_level <= level <= rules.final_level)
    return reached[:-1] if rules.win is Win.REACH_ACE and len(reached) > 1 else reached


def list_trumps(rules: Rules) -> Iterator[Trump]:
    """Yield the trumps that deals of a match can have."""
    if rules.teams is Teams.HIDDEN_TEN:
        yield from (Trump.of(rules, None, suit) for suit in SUITS)
        return
    for level in list_levels(rules):
        if level is not Level.NT:
            yield from (Trump.of(rules, level.rank, suit) for suit in SUITS)
        if level is Level.NT or may_be_no_trump(rules):
            yield Trump.of(rules, level.rank, None)


def is_every_deal_first(rules: Rules) -> bool:
    """Return whether declarations decide the declarer of every deal. Usually they do so only in a first deal."""
    return not rules.has_levels or rules.next_declarer is NextDeclarer.BID


def may_be_no_trump(rules: Rules) -> bool:
    """Return whether a deal can have no trump suit at a level that has a trump rank."""
    later = set() if is_every_deal_first(rules) else {rules.no_declaration}
    return may_jokers_declare(rules) or NoDeclaration.NO_TRUMP in {rules.no_declaration_first, *later}


def may_jokers_declare(rules: Rules) -> bool:
    """Return whether no-trump can be declared, at least by a player with all jokers."""
    return any((count_needed_jokers(one, rules) or 0) in range(1, rules.copies_of(one) + 1) for one in JOKERS)


def count_needed_jokers(joker: Card, rules: Rules) -> int | None:
    """Return the fewest copies of `joker` that declare no-trump, or None if none do. The pack may have fewer."""
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


@dataclass(frozen=True, slots=True)
class DeclarationParts:
    """A declaration, as `level` cards of one face that is no joker, and `jokers` of one joker. One number may be 0."""

    face: Card | None
    level: int
    joker: Card | None
    jokers: int


@lru_cache(maxsize=1024)
def split_declaration(cards: tuple[Card, ...]) -> DeclarationParts | None:
    """Return the parts of a declaration, or None if it has no cards or mixes faces. Jokers may be added to one face."""
    held = count_faces(cards)
    plain = [face for face in held if not face.is_joker]
    jokers = [face for face in held if face.is_joker]
    if not cards or len(plain) > 1 or len(jokers) > 1:
        return None
    face, joker = next(iter(plain), None), next(iter(jokers), None)
    return DeclarationParts(face, held[face] if face is not None else 0, joker, held[joker] if joker is not None else 0)


def do_parts_declare(parts: DeclarationParts, rank: Rank | None, rules: Rules) -> bool:
    """Return whether a declaration with these parts is legal if `rank` is the rank of level cards."""
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return parts.face is not None and parts.face.rank is Rank.TEN and (parts.level, parts.jokers) == (1, 1)
    if rank is None:
        return False
    if parts.face is not None and (parts.face.rank is not rank or parts.level < rules.declare_min_count):
        return False
    if parts.level and parts.jokers:
        return _do_both_declare(parts, rules)
    if parts.level:
        plain = rules.declare_ladder is not DeclareLadder.JOKER_SUPPORT or parts.level <= _PAIR
        return plain and rules.suit_joker is SuitJoker.NO
    assert parts.joker is not None
    needed = count_needed_jokers(parts.joker, rules)
    return needed is not None and parts.jokers >= needed


def _do_both_declare(parts: DeclarationParts, rules: Rules) -> bool:
    """Return whether level cards shown together with jokers declare a suit."""
    red = parts.face is not None and parts.face.suit in {Suit.HEARTS, Suit.DIAMONDS}
    match rules.suit_joker:
        case SuitJoker.ANY:
            return parts.jokers == 1
        case SuitJoker.BY_COLOUR:
            return parts.jokers == 1 and (parts.joker == BIG_JOKER) == red
        case SuitJoker.NO:
            supported = rules.declare_ladder is DeclareLadder.JOKER_SUPPORT
            return supported and parts.level == _PAIR and parts.jokers <= _PAIR


def find_ladder_height(cards: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """Return the place of a declaration on the ladder; stronger declarations have greater places."""
    big_beats = rules.joker_pair_beats_joker_pair
    return _find_height(tuple(cards), rules.declare_ladder, big_beats, rules.declare_suit_order)


@lru_cache(maxsize=4096)
def _find_height(cards: tuple[Card, ...], ladder: DeclareLadder, big_beats: bool, suit_order: bool) -> tuple[int, ...]:  # noqa: FBT001 - caches are faster with positional arguments
    parts = split_declaration(cards)
    assert parts is not None
    big = int(parts.joker == BIG_JOKER and big_beats)
    only_jokers = not parts.level
    number = parts.level or parts.jokers
    suit = _suit_height(parts, ladder, suit_order=suit_order)
    match ladder:
        case DeclareLadder.CLASSIC | DeclareLadder.SIX_STEP:
            return (int(only_jokers), number, big if only_jokers else suit)
        case DeclareLadder.COUNT_THEN_JOKER | DeclareLadder.COUNT_JOKER_SUIT:
            return (number, int(only_jokers), big if only_jokers else suit)
        case DeclareLadder.GREATER_COUNT:
            return (number,)
        case DeclareLadder.JOKER_SUPPORT:
            step = 5 if only_jokers else parts.level + parts.jokers
            return (step, parts.jokers if only_jokers else 0, big, suit)
        case DeclareLadder.JOKER_TEN:
            return (int(parts.joker == BIG_JOKER),)


def _suit_height(parts: DeclarationParts, ladder: DeclareLadder, *, suit_order: bool) -> int:
    """Return the suit's place among declarations of as many level cards, or 0 if suits are not compared."""
    pairs = ladder is DeclareLadder.COUNT_JOKER_SUIT and parts.level >= _PAIR
    if parts.face is None or parts.face.suit is None or not (pairs or suit_order):
        return 0
    return _SUIT_ORDER[parts.face.suit]


def list_declarations(hand: Sequence[Card], rank: Rank | None, rules: Rules) -> list[tuple[Card, ...]]:
    """Return the sets of cards in the hand that declare trumps. A set has level cards (or tens), jokers, or both."""
    makers = _list_makers(Rank.TEN if rules.declare_ladder is DeclareLadder.JOKER_TEN else rank)
    held = count_faces([card for card in hand if card in makers])
    plain = [(face,) * n for face in held if not face.is_joker for n in range(1, held[face] + 1)]
    jokers = [(face,) * n for face in held if face.is_joker for n in range(1, held[face] + 1)]
    most = _PAIR if rules.suit_joker is SuitJoker.NO else rules.decks
    both = [one + other for one in plain for other in jokers if len(one) <= most and len(other) <= _PAIR]
    split = [(cards, split_declaration(cards)) for cards in (*plain, *jokers, *both)]
    return [cards for cards, parts in split if parts is not None and do_parts_declare(parts, rank, rules)]


@lru_cache(maxsize=64)
def _list_makers(rank: Rank | None) -> frozenset[Card]:
    plain = (card_of(suit, rank) for suit in SUITS) if rank is not None else ()
    return frozenset((*plain, *JOKERS))
