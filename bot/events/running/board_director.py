"""Lets each table play one board after the other, and reveals a board once the last table has played it."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog

from bot.events.boards.deal_boards import count_boards
from bot.events.boards.sealed_boards import is_still_to_play, list_matches, list_previous_matches, list_sealed, reveal
from bot.events.changes import results
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchStatus
from bot.events.model import Event
from bot.events.ports import BoardTables, EventChange, WithoutResult
from bot.play.refusals import TableRefused

log = structlog.get_logger()

SECRET_BYTES: Final = 32

Change = Callable[[Event, EventChange], Awaitable[Event]]
"""Applies a change, if there is anything to change, and returns the event."""


class BoardDirector:
    """Takes the steps of rounds with boards. Every step may be repeated."""

    def __init__(self, tables: BoardTables, change: Change, random_bytes: Callable[[int], bytes]) -> None:
        self._tables = tables
        self._change = change
        self._random_bytes = random_bytes

    def draw_secrets(self, event: Event) -> list[bytes]:
        """Return a fresh secret for each board of a round."""
        return [self._random_bytes(SECRET_BYTES) for _ in range(count_boards(event))]

    async def follow_table(self, event: Event, match: EventMatch) -> Event:
        """Open the table of a board once the previous one is over there, or collect its result."""
        this = event.round
        assert this is not None
        earlier = list_previous_matches(this, match)
        if any([await self._is_in_play(one) for one in earlier]):
            return event
        outcome = await self._tables.find_outcome(match.id)
        if outcome is None:
            await self._tables.open(event, this, match, [one.id for one in earlier])
        if outcome is None or outcome is WithoutResult.RUNNING:
            return event
        if outcome is WithoutResult.NO_RESULT:
            return await self._change(event, lambda now: results.settle(now, match.id, None))
        score = outcome
        return await self._change(event, lambda now: results.settle(now, match.id, score.levels, score.card_points))

    async def reveal_boards(self, event: Event) -> Event:
        """Show everybody the boards that no table still has to play, also in an event that has ended."""
        for this, board in list(list_sealed(event)):
            try:
                if await self._unseal(event, this, board):
                    event = await self._change(event, partial(reveal, round_number=this.number, board=board))
            except TableRefused as refused:  # the next step tries again
                log.warning("a board could not be revealed", event_id=event.id, why=refused.reason.value)
        return event

    async def _is_in_play(self, match: EventMatch) -> bool:
        """Return whether a table still plays a board, even if its result was reported during play."""
        if match.status is MatchStatus.PLAYING:
            return True
        return await self._tables.find_outcome(match.id) is WithoutResult.RUNNING

    async def _unseal(self, event: Event, this: EventRound, board: EventBoard) -> bool:
        """Unseal a board at all tables unless somebody still has to play it; return whether it was unsealed."""
        if is_still_to_play(event, this, board):
            return False
        matches = list_matches(this, board.number)
        outcomes = [await self._tables.find_outcome(match.id) for match in matches]
        if WithoutResult.RUNNING in outcomes:
            return False
        for match in matches:
            await self._tables.unseal(match.id)
        return True
