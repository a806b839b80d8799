"""Shows what happens at the tables by updating each table's message, panels and pings."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from hashlib import blake2s
from typing import Any, Final

import discord
import structlog

from bot.ids import ChannelId, GuildId, MessageId, TableId, UserId
from bot.play.tables.table import Table
from bot.play.values.stored_table import TableUpdate
from bot.play.values.table_info import LIVE_STATUSES, TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.core.tables.bot_permissions import check_channel
from bot.ui.discord_io.choose_language import get_public_texts, get_reader_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.surfaces.hand_message import HandMessage
from bot.ui.surfaces.show_queue import ShowQueue
from bot.ui.surfaces.table_message import TableMessage
from bot.ui.surfaces.turn_pings import TurnPing
from engine.model.events import DealEnded, DealStarted

log: Final = structlog.get_logger()

MAX_TABLES_KEPT: Final = 500
"""The most tables in memory. If there are more, the outbox forgets messages of finished tables until it needs them."""
MAX_WAIT_FOR_THREAD: Final = 5.0
NUMBER_BYTES: Final = 12
"""How many bytes the nonce of a message has. It is sent as 24 hexadecimal digits; Discord allows 25 characters."""


class Outbox:
    """Publishes the tables. Until `open` is called, updates wait, because the servers' languages are still unknown."""

    _services: Services
    _messenger: Messenger
    _client: discord.Client

    def __init__(self) -> None:
        self._opened = self._closed = False
        self._waiting: list[tuple[Table, TableUpdate]] = []
        self._showing: set[asyncio.Task[None]] = set()
        self._table_messages: dict[TableId, TableMessage] = {}
        self._hand_messages: dict[TableId, dict[UserId, HandMessage]] = {}
        self._turn_pings: dict[TableId, TurnPing] = {}

    def connect(self, services: Services, client: discord.Client) -> None:
        """Set the parts that are built after the outbox. The client calls this when it is created."""
        self._queue = ShowQueue(services.clock, lambda table: self._show(self.refresh(table), table))
        self._services, self._client = services, client
        self._messenger = Messenger(client, services)

    async def open(self) -> None:
        """Publish updates from now on, and begin to show every live table as it stands."""
        self._opened = True
        waiting, self._waiting = self._waiting, []
        for table, update in waiting:
            self.publish(table, update)
        self.show_all()

    def show_all(self) -> None:
        """Show every live table again within an hour, in the order in which they were loaded."""
        for table in self._services.registry.list_live_as_loaded():
            self.show_loaded(table)

    def show_loaded(self, table: Table) -> None:
        """Queue a live table to be shown. Does nothing before `open`, which queues every live table."""
        if self._opened and not self._closed:
            self._queue.add(table)
            if self._services.config.turn_pings:
                self.turn_ping(table).update(table, keeps_old=True)

    def _show_if_waiting(self, table: Table) -> None:
        if self._queue.take(table.id):
            self._start(self.refresh(table), table)

    def _start(self, showing: Coroutine[Any, Any, None], table: Table) -> None:
        task = asyncio.create_task(self._show(showing, table), name=f"show {table.id}")
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    async def _show(self, showing: Coroutine[Any, Any, None], table: Table) -> None:
        try:
            await showing
        except Exception:
            log.exception("a table could not be shown", table=table.id)

    async def close(self) -> None:
        """Ignore further updates; requests in progress may still finish."""
        self._closed = self._services.updates.is_closed = True
        await self._queue.close()
        await asyncio.gather(*self._showing)
        debouncers = [b.debouncer for b in self._table_messages.values()]
        await asyncio.gather(*(call.close() for call in self._turn_pings.values()))
        debouncers += [h.debouncer for hand_messages in self._hand_messages.values() for h in hand_messages.values()]
        await asyncio.gather(*(debouncer.close() for debouncer in debouncers))
        # Updates in progress can start these tasks, so the updates are stopped first.
        await asyncio.gather(*(b.match_end.close() for b in self._table_messages.values()))

    async def idle(self) -> None:
        """Wait until no table message and no panel is left to send."""
        await asyncio.gather(*self._showing)
        for table_message in list(self._table_messages.values()):
            await table_message.debouncer.idle()
        for hand_messages in list(self._hand_messages.values()):
            for hand_message in list(hand_messages.values()):
                await hand_message.debouncer.idle()

    def publish(self, table: Table, update: TableUpdate) -> None:
        """Schedule an update of the table's messages, without waiting for it."""
        if self._closed:
            return
        if table.facts.event_match is not None and table.facts.status not in LIVE_STATUSES:
            self._services.events.wake()
        if any(isinstance(event, DealEnded) for event in update.events):
            self._services.league.posts.note_change(table.facts.guild)
        if not self._opened:
            self._waiting.append((table, update))
            return
        self._show_if_waiting(table)
        if not update.is_private:
            self.table_message(table).update(table, update.events)
        if any(isinstance(event, DealStarted) for event in update.events):
            self._bring_panels(table)
        self._start(self._update_players(table), table)
        self._prune()

    async def _update_players(self, table: Table) -> None:
        await self._services.updates.wait_for_answers()
        for hand_message in tuple(self._hand_messages.get(table.id, {}).values()):
            hand_message.update(table)
        if self._services.config.turn_pings:
            self.turn_ping(table).update(table)

    def _bring_panels(self, table: Table) -> None:
        """Let users' panels follow from a finished match to its rematch, once the rematch has started."""
        hand_messages = self._hand_messages.setdefault(table.id, {})
        for before in self._table_messages.values():
            if before.table.facts.rematch_table != table.id:
                continue
            old = self._hand_messages.get(before.table.id, {})
            for user in [one for one in old if table.seat_of(one) is not None]:
                if old[user].is_alive and (user not in hand_messages or not hand_messages[user].is_alive):
                    hand_messages[user] = old.pop(user)
                    hand_messages[user].follow_to(table)

    async def refresh(self, table: Table) -> None:
        """Show a table again. Also show its panels from an earlier run, if they can still be edited."""
        for handle in await self._services.surface_store.list_panels(table.id):
            if handle.user not in self._hand_messages.get(table.id, {}):
                self.hand_message(table, handle.user).restore(handle)
        self.publish(table, TableUpdate(table.revision, ()))

    async def handle_deleted(self, channel: ChannelId) -> None:
        """Update the messages of the live tables in a deleted channel or thread."""
        if not self._opened or self._closed:
            return
        for table_message in list(self._table_messages.values()):
            facts = table_message.table.facts
            here = {facts.channel, await self._services.threads.get_channel(facts)}
            if channel in here and facts.status in LIVE_STATUSES:
                table_message.retry_soon()

    def retry_refused(self, guild: GuildId) -> None:
        """Try again to show tables whose last update Discord refused, because permissions there may have changed."""
        if self._opened and not self._closed:
            for table_message in self._table_messages.values():
                if table_message.table.facts.guild == guild and table_message.is_refused:
                    table_message.retry_soon()

    async def show_again(self, ctx: Context, table: Table) -> str:
        """Post a table's message again, and return the answer to the user who asked for this.

        If the table could not be shown as usual and the user has a seat, the table first moves to this channel.
        Raises TableRefused, as `check_channel` does.
        """
        _, here = ctx.location
        threads = ctx.services.threads
        is_lost = await ctx.services.surface_store.find_host_alert(table.id) is not None
        if is_lost and table.seat_of(ctx.user) is not None:
            if await ctx.services.surface_store.find_table_by_thread(here) == table.id:
                await threads.set_thread(table.id, here)
            elif here != table.facts.channel:
                await check_channel(ctx)
                await threads.set_no_thread(table.id)
                await table.move_to_channel(here)
        place = await threads.get_channel(table.facts)
        self.table_message(table).repost()
        return ctx.texts.say("board.reposted" if place == here else "threads.reposted", channel=f"<#{place}>")

    async def post(self, channel: ChannelId, message: Message, what: str) -> None:
        """Post a message. If it repeats `what` in a channel within minutes, Discord ignores it. Raises SendFailed."""
        number = blake2s(f"{channel} {what}".encode(), digest_size=NUMBER_BYTES).hexdigest()
        await self._messenger.send(channel, message, number=number)

    def table_message(self, table: Table) -> TableMessage:
        """Return the public message of a table."""
        if table.id not in self._table_messages:
            self._table_messages[table.id] = TableMessage(
                *(self._services, self._messenger, table, self.get_public_texts, self.refresh_user),
                partial(self._move_panels, table.id),
            )
        return self._table_messages[table.id]

    def _move_panels(self, table: TableId, place: ChannelId, posted: MessageId) -> None:
        for hand_message in self._hand_messages.get(table, {}).values():
            if hand_message.is_in(place):
                hand_message.move_below(posted)

    async def find_place(self, table: Table) -> ChannelId:
        """Return where a table is shown. After a match begins, wait up to `MAX_WAIT_FOR_THREAD` for its thread."""
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT_FOR_THREAD):
                await self.table_message(table).wait_for_place()
        return await self._services.threads.get_channel(table.facts)

    def turn_ping(self, table: Table) -> TurnPing:
        """Return the turn pings of a table."""
        if table.id not in self._turn_pings:
            self._turn_pings[table.id] = TurnPing(self._services, self._messenger, table, self.get_user_texts)
        return self._turn_pings[table.id]

    def hand_message(self, table: Table, user: UserId) -> HandMessage:
        """Return a user's panel at a table. If the table waits to be shown, show it now."""
        self._show_if_waiting(table)
        hand_messages = self._hand_messages.setdefault(table.id, {})
        if user not in hand_messages:
            hand_messages[user] = HandMessage(
                *(self._services, self._messenger, table, user), self.get_user_texts, self.find_place
            )
        return hand_messages[user]

    def has_panel_in(self, channel: ChannelId | None, user: UserId) -> bool:
        """Return whether a user has a panel in this channel."""
        return any(owners[user].is_in(channel) for owners in self._hand_messages.values() if user in owners)

    def note_press(self, user: UserId) -> None:
        """Have a user's turn pings deleted, because a press shows that the user is present."""
        for ping in () if self._closed else self._turn_pings.values():
            ping.note_press(user)

    async def release_panel(self, table: TableId, user: UserId) -> None:
        """Stop updating a user's panel at a table."""
        hand_message = self._hand_messages.get(table, {}).pop(user, None)
        if hand_message is not None:
            await hand_message.release()

    async def release_panels(self, user: UserId) -> None:
        """Stop updating all panels of a user whose data, including their language, was deleted."""
        for table in [table for table, owners in self._hand_messages.items() if user in owners]:
            await self.release_panel(table, user)

    def refresh_user(self, user: UserId) -> None:
        """Update all panels of a user that can still be edited."""
        for hand_messages in self._hand_messages.values():
            if user in hand_messages:
                hand_messages[user].mark_outdated()

    def get_public_texts(self, table: TableInfo) -> Texts:
        """Return the texts in the language of a table's public messages."""
        return get_public_texts(self._services, self._client, table.guild, table.language)

    async def get_user_texts(self, user: UserId, table: Table) -> Texts:
        """Return texts in a user's language or, if that is unknown, in the table's language."""
        return await get_reader_texts(self._services, user, self.get_public_texts(table.facts))

    def _prune(self) -> None:
        if len(self._table_messages) <= MAX_TABLES_KEPT:
            return
        shown = [one.table for one in self._table_messages.values()]
        for id_ in [table.id for table in shown if table.facts.status not in LIVE_STATUSES]:
            self._table_messages.pop(id_)
            self._hand_messages.pop(id_, None)
            self._turn_pings.pop(id_, None)
            self._services.picked_cards.forget(id_)
