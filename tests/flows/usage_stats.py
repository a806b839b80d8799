"""Statistics of a random session: counts of what was used, response times, and faults."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot.text.languages import DEFAULT, find_language
from bot.text.po_files import read_translations
from tests.table_control_ids import parse_table_control_id

SLOW = 3.0
"""Seconds that Discord waits for an answer."""
BLANK = re.compile(r"\{[a-z_]+\}")
WORD_BY_WORD = re.compile(r"(?:\b[a-z]{2,}\b[ ,]+){3}[a-z]{2,}")
CODE = re.compile("`[^`]*`")
"""Code in backquotes, which belongs to no language."""
ALLOWED = {401, 404, 429}
"""Statuses that are no fault, because Discord sends them for an expired token, a deleted message or a rate limit."""


def kind_of(custom_id):
    """Return the kind of a control. This is its verb if it belongs to a table, else its route."""
    known = parse_table_control_id(custom_id)
    return known.verb.value if known else f"room {custom_id.partition(':')[0]}"


@dataclass
class UsageStats:
    """Adds up the interactions, deals and faults of a random session, and the times of its answers."""

    steps: int = 0
    deals: int = 0
    late: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    controls: Counter = field(default_factory=Counter)
    commands: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)

    def count_answer(self, raw, stalled):
        """Count an interaction, and time its first answer. Leave out the seconds in which the program was `stalled`."""
        self.steps += 1
        took = raw["took"] - stalled if raw["answered"] else SLOW
        self.late += took >= SLOW
        self.slowest = max(self.slowest, took)

    def to_dict(self):
        return dict(vars(self))

    def add(self, other):
        """Add the counts of another session, given as a dict."""
        self.steps += other["steps"]
        self.deals += other["deals"]
        self.late += other["late"]
        self.slowest = max(self.slowest, other["slowest"])
        self.controls.update(other["controls"])
        self.commands.update(other["commands"])
        self.faults += other["faults"]


def seconds_stalled():
    """Return how many seconds this thread has waited for a processor so far, or 0 if the system does not tell.

    The bot and the local Discord share a thread, so neither runs while the thread waits.
    """
    try:
        return int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


@cache
def _keys():
    return frozenset(read_translations(DEFAULT).messages)


def find_text_faults(seen, locale):
    """Yield faults in a message's texts: keys without translation, unfilled placeholders, untranslated words."""
    words = list(_texts(seen))
    for text in words:
        keys = {word for word in re.findall(r"[a-z_]+(?:\.[a-z_0-9]+)+", text) if word in _keys()}
        if keys or BLANK.search(text):
            yield f"no words: {text[:200]!r}"
        if (
            find_language(locale) not in (None, DEFAULT)
            and seen.ephemeral
            and (found := WORD_BY_WORD.search(CODE.sub("", text)))
        ):
            yield f"not translated: {found[0]!r} in {text[:200]!r}"


def _texts(seen):
    yield seen.text
    for part in seen.parts:
        for key in ("label", "placeholder", "description", "content"):
            yield str(part.get(key) or "")
        for inner in (*(part.get("options") or ()), *(part.get("items") or ())):
            yield str(inner.get("label") or "")
            yield str(inner.get("description") or "")
