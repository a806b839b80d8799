"""Where a game stands: the engine's phase with what the table adds, folded from the record.

A *task* is a number per seat that changes when what that seat is asked changes, not at every event of the table: it is
the revision at which the question last changed. It is derived from the record alone, so buttons made before a
restart still fit after it.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.play.occupants import who_text
from bot.play.ports import Entry, TableFacts
from engine.actions import Action, Deal, Declare, Draw, Sit
from engine.events import Event
from engine.game import Phase, apply, start, view_for
from engine.options import declarations
from engine.seats import TABLE, Seat
from engine.view import Ask, PhaseName, View

Question = tuple[Hashable, ...]
"""What a seat is asked, as far as a change of it makes old controls meaningless."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A game after `revision` actions. Tuples by seat have one entry for each seat."""

    phase: Phase
    revision: int
    tasks: tuple[int, ...]
    questions: tuple[Question, ...]
    last: tuple[tuple[int, Action] | None, ...]
    """What each seat did last in this deal, with the task it answered: a repeat of it is no mistake."""
    opened: int
    """The revision that opened the present window: the last draw, declaration or change of phase."""
    name: PhaseName


def begin(facts: TableFacts) -> Standing:
    """Return the standing of a match that has no action yet.

    Raises:
        BadRules: the rules cannot be played.
    """
    players = facts.rules.players
    phase = start(facts.rules, facts.levels)
    nothing: Question = (Ask.NOTHING,)
    return Standing(
        phase, 0, (0,) * players, (nothing,) * players, (None,) * players, 0, view_for(phase, Seat(0)).phase
    )


def advance(standing: Standing, seat: Seat, action: Action) -> tuple[Standing, tuple[Event, ...]]:
    """Return what follows when `seat` takes `action`, and what happened.

    Raises:
        IllegalAction: the rules forbid it.
    """
    step = apply(standing.phase, seat, action)
    revision = standing.revision + 1
    players = len(standing.tasks)
    views = [view_for(step.phase, Seat(s)) for s in range(players)]
    questions = tuple(_question(view) for view in views)
    fresh = isinstance(action, Deal)
    tasks = tuple(
        revision if fresh or questions[s] != standing.questions[s] else standing.tasks[s] for s in range(players)
    )
    name = views[0].phase
    opens = fresh or isinstance(action, Draw | Declare) or name is not standing.name
    return (
        Standing(
            step.phase,
            revision,
            tasks,
            questions,
            _remember(standing, seat, action),
            revision if opens else standing.opened,
            name,
        ),
        step.events,
    )


def fold(facts: TableFacts, entries: Iterable[Entry]) -> Standing:
    """Return the standing after all `entries`.

    Raises:
        IllegalAction: the record does not fit the rules: it was not written by this program.
    """
    entries = tuple(entries)
    standing = begin(facts)
    deal = max((i for i, entry in enumerate(entries) if isinstance(entry.action, Deal)), default=0)
    phase = standing.phase
    for entry in entries[:deal]:  # tasks start anew at each deal, so that earlier deals need no views
        phase = apply(phase, entry.seat, entry.action).phase
    standing = replace(standing, phase=phase, revision=deal)
    for entry in entries[deal:]:
        standing, _ = advance(standing, entry.seat, entry.action)
    return standing


def sitting(facts: TableFacts) -> tuple[tuple[Seat, Action], ...]:
    """Return the actions that write into the record who sits where."""
    return tuple((TABLE, Sit(s, who_text(o))) for s, o in enumerate(facts.seats) if o is not None)


def _remember(standing: Standing, seat: Seat, action: Action) -> tuple[tuple[int, Action] | None, ...]:
    if seat == TABLE:
        return (None,) * len(standing.tasks) if isinstance(action, Deal) else standing.last
    done = (standing.tasks[seat], action)
    return (*standing.last[:seat], done, *standing.last[seat + 1 :])


_OFFERING: Final = {Ask.DECLARE, Ask.STEAL}


def _question(view: View) -> Question:
    if view.ask is Ask.NOTHING:
        return (view.ask,)
    if view.ask in _OFFERING:
        return (view.ask, declarations(view))
    return (view.ask, len(view.tricks))
