"""The ids of puzzle controls. They contain the day, so that a press after midnight belongs to the day before."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.puzzles.days import Day, Period
from bot.ui.core.messages.custom_id_codec import ControlId

SHOW_TRICKS: Final = "tricks"
SHOW_PUZZLE: Final = "show"


@dataclass(frozen=True, slots=True)
class PuzzleControl(ControlId):
    """A control of a puzzle; `verb` is one of a hand panel or of this module. With practice on, nothing counts."""

    route: ClassVar = "puzzle"

    day: Day
    practice: bool
    verb: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class OpenPuzzle(ControlId):
    """Opens the puzzle of the day of the press."""

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


@dataclass(frozen=True, slots=True)
class DailyControl(ControlId):
    """A control of the deal of a day: `task` is the question that it answers, `verb` that of a hand panel."""

    route: ClassVar = "daily"

    day: Day
    task: int
    verb: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class OpenDaily(ControlId):
    """Opens the deal of the day of the press."""

    route: ClassVar = "daily:open"


@dataclass(frozen=True, slots=True)
class ShowDailyBoard(ControlId):
    """Shows a page of the leaderboard of a day's deal; `mark` makes the ids of a message differ."""

    route: ClassVar = "daily:board"

    day: Day
    page: int = 1
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ShowMaster(ControlId):
    """Shows how Master played a day's deal, after `step` tricks; `mark` makes the ids of a message differ."""

    route: ClassVar = "daily:master"

    day: Day
    step: int = 0
    mark: str = ""
