"""Catalogue files read into messages: `.po` files with keys for msgids, written by hand and read at start.

A message with forms for numbers names, in place of gettext's plural text, the fact that is counted:
`msgid "unit.tractor"`, `msgid_plural "length"`; the forms then follow the language's plural rule.
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

FOLDER: Final = Path(__file__).parent / "locales"
LOCALES: Final = {"en": "en", "zh-CN": "zh_Hans_CN", "zh-TW": "zh_Hant_TW"}
"""Languages as Discord writes them, and as Babel does."""
_MSGID: Final = re.compile(r'^msgid "(?!")', re.MULTILINE)


class BadCatalogue(Exception):  # noqa: N818 - read as a sentence
    """A catalogue file that cannot be used; the message names file and key."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message in one language. `forms` has one text for each plural form if `counted` names a fact, else one."""

    forms: tuple[str, ...]
    counted: str | None = None

    @property
    def placeholders(self) -> frozenset[str]:
        """The facts that the message asks for."""
        named = {name for form in self.forms for _, name, _, _ in Formatter().parse(form) if name is not None}
        return frozenset(named | ({self.counted} if self.counted else set()))


@dataclass(frozen=True, slots=True)
class Language:
    """All messages of one language. `tag` is Discord's name for it; `plural` gives the number of a form."""

    tag: str
    locale: Locale
    plural: Callable[[int], int]
    messages: dict[str, Message]


def read_language(tag: str, folder: Path = FOLDER) -> Language:
    """Read all files of a language.

    Raises:
        BadCatalogue: a key comes twice, a message is empty or fuzzy, or has a malformed placeholder.
    """
    messages: dict[str, Message] = {}
    plural = "0"
    for path in sorted((folder / tag).glob("*.po")):
        po = _read(path, LOCALES[tag])
        plural = po.plural_expr
        for entry in po:
            if entry.id:
                key, message = _message(path, entry)
                if key in messages:
                    raise BadCatalogue(f"{path}: {key} is in another file already")
                messages[key] = message
    return Language(tag, Locale.parse(LOCALES[tag]), c2py(plural), messages)


def _read(path: Path, locale: str) -> Catalog:
    text = path.read_text(encoding="utf-8")
    try:
        po = read_po(text.splitlines(keepends=True), locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise BadCatalogue(f"{path}: {error}") from error
    if len(_MSGID.findall(text)) != len(po):
        raise BadCatalogue(f"{path}: {_twice(text)} is there twice")
    return po


def _twice(text: str) -> str:
    """Name the keys that come more than once; a po reader silently keeps one of them."""
    keys = re.findall(r'^msgid "(.+)"', text, re.MULTILINE)
    return ", ".join(sorted({key for key in keys if keys.count(key) > 1}))


def _message(path: Path, entry: PoMessage) -> tuple[str, Message]:
    key, counted = entry.id if isinstance(entry.id, (tuple, list)) else (entry.id, None)
    forms = tuple(entry.string) if isinstance(entry.string, (tuple, list)) else (str(entry.string),)
    message = Message(forms, counted)
    if entry.fuzzy or not all(forms):
        raise BadCatalogue(f"{path}: {key} is not finished")
    try:
        odd = [name for name in message.placeholders if not name.isidentifier()]
    except ValueError as error:
        raise BadCatalogue(f"{path}: {key}: {error}") from error
    if odd:
        raise BadCatalogue(f"{path}: {key}: {{{odd[0]}}} is not the name of a fact")
    return key, message
