"""Tells the host that their table can no longer be shown: once by direct message, and in their panel until it can.

If only its pictures are lost, the message is enough.
"""

from collections.abc import Callable
from typing import Final

import structlog

from bot.ids import UserId
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.memory.refusal_memory import Alert
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.core.tables.permissions import ATTACH_FILES, format_permissions
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.public_texts import get_reader_texts
from bot.ui.discord_io.refusals import SendFailed, SendFault

log: Final = structlog.get_logger()

_FAULT_KEYS: Final = {
    SendFault.GONE: "threads.channel_gone",
    SendFault.FORBIDDEN: "threads.may_not_write",
    SendFault.NO_PICTURES: "threads.as_text",
    SendFault.REFUSED: "threads.refused",
    SendFault.BLOCKED: "threads.blocked",
    SendFault.SLOW_MODE: "threads.slow_mode",
}


def format_alert(alert: Alert, table: TableInfo, texts: Texts) -> str:
    """Return why a table is not shown as usual, and what its host can do."""
    facts = {"table": table.id, "channel": f"<#{table.channel}>"}
    return texts.say(alert.key, **facts, permissions=format_permissions(alert.permissions, texts))


class HostAlerts:
    """Reports faults in showing one table to its host."""

    def __init__(self, services: Services, messenger: Messenger, refresh_panel: Callable[[UserId], None]) -> None:
        self._services = services
        self._messenger = messenger
        self._refresh_panel = refresh_panel
        self._reported: str | None = None

    async def report(self, table: TableInfo, fault: SendFault, texts: Texts) -> None:
        """Tell the host about a fault, unless they have been told or the bot is no longer in the server."""
        if fault not in _FAULT_KEYS or not self._messenger.is_in_guild(table.guild):
            return
        alert = self._make_alert(table, fault)
        self._show_in_panel(table, None if fault is SendFault.NO_PICTURES else alert)
        if await self._find_reported(table) == fault.value:
            return
        await self._save_reported(table, fault.value)
        host_texts = await get_reader_texts(self._services, table.host, texts)
        try:
            await self._messenger.send_direct(table.host, text_message(format_alert(alert, table, host_texts)))
        except SendFailed as unsent:
            log.info("a host alert could not be sent", table=table.id, fault=unsent.fault.value, code=unsent.code)

    def _make_alert(self, table: TableInfo, fault: SendFault) -> Alert:
        missing = {
            SendFault.NO_PICTURES: (ATTACH_FILES,),
            SendFault.FORBIDDEN: self._messenger.find_missing_permissions(table.channel),
        }.get(fault, ())
        named = fault is SendFault.FORBIDDEN and missing
        return Alert("threads.lost_permissions" if named else _FAULT_KEYS[fault], missing)

    def _show_in_panel(self, table: TableInfo, alert: Alert | None) -> None:
        if self._services.refusals.set_alert(table.id, alert):
            self._refresh_panel(table.host)

    async def clear(self, table: TableInfo) -> None:
        """Note that the table is shown again, so that the next fault is a new one."""
        self._show_in_panel(table, None)
        if await self._find_reported(table):
            await self._save_reported(table, "")

    async def _find_reported(self, table: TableInfo) -> str:
        if self._reported is None:
            self._reported = await self._services.surface_store.find_host_alert(table.id) or ""
        return self._reported

    async def _save_reported(self, table: TableInfo, text: str) -> None:
        await self._services.surface_store.save_host_alert(table.id, text or None)
        self._reported = text
