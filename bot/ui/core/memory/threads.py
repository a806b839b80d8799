"""Knows where each table is shown: in its channel, or in a thread of its own."""

from dataclasses import replace

from bot.ids import ChannelId, TableId
from bot.play.values.stored_table import TableThread
from bot.play.values.table_info import TableInfo
from bot.ui.core.ports import SurfaceStore


class Threads:
    """Caches which tables have threads."""

    def __init__(self, store: SurfaceStore) -> None:
        self._store = store
        self._known: dict[TableId, TableThread] = {}

    async def get_channel(self, table: TableInfo) -> ChannelId:
        """Return the thread or channel in which a table is shown."""
        return await self.find_thread(table.id) or table.channel

    async def find_thread(self, table: TableId) -> ChannelId | None:
        """Return the thread in which a table is shown; None if it is shown in its channel."""
        known = await self._load(table)
        return None if known.stays_in_channel else known.id

    async def is_decided(self, table: TableId) -> bool:
        """Return whether a table already has a thread, or is certain to stay in its channel."""
        known = await self._load(table)
        return known.stays_in_channel or known.id is not None

    async def set_thread(self, table: TableId, thread: ChannelId) -> None:
        """Show a table in a thread from now on."""
        await self._store.save_thread(table, thread)
        self._known[table] = TableThread(thread, stays_in_channel=False)

    async def set_no_thread(self, table: TableId) -> None:
        """Show a table in its channel for good."""
        known = await self._load(table)
        await self._store.leave_thread(table)
        self._known[table] = replace(known, stays_in_channel=True)

    async def copy_thread(self, old: TableId, new: TableId) -> bool:
        """Move a new table to the old table's thread, unless its place is decided. Return whether it was moved."""
        thread = await self.find_thread(old)
        if thread is None or await self.is_decided(new):
            return False
        await self.set_thread(new, thread)
        return True

    async def _load(self, table: TableId) -> TableThread:
        if table not in self._known:
            self._known[table] = await self._store.load_thread(table)
        return self._known[table]
