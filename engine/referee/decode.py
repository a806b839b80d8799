"""Reads questions: the rules, the trumps and all fields. A wrong field is refused with a reason."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar

from engine.cards_in_play.leads import Lead, read_lead, skipped_faces
from engine.model.cards import Card, Rank, Suit, count_faces, parse_card, parse_rank
from engine.model.notation import parse_level
from engine.model.options import Level
from engine.model.presets import preset_with
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

T = TypeVar("T")
_MOST_CARDS: Final = 400
_LONGEST_QUOTE: Final = 80
_MISSING: Final = object()
_PARTS: Final = ("id", "kind", "rules", "trump", "input")


class InvalidQuestion(Exception):  # noqa: N818 - named like IllegalAction
    """A question that cannot be answered; `reason` is a fixed word."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def quote(value: object) -> str:
    """Return a value of a question as JSON, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def read_number(value: object, low: int = -(10**9), high: int = 10**9) -> int:
    """Read a whole number in a range, or raise InvalidQuestion."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidQuestion("bad_number", f"not a whole number from {low} to {high}: {quote(value)}")
    return value


def read_bool(value: object) -> bool:
    """Read true or false, or raise InvalidQuestion."""
    if not isinstance(value, bool):
        raise InvalidQuestion("bad_value", f"not true or false: {quote(value)}")
    return value


def read_list(value: object) -> Sequence[Any]:
    """Read a list of limited length, or raise InvalidQuestion."""
    if not isinstance(value, list):
        raise InvalidQuestion("bad_value", f"not a list: {quote(value)}")
    if len(value) > _MOST_CARDS:
        raise InvalidQuestion("too_many", f"a list has at most {_MOST_CARDS} entries")
    return value


def read_object(value: object) -> Mapping[str, Any]:
    """Read an object, or raise InvalidQuestion."""
    if not isinstance(value, dict):
        raise InvalidQuestion("bad_value", f"not an object: {quote(value)}")
    return value


def _read_optional_object(value: object) -> Mapping[str, Any]:
    return {} if value is None else read_object(value)


def read_card(value: object) -> Card:
    """Read one card, or raise InvalidQuestion."""
    return _parse_text(parse_card, value, "bad_card", "card")


def read_cards(value: object) -> tuple[Card, ...]:
    """Read a list of cards, or raise InvalidQuestion."""
    return tuple(read_card(one) for one in read_list(value))


def read_level(value: object) -> Level:
    """Read a level, `2` to `A` or `NT`, or raise InvalidQuestion."""
    return _parse_text(parse_level, value, "bad_level", "level")


def _parse_text(parse: Callable[[str], T], value: object, reason: str, what: str) -> T:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise InvalidQuestion(reason, f"not a {what}: {quote(value)}")
    try:
        return parse(text)
    except ValueError as wrong:
        raise InvalidQuestion(reason, f"not a {what}: {quote(value)}") from wrong


