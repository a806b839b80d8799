"""A puzzle before and after its answer, and the leaderboard."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from bot.ids import UserId
from bot.puzzles.days import Period, to_date
from bot.puzzles.puzzle_model import DayTotals, Judgement, Puzzle, PuzzleBoard, PuzzleScore, Streaks
from bot.puzzles.service import PuzzleJob
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option, text_message
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import SeatNames, find_solo_names, hand_blocks
from bot.ui.puzzles import control_ids, panel_parts

_OF_PERIOD: Final = "p"
"""A mark in the ids of the buttons for periods. It keeps them different from the ids of the buttons for pages."""


def draft_place(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the key of the cards that a user has picked for a puzzle."""
    return ("puzzle", puzzle.guild, puzzle.day)


async def puzzle_view(
    services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool, notice: str = ""
) -> Message:
    """Return the message of a puzzle before it is answered, with what the puzzle's seat knows and the controls."""
    listed, place = tuple(one.cards for one in puzzle.plays), draft_place(puzzle)
    asked = await panel_parts.load_question(services, puzzle.view, user, place, texts, listed)
    to_id = partial(control_ids.PuzzleControl, puzzle.day, practice)
    spoken = asked.prefers.text_hand
    lines = _list_heading_lines(puzzle, asked.names, texts, practice=practice, as_text=spoken)
    tricks = labelled_button(to_id(control_ids.SHOW_TRICKS), texts, "puzzle.tricks")
    footer = button_rows((tricks,)) if puzzle.view.tricks else ()
    return await panel_parts.question_view(services, asked, "\n".join(lines), notice, to_id, footer)


def format_puzzle_heading(puzzle: Puzzle, texts: Texts, *, practice: bool) -> str:
    """Return the heading that identifies a puzzle."""
    key = "puzzle.practice_heading" if practice else "puzzle.heading"
    return texts.say(key, date=texts.format_long_date(to_date(puzzle.day)))


def progress_view(job: PuzzleJob, texts: Texts) -> Message:
    """Return a message about the progress of making a puzzle."""
    key = "puzzle.failed" if job.failed else "puzzle.preparing" if job.looked_at else "puzzle.waiting"
    return text_message(f"### {texts.say('puzzle.title')}\n{texts.say(key, count=job.looked_at)}")


async def tricks_view(services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool) -> Message:
    """Return the tricks played before the puzzle, with a button back to it."""
    view = puzzle.view
    names = await find_solo_names(services, view, user, texts)
    escaped = escape_names(names)
    back = control_ids.PuzzleControl(puzzle.day, practice, control_ids.SHOW_PUZZLE)
    tricks = (panel_parts.format_trick(view, number, one, escaped, texts) for number, one in enumerate(view.tricks, 1))
    lines = (f"### {texts.say('puzzle.tricks')}", *tricks)
    return Message((join_lines(lines), *button_rows((labelled_button(back, texts, "puzzle.back"),))))


def _list_heading_lines(
    puzzle: Puzzle, names: SeatNames, texts: Texts, *, practice: bool, as_text: bool
) -> Iterator[str]:
    view, escaped = puzzle.view, escape_names(names)
    asked = texts.say("puzzle.ask_practice" if practice else "puzzle.ask", trick=len(view.tricks) + 1)
    yield f"### {asked}"
    facts = panel_parts.list_facts(view, escaped, texts, as_text=as_text)
    known = (texts.format_sides(view, escaped, is_spoken=as_text), panel_parts.format_voids(view, escaped, texts))
    which = (format_puzzle_heading(puzzle, texts, practice=practice), texts.format_preset(puzzle.preset))
    yield panel_parts.format_small_print(*which, *facts, *known)


