"""A control that was pressed: by whom, and what was chosen in it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, ShowHand
from bot.ui.ids import Id
from bot.ui.panels.asked import Asked
from bot.ui.preferences import Preferences
from engine.actions import Action
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.play.occupants import UserId
    from bot.text.catalogue import Texts
    from bot.ui.kit import Kit


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was pressed, by whom, and what was chosen or written in it.

    `cut`: a text that the program did not choose.
    """

    kit: "Kit"
    table: Table
    user: "UserId"
    id: Id
    values: tuple[str, ...]
    texts: "Texts"
    cut: str
    typed: Mapping[str, str] = field(default_factory=dict)
    prefers: Preferences = field(default_factory=Preferences)

    @property
    def asked(self) -> Asked:
        """What is asked of the person now.

        Raises:
            Refused: he has no seat here, or the match has not begun.
        """
        seat = seat_at(self.table, self.user)
        draft = self.kit.drafts.get(self.table.id, seat, self.table.task(seat))
        view, v1 = self.table.view(seat), self.kit.manners.v1
        return Asked(self.table.id, seat, view, draft, self.texts, v1, confirm=self.prefers.confirm)


Handler = Callable[[Press], Awaitable[Answer]]


def seat_at(table: Table, user: "UserId") -> Seat:
    """Return a person's seat.

    Raises:
        Refused: he has none here.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return seat


async def submit(press: Press, action: Action) -> Answer:
    """Hand an action to the table and show what it led to.

    Raises:
        StaleTask: the control is old.
        IllegalAction: the rules forbid it.
        Refused: the table does.
    """
    seat = seat_at(press.table, press.user)
    await press.table.submit(seat, action, press.id.task if press.id.task is not None else -1)
    return ShowHand(press.table)
