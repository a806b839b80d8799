"""Keeps private panels up to date. If a newer table message appears below a panel, the panel is sent again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.ids import ChannelId, MessageId, UserId
from bot.play.refusals import TableRefused
from bot.play.tables.store_health import describe_cause
from bot.play.tables.table import Table
from bot.play.values.stored_table import PanelHandle
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.interactions.responses import ShowPanel
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import lead_view
from bot.ui.discord_io.debounce import Debouncer, RetryLater
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import format_alert
from bot.ui.discord_io.reply import SentReply
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.hand.advice import recommend_for_panel
from bot.ui.hand.view import Fingerprint, hand_fingerprint, hand_view
from bot.ui.lobby.member_view import lobby_member_view
from bot.ui.surfaces.green_button import GreenButton
from bot.ui.table.watch_view import watch_fingerprint, watch_view

log: Final = structlog.get_logger()

SAVE_PAUSE: Final = 60.0
"""Seconds after which a newer token replaces a panel's saved token. A token can edit the panel for 15 minutes."""


@dataclass(eq=False)
class HandMessage:
    """One user's panel at one table. `lock` is held during each request, so that no request overtakes another."""

    _services: Services
    _messenger: Messenger
    _table: Table
    _user: UserId
    _texts_for: Callable[[UserId, Table], Awaitable[Texts]]
    _find_place: Callable[[Table], Awaitable[ChannelId]]

    def __post_init__(self) -> None:
        services = self._services
        self._handle: PanelHandle | None = None
        self._message_id: MessageId | None = None
        """The id of the panel's message. None without a panel, or if an earlier run sent it and its id is unknown."""
        self._saved: tuple[PanelHandle, MessageId] | None = None
        """The handle that this process saved last, and the message that can be edited with it after a restart."""
        self._follow_up: MessageId | None = None
        """The id of a panel that is a follow-up, because edits must name it. None if it is the original response."""
        self._limited_until = 0.0
        """The time until which Discord accepts no edit through the panel's token."""
        self._shown: Fingerprint | None = None
        self._preference_changes = 0
        """Counts changes of preferences. A panel that was rendered before the last change is outdated."""
        self._watching = False
        self._shows_lobby = False
        """Whether the panel was sent in the lobby. The match may then be in another place, a thread."""
        self._posted: MessageId | None = None
        """The table's message that was last posted in the panel's channel."""
        self._is_classic: bool | None = None
        """Whether the panel was sent without Components V2, which an edit cannot add. None if this is unknown."""
        self._here: ChannelId | None = None
        """The channel of the panel, if this process has sent the panel."""
        self.expected = 0
        """How many responses in progress may show the panel. Until they have ended, updates do not edit it."""
        self._green_button = GreenButton(services, self._user, self._complete)
        self.lock = asyncio.Lock()
        self.debouncer = Debouncer(
            *(services.clock, self._push, services.config.edit_pause, f"panel {self._table.id}", services.updates),
            prepare=self._find_recommended,
            urgent=True,
        )

    @property
    def is_alive(self) -> bool:
        """Whether the panel can still be edited."""
        handle, now = self._handle, self._services.clock.now()
        return handle is not None and now - handle.renewed_at < self._services.config.max_panel_age

    def restore(self, handle: PanelHandle) -> None:
        """Take over a panel from an earlier run."""
        self._handle = handle
        # Players who leave their seat lose their panel, so the owner of this panel has a seat or is a spectator.
        self._watching = self._table.seat_of(self._user) is None

    def update(self, table: Table) -> None:
        """Edit the panel if it must be re-rendered."""
        self._table = table
        with suppress(TableRefused):  # the table is being reloaded; an update follows
            if self.is_alive and not self.expected and (self._moves_down or self._fingerprint(table) != self._shown):
                self.debouncer.request()

    def move_below(self, posted: MessageId) -> None:
        """Send the panel again during a match if the message `posted` is below it, to keep the hand in sight."""
        self._posted = posted
        self.check_again()

    @property
    def _moves_down(self) -> bool:
        """Whether a match is on and the table's message is below the panel. A message below has a larger id."""
        if self._posted is None or self._message_id is None or self._table.facts.status is not TableStatus.PLAYING:
            return False
        return self._message_id < self._posted

    def follow_to(self, table: Table) -> None:
        """Show the rematch instead of the finished match, because its first deal has begun and the user plays in it."""
        self._watching = False
        self.update(table)

    async def release(self) -> None:
        """Forget the panel, so that the bot no longer edits its message."""
        async with self.lock:
            await self._forget_panel()

    def mark_outdated(self) -> None:
        """Re-render the panel because its owner's preferences changed."""
        self._shown = None
        self._preference_changes += 1
        self.check_again()

    def check_again(self) -> None:
        """Edit the panel if it does not show the table's last update."""
        self.update(self._table)

    def _fingerprint(self, table: Table) -> Fingerprint:
        return panel_fingerprint(table, self._user, watching=self._watching)

    async def record_sent(
        self,
        token: str,
        sent: SentReply,
        shown: Fingerprint,
        *,
        fresh: bool,  # whether `sent` is a new message
        watching: bool = False,
        here: ChannelId | None = None,  # the channel of `sent`
    ) -> None:
        """Note that the panel is now `sent` and shows `shown`. Delete an earlier panel. The caller must hold `lock`."""
        self._is_classic, self._limited_until = sent.is_classic, 0.0
        self._watching, self._here = watching, here
        self._shows_lobby = self._table.facts.status is TableStatus.LOBBY
        old, address, lived = self._handle, self._follow_up, self.is_alive
        elsewhere = self._is_elsewhere(sent, fresh=fresh)
        self._handle = PanelHandle(self._table.id, self._user, token, self._services.clock.now())
        self._message_id, self._shown = sent.message, shown
        self._follow_up = sent.message if sent.is_follow_up else None
        self.debouncer.note_sent()
        if not self._is_saved_lately(self._handle, sent):
            await self._save_handle(self._handle, sent)
        if old is not None and lived and elsewhere:
            await self._delete_old(old.token, address)
        await self._note_opened_hand(self._table)
        self._green_button.note_sent(self._table)

    def _complete(self) -> None:
        """Show the panel again, because a play can now be recommended."""
        self._shown = None
        if self.is_alive and not self.expected:
            self.debouncer.request(at_once=True)

    async def record_lead(self, sent: SentReply, *, fresh: bool) -> None:
        """Forget the lobby's panel, because `sent` leads to the match. Delete the panel unless `sent` replaced it."""
        if self._handle is not None and self.is_alive and self._is_elsewhere(sent, fresh=fresh):
            await self._delete_old(self._handle.token, self._follow_up)
        await self._forget_panel()

    def _is_elsewhere(self, sent: SentReply, *, fresh: bool) -> bool:
        return fresh if self._message_id is None else self._message_id != sent.message

    def is_in(self, channel: ChannelId | None) -> bool:
        """Return whether the panel is in this channel. Further private messages there would push the panel up."""
        return channel is not None and self.is_alive and self._here == channel

    def _is_saved_lately(self, handle: PanelHandle, sent: SentReply) -> bool:
        if self._saved is None or sent.is_follow_up:
            return False
        saved, message = self._saved
        is_new_enough = handle.renewed_at - saved.renewed_at < SAVE_PAUSE
        return is_new_enough and saved.table == handle.table and message == sent.message

    async def _save_handle(self, handle: PanelHandle, sent: SentReply) -> None:
        self._saved = None
        try:
            await self._services.surface_store.save_panel(handle)
        except OSError as unanswered:
            log.warning("a panel could not be saved", table=handle.table, cause=describe_cause(unanswered))
            return
        if sent.message is not None and not sent.is_follow_up:
            self._saved = handle, sent.message

    async def _note_opened_hand(self, table: Table) -> None:
        if table.seat_of(self._user) is not None:
            with suppress(TableRefused):  # the table is being reloaded
                await table.attendance.note_opened_hand(self._user)

    async def _find_recommended(self) -> None:
        """Search for the recommended action before rendering. Other panels are rendered during the search."""
        with suppress(TableRefused, OSError):  # if this fails, the search is repeated when the panel is sent
            seen = self._table.snapshot()
            seat = seen.seat_of(self._user)
            if seat is not None and self.is_alive and not self.expected:
                await recommend_for_panel(self._services, seen, seat)

    async def _push(self) -> None:
        if self.expected:  # the response holds the lock, and checks the panel again afterwards
            return
        async with self.lock:
            table, handle = self._table, self._handle
            if handle is None or not self.is_alive or self.expected or self._services.clock.now() < self._limited_until:
                return
            try:
                now, look = self._fingerprint(table), self._preference_changes
                if now == self._shown and not self._moves_down:
                    return
                leads = await self._has_moved(table)
                message = await self._render(table, leads=leads)
                self.debouncer.note_rendered()
                if self._moves_down:
                    await self._replace(handle, message, plain=bool(self._is_classic))
                else:
                    await self._edit_or_replace(handle, message)
            except TableRefused:  # the table is being reloaded
                return
            except SendFailed as unsent:
                await self._handle_failure(unsent)
            else:
                if leads:
                    await self._forget_panel()
                    return
                await self._keep_handle(handle)
                await self._note_opened_hand(table)
                self._shown = now if look == self._preference_changes else None
                self._watching = self._watching and table.seat_of(self._user) is None
                if table.seat_of(self._user) is None and not self._watching:
                    await self._forget_panel()
                self._green_button.note_sent(self._table)

    async def _has_moved(self, table: Table) -> bool:
        if not self._shows_lobby or table.facts.status is not TableStatus.PLAYING or self._here is None:
            return False
        # Let the table's message be rendered meanwhile, because it opens the thread that `_find_place` waits for.
        self.debouncer.note_rendered()
        return await self._find_place(table) != self._here

    async def _keep_handle(self, handle: PanelHandle) -> None:
        """If the panel has followed its player to a rematch, save it under the new table."""
        if handle.table == self._table.id:
            return
        self._handle, self._saved = replace(handle, table=self._table.id), None
        await self._services.surface_store.save_panel(self._handle)
        await self._services.surface_store.delete_panel(handle.table, self._user)

    async def _render(self, table: Table, *, leads: bool) -> Message:
        texts = await self._texts_for(self._user, table)
        if leads:
            return await lead_view(self._services, table.facts, texts)
        if table.seat_of(self._user) is None and not self._watching:
            return Message((Text(texts.say("lobby.left")),))
        panel = ShowPanel(table, as_spectator=self._watching)
        return await panel_view(self._services, panel, self._user, texts, self._here)

    async def _edit_or_replace(self, handle: PanelHandle, message: Message) -> None:
        """Edit the panel. If Discord refuses the content, or has refused such edits recently, replace the panel."""
        guild, refusals = self._table.facts.guild, self._services.refusals
        if self._is_classic or not message.pictures or not refusals.is_classic(Surface.PANEL, guild):
            try:
                self._is_classic = await self._messenger.edit_private(
                    handle.token, self._follow_up, message, plain=self._is_classic
                )
            except SendFailed as unsent:
                if unsent.fault is not SendFault.REFUSED:
                    raise
            else:
                return
            if message.pictures and not self._is_classic:
                refusals.note_refused_edit(Surface.PANEL, guild)
        await self._replace(handle, message, plain=bool(message.pictures))

    async def _replace(self, handle: PanelHandle, message: Message, *, plain: bool) -> None:
        old = self._follow_up
        sent, self._is_classic = await self._messenger.send_private(handle.token, message, plain=plain)
        self._message_id = self._follow_up = sent
        await self._delete_old(handle.token, old)

    async def _delete_old(self, token: str, message: MessageId | None) -> None:
        try:
            await self._messenger.delete_private(token, message)
        except SendFailed as unsent:
            log.info("an old panel could not be deleted", table=self._table.id, code=unsent.code)

    async def _handle_failure(self, unsent: SendFailed) -> None:
        log.info("a panel could not be edited", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
        if unsent.retry_after:  # Discord limits edits with this token, but a press brings a new token
            self._limited_until = self._services.clock.now() + unsent.retry_after
            self.debouncer.request_at(self._limited_until)
            return
        if unsent.fault in {SendFault.TEMPORARY, SendFault.BLOCKED}:  # AutoMod may let the next texts pass
            raise RetryLater from unsent
        await self._forget_panel()

    async def _forget_panel(self) -> None:
        handle, self._handle, self._saved = self._handle, None, None
        table = self._table.id if handle is None else handle.table
        await self._services.surface_store.delete_panel(table, self._user)


async def panel_view(
    services: Services, panel: ShowPanel, user: UserId, texts: Texts, here: ChannelId | None
) -> Message:
    """Return a user's panel, or a spectator's, in its present state. `here` is the panel's channel, if known."""
    seen, opened = panel.table.snapshot(), panel.opened
    seat = seen.seat_of(user)
    if panel.as_spectator and seat is None:
        shown = (await watch_view(services, seen, user, texts, here, opened=opened)).with_notice(panel.notice)
    elif seat is not None and seen.facts.status is TableStatus.LOBBY:
        shows_all = opened is ControlVerb.LOBBY_MORE
        shown = await lobby_member_view(services, seen, user, seat, texts, here, shows_all=shows_all)
        shown = shown.with_notice(panel.notice)
    else:
        shown = await hand_view(services, panel, user, texts, here)
    alert = services.refusals.alerts.get(seen.id) if user == seen.facts.host else None
    return shown if alert is None else shown.with_notice(format_alert(alert, seen.facts, texts))


def panel_fingerprint(table: Table, user: UserId, *, watching: bool) -> Fingerprint:
    """Return a value that changes whenever the panel must be re-rendered."""
    if watching and table.seat_of(user) is None and (seen := table.snapshot()).has_started:
        return watch_fingerprint(seen)
    return hand_fingerprint(table, user)
