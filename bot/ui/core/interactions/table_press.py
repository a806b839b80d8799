"""A press on a table's control."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.ids import UserId
from bot.play.finished_deals.coach import is_against_computers
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.memory.preferences import Preferences
from bot.ui.core.services import Services
from engine.model.actions import Action, Play
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press on a table's control, with its user, and what was chosen or typed."""

    services: Services
    table: Table
    user: UserId
    control_id: TableControlId
    values: tuple[str, ...]
    texts: Texts
    shuffle_cut: str
    form_values: Mapping[str, str] = field(default_factory=dict)
    preferences: Preferences = field(default_factory=Preferences)


PressHandler = Callable[[TablePress], Awaitable[Response]]


def get_seat(table: Table, user: UserId) -> Seat:
    """Return a user's seat.

    Raises:
        TableRefused: they have none here.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    return seat


async def submit_action(press: TablePress, action: Action) -> Response:
    """Submit an action to the table and show the result.

    Raises:
        StaleTask: the control is old.
        IllegalAction: the rules forbid it.
        TableRefused: the table does.
    """
    task = press.control_id.task if press.control_id.task is not None else -1
    await submit_with_coach(press.services, press.table, press.user, action, task)
    return ShowPanel(press.table)


async def submit_with_coach(services: Services, table: Table, user: UserId, action: Action, task: int) -> None:
    """Submit an action, and let the coach of a user who wants one judge it. Raises as `submit_action`."""
    seat = get_seat(table, user)
    before, is_asked = table.view(seat), table.task(seat) == task
    await table.gameplay.submit(seat, action, task)
    seen = table.snapshot()
    if not isinstance(action, Play) or not is_asked or not is_against_computers(seen):
        return  # a repeat, as of a play that went by itself, is not judged
    if (await services.people.get_preferences(user)).coach:
        services.coach.look_at(table.id, user, before, action, seen.view(seat))
