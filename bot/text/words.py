"""One language speaking: a message by its key, its blanks filled with facts as that language writes them."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import reduce
from string import Formatter
from typing import Final

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.reading import Language


class NoWords(LookupError):  # noqa: N818 - read as a sentence
    """There is no message of that key, or a fact that it asks for was not given."""


class _Filler(Formatter):
    """Fills blanks: numbers, dates and lists are written as the language does; text stands as it is."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def format_field(self, value: object, format_spec: str) -> str:
        """Return one fact in words. A plain number is not grouped, so that it can be a table's or a seat's."""
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


class Words:
    """The messages of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._filler: Final = _Filler(language.locale)

    @property
    def tag(self) -> str:
        """The language as Discord writes it: `en`, `zh-CN` or `zh-TW`."""
        return self._language.tag

    def has(self, key: str) -> bool:
        """Tell whether there is a message of this key."""
        return key in self._language.messages

    def say(self, key: str, /, **facts: object) -> str:
        """Return the message of `key` with its blanks filled; facts that it does not ask for are left out.

        Raises:
            NoWords: there is no such message, or a fact is missing.
        """
        message = self._language.messages.get(key)
        if message is None:
            raise NoWords(f"{self.tag}: no message {key}")
        try:
            return self._filler.vformat(message.forms[self._form(message.counted, facts)], (), facts)
        except KeyError as missing:
            raise NoWords(f"{self.tag}: {key} asks for {missing}") from missing

    def listed(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "and"."""
        return format_list(list(items), locale=self._language.locale)

    def either(self, items: Iterable[str]) -> str:
        """Return the items as a list ending in the language's "or"."""
        return format_list(list(items), style="or", locale=self._language.locale)

    def sentences(self, parts: Iterable[str]) -> str:
        """Return sentences one after the other; in Chinese no blank stands between them."""
        said = [part for part in parts if part]
        return reduce(lambda first, second: self.say("list.sentences", first=first, second=second), said, "").strip()

    def number(self, value: float) -> str:
        """Return a number with its thousands grouped."""
        return str(format_decimal(value, locale=self._language.locale))

    def date(self, when: date) -> str:
        """Return a day as the language writes it."""
        return format_date(when, "long", locale=self._language.locale)

    def _form(self, counted: str | None, facts: dict[str, object]) -> int:
        if counted is None:
            return 0
        count = facts[counted]
        if not isinstance(count, int):
            raise TypeError(f"{counted} is counted, so it must be a whole number")
        return self._language.plural(abs(count))
