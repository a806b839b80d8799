"""What is due at a table and when: pure, from the standing and who sits where."""

from collections.abc import Iterable, Iterator

from bot.play.occupants import Person
from bot.play.ports import Deadline, DueKind, Status, TableFacts
from bot.play.seating import all_ask
from bot.play.standing import Standing
from bot.play.timing import SHORTEST_WINDOW, Pace, Timing
from engine.game import to_act, view_for
from engine.rules import Rules
from engine.seats import Seat
from engine.view import PhaseName

_WINDOWS = {PhaseName.DECLARING, PhaseName.CLAIMING}


def due(
    facts: TableFacts,
    standing: Standing | None,
    away: Iterable[Seat],
    timing: Timing,
    now: float,
    kept: Iterable[Deadline],
) -> tuple[Deadline, ...]:
    """Return the deadlines that hold now; one that is in `kept` already keeps its time."""
    known = {(d.kind, d.seat, d.task): d for d in kept}
    wanted = _wanted(facts, standing, frozenset(away), timing)
    return tuple(
        known.get((kind, seat, task)) or Deadline(kind, now + wait, seat, task) for kind, wait, seat, task in wanted
    )


def wave_size(facts: TableFacts, timing: Timing, to_draw: int) -> int:
    """Return how many cards the next wave brings: whole rounds of the table, all that is left in the last one."""
    rules = facts.rules
    rounds = -(-rules.hand_size // timing.waves)
    return min(to_draw, rounds * rules.players)


def window_of(rules: Rules, timing: Timing) -> float:
    """Return the seconds in which declarations are taken after the last card."""
    return max(SHORTEST_WINDOW, float(rules.declare_window), timing.declare_window)


def _wanted(
    facts: TableFacts, standing: Standing | None, away: frozenset[Seat], timing: Timing
) -> Iterator[tuple[DueKind, float, Seat | None, int]]:
    if facts.status is Status.LOBBY:
        yield DueKind.LOBBY, timing.lobby, None, 0
        if timing.lobby > timing.lobby_warning:
            yield DueKind.LOBBY_SOON, timing.lobby - timing.lobby_warning, None, 0
    if facts.status is not Status.PLAYING or standing is None or facts.paused:
        return
    view = view_for(standing.phase, Seat(0))
    if view.phase is PhaseName.READY and view.redeal is not None:
        yield DueKind.DRAW, timing.wave, None, 0
    elif view.phase is PhaseName.DECLARING and view.to_draw:
        first = view.to_draw == facts.rules.hand_size * facts.rules.players
        yield DueKind.DRAW, 0.0 if first else timing.wave, None, view.to_draw
    elif view.phase in _WINDOWS:
        wait = window_of(facts.rules, timing) if view.phase is PhaseName.DECLARING else timing.answer_window
        yield DueKind.WINDOW, wait, None, standing.opened
    elif view.phase is PhaseName.FINISHED:
        yield from _next_deal(facts, timing)
    else:
        yield from _turns(facts, standing, away, timing)


def _next_deal(facts: TableFacts, timing: Timing) -> Iterator[tuple[DueKind, float, Seat | None, int]]:
    """Yield when the next deal begins by itself: at once where all who are here have asked for it."""
    wait = pace_of(facts, timing).next_deal
    if all_ask(facts):
        yield DueKind.NEXT, 0.0, None, 1
    elif wait:
        yield DueKind.NEXT, wait, None, 0


def _turns(
    facts: TableFacts, standing: Standing, away: frozenset[Seat], timing: Timing
) -> Iterator[tuple[DueKind, float, Seat | None, int]]:
    for seat in to_act(standing.phase):
        if isinstance(facts.seats[seat], Person):
            wait = timing.think if seat in away else turn_time(facts, standing.name, timing)
            if wait:
                yield DueKind.TURN, wait, seat, standing.tasks[seat]


def pace_of(facts: TableFacts, timing: Timing) -> Pace:
    """Return how fast a table is: as its host has chosen, else as usual."""
    return Pace(
        timing.turn if facts.turn_seconds is None else facts.turn_seconds,
        timing.bury if facts.bury_seconds is None else facts.bury_seconds,
        timing.next_deal if facts.next_seconds is None else facts.next_seconds,
    )


def turn_time(facts: TableFacts, phase: PhaseName, timing: Timing) -> float:
    """Return the seconds that a person has to answer in this phase; 0: there is no limit."""
    if phase is PhaseName.STEALING:
        return timing.answer_window
    if phase is PhaseName.BURYING:
        return pace_of(facts, timing).bury
    return pace_of(facts, timing).turn
