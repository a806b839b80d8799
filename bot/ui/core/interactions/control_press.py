"""A press on a table's control, or on one that belongs to no table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from engine.model.seats import Seat

Id = TypeVar("Id", bound=ControlId)


@dataclass(frozen=True, slots=True)
class PickedPerson:
    """Somebody whom a user picked from Discord's list of people."""

    id: int
    name: str
    display_name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class ControlPress(Generic[Id]):
    """A press, a choice or a submitted form, with its user, its control, and what was chosen or typed."""

    ctx: Context
    id: Id
    values: tuple[str, ...] = ()
    form_values: Mapping[str, str] = field(default_factory=dict)
    people: tuple[PickedPerson, ...] = ()

    @property
    def texts(self) -> Texts:
        """The texts in the user's language."""
        return self.ctx.texts

    @property
    def chosen(self) -> str:
        """The first value chosen in a select; empty if there is none."""
        return self.values[0] if self.values else ""

    async def remember_picked(self) -> tuple[UserId, ...]:
        """Return the people who were picked, whose names are known from now on. Raises EventRefused: NO_BOTS."""
        if any(one.bot for one in self.people):
            raise EventRefused(EventRefusal.NO_BOTS)
        for one in self.people:
            await self.ctx.services.people.remember_name(one)
        return tuple(UserId(one.id) for one in self.people)


ControlHandler = Callable[[ControlPress[Any]], Awaitable[Response]]


def show_page(page: Callable[[ControlPress[Any]], Awaitable[Message]]) -> ControlHandler:
    """Return a handler that shows a page in the place of the pressed message."""

    async def handle(press: ControlPress[Any]) -> Response:
        return EditMessage(await page(press))

    return handle


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
