"""Puzzles as others call them: the puzzle of a day, answers to it, streaks and the leaderboard."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.ids import GuildId, UserId
from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.days import Day, Period, day_of, find_first_day, may_count
from bot.puzzles.make_puzzle import PuzzleMaker
from bot.puzzles.model import Judgement, Puzzle, PuzzleAnswer, PuzzleBoard, Streaks, count_streaks, judge
from bot.puzzles.ports import PuzzleSearches, PuzzleStore
from engine.model.cards import Card

JUDGE_DEALS: Final = 100
"""In which an answer is compared with the best lead."""
_JUDGE_ATTEMPTS: Final = 3
KEPT_DAYS: Final = 60
"""How long a puzzle is kept for practice."""
ACTIVE_DAYS: Final = 7
"""A server in which nobody has answered for so long has no puzzles made ahead."""


class PuzzleService:
    """The puzzles of all servers."""

    def __init__(
        self, store: PuzzleStore, searches: PuzzleSearches, maker: PuzzleMaker, wall: Callable[[], float]
    ) -> None:
        self.store = store
        """Also knows the puzzles of days to come, which `find_puzzle` keeps back."""
        self._searches = searches
        self.maker = maker
        self._wall = wall

    @property
    def today(self) -> Day:
        """The day it is."""
        return day_of(self._wall())

    def may_count(self, day: Day) -> bool:
        """Whether an answer to the puzzle of a day still counts, if it was opened on that day."""
        return may_count(day, self._wall())

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        """Return a server's puzzle of a day; None if there is none, or the day is still to come."""
        return await self.store.find_puzzle(guild, day) if 0 <= day <= self.today else None

    async def is_prepared(self, guild: GuildId, day: Day) -> bool:
        """Whether a server has a puzzle of a day, which may still be to come."""
        return await self.store.find_puzzle(guild, day) is not None

    async def judge(self, puzzle: Puzzle, cards: tuple[Card, ...]) -> Judgement:
        """Return the judgement on a legal lead; the same for the same lead.

        Raises:
            SearchFailedError: the computer players have too much to do.
        """
        plays = puzzle.best.cards, cards
        seed = f"answer {puzzle.day}"
        for _ in range(_JUDGE_ATTEMPTS - 1):
            try:
                return judge(cards, await self._searches.compare_given(puzzle.view, plays, JUDGE_DEALS, seed))
            except SearchFailedError:
                continue
        return judge(cards, await self._searches.compare_given(puzzle.view, plays, JUDGE_DEALS, seed))

    async def answer(self, puzzle: Puzzle, user: UserId, judgement: Judgement) -> PuzzleAnswer:
        """Save an answer and return it, or the user's earlier one, which stays."""
        return await self.store.add_answer(PuzzleAnswer(puzzle.guild, puzzle.day, user, judgement, self._wall()))

    async def find_streaks(self, guild: GuildId, user: UserId) -> Streaks:
        """Return a user's streaks in a server."""
        return count_streaks(await self.store.list_answered_days(guild, user), self.today)

    async def list_practice_days(self, guild: GuildId, most: int) -> Sequence[Day]:
        """Return the latest days whose puzzles no longer count, and may so be practised."""
        days = await self.store.list_puzzle_days(guild, self.today, most + 1)
        return [day for day in days if not self.may_count(day)][:most]

    async def load_board(self, guild: GuildId, period: Period, offset: int, limit: int) -> PuzzleBoard:
        """Return part of the leaderboard of this week, this month or all time."""
        today = self.today
        return await self.store.load_board(guild, find_first_day(period, today), today, offset, limit)

    async def list_active_guilds(self) -> Sequence[GuildId]:
        """Return the servers for which puzzles are made ahead."""
        return await self.store.list_active_guilds(Day(self.today - ACTIVE_DAYS))

    async def delete_old(self) -> None:
        """Delete the puzzles that are kept no longer; answers stay."""
        await self.store.delete_puzzles(Day(self.today - KEPT_DAYS))
