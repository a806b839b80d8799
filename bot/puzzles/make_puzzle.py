"""Makes a server's puzzles one after the other while no table needs the computer players."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.ids import GuildId
from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import Puzzle, PuzzleSearches, PuzzleStore
from bot.stopping import stop_tasks
from engine.model.rules import Rules
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.search.search_player import can_search
from engine.puzzles.find_lead import LeadPuzzle, confirm_lead, open_position

log: Final = structlog.get_logger()

MOST_POSITIONS: Final = 300
"""How many positions are tried under a server's own rules before those of the usual preset."""
CONFIRM_PARTS: Final = 4
"""How many comparisons confirm the best lead, each as long as a search may be."""
CONFIRM_DEALS: Final = 100
_SECRET_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class PuzzleRules:
    """Rules to make a puzzle by, and the preset that they change."""

    preset: str
    rules: Rules


@dataclass(slots=True)
class PuzzleJob:
    """A puzzle that is being made. `looked_at` counts positions so far; 0 means that it waits for others."""

    looked_at: int = 0
    puzzle: Puzzle | None = None
    failed: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] = field(init=False)

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self.puzzle is not None or self.failed

    def notify(self) -> None:
        """Wake the tasks that wait for a change."""
        self.changed.set()
        self.changed = asyncio.Event()


class PuzzleMaker:
    """Makes puzzles and saves them, one for each server and day."""

    def __init__(
        self, store: PuzzleStore, searches: PuzzleSearches, random_bytes: Callable[[int], bytes], usual: PuzzleRules
    ) -> None:
        self._store = store
        self._searches = searches
        self._random_bytes = random_bytes
        self._usual = usual
        """The rules used where a server's own have no puzzles."""
        self._jobs: dict[tuple[GuildId, Day], PuzzleJob] = {}
        self._turn = asyncio.Lock()

    def begin(self, guild: GuildId, day: Day, wanted: PuzzleRules) -> PuzzleJob:
        """Return the job that makes a puzzle, started if necessary."""
        known = self._jobs.get((guild, day))
        if known is not None:
            return known
        job = self._jobs[guild, day] = PuzzleJob()
        job.task = asyncio.create_task(self._make(job, guild, day, wanted), name="puzzle")
        return job

    async def close(self) -> None:
        """Stop making puzzles; the next start begins again."""
        await stop_tasks(*(job.task for job in self._jobs.values()))

    async def _make(self, job: PuzzleJob, guild: GuildId, day: Day, wanted: PuzzleRules) -> None:
        try:
            async with self._turn:
                job.puzzle = await self._find_or_make(job, guild, day, wanted)
            log.info("a puzzle is ready", guild=guild, day=day, positions=job.looked_at)
        except SearchFailedError as failed:
            log.info("a puzzle could not be made", guild=guild, day=day, why=failed.failure.value)
        except Exception:  # the next request tries again
            log.exception("a puzzle could not be made", guild=guild, day=day)
        finally:
            job.failed = job.puzzle is None
            del self._jobs[guild, day]
            job.notify()

    async def _find_or_make(self, job: PuzzleJob, guild: GuildId, day: Day, wanted: PuzzleRules) -> Puzzle | None:
        if (known := await self._store.find_puzzle(guild, day)) is not None:
            return known
        secret = self._random_bytes(_SECRET_BYTES).hex()
        for attempt, by in enumerate((wanted, self._usual)):
            found = await self._search(job, by.rules, f"{secret} {attempt}")
            if found is not None:
                await self._store.add_puzzle(Puzzle(guild, day, by.preset, found.record, found.plays))
                return await self._store.find_puzzle(guild, day)
        return None

    async def _search(self, job: PuzzleJob, rules: Rules, seed: str) -> LeadPuzzle | None:
        """Return the first position that is a puzzle; None if none of many is."""
        if not can_search(rules):
            return None
        for number in range(MOST_POSITIONS):
            job.looked_at += 1
            job.notify()
            found = await self._searches.find_lead_when_idle(rules, f"{seed} {number}")
            confirmed = None if found is None else await self._confirm(found, f"{seed} {number}")
            if confirmed is not None:
                return confirmed
        return None

    async def _confirm(self, found: LeadPuzzle, seed: str) -> LeadPuzzle | None:
        view = await asyncio.to_thread(open_position, found.record)
        plays = tuple(one.cards for one in found.plays)
        parts: list[Sequence[ComparedPlay]] = [
            await self._searches.compare_given_when_idle(view, plays, CONFIRM_DEALS, f"{seed} part {part}")
            for part in range(CONFIRM_PARTS)
        ]
        return confirm_lead(found, parts)