async def result_view(
    services: Services,
    puzzle: Puzzle,
    user: UserId,
    judgement: Judgement,
    texts: Texts,
    counted: Sequence[str] = (),
    notice: str = "",
) -> Message:
    """Return the solution. If the answer counts, add the lines `counted`. If not, a `notice` says why."""
    asked = await panel_parts.load_question(services, puzzle.view, user, None, texts)
    cards = await hand_blocks(services, *asked, headed=True, hinted=puzzle.best.cards)
    heading = f"### {format_puzzle_heading(puzzle, texts, practice=not counted)}"
    verdict = Text("\n".join((heading, *panel_parts.list_verdict_lines(puzzle.view, judgement, puzzle.plays, texts))))
    lines = tuple(filter(None, (notice, *counted)))
    older = await practice_blocks(services, puzzle, user, texts)
    told = (Text("\n".join(lines)),) if lines else ()
    buttons: tuple[Button, ...] = (labelled_button(control_ids.ShowPuzzleBoard(Period.WEEK), texts, "puzzle.board"),)
    if counted:
        buttons += (labelled_button(control_ids.SharePuzzle(puzzle.day), texts, "share.button"),)
    if puzzle.day != services.puzzles.today:
        buttons += (labelled_button(control_ids.OpenPuzzle(), texts, "puzzle.today"),)
    return Message((verdict, *cards, *told, *button_rows(buttons), *older))


async def practice_blocks(services: Services, puzzle: Puzzle, user: UserId, texts: Texts) -> tuple[Block, ...]:
    """Return the select of earlier puzzles; nothing if there is none."""
    days = await services.puzzles.list_practice_days(puzzle.guild, MAX_OPTIONS)
    answered = await services.puzzles.store.list_answered_days(puzzle.guild, user)
    outcomes = {one.day: "right" if one.is_right else "wrong" for one in answered}
    hints = {day: texts.say(f"puzzle.option_{outcomes.get(day, 'open')}") for day in days}
    options = [select_option(str(day), texts.format_long_date(to_date(day)), hint) for day, hint in hints.items()]
    return (labelled_select(control_ids.ChoosePractice(), texts, "puzzle.practise", options),) if options else ()


def counted_lines(streaks: Streaks, totals: DayTotals, next_at: float | None, texts: Texts) -> tuple[str, str]:
    """Return a line with the user's streaks and a line with the results of all users, for an answer that counts.

    `next_at` is the time of the next puzzle. It is None unless the puzzle is today's.
    """
    small = [texts.say("puzzle.totals", count=totals.answered, right=totals.right)]
    if next_at is not None:
        small.append(texts.say("puzzle.next", when=f"<t:{round(next_at)}:R>"))
    parts = [texts.say("puzzle.days_in_row", count=streaks.days)]
    if streaks.right:
        parts.append(texts.say("puzzle.right_in_row", count=streaks.right))
    return " · ".join(parts), f"-# {texts.join_sentences(small)}"


def board_view(
    board: PuzzleBoard, period: Period, page: int, names: Mapping[UserId, str], days: Mapping[UserId, int], texts: Texts
) -> Message:
    """Return a page of the leaderboard. `days` has the number of days in a row on which each user has answered."""
    heading = f"### {texts.say('puzzle.board_heading', period=texts.say(f'puzzle.period.{period}'))}"
    lines = [_format_score(one, names, days, texts) for one in board.scores] or [texts.say("puzzle.board_empty")]
    turn = page_buttons(page, board.total, texts, lambda to, mark: control_ids.ShowPuzzleBoard(period, to, mark))
    about = Text(f"-# {texts.say('puzzle.board_about')}")
    back = button_rows((labelled_button(control_ids.OpenPuzzle(), texts, "puzzle.today"),))
    return Message((join_lines((heading, *lines)), about, *turn, *_period_buttons(period, texts), *back))


def _format_score(score: PuzzleScore, names: Mapping[UserId, str], days: Mapping[UserId, int], texts: Texts) -> str:
    name, loss = escape_name(names[score.user]), f"{score.loss / score.answered:.1f}"
    counts = {"rank": score.rank, "right": score.right, "answered": score.answered}
    line = texts.say("puzzle.board_line", name=name, loss=loss, **counts)
    streak = days.get(score.user, 0)
    return f"{line} · {texts.say('puzzle.board_streak', count=streak)}" if streak > 1 else line


def _period_buttons(chosen: Period, texts: Texts) -> tuple[Block, ...]:
    ids = {one: control_ids.ShowPuzzleBoard(one, 1, _OF_PERIOD) for one in Period}
    styles = {one: ButtonStyle.PRIMARY if one is chosen else ButtonStyle.SECONDARY for one in Period}
    labels = {one: texts.say(f"puzzle.period.{one}") for one in Period}
    return button_rows(tuple(Button(ids[one], labels[one], styles[one], disabled=one is chosen) for one in Period))
