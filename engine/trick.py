"""Who wins a trick (docs/rules.md, 7)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import Card, counts
from engine.fits import fit, multiples
from engine.leads import Lead, read_rainbow
from engine.rules import Bombs, Rules, ThrowCompare
from engine.shapes import Kind, Shape, tractors_first
from engine.trump import TRUMP_INDEX, Above, Trump
from engine.units import Held, paths

BOMB_SIZE: Final = 4
"""How many identical cards are a bomb at least."""


def is_bomb(cards: Sequence[Card], rules: Rules) -> bool:
    """Tell whether a whole play is four or more identical cards where bombs are played; of which suit is not asked."""
    return rules.bombs is not Bombs.OFF and len(cards) >= BOMB_SIZE and all(card == cards[0] for card in cards)


def beats(lead: Lead, best: Sequence[Card], new: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Tell whether `new` takes the trick from `best`, the play that has been winning it: the lead or a later one.

    Both have as many cards as the lead. A play that does not match the led shape beats nothing; equals stay behind.
    """
    if lead.size == 1:
        return _single_beats(best[0], new[0], trump)
    if rules.bombs is not Bombs.OFF and (is_bomb(new, rules) or is_bomb(best, rules)):
        new_bomb, best_bomb = _bomb(lead, new, trump, rules), _bomb(lead, best, trump, rules)
        if new_bomb or best_bomb:
            return new_bomb > best_bomb
    if lead.suit is None:
        rainbow, present = read_rainbow(new, trump, rules), read_rainbow(best, trump, rules)
        return rainbow is not None and present is not None and rainbow.top > present.top
    suit = _suit(lead, new, trump)
    if suit is None or (suit != TRUMP_INDEX and _suit(lead, best, trump) == TRUMP_INDEX):
        return False
    return _outranks(lead, best, new, trump, rules)


def _single_beats(best: Card, new: Card, trump: Trump) -> bool:
    """Compare single cards, `best` of the led suit or a trump: the short way of most plays."""
    order = trump.order
    suit = order.suit_of[new]
    if suit == order.suit_of[best]:
        return order.strength[new] > order.strength[best]
    return suit == TRUMP_INDEX


def winner(lead: Lead, plays: Sequence[Sequence[Card]], trump: Trump, rules: Rules) -> int:
    """Return the index of the play that wins; `plays` are in order, the lead's cards first."""
    best = 0
    for at in range(1, len(plays)):
        if beats(lead, plays[best], plays[at], trump, rules):
            best = at
    return best


