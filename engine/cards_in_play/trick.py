"""Decides who wins a trick (docs/rules.md, 7)."""

from collections.abc import Sequence
from typing import Final

from engine.cards_in_play.leads import Lead, read_rainbow
from engine.cards_in_play.shape_fit import find_fit, only_multiples
from engine.cards_in_play.shapes import Shape, UnitKind, tractors_first
from engine.cards_in_play.units import Held, find_unit_paths, take_unit
from engine.model.cards import Card, count_faces
from engine.model.options import Bombs, ThrowCompare
from engine.model.rules import Rules
from engine.model.trump import TRUMP_INDEX, Above, Trump

BOMB_SIZE: Final = 4
"""The fewest identical cards that form a bomb."""


def is_bomb(cards: Sequence[Card], rules: Rules) -> bool:
    """Return whether bombs are on and the play is at least four identical cards of any suit."""
    return rules.bombs is not Bombs.OFF and len(cards) >= BOMB_SIZE and all(card == cards[0] for card in cards)


def beats(lead: Lead, best: Sequence[Card], new: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether `new` beats `best`, the winning play so far. Both have as many cards as the lead."""
    if lead.size == 1:  # a shortcut for most plays; `best` is of the led suit or a trump
        order, mine = trump.order, trump.order.suit_of[new[0]]
        if mine == order.suit_of[best[0]]:
            return order.strength[new[0]] > order.strength[best[0]]
        return mine == TRUMP_INDEX
    if rules.bombs is not Bombs.OFF and (is_bomb(new, rules) or is_bomb(best, rules)):
        new_bomb, best_bomb = _bomb_strength(lead, new, trump, rules), _bomb_strength(lead, best, trump, rules)
        if new_bomb or best_bomb:
            return new_bomb > best_bomb
    if lead.suit is None:
        rainbow, present = read_rainbow(new, trump, rules), read_rainbow(best, trump, rules)
        return rainbow is not None and present is not None and rainbow.top > present.top
    suit = _find_competing_suit(lead, new, trump)
    if suit is None or (suit != TRUMP_INDEX and _find_competing_suit(lead, best, trump) == TRUMP_INDEX):
        return False
    return _outranks(lead, best, new, trump, rules)


def find_winner(lead: Lead, plays: Sequence[Sequence[Card]], trump: Trump, rules: Rules) -> int:
    """Return the index of the winning play. `plays` begins with the lead and is in play order."""
    best = 0
    for at in range(1, len(plays)):
        if beats(lead, plays[best], plays[at], trump, rules):
            best = at
    return best


def matches_lead(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether the cards have the lead's shape, in its suit or in trumps. A bomb that could win also counts.

    Trumps count as a match even if the player still had cards of the led suit.
    """
    if len(cards) != lead.size:
        return False
    if _bomb_strength(lead, cards, trump, rules):
        return True
    if lead.suit is None:
        return read_rainbow(cards, trump, rules) is not None
    return _find_competing_suit(lead, cards, trump) is not None and _matches_shape(lead, count_faces(cards), trump)


def _bomb_strength(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> int:
    if not is_bomb(cards, rules):
        return 0
    if rules.bombs is Bombs.SUIT_FOLLOWING and trump.order.suit_of[cards[0]] not in {lead.index, TRUMP_INDEX}:
        return 0
    return trump.order.strength[cards[0]]


def _find_competing_suit(lead: Lead, cards: Sequence[Card], trump: Trump) -> int | None:
    suit_of = trump.order.suit_of
    suit = suit_of[cards[0]]
    if suit not in {lead.index, TRUMP_INDEX} or any(suit_of[card] != suit for card in cards):
        return None
    return suit


def _outranks(lead: Lead, best: Sequence[Card], new: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether `new` beats `best`. Either both are of one suit, or only `new` is of trumps."""
    strength = trump.order.strength
    held = count_faces(new)
    if not _matches_shape(lead, held, trump):
        return False
    if lead.is_throw and rules.throw_compare is ThrowCompare.UNITS_IN_ORDER:
        above = trump.order.adjacent_above(lead.gone)
        return _unit_tops(lead, new, above, strength) > _unit_tops(lead, best, above, strength)
    if not lead.is_throw or rules.throw_compare is ThrowCompare.HIGHEST_CARD or lead.shape[0] == (1, 1):
        if lead.is_throw and rules.throw_compare is ThrowCompare.ALL_UNITS:
            return _all_higher(sorted(strength[card] for card in new), sorted(strength[card] for card in best))
        return max(strength[card] for card in new) > max(strength[card] for card in best)
    above = trump.order.adjacent_above(lead.gone)
    if rules.throw_compare is ThrowCompare.LONGEST_UNIT:
        path = _find_strongest_unit(held, lead.shape, above, strength)
        return strength[path[-1]] > _unit_tops(lead, best, above, strength)[0]
    return _dominates(held, lead.shape, _unit_tops(lead, best, above, strength), above, strength)


def _all_higher(new: Sequence[int], best: Sequence[int]) -> bool:
    return all(one > other for one, other in zip(new, best, strict=True))


def _matches_shape(lead: Lead, held: Held, trump: Trump) -> bool:
    """Return whether these cards of one suit form the led shape. Their number is that of the lead."""
    above = trump.order.adjacent_above(lead.gone)
    if not lead.is_throw:
        kind = lead.shape[0]  # there are as many cards as were led, so a unit that has all faces also has all cards
        return len(held) == kind[1] and bool(find_unit_paths(held, kind, above))
    return find_fit(only_multiples(held), tractors_first(lead.shape), above) is not None


def _remove_unit(held: Held, kind: UnitKind, path: tuple[Card, ...]) -> dict[Card, int]:
    left = dict(held)
    take_unit(left, kind, path)
    return {face: number for face, number in left.items() if number}


def _unit_tops(lead: Lead, best: Sequence[Card], above: Above, strength: tuple[int, ...]) -> list[int]:
    """Return the highest strength in each unit of `best`.

    A lead is divided into the units that its player chose, and a follow into the strongest units possible.
    """
    if sorted(best) == sorted(lead.cards):
        return [one.top for one in lead.units]
    held: Held = count_faces(best)
    tops: list[int] = []
    for at, kind in enumerate(lead.shape):
        if kind == (1, 1):
            singles = (strength[face] for face, number in held.items() for _ in range(number))
            return tops + sorted(singles, reverse=True)
        path = _find_strongest_unit(held, lead.shape[at:], above, strength)
        tops.append(strength[path[-1]])
        held = _remove_unit(held, kind, path)
    return tops


def _find_strongest_unit(held: Held, shape: Shape, above: Above, strength: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the faces of the highest unit of the first kind in `shape`. The other cards must fit the other kinds."""
    kind, rest = shape[0], tractors_first(shape[1:])
    found = sorted(find_unit_paths(held, kind, above), key=lambda path: (strength[path[-1]], path), reverse=True)
    return next(
        path for path in found if find_fit(only_multiples(_remove_unit(held, kind, path)), rest, above) is not None
    )


def _dominates(held: Held, shape: Shape, tops: list[int], above: Above, strength: tuple[int, ...]) -> bool:
    """Return whether the cards can be grouped so that each unit's highest card is stronger than that in `tops`."""
    failed: set[tuple[int, ...]] = set()

    def walk(at: int, left: dict[Card, int]) -> bool:
        if at == len(shape) or shape[at] == (1, 1):
            singles = sorted((strength[face] for face, number in left.items() for _ in range(number)), reverse=True)
            return _all_higher(singles, tops[at:])
        state = (at, *left.values())
        if state in failed:
            return False
        for path in find_unit_paths(left, shape[at], above):
            if strength[path[-1]] > tops[at]:
                rest = left.copy()
                take_unit(rest, shape[at], path)
                if walk(at + 1, rest):
                    return True
        failed.add(state)
        return False

    return walk(0, dict(held))
