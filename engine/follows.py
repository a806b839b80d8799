"""Following: may these cards follow that lead, what is owed and why, all plays that follow, the one that is forced."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product
from typing import Final

from engine.cards import Card, Suit, counts
from engine.demands import Demand, demand, serves
from engine.errors import IllegalAction, Reason
from engine.fits import fit, multiples
from engine.leads import Lead, rainbows, read_rainbow, require_held
from engine.rules import Bombs, Rules
from engine.trick import beats, is_bomb
from engine.trump import Above, Trump
from engine.units import Held, paths

BOMB_SIZE: Final = 4


@dataclass(frozen=True, slots=True)
class Owed:
    """What a hand owes to a lead."""

    suit: Suit | None
    """The led suit; None for a rainbow."""
    number: int
    """How many cards of that suit must be played."""
    units: tuple[tuple[Card, ...], ...] = ()
    """Units, as the hand could serve them, of which the like must be played; the rest are any cards of the suit."""
    fixed: tuple[Card, ...] | None = None
    """The cards that must be played, where the rules leave no choice but among equals."""


def check_follow(
    hand: Sequence[Card],
    lead: Lead,
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    *,
    must_beat: bool = False,
) -> None:
    """Refuse `cards` if they may not follow `lead` out of `hand` (docs/rules.md, 6).

    `must_beat`: this seat is the one that must beat the unit played of a failed throw.

    Raises:
        IllegalAction: WRONG_COUNT, NOT_HELD, MUST_FOLLOW_SUIT, MUST_FOLLOW_SHAPE, MUST_PLAY_EXACTLY,
            MUST_PLAY_RAINBOW or MUST_BEAT.
    """
    if lead.size == 1 and len(cards) == 1 and not must_beat and _single_follows(hand, lead, cards[0], trump):
        return  # nearly all plays of a match
    if len(cards) != lead.size:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=lead.size, given=len(cards))
    require_held(hand, cards)
    _check_legal(hand, lead, cards, trump, rules)
    if must_beat and not beats(lead, lead.cards, cards, trump, rules) and can_beat(hand, lead, trump, rules):
        raise IllegalAction(Reason.MUST_BEAT, cards=lead.cards)


def _single_follows(hand: Sequence[Card], lead: Lead, card: Card, trump: Trump) -> bool:
    suit_of = trump.order.suit_of
    return card in hand and (suit_of[card] == lead.index or lead.index not in map(suit_of.__getitem__, hand))


def _check_legal(hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> None:
    """Refuse cards of the right number, all held, that may not follow."""
    if rules.bombs is not Bombs.OFF and _free_bomb(lead, cards, trump, rules):
        return
    if lead.suit is None:
        _check_rainbow(hand, lead, cards, trump, rules)
        return
    suit_of, led, size = trump.order.suit_of, lead.index, lead.size
    mine = [card for card in hand if suit_of[card] == led]
    given = [card for card in cards if suit_of[card] == led]
    owed = min(len(mine), size)
    if len(given) < owed:
        raise IllegalAction(Reason.MUST_FOLLOW_SUIT, suit=lead.suit, owed=owed, given=len(given))
    if len(mine) > size:
        _check_shape(mine, lead, given, trump, rules)


def _check_shape(mine: list[Card], lead: Lead, given: list[Card], trump: Trump, rules: Rules) -> None:
    """Refuse cards of the led suit that lack the units which the hand could have served."""
    if lead.shape[0][0] == 1:
        return
    held = counts(mine)
    above, strength = trump.order.above_without(lead.gone), trump.order.strength
    owed = demand(held if rules.follow == "template" else multiples(held), lead.shape, rules, above, strength)
    served = serves(multiples(counts(given)), held, owed, above)
    if owed.fixed is not None and not (served and _same_strengths(given, owed.fixed, strength)):
        raise IllegalAction(Reason.MUST_PLAY_EXACTLY, cards=owed.fixed)
    if not served:
        units = _example(held, owed, trump, lead)
        raise IllegalAction(Reason.MUST_FOLLOW_SHAPE, suit=lead.suit, lead=lead.groups, owed=units)


def _same_strengths(given: Sequence[Card], fixed: Sequence[Card], strength: tuple[int, ...]) -> bool:
    return sorted(strength[card] for card in given) == sorted(strength[card] for card in fixed)


def _example(held: Held, owed: Demand, trump: Trump, lead: Lead) -> tuple[tuple[Card, ...], ...]:
    """Return units of the hand that would serve the demand, from low cards."""
    rising = _rising(held, trump)
    found = fit(multiples(rising), owed.shape, _above(trump, lead), exact=owed.exact, allowed=owed.allowed)
    assert found is not None
    return tuple(tuple(face for face in faces for _ in range(width)) for width, faces in found)


def _above(trump: Trump, lead: Lead) -> Above:
    return trump.order.above_without(lead.gone)


def _rising(held: Held, trump: Trump) -> dict[Card, int]:
    return {face: held[face] for face in sorted(held, key=trump.order.rising.__getitem__)}


def _check_rainbow(hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> None:
    if read_rainbow(cards, trump, rules) is None and any(rainbows(hand, trump, rules, lead.size)):
        raise IllegalAction(Reason.MUST_PLAY_RAINBOW, size=lead.size)


def _free_bomb(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Tell whether the cards are a bomb that need not serve the led shape, or even the led suit."""
    if not is_bomb(cards, rules):
        return False
    return rules.bombs is Bombs.ANY_SUIT or trump.order.suit_of[cards[0]] == lead.index


