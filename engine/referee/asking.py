"""Reading a question: its rules, its trumps, and the fields of its input, each refused with a reason if it is wrong."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar

from engine.cards import Card, Rank, Suit, counts, parse_card, parse_rank
from engine.leads import Lead, copies, gone_faces, read_lead
from engine.notation import parse_level
from engine.presets import preset, with_options
from engine.rules import Level, Rules
from engine.seats import Seat
from engine.trump import Trump

T = TypeVar("T")
_MOST_CARDS: Final = 400
_LONGEST_QUOTE: Final = 80
_MISSING: Final = object()


class Bad(Exception):  # noqa: N818 - read as a sentence
    """A question that cannot be answered; `reason` is a fixed word."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def said(value: object) -> str:
    """Return a value of a question as it was written, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def number(value: object, low: int = -(10**9), high: int = 10**9) -> int:
    """Read a whole number.

    Raises:
        Bad: it is none, or out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Bad("bad_number", f"not a whole number from {low} to {high}: {said(value)}")
    return value


def truth(value: object) -> bool:
    """Read true or false.

    Raises:
        Bad: it is neither.
    """
    if not isinstance(value, bool):
        raise Bad("bad_value", f"not true or false: {said(value)}")
    return value


def items(value: object) -> Sequence[Any]:
    """Read a list.

    Raises:
        Bad: it is none, or absurdly long.
    """
    if not isinstance(value, list):
        raise Bad("bad_value", f"not a list: {said(value)}")
    if len(value) > _MOST_CARDS:
        raise Bad("too_many", f"a list has at most {_MOST_CARDS} entries")
    return value


def mapping(value: object) -> Mapping[str, Any]:
    """Read an object.

    Raises:
        Bad: it is none.
    """
    if not isinstance(value, dict):
        raise Bad("bad_value", f"not an object: {said(value)}")
    return value


def _given(value: object) -> Mapping[str, Any]:
    """Read an object that may be left out."""
    return {} if value is None else mapping(value)


def face(value: object) -> Card:
    """Read one card.

    Raises:
        Bad: it is none.
    """
    return _parsed(parse_card, value, "bad_card", "card")


def cards(value: object) -> tuple[Card, ...]:
    """Read a list of cards.

    Raises:
        Bad: an entry is no card.
    """
    return tuple(face(one) for one in items(value))


def level(value: object) -> Level:
    """Read a level, `2` to `A` or `NT`.

    Raises:
        Bad: it is none.
    """
    return _parsed(parse_level, value, "bad_level", "level")


def _parsed(parse: Callable[[str], T], value: object, reason: str, what: str) -> T:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise Bad(reason, f"not a {what}: {said(value)}")
    try:
        return parse(text)
    except ValueError as wrong:
        raise Bad(reason, f"not a {what}: {said(value)}") from wrong


class Question:
    """One question; its parts are read when they are asked for."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        self._question = question
        self.input = mapping(question.get("input", {}))
        self._rules = self._part("rules", "preset", "overrides")
        self._trump = self._part("trump", "rank", "suit")

    @cached_property
    def rules(self) -> Rules:
        """The rules: a preset (club unless named) with overrides; `players` alone picks the pack that fits them."""
        name, overrides = self._rules.get("preset", "club"), dict(_given(self._rules.get("overrides")))
        if not isinstance(name, str):
            raise Bad("bad_value", f"not a preset: {said(name)}")
        return with_options(preset(name), **{key: _option(value) for key, value in overrides.items()})

    def _part(self, name: str, *fields: str) -> Mapping[str, Any]:
        given = _given(self._question.get(name))
        if unknown := sorted(set(given) - set(fields)):
            raise Bad("unknown_field", f"{name} has {' and '.join(fields)}, not {', '.join(unknown)}")
        return given

    @cached_property
    def rank(self) -> Rank | None:
        """The trump rank; None if there is none."""
        value = self._trump.get("rank")
        return None if value is None else _parsed(parse_rank, value, "bad_rank", "rank")

    @cached_property
    def trump(self) -> Trump:
        """The order of cards. A rank without a suit says that level cards are trumps; neither, that only jokers are."""
        value = self._trump.get("suit")
        suit = None if value is None else suit_of(value)
        trump = Trump.of(self.rules, self.rank, suit)
        return replace(trump, level_cards=True) if suit is None and trump.rank is not None else trump

    @cached_property
    def gone(self) -> frozenset[Card]:
        """The faces that tractors skip, from the cards played before this trick (`played`)."""
        return gone_faces(self.get("played", cards, ()), self.rules)

    def seat(self, value: object) -> Seat:
        """Read a seat at a table of these rules.

        Raises:
            Bad: there is no such seat.
        """
        return Seat(number(value, 0, self.rules.players - 1))

    def has(self, name: str) -> bool:
        """Tell whether a field is given."""
        return self.input.get(name) is not None

    def get(self, name: str, read: Callable[[object], T], default: T | object = _MISSING) -> T:
        """Read a field of the input.

        Raises:
            Bad: it is missing and has no default, or cannot be read.
        """
        value = self.input.get(name)
        if value is not None:
            return read(value)
        if default is _MISSING:
            raise Bad("missing_field", f"the input lacks {said(name)}")
        return default  # type: ignore[return-value]  # the caller's own default

    def held(self, name: str) -> tuple[Card, ...]:
        """Read cards of which there are no more than the pack has.

        Raises:
            Bad: there are, or the field is wrong.
        """
        return self.in_pack(self.get(name, cards))

    def in_pack(self, found: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return `found` if the pack has so many of each.

        Raises:
            Bad: it has not.
        """
        for one, there in counts(found).items():
            if there > copies(one, self.rules):
                raise Bad("too_many_copies", f"{there} cards {one}, but {copies(one, self.rules)} in the pack")
        return found

    def lead(self, name: str = "lead_cards") -> Lead:
        """Read a lead that was made, in the units of `lead_units` if they are given.

        Raises:
            Bad: the field is wrong.
            IllegalAction: the cards cannot be led together.
        """
        return read_lead(self.held(name), self.trump, self.rules, self.grouping(), self.gone)

    def grouping(self) -> tuple[tuple[Card, ...], ...] | None:
        """Read `lead_units`, the units that a lead was said to be made of; None if they are not given."""
        return self.get("lead_units", lambda value: tuple(cards(one) for one in items(value)), None)


def suit_of(value: object) -> Suit:
    """Read a printed suit.

    Raises:
        Bad: it is none.
    """
    letter = value.strip().upper() if isinstance(value, str) else ""
    if letter not in {"S", "H", "C", "D"}:
        raise Bad("bad_suit", f"not a suit: {said(value)}")
    return Suit(letter)


def _option(value: object) -> str:
    """Return an option's value as the text form that `with_options` reads."""
    match value:
        case None | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case [int() as little, int() as big]:
            return f"{little}+{big}"
        case list():
            return ",".join(map(_option, value))
        case {"points": points, "declarers_hold": held, "levels": levels}:
            return f"{points}:{'hold' if held else 'turn'}+{levels}"
        case _:
            return str(value)
