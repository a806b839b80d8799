"""The words of the glossary, and the steps of the tutorial."""

from enum import StrEnum
from typing import Final

GLOSSARY_KEYS: Final = (
    *("declarer", "declarers", "level", "level_card", "trump", "declare", "overrule", "kitty", "bury", "capture"),
    *("trick", "ruff", "tuple", "tractor", "unit", "throw", "points", "hold", "turn", "friend", "deal"),
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
