"""The deal of the tutorial: a small pack in a fixed order, what everybody plays, and where its pupil has the word.

Nothing of it is kept anywhere: how far somebody has come stands in the ids of the controls, and the rest follows from
it. The computer players do what is written here, so that each thing comes up that is to be explained.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from bot.text.describe.teaching import Step
from engine.actions import Action, Bury, Deal, Declare, Draw, Pass, Play
from engine.cards import Card, Rank, parse_cards
from engine.events import Event
from engine.game import Phase, apply, start
from engine.rules import Level, Rules
from engine.seats import TABLE, Seat

RULES: Final = Rules(low_cut=Rank.EIGHT, start_level=Level.EIGHT, kitty_size=4)
"""The usual rules with a short pack: eights to aces and the jokers, so eights are the lowest cards and the level."""
PUPIL: Final = Seat(0)
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
"""Who leads each trick, and what is played to it in turn."""

_DECIDED: Final = (
    *(Step.DECLARE, Step.BURY, Step.LEAD, Step.TRACTOR, Step.THROW, Step.LOW, Step.FOLLOW, Step.RUFF, Step.LAST_TRICK),
)
"""What is explained where the pupil has the word, in the order in which he has it."""
_READ: Final = {Step.DECLARE: (Step.WELCOME, Step.HAND), Step.TRACTOR: (Step.POINTS,)}
"""What is there to read before a step."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page of the tutorial: what it explains, how the deal stands, and what the pupil is to do (None: to read)."""

    step: Step
    phase: Phase
    wanted: Action | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """Something that the rules allow: whether it is what the lesson wants, and what would come of it."""

    right: bool
    events: tuple[Event, ...]


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Return all pages, in order."""
    return tuple(_lessons())


def attempt(lesson: Lesson, action: Action) -> Tried:
    """Return what comes of an action of the pupil's.

    Raises:
        IllegalAction: the rules forbid it.
    """
    events = apply(lesson.phase, PUPIL, action).events
    return Tried(lesson.wanted is not None and _meaning(action) == _meaning(lesson.wanted), events)


def _meaning(action: Action) -> object:
    """Return an action without the order of its cards."""
    match action:
        case Play(cards) | Bury(cards) | Declare(cards):
            return type(action), Counter(cards)
        case _:
            return action


def _lessons() -> Iterator[Lesson]:
    phase = start(RULES)
    steps = iter(_DECIDED)
    for seat, action in _moves():
        if seat == PUPIL:
            step = next(steps)
            yield from (Lesson(one, phase) for one in _READ.get(step, ()))
            yield Lesson(step, phase, action)
        phase = apply(phase, seat, action).phase
    yield Lesson(Step.RESULT, phase)


def _moves() -> Iterator[tuple[Seat, Action]]:
    order = _order()
    yield TABLE, Deal(order, PUPIL)
    yield TABLE, Draw(len(order) - RULES.kitty_size)
    yield PUPIL, Declare(parse_cards(_SHOWN))
    yield from ((Seat(seat), Pass()) for seat in range(1, RULES.players))
    yield PUPIL, Bury(parse_cards(_BURIED))
    for leader, plays in _TRICKS:
        for turn, cards in enumerate(plays):
            yield Seat((leader + turn) % RULES.players), Play(parse_cards(cards))


def _order() -> tuple[Card, ...]:
    """Return the pack in the order in which it gives these hands and this kitty."""
    hands = [parse_cards(hand) for hand in _HANDS]
    return (*chain.from_iterable(zip(*hands, strict=True)), *parse_cards(_KITTY))
