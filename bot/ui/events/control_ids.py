"""The ids of the controls of events."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.ids import EventId
from bot.ui.core.messages.custom_id_codec import ControlId


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
    LEAVE = "leave"  # withdraws after a confirmation
    STAY = "stay"
    ACCEPT = "accept"  # `number`: an invitation to enter together
    DECLINE = "decline"
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


@dataclass(frozen=True, slots=True)
class ReportResult(ControlId):
    """Sets the result of a playing table, which ends it. `number` is the round's; `winner` is the command's word.

    `board` is one of the event; 0 if the table has no boards, or for all of them.
    """

    route: ClassVar = "ev:report"

    event: EventId
    number: int
    table: int
    winner: str
    margin: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class LetPlay(ControlId):
    """Lets the table play on."""

    route: ClassVar = "ev:play"


@dataclass(frozen=True, slots=True)
class ChooseEvent(ControlId):
    """A select of events, and what is done with the chosen one; `arguments` have no colon."""

    route: ClassVar = "ev:pick"

    action: str
    arguments: str = ""
