"""Reads the messages of a language from `.po` files, which people write by hand.

A `msgid` is the key of a message. If a message has plural forms, its `msgid_plural` names the placeholder whose number
chooses the form, such as `length`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as PoMessage
from babel.messages.pofile import PoFileError, read_po

from bot.text.languages import Language

LOCALES_FOLDER: Final = Path(__file__).parent / "locales"
_MSGID: Final = re.compile(r'^msgid "(.+)"', re.MULTILINE)


class InvalidCatalogue(Exception):  # noqa: N818 - the name reads as a sentence
    """A catalogue file cannot be used. The message names the file and the key."""


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """A message in one language. It has one text, or one for each plural form if `count_field` is set."""

    forms: tuple[str, ...]
    count_field: str | None = None

    @property
    def placeholders(self) -> frozenset[str]:
        """Names of the facts that fill the message."""
        named = {name for form in self.forms for _, name, _, _ in Formatter().parse(form) if name is not None}
        return frozenset(named | ({self.count_field} if self.count_field else set()))


@dataclass(frozen=True, slots=True)
class Translations:
    """All messages of one language. `plural_index` returns the index of the form for a count."""

    tag: str
    locale: Locale
    plural_index: Callable[[int], int]
    messages: dict[str, MessageTemplate]


def read_translations(language: Language, folder: Path = LOCALES_FOLDER) -> Translations:
    """Read all files of a language. Raises InvalidCatalogue: a file or message cannot be used, or a key comes twice."""
    messages: dict[str, MessageTemplate] = {}
    for path in sorted((folder / language.tag).glob("*.po")):
        for entry in _read_file(path, language):
            if entry.id:
                key, message = _read_message(path, entry)
                if key in messages:
                    raise InvalidCatalogue(f"{path}: {key} is in another file too")
                messages[key] = message
    plural_rule = c2py(language.plural_forms.partition("plural=")[2].rstrip(";"))
    return Translations(language.tag, Locale.parse(language.babel), plural_rule, messages)


def _read_file(path: Path, language: Language) -> Catalog:
    text = path.read_text(encoding="utf-8")
    try:
        po = read_po(text.splitlines(keepends=True), locale=language.babel, abort_invalid=True)
    except PoFileError as error:
        raise InvalidCatalogue(f"{path}: {error}") from error
    keys = _MSGID.findall(text)
    if len(keys) != len(po):
        twice = ", ".join(sorted({key for key in keys if keys.count(key) > 1}))
        raise InvalidCatalogue(f"{path}: {twice} is there twice")
    if f'"Plural-Forms: {language.plural_forms}\\n"' not in text:
        raise InvalidCatalogue(f"{path}: its plural rule is not {language.plural_forms}")
    return po


def _read_message(path: Path, entry: PoMessage) -> tuple[str, MessageTemplate]:
    key, counted = entry.id if isinstance(entry.id, (tuple, list)) else (entry.id, None)
    forms = tuple(entry.string) if isinstance(entry.string, (tuple, list)) else (str(entry.string),)
    message = MessageTemplate(forms, counted)
    if entry.fuzzy or not all(forms):
        raise InvalidCatalogue(f"{path}: {key} is not finished")
    try:
        odd = [name for name in message.placeholders if not name.isidentifier()]
    except ValueError as error:
        raise InvalidCatalogue(f"{path}: {key}: {error}") from error
    if odd:
        raise InvalidCatalogue(f"{path}: {key}: {{{odd[0]}}} is not the name of a fact")
    return key, message
