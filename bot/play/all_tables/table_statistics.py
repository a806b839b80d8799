"""Counts what has happened at tables since the start, and logs a line for each event, never with a card."""

from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.ids import TableId
from bot.play.tables.table import Table
from bot.play.values.stored_table import TableUpdate
from bot.play.values.table_info import LIVE_STATUSES
from engine.model.events import DealEnded

log: Final = structlog.get_logger()


@dataclass(slots=True)
class TableStatistics:
    """Counters of what has happened at tables since the program started."""

    since: float
    """When the program started, in seconds since the epoch."""
    opened: int = 0
    closed: int = 0
    deals: int = 0
    _live: set[TableId] = field(default_factory=set)

    def note_loaded(self, table: Table) -> None:
        """Remember a live table that has been loaded, so that its end is counted once."""
        if table.facts.status in LIVE_STATUSES:
            self._live.add(table.id)

    def note_opened(self, table: Table) -> None:
        """Note a new table."""
        self.opened += 1
        facts = table.facts
        log.info("table opened", table=table.id, guild=facts.guild, preset=facts.preset, revision=table.revision)

    def note_update(self, table: Table, update: TableUpdate) -> None:
        """Note what was committed at a table."""
        facts = table.facts
        for _ in (event for event in update.events if isinstance(event, DealEnded)):
            self.deals += 1
            deal = table.spectator_view().deal_number
            log.info("deal ended", table=table.id, guild=facts.guild, deal=deal, revision=update.revision)
        if facts.status not in LIVE_STATUSES and table.id in self._live:
            self._live.discard(table.id)
            self.closed += 1
            log.info("table closed", table=table.id, guild=facts.guild, revision=update.revision)
