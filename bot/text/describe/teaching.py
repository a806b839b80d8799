"""The game told from the beginning: a primer for a set of rules, a glossary, the words of the tutorial."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from bot.text.describe.rules import Section, level
from bot.text.words import Words
from engine.rules import Rules, Teams, Throws
from engine.scoring import turnover

GLOSSARY: Final = (
    *("declarer", "declarers", "level", "level_card", "trump", "declare", "kitty", "bury", "trick", "ruff"),
    *("tuple", "tractor", "throw", "points", "friend", "deal"),
)


PRIMER: Final = ("goal", "order", "declare", "kitty", "friends", "tricks", "throws", "pickup")
"""The parts that a primer can have, in order."""


class Step(StrEnum):
    """What the tutorial explains, in the order in which it comes up."""

    WELCOME = "welcome"
    HAND = "hand"
    DECLARE = "declare"
    BURY = "bury"
    LEAD = "lead"
    POINTS = "points"
    TRACTOR = "tractor"
    THROW = "throw"
    LOW = "low"
    FOLLOW = "follow"
    RUFF = "ruff"
    LAST_TRICK = "last_trick"
    RESULT = "result"


def primer(words: Words, rules: Rules) -> tuple[Section, ...]:
    """Return how a game by these rules is played, in the order in which things happen."""
    return tuple(section for _, section in primer_parts(words, rules))


def primer_parts(words: Words, rules: Rules) -> tuple[tuple[str, Section], ...]:
    """Return the parts of the primer that these rules need, each with its key in `PRIMER`."""
    facts = {
        "target": turnover(rules),
        "start": level(words, rules.start_level),
        "final": level(words, rules.final_level),
        "kitty": rules.kitty_size,
        "friends": words.say("count.friends", count=rules.friend_count),
    }
    return tuple(
        (part, Section(words.say(f"primer.{part}.title"), (words.say(f"primer.{key}", **facts),)))
        for part, key in _parts(rules)
    )


def _parts(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the parts of the primer, each with the key of the words that fit these rules."""
    hidden = "_hidden" if rules.teams is Teams.HIDDEN_TEN else ""
    yield "goal", f"goal{hidden}"
    yield "order", f"order{hidden}"
    yield "declare", f"declare{hidden}"
    yield "kitty", "kitty"
    if rules.teams is Teams.FRIENDS:
        yield "friends", "friends"
    yield "tricks", "tricks" if rules.decks > 1 else "tricks_single"
    if rules.throws is not Throws.OFF:
        yield "throws", "throws"
    if rules.pickup:
        yield "pickup", "pickup"


def glossary(words: Words) -> tuple[Section, ...]:
    """Return the words of the game, each with what it means."""
    return tuple(Section(words.say(f"glossary.{one}.term"), (words.say(f"glossary.{one}"),)) for one in GLOSSARY)


def tutorial(words: Words, step: Step, **facts: object) -> Section:
    """Return what is explained at a step of the tutorial.

    `facts` are what its words ask for: the cards that are meant, the points that the opponents need, and so on.
    """
    return Section(words.say(f"tutorial.{step}.title"), (words.say(f"tutorial.{step}", **facts),))
