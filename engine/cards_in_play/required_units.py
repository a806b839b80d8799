"""Finds the units that a hand must play after a lead (docs/rules.md, 6)."""

from dataclasses import dataclass, replace
from typing import Final

from engine.cards_in_play.shape_fit import Placed, find_fit
from engine.cards_in_play.shapes import (
    Shape,
    TractorLimits,
    UnitKind,
    alternatives,
    even_parts,
    is_uneven,
    list_widths,
    tractors_first,
)
from engine.cards_in_play.units import Held, find_unit_paths, longest_run, uses_all_copies
from engine.model.cards import Card
from engine.model.options import Follow
from engine.model.rules import Rules
from engine.model.trump import Above


@dataclass(frozen=True, slots=True)
class RequiredUnits:
    """The units that a play must contain. The rest may be any cards of the suit, unless `fixed` names every card."""

    shape: Shape
    """The kinds of the units, tractors first, without single cards."""
    exact: bool = False
    """Whether a tuple must take all cards that the hand has of its face."""
    allowed: frozenset[Placed] | None = None
    """The only tractors that meet the requirement. None means that all tractors do."""
    spared: frozenset[Card] = frozenset()
    """Faces of tractors that the hand may keep. Their tuples are not required, but count if they are played."""
    fixed: tuple[Card, ...] | None = None
    """The cards that must be played, or others of equal strength. None means that the player has a choice."""


PAIR: Final[UnitKind] = (2, 1)
NO_UNITS: Final = RequiredUnits(())
ONE_PAIR: Final = RequiredUnits((PAIR,))


def find_required_units(
    held: Held, shape: Shape, rules: Rules, above: Above, strength: tuple[int, ...]
) -> RequiredUnits:
    """Return the units that a hand must play after a lead of `shape`, if it has more cards of the suit than the lead.

    `held` has the hand's cards of this suit. Only `follow = template` needs the faces that are held once.
    """
    if rules.follow is Follow.SUIT_ONLY or all(kind[0] == 1 for kind in shape):
        return NO_UNITS
    if not rules.pairs_draw_tractors and all(kind[1] == 1 for kind in shape):
        limits = TractorLimits.of(rules)
        paths = find_unit_paths(held, (limits.min_width, limits.min_length), above)
        # none of these cards is required, not even a third copy of a face
        spared = frozenset(face for path in paths for face in path)
        held = {face: number for face, number in held.items() if face not in spared}
        return replace(_find_units_of(held, shape, rules, above, strength), spared=spared)
    return _find_units_of(held, shape, rules, above, strength)


def _find_units_of(held: Held, shape: Shape, rules: Rules, above: Above, strength: tuple[int, ...]) -> RequiredUnits:
    if shape == (PAIR,) and rules.follow is not Follow.MINIMAL and not rules.protect_longer:
        return ONE_PAIR if max(held.values(), default=0) > 1 else NO_UNITS  # a shortcut for a lead of one pair
    limits = TractorLimits.of(rules)
    if rules.follow is Follow.TEMPLATE and len(shape) == 1 and shape[0][1] > 1 and not is_uneven(shape[0]):
        return _find_template_units(held, shape[0], rules, above, strength)
    if rules.follow is Follow.MINIMAL:
        asked, whole = find_minimal_shape(held, shape, limits, above)
        return RequiredUnits(asked, exact=True, allowed=whole)
    for asked in alternatives(shape, rules.follow, limits):
        if find_fit(held, asked, above, exact=rules.protect_longer) is not None:
            return RequiredUnits(asked, rules.protect_longer)
    raise AssertionError("single cards always fit")


def contains_units(play: Held, held: Held, required: RequiredUnits, above: Above) -> bool:
    """Return whether a play of the led suit from `held` contains the required units."""
    if not required.shape:
        return True
    if required.exact:
        play = {face: number for face, number in play.items() if number == held[face]}
    return find_fit(play, required.shape, above, exact=required.exact, allowed=required.allowed) is not None


def _find_template_units(
    held: Held, kind: UnitKind, rules: Rules, above: Above, strength: tuple[int, ...]
) -> RequiredUnits:
    """Return a unit of the led kind. If the hand has none, return its only legal play (online rules, 8.2)."""
    width, length = kind
    longest = longest_run(held, width, above)
    if longest >= length:
        return RequiredUnits((kind,))
    left = dict(sorted(held.items(), key=lambda item: strength[item[0]]))
    cards: list[Card] = []
    shape: list[UnitKind] = []
    if TractorLimits.of(rules).allow(width, longest):
        faces = max(
            find_unit_paths(held, (width, longest), above), key=lambda path: [strength[face] for face in reversed(path)]
        )
        shape.append((width, longest))
        cards.extend(_take_cards(left, width, faces))
    for narrow in range(width, 0, -1):
        for face in tuple(left):
            while left[face] >= narrow and len(cards) + narrow <= width * length:
                shape.append((narrow, 1))
                cards.extend(_take_cards(left, narrow, (face,)))
    return RequiredUnits(tractors_first(tuple(shape)), fixed=tuple(cards))


def _take_cards(left: dict[Card, int], width: int, faces: tuple[Card, ...]) -> list[Card]:
    for face in faces:
        left[face] -= width
    return [face for face in faces for _ in range(width)]


def find_minimal_shape(
    held: Held, shape: Shape, limits: TractorLimits, above: Above
) -> tuple[Shape, frozenset[Placed]]:
    """Return the units that `Follow.MINIMAL` requires, and the only tractors that meet the requirement.

    Each led unit is matched with a held unit of exactly its kind. Tractors are matched first, the longest at the start,
    and then tuples, the widest at the start. A led unit without a match is broken up: an uneven tractor into its even
    parts, another tractor into its tuples, and a tuple of n cards into one of n - 1.
    """
    whole = _find_whole_tractors(held, limits, above) | _find_whole_uneven(held, shape, above)
    led = tuple(sorted((kind for kind in shape if kind[1] > 1), key=lambda kind: (kind[1], kind), reverse=True))
    matched = _match_tractors(led, whole, frozenset())
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


def _find_whole_uneven(held: Held, shape: Shape, above: Above) -> frozenset[Placed]:
    kinds = {kind for kind in shape if is_uneven(kind)}
    found = ((kind, path) for kind in kinds for path in find_unit_paths(held, kind, above))
    return frozenset((kind, path) for kind, path in found if uses_all_copies(held, kind, path))


def _find_whole_tractors(held: Held, limits: TractorLimits, above: Above) -> frozenset[Placed]:
    """Return the tractors that take all held copies of their faces. Parts of longer tractors are left out."""
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
        for path in find_unit_paths(held, (width, length), above):
            faces = frozenset(path)
            if not any(faces < longer for longer in whole):
                whole.append(faces)
                found.add(((width, length), path))
    return found


def _match_tractors(
    led: tuple[UnitKind, ...], whole: frozenset[Placed], used: frozenset[Card]
) -> tuple[tuple[Card, ...], ...]:
    """Return for each led tractor the faces of the held tractor that matches it, or () if none does."""
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
