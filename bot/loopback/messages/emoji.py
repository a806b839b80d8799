"""Emoji in components: the application's own by id, or a Unicode one by its sign."""

import unicodedata

from bot.loopback.errors import Form, Path

_SIGNS = frozenset({"So", "Sk", "Sm", "Po", "Me", "Cf", "Mn"})
_LONGEST = 16
_KEYCAPS = frozenset("0123456789#*")


def check_emoji(form: Form, path: Path, emoji: object, known: frozenset[int]) -> None:
    """Note a fault when no client could show this emoji."""
    if not isinstance(emoji, dict):
        form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    elif emoji.get("id"):
        if not str(emoji["id"]).isdigit() or int(emoji["id"]) not in known:
            form.wrong((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif not is_emoji(emoji.get("name")):
        form.wrong((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def is_emoji(name: object) -> bool:
    """Whether a text may be one Unicode emoji: a sign, a flag, a keycap. Letters and words are not."""
    if not isinstance(name, str) or not 1 <= len(name) <= _LONGEST:
        return False
    if name[0] in _KEYCAPS:
        return name.endswith("\N{COMBINING ENCLOSING KEYCAP}")
    return all(unicodedata.category(sign) in _SIGNS and not sign.isascii() for sign in name)