def matches(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Tell whether the cards could win this trick at all: a full match of the lead in its suit or in trumps, or a bomb.

    A ruff counts as a match here whether or not the player was void.
    """
    if len(cards) != lead.size:
        return False
    if _bomb(lead, cards, trump, rules):
        return True
    if lead.suit is None:
        return read_rainbow(cards, trump, rules) is not None
    return _suit(lead, cards, trump) is not None and _matches_shape(lead, counts(cards), trump)


def matched_shape(lead: Lead, cards: Sequence[Card], rules: Rules) -> Shape:
    """Return the shape as which a winning play counts: that of the lead, or one tuple for a bomb."""
    return ((len(cards), 1),) if is_bomb(cards, rules) else lead.shape


def _bomb(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> int:
    """Return the strength of a bomb, or 0 if this is none, or one of a suit that does not count here."""
    if not is_bomb(cards, rules):
        return 0
    if rules.bombs is Bombs.SUIT_FOLLOWING and trump.order.suit_of[cards[0]] not in {lead.index, TRUMP_INDEX}:
        return 0
    return trump.order.strength[cards[0]]


def _suit(lead: Lead, cards: Sequence[Card], trump: Trump) -> int | None:
    """Return the one effective suit of the cards if it is the led one or trumps, else None."""
    suit_of = trump.order.suit_of
    suit = suit_of[cards[0]]
    if suit not in {lead.index, TRUMP_INDEX} or any(suit_of[card] != suit for card in cards):
        return None
    return suit


def _outranks(lead: Lead, best: Sequence[Card], new: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Compare plays of one suit each, `new` of the led suit or trumps, `best` of no higher suit."""
    strength = trump.order.strength
    held = counts(new)
    if not _matches_shape(lead, held, trump):
        return False
    if not lead.is_throw or rules.throw_compare is ThrowCompare.HIGHEST_CARD or lead.shape[0] == (1, 1):
        if lead.is_throw and rules.throw_compare is ThrowCompare.ALL_UNITS:
            return _all_higher(sorted(strength[card] for card in new), sorted(strength[card] for card in best))
        return max(strength[card] for card in new) > max(strength[card] for card in best)
    above = trump.order.above_without(lead.gone)
    if rules.throw_compare is ThrowCompare.LONGEST_UNIT:
        top = _top(held, lead.shape, above, strength)
        assert top is not None
        return top > _tops(lead, best, above, strength)[0]
    return _dominates(held, lead.shape, _tops(lead, best, above, strength), above, strength)


def _all_higher(new: Sequence[int], best: Sequence[int]) -> bool:
    return all(one > other for one, other in zip(new, best, strict=True))


def _matches_shape(lead: Lead, held: Held, trump: Trump) -> bool:
    """Tell whether the cards of one suit, as many as were led, can be taken apart into the led shape."""
    above = trump.order.above_without(lead.gone)
    if not lead.is_throw:
        width, length = lead.shape[0]
        alike = len(held) == length and all(number == width for number in held.values())
        return alike and (length == 1 or bool(paths(held, width, length, above)))
    return fit(multiples(held), _search_order(lead.shape), above) is not None


@lru_cache(maxsize=4096)
def _search_order(shape: Shape) -> Shape:
    return tractors_first(shape)


def _top(held: Held, shape: Shape, above: Above, strength: tuple[int, ...]) -> int | None:
    """Return the highest top that the first unit of `shape` can have while the rest of the cards match the rest."""
    (width, length), rest = shape[0], _search_order(shape[1:])
    for path in sorted(paths(held, width, length, above), key=lambda path: strength[path[-1]], reverse=True):
        if fit(multiples(_less(held, width, path)), rest, above) is not None:
            return strength[path[-1]]
    return None


def _less(held: Held, width: int, path: tuple[Card, ...]) -> dict[Card, int]:
    left = {face: number - (width if face in path else 0) for face, number in held.items()}
    return {face: number for face, number in left.items() if number}


def _tops(lead: Lead, best: Sequence[Card], above: Above, strength: tuple[int, ...]) -> list[int]:
    """Return the tops of the units of a winning play: as led, or, of a later play, taken apart in the strongest way."""
    if sorted(best) == sorted(lead.cards):
        return [one.top for one in lead.units]
    held: Held = counts(best)
    tops: list[int] = []
    for at, kind in enumerate(lead.shape):
        if kind == (1, 1):
            singles = (strength[face] for face, number in held.items() for _ in range(number))
            return tops + sorted(singles, reverse=True)
        path = _strongest(held, kind, lead.shape[at + 1 :], above, strength)
        tops.append(strength[path[-1]])
        held = _less(held, kind[0], path)
    return tops


def _strongest(held: Held, kind: Kind, rest: Shape, above: Above, strength: tuple[int, ...]) -> tuple[Card, ...]:
    found = sorted(paths(held, *kind, above), key=lambda path: (strength[path[-1]], path), reverse=True)
    order = _search_order(rest)
    return next(path for path in found if fit(multiples(_less(held, kind[0], path)), order, above) is not None)


def _dominates(held: Held, shape: Shape, tops: list[int], above: Above, strength: tuple[int, ...]) -> bool:
    """Tell whether the cards can be taken apart so that each unit is higher than its partner among `tops`."""
    failed: set[tuple[int, ...]] = set()

    def walk(at: int, left: dict[Card, int]) -> bool:
        if at == len(shape) or shape[at] == (1, 1):
            singles = sorted((strength[face] for face, number in left.items() for _ in range(number)), reverse=True)
            return _all_higher(singles, tops[at:])
        state = (at, *left.values())
        if state in failed:
            return False
        width, length = shape[at]
        for path in paths(left, width, length, above):
            if strength[path[-1]] > tops[at]:
                rest = {face: n - width if face in path else n for face, n in left.items()}
                if walk(at + 1, rest):
                    return True
        failed.add(state)
        return False

    return walk(0, dict(held))
