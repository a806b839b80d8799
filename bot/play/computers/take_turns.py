"""Acts for computer players, for players whose time is up, and for players who have only one legal play.

While an action is chosen, the table goes on. The action is refused if the seat is asked something else by then.
"""

import asyncio
import itertools
import math
import random
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import structlog
from structlog.contextvars import clear_contextvars

from bot.ids import TableId, UserId
from bot.play.clock.repeating_task import draw_backoff
from bot.play.clock.timing import Timing, at_speed
from bot.play.computers.search_or_rules import pick_legal_action
from bot.play.ports import Clock, ComputerPlayers, PlayerPreferences
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.play.values.stored_table import Deadline
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.stopping import stop_tasks
from engine.deal.legal_actions import forced_play, legal_plays
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Action, Pass, Play
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.seats import Seat
from engine.model.view import Ask, View
from engine.players.levels import ORACLE, RULES_LEVEL

log: Final = structlog.get_logger()

Cards = tuple[Card, ...]

_CHANCE: Final = random.SystemRandom()
_SPREAD: Final = 0.4
"""How much the times of forced plays vary. About one play in six takes over 1.5 times the usual time."""

# Pauses before an action are given as multiples of the usual pause.
FORCED: Final = 0.25
_EASIEST: Final = 0.5
_HARDEST: Final = 2.08
_PLAYS_COUNTED: Final = 16
"""The number of legal plays above which further ones make a choice no harder."""
_MANY_POINTS: Final = 10
_FOR_POINTS: Final = 0.35
_FOR_LEAD: Final = 0.25


