"""Tells the host once, by direct message, that their table can no longer be shown, or no longer with pictures."""

from typing import Final

import structlog

from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services
from bot.ui.core.tables.permissions import ATTACH_FILES, format_permissions
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.refusals import SendFailed, SendFault

log: Final = structlog.get_logger()

_FAULT_KEYS: Final = {
    SendFault.GONE: "threads.channel_gone",
    SendFault.FORBIDDEN: "threads.may_not_write",
    SendFault.NO_PICTURES: "threads.as_text",
}


class HostAlerts:
    """Reports faults in showing one table to its host."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self._reported: str | None = None

    async def report(self, table: TableInfo, fault: SendFault, texts: Texts) -> None:
        """Tell the host about a fault, unless they have been told or the bot is no longer in the server."""
        if (
            fault not in _FAULT_KEYS
            or await self._find_reported(table) == fault.value
            or not self._messenger.is_in_guild(table.guild)
        ):
            return
        await self._save_reported(table, fault.value)
        locale = await self._services.people.get_locale(table.host)
        host_texts = self._services.catalogue.texts_for(locale) if locale else texts
        text = self._format_alert(table, fault, host_texts)
        try:
            await self._messenger.send_direct(table.host, Message((Text(text),)))
        except SendFailed as unsent:
            log.info("a host alert could not be sent", table=table.id, fault=unsent.fault.value, code=unsent.code)

    def _format_alert(self, table: TableInfo, fault: SendFault, texts: Texts) -> str:
        missing = {
            SendFault.NO_PICTURES: (ATTACH_FILES,),
            SendFault.FORBIDDEN: self._messenger.find_missing_permissions(table.channel),
        }.get(fault, ())
        permissions = format_permissions(missing, texts)
        facts = {"table": table.id, "channel": f"<#{table.channel}>", "permissions": permissions}
        named = fault is SendFault.FORBIDDEN and permissions
        return texts.say("threads.lost_permissions" if named else _FAULT_KEYS[fault], **facts)

    async def clear(self, table: TableInfo) -> None:
        """Note that the table is shown again, so that the next fault is a new one."""
        if await self._find_reported(table):
            await self._save_reported(table, "")

    async def _find_reported(self, table: TableInfo) -> str:
        if self._reported is None:
            self._reported = await self._services.surface_store.find_host_alert(table.id) or ""
        return self._reported

    async def _save_reported(self, table: TableInfo, text: str) -> None:
        await self._services.surface_store.save_host_alert(table.id, text or None)
        self._reported = text
