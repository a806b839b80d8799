"""Removes the controls from earlier messages of a table or deletes the messages. Marks threads of ended matches.

A day after its last message, a thread is archived. Its controls then fail for users who may not reopen threads.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import structlog

from bot.ids import ChannelId, MessageId, TableId
from bot.play.refusals import TableRefused
from bot.play.tables.snapshot import Snapshot, rewind_to_end_of_deal
from bot.play.tables.table import Table
from bot.play.values.stored_table import StoredTableMessage
from bot.play.values.table_info import TableInfo, TableStatus
from bot.stopping import stop_tasks
from bot.text.catalogue import Texts
from bot.ui.core.formatting import format_table_name
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import ARCHIVED, SendFailed, SendFault
from bot.ui.table.table_view import TableEvent, ended_deal_view, match_over_view

log: Final = structlog.get_logger()
OVER_MARK: Final = "✓ "
"""The start of the name of a thread whose match is over."""
MAX_ATTEMPTS: Final = 8
"""How many times a change at the end of a match is tried while Discord fails."""
RETRY_SECONDS: Final = 20.0
REOPEN_SECONDS: Final = 2.0
"""How many seconds Discord may take to report the name of a thread that a message has reopened."""
TableAtDealEnd = tuple[Snapshot, tuple[TableEvent, ...]]


@dataclass(frozen=True, slots=True)
class OldMessage:
    """An earlier message of a table. It is edited to show `last`, or deleted if `last` is None."""

    stored: StoredTableMessage
    last: Message | None
    is_classic: bool | None = None


class OldMessages:
    """Retires the earlier messages of one table, and remembers those for which it must try again."""

    def __init__(self, messenger: Messenger, table: TableId) -> None:
        self._messenger = messenger
        self._table = table
        self._left: list[OldMessage] = []
        self.is_discord_failing = False
        """Whether Discord failed, so that another attempt may soon work. Forbidden requests wait for an update."""

    async def retire(self, old: OldMessage) -> None:
        """Edit or delete a message. If an edit is refused, delete the message. `try_again` repeats failed requests."""
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


class MatchEnd:
    """Marks the thread of a table when its match is over, and renames it for the next match there."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self._known: tuple[bool, ChannelId] | None = None
        """Whether the match was over at the last update, and where it was shown."""
        self._task: asyncio.Task[None] | None = None

    def update(self, table: Snapshot, place: ChannelId, texts: Texts) -> None:
        """Mark or rename the thread in the background at the first update, and when the match has ended or moved."""
        over = table.facts.status is TableStatus.OVER and not table.facts.is_sealed
        if self._known == (over, place):
            return
        self._known = over, place
        if self._task is not None:
            self._task.cancel()
        work = partial(self._mark_over, table, texts) if over else partial(self._rename_for_rematch, table.facts, texts)
        self._task = asyncio.create_task(self._run(work), name="match end")

    async def close(self) -> None:
        """Cancel the task in progress, if any."""
        await stop_tasks(self._task)

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Call and await `work`. The coroutine is not made earlier, because a task may be cancelled before it runs."""
        try:
            await work()
        except Exception:
            log.exception("a thread could not be renamed")

    async def _rename_for_rematch(self, table: TableInfo, texts: Texts) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + REOPEN_SECONDS)
        thread = await self._services.threads.find_thread(table.id)
        name = None if thread is None else self._messenger.find_thread_name(thread)
        if thread is not None and name is not None and _names_other_match(name, table, texts):
            await self._try(lambda: self._messenger.rename_thread(thread, format_table_name(table, texts)))

    async def _mark_over(self, table: Snapshot, texts: Texts) -> None:
        facts, thread = table.facts, await self._services.threads.find_thread(table.id)
        if thread is None or facts.rematch_table is not None:  # the thread now belongs to the rematch
            return
        if facts.is_board and await self._is_used(thread):  # the next board is played in this thread
            return
        line = await match_over_view(self._services, table, texts)
        first = MessageId(thread)  # a thread has the id of the message that it was opened on
        await self._try(lambda: self._messenger.edit(facts.channel, first, line))
        name = OVER_MARK + format_table_name(facts, texts)
        await self._try(lambda: self._messenger.rename_thread(thread, name))

    async def _is_used(self, thread: ChannelId) -> bool:
        live = self._services.registry.list_live()
        return any([await self._services.threads.find_thread(one.id) == thread for one in live])

    async def _try(self, send: Callable[[], Awaitable[object]]) -> None:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                await send()
            except SendFailed as unsent:
                log.info("the end of a match could not be shown", fault=unsent.fault.value, code=unsent.code)
                if unsent.fault not in {SendFault.TEMPORARY, SendFault.LIMITED} or attempt == MAX_ATTEMPTS:
                    return
                await self._services.clock.sleep_until(self._services.clock.now() + RETRY_SECONDS)
            else:
                return


def _names_other_match(name: str, table: TableInfo, texts: Texts) -> bool:
    """Return whether `name` has the mark of an ended match. For a rematch, return whether it names the old match."""
    if table.rematch_of is None:
        return name.startswith(OVER_MARK)
    return name.removeprefix(OVER_MARK) == format_table_name(replace(table, id=table.rematch_of), texts)


class EndedDeals:
    """Remembers how deals of one table ended, by number, until the table's message shows a later deal."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._ended: dict[int, TableAtDealEnd] = {}

    def note_end(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Note that a deal has just ended."""
        with suppress(TableRefused):  # the table is being reloaded
            seen = table.snapshot()
            self._ended[seen.spectator_view().deal_number] = seen, tuple(events)

    def forget_before(self, deal: int) -> None:
        """Forget the deals before `deal`, because the message now shows `deal`."""
        self._ended = {number: ended for number, ended in self._ended.items() if number >= deal}

    async def find_view(self, table: Table, deal: int, texts: Texts) -> Message | None:
        """Return a message that shows the end of a deal, without controls; None if that end is unknown."""
        ended = self._ended.get(deal) or await self._rebuild(table, deal)
        return None if ended is None else await ended_deal_view(self._services, ended[0], texts, ended[1])

    async def _rebuild(self, table: Table, deal: int) -> TableAtDealEnd | None:
        stored = await self._services.surface_store.load(table.id)
        if stored is None:
            return None
        seen = await asyncio.to_thread(rewind_to_end_of_deal, table.snapshot(), stored, deal)
        return None if seen is None else (seen, ())
