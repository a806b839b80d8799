"""A press on a table's control."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.preferences import Preferences
from bot.ui.core.responses import Response, ShowPanel
from bot.ui.core.services import Services
from bot.ui.core.table_ids import TableControlId
from engine.model.actions import Action
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press on a table's control: by whom, and what was chosen or typed."""

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
    seat = get_seat(press.table, press.user)
    await press.table.gameplay.submit(seat, action, press.control_id.task if press.control_id.task is not None else -1)
    return ShowPanel(press.table)
