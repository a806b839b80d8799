"""The 54 card faces, their text forms and points, and the number of each in a pack (docs/rules.md, 1)."""

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import islice
from typing import Final


class Suit(StrEnum):
    """The four printed suits, and `TRUMP`, which is an effective suit only."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"
    TRUMP = "trump"


SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


class Rank(IntEnum):
    """The printed ranks, from the two up to the ace."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def text(self) -> str:
        """Return `2` … `10`, `J`, `Q`, `K` or `A`."""
        return _RANK_TEXT[self]


_RANK_TEXT: Final = {r: {11: "J", 12: "Q", 13: "K", 14: "A"}.get(int(r), str(int(r))) for r in Rank}
_RANK_OF: Final = {text: rank for rank, text in _RANK_TEXT.items()}


class Card(int):
    """A face, numbered 0 to 53, the same for all copies. `Trump.strength`, not `<`, tells which card beats which."""

    __slots__ = ()

    @property
    def suit(self) -> Suit | None:
        """The printed suit; None for a joker."""
        return _SUIT[self]

    @property
    def rank(self) -> Rank | None:
        """The printed rank; None for a joker."""
        return _RANK[self]

    @property
    def points(self) -> int:
        """Card points: ten for kings and tens, five for fives (pagat, Players and Cards)."""
        return _POINTS[self]

    @property
    def is_joker(self) -> bool:
        """Return whether this is a joker."""
        return self >= LITTLE_JOKER

    def __repr__(self) -> str:
        return f"Card({_TEXT[self]!r})"

    def __str__(self) -> str:
        return _TEXT[self]


FACES: Final = 54
LITTLE_JOKER: Final = Card(52)
BIG_JOKER: Final = Card(53)
JOKERS: Final = (LITTLE_JOKER, BIG_JOKER)
_SUIT: Final = (*(s for s in SUITS for _ in Rank), None, None)
_RANK: Final = (*(tuple(Rank) * 4), None, None)
RANK_POINTS: Final = {Rank.FIVE: 5, Rank.TEN: 10, Rank.KING: 10}
_POINTS: Final = tuple(RANK_POINTS.get(r, 0) if r else 0 for r in _RANK)
_TEXT: Final = (*(f"{s}{r.text}" for s in SUITS for r in Rank), "LJ", "BJ")
ALL_FACES: Final = tuple(Card(i) for i in range(FACES))

_SIGNS: Final = str.maketrans("♠♥♣♦♤♡♧♢", "SHCDSHCD")
_JOKERS: Final = {"LJ": LITTLE_JOKER, "小王": LITTLE_JOKER, "BJ": BIG_JOKER, "大王": BIG_JOKER}


def card_of(suit: Suit, rank: Rank) -> Card:
    """Return the face of this suit and rank."""
    return Card(SUITS.index(suit) * 13 + rank - 2)


def parse_rank(text: str) -> Rank:
    """Read `2` … `10`, `T`, `J`, `Q`, `K`, `A`, in either case. Raises ValueError for anything else."""
    word = text.strip().upper()
    rank = _RANK_OF.get("10" if word == "T" else word)
    if rank is None:
        raise ValueError(f"not a rank: {text!r}")
    return rank


def parse_card(text: str) -> Card:
    """Read one card: `S10`, `10s`, `♠10`, `th`, `LJ`, `BJ`, `小王`, `大王`. Raises ValueError for anything else."""
    word = text.strip().upper().translate(_SIGNS)
    if word in _JOKERS:
        return _JOKERS[word]
    for suit, rank in ((word[:1], word[1:]), (word[-1:], word[:-1])):
        if suit in SUITS and rank in {"T", *_RANK_OF}:
            return card_of(Suit(suit), parse_rank(rank))
    raise ValueError(f"not a card: {text!r}")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas. Raises ValueError if a word is not a card."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """Return the cards separated by blanks; `parse_cards` reads them back."""
    return " ".join(map(str, cards))


def points_of(cards: Iterable[Card]) -> int:
    """Return the card points in `cards`."""
    points = 0
    for card in cards:  # takes half the time of `sum` and `map`
        points += _POINTS[card]
    return points


def count_faces(cards: Iterable[Card]) -> dict[Card, int]:
    """Return each face with its number of cards. The faces are in the order in which they first appear."""
    found: dict[Card, int] = {}
    for c in cards:
        found[c] = found.get(c, 0) + 1
    return found


def holds(hand: Iterable[Card], cards: Iterable[Card]) -> bool:
    """Return whether `hand` contains `cards`, counting copies."""
    held = count_faces(hand)
    return all(held.get(c, 0) >= n for c, n in count_faces(cards).items())


def distinct_sets(sets: Iterable[tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    """Yield each set of cards once, whatever the order of its cards."""
    seen: set[tuple[Card, ...]] = set()
    for cards in sets:
        key = tuple(sorted(cards))
        if key not in seen:
            seen.add(key)
            yield cards


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `hand` without `cards`, the rest in order. Raises ValueError for a card that is not there often enough."""
    rest = list(hand)
    for c in cards:
        rest.remove(c)
    return tuple(rest)


@lru_cache(maxsize=256)
def count_copies(lowest: tuple[Rank, ...], left_out: int) -> tuple[int, ...]:
    """Return how many copies of each suited face a pack has. Each of its decks begins at one of the `lowest` ranks.

    The `left_out` lowest cards of the pack do not count.
    """
    copies = [sum(low <= rank for low in lowest) for rank in Rank] * len(SUITS)
    for face in list_left_out(lowest, left_out):
        copies[face] -= 1
    return tuple(copies)


@lru_cache(maxsize=256)
def build_pack(copies: tuple[int, ...], jokers: tuple[int, int]) -> tuple[Card, ...]:
    """Return the pack deck by deck, with the jokers last.

    It has `copies` of each suited face. `jokers` are the numbers of little and of big jokers.
    """
    suited = tuple(Card(face) for deck in range(max(copies)) for face, number in enumerate(copies) if deck < number)
    return suited + (LITTLE_JOKER,) * jokers[0] + (BIG_JOKER,) * jokers[1]


def list_left_out(lowest: tuple[Rank, ...], number: int) -> tuple[Card, ...]:
    """Return the cards that are left out if the pack is to have `number` cards less. The lowest ranks come first."""
    return tuple(islice(_list_spare(lowest), number))


@lru_cache(maxsize=256)
def count_spare(lowest: tuple[Rank, ...]) -> int:
    """Return how many cards can be left out if one copy of each face must stay."""
    return sum(1 for _ in _list_spare(lowest))


def _list_spare(lowest: tuple[Rank, ...]) -> Iterator[Card]:
    """Yield all copies of each face but one, lowest ranks first. For each further copy, a rank yields D, C, H, S."""
    for rank in Rank:
        for _ in range(1, sum(low <= rank for low in lowest)):
            yield from (card_of(suit, rank) for suit in reversed(SUITS))
