"""The order of cards in a deal. It decides suits, strength and tractors, and how cards are sorted for display."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from engine.model.cards import ALL_FACES, BIG_JOKER, LITTLE_JOKER, SUITS, Card, Rank, Suit, card_of
from engine.model.options import NoTrumpLevels, PermanentTrumps, Teams
from engine.model.rules import Rules

EFFECTIVE_SUITS: Final = (*SUITS, Suit.TRUMP)
"""The effective suits in the order of their indices."""
EFFECTIVE_SUIT_COUNT: Final = 5
TRUMP_INDEX: Final = 4
NOTHING_GONE: Final[frozenset[Card]] = frozenset()

Tiers = tuple[tuple[Card, ...], ...]
"""The faces of an effective suit by rising strength. Equal faces form a tier, and an empty tier keeps others apart."""
Above = tuple[tuple[Card, ...], ...]
"""For each face, the higher faces that touch it. Touching faces can be neighbours in a tractor."""

PERMANENT_RANKS: Final[Mapping[PermanentTrumps, tuple[Rank, ...]]] = {
    PermanentTrumps.TWOS: (Rank.TWO,),
    PermanentTrumps.TWOS_AND_TENS: (Rank.TWO, Rank.TEN),
    PermanentTrumps.TWO_THREE_FIVE: (Rank.TWO, Rank.THREE, Rank.FIVE),
}
"""Ranks that are always trumps, by rising strength. They lie between the trump suit and the level cards."""
RED_FIVES: Final = (card_of(Suit.DIAMONDS, Rank.FIVE), card_of(Suit.HEARTS, Rank.FIVE))
"""The red fives by rising strength. If they are always trumps, they are above the jokers."""

# The lowest strength in each group of trumps. Every side suit has strengths 2-14, so that bombs can be compared.
_TRUMP_SUIT: Final = 20
_PERMANENT: Final = 38
_LEVEL: Final = 44
_JOKERS: Final = 50
_RED_FIVES: Final = 52
_AFTER_TRUMP: Final = {
    Suit.SPADES: (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    Suit.HEARTS: (Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS),
    Suit.CLUBS: (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS),
    Suit.DIAMONDS: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS),
    None: SUITS,
}


@dataclass(frozen=True, slots=True, eq=False)
class CardOrder:
    """Lookup tables for the order of cards, mostly indexed by face. Equal `Trump` values share these tables."""

    suit_of: tuple[int, ...]
    """The index of each face's suit in `EFFECTIVE_SUITS`."""
    faces_of: tuple[frozenset[Card], ...]
    """All faces by effective suit."""
    strength: tuple[int, ...]
    display_place: tuple[int, ...]
    strength_key: Callable[[Card], int]
    """The sort key for rising strength, then by face. It is a bound method, the fastest kind of key."""
    tiers: tuple[Tiers, ...]
    """The tiers of each effective suit, for faces in the pack."""
    loose: frozenset[Card]
    """The faces that touch no other."""
    ace_edge: tuple[Card, Card] | None
    """The ace and the level card of the trump suit, if an option makes them touch. Otherwise None."""
    above: Above
    """The neighbours above each face while no face is skipped."""

    def adjacent_above(self, gone: frozenset[Card]) -> Above:
        """Return the neighbours above each face. Tiers whose faces are all in `gone` are skipped."""
        return _build_above(self, gone) if gone else self.above


