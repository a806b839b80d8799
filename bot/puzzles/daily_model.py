"""The deal of the day, the plays of its users, and Master's result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day
from engine.io.record import Record
from engine.model.actions import Action
from engine.model.view import View
from engine.puzzles.solo_deal import SoloScore


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A server's deal of a day, with the same pack and the same seed of computer players for everyone."""

    guild: GuildId
    day: Day
    preset: str
    record: Record
    seed: str
    master: SoloScore | None = None
    """Master's result in the same seat; None until it is known."""
    master_actions: tuple[Action, ...] = ()
    """Master's own actions, which determine the rest of the deal."""


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """A user's progress in a deal, as their own actions, which determine all others."""

    guild: GuildId
    day: Day
    user: UserId
    actions: tuple[Action, ...] = ()
    score: SoloScore | None = None
    """The result; None while the deal is played."""

    @property
    def task(self) -> int:
        """The number of the current question."""
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A line of a day's leaderboard."""

    rank: int
    user: UserId
    score: SoloScore


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A page of a day's leaderboard, best first: `total` users have finished the deal."""

    lines: tuple[DailyLine, ...]
    total: int


class DailyStore(Protocol):
    """Stores deals of the day and how they are played."""

    async def add_deal(self, deal: DailyDeal) -> None:
        """Save a deal, unless the server has one of that day."""

    async def find_deal(self, guild: GuildId, day: Day) -> DailyDeal | None:
        """Return a server's deal of a day."""

    async def save_master(self, guild: GuildId, day: Day, score: SoloScore, actions: Sequence[Action]) -> None:
        """Save Master's result and own actions."""

    async def delete_deals(self, before: Day) -> None:
        """Delete the deals of all servers before a day; results stay."""

    async def find_play(self, guild: GuildId, day: Day, user: UserId) -> DailyPlay | None:
        """Return a user's progress in a deal."""

    async def save_play(self, play: DailyPlay, at: float) -> bool:
        """Save a play that has one more action; return False if another play was saved in the meantime."""

    async def restart_play(self, play: DailyPlay) -> None:
        """Forget the actions of an unfinished play."""

    async def list_finished_days(self, guild: GuildId, user: UserId) -> Sequence[Day]:
        """Return the days whose deals a user has finished in a server, the latest first."""

    async def load_daily_board(self, guild: GuildId, day: Day, offset: int, limit: int) -> DailyBoard:
        """Return part of a day's leaderboard: by levels, then by points."""

    async def find_rank(self, guild: GuildId, day: Day, score: SoloScore) -> int:
        """Return the rank of a result."""


class MasterPlayer(Protocol):
    """Computes the play of Master in the same seat."""

    async def choose_when_idle(self, view: View, level: str, seed: str) -> Action | None:
        """Return a computer player's choice, once no table needs the workers.

        Raises:
            SearchFailedError: the workers are closed, or fail time after time.
        """
