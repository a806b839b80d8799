"""Makes a server's puzzles while no table needs the computer players, takes answers, and counts streaks."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.ids import GuildId, UserId
from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.days import Day, Period, count_days_in_row, day_of, find_first_day, may_count
from bot.puzzles.puzzle_model import (
    AnsweredDay,
    Judgement,
    Puzzle,
    PuzzleAnswer,
    PuzzleBoard,
    PuzzleSearches,
    PuzzleStore,
    Streaks,
    judge,
)
from bot.stopping import stop_tasks
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.search.search_player import can_search
from engine.puzzles.find_lead import LeadPuzzle, confirm_lead, open_position

log: Final = structlog.get_logger()

MOST_POSITIONS: Final = 300
"""The most positions that are tried under a server's own rules. Then as many are tried under the usual preset."""
CONFIRM_PARTS: Final = 4
"""The number of searches that together confirm the best lead. One search through all deals would take too long."""
CONFIRM_DEALS: Final = 100
JUDGE_DEALS: Final = 100
"""The number of deals in which an answer is compared with the best lead."""
KEPT_DAYS: Final = 60
"""The number of days for which a puzzle or a deal of the day is kept."""
ACTIVE_DAYS: Final = 7
"""A server in which nobody has answered for this number of days gets no more puzzles in advance."""
_SECRET_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class PuzzleRules:
    """The rules for making a puzzle, and the preset on which they are based."""

    preset: str
    rules: Rules


@dataclass(slots=True)
class PuzzleJob:
    """A puzzle that is being made. `looked_at` is the number of positions tried, and 0 while the job waits."""

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


@dataclass(eq=False, repr=False)
class PuzzleMaker:
    """Makes puzzles and saves them, one for each server and day."""

    _store: PuzzleStore
    _searches: PuzzleSearches
    _random_bytes: Callable[[int], bytes]
    _usual: PuzzleRules
    """The rules that are used if a server's own make no puzzles."""
    _jobs: dict[tuple[GuildId, Day], PuzzleJob] = field(init=False, default_factory=dict)
    _turn: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    def begin(self, guild: GuildId, day: Day, wanted: PuzzleRules) -> PuzzleJob:
        """Return the job that makes a puzzle. Start the job if it has not been started."""
        if (known := self._jobs.get((guild, day))) is not None:
            return known
        job = self._jobs[guild, day] = PuzzleJob()
        job.task = asyncio.create_task(self._make(job, guild, day, wanted), name="puzzle")
        return job

    async def close(self) -> None:
        """Stop making puzzles; unfinished ones are lost."""
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
            if (found := await self._search(job, by.rules, f"{secret} {attempt}")) is not None:
                await self._store.add_puzzle(Puzzle(guild, day, by.preset, found.record, found.plays))
                return await self._store.find_puzzle(guild, day)
        return None

    async def _search(self, job: PuzzleJob, rules: Rules, seed: str) -> LeadPuzzle | None:
        """Try up to `MOST_POSITIONS` positions, and return the first that makes a puzzle.

        Return None if none does, or if the computer players cannot search under these rules.
        """
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


@dataclass(eq=False, repr=False)
class PuzzleService:
    """The puzzles of all servers."""

    store: PuzzleStore
    """The store of puzzles. It also has the puzzles of days to come, which `find_puzzle` hides."""
    _searches: PuzzleSearches
    maker: PuzzleMaker
    _wall: Callable[[], float]

    @property
    def today(self) -> Day:
        """The present day."""
        return day_of(self._wall())

    def may_count(self, day: Day) -> bool:
        """Return whether an answer to the puzzle of a day still counts, provided the puzzle was opened on that day."""
        return may_count(day, self._wall())

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        """Return a server's puzzle of a day; None if there is none, or if the day is still to come."""
        return await self.store.find_puzzle(guild, day) if 0 <= day <= self.today else None

    async def is_prepared(self, guild: GuildId, day: Day) -> bool:
        """Return whether a server has a puzzle of a day, which may still be to come."""
        return await self.store.find_puzzle(guild, day) is not None

    async def judge(self, puzzle: Puzzle, cards: tuple[Card, ...]) -> Judgement:
        """Return the judgement on a legal lead, which is the same for all users. Raises SearchFailedError."""
        return await self.judge_play(puzzle.view, cards, puzzle.plays, f"answer {puzzle.day}")

    async def judge_play(
        self, view: View, cards: tuple[Card, ...], known: Sequence[ComparedPlay], seed: str
    ) -> Judgement:
        """Return the judgement on a legal play. `known` has the best play first. Raises SearchFailedError."""
        if any(sorted(one.cards) == sorted(cards) for one in known):
            return judge(cards, known)
        plays = known[0].cards, cards
        return judge(cards, await self._searches.compare_given(view, plays, JUDGE_DEALS, seed))

    async def answer(self, puzzle: Puzzle, user: UserId, judgement: Judgement) -> PuzzleAnswer:
        """Save an answer and return it; if the user has answered before, return that answer instead."""
        return await self.store.add_answer(PuzzleAnswer(puzzle.guild, puzzle.day, user, judgement, self._wall()))

    async def find_streaks(self, guild: GuildId, user: UserId) -> Streaks:
        """Return a user's streaks in a server."""
        return count_streaks(await self.store.list_answered_days(guild, user), self.today)

    async def list_practice_days(self, guild: GuildId, most: int) -> Sequence[Day]:
        """Return the latest days whose puzzles no longer count, and are therefore open for practice."""
        days = await self.store.list_puzzle_days(guild, self.today, most + 1)
        return [day for day in days if not self.may_count(day)][:most]

    async def load_board(self, guild: GuildId, period: Period, offset: int, limit: int) -> PuzzleBoard:
        """Return part of the leaderboard of this week, this month or all time."""
        today = self.today
        return await self.store.load_board(guild, find_first_day(period, today), today, offset, limit)

    async def list_active_guilds(self) -> Sequence[GuildId]:
        """Return the servers for which puzzles are made in advance."""
        return await self.store.list_active_guilds(Day(self.today - ACTIVE_DAYS))

    async def delete_old(self) -> None:
        """Delete expired puzzles; answers stay."""
        await self.store.delete_puzzles(Day(self.today - KEPT_DAYS))


def count_streaks(days: Sequence[AnsweredDay], today: Day) -> Streaks:
    """Return a user's streaks; `days` are all days on which they answered, the latest first."""
    wrong = next((at for at, one in enumerate(days) if not one.is_right), len(days))
    return Streaks(count_days_in_row([one.day for one in days], today), wrong)
