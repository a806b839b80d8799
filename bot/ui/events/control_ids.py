"""The ids of the controls of events."""

from enum import StrEnum

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


class EventControl(ControlId, route="ev"):
    """Shows or does something. `number`: a round or a page; `mark` keeps two ids of a message distinct."""

    action: EventAction
    event: EventId
    number: int = 0
    mark: str = ""


class ReportResult(ControlId, route="ev:report"):
    """Sets the result of a playing table, which ends it. `number` is the round's; `winner` is the command's word.

    `board` is one of the event; 0 if the table has no boards, or for all of them.
    """

    event: EventId
    number: int
    table: int
    winner: str
    margin: int
    board: int = 0


class LetPlay(ControlId, route="ev:play"):
    """Lets the table play on."""


class ChooseEvent(ControlId, route="ev:pick"):
    """A select of events, and what is done with the chosen one; `arguments` have no colon."""

    action: str
    arguments: str = ""
