"""Decides which declarations are legal, what becomes trump without a declaration, and who may claim a redeal."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards_in_play.leads import check_held
from engine.model.cards import Card, Rank, Suit, points_of
from engine.model.declaration_ladder import do_parts_declare, find_ladder_height, list_declarations, split_declaration
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration, RedealReason
from engine.model.options import FirstDeclarer, NoDeclaration, OwnDeclaration, PassDeal, RedealClaim, SuitJoker
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

Prior = Sequence[Declaration]
"""The declarations of this deal in order. Only the last declaration counts."""


def read_declaration(cards: Sequence[Card], rank: Rank | None, rules: Rules) -> Suit | None:
    """Return the suit that `cards` declare, or None for no-trump. Raises IllegalAction NOT_A_DECLARATION."""
    parts = split_declaration(tuple(cards))
    if parts is None or not do_parts_declare(parts, rank, rules):
        raise IllegalAction(Reason.NOT_A_DECLARATION, cards=tuple(cards))
    return parts.face.suit if parts.face is not None else None


def is_stronger(new: Sequence[Card], old: Sequence[Card], rules: Rules) -> bool:
    """Return whether declaring `new` is strictly stronger than `old` on the ladder (docs/rules.md, 4)."""
    return find_ladder_height(new, rules) > find_ladder_height(old, rules)


def find_level_seat(declarations: Sequence[Declaration], seat: Seat, rules: Rules) -> Seat:
    """Return the seat whose level is played if `seat` declares in a first deal.

    With `first_declarer = first`, it is the first seat that has declared, if any. Otherwise it is `seat` itself.
    """
    fixed = declarations and rules.first_declarer is FirstDeclarer.FIRST
    return declarations[0].seat if fixed else seat


def check_declaration(
    prior: Prior,
    seat: Seat,
    cards: Sequence[Card],
    hand: Sequence[Card] | None,
    rank: Rank | None,
    rules: Rules,
    *,
    steals: bool = False,
) -> Declaration:
    """Return the declaration that `seat` makes with `cards`, which include the cards that it has shown before.

    `rank` is that of level cards. If `hand` is None, nothing checks that the seat holds the cards. With `steals`, the
    seat declares in order to take the kitty.
    Raises IllegalAction NOT_HELD, NOT_A_DECLARATION, OWN_DECLARATION, PARTNER_DECLARED or NOT_STRONGER.
    """
    suit = read_declaration(cards, rank, rules)
    if hand is not None:
        check_held(hand, cards)
    if (refused := _why_not_overruled(prior, seat, cards, rules, steals=steals)) is not None:
        raise refused
    return Declaration(seat, tuple(cards), suit)


def _why_not_overruled(
    prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules, *, steals: bool
) -> IllegalAction | None:
    """Return why `cards` may not overrule the present declaration, or None if they may."""
    if not prior:
        return None
    present = prior[-1]
    is_own = present.seat == seat
    if is_own and not steals and not _may_add_to_own(present, cards, rules):
        return IllegalAction(Reason.OWN_DECLARATION, present=present, may=rules.own_declaration)
    if not (is_own or steals or rules.partner_override) and rules.are_partners(present.seat, seat):
        return IllegalAction(Reason.PARTNER_DECLARED, present=present)
    is_equal = not steals and _reinforces_to_equal(prior, seat, cards, rules)
    strong = is_equal or is_stronger(cards, present.cards, rules)
    return None if strong else IllegalAction(Reason.NOT_STRONGER, present=present)


def _may_add_to_own(present: Declaration, cards: Sequence[Card], rules: Rules) -> bool:
    may = rules.own_declaration
    if may is OwnDeclaration.REINFORCE_SAME:
        return set(cards) == set(present.cards)
    return may is not OwnDeclaration.NONE


def _reinforces_to_equal(prior: Prior, seat: Seat, cards: Sequence[Card], rules: Rules) -> bool:
    """Return whether a seat may add level cards to its own overruled declaration, so that it equals the present one."""
    present = prior[-1]
    if not rules.reinforce_equal or present.seat == seat:
        return False
    with_jokers = any if rules.suit_joker is SuitJoker.NO else all
    if any(with_jokers(one.is_joker for one in shown) for shown in (cards, present.cards)):
        return False
    if find_ladder_height(cards, rules) != find_ladder_height(present.cards, rules):
        return False
    mine = [one.cards for one in prior if one.seat == seat and set(one.cards) == set(cards)]
    # the seat must show more cards each time, so that overruling cannot go on forever
    return bool(mine) and all(len(shown) < len(cards) for shown in mine)


def legal_declarations(
    hand: Sequence[Card], prior: Prior, seat: Seat, rank: Rank | None, rules: Rules, *, steals: bool = False
) -> tuple[tuple[Card, ...], ...]:
    """Return all legal declarations of `seat`, weakest first. With `steals`, they are those that take the kitty."""
    found = list_declarations(hand, rank, rules)
    legal = [cards for cards in found if _why_not_overruled(prior, seat, cards, rules, steals=steals) is None]
    return tuple(sorted(legal, key=lambda cards: (find_ladder_height(cards, rules), cards)))


def loses_deal(declarations: Sequence[Declaration], declarer: Seat, rules: Rules) -> bool:
    """Return whether the declarer's side loses the deal because nobody has declared.

    With `pass_deal = declarers`, declarations by the other side do not count.
    """
    match rules.pass_deal:
        case PassDeal.OFF:
            return False
        case PassDeal.NOBODY:
            return not declarations
        case PassDeal.DECLARERS:
            return not any(one.seat == declarer or rules.are_partners(one.seat, declarer) for one in declarations)


@dataclass(frozen=True, slots=True)
class KittyTurn:
    """The outcome if nobody declared. If the deal is not cancelled, `suit` is the trump suit, or None for no-trump."""

    suit: Suit | None
    turned: tuple[Card, ...]
    """The kitty cards that were turned up, in order."""
    redeal: RedealReason | None


def resolve_no_declaration(kitty: Sequence[Card], rank: Rank | None, rules: Rules, *, first_deal: bool) -> KittyTurn:
    """Return the outcome if nobody declared. `kitty` is in the order in which cards are turned (docs/rules.md, 4)."""
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
    plain = [one for one in kitty if one.rank is not None]
    if not plain:
        return KittyTurn(None, tuple(kitty), RedealReason.KITTY_OF_JOKERS)
    return KittyTurn(max(plain, key=lambda one: one.rank or 0).suit, tuple(kitty), None)


def can_claim_redeal(hand: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether this hand may claim a redeal. It must have no trumps or no card points (online rules, 4.3)."""
    if rules.redeal_claim is RedealClaim.OFF:
        return False
    return not any(trump.is_trump(one) for one in hand) or points_of(hand) == 0


def check_claim(hand: Sequence[Card], trump: Trump, rules: Rules) -> None:
    """Check a claim to a redeal. Raises IllegalAction NOT_ALLOWED if claims are off, or NO_CLAIM for this hand."""
    if rules.redeal_claim is RedealClaim.OFF:
        raise IllegalAction(Reason.NOT_ALLOWED, option="redeal_claim")
    if not can_claim_redeal(hand, trump, rules):
        trumps = sum(trump.is_trump(one) for one in hand)
        raise IllegalAction(Reason.NO_CLAIM, points=points_of(hand), trumps=trumps)
