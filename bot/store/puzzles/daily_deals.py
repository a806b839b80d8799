"""Stores the deals of the day and how users have played them, and loads the leaderboards."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, func, or_, select, update

from bot.ids import GuildId, UserId
from bot.puzzles.daily_deals import DailyBoard, DailyDeal, DailyLine, DailyPlay
from bot.puzzles.days import Day
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import dialect_insert, get_table, insert_missing
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.schema.puzzle_models import DailyDealRow, DailyPlayRow
from engine.io.record import format_record, parse_record
from engine.model.actions import Action
from engine.model.notation import format_action, parse_action
from engine.puzzles.solo_deal import SOLO_SEAT, SoloScore

_BEST_FIRST = (DailyPlayRow.levels.desc(), DailyPlayRow.points.desc())


class SqlDailyDeals(Repository):
    """Implements `bot.puzzles.daily_deals.DailyStore`. Each method but `load_daily_board` is one transaction."""

    async def add_deal(self, deal: DailyDeal) -> None:
        values = {
            "guild_id": deal.guild,
            "day": deal.day,
            "preset": deal.preset,
            "record": format_record(deal.record),
            "seed": deal.seed,
        }
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, deal.guild)
            await insert_missing(connection, DailyDealRow, [values])

    async def find_deal(self, guild: GuildId, day: Day) -> DailyDeal | None:
        query = select(get_table(DailyDealRow)).where(DailyDealRow.guild_id == guild, DailyDealRow.day == day)
        row: Any = await self._connections.fetch_one(query)
        if row is None:
            return None
        master = _to_score(row.master_levels, row.master_points), _parse_actions(row.master_actions)
        return DailyDeal(guild, day, row.preset, parse_record(row.record), row.seed, *master)

    async def save_master(self, guild: GuildId, day: Day, score: SoloScore, actions: Sequence[Action]) -> None:
        wanted = DailyDealRow.guild_id == guild, DailyDealRow.day == day
        values = {
            "master_levels": score.levels,
            "master_points": score.points,
            "master_actions": _format_actions(actions),
        }
        await self._connections.execute(update(DailyDealRow).where(*wanted).values(**values))

    async def delete_deals(self, before: Day) -> None:
        await self._connections.execute(delete(DailyDealRow).where(DailyDealRow.day < before))

    async def find_play(self, guild: GuildId, day: Day, user: UserId) -> DailyPlay | None:
        query = select(get_table(DailyPlayRow)).where(*_wanted(guild, day, user))
        row = await self._connections.fetch_one(query)
        if row is None:
            return None
        return DailyPlay(guild, day, user, _parse_actions(row.actions), _to_score(row.levels, row.points))

    async def save_play(self, play: DailyPlay, at: float) -> bool:
        score = play.score
        values = {
            "actions": _format_actions(play.actions),
            "revision": play.task,
            "levels": None if score is None else score.levels,
            "points": None if score is None else score.points,
            "played_at": at,
        }
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, play.guild)
            await ensure_people(connection, [play.user])
            wanted = *_wanted(play.guild, play.day, play.user), DailyPlayRow.revision == play.task - 1
            changed = (await connection.execute(update(DailyPlayRow).where(*wanted).values(**values))).rowcount
            if not changed and play.task == 1:
                keys = {"guild_id": play.guild, "day": play.day, "user_id": play.user}
                adding = dialect_insert(connection, DailyPlayRow).on_conflict_do_nothing()
                changed = (await connection.execute(adding, keys | values)).rowcount
        return bool(changed)

    async def restart_play(self, play: DailyPlay) -> None:
        wanted = *_wanted(play.guild, play.day, play.user), DailyPlayRow.levels.is_(None)
        await self._connections.execute(update(DailyPlayRow).where(*wanted).values(actions="", revision=0))

    async def list_finished_days(self, guild: GuildId, user: UserId) -> Sequence[Day]:
        query = select(DailyPlayRow.day).where(DailyPlayRow.guild_id == guild, DailyPlayRow.user_id == user)
        query = query.where(DailyPlayRow.levels.is_not(None)).order_by(DailyPlayRow.day.desc())
        return await self._connections.fetch_values(query)

    async def load_daily_board(self, guild: GuildId, day: Day, offset: int, limit: int) -> DailyBoard:
        finished = DailyPlayRow.guild_id == guild, DailyPlayRow.day == day, DailyPlayRow.levels.is_not(None)
        query = (
            select(
                func.rank().over(order_by=_BEST_FIRST).label("rank"),
                DailyPlayRow.user_id,
                DailyPlayRow.levels,
                DailyPlayRow.points,
            )
            .where(*finished)
            .order_by(*_BEST_FIRST, DailyPlayRow.user_id)
        )
        rows: Any = await self._connections.fetch_all(query.offset(offset).limit(limit))
        lines = (DailyLine(row.rank, row.user_id, SoloScore(row.levels, row.points)) for row in rows)
        return DailyBoard(tuple(lines), await self._connections.count(DailyPlayRow, *finished))

    async def find_rank(self, guild: GuildId, day: Day, score: SoloScore) -> int:
        better = or_(
            DailyPlayRow.levels > score.levels,
            (DailyPlayRow.levels == score.levels) & (DailyPlayRow.points > score.points),
        )
        this = DailyPlayRow.guild_id == guild, DailyPlayRow.day == day
        return 1 + await self._connections.count(DailyPlayRow, *this, better)


def _wanted(guild: GuildId, day: Day, user: UserId) -> tuple[Any, ...]:
    return DailyPlayRow.guild_id == guild, DailyPlayRow.day == day, DailyPlayRow.user_id == user


def _to_score(levels: int | None, points: int | None) -> SoloScore | None:
    return None if levels is None or points is None else SoloScore(levels, points)


def _format_actions(actions: Iterable[Action]) -> str:
    return "\n".join(format_action(SOLO_SEAT, action) for action in actions)


def _parse_actions(text: str) -> tuple[Action, ...]:
    return tuple(parse_action(line)[1] for line in text.splitlines())