class Question:
    """A question whose parts are read on demand."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        self._question = question
        _check_fields(question, "a question", _PARTS)
        self.input = read_object(question.get("input", {}))
        self._rules = self._read_part("rules", "preset", "overrides")
        self._trump = self._read_part("trump", "rank", "suit")
        _ = self.rank, self._suit  # wrong trumps are refused even if the question does not use them

    @cached_property
    def rules(self) -> Rules:
        """The rules of a preset, by default `standard`, with overrides. The pack fits the number of players."""
        name, overrides = self._rules.get("preset", "standard"), _read_optional_object(self._rules.get("overrides"))
        if not isinstance(name, str):
            raise InvalidQuestion("bad_value", f"not a preset: {quote(name)}")
        return preset_with(name, **{key: _format_option(value) for key, value in overrides.items()})

    def _read_part(self, name: str, *fields: str) -> Mapping[str, Any]:
        given = _read_optional_object(self._question.get(name))
        _check_fields(given, name, fields)
        return given

    @cached_property
    def rank(self) -> Rank | None:
        """The trump rank; None if there is none."""
        value = self._trump.get("rank")
        return None if value is None else _parse_text(parse_rank, value, "bad_rank", "rank")

    @cached_property
    def trump(self) -> Trump:
        """The trumps. Without a suit, the level cards are trumps, whatever the option `no_trump_levels` says."""
        trump = Trump.of(self.rules, self.rank, self._suit)
        return replace(trump, level_cards=True) if self._suit is None and trump.rank is not None else trump

    @cached_property
    def _suit(self) -> Suit | None:
        value = self._trump.get("suit")
        return None if value is None else read_suit(value)

    @cached_property
    def gone(self) -> frozenset[Card]:
        """The faces that tractors skip. The field `played`, the cards of all earlier tricks, decides which they are."""
        return skipped_faces(self.get("played", read_cards, ()), self.rules)

    def read_seat(self, value: object) -> Seat:
        """Read a seat at a table with these rules, or raise InvalidQuestion."""
        return Seat(read_number(value, 0, self.rules.players - 1))

    def read_play(self, value: object) -> tuple[Seat, tuple[Card, ...]]:
        """Read a player and their cards, `{"player": 0, "cards": [...]}`, or raise InvalidQuestion."""
        made = read_object(value)
        _check_fields(made, "a play", ("player", "cards"))
        return self.read_seat(made.get("player")), self.check_copies(read_cards(made.get("cards")))

    def get_trick(self, name: str) -> list[tuple[Seat, tuple[Card, ...]]]:
        """Read the plays of one trick, at most one for each player and all of one size, or raise InvalidQuestion."""
        plays = [self.read_play(one) for one in self.get(name, read_list)]
        if not plays or not plays[0][1]:
            raise InvalidQuestion("bad_value", "a trick has at least one play, and a play at least one card")
        check_distinct([seat for seat, _ in plays], "a player plays once to a trick")
        if any(len(cards) != len(plays[0][1]) for _, cards in plays):
            raise InvalidQuestion("wrong_count", f"every play has as many cards as the lead: {len(plays[0][1])}")
        self.check_copies(tuple(one for _, cards in plays for one in cards))
        return plays

    def check_players(self) -> None:
        """Raise InvalidQuestion if `players` is given and differs from the number of players in the rules."""
        if self.get("players", read_number, self.rules.players) != self.rules.players:
            raise InvalidQuestion("bad_value", f"these rules are for {self.rules.players} players")

    def has(self, name: str) -> bool:
        """Return whether a field is given."""
        return self.input.get(name) is not None

    def get(self, name: str, read: Callable[[object], T], default: T | object = _MISSING) -> T:
        """Read a field. If it is missing, return `default`; without a default, raise InvalidQuestion."""
        value = self.input.get(name)
        if value is not None:
            return read(value)
        if default is _MISSING:
            raise InvalidQuestion("missing_field", f"the input lacks {quote(name)}")
        return default  # type: ignore[return-value]  # the caller's own default

    def get_when(self, name: str, read: Callable[[object], T], default: T, *, needed: bool) -> T:
        """Read a field. If it is missing, return `default`, or raise InvalidQuestion if the field is `needed`."""
        return self.get(name, read) if needed else self.get(name, read, default)

    def get_cards(self, name: str) -> tuple[Card, ...]:
        """Read cards. Raise InvalidQuestion if they are wrong, or if the pack has fewer copies of one."""
        return self.check_copies(self.get(name, read_cards))

    def check_copies(self, found: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards `found`. Raise InvalidQuestion if the pack has fewer copies of one."""
        for one, there in count_faces(found).items():
            if there > (copies := self.rules.copies_of(one)):
                raise InvalidQuestion("too_many_copies", f"{there} cards {one}, but {copies} in the pack")
        return found

    def get_lead(self, name: str = "lead_cards") -> Lead:
        """Read a lead, grouped by `lead_units` if given. Raises IllegalAction if its cards cannot be led together."""
        return read_lead(self.get_cards(name), self.trump, self.rules, self.get_grouping(), self.gone)

    def get_grouping(self) -> tuple[tuple[Card, ...], ...] | None:
        """Read `lead_units`, the units of a lead; None if not given."""
        return self.get("lead_units", lambda value: tuple(read_cards(one) for one in read_list(value)), None)


def check_distinct(seats: Sequence[object], message: str) -> None:
    """Raise InvalidQuestion if anyone is named twice."""
    if len(set(seats)) < len(seats):
        raise InvalidQuestion("named_twice", message)


def check_size(lead: Lead, made: Sequence[Card]) -> None:
    """Raise InvalidQuestion if a play has more or fewer cards than the lead."""
    if len(made) != lead.size:
        raise InvalidQuestion("wrong_count", f"every play has as many cards as the lead: {lead.size}")


def _check_fields(given: Mapping[str, Any], name: str, fields: Sequence[str]) -> None:
    if unknown := sorted(set(given) - set(fields)):
        raise InvalidQuestion("unknown_field", f"{name} has {', '.join(fields)}, not {quote(unknown)}")


def read_suit(value: object) -> Suit:
    """Read a printed suit, or raise InvalidQuestion."""
    letter = value.strip().upper() if isinstance(value, str) else ""
    if letter not in {"S", "H", "C", "D"}:
        raise InvalidQuestion("bad_suit", f"not a suit: {quote(value)}")
    return Suit(letter)


def _format_option(value: object) -> str:  # noqa: PLR0911 - one line for each kind of value
    """Return an option's value in the text form that `preset_with` reads."""
    match value:
        case None | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case [int() as little, int() as big]:
            return f"{little}+{big}"
        case list():
            return ",".join(map(_format_option, value))
        case {"points": points, "declarers_hold": held, "levels": levels}:
            return f"{points}:{'hold' if held else 'turn'}+{levels}"
        case {"cards": cards, "times": times}:
            return f"{cards}:{times}"
        case _:
            return str(value)
