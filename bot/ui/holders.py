"""The private panels: who holds one, with which token, and what it shows. Pushed only when their task changes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import MessageId, UserId
from bot.play.ports import PanelHandle
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.body import Body, Text
from bot.ui.courier import Courier, TryLater
from bot.ui.kit import Kit
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.panels.hand import Stamp, hand_panel, stamp
from bot.ui.panels.watch import watch_panel, watch_stamp
from bot.ui.replies import Sent

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

TextsFor = Callable[[UserId, Table], Awaitable["Texts"]]


@dataclass(slots=True)
class Habits:
    """What this process has learnt about Discord: shared by all panels."""

    replace: bool = False
    """Whether changing a picture in place is refused, so that a panel has to be sent anew and the old one deleted."""
    plain: bool = False
    """Whether it is refused on tables' public messages, so that these take the older form, in which it is not."""


class Holder:
    """One person's panel at one table. `lock` is held while anything is sent to it, so nothing overtakes."""

    def __init__(self, kit: Kit, mail: Mail, habits: Habits, table: Table, user: UserId, texts_for: TextsFor) -> None:
        self._kit = kit
        self._mail = mail
        self._habits = habits
        self._table = table
        self._user = user
        self._texts_for = texts_for
        self._handle: PanelHandle | None = None
        self._at: MessageId | None = None
        """The message that is the panel; None: unknown, it is from an earlier run."""
        self._follow_up: MessageId | None = None
        """How the token reaches it; None: as the interaction's own message."""
        self._shown: Stamp | None = None
        self._look = 0
        """Counts the changes of how its owner wants it: what was made before the last one is out of date when sent."""
        self._watching = False
        """Whether its owner has no seat and looks on."""
        self.expected = 0
        """How many answers to the person are under way, which will show the panel anyway."""
        self.lock = asyncio.Lock()
        self.courier = Courier(kit.clock, self._push, kit.manners.pause, f"panel {table.id}")

    @property
    def alive(self) -> bool:
        """Tell whether the panel can still be changed."""
        handle = self._handle
        return handle is not None and self._kit.clock.now() - handle.renewed_at < self._kit.manners.panel_age

    def adopt(self, handle: PanelHandle) -> None:
        """Take over a panel that an earlier run of the program made."""
        self._handle = handle
        self._watching = self._table.seat_of(self._user) is None  # whoever left a seat holds no panel

    def notice(self, table: Table) -> None:
        """Look whether the panel shows what its owner should see, and push it if not."""
        self._table = table
        with suppress(Refused):  # the table is being folded anew: it will be heard of again
            if self.alive and not self.expected and self._stamp(table) != self._shown:
                self.courier.wake()

    def outdated(self) -> None:
        """Take note that what the panel shows is no longer as its owner wants it, and push it."""
        self._shown = None
        self._look += 1
        self.look_again()

    def look_again(self) -> None:
        """Look once more at the table as it was last heard of."""
        self.notice(self._table)

    def _stamp(self, table: Table) -> Stamp:
        return holder_stamp(table, self._user, watching=self._watching)

    async def renew(self, token: str, sent: Sent, shown: Stamp, *, fresh: bool, watching: bool = False) -> None:
        """Note that what was `sent` is the panel from now on and shows `shown`; an older panel elsewhere is deleted.

        `fresh`: it is a new message, not the old one changed; `watching`: a watcher's. Call with `lock` held.
        """
        self._watching = watching
        old, address, lived = self._handle, self._follow_up, self.alive
        elsewhere = fresh if self._at is None else self._at != sent.message
        self._handle = PanelHandle(self._table.id, self._user, token, self._kit.clock.now())
        self._at, self._shown = sent.message, shown
        self._follow_up = sent.message if sent.follow_up else None
        self.courier.sent()
        await self._kit.surfaces.save_panel(self._handle)
        if old is not None and lived and elsewhere:
            await self._delete(old.token, address)

    async def _push(self) -> None:
        async with self.lock:
            table, handle = self._table, self._handle
            if handle is None or not self.alive or self.expected:
                return
            try:
                now, look = self._stamp(table), self._look
                if now == self._shown:
                    return
                await self._send(handle, await self._body(table))
            except Refused:  # as above
                return
            except NotSent as unsent:
                await self._trouble(unsent)
            else:
                self._shown = now if look == self._look else None
                self._watching = self._watching and table.seat_of(self._user) is None
                if table.seat_of(self._user) is None and not self._watching:
                    await self._die()

    async def _body(self, table: Table) -> Body:
        texts = await self._texts_for(self._user, table)
        if table.seat_of(self._user) is None and self._watching:
            return await watch_panel(self._kit, table.snapshot(), self._user, texts)
        if table.seat_of(self._user) is None:
            return Body((Text(texts.say("ui.left")),))
        return await hand_panel(self._kit, table, self._user, texts)

    async def _send(self, handle: PanelHandle, body: Body) -> None:
        if not self._habits.replace:
            try:
                await self._mail.edit_private(handle.token, self._follow_up, body)
            except NotSent as unsent:
                if unsent.fault is not Fault.REFUSED or not body.pictures:
                    raise
            else:
                return
        old = self._follow_up
        self._at = self._follow_up = await self._mail.send_private(handle.token, body)
        self._habits.replace = True
        await self._delete(handle.token, old)

    async def _delete(self, token: str, message: MessageId | None) -> None:
        try:
            await self._mail.delete_private(token, message)
        except NotSent as unsent:
            log.info("an old panel stays", table=self._table.id, code=unsent.code)

    async def _trouble(self, unsent: NotSent) -> None:
        if unsent.fault is Fault.PASSING:
            raise TryLater from unsent
        log.info("a panel is dead", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
        await self._die()

    async def _die(self) -> None:
        self._handle = None
        await self._kit.surfaces.drop_panel(self._table.id, self._user)


def holder_stamp(table: Table, user: UserId, *, watching: bool) -> Stamp:
    """Return what a person's panel, or a watcher's, hangs on: as long as it is the same, nothing new need be shown.

    Raises:
        Refused: the table is being folded anew.
    """
    seen = table.snapshot()
    return watch_stamp(seen) if watching and seen.begun and seen.seat_of(user) is None else stamp(table, user)
