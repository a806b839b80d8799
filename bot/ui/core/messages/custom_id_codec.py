"""Writes ids of controls as `<route>:<field>:<field>…`, and parses them by the types of the fields.

Handlers do not trust ids. Old messages keep their ids, so a route or a word in an id never gets another meaning.
"""

import string
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Final, cast, dataclass_transform, get_args, get_origin, get_type_hints

from bot.ui.core.messages.discord_limits import MAX_CUSTOM_ID_LENGTH
from engine.model.cards import FACES, Card

Decoder = Callable[[str], object]
"""Reads a field of an id. Raises ValueError: the text is invalid."""
SEPARATOR: Final = ":"
_MAX_NUMBER: Final = 2**63 - 1
"""The largest integer that the database can store."""
_DIGITS: Final = len(str(_MAX_NUMBER))
_CODES: Final = (string.ascii_letters + "01")[:FACES]
_FACE_OF: Final = {code: Card(i) for i, code in enumerate(_CODES)}
_CLASSES: Final[dict[str, "type[ControlId]"]] = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class ControlId:
    """A control's id. A subclass names its `route` of one or two words, and becomes a frozen dataclass.

    Its fields hold text, numbers, booleans, enums or cards. In the id's text, None is empty, and default values at the
    end are left out.
    """

    route: ClassVar[str]

    def __init_subclass__(cls, route: str) -> None:
        cls.route = route
        _CLASSES[route] = dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        declared = _list_fields(self.route)
        parts = [_encode(getattr(self, field.name)) for field in declared]
        for field in reversed(declared):
            if field.default is MISSING or getattr(self, field.name) != field.default:
                break
            parts.pop()
        text = SEPARATOR.join((self.route, *parts))
        if len(text) > MAX_CUSTOM_ID_LENGTH or any(SEPARATOR in part for part in parts):
            raise ValueError(f"no id for {self.route}: a separator in a field, or {len(text)} characters")
        return text


@cache
def _list_fields(route: str) -> tuple[Field[Any], ...]:
    return fields(_CLASSES[route])


def parse_id(text: str) -> ControlId | None:
    """Parse an id; None if its route is unknown or a field is invalid."""
    parts = text.split(SEPARATOR)
    for words in (2, 1):
        kind = _CLASSES.get(SEPARATOR.join(parts[:words]))
        if kind is not None:
            decoders, given = _list_decoders(kind.route), parts[words:]
            try:
                values = [decode(part) for decode, part in zip(decoders, given, strict=False)]
                return kind(*values) if len(given) <= len(decoders) else None
            except (ValueError, TypeError):  # TypeError: a field is missing
                return None
    return None


def parse_number(text: str) -> int:
    """Parse a number from a control. An invalid number becomes 0, and nothing has the number 0."""
    try:
        return _decode_number(text)
    except ValueError:
        return 0


def encode_cards(cards: Iterable[Card]) -> str:
    """Return one character for each card."""
    return "".join(_CODES[card] for card in cards)


def decode_cards(codes: str) -> tuple[Card, ...]:
    """Read what `encode_cards` wrote. Raises ValueError: a character is not a card."""
    try:
        return tuple(_FACE_OF[code] for code in codes)
    except KeyError:
        raise ValueError("not cards") from None


def _encode(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case tuple():
            return encode_cards(value)
        case Enum():
            return str(value.value)
        case _:
            return str(value)


@cache  # it takes long to evaluate annotations
def _list_decoders(route: str) -> tuple[Decoder, ...]:
    types = get_type_hints(_CLASSES[route])
    return tuple(_choose_decoder(types[field.name]) for field in _list_fields(route))


def _choose_decoder(kind: Any) -> Decoder:
    """Return the decoder for a field of the type `kind`."""
    if NoneType in get_args(kind):
        decode = _choose_decoder(get_args(kind)[0])
        return lambda text: decode(text) if text else None
    kind = getattr(kind, "__supertype__", kind)
    if kind is int:
        return _decode_number
    if kind is bool:
        return lambda text: bool(("0", "1").index(text))
    return decode_cards if get_origin(kind) is tuple else cast("Decoder", kind)


def _decode_number(text: str) -> int:
    if not text.isdecimal() or len(text) > _DIGITS or int(text) > _MAX_NUMBER:
        raise ValueError("no number")
    return int(text)
