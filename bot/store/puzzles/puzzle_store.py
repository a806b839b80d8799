"""Stores servers' puzzles and people's answers, and loads the leaderboard."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, cast, delete, func, select, update

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import AnsweredDay, DayTotals, Judgement, Puzzle, PuzzleAnswer, PuzzleBoard, PuzzleScore
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import get_table, insert_missing
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.schema.puzzle_models import PuzzleAnswerRow, PuzzleRow
from engine.io.record import format_record, parse_record
from engine.model.cards import format_cards, parse_cards
from engine.players.advice.compare_plays import ComparedPlay

_FIGURES = ("points", "levels", "behind", "error", "deals", "worth", "worth_error", "points_behind")


class SqlPuzzles(Repository):
    """Implements `bot.puzzles.puzzle_model.PuzzleStore`. Each method but `load_board` is one transaction."""

    async def add_puzzle(self, puzzle: Puzzle) -> None:
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, puzzle.guild)
            await insert_missing(connection, PuzzleRow, [_puzzle_values(puzzle)])

    async def find_puzzle(self, guild: GuildId, day: Day) -> Puzzle | None:
        query = select(get_table(PuzzleRow)).where(PuzzleRow.guild_id == guild, PuzzleRow.day == day)
        row = await self._connections.fetch_one(query)
        return None if row is None else await asyncio.to_thread(_to_puzzle, row)  # this replays a whole deal

    async def list_puzzle_days(self, guild: GuildId, before: Day, most: int) -> Sequence[Day]:
        query = select(PuzzleRow.day).where(PuzzleRow.guild_id == guild, PuzzleRow.day < before)
        return await self._connections.fetch_values(query.order_by(PuzzleRow.day.desc()).limit(most))

    async def is_announced(self, guild: GuildId, day: Day) -> bool:
        query = select(PuzzleRow.announced).where(PuzzleRow.guild_id == guild, PuzzleRow.day == day)
        return bool(await self._connections.fetch_value(query))

    async def mark_announced(self, guild: GuildId, day: Day) -> None:
        wanted = PuzzleRow.guild_id == guild, PuzzleRow.day == day
        await self._connections.execute(update(PuzzleRow).where(*wanted).values(announced=True))

    async def delete_puzzles(self, before: Day) -> None:
        await self._connections.execute(delete(PuzzleRow).where(PuzzleRow.day < before))

    async def list_active_guilds(self, since: Day) -> Sequence[GuildId]:
        own = self._connections.is_own(PuzzleAnswerRow.guild_id)
        query = select(PuzzleAnswerRow.guild_id).where(PuzzleAnswerRow.day >= since, own).distinct()
        return await self._connections.fetch_values(query.order_by(PuzzleAnswerRow.guild_id))

    async def add_answer(self, answer: PuzzleAnswer) -> PuzzleAnswer:
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, answer.guild)
            await ensure_people(connection, [answer.user])
            await insert_missing(connection, PuzzleAnswerRow, [_answer_values(answer)])
            kept = (await connection.execute(_select_answer(answer.guild, answer.day, answer.user))).one()
        return _to_answer(kept)

    async def find_answer(self, guild: GuildId, day: Day, user: UserId) -> PuzzleAnswer | None:
        row = await self._connections.fetch_one(_select_answer(guild, day, user))
        return None if row is None else _to_answer(row)

    async def list_answered_days(self, guild: GuildId, user: UserId) -> Sequence[AnsweredDay]:
        query = select(PuzzleAnswerRow.day, PuzzleAnswerRow.is_right)
        query = query.where(PuzzleAnswerRow.guild_id == guild, PuzzleAnswerRow.user_id == user)
        rows = await self._connections.fetch_all(query.order_by(PuzzleAnswerRow.day.desc()))
        return [AnsweredDay(row.day, row.is_right) for row in rows]

    async def count_answers(self, guild: GuildId, day: Day) -> DayTotals:
        query = select(func.count().label("answered"), _count_right().label("right"))
        query = query.where(PuzzleAnswerRow.guild_id == guild, PuzzleAnswerRow.day == day)
        row = await self._connections.fetch_one(query)
        return DayTotals(0, 0) if row is None else DayTotals(row.answered, row.right)

    async def load_board(self, guild: GuildId, since: Day, until: Day, offset: int, limit: int) -> PuzzleBoard:
        right, loss = _count_right(), func.sum(PuzzleAnswerRow.loss)
        counted = PuzzleAnswerRow.guild_id == guild, PuzzleAnswerRow.day >= since, PuzzleAnswerRow.day <= until
        query = (
            select(
                func.rank().over(order_by=(right.desc(), loss)).label("rank"),
                PuzzleAnswerRow.user_id,
                right.label("right"),
                func.count().label("answered"),
                loss.label("loss"),
            )
            .where(*counted)
            .group_by(PuzzleAnswerRow.user_id)
            .order_by(right.desc(), loss, PuzzleAnswerRow.user_id)
        )
        total = select(func.count(PuzzleAnswerRow.user_id.distinct())).where(*counted)
        rows = await self._connections.fetch_all(query.offset(offset).limit(limit))
        scores = [PuzzleScore(row.rank, row.user_id, row.right, row.answered, row.loss) for row in rows]
        return PuzzleBoard(tuple(scores), await self._connections.fetch_value(total) or 0)


def _count_right() -> Any:
    return func.coalesce(func.sum(cast(PuzzleAnswerRow.is_right, Integer)), 0)


def _select_answer(guild: GuildId, day: Day, user: UserId) -> Any:
    wanted = PuzzleAnswerRow.guild_id == guild, PuzzleAnswerRow.day == day, PuzzleAnswerRow.user_id == user
    return select(get_table(PuzzleAnswerRow)).where(*wanted)


def _puzzle_values(puzzle: Puzzle) -> dict[str, Any]:
    plays = [{"cards": format_cards(one.cards)} | {n: getattr(one, n) for n in _FIGURES} for one in puzzle.plays]
    return {
        "guild_id": puzzle.guild,
        "day": puzzle.day,
        "preset": puzzle.preset,
        "record": format_record(puzzle.record),
        "plays": json.dumps(plays),
        "announced": False,
    }


def _to_puzzle(row: Any) -> Puzzle:
    plays = (ComparedPlay(**one | {"cards": parse_cards(one["cards"])}) for one in json.loads(row.plays))
    return Puzzle(row.guild_id, row.day, row.preset, parse_record(row.record), tuple(plays))


def _answer_values(answer: PuzzleAnswer) -> dict[str, Any]:
    return {
        "guild_id": answer.guild,
        "day": answer.day,
        "user_id": answer.user,
        "cards": format_cards(answer.judgement.cards),
        "loss": answer.judgement.loss,
        "is_right": answer.judgement.is_right,
        "answered_at": answer.at,
    }


def _to_answer(row: Any) -> PuzzleAnswer:
    judgement = Judgement(parse_cards(row.cards), row.loss, row.is_right)
    return PuzzleAnswer(row.guild_id, row.day, row.user_id, judgement, row.answered_at)
