"""Handlers of puzzles. A press belongs to the day in its id, so yesterday's puzzle still counts just after midnight."""

from collections.abc import Mapping
from typing import Final

from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import Puzzle
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress, show_page
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.message import Message
from bot.ui.puzzles.control_ids import SHOW_TRICKS, ChoosePractice, OpenPuzzle, PuzzleControl, ShowPuzzleBoard
from bot.ui.puzzles.pages import board_page, open_today, show_answer, show_puzzle
from bot.ui.puzzles.panel_parts import take_press
from bot.ui.puzzles.puzzle_view import draft_place, puzzle_view, tricks_view
from bot.ui.puzzles.result_view import result_view
from engine.model.cards import Card

PuzzlePress = ControlPress[PuzzleControl]


async def _handle_puzzle(press: PuzzlePress) -> Response:
    """Handle a control of a puzzle; an invented one shows the puzzle as it is."""
    guild, _ = press.ctx.location
    puzzle = await press.ctx.services.puzzles.find_puzzle(guild, press.id.day)
    if puzzle is None or (press.id.practice and press.ctx.services.puzzles.may_count(puzzle.day)):
        return notice_message(press.texts.say("puzzle.not_kept"))
    if not press.id.practice and await press.ctx.services.puzzles.store.find_answer(guild, puzzle.day, press.ctx.user):
        return EditMessage(await show_puzzle(press.ctx, puzzle))  # the answer counts, so these controls are obsolete
    if press.id.verb == SHOW_TRICKS:
        shown = await tricks_view(press.ctx.services, puzzle, press.ctx.user, press.texts, practice=press.id.practice)
        return EditMessage(shown)
    played = await take_press(press, puzzle.view, draft_place(puzzle))
    return (
        EditMessage(await _show(press, puzzle, played))
        if isinstance(played, str)
        else await _answer(press, puzzle, played)
    )


async def _show(press: PuzzlePress, puzzle: Puzzle, notice: str = "") -> Message:
    ctx = press.ctx
    return await puzzle_view(ctx.services, puzzle, ctx.user, ctx.texts, practice=press.id.practice, notice=notice)


async def _answer(press: PuzzlePress, puzzle: Puzzle, cards: tuple[Card, ...]) -> Response:
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    try:
        judgement = await puzzles.judge(puzzle, cards)
    except SearchFailedError:
        return EditMessage(await _show(press, puzzle, press.texts.say("puzzle.busy")))
    ctx.services.puzzle_drafts.put(ctx.user, draft_place(puzzle), ())
    if not press.id.practice and puzzles.may_count(puzzle.day):
        return EditMessage(await show_answer(ctx, puzzle, await puzzles.answer(puzzle, ctx.user, judgement)))
    notice = press.texts.say("puzzle.practised" if press.id.practice else "puzzle.too_late")
    return EditMessage(await result_view(ctx.services, puzzle, ctx.user, judgement, ctx.texts, None, notice))


async def _handle_practice(press: ControlPress[ChoosePractice]) -> Response:
    """Show an earlier puzzle without its solution, once it no longer counts for anybody."""
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    guild, _ = ctx.location
    day = Day(parse_number(press.chosen))
    puzzle = None if puzzles.may_count(day) else await puzzles.find_puzzle(guild, day)
    if puzzle is None:
        return notice_message(press.texts.say("puzzle.not_kept"))
    return EditMessage(await puzzle_view(ctx.services, puzzle, ctx.user, ctx.texts, practice=True))


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    PuzzleControl: _handle_puzzle,
    OpenPuzzle: lambda press: open_today(press.ctx),
    ChoosePractice: _handle_practice,
    ShowPuzzleBoard: show_page(lambda press: board_page(press.ctx, press.id.period, press.id.page)),
}