@dataclass(frozen=True, slots=True)
class Trump:
    """The trumps of a deal, which decide the order of all cards (docs/rules.md, 2); create it with `Trump.of`."""

    rank: Rank | None
    """The rank of the level cards; None if there are none, as at level NT and in hidden ten."""
    suit: Suit | None
    """The trump suit; None for no-trump."""
    level_cards: bool
    """Whether the cards of the trump rank are trumps."""
    permanent: PermanentTrumps = PermanentTrumps.NONE
    bridge: bool = True
    """Whether two ranks touch if the rank between them is missing from the suit."""
    ace_touches: bool = False
    """Whether the level card of the trump suit touches the trump ace, besides its usual neighbours."""
    lowest: Rank = Rank.TWO
    """The lowest rank in the pack."""
    jokers: tuple[bool, bool] = (True, True)
    """Whether the pack has little jokers and big jokers. The order skips those that it does not have."""
    jokers_touch: bool = True
    """Whether jokers touch each other and the cards below them."""
    levels_touch: bool = True
    """Whether level cards that are trumps touch other cards."""
    order: CardOrder = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", _build_order(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Leave the lookup tables out of pickles; they are rebuilt."""
        return Trump, tuple(getattr(self, one.name) for one in fields(self) if one.init)

    @classmethod
    def of(cls, rules: Rules, rank: Rank | None, suit: Suit | None) -> "Trump":
        """Return the order of cards for a trump rank and suit. In hidden ten, `rank` does not count."""
        if rules.teams is Teams.HIDDEN_TEN:
            rank = None
        little, big = rules.joker_counts
        return _share_trump(
            rank,
            suit,
            rank is not None and (suit is not None or rules.no_trump_levels is NoTrumpLevels.TRUMP),
            rules.permanent_trumps,
            rules.bridge_level_gap,
            rules.trump_level_touches_ace,
            rules.low_cut,
            (little > 0, big > 0),
            rules.joker_tractors,
            rules.level_tractors,
        )

    def effective_suit(self, card: Card) -> Suit:
        """Return the suit that `card` follows: its printed one, or `Suit.TRUMP`."""
        return EFFECTIVE_SUITS[self.order.suit_of[card]]

    def is_permanent(self, card: Card) -> bool:
        """Return whether `card` is a trump in every deal, whatever the trump rank and suit; jokers do not count."""
        if self.permanent is PermanentTrumps.RED_FIVES:
            return card in RED_FIVES
        return card.rank in PERMANENT_RANKS.get(self.permanent, ())

    def is_trump(self, card: Card) -> bool:
        """Return whether `card` is a trump."""
        return self.order.suit_of[card] == TRUMP_INDEX

    def strength(self, card: Card) -> int:
        """Return the strength of `card`, to compare within its effective suit; every trump is above every side card."""
        return self.order.strength[card]

    def are_adjacent(self, one: Card, other: Card, gone: frozenset[Card] = NOTHING_GONE) -> bool:
        """Return whether tuples of these faces may be neighbours in a tractor."""
        above = self.order.adjacent_above(gone)
        return other in above[one] or one in above[other]

    def sort_for_display(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return `cards` as players hold them: trumps first, side suits in alternating colours, high to low."""
        return tuple(sorted(cards, key=self.order.display_place.__getitem__))


_share_trump: Final = lru_cache(maxsize=1024)(Trump)
"""Returns a `Trump` with these fields from a cache, or creates it. Positional arguments are fastest."""


def _is_trump(trump: Trump, face: Card) -> bool:
    of_level = trump.level_cards and face.rank is trump.rank
    return face.is_joker or face.suit is trump.suit or of_level or trump.is_permanent(face)


def _strength_of(trump: Trump, face: Card) -> int:
    rank = face.rank
    if rank is None:
        return _JOKERS + (face == BIG_JOKER)
    if trump.permanent is PermanentTrumps.RED_FIVES and face in RED_FIVES:
        return _RED_FIVES + RED_FIVES.index(face)
    of_trump_suit = face.suit is trump.suit
    if trump.level_cards and rank is trump.rank:
        return _LEVEL + of_trump_suit
    if trump.is_permanent(face):
        return _PERMANENT + 2 * PERMANENT_RANKS[trump.permanent].index(rank) + of_trump_suit
    return rank + (_TRUMP_SUIT if of_trump_suit else 0)


def _in_pack(trump: Trump, face: Card) -> bool:
    if face.is_joker:
        return trump.jokers[face - LITTLE_JOKER]
    return face.rank is not None and face.rank >= trump.lowest


def _build_tiers(trump: Trump, suit: Suit) -> Tiers:
    by_strength: dict[int, list[Card]] = {}
    for face in ALL_FACES:
        mine = Suit.TRUMP if _is_trump(trump, face) else face.suit
        if mine is suit and _in_pack(trump, face):
            by_strength.setdefault(_strength_of(trump, face), []).append(face)
    rising = sorted(by_strength)
    return tuple(tier for at in rising for tier in (*_gap_below(trump, suit, at, rising), tuple(by_strength[at])))


def _gap_below(trump: Trump, suit: Suit, at: int, rising: list[int]) -> Iterator[tuple[Card, ...]]:
    """Yield an empty tier if the rank below `at` is missing and the ranks on both sides of it must not touch."""
    base = _TRUMP_SUIT if suit is Suit.TRUMP else 0
    plain = range(base + Rank.TWO, base + Rank.ACE + 1)
    if not trump.bridge and at in plain and at - 1 not in rising and any(low in rising for low in range(plain[0], at)):
        yield ()


def _list_loose_faces(trump: Trump) -> frozenset[Card]:
    jokers = (face for face in ALL_FACES if face.is_joker and not trump.jokers_touch)
    levels = (face for face in ALL_FACES if _strength_of(trump, face) in {_LEVEL, _LEVEL + 1})
    return frozenset((*jokers, *(() if trump.levels_touch else levels)))


def _find_ace_edge(trump: Trump) -> tuple[Card, Card] | None:
    if not trump.ace_touches or not trump.level_cards or trump.suit is None or trump.rank in {None, Rank.ACE}:
        return None
    assert trump.rank is not None
    level = card_of(trump.suit, trump.rank)
    # as a red five, the level card is above the jokers and does not touch the ace
    if not trump.levels_touch or _strength_of(trump, level) > _JOKERS:
        return None
    return card_of(trump.suit, Rank.ACE), level


@lru_cache(maxsize=512)
def _build_above(order: CardOrder, gone: frozenset[Card]) -> Above:
    """Return the neighbours above each face, which are in the next tier. Tiers that are all in `gone` are skipped."""
    above: list[tuple[Card, ...]] = [()] * len(ALL_FACES)
    for tiers in order.tiers:
        present = [tier for tier in tiers if not tier or not gone.issuperset(tier)]
        for low, high in pairwise(present):
            for face in low:
                above[face] = high
    for face in ALL_FACES if order.loose else ():
        above[face] = tuple(high for high in above[face] if face not in order.loose and high not in order.loose)
    if order.ace_edge and gone.isdisjoint(order.ace_edge):
        ace, level = order.ace_edge
        above[ace] = (*above[ace], *(() if level in above[ace] else (level,)))
    return tuple(above)


@lru_cache(maxsize=1024)
def _build_order(trump: Trump) -> CardOrder:
    suit_of = tuple(
        TRUMP_INDEX if _is_trump(trump, face) else SUITS.index(face.suit or Suit.SPADES) for face in ALL_FACES
    )
    tiers = tuple(_build_tiers(trump, suit) for suit in EFFECTIVE_SUITS)
    strength = tuple(_strength_of(trump, face) for face in ALL_FACES)
    ordered = sorted(ALL_FACES, key=lambda face: (strength[face], face))
    rising = [ordered.index(face) for face in ALL_FACES].__getitem__
    loose = _list_loose_faces(trump)
    faces_of = tuple(frozenset(face for face in ALL_FACES if suit_of[face] == at) for at in range(EFFECTIVE_SUIT_COUNT))
    places = _display_places(trump)
    bare = CardOrder(suit_of, faces_of, strength, places, rising, tiers, loose, _find_ace_edge(trump), ())
    return replace(bare, above=_build_above(bare, NOTHING_GONE))


def _display_places(trump: Trump) -> tuple[int, ...]:
    order = [trump.suit, *_AFTER_TRUMP[trump.suit]]

    def key(face: Card) -> tuple[bool, int, int, int]:
        is_trump = _is_trump(trump, face)
        place = 0 if face.suit is None else order.index(face.suit)
        return not is_trump, 0 if is_trump else place, -_strength_of(trump, face), place

    shown = sorted(ALL_FACES, key=key)
    return tuple(shown.index(face) for face in ALL_FACES)
