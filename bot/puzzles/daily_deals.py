"""The deal of the day: a user plays it alone, and the result is compared with that of the computer player Master."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import structlog

from bot.ids import GuildId, UserId
from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.days import Day, count_days_in_row, day_of, may_count
from bot.puzzles.service import KEPT_DAYS, PuzzleRules
from bot.stopping import stop_tasks
from engine.io.record import Record
from engine.model.actions import Action
from engine.model.errors import IllegalAction
from engine.model.view import View
from engine.puzzles import solo_deal
from engine.puzzles.solo_deal import SoloPosition, SoloScore

log: Final = structlog.get_logger()

_SECRET_BYTES: Final = 16
_MASTER: Final = "master"


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A server's deal of a day. Everyone gets the same pack, and the computer players choose with the same seed."""

    guild: GuildId
    day: Day
    preset: str
    record: Record
    seed: str
    master: SoloScore | None = None
    """The result of Master, a computer player, in the same seat; None until it is known."""
    master_actions: tuple[Action, ...] = ()
    """The actions that Master chose. With `record` and `seed`, they determine all actions of the deal."""


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """A user's progress in a deal. The user's own actions are enough to replay the deal up to this point."""

    guild: GuildId
    day: Day
    user: UserId
    actions: tuple[Action, ...] = ()
    score: SoloScore | None = None
    """The result; None while the deal is played."""

    @property
    def task(self) -> int:
        """The number of the user's next action, from 0."""
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A line of a day's leaderboard."""

    rank: int
    user: UserId
    score: SoloScore


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A page of a day's leaderboard, best first; `total` users have finished the deal."""

    lines: tuple[DailyLine, ...]
    total: int


class DailyStore(Protocol):
    """Stores deals of the day and how they are played."""

    async def add_deal(self, deal: DailyDeal) -> None:
        """Save a deal, unless the server has one of that day."""

    async def find_deal(self, guild: GuildId, day: Day) -> DailyDeal | None:
        """Return a server's deal of a day; None if there is none."""

    async def save_master(self, guild: GuildId, day: Day, score: SoloScore, actions: Sequence[Action]) -> None:
        """Save Master's result and own actions."""

    async def delete_deals(self, before: Day) -> None:
        """Delete all servers' deals of the days before a day; results stay."""

    async def find_play(self, guild: GuildId, day: Day, user: UserId) -> DailyPlay | None:
        """Return a user's progress in a deal; None if none is saved."""

    async def save_play(self, play: DailyPlay, at: float) -> bool:
        """Save a person's progress after one more action; return False if other progress was saved meanwhile."""

    async def restart_play(self, play: DailyPlay) -> None:
        """Forget a user's actions in a deal that they have not finished."""

    async def list_finished_days(self, guild: GuildId, user: UserId) -> Sequence[Day]:
        """Return the days whose deals a user has finished in a server, the latest first."""

    async def load_daily_board(self, guild: GuildId, day: Day, offset: int, limit: int) -> DailyBoard:
        """Return part of a day's leaderboard, which is sorted by levels and then by points."""

    async def find_rank(self, guild: GuildId, day: Day, score: SoloScore) -> int:
        """Return the rank of a result on a day's leaderboard."""


class MasterPlayer(Protocol):
    """Chooses actions for Master, a computer player that plays the deal in the same seat as the users."""

    async def choose_when_idle(self, view: View, level: str, seed: str) -> Action | None:
        """Wait until no table needs the workers. Then return an action, or None to wait. Raises SearchFailedError."""


