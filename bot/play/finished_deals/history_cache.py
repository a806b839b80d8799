"""A cache of the finished deals that were opened last."""

import asyncio
from typing import Final, Protocol

from cachetools import LRUCache

from bot.ids import TableId
from bot.play.finished_deals.history import FinishedDeal, ReplayFrame, TableHistory, build_history
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import StoredTable
from bot.play.values.table_info import TableStatus

CACHE_SIZE: Final = 16
"""How many tables, and how many deals as frames, are cached."""


class RecordStore(Protocol):
    """Where tables are stored with their records."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""


class HistoryCache:
    """Builds finished deals off the event loop and caches those opened last."""

    def __init__(self) -> None:
        self._histories: LRUCache[TableId, tuple[tuple[int, TableStatus], TableHistory]] = LRUCache(CACHE_SIZE)
        self._frames: LRUCache[tuple[TableId, int, bool], tuple[ReplayFrame, ...]] = LRUCache(CACHE_SIZE)

    async def get_history(
        self, records: RecordStore, table: TableId, revision: int, status: TableStatus
    ) -> TableHistory:
        """Return the history of a table of that status whose record has `revision` actions, or refuse."""
        known = self._histories.get(table)
        if known is None or known[0] != (revision, status) or known[1].facts.is_sealed:
            stored = await records.load(table)
            if stored is None:
                raise TableRefused(TableRefusal.NO_TABLE)
            known = ((len(stored.entries), stored.facts.status), await asyncio.to_thread(build_history, stored))
            self._histories[table] = known
        return known[1]

    async def get_frames(self, table: TableId, deal: FinishedDeal) -> tuple[ReplayFrame, ...]:
        """Return the frames of a finished deal, in order."""
        key = (table, deal.number, deal.kitty_hidden)
        frames = self._frames.get(key)
        if frames is None:
            frames = self._frames[key] = await asyncio.to_thread(deal.replay_frames)
        return frames
