"""Decides which boards are still secret, with pure changes of an event; a repeated change has no effect.

Everybody plays a board in the same round, so that nobody still has to play one that the last table has finished. Until
then it is sealed: its cards and results are shown to nobody but those who play it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.events.matches import EventBoard, EventMatch, EventRound, MatchStatus
from bot.events.model import ENDED, Event
from bot.events.refusals import EventRefusal, EventRefused

_TO_PLAY: Final = {MatchStatus.PAIRED, MatchStatus.PLAYING}


def list_previous_matches(this: EventRound, match: EventMatch) -> list[EventMatch]:
    """Return the matches at the same table on the boards before that of `match`, the last first."""
    before = [one for one in this.matches if one.table == match.table and one.board < match.board]
    return sorted(before, key=lambda one: -one.board)


def list_matches(this: EventRound, board: int) -> list[EventMatch]:
    """Return the matches of all tables on a board, by table."""
    return sorted((one for one in this.matches if one.board == board), key=lambda one: one.table)


def list_revealed(event: Event) -> Iterator[tuple[EventRound, EventBoard]]:
    """Yield the boards that nobody still has to play."""
    yield from ((one, board) for one in event.rounds for board in one.boards if board.is_revealed)


def list_sealed(event: Event) -> Iterator[tuple[EventRound, EventBoard]]:
    """Yield the boards that somebody may still have to play."""
    yield from ((one, board) for one in event.rounds for board in one.boards if not board.is_revealed)


def reveal(event: Event, round_number: int, board: EventBoard) -> Event:
    """Return the event with a board revealed."""
    this = event.rounds[round_number - 1]
    boards = tuple(replace(one, is_revealed=True) if one.number == board.number else one for one in this.boards)
    return event if boards == this.boards else event.with_round(replace(this, boards=boards))


def get_board(event: Event, number: int) -> tuple[EventRound, EventBoard]:
    """Return a board that may be shown, with its round. Raises EventRefused: NO_SUCH_BOARD, BOARD_HIDDEN."""
    found = next(((one, board) for one in event.rounds for board in one.boards if board.number == number), None)
    if found is None:
        raise EventRefused(EventRefusal.NO_SUCH_BOARD, board=number)
    if not found[1].is_revealed:
        raise EventRefused(EventRefusal.BOARD_HIDDEN, board=number)
    return found


def is_still_to_play(event: Event, this: EventRound, board: EventBoard) -> bool:
    """Return whether some table of a running event has yet to finish a board."""
    return event.status not in ENDED and any(match.status in _TO_PLAY for match in list_matches(this, board.number))
