"""One button of a puzzle is the solution. It looks like the other buttons, so nothing reveals it."""

from dataclasses import replace

import pytest

from bot.ids import TableId
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.messages.message import Button, Buttons
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import question_controls
from bot.ui.puzzles.panel_parts import format_order
from engine.model.seats import Seat
from engine.model.view import PlayView
from tests.bot.puzzles.puzzle_factories import make_puzzle
from tests.table_control_ids import parse_table_control_id

TEXTS = Catalogue.load().texts_for("en")


def list_plays(puzzle):
    """Return the cards and the colour of each play button."""
    listed = tuple(one.cards for one in puzzle.plays)
    question = SeatQuestion(
        *(TableId(0), puzzle.view.seat, puzzle.view, PickedCards(0), TEXTS), offers_help=False, listed=listed
    )
    rows = [row for row in question_controls(question) if isinstance(row, Buttons)]
    buttons = [one for row in rows for one in row.buttons if isinstance(one, Button)]
    plays = [(parse_table_control_id(one.custom_id), one.tone) for one in buttons]
    return [(known.cards, tone) for known, tone in plays if known.verb is ControlVerb.PLAY]


@pytest.mark.parametrize("seed", ["puzzle", "a", "b", "c"])
def test_solution_has_button_like_all_others(seed):
    puzzle = make_puzzle(1, 20_000, seed)
    shown = list_plays(puzzle)
    assert sorted(puzzle.best.cards) in [sorted(cards) for cards, _ in shown]
    assert len(shown) <= MAX_PLAY_BUTTONS
    assert len({tone for _, tone in shown}) == 1, "no colour"
    for n in range(1, len(puzzle.plays)):
        turned = replace(puzzle, plays=(*puzzle.plays[n:], *puzzle.plays[:n]))
        assert list_plays(turned) == shown, "the same, whichever is the best"


def test_text_says_who_plays_before_and_after_the_user():
    view = make_puzzle(1, 20_000, "a").view
    names = tuple(f"P{seat}" for seat in range(4))
    after = [(view.seat + turn) % 4 for turn in (1, 2, 3)]
    assert format_order(view, names, TEXTS).startswith(f"After you: P{after[0]}, P{after[1]}")
    led = replace(view.trick, plays=(PlayView(Seat(after[2]), view.hand[:1]),))
    second = format_order(replace(view, trick=led), names, TEXTS)
    assert second.startswith(f"Before you: P{after[2]} · After you: P{after[0]}, P{after[1]}")
