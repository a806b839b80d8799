"""A press on a table's control."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.interactions.responses import Response
from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.memory.preferences import Preferences
from bot.ui.core.services import Services
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
    """Return a user's seat. Raises TableRefused: they have none here."""
    seat = table.seat_of(user)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    return seat
