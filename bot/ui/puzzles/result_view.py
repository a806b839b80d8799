"""A puzzle after its answer: the judgement, the best lead with its reason, more puzzles; and the leaderboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import UserId
from bot.puzzles.days import Day, Period, to_date
from bot.puzzles.puzzle_model import AnsweredDay, DayTotals, Judgement, Puzzle, PuzzleBoard, PuzzleScore, Streaks
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, SelectOption, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import hand_blocks
from bot.ui.puzzles.control_ids import ChoosePractice, OpenPuzzle, SharePuzzle, ShowPuzzleBoard
from bot.ui.puzzles.panel_parts import build_question, list_occupants, list_verdict_lines
from bot.ui.puzzles.puzzle_view import format_puzzle_heading

_OF_PERIOD: Final = "p"
"""Marks the buttons of periods, whose pages may be the same as those of other buttons."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The consequences of an answer that counts."""

    streaks: Streaks
    totals: DayTotals
    next_at: float | None
    """When the next puzzle comes, in seconds since the epoch; None if this is not today's."""


async def result_view(
    services: Services,
    puzzle: Puzzle,
    user: UserId,
    judgement: Judgement,
    texts: Texts,
    counted: Counted | None,
    notice: str = "",
) -> Message:
    """Return a puzzle with its solution. `counted` is None for practice; `notice` says why an answer does not count."""
    prefers = await services.people.get_preferences(user)
    names = await services.people.find_names(list_occupants(puzzle.view, user), texts)
    question = build_question(services, puzzle.view, PickedCards(0), texts, prefers)
    cards = await hand_blocks(services, question, names, prefers, headed=True, hinted=puzzle.best.cards)
    heading = f"### {format_puzzle_heading(puzzle, texts, practice=counted is None)}"
    verdict = Text("\n".join((heading, *list_verdict_lines(puzzle.view, judgement, puzzle.plays, texts))))
    lines = [notice] if notice else []
    lines += _list_count_lines(counted, texts)
    older = await practice_blocks(services, puzzle, user, texts)
    told = (Text("\n".join(lines)),) if lines else ()
    buttons: tuple[Button, ...] = (labelled_button(ShowPuzzleBoard(Period.WEEK), texts, "puzzle.board"),)
    if counted is not None:
        buttons += (labelled_button(SharePuzzle(puzzle.day), texts, "share.button"),)
    if puzzle.day != services.puzzles.today:
        buttons += (labelled_button(OpenPuzzle(), texts, "puzzle.today"),)
    return Message((verdict, *cards, *told, *button_rows(buttons), *older))


async def practice_blocks(services: Services, puzzle: Puzzle, user: UserId, texts: Texts) -> tuple[Block, ...]:
    """Return the select of earlier puzzles; nothing if there is none."""
    days = await services.puzzles.list_practice_days(puzzle.guild, MAX_OPTIONS)
    answered = {one.day: one for one in await services.puzzles.store.list_answered_days(puzzle.guild, user)}
    options = [_practice_option(day, answered.get(day), texts) for day in days]
    return (labelled_select(ChoosePractice(), texts, "puzzle.practise", options),) if options else ()


def _practice_option(day: Day, answered: AnsweredDay | None, texts: Texts) -> SelectOption:
    outcome = "open" if answered is None else "right" if answered.is_right else "wrong"
    return select_option(str(day), texts.format_long_date(to_date(day)), texts.say(f"puzzle.option_{outcome}"))


def _list_count_lines(counted: Counted | None, texts: Texts) -> Sequence[str]:
    if counted is None:
        return ()
    streaks, totals = counted.streaks, counted.totals
    small = [texts.say("puzzle.totals", count=totals.answered, right=totals.right)]
    if counted.next_at is not None:
        small.append(texts.say("puzzle.next", when=f"<t:{round(counted.next_at)}:R>"))
    parts = [texts.say("puzzle.days_in_row", count=streaks.days)]
    if streaks.right:
        parts.append(texts.say("puzzle.right_in_row", count=streaks.right))
    return " · ".join(parts), f"-# {texts.join_sentences(small)}"


def board_view(
    board: PuzzleBoard, period: Period, page: int, names: Mapping[UserId, str], days: Mapping[UserId, int], texts: Texts
) -> Message:
    """Return a page of the leaderboard. `days` are the days in a row on which each user has answered."""
    heading = f"### {texts.say('puzzle.board_heading', period=texts.say(f'puzzle.period.{period}'))}"
    lines = [_format_score(one, names, days, texts) for one in board.scores] or [texts.say("puzzle.board_empty")]
    turn = page_buttons(page, board.total, texts, lambda to, mark: ShowPuzzleBoard(period, to, mark))
    about = Text(f"-# {texts.say('puzzle.board_about')}")
    back = button_rows((labelled_button(OpenPuzzle(), texts, "puzzle.today"),))
    return Message((join_lines((heading, *lines)), about, *turn, *_period_buttons(period, texts), *back))


def _format_score(score: PuzzleScore, names: Mapping[UserId, str], days: Mapping[UserId, int], texts: Texts) -> str:
    name, loss = escape_name(names[score.user]), f"{score.loss / score.answered:.1f}"
    counts = {"rank": score.rank, "right": score.right, "answered": score.answered}
    line = texts.say("puzzle.board_line", name=name, loss=loss, **counts)
    streak = days.get(score.user, 0)
    return f"{line} · {texts.say('puzzle.board_streak', count=streak)}" if streak > 1 else line


def _period_buttons(chosen: Period, texts: Texts) -> tuple[Block, ...]:
    ids = {one: ShowPuzzleBoard(one, 1, _OF_PERIOD) for one in Period}
    styles = {one: ButtonStyle.PRIMARY if one is chosen else ButtonStyle.SECONDARY for one in Period}
    labels = {one: texts.say(f"puzzle.period.{one}") for one in Period}
    return button_rows(tuple(Button(ids[one], labels[one], styles[one], disabled=one is chosen) for one in Period))
