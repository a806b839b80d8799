"""Opens the puzzle of the day, answered ones, earlier ones and the leaderboard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from bot.ids import GuildId, UserId
from bot.play.table_rules.table_changes import build_rules
from bot.puzzles.days import Period, end_of
from bot.puzzles.make_puzzle import PuzzleJob, PuzzleRules
from bot.puzzles.model import Puzzle, PuzzleAnswer
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response, ShowProgress
from bot.ui.core.messages.message import Message
from bot.ui.core.messages.paging import LINES_PER_PAGE, MOST_ENTRIES, parse_page
from bot.ui.core.rules.rule_sets import get_default_rule_set
from bot.ui.core.services import Services
from bot.ui.puzzles.board_view import board_view
from bot.ui.puzzles.puzzle_view import progress_view, puzzle_view
from bot.ui.puzzles.result_view import Counted, result_view

SHOWN_AT_ONCE: Final = 0.8
"""How many seconds a command waits for a puzzle that is nearly ready, so that no progress flickers."""
UPDATE_PAUSE: Final = 1.5
"""Seconds between two edits of the progress."""
MAX_UPDATE_SECONDS: Final = 13 * 60.0
"""A private message can be edited for fifteen minutes; later the command shows the puzzle."""


async def open_today(ctx: Context) -> Response:
    """Return today's puzzle, its solution if the user has answered, or the progress of making it.

    Raises:
        TableRefused: it was outside a server, or its usual rules can no longer be played.
    """
    guild, _ = ctx.location
    day = ctx.services.puzzles.today
    puzzle = await ctx.services.puzzles.find_puzzle(guild, day)
    if puzzle is not None:
        return NewMessage(await show_puzzle(ctx, puzzle))
    job = ctx.services.puzzles.maker.begin(guild, day, await find_puzzle_rules(ctx.services, guild))
    with suppress(TimeoutError):
        await asyncio.wait_for(_wait_until_over(job), SHOWN_AT_ONCE)
    if job.puzzle is not None:
        return NewMessage(await show_puzzle(ctx, job.puzzle))
    return ShowProgress(progress_view(job, ctx.texts), _follow(ctx, job))


async def show_puzzle(ctx: Context, puzzle: Puzzle) -> Message:
    """Return the puzzle of a day that counts, or its solution once the user has answered."""
    answer = await ctx.services.puzzles.store.find_answer(puzzle.guild, puzzle.day, ctx.user)
    if answer is not None:
        return await show_answer(ctx, puzzle, answer)
    return await puzzle_view(ctx.services, puzzle, ctx.user, ctx.texts, practice=False)


async def show_answer(ctx: Context, puzzle: Puzzle, answer: PuzzleAnswer) -> Message:
    """Return the solution for a user whose answer counts."""
    puzzles = ctx.services.puzzles
    streaks = await puzzles.find_streaks(puzzle.guild, ctx.user)
    totals = await puzzles.store.count_answers(puzzle.guild, puzzle.day)
    next_at = end_of(puzzle.day) if puzzle.day == puzzles.today else None
    counted = Counted(streaks, totals, next_at)
    return await result_view(ctx.services, puzzle, ctx.user, answer.judgement, ctx.texts, counted)


async def board_page(ctx: Context, period: Period, page: int) -> Message:
    """Return a page of the leaderboard, or the nearest existing one."""
    guild, _ = ctx.location
    puzzles, wanted = ctx.services.puzzles, parse_page(page, MOST_ENTRIES)
    board = await puzzles.load_board(guild, period, (wanted - 1) * LINES_PER_PAGE, LINES_PER_PAGE)
    if not board.scores and board.total:  # a page that is no longer there
        return await board_page(ctx, period, parse_page(wanted, board.total))
    users = [score.user for score in board.scores]
    names = await get_player_names(ctx.services, users, ctx.texts)
    return board_view(board, period, wanted, names, await _count_days(ctx.services, guild, users), ctx.texts)


async def find_puzzle_rules(services: Services, guild: GuildId) -> PuzzleRules:
    """Return the usual rules of a server.

    Raises:
        TableRefused: they are house rules that can no longer be played.
    """
    chosen = await get_default_rule_set(services, guild)
    return PuzzleRules(chosen.preset, build_rules(chosen.preset, chosen.changes))


async def _count_days(services: Services, guild: GuildId, users: list[UserId]) -> dict[UserId, int]:
    return {user: (await services.puzzles.find_streaks(guild, user)).days for user in users}


async def _wait_until_over(job: PuzzleJob) -> None:
    while not job.is_over:
        await job.changed.wait()


async def _follow(ctx: Context, job: PuzzleJob) -> AsyncIterator[Message]:
    """Yield the progress, at most every `UPDATE_PAUSE` seconds, and finally the puzzle."""
    loop = asyncio.get_running_loop()
    until = loop.time() + MAX_UPDATE_SECONDS
    while not job.is_over and loop.time() < until:
        with suppress(TimeoutError):
            await asyncio.wait_for(_wait_until_over(job), UPDATE_PAUSE)
        if not job.is_over:
            yield progress_view(job, ctx.texts)
    yield progress_view(job, ctx.texts) if job.puzzle is None else await show_puzzle(ctx, job.puzzle)
