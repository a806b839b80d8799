"""Decides which cards may be buried if the rules limit their points (docs/rules.md, 4)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.cards_in_play.leads import check_held
from engine.model.cards import Card, count_faces, distinct_sets, points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.rules import Rules


def find_most_points(hand: Sequence[Card], size: int, rules: Rules) -> int | None:
    """Return the most card points that `size` cards buried from `hand` may have, or None if there is no limit."""
    if rules.max_buried_points is None:
        return None
    # a hand may always bury the fewest points that it can
    return max(rules.max_buried_points, sum(sorted(card.points for card in hand)[:size]))


def check_bury(hand: Sequence[Card], cards: Sequence[Card], size: int, rules: Rules) -> None:
    """Refuse cards that may not be buried. Raises IllegalAction WRONG_COUNT, NOT_HELD or TOO_MANY_POINTS."""
    if len(cards) != size:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=size, given=len(cards))
    check_held(hand, cards)
    most = find_most_points(hand, size, rules)
    if most is not None and points_of(cards) > most:
        raise IllegalAction(Reason.TOO_MANY_POINTS, most=most, given=points_of(cards))


def legal_buries(hand: Sequence[Card], size: int, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Yield every set of `size` cards that may be buried. Copies of a face are not told apart."""
    most = find_most_points(hand, size, rules)
    if most is None:
        return distinct_sets(combinations(hand, size))
    return _buries_within(tuple(count_faces(hand).items()), size, most)


def _buries_within(held: tuple[tuple[Card, int], ...], size: int, most: int) -> Iterator[tuple[Card, ...]]:
    points = [sorted(card.points for card, number in held[at:] for _ in range(number)) for at in range(len(held) + 1)]

    def walk(at: int, wanted: int, left: int, taken: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if len(points[at]) < wanted or sum(points[at][:wanted]) > left:
            return
        if not wanted:
            yield taken
            return
        face, number = held[at]
        for copies in range(min(number, wanted), -1, -1):
            yield from walk(at + 1, wanted - copies, left - copies * face.points, taken + (face,) * copies)

    return walk(0, size, most, ())
