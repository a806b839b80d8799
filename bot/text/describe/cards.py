"""Cards, suits, shapes and calls in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.text.words import Words
from engine.actions import FriendCall
from engine.cards import BIG_JOKER, LITTLE_JOKER, Card, Rank, Suit, counts

_SINGLE, _PAIR, _TRIPLE, _QUADRUPLE = 1, 2, 3, 4
_COPIES_WITH_WORDS = 3
_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}
_RANK: Final = {"10": "T"}
"""Ranks as one letter, so that they can stand side by side."""


def suit(words: Words, which: Suit) -> str:
    """Return a suit, or the trumps, as a plural."""
    return words.say(f"suit.{which.value}")


def rank(words: Words, which: Rank, *, spoken: bool = False) -> str:
    """Return a rank as a sign, or as it is read aloud."""
    return words.say(f"spoken.{which.text}") if spoken and which >= Rank.JACK else which.text


def card(words: Words, face: Card, *, spoken: bool = False) -> str:
    """Return one card: `10 of hearts`, `little joker`."""
    if face.rank is None or face.suit is None:
        return words.say(f"card.{face}")
    return words.say("card.plain", rank=rank(words, face.rank, spoken=spoken), suit=suit(words, face.suit))


def cards(words: Words, faces: Iterable[Card]) -> str:
    """Return cards grouped by printed suit, as they come, and high to low within: `10-10 and 5-5 of hearts`."""
    return words.listed(_groups(words, faces)) or words.say("cards.none")


def _groups(words: Words, faces: Iterable[Card]) -> list[str]:
    by_suit: dict[Suit | Card, list[Card]] = {}
    for face in faces:
        by_suit.setdefault(face.suit or face, []).append(face)
    return [_group(words, same) for same in by_suit.values()]


def _group(words: Words, same: Sequence[Card]) -> str:
    if same[0] in {LITTLE_JOKER, BIG_JOKER}:
        single = len(same) == _SINGLE
        return card(words, same[0]) if single else words.say(f"cards.{same[0]}", count=len(same))
    if len(same) == _SINGLE:
        return card(words, same[0])
    assert same[0].suit is not None
    return words.say("cards.of_suit", ranks=_ranks(same), suit=suit(words, same[0].suit))


def units(words: Words, groups: Sequence[Sequence[Card]]) -> str:
    """Return several units, each in one piece; of one printed suit it is named once: `10-10 and 5-5 of hearts`."""
    suits = {face.suit for unit in groups for face in unit}
    if None in suits or len(suits) > 1:
        return words.listed(cards(words, unit) for unit in groups)
    ranks = words.listed(_ranks(unit) for unit in groups)
    return words.say("cards.of_suit", ranks=ranks, suit=suit(words, next(one for one in suits if one is not None)))


def _ranks(same: Iterable[Card]) -> str:
    return "-".join(face.rank.text for face in sorted(same, reverse=True) if face.rank is not None)


def signs(faces: Iterable[Card]) -> str:
    """Return cards as signs, each printed suit once for those that lie together, jokers as typed: `BJ♠ATT♥2`."""
    return "".join(_run(suit, run) for suit, run in groupby(faces, lambda face: face.suit))


def _run(suit: Suit | None, run: Iterable[Card]) -> str:
    if suit is None:
        return " ".join(str(face) for face in run)
    return _SIGNS[suit] + "".join(_RANK.get(face.rank.text, face.rank.text) for face in run if face.rank is not None)


def counted(words: Words, faces: Iterable[Card], *, bare: bool = False) -> str:
    """Return cards one by one as they are read aloud, copies counted; `bare` leaves the suit out."""
    items = (
        words.say("card.copies", card=_read(words, face, bare=bare), count=n)
        if n > 1
        else _read(words, face, bare=bare)
        for face, n in counts(faces).items()
    )
    return words.say("list.separator").join(items)


def _read(words: Words, face: Card, *, bare: bool) -> str:
    return rank(words, face.rank, spoken=True) if bare and face.rank is not None else card(words, face, spoken=True)


def shape(words: Words, units: Sequence[Sequence[Card]]) -> str:
    """Return what a lead is made of: `a pair`, `a tractor of 2 pairs`, `a throw of a pair and a single card`."""
    if len(units) == 1:
        return unit_shape(words, units[0])
    return words.say("shape.throw", shapes=words.listed(_shapes(words, units)))


def _shapes(words: Words, units: Sequence[Sequence[Card]]) -> Iterator[str]:
    """Yield what the units of a throw are, those alike together where there are words for it: `3 single cards`."""
    for one, count in Counter(unit_shape(words, unit) for unit in units).items():
        width = next((n for n in range(_SINGLE, _QUADRUPLE) if one == words.say(f"shape.{n}")), None)
        if width is not None and count > 1:
            yield words.say(f"shape.several_{width}", count=_spelt(words, count))
        else:
            yield from [one] * count


def _spelt(words: Words, number: int) -> str:
    """Return a number as it is written between words."""
    key = f"spelt.{number}"
    return words.say(key) if words.has(key) else str(number)


def unit_shape(words: Words, unit: Sequence[Card]) -> str:
    """Return what one unit is: identical cards, a tractor, or a rainbow."""
    held = counts(unit)
    widths, length = set(held.values()), len(held)
    if length > 1 and len({face.rank for face in held}) == 1 and len({face.suit for face in held}) > _PAIR:
        return words.say("shape.rainbow", count=_spelt(words, len(unit)))
    width = min(widths)
    if length == 1:
        known = width in {_SINGLE, _PAIR, _TRIPLE, _QUADRUPLE}
        return words.say(f"shape.{width}") if known else words.say("shape.identical", width=_spelt(words, width))
    if width in {_PAIR, _TRIPLE}:
        return words.say(f"shape.tractor_{width}", length=_spelt(words, length))
    return words.say("shape.tractor_identical", length=_spelt(words, length), width=_spelt(words, width))


def call(words: Words, called: FriendCall) -> str:
    """Return a friend's card and which copy of it counts."""
    key = f"call.copy_{called.copy}" if called.copy <= _COPIES_WITH_WORDS else "call.copy_later"
    return words.say(key, card=card(words, called.card), copy=called.copy)
