"""Opens the puzzle of the day, answered ones, earlier ones and the leaderboard."""

from bot.ids import GuildId
from bot.play.table_rules.table_changes import build_rules
from bot.puzzles.days import Period, end_of
from bot.puzzles.make_puzzle import PuzzleRules
from bot.puzzles.puzzle_model import Puzzle, PuzzleAnswer
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response, show_job
from bot.ui.core.messages.long_list import LINES_PER_PAGE, MOST_ENTRIES, parse_page
from bot.ui.core.messages.message import Message
from bot.ui.core.rule_sets import get_default_rule_set
from bot.ui.core.services import Services
from bot.ui.puzzles.board_view import board_view
from bot.ui.puzzles.puzzle_view import progress_view, puzzle_view
from bot.ui.puzzles.result_view import Counted, result_view


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

    async def show() -> Message:
        return progress_view(job, ctx.texts) if job.puzzle is None else await show_puzzle(ctx, job.puzzle)

    return await show_job(job, show)


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
    days = {user: (await puzzles.find_streaks(guild, user)).days for user in users}
    return board_view(board, period, wanted, names, days, ctx.texts)


async def find_puzzle_rules(services: Services, guild: GuildId) -> PuzzleRules:
    """Return the usual rules of a server. Raises TableRefused: they are house rules that can no longer be played."""
    chosen = await get_default_rule_set(services, guild)
    return PuzzleRules(chosen.preset, build_rules(chosen.preset, chosen.changes))
