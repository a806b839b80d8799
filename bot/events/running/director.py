"""Advances running events step by step. Each step may be repeated, so a restart after a crash takes it again."""

import asyncio
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import structlog

from bot.events.boards import deal_boards
from bot.events.changes import begin_tables, next_round, no_shows, results, stages
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchStatus
from bot.events.model import ENDED, Event, EventStatus
from bot.events.pairing.formats import create_pairer
from bot.events.pairing.ports import EntrantState, History, Pairer, RoundPairing
from bot.events.ports import BoardScore, EventChange, EventStore, EventTables, Outcome, WithoutResult
from bot.events.standings.event_standings import list_played_rounds
from bot.events.standings.seeding import load_seeds
from bot.ids import EventId
from bot.play.refusals import TableRefused
from bot.play.table_rules.shuffle import SECRET_BYTES

log = structlog.get_logger()

MAX_ENTRANTS_IN_THREAD: Final = 100
"""The most entrants that are paired in a thread. Pairing them takes less time than starting a process."""
_TO_PLAY: Final = {MatchStatus.PAIRED, MatchStatus.PLAYING}


class EventDirector:
    """Takes the steps of events that need no user."""

    def __init__(
        self,
        store: EventStore,
        tables: EventTables,
        now: Callable[[], float],
        wall: Callable[[], float],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._wall = wall
        self._random_bytes = random_bytes
        self._advancing = asyncio.Lock()

    async def advance_all(self) -> list[Event]:
        """Advance every event of `EventStore.list_due` as far as possible, and return them."""
        found = [await self.advance(id_) for id_ in await self._store.list_due()]
        return [event for event in found if event is not None]

    async def give_time(self) -> None:
        """Give missing players at least half of the usual time, as nobody could come while the program was down."""
        for id_ in await self._store.list_due():
            if (event := await self._store.find_event(id_)) is not None:
                until = no_shows.compute_due_at(event, self._now(), again=True)
                await self._change(event, partial(next_round.give_time, until=until))

    async def advance(self, id_: EventId) -> Event | None:
        """Advance an event as far as possible and return it; None if there is no such event."""
        async with self._advancing:
            event, before = await self._store.find_event(id_), -1
            if event is not None:
                event = await self._end_tables(event)
            while event is not None and event.revision != before:
                before = event.revision
                event = await self._take_steps(event)
            return event

    async def _take_steps(self, event: Event) -> Event:
        if event.status in ENDED:
            return await self._reveal_boards(event)
        if stages.is_start_due(event, self._wall()):
            seeds = await load_seeds(self._store, event)
            event = await self._change(event, lambda now: stages.start_when_due(now, self._wall(), seeds))
        if event.status is not EventStatus.RUNNING:
            return event
        event = await self._change(event, lambda now: begin_tables.begin_matches(now, self._now()))
        for match in event.round.matches if event.round else ():
            if match.status is MatchStatus.PLAYING:
                event = await self._follow_table(event, match)
        event = await self._reveal_boards(event)
        if next_round.may_pair(event):
            event = await self._pair_round(event)
        return await self._change(event, stages.finish)

    async def _end_tables(self, event: Event) -> Event:
        for match in [match for one in event.rounds for match in one.matches if match.is_ending]:
            try:
                await self._tables.end(match.id)
            except TableRefused as refused:  # the next step tries again
                log.warning("an event's table could not be ended", event_id=event.id, why=refused.reason.value)
            else:
                event = await self._change(event, partial(results.mark_ended, match_id=match.id))
        return event

    async def _follow_table(self, event: Event, match: EventMatch) -> Event:
        try:
            outcome = await self._find_or_open(event, match)
        except TableRefused as refused:  # the next step tries again
            log.warning("an event's table could not be reached", event_id=event.id, why=refused.reason.value)
            return event
        if outcome is None or outcome is WithoutResult.RUNNING:
            return event
        settle = partial(results.settle, match_id=match.id)
        if isinstance(outcome, BoardScore):
            return await self._change(event, partial(settle, scores=outcome.levels, card_points=outcome.card_points))
        scores = None if outcome is WithoutResult.NO_RESULT else outcome
        return await self._change(event, partial(settle, scores=scores))

    async def _find_or_open(self, event: Event, match: EventMatch) -> Outcome | None:
        """Return the outcome of a match's table; open a missing one, unless an earlier board is still played there."""
        earlier = deal_boards.list_previous_matches(event.rounds[-1], match)
        if any([await self._is_in_play(one) for one in earlier]):
            return None
        outcome = await self._tables.find_outcome(match.id)
        if outcome is None:
            await self._tables.open(event, match)
        return outcome

    async def _pair_round(self, event: Event) -> Event:
        """Pair the next round, unless the event changed during the computation."""
        pairing = await compute_pairing(event)
        secrets = [self._random_bytes(SECRET_BYTES) for _ in range(deal_boards.count_boards(event))]
        due_at = no_shows.compute_due_at(event, self._now())

        def add(now: Event) -> Event:
            if now.revision != event.revision:
                return now
            return deal_boards.add_boards(next_round.add_round(now, pairing, due_at), secrets)

        return await self._change(event, add)

    async def _reveal_boards(self, event: Event) -> Event:
        """Reveal the boards that all tables are done with, also in an event that has ended."""
        sealed = [(this, board) for this in event.rounds for board in this.boards if not board.is_revealed]
        for this, board in sealed:
            try:
                if await self._unseal(event, this, board):
                    event = await self._change(
                        event, partial(deal_boards.reveal, round_number=this.number, board=board)
                    )
            except TableRefused as refused:  # the next step tries again
                log.warning("a board could not be revealed", event_id=event.id, why=refused.reason.value)
        return event

    async def _is_in_play(self, match: EventMatch) -> bool:
        """Return whether a table still plays a board, even if its result was reported during play."""
        if match.status is MatchStatus.PLAYING:
            return True
        return await self._tables.find_outcome(match.id) is WithoutResult.RUNNING

    async def _unseal(self, event: Event, this: EventRound, board: EventBoard) -> bool:
        matches = deal_boards.list_matches(this, board.number)
        if event.status not in ENDED and any(match.status in _TO_PLAY for match in matches):
            return False
        outcomes = [await self._tables.find_outcome(match.id) for match in matches]
        if WithoutResult.RUNNING in outcomes:
            return False
        for match in matches:
            await self._tables.unseal(match.id)
        return True

    async def _change(self, event: Event, change: EventChange) -> Event:
        if change(event) is event:
            return event
        return await self._store.update_and_book(event.id, change) or event


async def compute_pairing(event: Event) -> RoundPairing:
    """Return the pairing of the next round."""
    states = next_round.list_next_states(event)
    pairer = create_pairer(event.settings.format, len(states), event.settings.bracket)
    return await pair_off_loop(pairer, states, list_played_rounds(event), len(event.rounds) + 1, event.seed)


async def pair_off_loop(
    pairer: Pairer, entrants: Sequence[EntrantState], history: History, number: int, seed: int
) -> RoundPairing:
    """Pair a round away from the event loop: a small field in a thread, a large one in a process of its own."""
    arguments = (list(entrants), list(history), number, seed)
    if len(entrants) <= MAX_ENTRANTS_IN_THREAD:
        return await asyncio.to_thread(pairer.pair_round, *arguments)
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, pairer.pair_round, *arguments)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # waiting here would block the event loop
