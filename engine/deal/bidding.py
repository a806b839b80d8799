"""Making trumps: legal declarations and their ranking, the kitty's trumps, and claims to a redeal."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards_in_play.leads import check_held
from engine.model.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Card, Rank, Suit, card_of, count_faces, points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration, RedealReason
from engine.model.options import (
    DeclareLadder,
    FirstDeclarer,
    NoDeclaration,
    OwnDeclaration,
    RedealClaim,
    SuitJoker,
)
from engine.model.possible_trumps import count_needed_jokers
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

PAIR: Final = 2
_SUIT_ORDER: Final = {Suit.DIAMONDS: 1, Suit.CLUBS: 2, Suit.HEARTS: 3, Suit.SPADES: 4}

Prior = Sequence[Declaration]
"""The declarations of this deal in order; the last one stands."""


@dataclass(frozen=True, slots=True)
class _DeclarationParts:
    """A declaration in parts: `level` cards of one plain face, and `jokers` of one joker; either may be empty."""

    face: Card | None
    level: int
    joker: Card | None
    jokers: int


@lru_cache(maxsize=1024)
def _split_declaration(cards: tuple[Card, ...]) -> _DeclarationParts | None:
    """Return the plain cards and the jokers of a declaration, or None if either has two faces."""
    held = count_faces(cards)
    plain = [face for face in held if not face.is_joker]
    jokers = [face for face in held if face.is_joker]
    if not cards or len(plain) > 1 or len(jokers) > 1:
        return None
    face, joker = next(iter(plain), None), next(iter(jokers), None)
    return _DeclarationParts(
        face, held[face] if face is not None else 0, joker, held[joker] if joker is not None else 0
    )


def read_declaration(cards: Sequence[Card], rank: Rank | None, rules: Rules) -> Suit | None:
    """Return the trump suit that `cards` declare, None for no-trump; `rank` is that of the level cards.

    Raises:
        IllegalAction: NOT_A_DECLARATION.
    """
    parts = _split_declaration(tuple(cards))
    if parts is None or not _do_parts_declare(parts, rank, rules):
        raise IllegalAction(Reason.NOT_A_DECLARATION, cards=tuple(cards))
    return parts.face.suit if parts.face is not None else None


def _is_declaration(cards: tuple[Card, ...], rank: Rank | None, rules: Rules) -> bool:
    parts = _split_declaration(cards)
    return parts is not None and _do_parts_declare(parts, rank, rules)


def _do_parts_declare(parts: _DeclarationParts, rank: Rank | None, rules: Rules) -> bool:
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return parts.face is not None and parts.face.rank is Rank.TEN and (parts.level, parts.jokers) == (1, 1)
    if rank is None:
        return False
    if parts.face is not None and (parts.face.rank is not rank or parts.level < rules.declare_min_count):
        return False
    if parts.level and parts.jokers:
        return _do_both_declare(parts, rules)
    if parts.level:
        plain = rules.declare_ladder is not DeclareLadder.JOKER_SUPPORT or parts.level <= PAIR
        return plain and rules.suit_joker is SuitJoker.NO
    assert parts.joker is not None
    needed = count_needed_jokers(parts.joker, rules)
    return needed is not None and parts.jokers >= needed


def _do_both_declare(parts: _DeclarationParts, rules: Rules) -> bool:
    """Return whether level cards and jokers declare a suit together."""
    red = parts.face is not None and parts.face.suit in {Suit.HEARTS, Suit.DIAMONDS}
    match rules.suit_joker:
        case SuitJoker.ANY:
            return parts.jokers == 1
        case SuitJoker.BY_COLOUR:
            return parts.jokers == 1 and (parts.joker == BIG_JOKER) == red
        case SuitJoker.NO:
            supported = rules.declare_ladder is DeclareLadder.JOKER_SUPPORT
            return supported and parts.level == PAIR and parts.jokers <= PAIR


def _ladder_height(cards: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """Return the place of a declaration on the ladder; only a greater one overrules."""
    big_beats = rules.joker_pair_beats_joker_pair
    return _find_height(tuple(cards), rules.declare_ladder, big_beats, rules.declare_suit_order)


@lru_cache(maxsize=4096)
def _find_height(cards: tuple[Card, ...], ladder: DeclareLadder, big_beats: bool, suit_order: bool) -> tuple[int, ...]:  # noqa: FBT001 - a cache finds arguments in order faster
    parts = _split_declaration(cards)
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


def _suit_height(parts: _DeclarationParts, ladder: DeclareLadder, *, suit_order: bool) -> int:
    """Return the place of the declared suit among equally many level cards; 0 where suits are equal."""
    pairs = ladder is DeclareLadder.COUNT_JOKER_SUIT and parts.level >= PAIR
    if parts.face is None or parts.face.suit is None or not (pairs or suit_order):
        return 0
    return _SUIT_ORDER[parts.face.suit]


def is_stronger(new: Sequence[Card], old: Sequence[Card], rules: Rules) -> bool:
    """Return whether declaring `new` is strictly stronger than `old` on the ladder (docs/rules.md, 4)."""
    return _ladder_height(new, rules) > _ladder_height(old, rules)


def find_level_seat(declarations: Sequence[Declaration], seat: Seat, rules: Rules) -> Seat:
    """Return whose level a declaration by `seat` plays in a first deal: their own, or that of its first declaration."""
    fixed = declarations and rules.first_declarer is FirstDeclarer.FIRST
    return declarations[0].seat if fixed else seat


def check_declaration(
    prior: Prior, seat: Seat, cards: Sequence[Card], hand: Sequence[Card] | None, rank: Rank | None, rules: Rules
) -> Declaration:
    """Return the declaration of `seat` with `cards`, the full set shown.

    `rank` is the rank that this declaration would make trump; without a `hand` only the ladder is checked.

    Raises:
        IllegalAction: NOT_HELD, NOT_A_DECLARATION, OWN_DECLARATION, PARTNER_DECLARED or NOT_STRONGER.
    """
    suit = read_declaration(cards, rank, rules)
    if hand is not None:
        check_held(hand, cards)
    if prior:
        _check_overrules(prior, seat, cards, rules)
    return Declaration(seat, tuple(cards), suit)


def _check_overrules(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> None:
    refused = _why_not_overruled(prior, seat, cards, rules)
    if refused is not None:
        raise refused


def _why_not_overruled(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> IllegalAction | None:
    """Return why `cards` do not overrule the present declaration; None if they do."""
    present = prior[-1]
    if present.seat == seat:
        if not _may_add_to_own(present, cards, rules):
            return IllegalAction(Reason.OWN_DECLARATION, present=present, may=rules.own_declaration)
    elif not rules.partner_override and rules.are_partners(present.seat, seat):
        return IllegalAction(Reason.PARTNER_DECLARED, present=present)
    if not is_stronger(cards, present.cards, rules) and not _reinforces_to_equal(prior, seat, cards, rules):
        return IllegalAction(Reason.NOT_STRONGER, present=present)
    return None


def _may_add_to_own(present: Declaration, cards: Sequence[Card], rules: Rules) -> bool:
    may = rules.own_declaration
    if may is OwnDeclaration.REINFORCE_SAME:
        return set(cards) == set(present.cards)
    return may is not OwnDeclaration.NONE


def _reinforces_to_equal(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> bool:
    """Return whether an overruled maker equals the present declaration by adding level cards.

    The maker shows more cards each time, so this cannot repeat forever.
    """
    present = prior[-1]
    if not rules.reinforce_equal or present.seat == seat:
        return False
    with_jokers = any if rules.suit_joker is SuitJoker.NO else all
    if any(with_jokers(one.is_joker for one in shown) for shown in (cards, present.cards)):
        return False
    if _ladder_height(cards, rules) != _ladder_height(present.cards, rules):
        return False
    mine = [one.cards for one in prior if one.seat == seat]
    return any(set(shown) == set(cards) for shown in mine) and all(
        len(shown) < len(cards) for shown in mine if set(shown) == set(cards)
    )


def check_theft(
    prior: Prior, seat: Seat, cards: Sequence[Card], hand: Sequence[Card] | None, rank: Rank | None, rules: Rules
) -> Declaration:
    """Return the strictly stronger declaration by which `seat` takes the kitty. Raises as `check_declaration`."""
    suit = read_declaration(cards, rank, rules)
    if hand is not None:
        check_held(hand, cards)
    if prior and not is_stronger(cards, prior[-1].cards, rules):
        raise IllegalAction(Reason.NOT_STRONGER, present=prior[-1])
    return Declaration(seat, tuple(cards), suit)


def legal_declarations(
    hand: Sequence[Card], prior: Prior, seat: Seat, rank: Rank | None, rules: Rules
) -> tuple[tuple[Card, ...], ...]:
    """Return all legal declarations of `seat`, weakest first."""
    found = _possible_declarations(hand, rank, rules)
    if prior:
        found = [cards for cards in found if _why_not_overruled(prior, seat, cards, rules) is None]
    return _sort_by_height(found, rules)


def legal_thefts(
    hand: Sequence[Card],
    prior: Prior,
    seat: Seat,  # noqa: ARG001 - a view calls this or `legal_declarations`, which needs it
    rank: Rank | None,
    rules: Rules,
) -> tuple[tuple[Card, ...], ...]:
    """Return all declarations with which `seat` could take the kitty, weakest first."""
    found = _possible_declarations(hand, rank, rules)
    if prior:
        found = [cards for cards in found if is_stronger(cards, prior[-1].cards, rules)]
    return _sort_by_height(found, rules)


def _sort_by_height(found: list[tuple[Card, ...]], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    return tuple(sorted(found, key=lambda cards: (_ladder_height(cards, rules), cards)))


def _possible_declarations(hand: Sequence[Card], rank: Rank | None, rules: Rules) -> list[tuple[Card, ...]]:
    """Return the declarations in the hand: trump-making cards, jokers, and both combined."""
    makers = _list_makers(Rank.TEN if rules.declare_ladder is DeclareLadder.JOKER_TEN else rank)
    held = count_faces([card for card in hand if card in makers])
    plain = [(face,) * n for face in held if not face.is_joker for n in range(1, held[face] + 1)]
    jokers = [(face,) * n for face in held if face.is_joker for n in range(1, held[face] + 1)]
    most = PAIR if rules.suit_joker is SuitJoker.NO else rules.decks
    both = [one + other for one in plain for other in jokers if len(one) <= most and len(other) <= PAIR]
    return [cards for cards in (*plain, *jokers, *both) if _is_declaration(cards, rank, rules)]


@lru_cache(maxsize=64)
def _list_makers(rank: Rank | None) -> frozenset[Card]:
    """Return the faces with which trumps can be made."""
    plain = (card_of(suit, rank) for suit in SUITS) if rank is not None else ()
    return frozenset((*plain, LITTLE_JOKER, BIG_JOKER))


@dataclass(frozen=True, slots=True)
class KittyTurn:
    """The outcome if nobody declared: `suit` becomes trump (None: no-trump), unless there is a redeal."""

    suit: Suit | None
    turned: tuple[Card, ...]
    """Kitty cards turned up, in order."""
    redeal: RedealReason | None


def resolve_no_declaration(kitty: Sequence[Card], rank: Rank | None, rules: Rules, *, first_deal: bool) -> KittyTurn:
    """Return the outcome when nobody declared; `kitty` is in the order of turning (docs/rules.md, 4)."""
    match rules.no_declaration_first if first_deal else rules.no_declaration:
        case NoDeclaration.NO_TRUMP:
            return KittyTurn(None, (), None)
        case _ if not kitty:
            return KittyTurn(None, (), RedealReason.NOBODY_DECLARED)
        case NoDeclaration.REDEAL:
            return KittyTurn(None, (), RedealReason.NOBODY_DECLARED)
        case NoDeclaration.KITTY_FIRST:
            return _turn_kitty_until(kitty, [one for one in kitty if not one.is_joker][:1])
        case NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST:
            level = [one for one in kitty if rank is not None and one.rank is rank]
            return _turn_kitty_until(kitty, level[:1]) if level else _turn_for_highest(kitty)


def _turn_kitty_until(kitty: Sequence[Card], decisive: Sequence[Card]) -> KittyTurn:
    if not decisive:
        return KittyTurn(None, tuple(kitty), RedealReason.KITTY_OF_JOKERS)
    at = list(kitty).index(decisive[0])
    return KittyTurn(decisive[0].suit, tuple(kitty[: at + 1]), None)


def _turn_for_highest(kitty: Sequence[Card]) -> KittyTurn:
    """Take the suit of the highest card that is not a joker, ace high, the first of equals."""
    plain = [one for one in kitty if one.rank is not None]
    if not plain:
        return KittyTurn(None, tuple(kitty), RedealReason.KITTY_OF_JOKERS)
    return KittyTurn(max(plain, key=lambda one: one.rank or 0).suit, tuple(kitty), None)


def can_claim_redeal(hand: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether this hand may claim a redeal: it has no trump or no points (online rules, 4.3)."""
    if rules.redeal_claim is RedealClaim.OFF:
        return False
    return not any(trump.is_trump(one) for one in hand) or points_of(hand) == 0


def check_claim(hand: Sequence[Card], trump: Trump, rules: Rules) -> None:
    """Refuse a claim that the hand does not justify.

    Raises:
        IllegalAction: NOT_ALLOWED if claims are off; NO_CLAIM with the hand's points and number of trumps.
    """
    if rules.redeal_claim is RedealClaim.OFF:
        raise IllegalAction(Reason.NOT_ALLOWED, option="redeal_claim")
    if not can_claim_redeal(hand, trump, rules):
        trumps = sum(trump.is_trump(one) for one in hand)
        raise IllegalAction(Reason.NO_CLAIM, points=points_of(hand), trumps=trumps)
