"""Making trumps: what may be declared, what overrules what, what the kitty makes, and who may ask for a new deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Card, Rank, Suit, card, counts, points_of
from engine.errors import IllegalAction, Reason
from engine.events import Declaration, RedealWhy
from engine.leads import copies, require_held
from engine.rules import (
    DeclareLadder,
    JokerDeclaration,
    NoDeclaration,
    OwnDeclaration,
    RedealClaim,
    Rules,
    Teams,
)
from engine.seats import Seat
from engine.trump import Trump

PAIR: Final = 2
_SUIT_ORDER: Final = {Suit.DIAMONDS: 1, Suit.CLUBS: 2, Suit.HEARTS: 3, Suit.SPADES: 4}

Prior = Sequence[Declaration]
"""The declarations of this deal so far, in order; the last one stands."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """A declaration taken apart: `level` cards of one face, or none, and `jokers` of one face, or none."""

    face: Card | None
    level: int
    joker: Card | None
    jokers: int


def _parts(cards: Sequence[Card]) -> _Parts | None:
    """Return the identical plain cards and the identical jokers, or None if there are two faces of either."""
    held = counts(cards)
    plain = [face for face in held if not face.is_joker]
    jokers = [face for face in held if face.is_joker]
    if not cards or len(plain) > 1 or len(jokers) > 1:
        return None
    face, joker = next(iter(plain), None), next(iter(jokers), None)
    return _Parts(face, held[face] if face is not None else 0, joker, held[joker] if joker is not None else 0)


def read_declaration(cards: Sequence[Card], rank: Rank | None, rules: Rules) -> Suit | None:
    """Return the trump suit that showing `cards` would make, None for no-trump; `rank` is that of the level cards.

    Raises:
        IllegalAction: NOT_A_DECLARATION.
    """
    parts = _parts(cards)
    if parts is None or not _is_declaration(parts, rank, rules):
        raise IllegalAction(Reason.NOT_A_DECLARATION, cards=tuple(cards))
    return parts.face.suit if parts.face is not None else None


def _is_declaration(parts: _Parts, rank: Rank | None, rules: Rules) -> bool:
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return parts.face is not None and parts.face.rank is Rank.TEN and (parts.level, parts.jokers) == (1, 1)
    if rank is None:
        return False
    if parts.face is not None and parts.face.rank is not rank:
        return False
    if parts.level and parts.jokers:
        supported = rules.declare_ladder is DeclareLadder.JOKER_SUPPORT
        return supported and parts.level == PAIR and parts.jokers <= PAIR
    if parts.level:
        return rules.declare_ladder is not DeclareLadder.JOKER_SUPPORT or parts.level <= PAIR
    assert parts.joker is not None
    few = rules.declare_ladder is DeclareLadder.JOKER_SUPPORT and parts.jokers < PAIR
    return not few and _jokers_declare(parts.joker, parts.jokers, rules)


def _jokers_declare(joker: Card, number: int, rules: Rules) -> bool:
    """Tell whether so many identical jokers declare no-trump."""
    there = copies(joker, rules)
    match rules.joker_declaration:
        case JokerDeclaration.ANY:
            return True
        case JokerDeclaration.PAIR_UP:
            return number >= PAIR
        case JokerDeclaration.ALL_DECKS:
            return number >= max(there, rules.decks)
        case JokerDeclaration.LJ_ALL_BJ_LESS_ONE:
            return number >= (max(there, rules.decks) if joker == LITTLE_JOKER else max(1, there - 1))
        case JokerDeclaration.OFF:
            return False


def _height(cards: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """Return where a declaration stands on the ladder: only a greater value overrules."""
    parts = _parts(cards)
    assert parts is not None
    big = int(parts.joker == BIG_JOKER and rules.joker_pair_beats_joker_pair)
    only_jokers = not parts.level
    number = parts.level or parts.jokers
    match rules.declare_ladder:
        case DeclareLadder.CLASSIC | DeclareLadder.SIX_STEP:
            return (int(only_jokers), number, big)
        case DeclareLadder.COUNT_THEN_JOKER:
            return (number, int(only_jokers), big)
        case DeclareLadder.COUNT_JOKER_SUIT:
            suit = parts.face.suit if parts.face is not None and number >= PAIR else None
            return (number, int(only_jokers), big if only_jokers or suit is None else _SUIT_ORDER[suit])
        case DeclareLadder.GREATER_COUNT:
            return (number,)
        case DeclareLadder.JOKER_SUPPORT:
            step = 5 if only_jokers else parts.level + parts.jokers
            return (step, parts.jokers if only_jokers else 0, big)
        case DeclareLadder.JOKER_TEN:
            return (int(parts.joker == BIG_JOKER),)


def overrules(new: Sequence[Card], old: Sequence[Card], rules: Rules) -> bool:
    """Tell whether declaring `new` is strictly stronger than `old` on the table's ladder (docs/rules.md, 4)."""
    return _height(new, rules) > _height(old, rules)


