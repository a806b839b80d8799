"""Finds the user for whose turn a table waits."""

from dataclasses import dataclass

from bot.ids import UserId
from bot.play.tables.table import Table
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Person, TableStatus
from engine.model.view import PhaseName


@dataclass(frozen=True, slots=True)
class Turn:
    """A user's turn from `since` to `until`, in seconds of `Clock.now`; `until` is infinite without a time limit."""

    user: UserId
    task: int
    since: float
    until: float


def current_turn(table: Table, before: Turn | None, now: float) -> Turn | None:
    """Return the turn if the table waits for exactly one user who is not away. Otherwise return None."""
    facts = table.facts
    if facts.status is not TableStatus.PLAYING or facts.paused or table.phase is None:
        return None
    view = table.spectator_view()
    if view.phase is PhaseName.STEALING:  # a ping would reveal that the seat can take the kitty
        return None
    waiting = [(seat, one.user) for seat in view.to_act if isinstance(one := facts.seats[seat], Person)]
    if len(waiting) != 1 or waiting[0][0] in facts.away:
        return None
    seat, user = waiting[0]
    if any(deadline.kind is not DeadlineKind.TURN for deadline in table.deadlines):  # everyone may declare or claim
        return None
    until = min((d.at for d in table.deadlines if d.seat == seat), default=float("inf"))
    task = table.task(seat)
    since = before.since if before is not None and (before.user, before.task) == (user, task) else now
    return Turn(user, task, since, until)
