"""What those in the seats are called. Names come in as they are to be written; nobody is looked up here."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.play.occupants import Computer
from bot.text.words import Words

Names = Sequence[str | None] | Mapping[int, str]
"""What each seat is called; a seat that has no name is called by its number."""

_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of all that follows, beyond the name."""
_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]()@:-])")


def name(words: Words, names: Names | None, seat: int) -> str:
    """Return what a seat is called."""
    return known(names, seat) or words.say("refused.seat", seat=seat + 1)


def known(names: Names | None, seat: int) -> str:
    """Return the name a seat was given; nothing if it was given none."""
    if not names:
        return ""
    return (names.get(seat) if isinstance(names, Mapping) else names[seat]) or ""


def all_of(words: Words, names: Names | None, seats: Iterable[int]) -> str:
    """Return several seats as a list of names."""
    return words.listed(name(words, names, seat) for seat in seats)


def plain(text: str) -> str:
    """Return a name with everything escaped that Discord would take for formatting, a mention or a link.

    What would turn the direction of the words behind it is left out.
    """
    return _MARKS.sub(r"\\\1", _TURNS.sub("", text))


def computer_name(words: Words, namer: Words, computer: Computer, *, bare: bool) -> str:
    """Return what `namer` calls a computer player, and how well it plays; `bare`: the name alone."""
    own = f"computer.name.{computer.number}"
    called = namer.say(own) if namer.has(own) else words.say("computer.numbered", number=computer.number)
    if bare:
        return called
    return words.say("computer.named", name=called, level=words.say(f"computer.level.{computer.level}"))
