"""The primer for a set of rules, the glossary, and the texts of the tutorial."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from bot.text.describe.rules import Section, format_level
from bot.text.messages import Messages
from engine.deal.scoring import points_to_win
from engine.model.rules import Rules, Teams, Throws

GLOSSARY_KEYS: Final = (
    *("declarer", "declarers", "level", "level_card", "trump", "declare", "kitty", "bury", "trick", "ruff"),
    *("tuple", "tractor", "throw", "points", "friend", "deal"),
)


PRIMER_KEYS: Final = ("goal", "order", "declare", "kitty", "friends", "tricks", "throws", "pickup")
"""The parts that a primer can have, in order."""


class TutorialStep(StrEnum):
    """The steps of the tutorial, in order."""

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


def format_primer(messages: Messages, rules: Rules) -> tuple[Section, ...]:
    """Return how a game with these rules is played, in the order of a deal."""
    return tuple(section for _, section in format_keyed_primer_sections(messages, rules))


def format_keyed_primer_sections(messages: Messages, rules: Rules) -> tuple[tuple[str, Section], ...]:
    """Return the parts of the primer that these rules need, each with its key in `PRIMER`."""
    facts = {
        "target": points_to_win(rules),
        "start": format_level(messages, rules.start_level),
        "final": format_level(messages, rules.final_level),
        "kitty": rules.kitty_size,
        "friends": messages.say("count.friends", count=rules.friend_count),
    }
    return tuple(
        (part, Section(messages.say(f"primer.{part}.title"), (messages.say(f"primer.{key}", **facts),)))
        for part, key in _list_part_keys(rules)
    )


def _list_part_keys(rules: Rules) -> Iterator[tuple[str, str]]:
    hidden = "_hidden" if rules.teams is Teams.HIDDEN_TEN else ""
    yield "goal", f"goal{hidden}"
    yield "order", f"order{hidden}"
    yield "declare", f"declare{hidden}"
    if rules.kitty_size:
        yield "kitty", "kitty"
    if rules.teams is Teams.FRIENDS:
        yield "friends", "friends_alone" if rules.plays_alone else "friends"
    yield "tricks", "tricks" if rules.decks > 1 else "tricks_single"
    if rules.throws is not Throws.OFF:
        yield "throws", "throws"
    if rules.pickup:
        yield "pickup", "pickup"


def format_glossary(messages: Messages) -> tuple[Section, ...]:
    """Return the glossary: each term with its meaning."""
    return tuple(
        Section(messages.say(f"glossary.{one}.term"), (messages.say(f"glossary.{one}"),)) for one in GLOSSARY_KEYS
    )


def format_tutorial_step(messages: Messages, step: TutorialStep, **facts: object) -> Section:
    """Return the text of a tutorial step.

    `facts` are what its words ask for: the cards that are meant, the points that the opponents need, and so on.
    """
    return Section(messages.say(f"tutorial.{step}.title"), (messages.say(f"tutorial.{step}", **facts),))
