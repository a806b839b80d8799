"""Runs computer players off the event loop. If one cannot choose, any legal action is picked for it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import structlog
from cachetools import LRUCache

from bot.play.computers import search_process
from bot.play.computers.search_limits import ADVICE_PATIENCE, ADVICE_SECONDS
from bot.play.computers.search_workers import SearchFailedError, SearchFailure, SearchWorkers, create_search_workers
from engine.deal.legal_actions import friends_to_call, legal_actions_of, legal_friend_calls, legal_plays
from engine.model.actions import Action, CallFriends, Pass, PickUp, Play
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.advice.compare_plays import ComparedPlay, can_compare
from engine.players.levels import RULES_LEVEL, choose, needs_search
from engine.players.search.oracle import OpenDeal
from engine.puzzles.find_lead import LeadPuzzle

log: Final = structlog.get_logger()

T = TypeVar("T")
ADVISER_LEVEL: Final = "master"
_ADVICE_SEED: Final = "recommended"
_ADVICE_KEPT: Final = 1024
_COMPARISONS_KEPT: Final = 1024
"""How many comparisons of plays are cached. The coach makes some that a later review needs again."""
_Question = tuple[View, tuple[Card, ...]]
_IDLE_PAUSE: Final = 0.1
_IDLE_ATTEMPTS: Final = 6


class ComputerPlayerWorker:
    """Runs computer players off the event loop. One thread runs those that follow rules; workers run searches."""

    def __init__(self, searches: SearchWorkers | None = None) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="computer-players")
        self._searches = searches or create_search_workers(0)
        self._advice: LRUCache[View, Action | None] = LRUCache(_ADVICE_KEPT)
        self._searched: dict[View, asyncio.Task[Action | None]] = {}
        """The running searches for advice."""
        self._late: LRUCache[View, bool] = LRUCache(_ADVICE_KEPT)
        """The views for which `advise_at_once` found no advice in time when it was last called."""
        self._compared: LRUCache[_Question, tuple[ComparedPlay, ...]] = LRUCache(_COMPARISONS_KEPT)

    def start(self) -> None:
        """Start the workers in the background, because that takes a while."""
        self._searches.start()

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return the choice of a computer player of `level`; None if it does nothing yet."""
        if not needs_search(level, view):
            return await self._choose_by_rules(view, level, seed)
        return await self._choose_by_search(self._searches.search(view, level, seed), view, seed)

    async def choose_openly(self, deal: OpenDeal, seed: str) -> Action | None:
        """Return the play of an oracle, which sees all hands."""
        if not can_compare(deal.view):
            return await self._choose_by_rules(deal.view, RULES_LEVEL, seed)
        return await self._choose_by_search(
            self._searches.run(search_process.search_openly, deal, seed), deal.view, seed
        )

    async def _choose_by_search(self, search: Awaitable[Action | None], view: View, seed: str) -> Action | None:
        try:
            return await search
        except SearchFailedError as failed:
            log.info("a computer player plays by rules instead of searching", why=failed.failure.value)
        except Exception:  # a fault in the search must not stop the table
            log.exception("a search failed: the computer player plays by rules", ask=view.ask)
        return await self._choose_by_rules(view, RULES_LEVEL, seed)

    async def advise(self, view: View) -> Action | None:
        """Return what a good player would do now; None if they would wait. The answer for each view is cached."""
        if view not in self._advice:
            self._advice.setdefault(view, await asyncio.shield(self._search_once(view)))
        return self._advice.get(view)

    async def advise_at_once(self, view: View) -> Action | None:
        """Return the advice if it is cached or needs no search. Otherwise begin to search for it, and return None."""
        if view in self._advice or not needs_search(ADVISER_LEVEL, view):
            self._late.pop(view, None)
            return await self.advise(view)
        _ = self._search_once(view)
        self._late[view] = True
        return None

    def is_late(self, view: View) -> bool:
        """Return whether `advise_at_once` had no advice yet when it was last called for this view."""
        return view in self._late

    def _search_once(self, view: View) -> "asyncio.Task[Action | None]":
        if (task := self._searched.get(view)) is None:
            task = self._searched[view] = asyncio.create_task(self._find_advice(view), name="advice")
            task.add_done_callback(lambda done: self._note_advice(view, done))
        return task

    def _note_advice(self, view: View, done: "asyncio.Task[Action | None]") -> None:
        del self._searched[view]
        if not done.cancelled() and done.exception() is None:
            self._advice.setdefault(view, done.result())

    async def advise_and_compare(self, view: View) -> tuple[Action | None, Sequence[ComparedPlay]]:
        """Return the advice. If it is a play, also return how the deal is expected to end after it and other plays.

        The other plays are the best ones. If one of them is better by more than the standard error, it becomes the
        advice for this view.
        """
        action = await self.advise(view)
        compared = await self.compare(view, action.cards) if isinstance(action, Play) else ()
        best = min(compared, key=lambda one: one.behind, default=None)
        if best is None or -best.behind <= best.error:
            return action, compared
        action = self._advice[view] = Play(best.cards)
        ranked = sorted(compared, key=lambda one: one.behind)
        return action, [one.relate_to(best) for one in ranked]

    async def compare(self, view: View, cards: tuple[Card, ...]) -> tuple[ComparedPlay, ...]:
        """Return how the deal is expected to end after a play and after the best other plays. Empty if unknown."""
        if not can_compare(view):
            return ()
        try:
            return await self._searches.run(search_process.compare_in_process, view, cards, _ADVICE_SEED)
        except SearchFailedError as failed:
            log.debug("plays are not compared", why=failed.failure.value)
            return ()

    async def compare_when_idle(self, view: View, cards: tuple[Card, ...]) -> tuple[ComparedPlay, ...]:
        """Compare plays as `compare` does, but wait for an idle worker and use a fixed number of deals.

        Because the number is fixed, the answer is the same on any machine. Raises SearchFailedError: the workers are
        closed or keep failing.
        """
        if not can_compare(view):
            return ()
        if (known := self._compared.get((view, cards))) is not None:
            return known
        call, asked = search_process.compare_in_process, (view, cards, _ADVICE_SEED)
        found = await self._run_when_idle(lambda: self._searches.run(call, *asked, counted=True))
        return self._compared.setdefault((view, cards), found)

    async def choose_when_idle(self, view: View, level: str, seed: str) -> Action | None:
        """Return a computer player's choice. A search waits for an idle worker and may raise SearchFailedError."""
        if needs_search(level, view):
            return await self._run_when_idle(lambda: self._searches.search(view, level, seed))
        return await self._choose_by_rules(view, level, seed)

    async def compare_given(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Return how the deal is expected to end after each of these plays. Raises as `SearchWorkers.run` does."""
        call = search_process.compare_given_in_process
        return await self._searches.run(call, view, plays, deals, seed, counted=True)

    async def compare_given_when_idle(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Return the same as `compare_given`, after waiting for an idle worker. Raises as `compare_when_idle` does."""
        return await self._run_when_idle(lambda: self.compare_given(view, plays, deals, seed))

    async def find_lead_when_idle(self, rules: Rules, seed: str) -> LeadPuzzle | None:
        """Return the puzzle made from `seed`; None if no lead is clearly best. Raises as `compare_when_idle` does."""
        return await self._run_when_idle(lambda: self._searches.run(search_process.find_lead_in_process, rules, seed))

    async def _run_when_idle(self, search: Callable[[], Awaitable[T]]) -> T:
        attempt = 0
        while True:
            while self._searches.is_busy:  # noqa: ASYNC110 - the workers tell nobody that they are idle
                await asyncio.sleep(_IDLE_PAUSE)
            try:
                return await search()
            except SearchFailedError as failed:
                attempt += 1
                if failed.failure is SearchFailure.CLOSED or attempt == _IDLE_ATTEMPTS:
                    raise
            await asyncio.sleep(_IDLE_PAUSE * 2 ** (attempt - 1))

    async def close(self) -> None:
        """Stop the workers."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        await self._searches.close()

    async def _find_advice(self, view: View) -> Action | None:
        if needs_search(ADVISER_LEVEL, view) and not self._searches.waiting:
            try:
                searched = self._searches.search(view, ADVISER_LEVEL, _ADVICE_SEED, ADVICE_SECONDS)
                return await asyncio.wait_for(searched, ADVICE_PATIENCE)
            except (TimeoutError, SearchFailedError):
                log.debug("advice comes from rules instead of a search")
        return await self.advise_by_rules(view)

    async def advise_by_rules(self, view: View) -> Action | None:
        """Return what a good player would do without a search; always the same for the same view."""
        return await self._choose_by_rules(view, RULES_LEVEL, _ADVICE_SEED)

    async def _choose_by_rules(self, view: View, level: str, seed: str) -> Action | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: choose(level, view, random.Random(seed)))  # noqa: S311 - a game's choice, not a secret


def pick_legal_action(view: View) -> Action | None:
    """Return any legal action; None if the seat is asked nothing."""
    match view.ask:
        case Ask.NOTHING:
            return None
        case Ask.DECLARE | Ask.CLAIM | Ask.STEAL:
            return Pass()
        case Ask.BURY:
            return next(legal_actions_of(view))
        case Ask.CALL:
            return CallFriends(tuple(legal_friend_calls(view))[: friends_to_call(view)])
        case Ask.LEAD | Ask.FOLLOW:
            return Play(next(iter(legal_plays(view, 1))))
        case Ask.PICK_UP:
            return PickUp(take=True)
