"""The ids of controls: `t1:<table>:<seat>:<task>:<verb>:<argument>`, so that an old button says what it once meant.

An id is never trusted: the seat is checked against who pressed, the task against what is asked now, and the cards
against the hand.
"""

import string
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.play.occupants import TableId
from engine.cards import FACES, Card
from engine.seats import Seat

FORM: Final = "t1"
LONGEST: Final = 100
_CODES: Final = (string.ascii_letters + "01")[:FACES]
_FACE_OF: Final = {code: Card(i) for i, code in enumerate(_CODES)}


class Verb(StrEnum):
    """What a control does."""

    # on the lobby
    JOIN = "join"
    SIT = "sit"  # a select of empty seats; argument: which are empty, so that the id changes with them
    LEAVE = "leave"
    GO = "go"  # leave a match that has begun
    ADD = "add"  # a computer player
    DROP = "drop"
    START = "start"
    MIX = "mix"  # seats by chance
    HOST = "host"  # a select of what the host may do; argument: a number that makes the id new
    PRESET = "rulz"  # a select of presets; argument as above
    LEVEL = "level"  # a select of computers to add, and of how well those there play; argument as above
    # on every public message
    HAND = "hand"
    LAST = "last"
    RULES = "rules"
    HELP = "help"
    NEXT = "next"  # deal again
    HERE = "here"  # somebody who was away is back
    AWAY = "away"
    REMATCH = "again"
    WATCH = "watch"
    SIT_IN = "sitin"  # a select of seats that a watcher may ask for; argument: which, so that the id changes with them
    WITHDRAW = "nosit"
    # on a hand panel
    REFRESH = "show"
    DECLARE = "decl"  # argument: cards
    PASS = "pass"  # noqa: S105 - a verb, no password
    CLAIM = "claim"
    BURY = "bury"  # argument: cards
    PLAY = "play"  # argument: cards
    TAKE = "take"
    LEAVE_LYING = "lie"
    TAKE_BACK = "undo"
    END_DEAL = "end"
    CALL = "call"
    PICK = "pick"  # a select of cards for the draft; argument: group and a number that makes the id new
    PICK_NOW = "now"  # a select whose choice is a whole play; argument: a number that makes the id new
    PICK_CALL = "pcall"
    CLEAR = "clear"
    SUGGEST = "hint"
    SURE = "sure"  # argument: cards; a play that was asked about once more
    MORE = "more"  # argument: a card of which one more is picked
    BACK = "back"  # what was picked last is put back
    GROUP = "group"  # a select of what a lead counts as; argument: cards and a number that makes the id new
    ADVICE = "why"  # what a good player would do, and why


@dataclass(frozen=True, slots=True)
class Id:
    """A control's id, read. `seat` and `task` are None on public messages."""

    table: TableId
    verb: Verb
    argument: str = ""
    seat: Seat | None = None
    task: int | None = None

    def __str__(self) -> str:
        seat = "" if self.seat is None else str(self.seat)
        task = "" if self.task is None else str(self.task)
        text = f"{FORM}:{self.table}:{seat}:{task}:{self.verb}:{self.argument}"
        if len(text) > LONGEST:
            raise ValueError(f"an id of {len(text)} characters for {self.verb}")
        return text

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the argument.

        Raises:
            ValueError: it holds something else.
        """
        return read_cards(self.argument)


def parse(text: str) -> Id | None:
    """Read an id; None if it is none of ours, or of a form no longer known."""
    match text.split(":"):
        case [form, table, seat, task, verb, argument] if form == FORM and verb in set(Verb):
            try:
                return Id(
                    TableId(int(table)),
                    Verb(verb),
                    argument,
                    Seat(int(seat)) if seat else None,
                    int(task) if task else None,
                )
            except ValueError:
                return None
        case _:
            return None


def card_codes(cards: Iterable[Card]) -> str:
    """Return one character for each card; `read_cards` reads it back."""
    return "".join(_CODES[card] for card in cards)


def read_cards(codes: str) -> tuple[Card, ...]:
    """Read what `card_codes` wrote.

    Raises:
        ValueError: a character is no card's.
    """
    try:
        return tuple(_FACE_OF[code] for code in codes)
    except KeyError:
        raise ValueError("not cards") from None
