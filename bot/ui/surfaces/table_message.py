"""Edits a table's public message. A new one replaces it at every deal, and when it is old, gone or out of sight."""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import structlog

from bot.ids import ChannelId, MessageId, UserId
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.play.values.stored_table import StoredTableMessage
from bot.play.values.table_info import Person, TableInfo, TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.formatting import format_table_name
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.memory.people import PingPreference
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.debounce import Debouncer, RetryLater
from bot.ui.discord_io.kept_messages import PublicPost, RetryPause
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import HostAlerts
from bot.ui.discord_io.send_failures import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, SendFailed, SendFault
from bot.ui.lobby.lobby_view import lobby_view
from bot.ui.surfaces.retire_messages import EndedDeals, MatchEnd, OldMessage, OldMessages
from bot.ui.table.table_view import TableEvent, moved_view, table_view
from engine.model.events import DealEnded, DealStarted, Event, TrickWon

log: Final = structlog.get_logger()

MAX_EVENTS_KEPT: Final = 16
MAX_THREAD_ATTEMPTS: Final = 3
"""How many times, some seconds apart, opening a thread may fail before the table stays in its channel."""
_LEFT_THREAD: Final = {SendFault.GONE, SendFault.FORBIDDEN, SendFault.SLOW_MODE}
"""After these faults in its thread, a table moves to its channel."""


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A rendered table message. `deal_number` is 0 in the lobby."""

    table: TableInfo
    deal_number: int
    message: Message
    texts: Texts


@dataclass(eq=False)
class TableMessage:
    """The public message of one table."""

    _services: Services
    _messenger: Messenger
    _table: Table
    _texts_of: Callable[[TableInfo], Texts]
    _refresh_panel: Callable[[UserId], None]
    _move_panels: Callable[[ChannelId, MessageId], None]

    def __post_init__(self) -> None:
        services, messenger, name = self._services, self._messenger, f"board {self._table.id}"
        self._events: deque[TableEvent] = deque(maxlen=MAX_EVENTS_KEPT)
        self._message: StoredTableMessage | None = None
        self._loaded = False
        self._public = PublicPost(services, messenger, name, Surface.TABLE, self._table.facts.guild)
        self._repost_wanted = False
        self._trick_over = False
        self._checked_at = 0.0
        self._pause = RetryPause()
        self._logged: SendFault | None = None
        """The last logged reason why the table is not shown; None if it is shown."""
        self._threads_tried = 0
        self._last_message: Message | None = None
        self._shown: Message | None = None
        """What Discord shows now; None if that is unknown."""
        self._ended_deals = EndedDeals(services)
        self._old_messages = OldMessages(messenger, self._table.id)
        self._alerts = HostAlerts(services, messenger, self._refresh_panel)
        self.match_end = MatchEnd(services, messenger)
        self.debouncer = Debouncer(services.clock, self._send, services.config.edit_pause, name, services.updates)

    @property
    def table(self) -> Table:
        """The table at its last update."""
        return self._table

    @property
    def is_refused(self) -> bool:
        """Whether Discord refused the last update of the message."""
        return self._pause.failures > 0

    def update(self, table: Table, events: Iterable[Event]) -> None:
        """Note what happened and show it soon."""
        self._table = table
        for event in events:
            if isinstance(event, DealStarted):
                self._events.clear()
            self._trick_over = self._trick_over or isinstance(event, TrickWon)
            self._events.append(TableEvent(event, table.occupants))
            if isinstance(event, DealEnded):
                self._ended_deals.note_end(table, self._events)
        self.debouncer.request()

    async def wait_for_place(self) -> None:
        """Wait until it is decided whether a match has a thread of its own or stays in its channel."""
        if await self._lacks_thread(self._table.facts):
            await self.debouncer.idle()

    async def _lacks_thread(self, table: TableInfo) -> bool:
        started = table.status is TableStatus.PLAYING
        return started and self._wants_thread(table) and not await self._services.threads.is_decided(table.id)

    def repost(self) -> None:
        """Post the message again at the end of the channel."""
        self._repost_wanted = True
        self.retry_soon()

    def retry_soon(self) -> None:
        """Show the table soon, even if the last attempt has just failed or nothing has changed."""
        self._shown = None
        self._pause.end()
        self.debouncer.request()

    async def _send(self) -> None:
        if not self._pause.is_over(self._services.clock.now()):
            return
        if not self.is_refused:
            await self._old_messages.try_again()
        with suppress(TableRefused):  # the table is being reloaded; an update follows
            await self._render_and_show(self._table)
        if self._old_messages.is_discord_failing:
            raise RetryLater

    async def _render_and_show(self, table: Table) -> None:
        seen = table.snapshot()
        deal = seen.spectator_view().deal_number if seen.has_started else 0
        texts = self._texts_of(table.facts)
        again, self._repost_wanted = self._repost_wanted, False
        if seen.has_started:
            message = await table_view(self._services, seen, texts, self._events)
        else:
            message = await lobby_view(self._services, seen, texts)
        self.debouncer.note_rendered()
        before, self._shown = self._shown, None
        # nothing has changed that users could see
        if message == before and not again and not await self._lacks_thread(seen.facts):
            self._shown = before
            return
        try:
            await self._deliver(RenderedTable(seen.facts, deal, message, texts), again=again)
        except SendFailed as unsent:
            self._repost_wanted = again
            await self._handle_failure(unsent, seen.facts, texts)
        else:
            self._last_message, self._shown, self._logged = message, message, None
            if self.is_refused:  # the old messages had to wait, and are retired now
                self.debouncer.request()
            self._pause.end()
            self._ended_deals.forget_before(deal)
            place = self._message.channel if self._message is not None else seen.facts.channel
            await self._report_shown(seen.facts, place, message, texts)
            self.match_end.update(seen, place, texts)

    # ------------------------------------------------------------------ the place where the message is shown

    async def _deliver(self, rendered: RenderedTable, *, again: bool) -> None:
        table = rendered.table
        place = await self._find_channel(rendered)
        try:
            await self._edit_or_post(rendered, place, again=again)
        except SendFailed as unsent:
            if place == table.channel or unsent.fault not in _LEFT_THREAD:
                raise
            log.info("a thread can no longer be used", table=table.id, fault=unsent.fault.value, code=unsent.code)
            await self._services.threads.set_no_thread(table.id)
            await self._edit_or_post(rendered, table.channel, again=again)

    async def _find_channel(self, rendered: RenderedTable) -> ChannelId:
        table, threads = rendered.table, self._services.threads
        lobby = await self._load_message()
        if table.is_board and table.rematch_of is not None and await threads.copy_thread(table.rematch_of, table.id):
            await self._call_players(await threads.get_channel(table), table, rendered.texts)
        wanted = bool(rendered.deal_number) and self._wants_thread(table)
        if wanted and lobby is not None and not await threads.is_decided(table.id):
            await self._open_thread(rendered, lobby)
        return await threads.get_channel(table)

    def _wants_thread(self, table: TableInfo) -> bool:
        return self._services.config.use_threads and self._services.guild_settings.get_settings(table.guild).threads

    async def _open_thread(self, rendered: RenderedTable, lobby: StoredTableMessage) -> None:
        table, texts = rendered.table, rendered.texts
        name = format_table_name(table, texts)
        people = [one.user for one in table.seats if isinstance(one, Person)]
        self._threads_tried += 1
        try:
            thread = await self._messenger.open_thread(
                table.guild, lobby.channel, lobby.message, name, people, self._services.config.thread_patience
            )
        except SendFailed as unsent:
            if unsent.fault is SendFault.TEMPORARY and self._threads_tried < MAX_THREAD_ATTEMPTS:
                raise
            await self._stay_in_channel(table, unsent, texts)
        else:
            await self._services.threads.set_thread(table.id, thread)
            await self._call_players(thread, table, texts)

    async def _stay_in_channel(self, table: TableInfo, unsent: SendFailed, texts: Texts) -> None:
        log.info("a thread could not be opened", table=table.id, fault=unsent.fault.value, code=unsent.code)
        await self._services.threads.set_no_thread(table.id)
        if unsent.fault in {SendFault.LIMITED, SendFault.TEMPORARY}:
            with suppress(SendFailed):  # the table message that follows also shows where the match is
                await self._messenger.send(table.channel, text_message(texts.say("threads.not_opened", table=table.id)))

    async def _call_players(self, thread: ChannelId, table: TableInfo, texts: Texts) -> None:
        """Ping the players in their thread. Leave out those who want no pings and, outside events, the host."""
        starter = table.host if table.event_match is None else None
        people = [one.user for one in table.seats if isinstance(one, Person) and one.user != starter]
        pings = {user: (await self._services.people.get_preferences(user)).ping for user in people}
        called = [user for user, ping in pings.items() if ping is not PingPreference.NEVER]
        if not called:
            return
        words = texts.say("calls.begun", users=" ".join(f"<@{user}>" for user in called))
        hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "board.my_hand", ButtonStyle.PRIMARY)
        try:
            await self._messenger.send_ping(thread, Message((Text(words), *button_rows((hand,)))), *called)
        except SendFailed as unsent:  # the table message that follows also has this button
            log.info("players could not be pinged", table=table.id, fault=unsent.fault.value, code=unsent.code)

    # ------------------------------------------------------------------ the message itself

    async def _edit_or_post(self, rendered: RenderedTable, place: ChannelId, *, again: bool) -> None:
        old = await self._load_message()
        if old is None:
            await self._post(rendered, place)
        elif again or self._pause.refused or self._is_outdated(old, rendered.deal_number, place):
            await self._replace(old, rendered, place)
        elif await self._is_buried(old):
            await self._post(rendered, place)
            await self._old_messages.retire(OldMessage(old, None))
        elif (unsent := await self._public.try_edit((old.channel, old.message), rendered.message)) is not None:
            await self._post(rendered, place)
            if unsent.code not in {UNKNOWN_CHANNEL, UNKNOWN_MESSAGE}:  # the old message may be in an archived thread
                await self._old_messages.retire(OldMessage(old, None))

    async def _replace(self, old: StoredTableMessage, rendered: RenderedTable, place: ChannelId) -> None:
        """Post the message again and retire the old one. If the old one shows an earlier deal, retire it first."""
        ends_deal, was_classic = old.deal != rendered.deal_number and old.channel == place, self._public.is_classic
        retires_first = ends_deal and not self.is_refused
        if retires_first:  # after a crash here, the next start repeats this, because `old` is still stored
            await self._retire_old(old, rendered, None, is_classic=was_classic)
        posted = await self._post(rendered, place)
        if not retires_first:
            await self._retire_old(old, rendered, None if old.channel == place else posted, is_classic=was_classic)

    async def _load_message(self) -> StoredTableMessage | None:
        if not self._loaded:
            self._message, self._loaded = await self._services.surface_store.find_table_message(self._table.id), True
        return self._message

    def _is_outdated(self, old: StoredTableMessage, deal: int, place: ChannelId) -> bool:
        age = self._services.clock.now() - old.posted_at
        too_old = age > self._services.config.max_table_message_age
        return too_old or old.channel != place or old.deal != deal

    async def _is_buried(self, old: StoredTableMessage) -> bool:
        over, self._trick_over = self._trick_over, False
        now, config = self._services.clock.now(), self._services.config
        is_new = now - old.posted_at < config.min_buried_age
        if not over or is_new or now - self._checked_at < config.buried_check_interval:
            return False
        self._checked_at = now
        try:
            return await self._messenger.is_buried(old.channel, old.message)
        except SendFailed:  # the edit that follows reports what is wrong with the message
            return False

    async def _post(self, rendered: RenderedTable, place: ChannelId) -> StoredTableMessage:
        number = f"table-{rendered.table.id}" if self._message is None else f"after-{self._message.message}"
        message = await self._public.post(place, rendered.message, number, refused=self._pause.refused)
        self._move_panels(place, message)
        facts = rendered.table.id, place, message, self._services.clock.now(), rendered.deal_number
        self._message = posted = StoredTableMessage(*facts)
        await self._services.surface_store.save_table_message(posted)
        if self._table.facts.event_match is not None:  # the event's message links to this message
            self._services.events.wake()
        return posted

    async def _retire_old(
        self,
        old: StoredTableMessage,
        rendered: RenderedTable,
        to: StoredTableMessage | None,  # the new message; None if it is in the same channel
        *,
        is_classic: bool | None,
    ) -> None:
        """Remove the controls from the old message. If the new message below shows the same, delete the old one."""
        shown = None
        if old.deal and old.deal != rendered.deal_number:  # the old message shows an earlier deal
            shown = await self._ended_deals.find_view(self._table, old.deal, rendered.texts) or self._last_message
        message = moved_view(shown, rendered.table, to, rendered.texts) if shown or to else None
        await self._old_messages.retire(OldMessage(old, message, is_classic))

    async def _report_shown(self, table: TableInfo, place: ChannelId, message: Message, texts: Texts) -> None:
        if not message.pictures or self._messenger.may_attach_files(place):
            await self._alerts.clear(table)
        elif not self._messenger.find_missing_permissions(place):  # a missing permission is reported by the next post
            await self._alerts.report(table, SendFault.NO_PICTURES, texts)

    async def _handle_failure(self, unsent: SendFailed, table: TableInfo, texts: Texts) -> None:
        if unsent.retry_after:
            self._pause.until = self._services.clock.now() + unsent.retry_after
            self.debouncer.request_at(self._pause.until)
            return
        if unsent.fault is SendFault.TEMPORARY:
            raise RetryLater from unsent
        note, self._logged = log.info if unsent.fault is self._logged else log.warning, unsent.fault
        note("a table message could not be shown", table=table.id, fault=unsent.fault.value, code=unsent.code)
        if self._pause.note_refusal(self._services.clock.now(), unsent.fault):
            self.debouncer.request_at(self._pause.until)
        await self._alerts.report(table, unsent.fault, texts)
