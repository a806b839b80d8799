"""Adds the green button to a panel that was sent before the recommended play was known."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.ids import UserId
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.ui.core.services import Services
from bot.ui.hand.advice import RECOMMENDED, recommend_action
from engine.model.view import View


class GreenButton:
    """Calls `show` when the recommended play of a panel is known, unless the panel's question has changed by then."""

    def __init__(self, services: Services, user: UserId, show: Callable[[], None]) -> None:
        self._services = services
        self._user = user
        self._show = show
        self._task: asyncio.Task[None] | None = None

    def note_sent(self, table: Table) -> None:
        """Wait in the background for the recommended play, if the panel was sent without it."""
        view = self._find_question(table) if self._task is None else None
        if view is None or not self._services.computer_players.is_late(view):
            return
        self._task = asyncio.create_task(self._wait(table, view), name=f"green button {table.id}")

    def _find_question(self, table: Table) -> View | None:
        with suppress(TableRefused):  # the table is being reloaded; its panels are shown again
            seen = table.snapshot()
            if (seat := seen.seat_of(self._user)) is not None and seen.has_started:
                view = seen.question_view(seat)
                return view if view.ask in RECOMMENDED else None
        return None

    async def _wait(self, table: Table, view: View) -> None:
        recommended = await recommend_action(self._services, view)
        self._task = None
        if recommended is not None and self._find_question(table) == view:
            self._show()
