"""Defines the values that describe puzzles and answers, and the protocols of their store and their searches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day
from engine.io.record import Record
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.advice.compare_plays import LEAST_POINTS, ComparedPlay
from engine.puzzles.find_lead import LeadPuzzle, open_position

_CERTAIN: Final = 2.0
"""A play is wrong if it is worse than the best by more than this number of standard errors."""


@dataclass(frozen=True)
class Puzzle:
    """The puzzle of a server on a day."""

    guild: GuildId
    day: Day
    preset: str
    """The preset of its rules; house rules are changes to it."""
    record: Record
    """The record of the deal up to the point at which the user has to lead."""
    plays: tuple[ComparedPlay, ...]
    """The best lead of each kind (suit and shape), best first. The computer player Master has judged them."""
    view: View = field(init=False, compare=False, repr=False)
    """What the seat that has to lead can know about the deal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "view", open_position(self.record))

    @property
    def best(self) -> ComparedPlay:
        """The best lead."""
        return self.plays[0]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worth of a lead, judged by what its player could know."""

    cards: tuple[Card, ...]
    loss: float
    """The loss in card points; 0 for every lead that is right."""
    is_right: bool


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A user's first answer, which is the one that counts."""

    guild: GuildId
    day: Day
    user: UserId
    judgement: Judgement
    at: float


@dataclass(frozen=True, slots=True)
class AnsweredDay:
    """A day on which a user answered."""

    day: Day
    is_right: bool


@dataclass(frozen=True, slots=True)
class Streaks:
    """A user's streaks. `days` are days in a row with an answer, and `right` counts right answers in a row."""

    days: int
    right: int


@dataclass(frozen=True, slots=True)
class DayTotals:
    """How many users of a server have answered a puzzle, and how many of them correctly."""

    answered: int
    right: int


@dataclass(frozen=True, slots=True)
class PuzzleScore:
    """A line of the leaderboard."""

    rank: int
    user: UserId
    right: int
    answered: int
    loss: float
    """The card points lost with all answers."""


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """A page of the leaderboard, best first. `total` counts all users who have answered."""

    scores: tuple[PuzzleScore, ...]
    total: int


def judge(cards: tuple[Card, ...], compared: Sequence[ComparedPlay]) -> Judgement:
    """Judge a play. `compared` has the best play first. A play is right unless it is clearly worse than that one."""
    found = next((one for one in compared[1:] if sorted(one.cards) == sorted(cards)), None)
    if found is None or found.points_behind < LEAST_POINTS or found.behind <= _CERTAIN * found.error:
        return Judgement(cards, 0.0, is_right=True)
    return Judgement(cards, found.points_behind, is_right=False)


class PuzzleStore(Protocol):
    """Stores puzzles and the answers to them."""

    async def add_puzzle(self, puzzle: Puzzle) -> None:
        """Save a puzzle, unless the server has one of that day."""

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        """Return a server's puzzle of a day; None if there is none."""

    async def list_puzzle_days(self, guild: GuildId, before: Day, most: int) -> Sequence[Day]:
        """Return the days of a server's puzzles before a day, the latest first."""

    async def is_announced(self, guild: GuildId, day: Day) -> bool:
        """Return whether a server's puzzle of a day was announced; False if there is no such puzzle."""

    async def mark_announced(self, guild: GuildId, day: Day) -> None:
        """Mark a puzzle as announced."""

    async def delete_puzzles(self, before: Day) -> None:
        """Delete all servers' puzzles of the days before a day; answers stay."""

    async def list_active_guilds(self, since: Day) -> Sequence[GuildId]:
        """Return the servers in which somebody has answered since a day."""

    async def add_answer(self, answer: PuzzleAnswer) -> PuzzleAnswer:
        """Save an answer unless the user has already answered this puzzle; return the saved one."""

    async def find_answer(self, guild: GuildId, day: Day, user: UserId) -> PuzzleAnswer | None:
        """Return a user's answer to a puzzle; None if they have not answered it."""

    async def list_answered_days(self, guild: GuildId, user: UserId) -> Sequence[AnsweredDay]:
        """Return the days on which a user answered in a server, the latest first."""

    async def count_answers(self, guild: GuildId, day: Day) -> DayTotals:
        """Return how many users have answered a puzzle, and how many of them correctly."""

    async def load_board(self, guild: GuildId, since: Day, until: Day, offset: int, limit: int) -> PuzzleBoard:
        """Return part of the leaderboard of days `since` to `until`. Right answers count first, then a small loss."""


class PuzzleSearches(Protocol):
    """The searches that puzzles need. Each call raises SearchFailedError if the computer players cannot answer."""

    async def find_lead_when_idle(self, rules: Rules, seed: str) -> LeadPuzzle | None:
        """Make a position from a seed, and return it. Return None if no kind of lead in it seems clearly the best."""

    async def compare_given_when_idle(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Wait until no table needs the workers. Then return how the deal is expected to end after each play."""

    async def compare_given(
        self, view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str
    ) -> tuple[ComparedPlay, ...]:
        """Return the same as `compare_given_when_idle`, without waiting for idle workers."""
