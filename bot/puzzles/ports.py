"""Defines what puzzles need from outside, as protocols."""

from collections.abc import Sequence
from typing import Protocol

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import AnsweredDay, DayTotals, Puzzle, PuzzleAnswer, PuzzleBoard
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay
from engine.puzzles.find_lead import LeadPuzzle


class PuzzleStore(Protocol):
    """Stores puzzles and the answers to them."""

    async def add_puzzle(self, puzzle: Puzzle) -> None:
        """Save a puzzle, unless the server has one of that day."""

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        """Return a server's puzzle of a day."""

    async def list_puzzle_days(self, guild: GuildId, before: Day, most: int) -> Sequence[Day]:
        """Return the days of a server's puzzles before a day, the latest first."""

    async def is_announced(self, guild: GuildId, day: Day) -> bool:
        """Return whether a server's puzzle of a day was announced; False if there is no such puzzle."""

    async def mark_announced(self, guild: GuildId, day: Day) -> None:
        """Mark a puzzle as announced."""

    async def delete_puzzles(self, before: Day) -> None:
        """Delete the puzzles of all servers before a day; answers stay."""

    async def list_active_guilds(self, since: Day) -> Sequence[GuildId]:
        """Return the servers in which somebody has answered since a day."""

    async def add_answer(self, answer: PuzzleAnswer) -> PuzzleAnswer:
        """Save an answer unless the user has already answered this puzzle; return the saved one."""

    async def find_answer(self, guild: GuildId, day: Day, user: UserId) -> PuzzleAnswer | None:
        """Return a user's answer to a puzzle."""

    async def list_answered_days(self, guild: GuildId, user: UserId) -> Sequence[AnsweredDay]:
        """Return the days on which a user answered in a server, the latest first."""

    async def count_answers(self, guild: GuildId, day: Day) -> DayTotals:
        """Return how many users have answered a puzzle."""

    async def load_board(self, guild: GuildId, since: Day, until: Day, offset: int, limit: int) -> PuzzleBoard:
        """Return part of the leaderboard from one day to another, both inclusive.

        Most right answers come first, then the smallest loss.
        """


class PuzzleSearches(Protocol):
    """The searches that puzzles need. Each call raises SearchFailedError if the computer players cannot answer."""

    async def find_lead_when_idle(self, rules: Rules, seed: str) -> LeadPuzzle | None:
        """Return the position of this seed if one lead seems clearly the best there."""

    async def compare_given_when_idle(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Return how the deal is expected to end after each play, once no table needs the workers."""

    async def compare_given(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Return the same without waiting for idle workers."""
