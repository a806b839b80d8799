"""What an evening of random taps came to: counts of what was used, how quickly it was answered, and what was wrong."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from bot.text.reading import read_language
from bot.ui.ids import parse
from bot.ui.routes import read_control

SLOW = 3.0
"""Seconds that Discord waits for an answer."""
BLANK = re.compile(r"\{[a-z_]+\}")
WORD_BY_WORD = re.compile(r"(?:\b[a-z]{2,}\b[ ,]+){3}[a-z]{2,}")
ALLOWED = {401, 404, 429}
"""Answers of Discord that a bot may get: a token has run out, a message was deleted, too much at once."""


def kind_of(custom_id):
    """What sort of control this is: the verb at a table, or the room."""
    known = parse(custom_id)
    return known.verb.value if known else f"room {read_control(custom_id)[0]}"


@dataclass
class Tally:
    """Adds up. All counts are of what was really sent."""

    steps: int = 0
    deals: int = 0
    late: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    controls: Counter = field(default_factory=Counter)
    commands: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)

    def answered(self, raw):
        """Count an interaction and how long its first answer took."""
        self.steps += 1
        took = raw["took"] if raw["answered"] else SLOW
        self.late += took >= SLOW
        self.slowest = max(self.slowest, took)

    def plain(self):
        return dict(vars(self))

    def add(self, other):
        """Add what another tally, as plain data, has counted."""
        self.steps += other["steps"]
        self.deals += other["deals"]
        self.late += other["late"]
        self.slowest = max(self.slowest, other["slowest"])
        self.controls.update(other["controls"])
        self.commands.update(other["commands"])
        self.faults += other["faults"]


@cache
def _keys():
    return frozenset(read_language("en").messages)


def complaints(seen, locale):
    """Say what is wrong with the words of a message: keys without words, blanks unfilled, another language."""
    words = list(_words(seen))
    for text in words:
        keys = {word for word in re.findall(r"[a-z_]+(?:\.[a-z_0-9]+)+", text) if word in _keys()}
        if keys or BLANK.search(text):
            yield f"no words: {text[:200]!r}"
        if locale.startswith("zh") and seen.ephemeral and (found := WORD_BY_WORD.search(text)):
            yield f"not Chinese: {found[0]!r} in {text[:200]!r}"


def _words(seen):
    yield seen.text
    for part in seen.parts:
        for key in ("label", "placeholder", "description", "content"):
            yield str(part.get(key) or "")
        for inner in (*(part.get("options") or ()), *(part.get("items") or ())):
            yield str(inner.get("label") or "")
            yield str(inner.get("description") or "")


def short_of(counts, wanted, least):
    """Return what of `wanted` was used less than `least` times, and how often."""
    return {one: counts[one] for one in sorted(wanted) if counts[one] < least}
