"""The multiplier of the buried points when the opponents win the last trick (docs/rules.md, 8)."""

from collections import Counter
from collections.abc import Sequence

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.shapes import Shape, list_widths
from engine.model.cards import Card
from engine.model.options import KittyMultiplier, KittyWithoutTrump
from engine.model.rules import Rules
from engine.model.trump import Trump


def kitty_multiplier(lead: Lead, winning: Sequence[Card], trump: Trump, rules: Rules) -> int:
    """Return the multiplier of the buried points if opponents won the last trick with the play `winning`."""
    largest = max(one.size for one in lead.units)
    pairs = sum(number // 2 for number in Counter(winning).values())
    by_trumps = all(map(trump.is_trump, winning))
    return compute_multiplier(rules, led=lead.size, largest=largest, pairs=pairs, by_trumps=by_trumps)


def compute_multiplier(rules: Rules, *, led: int, largest: int, pairs: int, by_trumps: bool) -> int:
    """Return the multiplier of the buried points.

    It depends on the number of cards `led`, the size of the `largest` unit led, and the `pairs` in the winning play.
    """
    times = _full_multiplier(rules, led=led, largest=largest, pairs=pairs)
    if by_trumps or rules.kitty_without_trump is KittyWithoutTrump.FULL:
        return times
    return times // 2 if rules.kitty_without_trump is KittyWithoutTrump.HALF else 0


def _full_multiplier(rules: Rules, *, led: int, largest: int, pairs: int) -> int:  # noqa: PLR0911 - one for each value
    match rules.kitty_multiplier:
        case KittyMultiplier.TWO_PER_LARGEST_UNIT:
            return 2 * largest
        case KittyMultiplier.TWO_PER_CARD_LED:
            return 2 * led
        case KittyMultiplier.TWO_POW_PAIRS:
            return 2 << pairs
        case KittyMultiplier.POW_LARGEST_UNIT:
            return 1 << largest
        case KittyMultiplier.FLAT_2:
            return 2
        case KittyMultiplier.FLAT_1:
            return 1
        case KittyMultiplier.CUSTOM:
            return next(step.times for step in reversed(rules.kitty_table) if step.cards <= largest)
        case KittyMultiplier.NONE:
            return 0


def max_multiplier(cards: int, rules: Rules) -> int:
    """Return the greatest kitty multiplier possible with `cards` cards in each hand."""
    return compute_multiplier(rules, led=cards, largest=cards, pairs=cards // 2, by_trumps=True)


def count_pairs(shape: Shape) -> int:
    """Return the number of pairs in a shape: a triple has one, four identical cards two."""
    return sum(width // 2 for kind in shape for width in list_widths(kind))
