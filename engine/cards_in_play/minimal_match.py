"""Finds the units that `follow = minimal` requires: those of exactly the led size; unmatched ones are broken up.

Source: 80 points in general terms, "Following".
"""

from engine.cards_in_play.shape_fit import Placed
from engine.cards_in_play.shapes import (
    Shape,
    TractorLimits,
    UnitKind,
    even_parts,
    is_uneven,
    list_widths,
    tractors_first,
)
from engine.cards_in_play.units import Held, find_tractor_paths, find_unit_paths, longest_run, uses_all_copies
from engine.model.cards import Card
from engine.model.trump import Above


def find_minimal_shape(
    held: Held, shape: Shape, limits: TractorLimits, above: Above
) -> tuple[Shape, frozenset[Placed]]:
    """Match tractors, then tuples, from long to short with units of exactly that length; expand unmatched ones.

    Returns the required units and the only tractors that count. An unmatched tuple gives up one card at a time: the
    expansion with the longest tuple is kept. The longest unmatched uneven tractor becomes its even parts, and all
    is matched again.
    """
    whole = _find_whole_tractors(held, limits, above) | _find_whole_uneven(held, shape, above)
    led, matched = _match_led_tractors(shape, whole)
    unmatched = next((kind for kind, path in zip(led, matched, strict=True) if is_uneven(kind) and not path), None)
    if unmatched is not None:
        at = shape.index(unmatched)
        return find_minimal_shape(held, shape[:at] + shape[at + 1 :] + even_parts(unmatched, limits), limits, above)
    tractors = tuple(kind for kind, path in zip(led, matched, strict=True) if path)
    used = {face for path in matched for face in path}
    widest = max(max(list_widths(kind)) for kind in shape)
    asked = [0] * (widest + 1)
    for kind, path in zip(led, matched, strict=True):
        asked[kind[0]] += 0 if path else kind[1]
    for kind in shape:
        asked[kind[0]] += kind[1] == 1
    tuples: list[UnitKind] = []
    for width in range(widest, 1, -1):
        there = sum(number == width for face, number in held.items() if face not in used)
        found = min(asked[width], there)
        tuples.extend([(width, 1)] * found)
        asked[width - 1] += asked[width] - found
    return tractors_first((*tractors, *tuples)), whole


def _match_led_tractors(
    shape: Shape, whole: frozenset[Placed]
) -> tuple[tuple[UnitKind, ...], tuple[tuple[Card, ...], ...]]:
    """Return the led tractors, longest first, and the faces of the match of each, or nothing."""
    led = sorted((kind for kind in shape if kind[1] > 1), key=lambda kind: (kind[1], kind), reverse=True)
    return tuple(led), _match_tractors(tuple(led), whole, frozenset())


def _find_whole_uneven(held: Held, shape: Shape, above: Above) -> frozenset[Placed]:
    """Return the uneven tractors of a led kind that use all copies of their faces."""
    kinds = {kind for kind in shape if is_uneven(kind)}
    found = ((kind, path) for kind in kinds for path in find_unit_paths(held, kind, above))
    return frozenset((kind, path) for kind, path in found if uses_all_copies(held, kind, path))


def _find_whole_tractors(held: Held, limits: TractorLimits, above: Above) -> frozenset[Placed]:
    """Return the tractors of faces held exactly `width` times that are not part of a longer one."""
    found: set[Placed] = set()
    for width in set(held.values()):
        if width >= limits.min_width:
            found |= _whole_tractors_of_width(
                width, {face: width for face, number in held.items() if number == width}, limits, above
            )
    return frozenset(found)


def _whole_tractors_of_width(width: int, held: Held, limits: TractorLimits, above: Above) -> set[Placed]:
    whole: list[frozenset[Card]] = []
    found: set[Placed] = set()
    for length in range(min(longest_run(held, width, above), limits.max_length), limits.min_length - 1, -1):
        for path in find_tractor_paths(held, width, length, above):
            faces = frozenset(path)
            if not any(faces < longer for longer in whole):
                whole.append(faces)
                found.add(((width, length), path))
    return found


def _match_tractors(
    led: tuple[UnitKind, ...], whole: frozenset[Placed], used: frozenset[Card]
) -> tuple[tuple[Card, ...], ...]:
    """Return the faces that match each led tractor, empty for none; as many of the longest as possible are matched."""
    if not led:
        return ()
    best = ((), *_match_tractors(led[1:], whole, used))
    for kind, path in sorted(whole):
        if kind == led[0] and used.isdisjoint(path):
            rest = _match_tractors(led[1:], whole, used.union(path))
            best = max(best, (path, *rest), key=lambda matched: [bool(faces) for faces in matched])
            if all(best):
                break
    return best
