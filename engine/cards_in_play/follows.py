"""Decides which plays may follow a lead, which cards are required, and when a play is forced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product

from engine.cards_in_play.leads import Lead, check_held, rainbows_in, read_rainbow
from engine.cards_in_play.required_units import RequiredUnits, contains_units, find_required_units
from engine.cards_in_play.shape_fit import find_fit, only_multiples
from engine.cards_in_play.shapes import UnitKind
from engine.cards_in_play.trick import BOMB_SIZE, beats, is_bomb
from engine.cards_in_play.units import Held, find_unit_paths, list_unit_cards, take_unit, uses_all_copies
from engine.model.cards import Card, count_faces, distinct_sets
from engine.model.errors import IllegalAction, Reason
from engine.model.options import Bombs, Follow
from engine.model.rules import Rules
from engine.model.trump import Above, Trump


@dataclass(frozen=True, slots=True)
class RequiredCards:
    """The cards that a hand must play after a lead."""

    number: int
    """How many cards of the led suit must be played."""
    units: tuple[tuple[Card, ...], ...] = ()
    """Units of the hand that would meet the requirement. With `follow = template`, more cards may be required."""


def check_follow(
    hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules, *, must_beat: bool = False
) -> None:
    """Refuse `cards` that may not follow `lead` from `hand` (docs/rules.md, 6).

    With `must_beat`, `lead` is the unit that remains of a failed throw. If `hand` can beat it in the led suit, `cards`
    must beat it.
    Raises IllegalAction WRONG_COUNT, NOT_HELD, MUST_FOLLOW_SUIT, MUST_FOLLOW_SHAPE, MUST_PLAY_EXACTLY,
    MUST_PLAY_RAINBOW or MUST_BEAT.
    """
    if lead.size == 1 and len(cards) == 1 and not must_beat and cards[0] in hand:  # a shortcut for most plays
        order = trump.order
        if order.suit_of[cards[0]] == lead.index or order.faces_of[lead.index].isdisjoint(hand):
            return
    if len(cards) != lead.size:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=lead.size, given=len(cards))
    check_held(hand, cards)
    _check_legal(hand, lead, cards, trump, rules)
    if must_beat and not beats(lead, lead.cards, cards, trump, rules) and can_beat(hand, lead, trump, rules):
        raise IllegalAction(Reason.MUST_BEAT, cards=lead.cards)


def _check_legal(hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> None:
    """Refuse an illegal play. The caller has checked that the hand holds the cards and that their number is right."""
    if rules.bombs is not Bombs.OFF and _is_free_bomb(lead, cards, trump, rules):
        return
    if lead.suit is None:
        if read_rainbow(cards, trump, rules) is None and any(rainbows_in(hand, trump, rules, lead.size)):
            raise IllegalAction(Reason.MUST_PLAY_RAINBOW, size=lead.size)
        return
    suit_of, led, size = trump.order.suit_of, lead.index, lead.size
    mine = [card for card in hand if suit_of[card] == led]
    given = [card for card in cards if suit_of[card] == led]
    required = min(len(mine), size)
    if len(given) < required:
        raise IllegalAction(Reason.MUST_FOLLOW_SUIT, suit=lead.suit, required=required, given=len(given))
    if len(mine) > size:
        _check_shape(mine, lead, given, trump, rules)


def _check_shape(mine: list[Card], lead: Lead, given: list[Card], trump: Trump, rules: Rules) -> None:
    if lead.shape[0][0] == 1:
        return
    held = count_faces(mine)
    required = _required_units_of(held, lead, trump, rules)
    served = contains_units(only_multiples(count_faces(given)), held, required, _adjacent_above(trump, lead))
    if required.fixed is not None:
        strengths = [sorted(trump.order.strength[card] for card in cards) for cards in (given, required.fixed)]
        if not served or strengths[0] != strengths[1]:
            raise IllegalAction(Reason.MUST_PLAY_EXACTLY, cards=required.fixed)
    if not served:
        assert lead.suit is not None, "a rainbow has no shape to follow"
        units = _example_units(held, required, trump, lead)
        raise IllegalAction(Reason.MUST_FOLLOW_SHAPE, suit=lead.suit, lead=lead.groups, required=units)


def _example_units(held: Held, required: RequiredUnits, trump: Trump, lead: Lead) -> tuple[tuple[Card, ...], ...]:
    rising = {face: number for face, number in _sort_rising(held, trump).items() if face not in required.spared}
    found = find_fit(
        only_multiples(rising),
        required.shape,
        _adjacent_above(trump, lead),
        exact=required.exact,
        allowed=required.allowed,
    )
    assert found is not None
    return tuple(list_unit_cards(kind, faces) for kind, faces in found)


def _adjacent_above(trump: Trump, lead: Lead) -> Above:
    return trump.order.adjacent_above(lead.gone)


def _sort_rising(held: Held, trump: Trump) -> dict[Card, int]:
    return {face: held[face] for face in sorted(held, key=trump.order.strength_key)}


def _is_free_bomb(lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether the cards are a bomb to which the rules of following do not apply."""
    if not is_bomb(cards, rules):
        return False
    return rules.bombs is Bombs.ANY_SUIT or trump.order.suit_of[cards[0]] == lead.index


