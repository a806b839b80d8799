"""The public message of each table: changed in place, replaced at every deal, when it is old and when it is gone."""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import GuildId
from bot.play.ports import BoardMessage
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.body import Body
from bot.ui.courier import Courier, TryLater
from bot.ui.kit import Kit
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.panels.board import board_body, moved_body
from bot.ui.panels.lobby import lobby_body
from engine.events import DealStarted, Event

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

REMEMBERED: Final = 16
"""How many events are kept to be told."""
SILENCE: Final = 60.0
"""Seconds in which nothing is tried where the bot may not speak."""

TextsOf = Callable[[GuildId], "Texts"]


class Board:
    """The public message of one table."""

    def __init__(self, kit: Kit, mail: Mail, table: Table, texts_of: TextsOf) -> None:
        self._kit = kit
        self._mail = mail
        self._table = table
        self._texts_of = texts_of
        self._events: deque[Event] = deque(maxlen=REMEMBERED)
        self._message: BoardMessage | None = None
        self._loaded = False
        self._deal: int | None = None
        self._again = False
        self._quiet_until = 0.0
        self._last: Body | None = None
        self.courier = Courier(kit.clock, self._send, kit.manners.pause, f"board {table.id}")

    @property
    def table(self) -> Table:
        """The table as it was last heard of."""
        return self._table

    def notice(self, table: Table, events: Iterable[Event]) -> None:
        """Take note of what happened, to be shown soon."""
        self._table = table
        for event in events:
            if isinstance(event, DealStarted):
                self._events.clear()
            self._events.append(event)
        self.courier.wake()

    def repost(self) -> None:
        """Show the board anew, at the end of the channel."""
        self._again = True
        self.courier.wake()

    async def _send(self) -> None:
        if self._kit.clock.now() >= self._quiet_until:
            with suppress(Refused):  # the table is being folded anew: it will be heard of again
                await self._show(self._table)

    async def _show(self, table: Table) -> None:
        seen = table.snapshot()
        deal = seen.watch().deal_number if seen.begun else 0
        texts = self._texts_of(table.facts.guild)
        old = await self._kept()
        again, self._again = self._again, False
        body = await (
            board_body(self._kit, seen, texts, self._events) if seen.begun else lobby_body(self._kit, seen, texts)
        )
        try:
            if old is None or again or self._outdated(old, deal):
                await self._post(table, deal, body, old, texts)
            elif not await self._edited(old, body):
                await self._post(table, deal, body, None, texts)
        except NotSent as unsent:
            self._again = again
            self._trouble(unsent)
        else:
            self._last, self._deal = body, deal

    async def _kept(self) -> BoardMessage | None:
        if not self._loaded:
            self._message, self._loaded = await self._kit.surfaces.board(self._table.id), True
        return self._message

    def _outdated(self, old: BoardMessage, deal: int) -> bool:
        age = self._kit.clock.now() - old.posted_at
        new_deal = self._deal is not None and deal != self._deal
        return new_deal or age > self._kit.manners.board_age or old.channel != self._table.facts.channel

    async def _edited(self, old: BoardMessage, body: Body) -> bool:
        """Change the message in place; False if it has to be replaced."""
        try:
            await self._mail.edit(old.channel, old.message, body)
        except NotSent as unsent:
            if unsent.fault in {Fault.PASSING, Fault.FORBIDDEN}:
                raise
            log.info("a board is replaced", table=self._table.id, code=unsent.code)
            if unsent.fault is Fault.REFUSED:
                await self._delete(old)
            return False
        return True

    async def _post(self, table: Table, deal: int, body: Body, old: BoardMessage | None, texts: "Texts") -> None:
        channel = table.facts.channel
        message = await self._mail.post(channel, body)
        self._message = BoardMessage(table.id, channel, message, self._kit.clock.now())
        await self._kit.surfaces.save_board(self._message)
        if old is not None:
            await self._retire(
                old, deal, f"https://discord.com/channels/{table.facts.guild}/{channel}/{message}", texts
            )

    async def _retire(self, old: BoardMessage, deal: int, where: str, texts: "Texts") -> None:
        """Take the buttons off an old board and say where the game goes on; if that fails, so be it."""
        shown = self._last if deal != self._deal else None  # the same deal shown twice helps nobody
        try:
            await self._mail.edit(old.channel, old.message, moved_body(shown, where, texts))
        except NotSent as unsent:
            log.info("an old board stays as it is", table=self._table.id, code=unsent.code)

    async def _delete(self, old: BoardMessage) -> None:
        try:
            await self._mail.delete(old.channel, old.message)
        except NotSent as unsent:
            log.info("an old board stays where it is", table=self._table.id, code=unsent.code)

    def _trouble(self, unsent: NotSent) -> None:
        if unsent.fault is Fault.PASSING:
            raise TryLater from unsent
        self._quiet_until = self._kit.clock.now() + SILENCE
        log.warning("a board cannot be shown", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
