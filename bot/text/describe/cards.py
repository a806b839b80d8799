"""Puts cards, suits, shapes of plays, and calls of friends into words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from bot.text.messages import Messages
from engine.model.actions import FriendCall
from engine.model.cards import Card, Rank, Suit, count_faces
from engine.model.trump import Trump

_SINGLE, _PAIR, _TRIPLE, _QUADRUPLE = 1, 2, 3, 4
_COPIES_WITH_WORDS = 3
_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}
_RANK: Final = {"10": "T"}
"""One letter for each rank that has two characters, so that ranks can stand side by side, as in `ATT`."""


def format_suit(messages: Messages, which: Suit) -> str:
    """Return the name of a suit, or of the trumps, in the plural."""
    return messages.say(f"suit.{which.value}")


def format_suit_signs(messages: Messages, suits: Sequence[Suit]) -> str:
    """Return one suit as a word, or several as signs, which take less space: `♠ ♥`. Trumps are always a word."""
    if len(suits) == 1:
        return format_suit(messages, suits[0])
    return " ".join(_SIGNS.get(one) or format_suit(messages, one) for one in suits)


def format_rank(messages: Messages, which: Rank) -> str:
    """Return a rank as it is read aloud."""
    return messages.say(f"spoken.{which.text}") if which >= Rank.JACK else which.text


@lru_cache(1024)
def format_card(messages: Messages, face: Card) -> str:
    """Return one card: `ace of hearts`, `little joker`."""
    if face.rank is None or face.suit is None:
        return messages.say(f"card.{face}")
    return messages.say("card.plain", rank=format_rank(messages, face.rank), suit=format_suit(messages, face.suit))


def format_cards(messages: Messages, faces: Iterable[Card], order: Trump | None = None) -> str:
    """Return cards grouped by printed suit, such as `10-10-5-5 of hearts`. With `order`, sort them as pictures do."""
    by_suit: dict[Suit | Card, list[Card]] = {}
    for face in faces if order is None else order.sort_for_display(faces):
        by_suit.setdefault(face.suit or face, []).append(face)
    if order is None:
        by_suit = {suit: sorted(same, reverse=True) for suit, same in by_suit.items()}
    groups = messages.format_list(_format_suit_group(messages, same) for same in by_suit.values())
    return groups or messages.say("cards.none")


def format_button_cards(messages: Messages, faces: Iterable[Card], order: Trump) -> str:
    """Return cards with signs, such as `♣3 ♥Q-J`. The text is short enough for several buttons in a row."""
    ordered = order.sort_for_display(faces)
    runs = [tuple(run) for _, run in groupby(ordered, lambda face: face if face.suit is None else face.suit)]
    return " ".join(
        _format_suit_group(messages, run) if run[0].suit is None else _SIGNS[run[0].suit] + format_ranks(run)
        for run in runs
    )


def _format_suit_group(messages: Messages, same: Sequence[Card]) -> str:
    if len(same) == _SINGLE:
        return format_card(messages, same[0])
    if same[0].suit is None:
        return messages.say(f"cards.{same[0]}", count=len(same))
    return messages.say("cards.of_suit", ranks=format_ranks(same), suit=format_suit(messages, same[0].suit))


def format_units(messages: Messages, groups: Sequence[Sequence[Card]]) -> str:
    """Return the units of a play, such as pairs, as a list. A shared suit is named once: `10-10 and 5-5 of hearts`."""
    suits = {face.suit for unit in groups for face in unit}
    if None in suits or len(suits) > 1 or len(groups) == 1:
        return messages.format_list(format_cards(messages, unit) for unit in groups)
    ranks = messages.format_list(format_ranks(sorted(unit, reverse=True)) for unit in groups)
    return messages.say(
        "cards.of_suit", ranks=ranks, suit=format_suit(messages, next(one for one in suits if one is not None))
    )


def format_ranks(same: Iterable[Card]) -> str:
    """Return only the ranks of cards, such as `Q-J`."""
    return "-".join(face.rank.text for face in same if face.rank is not None)


def format_symbols(faces: Iterable[Card]) -> str:
    """Return cards as signs: `BJ♠ATT♥2`. Each run of cards with the same printed suit has the suit's sign once."""
    return "".join(_format_rank_run(suit, run) for suit, run in groupby(faces, lambda face: face.suit))


