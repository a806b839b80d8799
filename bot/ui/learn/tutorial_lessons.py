"""The tutorial's deal, whose cards and moves are fixed, so that everything that the tutorial explains occurs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Final

from engine.deal.game import Phase, apply, start
from engine.model.actions import Action, Bury, Deal, Declare, Draw, Pass, Play
from engine.model.cards import Rank, parse_cards
from engine.model.events import Event
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat


class TutorialStep(StrEnum):
    """The steps of the tutorial, in order."""

    WELCOME = "welcome"
    HAND = "hand"
    DECLARE = "declare"
    BURY = "bury"
    LEAD = "lead"
    TRACTOR = "tractor"
    THROW = "throw"
    LOW = "low"
    FOLLOW = "follow"
    RUFF = "ruff"
    LAST_TRICK = "last_trick"
    RESULT = "result"


TUTORIAL_RULES: Final = Rules(low_cut=Rank.EIGHT, start_level=Level.EIGHT, kitty_size=4)
"""The usual rules with a short pack of eights to aces and jokers. Eights are the lowest cards, and the level."""
LEARNER_SEAT: Final = Seat(0)
_HANDS: Final = (
    "S8 SJ SJ BJ BJ HA HA HK CA CQ C9 DK DK DQ",
    "SQ SQ H8 D8 HQ HJ H10 H9 CA CQ DA DJ D10 D9",
    "LJ SA SK S10 S10 S9 C8 HK HQ HJ H10 CK C10 D10",
    "LJ SA SK S9 S8 H8 C8 D8 CK CJ C10 DA DJ D9",
)
_KITTY: Final = "C9 CJ DQ H9"
_SHOWN: Final = "S8"
_BURIED: Final = "CQ CJ C9 C9"
_TRICKS: Final = (
    (0, ("CA", "CQ", "CK", "CJ")),
    (0, ("DK DK DQ DQ", "DA DJ D10 D9", "D10 S10 S10 S9", "DA DJ D9 S9")),
    (0, ("HA HA HK", "HJ H10 H9", "HK HJ H10", "H8 C8 D8")),
    (0, ("H9", "HQ", "HQ", "C10")),
    (1, ("SQ SQ", "SA C8", "SK S8", "SJ SJ")),
    (1, ("CA", "C10", "CK", "S8")),
    (0, ("BJ BJ", "H8 D8", "LJ SK", "LJ SA")),
)
"""The leader's seat of each trick, and the cards played to it in turn."""

_READ: Final = (TutorialStep.WELCOME, TutorialStep.HAND)
"""The pages to read before the learner acts."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page of the tutorial, with the state of the deal and the action to try (None if the page is only read)."""

    step: TutorialStep
    phase: Phase
    expected_action: Action | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a legal action."""

    is_correct: bool
    events: tuple[Event, ...]


@lru_cache(maxsize=1)
def list_lessons() -> tuple[Lesson, ...]:
    """Return all pages, in order."""
    return tuple(_lessons())


def try_action(lesson: Lesson, action: Action) -> Attempt:
    """Return the result of a learner's action. Raises IllegalAction: the rules forbid it."""
    wanted, events = lesson.expected_action, apply(lesson.phase, LEARNER_SEAT, action).events
    return Attempt(wanted is not None and _unordered(action) == _unordered(wanted), events)


def _unordered(action: Action) -> object:
    match action:
        case Play(cards) | Bury(cards) | Declare(cards):
            return type(action), Counter(cards)
        case _:
            return action


def _lessons() -> Iterator[Lesson]:
    phase = start(TUTORIAL_RULES)
    steps = iter(TutorialStep)
    for seat, action in _list_moves():
        if seat == LEARNER_SEAT:
            step = next(steps)
            while step in _READ:
                yield Lesson(step, phase)
                step = next(steps)
            yield Lesson(step, phase, action)
        phase = apply(phase, seat, action).phase
    yield Lesson(TutorialStep.RESULT, phase)


def _list_moves() -> Iterator[tuple[Seat, Action]]:
    hands = [parse_cards(hand) for hand in _HANDS]
    # a pack in this order deals these hands
    order = (*chain.from_iterable(zip(*hands, strict=True)), *parse_cards(_KITTY))
    yield TABLE, Deal(order, LEARNER_SEAT)
    yield TABLE, Draw(len(order) - TUTORIAL_RULES.kitty_size)
    yield LEARNER_SEAT, Declare(parse_cards(_SHOWN))
    yield from ((Seat(seat), Pass()) for seat in range(1, TUTORIAL_RULES.players))
    yield LEARNER_SEAT, Bury(parse_cards(_BURIED))
    for leader, plays in _TRICKS:
        for turn, cards in enumerate(plays):
            yield Seat((leader + turn) % TUTORIAL_RULES.players), Play(parse_cards(cards))
