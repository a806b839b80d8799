"""The ids of the controls of events."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.ids import EventId
from bot.ui.core.custom_ids import ControlId


class EventAction(StrEnum):
    """What a control of an event shows or does."""

    ENTER = "enter"
    TEAM = "team"  # a select of the user's teams
    CHECK_IN = "check"
    WITHDRAW = "withdraw"
    VOLUNTEER = "volunteer"
    HERE = "here"
    STANDINGS = "standings"
    ROUND = "round"
    CANCEL = "cancel"
    KEEP = "keep"
    BRACKET = "bracket"
    CROSSTABLE = "cross"
    BOARD = "board"  # the newest board, or a select of boards


@dataclass(frozen=True, slots=True)
class EventControl(ControlId):
    """Shows or does something. `number`: a round or a page; `mark` keeps two ids of a message distinct."""

    route: ClassVar = "ev"

    action: EventAction
    event: EventId
    number: int = 0
    mark: str = ""
