"""Messages of one language by key, with placeholders filled as the language writes numbers, dates and lists."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import reduce
from string import Formatter
from typing import Final

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.po_files import Translations


class MissingMessage(LookupError):  # noqa: N818 - read as a sentence
    """There is no message with this key, or a placeholder has no value."""


class _Filler(Formatter):
    """Fills placeholders: numbers, dates and lists as the language writes them; text unchanged."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def format_field(self, value: object, format_spec: str) -> str:
        """Return one value as text. Numbers are not grouped by default, because they can be a table's or a seat's."""
        match value:
            case str():
                return value
            case bool():
                raise TypeError("yes and no are words of their own")
            case int() | float():
                return str(format_decimal(value, locale=self._locale, group_separator=format_spec == "grouped"))
            case datetime():
                return format_datetime(value, format_spec or "medium", locale=self._locale)
            case date():
                return format_date(value, format_spec or "medium", locale=self._locale)
            case Sequence():
                return format_list([str(item) for item in value], locale=self._locale)
            case _:
                raise TypeError(f"no words for {value!r}")


class Messages:
    """The messages of one language."""

    def __init__(self, language: Translations) -> None:
        self._language = language
        self._filler: Final = _Filler(language.locale)

    @property
    def tag(self) -> str:
        """The language's tag."""
        return self._language.tag

    def has(self, key: str) -> bool:
        """Tell whether there is a message with this key."""
        return key in self._language.messages

    def say(self, key: str, /, **facts: object) -> str:
        """Return the message with its placeholders filled; other facts are ignored.

        Raises:
            MissingMessage: there is no such message, or a fact is missing.
        """
        message = self._language.messages.get(key)
        if message is None:
            raise MissingMessage(f"{self.tag}: no message {key}")
        try:
            return self._filler.vformat(message.forms[self._choose_form(message.count_field, facts)], (), facts)
        except KeyError as missing:
            raise MissingMessage(f"{self.tag}: {key} asks for {missing}") from missing

    def format_list(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "and"."""
        return format_list(list(items), locale=self._language.locale)

    def format_or_list(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "or"."""
        return format_list(list(items), style="or", locale=self._language.locale)

    def join_sentences(self, parts: Iterable[str]) -> str:
        """Return sentences one after the other, joined as the language joins them."""
        said = [part for part in parts if part]
        return reduce(lambda first, second: self.say("list.sentences", first=first, second=second), said, "").strip()

    def format_number(self, value: float) -> str:
        """Return a number with its thousands grouped."""
        return str(format_decimal(value, locale=self._language.locale))

    def format_long_date(self, when: date) -> str:
        """Return a date in the language's long form."""
        return format_date(when, "long", locale=self._language.locale)

    def _choose_form(self, counted: str | None, facts: dict[str, object]) -> int:
        if counted is None:
            return 0
        count = facts[counted]
        if not isinstance(count, int):
            raise TypeError(f"{counted} is counted, so it must be a whole number")
        return self._language.plural_index(abs(count))
