"""The ids of the controls of puzzles. They hold the day, so that a press after midnight belongs to the day before."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.puzzles.days import Day, Period
from bot.ui.core.custom_ids import ControlId

SHOW_TRICKS: Final = "tricks"
SHOW_PUZZLE: Final = "show"


@dataclass(frozen=True, slots=True)
class PuzzleControl(ControlId):
    """A control of a puzzle: `verb` is that of a hand panel, or one of this module. In practice nothing counts."""

    route: ClassVar = "puzzle"

    day: Day
    practice: bool
    verb: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class OpenPuzzle(ControlId):
    """Opens the puzzle of the day on which it is pressed."""

    route: ClassVar = "puzzle:open"


@dataclass(frozen=True, slots=True)
class ChoosePractice(ControlId):
    """A select of earlier puzzles."""

    route: ClassVar = "puzzle:old"


@dataclass(frozen=True, slots=True)
class ShowPuzzleBoard(ControlId):
    """Shows a page of the leaderboard; `mark` makes the ids of a message differ."""

    route: ClassVar = "puzzle:board"

    period: Period
    page: int = 1
    mark: str = ""
