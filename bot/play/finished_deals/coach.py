"""The coach, which remembers a remark for the player after a clear mistake.

A remark is computed from what the player could know, and kept in memory until the seat's next play.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog
from cachetools import LRUCache

from bot.ids import TableId, UserId
from bot.play.finished_deals.deal_review import Adviser, ReviewedPlay, review_play
from bot.play.finished_deals.history import Decision
from bot.stopping import stop_tasks
from engine.model.actions import Play
from engine.model.seats import Seat
from engine.model.view import View

log: Final = structlog.get_logger()

MAX_REMARKS: Final = 512
Place = tuple[TableId, Seat]


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a play that certainly cost something."""

    deal_number: int
    play: ReviewedPlay


@dataclass(eq=False, repr=False)
class Coach:
    """Judges plays in the background, one for each seat at a time."""

    _adviser: Adviser
    _refresh_user: Callable[[UserId], None]
    """Refreshes the user's panels when there is a remark."""
    _remarks: LRUCache[Place, Remark] = field(init=False, default_factory=lambda: LRUCache(MAX_REMARKS))
    _looking: dict[Place, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def look_at(self, table: TableId, user: UserId, before: View, action: Play) -> None:
        """Judge a user's play in the background; the remark on the seat's last play is dropped."""
        assert before.seat is not None
        place = (table, before.seat)
        self._remarks.pop(place, None)
        if (known := self._looking.pop(place, None)) is not None:
            known.cancel()
        decision = Decision(before, action, len(before.tricks) + 1)
        task = self._looking[place] = asyncio.create_task(self._look(place, user, decision))
        task.add_done_callback(lambda done: self._forget(place, done))

    def get_remark(self, table: TableId, view: View) -> Remark | None:
        """Return the remark on a seat's last play, while the deal lasts."""
        found = None if view.seat is None else self._remarks.get((table, view.seat))
        return found if found is not None and found.deal_number == view.deal_number else None

    async def close(self) -> None:
        """Stop judging plays."""
        await stop_tasks(*self._looking.values())

    async def _look(self, place: Place, user: UserId, decision: Decision) -> None:
        try:
            found = await review_play(decision, self._adviser)
        except Exception:  # the deal goes on without a remark
            log.exception("the coach could not judge a play", table=place[0])
            return
        if found is not None and found.cost:
            self._remarks[place] = Remark(decision.view.deal_number, found)
            self._refresh_user(user)

    def _forget(self, place: Place, done: asyncio.Task[None]) -> None:
        if self._looking.get(place) is done:
            del self._looking[place]
