"""Opens the pages of the puzzle and of the deal of the day, including their leaderboards."""

from bot.ids import GuildId
from bot.play.table_rules.table_changes import build_rules
from bot.puzzles.daily_deals import DailyDeal, DailyPlay
from bot.puzzles.days import Day, Period, end_of
from bot.puzzles.puzzle_model import Puzzle, PuzzleAnswer
from bot.puzzles.service import PuzzleRules
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message, show_job
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.long_list import LINES_PER_PAGE, MOST_ENTRIES, parse_page
from bot.ui.core.messages.message import Message
from bot.ui.core.rule_sets import get_default_rule_set
from bot.ui.core.services import Services
from bot.ui.puzzles.daily_view import Finish, daily_board_view, daily_over_view, daily_result_view, daily_view
from bot.ui.puzzles.master_view import MasterMoment, master_view
from bot.ui.puzzles.puzzle_view import board_view, counted_lines, progress_view, puzzle_view, result_view


async def open_today(ctx: Context) -> Response:
    """Return today's puzzle, its solution if the user has answered, or a message while the puzzle is still being made.

    Raises TableRefused outside a server, or if a puzzle must be made by rules that the bot no longer plays.
    """
    day = ctx.services.puzzles.today
    puzzle = await ctx.services.puzzles.find_puzzle(ctx.guild, day)
    if puzzle is not None:
        return NewMessage(await show_puzzle(ctx, puzzle))
    job = ctx.services.puzzles.maker.begin(ctx.guild, day, await find_puzzle_rules(ctx.services, ctx.guild))

    async def show() -> Message:
        return progress_view(job, ctx.texts) if job.puzzle is None else await show_puzzle(ctx, job.puzzle)

    return await show_job(job, show)


async def show_puzzle(ctx: Context, puzzle: Puzzle) -> Message:
    """Return a puzzle that counts for the leaderboard. Once the user has answered, return its solution."""
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
    counted = counted_lines(streaks, totals, next_at, ctx.texts)
    return await result_view(ctx.services, puzzle, ctx.user, answer.judgement, ctx.texts, counted)


async def board_page(ctx: Context, period: Period, page: int) -> Message:
    """Return a page of the leaderboard, or the nearest existing one."""
    puzzles, wanted = ctx.services.puzzles, parse_page(page, MOST_ENTRIES)
    board = await puzzles.load_board(ctx.guild, period, (wanted - 1) * LINES_PER_PAGE, LINES_PER_PAGE)
    if not board.scores and board.total:  # this page no longer exists
        return await board_page(ctx, period, parse_page(wanted, board.total))
    users = [score.user for score in board.scores]
    names = await get_player_names(ctx.services, users, ctx.texts)
    days = {user: (await puzzles.find_streaks(ctx.guild, user)).days for user in users}
    return board_view(board, period, wanted, names, days, ctx.texts)


async def find_puzzle_rules(services: Services, guild: GuildId) -> PuzzleRules:
    """Return the usual rules of a server. Raises TableRefused: they are house rules that can no longer be played."""
    chosen = await get_default_rule_set(services, guild)
    return PuzzleRules(chosen.preset, build_rules(chosen.preset, chosen.changes))


async def open_daily(ctx: Context) -> Response:
    """Return today's deal or its result. Raises TableRefused outside a server, or if the usual rules are unplayable."""
    deal = await ctx.services.daily_deals.open_today(ctx.guild, await find_puzzle_rules(ctx.services, ctx.guild))
    return NewMessage(await show_daily(ctx, deal))


async def show_daily(ctx: Context, deal: DailyDeal, notice: str = "") -> Message:
    """Return the deal where the user left off, or its result. If its day is over without a result, return a notice."""
    daily = ctx.services.daily_deals
    play, position = await daily.load_play(deal, ctx.user)
    if play.score is not None:
        board = await daily.store.load_daily_board(deal.guild, deal.day, 0, 1)
        rank = await daily.store.find_rank(deal.guild, deal.day, play.score)
        days = await daily.count_days(deal.guild, ctx.user)
        next_at = end_of(deal.day) if deal.day == daily.today else None
        finish = Finish(rank, board.total, days, next_at)
        return await daily_result_view(ctx.services, deal, play, position, ctx.texts, finish)
    if not daily.may_play(deal.day):
        return daily_over_view(deal, ctx.texts)
    return await daily_view(ctx.services, deal, play, position, ctx.texts, notice)


async def daily_board_page(ctx: Context, day: Day, page: int) -> Message:
    """Return a page of a day's leaderboard, once the user has finished the deal or its day is over."""
    daily, wanted = ctx.services.daily_deals, parse_page(page, MOST_ENTRIES)
    found = await _find_finished_deal(ctx, day)
    if isinstance(found, Message):
        return found
    deal, play = found
    board = await daily.store.load_daily_board(deal.guild, day, (wanted - 1) * LINES_PER_PAGE, LINES_PER_PAGE)
    if not board.lines and board.total:  # this page no longer exists
        return await daily_board_page(ctx, day, parse_page(wanted, board.total))
    names = await get_player_names(ctx.services, [line.user for line in board.lines], ctx.texts)
    return daily_board_view(deal, board, wanted, names, ctx.texts, has_result=play.score is not None)


async def show_master(ctx: Context, day: Day, step: int) -> Response:
    """Show how Master, a computer player, played a day's deal, once the user has finished it or its day is over."""
    found = await _find_finished_deal(ctx, day)
    if isinstance(found, Message):
        return EditMessage(found)
    deal, play = found
    moments = await ctx.services.daily_deals.list_master_moments(deal)
    if not moments:
        return notice_message(ctx.texts.say("daily.master_gone"))
    moment = MasterMoment(deal, play, moments, min(max(step, 0), len(moments) - 1))
    return EditMessage(await master_view(ctx.services, moment, ctx.texts))


async def _find_finished_deal(ctx: Context, day: Day) -> tuple[DailyDeal, DailyPlay] | Message:
    """Return a day's deal, and how the user has played it. While the user may still play it, return a refusal."""
    daily = ctx.services.daily_deals
    deal = await daily.find_deal(ctx.location[0], day)
    if deal is None:
        return text_message(ctx.texts.say("daily.not_kept"))
    play = await daily.find_play(deal, ctx.user)
    if play.score is None and daily.may_play(day):
        return text_message(ctx.texts.say("daily.finish_first"))
    return deal, play
