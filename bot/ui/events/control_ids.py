"""The ids of the controls of events."""

from enum import StrEnum
from typing import Final

from bot.ids import EventId
from bot.ui.core.messages.custom_id_codec import ControlId

PART: Final = "."
"""Separates two numbers in the `mark` of a control, such as those of a table and a board."""


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
    LEAVE = "leave"  # withdraws after a confirmation
    ACCEPT = "accept"  # `number` identifies an invitation to enter together
    DECLINE = "decline"
    BRACKET = "bracket"
    CROSSTABLE = "cross"
    BOARD = "board"  # the newest board, or a select of boards
    # the panel
    PANEL = "panel"
    TOGETHER = "with"  # a picker of people with whom the user enters, or the button that opens it
    # the managers' part of the panel
    MANAGE = "manage"
    OPEN = "open"
    CLOSE = "close"
    START = "start"
    UNDO = "undo"  # `number` is the time of the change to undo, in seconds since the epoch
    ASK_CANCEL = "end"
    FILES = "files"
    PEOPLE = "people"  # `mark`: a page
    PERSON = "person"  # `number` identifies an entrant, unless this is a select of entrants
    ADMIT = "admit"  # checks in the entrant with this `number`
    DROP = "drop"  # withdraws the entrant with this `number`
    ADD = "add"  # a picker of the people whom a manager enters in the event
    TABLES = "tables"  # `number`: a round; `mark`: a page
    MATCH = "match"  # a select of the tables of a round, or of a table's boards
    SCORE = "score"  # a select of results; `mark` names a table and a board
    LEVELS = "levels"  # a form for other results; `mark` names a table and a board
    BEGIN = "begin"  # `mark` says which table, and who gets the seats of missing players
    SEAT = "seat"  # a picker of the person who takes a missing player's seat; `mark`: a table and the seat
    MANAGERS = "staff"
    MANAGER = "hire"  # a picker of people who manage the event from now on
    NO_MANAGER = "fire"  # a select of managers to remove
    SETTINGS = "settings"
    SETTING = "setting"  # a select of settings


class EventControl(ControlId, route="ev"):
    """Performs an action. `number` is a round or a page unless `EventAction` says otherwise. `mark` tells ids apart."""

    action: EventAction
    event: EventId
    number: int = 0
    mark: str = ""


class ChangeEvent(ControlId, route="ev:set"):
    """Changes a setting or opens its form. `act` is a constant of `setting_panel`, such as `CLEAR`."""

    event: EventId
    name: str
    act: str
    revision: int = 0


class NewEvent(ControlId, route="ev:new"):
    """Offers the templates of events. With a `template`, opens its form or creates an event from the submitted form."""

    template: str = ""
    again: bool = False
    """Whether the form starts with what the user entered before it was refused."""


class ReportResult(ControlId, route="ev:report"):
    """Sets the result of a table that is in play, and so ends its match."""

    event: EventId
    number: int  # the number of the round
    table: int
    winner: str  # "first", "second", "draw" or "void"
    margin: int  # how many levels the winner gains
    board: int = 0  # the number of a board, or 0 for the whole table
