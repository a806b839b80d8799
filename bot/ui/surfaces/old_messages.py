"""Takes the controls from earlier messages of a table, or deletes them, as often as Discord fails to do it."""

from dataclasses import dataclass
from typing import Final

import structlog

from bot.ids import TableId
from bot.play.values.stored_table import StoredTableMessage
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.refusals import ARCHIVED, SendFailed, SendFault

log: Final = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class OldMessage:
    """An earlier message of a table, and what it shows from now on; None: it is deleted."""

    stored: StoredTableMessage
    last: Message | None
    is_classic: bool | None = None


class OldMessages:
    """The earlier messages of one table that still have controls, because Discord has failed."""

    def __init__(self, messenger: Messenger, table: TableId) -> None:
        self._messenger = messenger
        self._table = table
        self._left: list[OldMessage] = []
        self.is_discord_failing = False
        """Whether another attempt soon may succeed; without permissions the table's next news is in time."""

    async def retire(self, old: OldMessage) -> None:
        """Edit or delete a message; `try_again` does it if Discord fails."""
        try:
            if old.last is None:
                await self._messenger.delete(old.stored.channel, old.stored.message)
            else:
                await self._messenger.edit(old.stored.channel, old.stored.message, old.last, plain=old.is_classic)
        except SendFailed as unsent:
            log.info("an old table message was not retired", table=self._table, code=unsent.code)
            self.is_discord_failing = self.is_discord_failing or unsent.fault is SendFault.TEMPORARY
            if unsent.fault in {SendFault.TEMPORARY, SendFault.FORBIDDEN} or unsent.code == ARCHIVED:
                self._left.append(old)
            elif unsent.fault is SendFault.REFUSED and old.last is not None:
                await self.retire(OldMessage(old.stored, None))

    async def try_again(self) -> None:
        """Retire the messages that are left from earlier attempts."""
        left, self._left, self.is_discord_failing = self._left, [], False
        for old in left:
            await self.retire(old)