def check_declaration(
    prior: Prior,
    seat: Seat,
    cards: Sequence[Card],
    hand: Sequence[Card] | None,
    rank: Rank | None,
    rules: Rules,
) -> Declaration:
    """Return what `seat` declares by showing `cards`, the full set shown.

    `rank` is the level this seat's declaration would play; `hand` None asks about the ladder alone.

    Raises:
        IllegalAction: NOT_HELD, NOT_A_DECLARATION, OWN_DECLARATION, PARTNER_DECLARED or NOT_STRONGER.
    """
    suit = read_declaration(cards, rank, rules)
    if hand is not None:
        require_held(hand, cards)
    if prior:
        _check_present(prior, seat, cards, rules)
    return Declaration(seat, tuple(cards), suit)


def _check_present(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> None:
    present = prior[-1]
    if present.seat == seat:
        _check_own(present, cards, rules)
    elif _are_partners(present.seat, seat, rules) and not rules.partner_override:
        raise IllegalAction(Reason.PARTNER_DECLARED, present=present)
    if not overrules(cards, present.cards, rules) and not _reinforces_to_equal(prior, seat, cards, rules):
        raise IllegalAction(Reason.NOT_STRONGER, present=present)


def _check_own(present: Declaration, cards: Sequence[Card], rules: Rules) -> None:
    may = rules.own_declaration
    same = set(cards) == set(present.cards)
    if may is OwnDeclaration.NONE or (may is OwnDeclaration.REINFORCE_SAME and not same):
        raise IllegalAction(Reason.OWN_DECLARATION, present=present, may=may)


def _are_partners(one: Seat, other: Seat, rules: Rules) -> bool:
    return rules.teams is Teams.FIXED and (one - other) % 2 == 0


def _reinforces_to_equal(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> bool:
    """Tell whether an overruled maker adds cards to reach as much as the present declaration has; not jokers.

    Everyone shows more cards than before, so that this cannot go round for ever.
    """
    present = prior[-1]
    if not rules.reinforce_equal or present.seat == seat or any(one.is_joker for one in (*cards, *present.cards)):
        return False
    if _height(cards, rules) != _height(present.cards, rules):
        return False
    mine = [one.cards for one in prior if one.seat == seat]
    return any(set(shown) == set(cards) for shown in mine) and all(
        len(shown) < len(cards) for shown in mine if set(shown) == set(cards)
    )


def check_theft(
    prior: Prior, seat: Seat, cards: Sequence[Card], hand: Sequence[Card] | None, rank: Rank | None, rules: Rules
) -> Declaration:
    """Return the declaration by which `seat` takes the kitty after a bury: strictly stronger, whoever made trumps.

    Raises:
        IllegalAction: NOT_HELD, NOT_A_DECLARATION or NOT_STRONGER.
    """
    suit = read_declaration(cards, rank, rules)
    if hand is not None:
        require_held(hand, cards)
    if prior and not overrules(cards, prior[-1].cards, rules):
        raise IllegalAction(Reason.NOT_STRONGER, present=prior[-1])
    return Declaration(seat, tuple(cards), suit)


def declarations(
    hand: Sequence[Card], prior: Prior, seat: Seat, rank: Rank | None, rules: Rules
) -> tuple[tuple[Card, ...], ...]:
    """Return everything that `seat` could declare now, weakest first."""
    return _rising(_allowed(shown, prior, seat, rank, rules) for shown in _candidates(hand, rank, rules))


def thefts(
    hand: Sequence[Card], prior: Prior, seat: Seat, rank: Rank | None, rules: Rules
) -> tuple[tuple[Card, ...], ...]:
    """Return every declaration by which `seat` could take the kitty, weakest first."""
    return _rising(_allowed(shown, prior, seat, rank, rules, theft=True) for shown in _candidates(hand, rank, rules))


def _allowed(
    cards: tuple[Card, ...], prior: Prior, seat: Seat, rank: Rank | None, rules: Rules, *, theft: bool = False
) -> tuple[tuple[int, ...], tuple[Card, ...]] | None:
    """Return the cards with their height if they may be declared."""
    try:
        (check_theft if theft else check_declaration)(prior, seat, cards, None, rank, rules)
    except IllegalAction:
        return None
    return _height(cards, rules), cards


def _rising(found: Iterator[tuple[tuple[int, ...], tuple[Card, ...]] | None]) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards for _, cards in sorted(one for one in found if one is not None))


def _candidates(hand: Sequence[Card], rank: Rank | None, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Yield sets of identical cards of the rank that makes trumps, sets of identical jokers, and both together."""
    held = counts(hand)
    wanted = Rank.TEN if rules.declare_ladder is DeclareLadder.JOKER_TEN else rank
    faces = [card(suit, wanted) for suit in SUITS] if wanted is not None else []
    plain = [(face,) * number for face in faces for number in range(1, held.get(face, 0) + 1)]
    jokers = [(face,) * n for face in (LITTLE_JOKER, BIG_JOKER) for n in range(1, held.get(face, 0) + 1)]
    yield from plain
    yield from jokers
    for one in plain:
        for other in jokers:
            if len(one) <= PAIR and len(other) <= PAIR:
                yield one + other


@dataclass(frozen=True, slots=True)
class KittyTurn:
    """What the kitty makes when nobody declared: `suit` is trump, or, without one, the deal is annulled."""

    suit: Suit | None
    turned: tuple[Card, ...]
    """Kitty cards that were turned up, in order."""
    redeal: RedealWhy | None


def no_declaration(kitty: Sequence[Card], rank: Rank | None, rules: Rules, *, first_deal: bool) -> KittyTurn:
    """Return what happens when nobody declared; `kitty` in the order in which it is turned (docs/rules.md, 4)."""
    match rules.no_declaration_first if first_deal else rules.no_declaration:
        case NoDeclaration.REDEAL:
            return KittyTurn(None, (), RedealWhy.NOBODY_DECLARED)
        case NoDeclaration.KITTY_FIRST:
            return _turn_until(kitty, [one for one in kitty if not one.is_joker][:1])
        case NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST:
            level = [one for one in kitty if rank is not None and one.rank is rank]
            return _turn_until(kitty, level[:1]) if level else _highest(kitty)


def _turn_until(kitty: Sequence[Card], decisive: Sequence[Card]) -> KittyTurn:
    if not decisive:
        return KittyTurn(None, tuple(kitty), RedealWhy.KITTY_OF_JOKERS)
    at = list(kitty).index(decisive[0])
    return KittyTurn(decisive[0].suit, tuple(kitty[: at + 1]), None)


def _highest(kitty: Sequence[Card]) -> KittyTurn:
    """Take the suit of the highest card that is no joker, ace high, the first of equals."""
    plain = [one for one in kitty if one.rank is not None]
    if not plain:
        return KittyTurn(None, tuple(kitty), RedealWhy.KITTY_OF_JOKERS)
    return KittyTurn(max(plain, key=lambda one: one.rank or 0).suit, tuple(kitty), None)


def may_claim_redeal(hand: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Tell whether a seat with this hand may ask for a new deal: no trump, or no points (online rules, 4.3)."""
    if rules.redeal_claim is RedealClaim.OFF:
        return False
    return not any(trump.is_trump(one) for one in hand) or points_of(hand) == 0


def check_claim(hand: Sequence[Card], trump: Trump, rules: Rules) -> None:
    """Refuse a claim that the hand does not support.

    Raises:
        IllegalAction: NOT_ALLOWED where claims are off; NO_CLAIM with the hand's points and number of trumps.
    """
    if rules.redeal_claim is RedealClaim.OFF:
        raise IllegalAction(Reason.NOT_ALLOWED, option="redeal_claim")
    if not may_claim_redeal(hand, trump, rules):
        trumps = sum(trump.is_trump(one) for one in hand)
        raise IllegalAction(Reason.NO_CLAIM, points=points_of(hand), trumps=trumps)
