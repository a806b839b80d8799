"""Makes the puzzle of a day, takes answers to it, and counts streaks."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day, Period, day_of, find_first_day, may_count
from bot.puzzles.make_puzzle import PuzzleMaker
from bot.puzzles.puzzle_model import (
    Judgement,
    Puzzle,
    PuzzleAnswer,
    PuzzleBoard,
    PuzzleSearches,
    PuzzleStore,
    Streaks,
    count_streaks,
    judge,
)
from engine.model.cards import Card
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay

JUDGE_DEALS: Final = 100
"""The number of deals in which an answer is compared with the best lead."""
KEPT_DAYS: Final = 60
"""For how many days a puzzle is kept for practice."""
ACTIVE_DAYS: Final = 7
"""After how many days without an answer a server gets no more puzzles in advance."""


class PuzzleService:
    """The puzzles of all servers."""

    def __init__(
        self, store: PuzzleStore, searches: PuzzleSearches, maker: PuzzleMaker, wall: Callable[[], float]
    ) -> None:
        self.store = store
        """The store, which also has puzzles of days to come; `find_puzzle` hides those."""
        self._searches = searches
        self.maker = maker
        self._wall = wall

    @property
    def today(self) -> Day:
        """The present day."""
        return day_of(self._wall())

    def may_count(self, day: Day) -> bool:
        """Return whether an answer to the puzzle of a day still counts if it was opened on that day."""
        return may_count(day, self._wall())

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        """Return a server's puzzle of a day; None if there is none, or if the day is still to come."""
        return await self.store.find_puzzle(guild, day) if 0 <= day <= self.today else None

    async def is_prepared(self, guild: GuildId, day: Day) -> bool:
        """Return whether a server has a puzzle of a day, which may still be to come."""
        return await self.store.find_puzzle(guild, day) is not None

    async def judge(self, puzzle: Puzzle, cards: tuple[Card, ...]) -> Judgement:
        """Return the judgement on a legal lead, which is always the same for a lead.

        Raises:
            SearchFailedError: the computer players have too much to do.
        """
        return await self.judge_play(puzzle.view, cards, puzzle.plays, f"answer {puzzle.day}")

    async def judge_play(
        self, view: View, cards: tuple[Card, ...], known: Sequence[ComparedPlay], seed: str
    ) -> Judgement:
        """Return the judgement on a legal play against the best of those `known`. Raises as `judge`."""
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
