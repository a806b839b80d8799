"""Keeps the ends of a table's deals, because the next deal may begin before a message has shown them."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from bot.play.refusals import TableRefused
from bot.play.tables.snapshot import Snapshot, rewind_to_end_of_deal
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.table.table_view import TableEvent, ended_deal_view


@dataclass(frozen=True, slots=True)
class TableAtDealEnd:
    """A table at the end of a deal, with the deal's last events."""

    snapshot: Snapshot
    events: tuple[TableEvent, ...]


class EndedDeals:
    """The deals of one table that ended since its message began, by number."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._ended: dict[int, TableAtDealEnd] = {}

    def note_end(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Note that a deal has just ended."""
        with suppress(TableRefused):  # the table is being reloaded
            seen = table.snapshot()
            self._ended[seen.spectator_view().deal_number] = TableAtDealEnd(seen, tuple(events))

    def forget_before(self, deal: int) -> None:
        """Forget the deals before `deal`, because the message now shows that one."""
        self._ended = {number: ended for number, ended in self._ended.items() if number >= deal}

    async def find_view(self, table: Table, deal: int, texts: Texts) -> Message | None:
        """Return the end of a deal, without controls; None if it is unknown."""
        ended = self._ended.get(deal) or await self._rebuild(table, deal)
        return None if ended is None else await ended_deal_view(self._services, ended.snapshot, texts, ended.events)

    async def _rebuild(self, table: Table, deal: int) -> TableAtDealEnd | None:
        """Return a deal that ended before the program was restarted."""
        stored = await self._services.surface_store.load(table.id)
        if stored is None:
            return None
        seen = await asyncio.to_thread(rewind_to_end_of_deal, table.snapshot(), stored, deal)
        return None if seen is None else TableAtDealEnd(seen, ())
