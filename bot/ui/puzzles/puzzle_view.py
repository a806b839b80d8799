"""A puzzle before its answer: the position as its seat knows it, and the controls of a hand panel."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeVar

from bot.ids import TableId, UserId
from bot.play.occupants import Computer, Occupant, Person
from bot.puzzles.days import to_date
from bot.puzzles.make_puzzle import PuzzleJob
from bot.puzzles.model import Puzzle
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.custom_ids import parse_id
from bot.ui.core.labelled import labelled_button, text_message
from bot.ui.core.message import Block, Button, Buttons, Message, Select, Text, button_rows
from bot.ui.core.paging import join_lines
from bot.ui.core.picked_cards import PickedCards
from bot.ui.core.preferences import Preferences
from bot.ui.core.services import Services
from bot.ui.core.table_ids import ControlVerb, TableControlId
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import SeatNames, hand_blocks, question_controls
from bot.ui.puzzles.control_ids import SHOW_PUZZLE, SHOW_TRICKS, PuzzleControl
from engine.model.options import Teams
from engine.model.trump import EFFECTIVE_SUITS
from engine.model.view import View
from engine.players.beliefs import infer_beliefs

Control = TypeVar("Control", Button, Select)
_NO_TABLE: Final = TableId(0)
_LEVEL: Final = "club"
KEPT_VERBS: Final = frozenset(
    {
        ControlVerb.PLAY,
        ControlVerb.CONFIRM_PLAY,
        ControlVerb.PICK,
        ControlVerb.PICK_SUIT,
        ControlVerb.PICK_ONE_MORE,
        ControlVerb.CLEAR,
    }
)
"""The controls of a hand panel that a puzzle has."""


def puzzle_occupants(puzzle: Puzzle, user: UserId) -> tuple[Occupant, ...]:
    """Return who sits at the puzzle's table: the user, and computer players."""
    others = iter(range(1, puzzle.view.rules.players))
    return tuple(
        Person(user) if seat == puzzle.view.seat else Computer(_LEVEL, next(others))
        for seat in range(puzzle.view.rules.players)
    )


def puzzle_question(
    services: Services, puzzle: Puzzle, draft: PickedCards, texts: Texts, prefers: Preferences
) -> SeatQuestion:
    """Return what is asked, as at a table. Nothing is recommended: that would be the solution."""
    assert puzzle.view.seat is not None
    return SeatQuestion(
        *(_NO_TABLE, puzzle.view.seat, puzzle.view, draft, texts, services.config.v1),
        four_colour=not prefers.two_colour,
        confirm=prefers.confirm,
        offers_help=False,
    )


async def puzzle_view(
    services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool, notice: str = ""
) -> Message:
    """Return a puzzle as its user sees it before they answer."""
    prefers = await services.people.get_preferences(user)
    names = await services.people.find_names(puzzle_occupants(puzzle, user), texts)
    question = puzzle_question(services, puzzle, services.puzzle_drafts.get(user, puzzle), texts, prefers)
    cards = await hand_blocks(services, question, names, prefers, headed=True)
    told = (Text(notice),) if notice else ()
    controls = _to_puzzle_controls(question_controls(question), puzzle, practice=practice)
    heading = Text("\n".join(_list_heading_lines(puzzle, names, texts, practice=practice, as_text=prefers.text_hand)))
    return Message((heading, *cards, *told, *controls, *_footer(puzzle, texts, practice=practice)))


def format_puzzle_heading(puzzle: Puzzle, texts: Texts, *, practice: bool) -> str:
    """Return which puzzle it is."""
    key = "puzzle.practice_heading" if practice else "puzzle.heading"
    return texts.say(key, date=texts.format_long_date(to_date(puzzle.day)))


def progress_view(job: PuzzleJob, texts: Texts) -> Message:
    """Return how far a puzzle is from being ready."""
    key = "puzzle.failed" if job.failed else "puzzle.preparing" if job.looked_at else "puzzle.waiting"
    return text_message(f"### {texts.say('puzzle.title')}\n{texts.say(key, count=job.looked_at)}")


