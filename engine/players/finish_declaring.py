"""How trumps are made in a sampled deal, once this seat has chosen: all seats go on by the rule player's policy."""

from dataclasses import replace

from engine.deal.bidding import resolve_no_declaration
from engine.model.cards import Card, Suit
from engine.model.events import Declaration
from engine.model.options import FirstDeclarer, Level
from engine.model.rules import Rules
from engine.model.seats import Seat, next_seat, seats_from
from engine.model.trump import Trump
from engine.model.view import Ask, View
from engine.players.declare_policy import choose_declaration
from engine.players.drawn_deals import DrawnDeal, Outcome
from engine.players.weights import Weights

Declarations = tuple[Declaration, ...]


def find_outcome(view: View, cards: tuple[Card, ...], deal: DrawnDeal, weights: Weights) -> Outcome | None:
    """Return how trumps are made after the seat shows these cards, or nothing; None if the cards are dealt again."""
    assert view.seat is not None
    made, asked = view.declarations, _list_asked_after(view, view.seat)
    if cards:
        made = (*made, _declare(view.seat, cards))
    elif not view.to_draw:  # the seat passes, as others may have
        asked = [seat for seat in asked[:-1] if not view.passed[seat]]
    made = _let_others_declare(view, asked, made, deal, weights)
    if made:
        declarer = _find_declarer(view, made)
        return declarer, _find_suit(view, declarer, made[-1].suit)
    known = deal.first if view.declarer is None else view.declarer
    turn = resolve_no_declaration(deal.kitty, view.levels[known].rank, view.rules, first_deal=view.declarer is None)
    return (known, _find_suit(view, known, turn.suit)) if turn.redeal is None else None


def _let_others_declare(
    view: View, asked: list[Seat], made: Declarations, deal: DrawnDeal, weights: Weights
) -> Declarations:
    """Return the declarations once no seat adds any; all hold their whole hands."""
    while asked:
        seat = asked.pop(0)
        trump = _build_trump(view, made, seat)
        theirs = replace(
            view, seat=seat, hand=deal.hands[seat], ask=Ask.DECLARE, to_draw=0, declarations=made, trump=trump
        )
        cards = choose_declaration(theirs, weights)
        if cards is not None:
            made = (*made, _declare(seat, cards))
            asked = _list_asked_after(view, seat)
    return made


def _list_asked_after(view: View, seat: Seat) -> list[Seat]:
    """Return all seats, this one last: where cards are still drawn, others may be quicker."""
    players = view.rules.players
    return list(seats_from(next_seat(seat, players), players))


def _declare(seat: Seat, cards: tuple[Card, ...]) -> Declaration:
    return Declaration(seat, cards, next((card.suit for card in cards if card.suit is not None), None))


def _build_trump(view: View, made: Declarations, seat: Seat) -> Trump:
    """Return the standing trumps, or no-trump at the level that this seat would play."""
    maker, suit = (made[-1].seat, made[-1].suit) if made else (seat, None)
    level = view.levels[maker if view.declarer is None else view.declarer]
    return Trump.of(view.rules, level.rank, suit)


def _find_declarer(view: View, made: Declarations) -> int:
    if view.declarer is not None:
        return view.declarer
    return made[0 if view.rules.first_declarer is FirstDeclarer.FIRST else -1].seat


def _find_suit(view: View, declarer: int, suit: Suit | None) -> Suit | None:
    return None if view.levels[declarer] is Level.NT else suit


def list_sides(rules: Rules, declarer: int) -> tuple[bool, ...]:
    """Return for each seat whether it is on the declarer's fixed side."""
    return tuple(seat == declarer or rules.are_partners(seat, declarer) for seat in range(rules.players))