@dataclass(eq=False, repr=False)
class DailyService:
    """The deals of the day of all servers."""

    store: DailyStore
    _master: MasterPlayer
    _wall: Callable[[], float]
    _random_bytes: Callable[[int], bytes]
    _usual: PuzzleRules
    """The rules that are used if a server's own cannot be played by one person alone."""
    _masters: dict[tuple[GuildId, Day], asyncio.Task[None]] = field(init=False, default_factory=dict)

    @property
    def today(self) -> Day:
        """The present day."""
        return day_of(self._wall())

    def may_play(self, day: Day) -> bool:
        """Return whether the deal of a day may still be played."""
        return may_count(day, self._wall())

    async def open_today(self, guild: GuildId, wanted: PuzzleRules) -> DailyDeal:
        """Return today's deal, which is made now if there is none. The computer player Master begins to play it."""
        day = self.today
        if (deal := await self.store.find_deal(guild, day)) is None:
            await self.store.add_deal(await self._make(guild, day, wanted))
            deal = await self.store.find_deal(guild, day)
        assert deal is not None
        self._let_master_play(deal)
        return deal

    async def find_deal(self, guild: GuildId, day: Day) -> DailyDeal | None:
        """Return a server's deal of a day; None if there is none, or if the day is still to come."""
        return await self.store.find_deal(guild, day) if 0 <= day <= self.today else None

    async def find_play(self, deal: DailyDeal, user: UserId) -> DailyPlay:
        """Return a user's progress in a deal."""
        return await self.store.find_play(deal.guild, deal.day, user) or DailyPlay(deal.guild, deal.day, user)

    async def load_play(self, deal: DailyDeal, user: UserId) -> tuple[DailyPlay, SoloPosition]:
        """Return a user's progress in a deal, and the position to which their actions lead.

        If this version of the program plays the deal differently, their actions may be illegal. Then the position is
        that of the beginning. A user who has finished the deal keeps the result; any other user begins again.
        """
        play = await self.find_play(deal, user)
        try:
            return play, await _replay(deal, play)
        except IllegalAction:
            again = replace(play, actions=())
            if play.score is not None:
                return play, await _replay(deal, again)
            log.warning("a deal of the day restarts: this version plays it differently", guild=deal.guild, day=deal.day)
            await self.store.restart_play(play)
            return again, await _replay(deal, again)

    async def act(self, deal: DailyDeal, user: UserId, task: int, action: Action) -> bool:
        """Save a user's action; return False if question `task` is no longer the current one. Raises IllegalAction."""
        play, _ = await self.load_play(deal, user)
        if play.task != task or play.score is not None:
            return False
        play = replace(play, actions=(*play.actions, action))
        position = await _replay(deal, play)
        return await self.store.save_play(replace(play, score=position.score), self._wall())

    async def count_days(self, guild: GuildId, user: UserId) -> int:
        """Return for how many days in a row a user has finished the deal."""
        return count_days_in_row(list(await self.store.list_finished_days(guild, user)), self.today)

    async def list_master_moments(self, deal: DailyDeal) -> tuple[SoloPosition, ...]:
        """Return the positions between the tricks of the deal, as Master played it.

        Return none if Master has no result, or if this version of the program plays differently.
        """
        if deal.master is None:
            return ()
        try:
            found = await asyncio.to_thread(solo_deal.list_solo_moments, deal.record, deal.seed, deal.master_actions)
        except IllegalAction:  # this version of the program plays differently
            return ()
        return found if found[-1].score == deal.master else ()

    async def delete_old(self) -> None:
        """Delete expired deals; results stay."""
        await self.store.delete_deals(Day(self.today - KEPT_DAYS))

    async def close(self) -> None:
        """Stop Master; the next user who opens the deal of today starts Master again."""
        await stop_tasks(*self._masters.values())

    async def _make(self, guild: GuildId, day: Day, wanted: PuzzleRules) -> DailyDeal:
        by = wanted if solo_deal.can_be_solo(wanted.rules) else self._usual
        seed = self._random_bytes(_SECRET_BYTES).hex()
        record = await asyncio.to_thread(solo_deal.make_solo_deal, by.rules, seed)
        return DailyDeal(guild, day, by.preset, record, seed)

    def _let_master_play(self, deal: DailyDeal) -> None:
        key = deal.guild, deal.day
        if deal.master is not None or key in self._masters:
            return
        task = self._masters[key] = asyncio.create_task(self._play_master(deal), name="master")
        task.add_done_callback(lambda _: self._masters.pop(key, None))

    async def _play_master(self, deal: DailyDeal) -> None:
        play = DailyPlay(deal.guild, deal.day, UserId(0))
        try:
            while (position := await _replay(deal, play)).score is None:
                seed = f"{deal.seed} {play.task}"
                action = await self._master.choose_when_idle(position.view, _MASTER, seed)
                assert action is not None  # the choice is None only while players may declare
                play = replace(play, actions=(*play.actions, action))
            await self.store.save_master(deal.guild, deal.day, position.score, play.actions)
        except SearchFailedError as failed:
            log.info("Master could not play the deal of the day", guild=deal.guild, why=failed.failure.value)
        except Exception:
            log.exception("Master could not play the deal of the day", guild=deal.guild)


async def _replay(deal: DailyDeal, play: DailyPlay) -> SoloPosition:
    return await asyncio.to_thread(solo_deal.play_solo_deal, deal.record, deal.seed, play.actions)


def find_comparison(score: SoloScore, master: SoloScore) -> str:
    """Compare a user's result with Master's. Return `better`, `same` or `worse`, which is the end of a message key."""
    return "better" if score > master else "worse" if score < master else "same"
