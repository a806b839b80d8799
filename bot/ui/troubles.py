"""Tells the host, once and directly, that a table can no longer be shown where it was, and what he can do."""

from typing import TYPE_CHECKING, Final

import structlog

from bot.play.ports import TableFacts
from bot.ui.body import Body, Text
from bot.ui.kit import Kit
from bot.ui.mail import Fault, Mail, NotSent

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

NOTE: Final = "trouble:{table}"
"""The note that keeps what the host has been told, so that he is told once, whatever restarts."""
_WORDS: Final = {Fault.GONE: "threads.channel_gone", Fault.FORBIDDEN: "threads.may_not_write"}


class Troubles:
    """What is wrong with showing one table."""

    def __init__(self, kit: Kit, mail: Mail) -> None:
        self._kit = kit
        self._mail = mail
        self._noted: str | None = None

    async def tell(self, table: TableFacts, fault: Fault, texts: "Texts") -> None:
        """Tell the host of a table, unless he knows or the bot is not in the server any more."""
        if fault not in _WORDS or await self._known(table) == fault.value or not self._mail.in_guild(table.guild):
            return
        await self._note(table, fault.value)
        locale = await self._kit.people.locale(table.host)
        own = self._kit.catalogue.texts(locale) if locale else texts
        words = own.say(_WORDS[fault], table=table.id, channel=f"<#{table.channel}>")
        try:
            await self._mail.direct(table.host, Body((Text(words),)))
        except NotSent as unsent:
            log.info("a host was not told", table=table.id, fault=unsent.fault.value, code=unsent.code)

    async def over(self, table: TableFacts) -> None:
        """Note that the table is shown again: the next trouble is a new one."""
        if await self._known(table):
            await self._note(table, "")

    async def _known(self, table: TableFacts) -> str:
        if self._noted is None:
            self._noted = await self._kit.notes.recall(NOTE.format(table=table.id)) or ""
        return self._noted

    async def _note(self, table: TableFacts, text: str) -> None:
        await self._kit.notes.note(NOTE.format(table=table.id), text)
        self._noted = text
