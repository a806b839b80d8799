"""What a hand owes to a lead: the first alternative of the led shape that the hand can fill (docs/rules.md, 6)."""

from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.fits import Placed, fit
from engine.rules import Follow, Rules
from engine.shapes import Kind, Limits, Shape, alternatives, tractors_first
from engine.trump import Above
from engine.units import Held, longest_run, paths


@dataclass(frozen=True, slots=True)
class Demand:
    """The units that a play must contain, the rest being single cards of the suit; or the cards it must be."""

    shape: Shape
    """Tractors first, without single cards."""
    exact: bool = False
    """A tuple serves only if it is all that the hand holds of its face."""
    allowed: frozenset[Placed] | None = None
    """The tractors that count as such, where not all do."""
    fixed: tuple[Card, ...] | None = None
    """The cards that must be played; others of equal strength will do in the same shape."""


PAIR: Final[Kind] = (2, 1)
NOTHING_OWED: Final = Demand(())
PAIR_OWED: Final = Demand((PAIR,))


def demand(held: Held, shape: Shape, rules: Rules, above: Above, strength: tuple[int, ...]) -> Demand:
    """Return what a hand that holds `held` of the led suit (more than was led) owes to a led `shape`."""
    if rules.follow is Follow.SUIT_ONLY or all(width == 1 for width, _ in shape):
        return NOTHING_OWED
    if shape == (PAIR,) and rules.follow is not Follow.MINIMAL and not rules.protect_longer:
        return PAIR_OWED if max(held.values(), default=0) > 1 else NOTHING_OWED  # the short way of most of the rest
    limits = Limits.of(rules)
    if rules.follow is Follow.TEMPLATE and len(shape) == 1 and shape[0][1] > 1:
        return _template(held, shape[0], rules, above, strength)
    if rules.follow is Follow.MINIMAL:
        return _minimal(held, shape, limits, above)
    for asked in alternatives(shape, rules.follow, limits):
        if fit(held, asked, above, exact=rules.protect_longer) is not None:
            return Demand(asked, rules.protect_longer)
    raise AssertionError("single cards always fit")


def serves(play: Held, held: Held, owed: Demand, above: Above) -> bool:
    """Tell whether a play of the led suit out of `held` contains the demanded units."""
    if not owed.shape:
        return True
    if owed.exact:
        play = {face: number for face, number in play.items() if number == held[face]}
    return fit(play, owed.shape, above, exact=owed.exact, allowed=owed.allowed) is not None


def _template(held: Held, kind: Kind, rules: Rules, above: Above, strength: tuple[int, ...]) -> Demand:
    """Fix the cards: longest tractor segment, highest of equals, lowest tuples, lowest singles (online rules, 8.2)."""
    width, length = kind
    exact = rules.protect_longer
    whole = {face: number for face, number in held.items() if number == width} if exact else held
    longest = longest_run(whole, width, above)
    if longest >= length:
        return Demand((kind,), exact)
    left = dict(sorted(held.items(), key=lambda item: strength[item[0]]))
    cards: list[Card] = []
    shape: list[Kind] = []
    if Limits.of(rules).allow(width, longest):
        faces = max(paths(whole, width, longest, above), key=lambda path: [strength[face] for face in reversed(path)])
        shape.append((width, longest))
        cards.extend(_take(left, width, faces))
    for narrow in range(width, 0, -1):
        for face in [face for face in left if narrow == 1 or not exact or held[face] == narrow]:
            while left[face] >= narrow and len(cards) + narrow <= width * length:
                shape.append((narrow, 1))
                cards.extend(_take(left, narrow, (face,)))
    return Demand(tractors_first(tuple(shape)), exact, fixed=tuple(cards))


def _take(left: dict[Card, int], width: int, faces: tuple[Card, ...]) -> list[Card]:
    for face in faces:
        left[face] -= width
    return [face for face in faces for _ in range(width)]


def _minimal(held: Held, shape: Shape, limits: Limits, above: Above) -> Demand:
    """Match tractors, then tuples, long to short, with units that are just so long; expand what is unmatched.

    Source: 80 points in general terms, "Following". An unmatched tuple gives up one card at a time: of all its
    expansions the one with the longest tuple is kept.
    """
    whole = _whole_tractors(held, limits, above)
    led = sorted((kind for kind in shape if kind[1] > 1), key=lambda kind: (kind[1], kind[0]), reverse=True)
    matched = _match(tuple(led), whole, frozenset())
    tractors = tuple(kind for kind, path in zip(led, matched, strict=True) if path)
    used = {face for path in matched for face in path}
    widest = max(width for width, _ in shape)
    asked = [0] * (widest + 1)
    for kind, path in zip(led, matched, strict=True):
        asked[kind[0]] += 0 if path else kind[1]
    for width, length in shape:
        asked[width] += length == 1
    tuples: list[Kind] = []
    for width in range(widest, 1, -1):
        there = sum(number == width for face, number in held.items() if face not in used)
        found = min(asked[width], there)
        tuples.extend([(width, 1)] * found)
        asked[width - 1] += asked[width] - found
    return Demand(tractors_first((*tractors, *tuples)), exact=True, allowed=whole)


def _whole_tractors(held: Held, limits: Limits, above: Above) -> frozenset[Placed]:
    """Return the tractors of faces held exactly `width` times that are part of no longer one."""
    found: set[Placed] = set()
    for width in set(held.values()):
        if width >= limits.min_width:
            found |= _whole_of(width, {face: width for face, number in held.items() if number == width}, limits, above)
    return frozenset(found)


def _whole_of(width: int, held: Held, limits: Limits, above: Above) -> set[Placed]:
    whole: list[frozenset[Card]] = []
    found: set[Placed] = set()
    for length in range(min(longest_run(held, width, above), limits.max_length), limits.min_length - 1, -1):
        for path in paths(held, width, length, above):
            faces = frozenset(path)
            if not any(faces < longer for longer in whole):
                whole.append(faces)
                found.add((width, path))
    return found


def _match(led: tuple[Kind, ...], whole: frozenset[Placed], used: frozenset[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return for each led tractor the faces of one that matches it, or nothing; as many of the longest as can be."""
    if not led:
        return ()
    best = ((), *_match(led[1:], whole, used))
    for width, path in sorted(whole):
        if (width, len(path)) == led[0] and used.isdisjoint(path):
            rest = _match(led[1:], whole, used.union(path))
            best = max(best, (path, *rest), key=lambda matched: [bool(faces) for faces in matched])
            if all(best):
                break
    return best
