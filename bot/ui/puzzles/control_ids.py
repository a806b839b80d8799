"""The ids of the controls of puzzles and deals of the day. They name the day, so they also work after midnight."""

from typing import Final

from bot.puzzles.days import Day, Period
from bot.ui.core.messages.custom_id_codec import ControlId

SHOW_TRICKS: Final = "tricks"
SHOW_PUZZLE: Final = "show"


class PuzzleControl(ControlId, route="puzzle"):
    """A control of a puzzle. `verb` comes from a hand panel or this module. With `practice`, answers do not count."""

    day: Day
    practice: bool
    verb: str
    argument: str = ""


class OpenPuzzle(ControlId, route="puzzle:open"):
    """Opens the puzzle of the day on which it is pressed."""


class ChoosePractice(ControlId, route="puzzle:old"):
    """A select of earlier puzzles."""


class ShowPuzzleBoard(ControlId, route="puzzle:board"):
    """Shows a page of the leaderboard; `mark` keeps the ids in one message distinct."""

    period: Period
    page: int = 1
    mark: str = ""


class DailyControl(ControlId, route="daily"):
    """A control of a day's deal. `task` is the number of the question, and `verb` comes from a hand panel."""

    day: Day
    task: int
    verb: str
    argument: str = ""


class OpenDaily(ControlId, route="daily:open"):
    """Opens today's deal, even from a message of an earlier day."""


class ShowDailyBoard(ControlId, route="daily:board"):
    """Shows a page of the leaderboard of a day's deal; `mark` keeps the ids in one message distinct."""

    day: Day
    page: int = 1
    mark: str = ""


class SharePuzzle(ControlId, route="puzzle:share"):
    """Posts that the user has answered the puzzle of a day."""

    day: Day


class ShareDaily(ControlId, route="daily:share"):
    """Posts that the user has finished the deal of a day."""

    day: Day


class ShowMaster(ControlId, route="daily:master"):
    """Shows how the computer player Master played a day's deal, after `step` tricks. `mark` tells ids apart."""

    day: Day
    step: int = 0
    mark: str = ""