def can_beat(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> bool:
    """Return whether `hand` can legally beat `lead` with cards of the led suit. The lead must be a single unit."""
    return next(_beating_plays(hand, lead, trump, rules), None) is not None


def _beating_plays(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Yield the legal plays of the led suit that beat a single led unit, lowest first."""
    suit_of, strength = trump.order.suit_of, trump.order.strength
    held = _sort_rising(count_faces(card for card in hand if suit_of[card] == lead.index), trump)
    kind = lead.shape[0]
    for path in find_unit_paths(held, kind, _adjacent_above(trump, lead)):
        play = list_unit_cards(kind, path)
        if strength[path[-1]] > lead.units[0].top and is_legal(hand, lead, play, trump, rules):
            yield play


def is_legal(hand: Sequence[Card], lead: Lead, cards: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether `cards` may follow `lead`; the hand must hold them and their number must be right."""
    try:
        _check_legal(hand, lead, cards, trump, rules)
    except IllegalAction:
        return False
    return True


def find_required_cards(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> RequiredCards:
    """Return how many cards of the led suit `hand` must play after `lead`, and which units among them."""
    suit_of = trump.order.suit_of
    mine = [card for card in hand if suit_of[card] == lead.index]
    if len(mine) <= lead.size:
        return RequiredCards(len(mine))
    held = count_faces(mine)
    wanted = _required_units_of(held, lead, trump, rules)
    return RequiredCards(lead.size, _example_units(held, wanted, trump, lead))


def _required_units_of(held: dict[Card, int], lead: Lead, trump: Trump, rules: Rules) -> RequiredUnits:
    asked = held if rules.follow is Follow.TEMPLATE else only_multiples(held)
    return find_required_units(asked, lead.shape, rules, _adjacent_above(trump, lead), trump.order.strength)


def legal_follows(
    hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules, limit: int | None = None, *, must_beat: bool = False
) -> Iterator[tuple[Card, ...]]:
    """Yield every play that may follow `lead`, lowest cards first. Copies of a face are not told apart."""
    if lead.size == 1 and not must_beat:  # a shortcut for most plays
        singles = _single_follows(hand, lead, trump)
        return singles if limit is None else islice(singles, limit)
    plays = _follows_without_bombs(hand, lead, trump, rules)
    if must_beat and can_beat(hand, lead, trump, rules):
        plays = chain(_beating_plays(hand, lead, trump, rules), _free_bomb_plays(hand, lead, trump, rules))
        return islice(distinct_sets(play for play in plays if beats(lead, lead.cards, play, trump, rules)), limit)
    if rules.bombs is not Bombs.OFF:
        return islice(distinct_sets(chain(plays, _free_bomb_plays(hand, lead, trump, rules))), limit)
    return islice(plays, limit)


def forced_follow(
    hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules, *, must_beat: bool = False
) -> tuple[Card, ...] | None:
    """Return the only play that may follow `lead`. If there are several, return None."""
    first = list(legal_follows(hand, lead, trump, rules, 2, must_beat=must_beat))
    return first[0] if len(first) == 1 else None


def _single_follows(hand: Sequence[Card], lead: Lead, trump: Trump) -> Iterator[tuple[Card, ...]]:
    faces = trump.order.faces_of[lead.index].intersection(hand) or set(hand)
    return zip(sorted(faces, key=trump.order.strength_key))  # `zip` of one list yields tuples of one card each


def _follows_without_bombs(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    order, size = trump.order, lead.size
    cards = sorted(hand, key=order.strength_key)
    mine = [card for card in cards if order.suit_of[card] == lead.index]
    if lead.suit is None and any(rainbows_in(hand, trump, rules, size)):
        return _rainbow_follows(cards, size, trump, rules)
    if len(mine) < size:
        others = list(count_faces(card for card in cards if order.suit_of[card] != lead.index).items())
        return (tuple(mine) + rest for rest in choose_cards(others, size - len(mine)))
    held = count_faces(mine)
    if len(mine) == size or lead.shape[0][0] == 1:
        return choose_cards(list(held.items()), size)
    wanted = _required_units_of(held, lead, trump, rules)
    if wanted.fixed is not None:
        return _fixed_plays(held, wanted, trump, _adjacent_above(trump, lead))
    return _shaped_plays(held, wanted, _adjacent_above(trump, lead), size)


def choose_cards(held: list[tuple[Card, int]], number: int) -> Iterator[tuple[Card, ...]]:
    """Yield every set of `number` cards of `held`, which maps faces to counts. Sets with the first faces come first."""
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


def _shaped_plays(held: Held, wanted: RequiredUnits, above: Above, size: int) -> Iterator[tuple[Card, ...]]:
    if not wanted.shape:
        return choose_cards(list(held.items()), size)
    if wanted.shape == ((size, 1),):
        return iter([(face,) * size for face, n in held.items() if n == size or (n > size and not wanted.exact)])
    return distinct_sets(play for base in _place_units(held, wanted, above) for play in _add_singles(base, held, size))


def _add_singles(base: Held, held: Held, size: int) -> Iterator[tuple[Card, ...]]:
    cards = tuple(face for face, number in base.items() for _ in range(number))
    rest = [(face, number - base.get(face, 0)) for face, number in held.items() if number > base.get(face, 0)]
    return (cards + singles for singles in choose_cards(rest, size - len(cards)))


def _place_units(held: Held, wanted: RequiredUnits, above: Above) -> Iterator[dict[Card, int]]:
    """Yield every choice of cards that form the required units. A choice maps faces to numbers of cards."""
    seen: set[tuple[int, ...]] = set()

    def walk(at: int, left: dict[Card, int]) -> Iterator[dict[Card, int]]:
        state = (at, *left.values())
        if state in seen:
            return
        seen.add(state)
        if at == len(wanted.shape):
            yield {face: number - left[face] for face, number in held.items() if number > left[face]}
            return
        kind = wanted.shape[at]
        for path in find_unit_paths(left, kind, above):
            if _may_serve(kind, path, held, wanted):
                rest = left.copy()
                take_unit(rest, kind, path)
                yield from walk(at + 1, rest)

    return walk(0, dict(held))


def _may_serve(kind: UnitKind, path: tuple[Card, ...], held: Held, wanted: RequiredUnits) -> bool:
    if wanted.exact and not uses_all_copies(held, kind, path):
        return False
    return len(path) == 1 or wanted.allowed is None or (kind, path) in wanted.allowed


def _fixed_plays(held: Held, wanted: RequiredUnits, trump: Trump, above: Above) -> Iterator[tuple[Card, ...]]:
    """Yield the fixed cards as a play, and all plays of the same shape with cards of equal strength instead."""
    strength = trump.order.strength
    assert wanted.fixed is not None
    numbers = count_faces(Card(strength[card]) for card in wanted.fixed)
    ways = [
        list(choose_cards([(face, n) for face, n in held.items() if strength[face] == at], number))
        for at, number in sorted(numbers.items())
    ]
    for parts in product(*ways):
        play = tuple(chain.from_iterable(parts))
        if contains_units(only_multiples(count_faces(play)), held, wanted, above):
            yield play


def _rainbow_follows(cards: list[Card], size: int, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    for rank in sorted({card.rank for card in cards if card.rank is not None}):
        of_rank = count_faces(card for card in cards if card.rank is rank)
        for play in choose_cards(list(of_rank.items()), size):
            if read_rainbow(play, trump, rules) is not None:
                yield play


def _free_bomb_plays(hand: Sequence[Card], lead: Lead, trump: Trump, rules: Rules) -> Iterator[tuple[Card, ...]]:
    if lead.size >= BOMB_SIZE:
        for face, number in _sort_rising(count_faces(hand), trump).items():
            play = (face,) * lead.size
            if number >= lead.size and _is_free_bomb(lead, play, trump, rules):
                yield play