@dataclass(eq=False, repr=False)
class Autoplay:
    """Acts for computer players, for absent players, and for players who let the program make their only legal play."""

    _computer_players: ComputerPlayers
    _clock: Clock
    _timing: Timing
    _get_table: Callable[[TableId], Awaitable[Table]]
    _preferences: PlayerPreferences | None
    _running: dict[tuple[TableId, Seat], tuple[object, asyncio.Task[None]]] = field(init=False, default_factory=dict)

    def schedule_turns(self, table: Table) -> None:
        """Start a turn for each seat that has a new question, if the program may act for the seat."""
        if table.facts.status is not TableStatus.PLAYING or table.facts.paused:
            self.cancel_turns(table.id)
            return
        for number, occupant in enumerate(table.occupants):
            if isinstance(occupant, Computer):
                self._schedule(table, Seat(number), partial(self._play_computer, level=occupant.level))
            elif isinstance(occupant, Person) and self._preferences is not None and number not in table.facts.away:
                self._schedule(table, Seat(number), partial(self._play_forced, user=occupant.user))

    def cancel_turns(self, table: TableId) -> None:
        """Cancel the turns of a table."""
        for key in [key for key in self._running if key[0] == table]:
            _, task = self._running.pop(key)
            if task is not asyncio.current_task():
                task.cancel()

    async def act_for_absent(self, table: Table, deadline: Deadline) -> None:
        """Act for the player whose time is up at `deadline`, unless they have acted after all."""
        if deadline not in table.deadlines or deadline.seat is None:
            return
        seat, submit = deadline.seat, partial(table.attendance.submit_for_absent, deadline)
        view = table.view(seat)
        if view.ask is Ask.STEAL:
            action: Action | None = Pass()  # a player who does not answer does not take the kitty
        else:
            action = await self._choose(table, seat, view, RULES_LEVEL)
        await self._act(table, seat, view, action, submit)

    async def close(self) -> None:
        """Cancel all turns."""
        tasks = [task for _, task in self._running.values()]
        self._running.clear()
        await stop_tasks(*tasks)

    def _schedule(
        self, table: Table, seat: Seat, act: Callable[[TableId, Seat, int], Coroutine[Any, Any, None]]
    ) -> None:
        view = table.view(seat)
        task = table.task(seat)
        # A new occupant must be asked again, and new cards may allow a declaration, so both make a new question.
        question = (table.occupants[seat], task, view.to_draw)
        running = self._running.get((table.id, seat))
        if running is not None and running[0] == question:
            return
        # this method may run inside a turn that has just acted, and that turn must not cancel itself
        if running is not None and running[1] is not asyncio.current_task():
            running[1].cancel()
        self._running.pop((table.id, seat), None)
        if view.ask is Ask.NOTHING:
            return
        turn = self._retry(table.id, seat, lambda: act(table.id, seat, task))
        acting = asyncio.create_task(turn, name=f"computer {table.id}/{seat}")
        self._running[table.id, seat] = (question, acting)

    async def _retry(self, table: TableId, seat: Seat, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Take a turn, and try again later if it fails, because nothing else would ask this seat."""
        clear_contextvars()  # later log lines must not carry the log fields of the press that started this task
        for failures in itertools.count(1):
            try:
                return await act()
            except TableRefused:  # the table has changed or is being reloaded; new turns will follow
                return None
            except IllegalAction as refused:
                log.error("the action of a turn is illegal", table=table, seat=seat, reason=refused.reason.value)  # noqa: TRY400 - facts could name hidden cards
            except Exception:
                log.exception("a turn could not be taken", table=table, seat=seat)
            running = self._running.get((table, seat))
            if running is None or running[1] is not asyncio.current_task():  # this turn was cancelled
                return None
            await self._clock.sleep_until(self._clock.now() + draw_backoff(failures))
        return None

    async def _play_forced(self, id_: TableId, seat: Seat, task: int, *, user: UserId) -> None:
        table = await self._get_table(id_)
        view = table.view(seat)
        cards = forced_play(view)
        if (at_once := _find_known_play(table, view, cards)) is not None:
            cards, pause = at_once, FORCED * at_speed(self._timing, table.facts.speed).computer_pause
        elif cards is None or self._preferences is None or not await self._preferences.wants_forced_plays(user):
            return
        else:
            pause = self._draw_forced_pause(table, seat)
        await self._clock.sleep_until(self._clock.now() + pause)
        with suppress(TableRefused, IllegalAction):  # the player was quicker, or the table has changed
            await table.gameplay.play_forced(seat, Play(cards), task)

    def _draw_forced_pause(self, table: Table, seat: Seat) -> float:
        """Return a random number of seconds before a forced play; a fixed time would reveal that it is forced."""
        timing = self._timing
        drawn = timing.forced_usual * _CHANCE.lognormvariate(0.0, _SPREAD)
        left = min((d.at - self._clock.now() for d in table.deadlines if d.seat == seat), default=float("inf"))
        return min(max(timing.forced_earliest, drawn), timing.forced_latest, left / 2)

    async def _play_computer(self, id_: TableId, seat: Seat, task: int, *, level: str) -> None:
        table = await self._get_table(id_)
        view = table.view(seat)
        timing = at_speed(self._timing, table.facts.speed)
        acts_at = self._clock.now() + (FORCED * timing.computer_pause if table.claims else compute_pause(view, timing))
        choosing = self._choose(table, seat, view, level)
        action, _ = await asyncio.gather(choosing, self._clock.sleep_until(acts_at))  # choose during the pause
        await self._act(table, seat, view, action, lambda action: table.gameplay.submit(seat, action, task))

    async def _act(
        self, table: Table, seat: Seat, view: View, action: Action | None, submit: Callable[[Action], Awaitable[None]]
    ) -> None:
        if action is None:
            return
        try:
            await submit(action)
        except IllegalAction as refused:
            # log no facts, which could name hidden cards
            reason = refused.reason.value
            log.error("a computer player chose an illegal action", table=table.id, seat=seat, reason=reason)  # noqa: TRY400
            await submit(pick_legal_action(view) or Pass())

    async def _choose(self, table: Table, seat: Seat, view: View, level: str) -> Action | None:
        """Return a computer player's choice. If choosing fails, return any legal action, so that the table goes on."""
        seed = _seed_of(table, seat)
        try:
            if level == ORACLE and view.ask in {Ask.LEAD, Ask.FOLLOW}:
                return await self._computer_players.choose_openly(table.open_deal(seat), seed)
            return await self._computer_players.choose(view, RULES_LEVEL if level == ORACLE else level, seed)
        except Exception:
            log.exception("a computer player failed", level=level, ask=view.ask.value)
            return pick_legal_action(view)


def _find_known_play(table: Table, view: View, forced: Cards | None) -> Cards | None:
    """Return a play that may come at once because it reveals nothing, or None if there is none.

    Such a play is a lead after the player has claimed all tricks, or the player's last cards.
    """
    if view.seat in table.claims and view.ask is Ask.LEAD:
        return next(iter(find_sure_leads(view, 1)), forced)
    return forced if forced is not None and len(forced) == len(view.hand) else None


def _seed_of(table: Table, seat: Seat) -> str:
    """Return the seed for a choice. Tables that play the same deal of an event use the same seed at the same point."""
    if table.facts.is_board:
        view = table.view(seat)
        return f"{table.deals[0].commitment}:{view.phase}:{len(view.hand)}:{seat}"
    return f"{table.id}:{table.revision}:{seat}"


def compute_pause(view: View, timing: Timing) -> float:
    """Return how many seconds a computer player waits before it acts, depending on the question and its difficulty."""
    match view.ask:
        case Ask.DECLARE:
            return timing.computer_declare_pause
        case Ask.BURY:
            return _HARDEST * timing.computer_pause
        case Ask.LEAD | Ask.FOLLOW:
            return _compute_difficulty(view) * timing.computer_pause
        case _:
            return timing.computer_pause


def _compute_difficulty(view: View) -> float:
    """Return how hard a play is to choose, as a multiple of the usual pause."""
    if forced_play(view) is not None:
        return FORCED
    plays = sum(1 for _ in itertools.islice(legal_plays(view, _PLAYS_COUNTED), _PLAYS_COUNTED))
    share = math.log2(max(plays, 2) / 2) / math.log2(_PLAYS_COUNTED / 2)  # a choice of two is the easiest
    more = _FOR_LEAD if view.ask is Ask.LEAD else _FOR_POINTS * (view.trick.points >= _MANY_POINTS)
    return min(_HARDEST, _EASIEST + share + more)