def can_beat(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> bool:
    """Tell whether `hand` has a play that follows `lead`, a single unit, and beats it in its suit."""
    return next(_beating(hand, lead, trump, rules), None) is not None


def _beating(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Yield the plays of the led suit that beat a single led unit and follow it, lowest first."""
    suit_of, strength = trump.order.suit_of, trump.order.strength
    held = _rising(counts(card for card in hand if suit_of[card] == lead.index), trump)
    width, length = lead.shape[0]
    for path in paths(held, width, length, _above(trump, lead)):
        play = tuple(face for face in path for _ in range(width))
        if strength[path[-1]] > lead.units[0].top and is_legal(hand, lead, play, trump, rules):
            yield play


def is_legal(hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Tell whether `cards`, as many as were led and all of them held, may follow `lead`."""
    try:
        _check_legal(hand, lead, cards, trump, rules)
    except IllegalAction:
        return False
    return True


def owed(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Owed:
    """Return what `hand` owes to `lead`: how many cards of the suit, and which units."""
    suit_of = trump.order.suit_of
    mine = [card for card in hand if suit_of[card] == lead.index]
    if len(mine) <= lead.size:
        return Owed(lead.suit, len(mine))
    wanted = _demand_of(mine, lead, trump, rules)
    units = _example(counts(mine), wanted, trump, lead)
    return Owed(lead.suit, lead.size, units, wanted.fixed)


def _demand_of(mine: list[Card], lead: Lead, trump: Trump, rules: Rules) -> Demand:
    order = trump.order
    held = counts(mine)
    return demand(
        held if rules.follow == "template" else multiples(held), lead.shape, rules, _above(trump, lead), order.strength
    )


def legal_follows(
    hand: Sequence[Card],
    lead: Lead,
    trump: Trump,
    rules: Rules,
    limit: int | None = None,
    *,
    must_beat: bool = False,
) -> Iterator[tuple[Card, ...]]:
    """Yield every play that may follow `lead`, each multiset of faces once, lowest cards first; lazily."""
    plays = _plays(hand, lead, trump, rules)
    if must_beat and can_beat(hand, lead, trump, rules):
        plays = chain(_beating(hand, lead, trump, rules), _free_bombs(hand, lead, trump, rules))
        return islice(_distinct(play for play in plays if beats(lead, lead.cards, play, trump, rules)), limit)
    if rules.bombs is not Bombs.OFF:
        return islice(_distinct(chain(plays, _free_bombs(hand, lead, trump, rules))), limit)
    return islice(plays, limit)


def forced_follow(
    hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules, *, must_beat: bool = False
) -> tuple[Card, ...] | None:
    """Return the only play that may follow `lead`, if there is just one."""
    first = list(legal_follows(hand, lead, trump, rules, 2, must_beat=must_beat))
    return first[0] if len(first) == 1 else None


def _distinct(plays: Iterable[tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    seen: set[tuple[Card, ...]] = set()
    for play in plays:
        key = tuple(sorted(play))
        if key not in seen:
            seen.add(key)
            yield play


def _plays(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Yield the plays that follow without the licence of a bomb."""
    order, size = trump.order, lead.size
    if size == 1:
        faces = {card for card in hand if order.suit_of[card] == lead.index} or set(hand)
        return iter([(face,) for face in sorted(faces, key=order.rising.__getitem__)])
    cards = sorted(hand, key=order.rising.__getitem__)
    mine = [card for card in cards if order.suit_of[card] == lead.index]
    if lead.suit is None and any(rainbows(hand, trump, rules, size)):
        return _rainbow_plays(cards, size, trump, rules)
    if len(mine) < size:
        others = list(counts(card for card in cards if order.suit_of[card] != lead.index).items())
        return (tuple(mine) + rest for rest in choose(others, size - len(mine)))
    held = counts(mine)
    if len(mine) == size or lead.shape[0][0] == 1:
        return choose(list(held.items()), size)
    wanted = _demand_of(mine, lead, trump, rules)
    if wanted.fixed is not None:
        return _fixed_plays(held, wanted, trump, _above(trump, lead))
    return _shaped_plays(held, wanted, _above(trump, lead), size)


def choose(held: list[tuple[Card, int]], number: int) -> Iterator[tuple[Card, ...]]:
    """Yield every multiset of `number` cards out of faces with their counts, those of the first faces first."""
    if number == 1:
        return iter([(face,) for face, _ in held])
    if all(there == 1 for _, there in held):
        return combinations([face for face, _ in held], number)
    left = [0] * (len(held) + 1)
    for at in range(len(held) - 1, -1, -1):
        left[at] = left[at + 1] + held[at][1]

    def walk(at: int, wanted: int, taken: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if not wanted:
            yield taken
        elif left[at] >= wanted:
            face, there = held[at]
            for copies in range(min(there, wanted), -1, -1):
                yield from walk(at + 1, wanted - copies, taken + (face,) * copies)

    return walk(0, number, ())


def _shaped_plays(held: Held, wanted: Demand, above: Above, size: int) -> Iterator[tuple[Card, ...]]:
    """Yield the plays of one suit that contain the demanded units: place these in every way, then add any cards."""
    if not wanted.shape:
        return choose(list(held.items()), size)
    if wanted.shape == ((size, 1),):
        return iter([(face,) * size for face, n in held.items() if n == size or (n > size and not wanted.exact)])
    return _distinct(play for base in _bases(held, wanted, above) for play in _filled(base, held, size))


def _filled(base: Held, held: Held, size: int) -> Iterator[tuple[Card, ...]]:
    cards = tuple(face for face, number in base.items() for _ in range(number))
    rest = [(face, number - base.get(face, 0)) for face, number in held.items() if number > base.get(face, 0)]
    return (cards + singles for singles in choose(rest, size - len(cards)))


def _bases(held: Held, wanted: Demand, above: Above) -> Iterator[dict[Card, int]]:
    """Yield, as counts by face, every choice of cards for the demanded units."""
    seen: set[tuple[int, ...]] = set()

    def walk(at: int, left: dict[Card, int]) -> Iterator[dict[Card, int]]:
        state = (at, *left.values())
        if state in seen:
            return
        seen.add(state)
        if at == len(wanted.shape):
            yield {face: number - left[face] for face, number in held.items() if number > left[face]}
            return
        width, length = wanted.shape[at]
        for path in paths(left, width, length, above):
            if _may_serve(width, path, held, wanted):
                yield from walk(at + 1, {face: n - width if face in path else n for face, n in left.items()})

    return walk(0, dict(held))


def _may_serve(width: int, path: tuple[Card, ...], held: Held, wanted: Demand) -> bool:
    if wanted.exact and any(held[face] != width for face in path):
        return False
    return len(path) == 1 or wanted.allowed is None or (width, path) in wanted.allowed


def _fixed_plays(held: Held, wanted: Demand, trump: Trump, above: Above) -> Iterator[tuple[Card, ...]]:
    """Yield the plays that differ from the fixed cards by others of equal strength, in the same shape."""
    strength = trump.order.strength
    assert wanted.fixed is not None
    numbers = counts(Card(strength[card]) for card in wanted.fixed)
    ways = [
        list(choose([(face, n) for face, n in held.items() if strength[face] == at], number))
        for at, number in sorted(numbers.items())
    ]
    for parts in product(*ways):
        play = tuple(chain.from_iterable(parts))
        if serves(multiples(counts(play)), held, wanted, above):
            yield play


def _rainbow_plays(cards: list[Card], size: int, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    for rank in sorted({card.rank for card in cards if card.rank is not None}):
        of_rank = counts(card for card in cards if card.rank is rank)
        for play in choose(list(of_rank.items()), size):
            if read_rainbow(play, trump, rules) is not None:
                yield play


def _free_bombs(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    if lead.size >= BOMB_SIZE:
        for face, number in _rising(counts(hand), trump).items():
            play = (face,) * lead.size
            if number >= lead.size and _free_bomb(lead, play, trump, rules):
                yield play
