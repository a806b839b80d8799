"""The leaderboard of puzzles: this week, this month or all time."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.ids import UserId
from bot.puzzles.days import Period
from bot.puzzles.puzzle_model import PuzzleBoard, PuzzleScore
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Text, button_rows
from bot.ui.puzzles.control_ids import OpenPuzzle, ShowPuzzleBoard

_OF_PERIOD: Final = "p"
"""Marks the buttons of periods, whose pages may be the same as those of other buttons."""


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
    line = texts.say(
        "puzzle.board_line",
        rank=score.rank,
        name=escape_name(names[score.user]),
        right=score.right,
        answered=score.answered,
        loss=f"{score.loss / score.answered:.1f}",
    )
    streak = days.get(score.user, 0)
    return f"{line} · {texts.say('puzzle.board_streak', count=streak)}" if streak > 1 else line


def _period_buttons(chosen: Period, texts: Texts) -> tuple[Block, ...]:
    def buttons() -> Iterator[Button]:
        for one in Period:
            style = ButtonStyle.PRIMARY if one is chosen else ButtonStyle.SECONDARY
            label = texts.say(f"puzzle.period.{one}")
            yield Button(ShowPuzzleBoard(one, 1, _OF_PERIOD), label, style, disabled=one is chosen)

    return button_rows(tuple(buttons()))
