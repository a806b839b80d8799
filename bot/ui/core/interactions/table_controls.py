"""The ids of a table's controls. An id contains all that a press means, so an old button keeps its meaning."""

from enum import StrEnum
from typing import Final

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards
from bot.ui.core.messages.message import Button, ButtonStyle
from engine.model.cards import Card
from engine.model.seats import Seat


class ControlVerb(StrEnum):
    """What a control does."""

    # in a lobby
    JOIN = "join"  # argument: a side of the table, or empty if sides are not fixed
    SIT = "sit"  # a select of seats to take; argument: the seats on offer, so that other seats make a new id
    LEAVE = "leave"
    LEAVE_MATCH = "go"
    ADD_COMPUTER = "add"
    REMOVE_COMPUTER = "drop"
    START = "start"  # argument: `anyway` if the host has already read a warning that results will not count
    SHUFFLE_SEATS = "mix"
    HOST_ACTION = "host"  # a select of what the host may do; argument: the taken seats and the speed
    CHOOSE_PRESET = "rulz"  # a select of presets and house rules; argument: the present choice
    CHOOSE_COMPUTER = "level"  # a select that adds computer players and sets levels; argument: a letter for each seat
    LOBBY_MORE = "menu"  # shows all controls of the lobby in the user's panel
    CHOOSE_LENGTH = "len"  # a select of lengths of the match; argument: the present choice
    CHOOSE_PURPOSE = "for"  # a select of what the table's deals count for; argument: the present choice
    # Public messages have these controls. Some private messages have them, too.
    SHOW_HAND = "hand"
    LAST_TRICK = "last"
    RULES = "rules"
    HELP = "help"
    NEXT_DEAL = "next"
    COME_BACK = "here"  # the user is no longer away
    STEP_AWAY = "away"
    REMATCH = "again"
    WATCH = "watch"
    REQUEST_SEAT = "sitin"  # a select of seats that a spectator may request; argument: these seats
    WITHDRAW_REQUEST = "nosit"
    # The panel with a player's hand has these controls.
    DECLARE = "decl"  # argument: cards
    PICK_DECLARATION = "pdecl"  # a select of declarations to pick; argument: a number that makes the id new
    PASS = "pass"  # noqa: S105 - a verb, no password
    CLAIM_REDEAL = "claim"
    BURY = "bury"  # argument: cards
    PLAY = "play"  # argument: cards
    TAKE_POINTS = "take"
    LEAVE_POINTS = "lie"
    CLAIM_REST = "rest"  # plays the rest of a hand that certainly wins every trick
    TAKE_BACK = "undo"
    END_DEAL = "end"
    CALL_FRIENDS = "call"  # argument: the calls
    PICK = "pick"  # a select of cards to pick; argument: group and a number that makes the id new
    PICK_SUIT = "suit"  # a select of the suit to lead from; argument: a number that makes the id new
    PICK_FRIEND_SUIT = "fsuit"  # three selects to call friends; argument: a number that makes the id new
    PICK_FRIEND_CARD = "fcard"
    PICK_FRIEND_COPY = "fcopy"
    CLEAR = "clear"
    SUGGEST_BURY = "hint"
    CONFIRM_PLAY = "sure"  # the second press, which plays the cards; argument: these cards
    PICK_ONE_MORE = "more"  # argument: a card
    UNPICK_LAST = "back"
    CHOOSE_GROUPING = "group"  # a select of what a lead counts as; argument: cards and a number that makes the id new
    SHOW_HINT = "why"
    STILL_OUT = "out"  # shows which cards the seat has not seen yet
    SAY = "say"  # a select of quick phrases; argument: a number that makes the id new
    COACH = "coach"  # turns the coach on
    CONFIRM_ALWAYS = "sure2"  # makes every play need a second press
    EXPLAIN = "rule"  # shows, in the panel, the rule behind a refusal; argument: a `RuleBehind.key`


_CARD_VERBS: Final = {
    ControlVerb.DECLARE,
    ControlVerb.BURY,
    ControlVerb.PLAY,
    ControlVerb.CONFIRM_PLAY,
    ControlVerb.PICK_ONE_MORE,
}

SHOW_HERE: Final = "here"
"""The argument of a button that shows something in the panel where the button is."""
HIDE: Final = "hide"
"""The argument of a button that hides what it has shown in its panel."""


class TableControlId(ControlId, route="t1"):
    """The id of a table's control. `seat` and `task` may be None. For `NEXT_DEAL`, `task` is the deal's number."""

    table: TableId
    seat: Seat | None
    task: int | None
    verb: ControlVerb
    argument: str

    def __post_init__(self) -> None:
        if self.verb in _CARD_VERBS:
            _ = self.cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the argument."""
        return decode_cards(self.argument)


def table_control_id(
    table: TableId, verb: ControlVerb, argument: str = "", *, seat: Seat | None = None, task: int | None = None
) -> str:
    """Return the text of a table control's id."""
    return str(TableControlId(table, seat, task, verb, argument))


def table_button(
    table: TableId,
    texts: Texts,
    verb: ControlVerb,
    key: str,
    tone: ButtonStyle = ButtonStyle.SECONDARY,
    *,
    argument: str = "",
    disabled: bool = False,
    emoji: str = "",
) -> Button:
    """Return a table's button whose label is the text `key`. Its id names no seat."""
    return Button(table_control_id(table, verb, argument), texts.say(key), tone, disabled, emoji)
