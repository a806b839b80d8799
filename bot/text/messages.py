"""The messages of one language by key. Numbers, dates and lists in them are formatted as the language does."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache, partial
from string import Formatter
from typing import Literal

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.po_files import Translations


class MissingMessage(LookupError):  # noqa: N818 - the name reads as a sentence
    """There is no message with this key, or a placeholder has no value."""


def shorten(text: str, longest: int) -> str:
    """Return a text with at most `longest` characters; an ellipsis replaces the rest."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


@cache
def _parse_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a template. Each is a text, followed by a placeholder's name (or None) and format."""
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


class Messages:
    """The messages of one language."""

    def __init__(self, language: Translations) -> None:
        self._language = language
        self._locale = language.locale
        self._format_decimal = lru_cache(4096)(partial(format_decimal, locale=language.locale))

    @property
    def tag(self) -> str:
        """The language's tag."""
        return self._language.tag

    def has(self, key: str) -> bool:
        """Return whether there is a message with this key."""
        return key in self._language.messages

    def say(self, key: str, /, **facts: object) -> str:
        """Return a message with its placeholders filled from `facts`. Raises MissingMessage: no such key or fact."""
        message = self._language.messages.get(key)
        if message is None:
            raise MissingMessage(f"{self.tag}: no message {key}")
        try:
            return self._fill(message.forms[self._choose_form(message.count_field, facts)], facts)
        except KeyError as missing:
            raise MissingMessage(f"{self.tag}: {key} asks for {missing}") from missing

    def format_list(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "and"."""
        return _join_list(list(items), "standard", self._locale)

    def format_or_list(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "or"."""
        return _join_list(list(items), "or", self._locale)

    def join_sentences(self, parts: Iterable[str]) -> str:
        """Join sentences as the language does. Empty ones are left out."""
        return self.say("list.sentences", first="", second="").join(part for part in parts if part).strip()

    def format_number(self, value: float) -> str:
        """Return a number with its thousands grouped."""
        return self._format_value(value, "grouped")

    def format_long_date(self, when: date) -> str:
        """Return a date in the language's long form."""
        return format_date(when, "long", locale=self._locale)

    def _fill(self, template: str, facts: Mapping[str, object]) -> str:
        parts: list[str] = []
        for text, name, spec in _parse_template(template):
            parts.append(text)
            if name is not None:
                value = facts[name]
                parts.append(value if isinstance(value, str) else self._format_value(value, spec))
        return "".join(parts)

    def _format_value(self, value: object, spec: str) -> str:
        """Return a value as text. Only the format `grouped` groups digits, because numbers may name tables or seats."""
        match value:
            case bool():
                raise TypeError("a bool cannot fill a placeholder: use a message for each value")
            case int() | float():
                return str(self._format_decimal(value, group_separator=spec == "grouped"))
            case datetime():
                return format_datetime(value, spec or "medium", locale=self._locale)
            case date():
                return format_date(value, spec or "medium", locale=self._locale)
            case Sequence():
                return self.format_list(map(str, value))
            case _:
                raise TypeError(f"this value cannot be formatted: {value!r}")

    def _choose_form(self, counted: str | None, facts: dict[str, object]) -> int:
        if counted is None:
            return 0
        count = facts[counted]
        if not isinstance(count, int):
            raise TypeError(f"{counted} is counted, so it must be a whole number")
        return self._language.plural_index(abs(count))


def _join_list(items: list[str], style: Literal["standard", "or"], locale: Locale) -> str:
    """Return items as a list. In Chinese, put spaces between the conjunction and Latin letters or digits beside it."""
    text = format_list(items, style=style, locale=locale)
    rest = text.removesuffix(items[-1]) if items else ""
    if not rest[-1:].isalpha():  # the language has a space or a comma before the last item
        return text
    before = " " if _is_latin(rest[:-1].rstrip("*")[-1:]) else ""
    after = " " if _is_latin(items[-1].lstrip("*")[:1]) else ""
    return f"{rest[:-1]}{before}{rest[-1]}{after}{items[-1]}"


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()
