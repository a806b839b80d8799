"""The glossary, and the texts of the tutorial."""

from enum import StrEnum
from typing import Final

from bot.text.describe.rules import Section
from bot.text.messages import Messages

GLOSSARY_KEYS: Final = (
    *(
        "declarer",
        "declarers",
        "level",
        "level_card",
        "trump",
        "declare",
        "overrule",
        "kitty",
        "bury",
        "capture",
        "trick",
    ),
    *("ruff", "tuple", "tractor", "unit", "throw", "points", "hold", "turn", "friend", "deal"),
)


class TutorialStep(StrEnum):
    """The steps of the tutorial, in order."""

    WELCOME = "welcome"
    HAND = "hand"
    DECLARE = "declare"
    BURY = "bury"
    LEAD = "lead"
    TRACTOR = "tractor"
    THROW = "throw"
    LOW = "low"
    FOLLOW = "follow"
    RUFF = "ruff"
    LAST_TRICK = "last_trick"
    RESULT = "result"


def format_glossary(messages: Messages) -> tuple[Section, ...]:
    """Return the glossary: each term with its meaning."""
    return tuple(
        Section(messages.say(f"glossary.{one}.term"), (messages.say(f"glossary.{one}"),)) for one in GLOSSARY_KEYS
    )


def format_tutorial_step(messages: Messages, step: TutorialStep, **facts: object) -> Section:
    """Return the text of a tutorial step.

    `facts` fill its placeholders: the cards in question, the points that the opponents need, and so on.
    """
    return Section(messages.say(f"tutorial.{step}.title"), (messages.say(f"tutorial.{step}", **facts),))