async def tricks_view(services: Services, puzzle: Puzzle, user: UserId, texts: Texts, *, practice: bool) -> Message:
    """Return the tricks that were played before the puzzle, with the way back to it."""
    names = await services.people.find_names(puzzle_occupants(puzzle, user), texts)
    escaped = [escape_name(name or "") for name in names]
    back = PuzzleControl(puzzle.day, practice, SHOW_PUZZLE)
    lines = (f"### {texts.say('puzzle.tricks')}", *_list_tricks(puzzle, escaped, texts))
    return Message((join_lines(lines), *button_rows((labelled_button(back, texts, "puzzle.back"),))))


def _list_tricks(puzzle: Puzzle, names: list[str], texts: Texts) -> Iterator[str]:
    order = puzzle.view.card_order
    for number, trick in enumerate(puzzle.view.tricks, 1):
        plays = (
            texts.say(
                "puzzle.winning_play" if play.seat == trick.winner else "puzzle.play",
                name=names[play.seat],
                cards=texts.format_cards(play.cards, order),
            )
            for play in trick.plays
        )
        shown = texts.say("list.separator").join(plays)
        yield texts.say("puzzle.trick", number=number, plays=shown, points=trick.points)


def _list_heading_lines(
    puzzle: Puzzle, names: SeatNames, texts: Texts, *, practice: bool, as_text: bool
) -> Iterator[str]:
    view, escaped = puzzle.view, tuple(escape_name(name or "") for name in names)
    yield f"### {format_puzzle_heading(puzzle, texts, practice=practice)}"
    yield texts.say("puzzle.ask_practice" if practice else "puzzle.ask", trick=len(view.tricks) + 1)
    state = (texts.format_score_line if as_text else texts.format_declarers_line)(view, escaped)
    yield f"-# {' · '.join(filter(None, (texts.format_preset(puzzle.preset), state)))}"
    yield f"-# {_format_order(view, escaped, texts)}"
    yield from (
        f"-# {line}" for line in (texts.format_sides(view, escaped), _format_voids(view, escaped, texts)) if line
    )


def _format_order(view: View, names: tuple[str, ...], texts: Texts) -> str:
    """Return who plays after the user, and who of them is on their side, as far as they know."""
    assert view.seat is not None
    side = view.sides[view.seat]
    seats = ((view.seat + turn) % view.rules.players for turn in range(1, view.rules.players))
    with_user = side is not None and view.rules.teams is Teams.FIXED
    others = (
        texts.say("puzzle.partner", name=names[seat]) if with_user and view.sides[seat] == side else names[seat]
        for seat in seats
    )
    return texts.say("puzzle.order", names=texts.say("list.separator").join(others))


def _format_voids(view: View, names: tuple[str, ...], texts: Texts) -> str:
    """Return who is known to be out of which suits, from what they did not follow with."""
    beliefs = infer_beliefs(view)
    by_suit = {
        suit: [names[seat] for seat in beliefs.others if view.hand_sizes[seat] and beliefs.void[seat][index]]
        for index, suit in enumerate(EFFECTIVE_SUITS)
    }
    found = (
        texts.say("puzzle.void", suit=texts.format_suit_signs((suit,)), names=texts.format_list(players))
        for suit, players in by_suit.items()
        if players
    )
    return " · ".join(found)


def _to_puzzle_controls(blocks: tuple[Block, ...], puzzle: Puzzle, *, practice: bool) -> Iterator[Block]:
    """Yield the controls of a hand panel with ids of the puzzle, without those that it has no use for."""
    for block in blocks:
        if isinstance(block, Buttons):
            kept = [_with_puzzle_id(one, puzzle, practice=practice) for one in block.buttons if isinstance(one, Button)]
            buttons = tuple(one for one in kept if one is not None)
            if buttons:
                yield Buttons(buttons)
        elif isinstance(block, Select):
            changed = _with_puzzle_id(block, puzzle, practice=practice)
            if changed is not None:
                yield changed
        else:
            yield block


def _with_puzzle_id(one: Control, puzzle: Puzzle, *, practice: bool) -> Control | None:
    known = parse_id(one.custom_id)
    if not isinstance(known, TableControlId) or known.verb not in KEPT_VERBS:
        return None
    return replace(one, id=PuzzleControl(puzzle.day, practice, known.verb.value, known.argument))


def _footer(puzzle: Puzzle, texts: Texts, *, practice: bool) -> tuple[Block, ...]:
    if not puzzle.view.tricks:
        return ()
    tricks = PuzzleControl(puzzle.day, practice, SHOW_TRICKS)
    return button_rows((labelled_button(tricks, texts, "puzzle.tricks"),))