def _format_rank_run(suit: Suit | None, run: Iterable[Card]) -> str:
    if suit is None:
        return " ".join(str(face) for face in run)
    return _SIGNS[suit] + "".join(_RANK.get(face.rank.text, face.rank.text) for face in run if face.rank is not None)


def format_spoken_cards(messages: Messages, faces: Iterable[Card], *, bare: bool = False) -> str:
    """Return cards one by one, as people read them aloud, with equal cards counted. `bare` omits their suits."""
    return _format_spoken(messages, tuple(faces), bare)


@lru_cache(4096)  # panels name the same cards again and again
def _format_spoken(messages: Messages, faces: tuple[Card, ...], bare: bool) -> str:  # noqa: FBT001 - for the cache
    items = []
    for face, count in count_faces(faces).items():
        card = format_rank(messages, face.rank) if bare and face.rank is not None else format_card(messages, face)
        key = "card.copies_2" if count == _PAIR else "card.copies"
        items.append(messages.say(key, card=card, count=_spell_number(messages, count)) if count > 1 else card)
    return messages.say("list.separator").join(items)


def format_cards_aloud(messages: Messages, faces: Iterable[Card], order: Trump) -> str:
    """Return cards as people read them aloud: `two queens of hearts, ten of hearts`. They are sorted as in pictures."""
    return format_spoken_cards(messages, order.sort_for_display(faces))


def format_shape(messages: Messages, units: Sequence[Sequence[Card]]) -> str:
    """Return the shape of a lead: `a pair`, `a tractor of 2 pairs`, `a throw of a pair and a single card`."""
    if len(units) == 1:
        return format_unit_shape(messages, units[0])
    return messages.say("shape.throw", shapes=messages.format_list(_list_unit_shapes(messages, units)))


def _list_unit_shapes(messages: Messages, units: Sequence[Sequence[Card]]) -> Iterator[str]:
    for one, count in Counter(format_unit_shape(messages, unit) for unit in units).items():
        width = next((n for n in range(_SINGLE, _QUADRUPLE) if one == messages.say(f"shape.{n}")), None)
        if width is not None and count > 1:
            yield messages.say(f"shape.several_{width}", count=_spell_number(messages, count))
        else:
            yield from [one] * count


def _spell_number(messages: Messages, number: int) -> str:
    key = f"spelt.{number}"
    return messages.say(key) if messages.has(key) else str(number)


def format_unit_shape(messages: Messages, unit: Sequence[Card]) -> str:
    """Return the shape of one part of a play, which is equal cards, a tractor, or a rainbow (a rank in many suits)."""
    held = count_faces(unit)
    widths, length = set(held.values()), len(held)
    if length > 1 and len({face.rank for face in held}) == 1 and len({face.suit for face in held}) > _PAIR:
        return messages.say("shape.rainbow", count=_spell_number(messages, len(unit)))
    width = min(widths)
    if len(widths) > 1:
        falling = reversed(list(held.values()))  # messages name the highest card first
        return messages.say("shape.tractor_uneven", widths="+".join(map(str, falling)))
    if length == 1:
        if width <= _QUADRUPLE:
            return messages.say(f"shape.{width}")
        return messages.say("shape.identical", width=_spell_number(messages, width))
    if width in {_PAIR, _TRIPLE}:
        return messages.say(f"shape.tractor_{width}", length=_spell_number(messages, length))
    return messages.say(
        "shape.tractor_identical", length=_spell_number(messages, length), width=_spell_number(messages, width)
    )


def format_friend_call(messages: Messages, called: FriendCall, card: str = "") -> str:
    """Return the called card, and which copy of it makes its player a friend. `card` may give the card's text."""
    key = f"call.copy_{called.copy}" if called.copy <= _COPIES_WITH_WORDS else "call.copy_later"
    return messages.say(key, card=card or format_card(messages, called.card), copy=called.copy)
