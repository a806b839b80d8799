"""Computer players at the tables, and who stands in for a person whose time is up.

They come in through `Table.submit` like anyone, with the task that they saw; if it has changed meanwhile
their choice is thrown away. Nothing here holds a table up.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog

from bot.play.fallback import any_legal
from bot.play.occupants import Computer, Person, TableId, UserId
from bot.play.ports import Brain, Clock, Deadline, Status, Wishes
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.play.timing import Timing
from engine.actions import Action, Pass, Play
from engine.errors import IllegalAction
from engine.options import forced
from engine.seats import Seat
from engine.view import Ask, View

log: Final = structlog.get_logger()

STAND_IN: Final = "casual"
"""The level at which an absent person is played for: cautious and quick."""

Act = Callable[[TableId, Seat, int], Coroutine[Any, Any, None]]
"""Does what is to be done for a seat that is asked a task."""


class Autoplay:
    """Acts for computer players whenever something is asked of them, and for people who want forced plays made."""

    def __init__(
        self,
        brain: Brain,
        clock: Clock,
        timing: Timing,
        find: Callable[[TableId], Awaitable[Table]],
        wishes: Wishes | None = None,
    ) -> None:
        self._brain = brain
        self._clock = clock
        self._timing = timing
        self._find = find
        self._wishes = wishes
        self._thinking: dict[tuple[TableId, Seat], tuple[object, asyncio.Task[None]]] = {}

    def notice(self, table: Table) -> None:
        """Look at a table after a change: start thinking for each computer player who is newly asked something."""
        if table.facts.status is not Status.PLAYING or table.facts.paused:
            self.forget(table.id)
            return
        for number, occupant in enumerate(table.occupants):
            if isinstance(occupant, Computer):
                self._consider(table, Seat(number), partial(self._act, level=occupant.level))
            elif isinstance(occupant, Person) and self._wishes is not None and number not in table.away:
                self._consider(table, Seat(number), partial(self._play_forced, user=occupant.user))

    def forget(self, table: TableId) -> None:
        """Stop thinking for a table."""
        for key in [key for key in self._thinking if key[0] == table]:
            _, task = self._thinking.pop(key)
            if task is not asyncio.current_task():
                task.cancel()

    async def stand_in(self, table: Table, over: Deadline) -> None:
        """Act for a person whose time is up, as this deadline says; nothing happens if he has acted after all.

        Raises:
            Refused: the deadline has come to hold no longer meanwhile.
            IllegalAction: nothing that was tried is legal.
        """
        if over not in table.deadlines or over.seat is None:
            return
        view = table.view(over.seat)
        action = await self._choice(view, STAND_IN, f"{table.id}:{table.revision}:{over.seat}")
        if action is None:
            return
        try:
            await table.fall_back(over, action)
        except IllegalAction as refused:
            _log_illegal(table, over.seat, refused)
            await table.fall_back(over, any_legal(view) or Pass())

    async def close(self) -> None:
        """Stop all thinking."""
        tasks = [task for _, task in self._thinking.values()]
        self._thinking.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _consider(self, table: Table, seat: Seat, act: Act) -> None:
        view = table.view(seat)
        task = table.task(seat)
        # who sits there now is asked anew; each wave of cards is a new occasion to declare
        asked = (table.occupants[seat], task, view.to_draw)
        running = self._thinking.get((table.id, seat))
        if running is not None and running[0] == asked:
            return
        if running is not None and running[1] is not asyncio.current_task():  # its own play must not break it off
            running[1].cancel()
        self._thinking.pop((table.id, seat), None)
        if view.ask is Ask.NOTHING:
            return
        acting = asyncio.create_task(act(table.id, seat, task), name=f"computer {table.id}/{seat}")
        self._thinking[table.id, seat] = (asked, acting)

    async def _play_forced(self, id_: TableId, seat: Seat, task: int, *, user: UserId) -> None:
        """Make a person's play where there is no choice and he wants that."""
        table = await self._find(id_)
        cards = forced(table.view(seat))
        if cards is None or self._wishes is None or not await self._wishes.plays_forced(user):
            return
        await self._clock.sleep_until(self._clock.now() + self._timing.think)
        with suppress(Refused, IllegalAction):  # he was quicker, or all has changed
            await table.play_forced(seat, Play(cards), task)

    async def _act(self, id_: TableId, seat: Seat, task: int, *, level: str) -> None:
        table = await self._find(id_)
        view = table.view(seat)
        pause = self._timing.declare_pause if view.ask is Ask.DECLARE else self._timing.think
        await self._clock.sleep_until(self._clock.now() + pause)
        action = await self._choice(view, level, f"{id_}:{table.revision}:{seat}")
        if action is None:
            return
        try:
            await table.submit(seat, action, task)
        except Refused:
            return
        except IllegalAction as refused:
            _log_illegal(table, seat, refused)
            await self._anything(table, seat, task)

    async def _choice(self, view: View, level: str, seed: str) -> Action | None:
        """Return the brain's choice, or any legal action if it fails: a table never waits for a computer."""
        try:
            return await self._brain.choose(view, level, seed)
        except Exception:
            log.exception("a computer player failed", level=level, ask=view.ask.value)
            return any_legal(view)

    async def _anything(self, table: Table, seat: Seat, task: int) -> None:
        try:
            await table.submit(seat, any_legal(table.view(seat)) or Pass(), task)
        except Refused:
            return
        except IllegalAction as refused:
            log.error("a computer player cannot act", table=table.id, seat=seat, reason=refused.reason.value)  # noqa: TRY400 - as above


def _log_illegal(table: Table, seat: Seat, refused: IllegalAction) -> None:
    """Log that a brain is at fault, without the facts: they could name hidden cards."""
    reason = refused.reason.value
    log.error("a computer player chose what the rules forbid", table=table.id, seat=seat, reason=reason)
