"""A puzzle before its answer: the position as its seat knows it, and the controls of a hand panel."""

from collections.abc import Iterator
from functools import partial

from bot.ids import UserId
from bot.puzzles.days import to_date
from bot.puzzles.puzzle_model import Puzzle
from bot.puzzles.service import PuzzleJob
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.footer_view import join_footer
from bot.ui.hand.hand_cards import SeatNames, hand_blocks
from bot.ui.hand.view import question_controls
from bot.ui.puzzles import panel_parts
from bot.ui.puzzles.control_ids import SHOW_PUZZLE, SHOW_TRICKS, PuzzleControl


def draft_place(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the key of the picked cards: a puzzle."""
    return ("puzzle", puzzle.guild, puzzle.day)


async def puzzle_view(
    services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool, notice: str = ""
) -> Message:
    """Return a puzzle as its user sees it before they answer."""
    prefers = await services.people.get_preferences(user)
    names = await services.people.find_names(panel_parts.list_occupants(puzzle.view, user), texts)
    draft = services.puzzle_drafts.get(user, draft_place(puzzle))
    listed = tuple(one.cards for one in puzzle.plays)
    question = panel_parts.build_question(services, puzzle.view, draft, texts, prefers, listed)
    cards = await hand_blocks(services, question, names, prefers, headed=True)
    told = (Text(notice),) if notice else ()
    to_id = partial(PuzzleControl, puzzle.day, practice)
    controls = panel_parts.convert_controls(question_controls(question), panel_parts.PLAYING_VERBS, to_id)
    heading = Text("\n".join(_list_heading_lines(puzzle, names, texts, practice=practice, as_text=prefers.text_hand)))
    joined = join_footer(tuple(controls), _footer(puzzle, texts, practice=practice))
    return Message((heading, *cards, *told, *joined))


def format_puzzle_heading(puzzle: Puzzle, texts: Texts, *, practice: bool) -> str:
    """Return the heading that identifies a puzzle."""
    key = "puzzle.practice_heading" if practice else "puzzle.heading"
    return texts.say(key, date=texts.format_long_date(to_date(puzzle.day)))


def progress_view(job: PuzzleJob, texts: Texts) -> Message:
    """Return the progress of making a puzzle."""
    key = "puzzle.failed" if job.failed else "puzzle.preparing" if job.looked_at else "puzzle.waiting"
    return text_message(f"### {texts.say('puzzle.title')}\n{texts.say(key, count=job.looked_at)}")


async def tricks_view(services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool) -> Message:
    """Return the tricks played before the puzzle, with a button back to it."""
    view = puzzle.view
    names = await services.people.find_names(panel_parts.list_occupants(view, user), texts)
    escaped = tuple(escape_name(name or "") for name in names)
    back = PuzzleControl(puzzle.day, practice, SHOW_PUZZLE)
    tricks = (panel_parts.format_trick(view, number, one, escaped, texts) for number, one in enumerate(view.tricks, 1))
    lines = (f"### {texts.say('puzzle.tricks')}", *tricks)
    return Message((join_lines(lines), *button_rows((labelled_button(back, texts, "puzzle.back"),))))


def _list_heading_lines(
    puzzle: Puzzle, names: SeatNames, texts: Texts, *, practice: bool, as_text: bool
) -> Iterator[str]:
    view, escaped = puzzle.view, tuple(escape_name(name or "") for name in names)
    asked = texts.say("puzzle.ask_practice" if practice else "puzzle.ask", trick=len(view.tricks) + 1)
    yield f"### {asked}"
    state = (texts.format_score_line if as_text else texts.format_declarers_line)(view, escaped)
    known = (texts.format_sides(view, escaped, is_spoken=as_text), panel_parts.format_voids(view, escaped, texts))
    order, kitty = panel_parts.format_order(view, escaped, texts), panel_parts.list_own_kitty(view, texts)
    which = (format_puzzle_heading(puzzle, texts, practice=practice), texts.format_preset(puzzle.preset))
    yield panel_parts.format_small_print(*which, state, order, *kitty, *known)


def _footer(puzzle: Puzzle, texts: Texts, *, practice: bool) -> tuple[Block, ...]:
    if not puzzle.view.tricks:
        return ()
    tricks = PuzzleControl(puzzle.day, practice, SHOW_TRICKS)
    return button_rows((labelled_button(tricks, texts, "puzzle.tricks"),))
