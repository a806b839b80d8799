"""Where each table is shown: in the channel where it was opened, or in a thread of its own. Kept over restarts."""

from typing import Final

from bot.play.occupants import ChannelId, TableId
from bot.play.ports import TableFacts
from bot.ui.ports import Notes

THREAD: Final = "thread:{table}"
"""The note that keeps a table's thread."""
TABLE: Final = "table:{thread}"
"""The note that keeps which table a thread is for."""
_NONE: Final = "-"
"""Noted where a table stays in its channel for good."""


class Places:
    """Which tables have threads. A table that was never asked about stays open to one."""

    def __init__(self) -> None:
        self._known: dict[TableId, str] = {}

    async def of(self, notes: Notes, table: TableFacts) -> ChannelId:
        """Return where a table is shown: its thread, else its channel."""
        return await self.thread(notes, table.id) or table.channel

    async def thread(self, notes: Notes, table: TableId) -> ChannelId | None:
        """Return a table's thread; None if it has none."""
        noted = await self._noted(notes, table)
        return ChannelId(int(noted)) if noted.isdecimal() else None

    async def settled(self, notes: Notes, table: TableId) -> bool:
        """Tell whether it is known where a table is shown: it has a thread, or it stays in its channel."""
        return bool(await self._noted(notes, table))

    async def enter(self, notes: Notes, table: TableId, thread: ChannelId) -> None:
        """Note that a table is shown in a thread from now on."""
        await notes.note(TABLE.format(thread=thread), str(table))
        await self._note(notes, table, str(thread))

    async def leave(self, notes: Notes, table: TableId) -> None:
        """Note that a table is shown in its channel for good."""
        await self._note(notes, table, _NONE)

    async def carry_over(self, notes: Notes, old: TableId, new: TableId) -> bool:
        """Show a new table in an old one's thread, if it is not known yet where to show it; tell whether it changed."""
        thread = await self.thread(notes, old)
        if thread is None or await self.settled(notes, new):
            return False
        await self.enter(notes, new, thread)
        return True

    async def table_in(self, notes: Notes, thread: ChannelId) -> TableId | None:
        """Return the table that a thread is for; None if it is no table's thread."""
        noted = await notes.recall(TABLE.format(thread=thread)) or ""
        return TableId(int(noted)) if noted else None

    async def _noted(self, notes: Notes, table: TableId) -> str:
        if table not in self._known:
            self._known[table] = await notes.recall(THREAD.format(table=table)) or ""
        return self._known[table]

    async def _note(self, notes: Notes, table: TableId, text: str) -> None:
        await notes.note(THREAD.format(table=table), text)
        self._known[table] = text
