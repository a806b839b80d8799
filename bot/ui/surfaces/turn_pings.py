"""Pings users for their turns, because edits of the table's message notify nobody."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.ids import ChannelId, MessageId, UserId
from bot.play.clock.repeating_task import sleep_until_or_wake
from bot.play.clock.timing import get_clock_offset
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.play.values.table_info import Person
from bot.stopping import CLOSE_TIMEOUT, stop_tasks
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.memory.people import PingPreference
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.surfaces.current_turn import Turn, current_turn

log: Final = structlog.get_logger()
MEMBER_CHECK_INTERVAL: Final = 60.0
"""Seconds between two checks that the user is still in the server."""
RETRY_SECONDS: Final = 5.0
QUIET_AFTER_REFUSAL: Final = 300.0
"""Seconds without public pings after Discord has refused one."""
MAX_DELETE_ATTEMPTS: Final = 3

_PAST_TURN: Final = Turn(UserId(0), -1, 0.0, 0.0)
"""A turn in the past. It marks a ping that an earlier run sent, or that the user has noticed."""


@dataclass(frozen=True, slots=True)
class SentPing:
    """A ping that was sent for a turn. `is_final` marks the last reminder. `message` is 0 if no message was sent."""

    turn: Turn
    is_final: bool
    channel: ChannelId
    message: MessageId


@dataclass(eq=False)
class TurnPing:
    """Pings the users at one table for their turns. Slow users who left the server or are timed out count as away."""

    _services: Services
    _messenger: Messenger
    _table: Table
    _texts_for: Callable[[UserId, Table], Awaitable[Texts]]

    def __post_init__(self) -> None:
        self._turn: Turn | None = None
        self._noticed: Turn | None = None
        """A turn in which the user has reacted to a ping. After that, only the last reminder is sent."""
        self._pings: list[SentPing] = []
        """Pings that are not deleted yet; the last is the newest."""
        self._saved: tuple[tuple[ChannelId, MessageId], ...] = ()
        self._loaded = False
        self._quiet_until: dict[ChannelId, float] = {}
        """The time until which no ping is sent to a channel where Discord has refused one."""
        self._without_direct: set[UserId] = set()
        self._checked_at: dict[UserId, float] = {}
        """When the bot last checked whether each user is in the server."""
        self._keeps_old = False
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()
        """A lock that is held from the sending of a ping until it is saved."""
        self._task: asyncio.Task[None] | None = None

    def update(self, table: Table, *, keeps_old: bool = False) -> None:
        """Note whose turn it is. With `keeps_old`, pings from an earlier run may stay until the next update."""
        if self._keeps_old != keeps_old:
            self._keeps_old = keeps_old
            self._changed.set()
        with suppress(TableRefused):  # the table is being reloaded; an update follows
            turn = current_turn(table, self._turn, self._services.clock.now())
            self._table = table
            if turn != self._turn or self._task is None:
                self._set_turn(turn)

    def note_press(self, user: UserId) -> None:
        """Delete a user's pings soon. A press shows that the user is present, and pings push the hand out of sight."""
        noticed = [one for one in self._pings if one.turn.user == user]
        if not noticed:
            return
        self._noticed = self._turn
        self._pings = [replace(one, turn=_PAST_TURN) if one in noticed else one for one in self._pings]
        self._set_turn(self._turn)

    def _set_turn(self, turn: Turn | None) -> None:
        self._turn = turn
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"call {self._table.id}")

    async def close(self) -> None:
        """Stop. A ping in progress is saved first, so the next start finds and deletes it."""
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT), self._sending:
                    self._task.cancel()
            await stop_tasks(self._task)

    async def _run(self) -> None:
        well = True
        while True:
            try:
                if not await self._step():
                    return
                well = True
            except Exception:
                if well:
                    log.exception("turn pings failed: trying again", table=self._table.id)
                well = False
                await self._services.clock.sleep_until(self._services.clock.now() + RETRY_SECONDS)

    async def _step(self) -> bool:
        """Delete an old ping, or wait for the next ping or check; return False if nothing is left to do."""
        await self._load_pings()
        await self._save_pings()
        self._changed.clear()
        turn = self._turn
        late = [one for one in self._pings if one.turn != turn and not (self._keeps_old and one.turn is _PAST_TURN)]
        over = late or self._pings[:-1]
        if over:
            await self._take_back(over[0])
        elif turn is not None:
            await self._wait_for(turn)
        return bool(over) or turn is not None

    async def _wait_for(self, turn: Turn) -> None:
        ring, look = await self._next_ping_at(turn), self._next_check_at(turn)
        at = min(ring, look)
        await sleep_until_or_wake(self._services.clock, None if at == float("inf") else at, self._changed)
        if self._changed.is_set():
            return
        if ring < look:
            async with self._sending:
                self._pings.append(await self._try_ping(turn))
                await self._save_pings()
        else:
            await self._check_member(turn.user)

    def _next_check_at(self, turn: Turn) -> float:
        before = self._checked_at.get(turn.user)
        slow = turn.since + self._services.config.ping_after
        return slow if before is None else max(slow, before + MEMBER_CHECK_INTERVAL)

    async def _check_member(self, user: UserId) -> None:
        table, self._checked_at[user] = self._table, self._services.clock.now()
        if await self._messenger.can_take_part(table.facts.guild, user):
            return
        log.info("a player has left the server or is timed out", table=table.id)
        with suppress(TableRefused):  # the match is over, or somebody else sits there now
            await table.attendance.step_away(user)

    async def _next_ping_at(self, turn: Turn) -> float:
        config, last = self._services.config, turn.until - self._services.config.final_ping_before
        if self._pings:
            return float("inf") if self._pings[-1].is_final else last
        ping = (await self._services.people.get_preferences(turn.user)).ping
        if ping is PingPreference.NEVER:
            return float("inf")
        if turn == self._noticed:
            return last if self._services.clock.now() < last else float("inf")
        if ping is PingPreference.WHEN_SLOW and sum(isinstance(o, Person) for o in self._table.occupants) == 1:
            return max(last, turn.since)  # the user keeps only computer players waiting
        wait = 0.0 if ping is PingPreference.IMMEDIATELY else config.ping_after
        return min(turn.since + wait, max(last, turn.since))

    async def _try_ping(self, turn: Turn) -> SentPing:
        last = self._services.clock.now() >= turn.until - self._services.config.final_ping_before
        try:
            channel, message = await self._send_ping(turn, last=last)
        except SendFailed as unsent:  # the panel and the table message show the turn too
            log.info("a turn ping could not be sent", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
            channel, message = self._table.facts.channel, MessageId(0)
            if unsent.fault is not SendFault.TEMPORARY:
                place = await self._services.threads.get_channel(self._table.facts)
                self._quiet_until[place] = self._services.clock.now() + QUIET_AFTER_REFUSAL
        return SentPing(turn, last, channel, message)

    async def _send_ping(self, turn: Turn, *, last: bool) -> tuple[ChannelId, MessageId]:
        table = self._table
        until = turn.until + get_clock_offset(self._services.clock)
        when = f"<t:{round(until)}:R>" if until < float("inf") else ""
        key = "calls.last" if last and when else "calls.turn"
        place = await self._services.threads.get_channel(table.facts)
        facts = {"user": f"<@{turn.user}>", "when": when, "table": table.id, "channel": f"<#{place}>"}
        texts = await self._texts_for(turn.user, table)
        prefers = (await self._services.people.get_preferences(turn.user)).ping
        if prefers is PingPreference.DM and turn.user not in self._without_direct:
            try:
                return await self._messenger.send_direct(turn.user, text_message(texts.say(f"{key}_direct", **facts)))
            except SendFailed as unsent:
                log.info("a turn ping was not delivered", table=table.id, fault=unsent.fault.value, code=unsent.code)
                if unsent.fault is not SendFault.TEMPORARY:
                    self._without_direct.add(turn.user)
        if self._services.clock.now() < self._quiet_until.get(place, 0.0):
            return place, MessageId(0)
        hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "board.my_hand", ButtonStyle.PRIMARY)
        message = Message((Text(texts.say(key, **facts)), *button_rows((hand,))))
        return place, await self._messenger.send_ping(place, message, turn.user)

    async def _take_back(self, ping: SentPing) -> None:
        """Try to delete a ping, and forget it only afterwards, so that a start after a crash still finds it."""
        for tried in range(MAX_DELETE_ATTEMPTS if ping.message else 0):
            if tried:
                await self._services.clock.sleep_until(self._services.clock.now() + RETRY_SECONDS)
            if await self._try_delete(ping):
                break
        gone = {ping, replace(ping, turn=_PAST_TURN)}  # the user may have noticed it meanwhile
        self._pings = [one for one in self._pings if one not in gone]

    async def _try_delete(self, ping: SentPing) -> bool:
        """Delete a ping; return False if a later attempt may work."""
        try:
            await self._messenger.delete(ping.channel, ping.message)
        except SendFailed as unsent:
            about = {"table": self._table.id, "fault": unsent.fault.value, "code": unsent.code}
            log.info("a turn ping could not be deleted", **about)
            return unsent.fault is not SendFault.TEMPORARY
        return True

    async def _save_pings(self) -> None:
        pings = tuple((one.channel, one.message) for one in self._pings if one.message)
        if pings != self._saved:
            await self._services.surface_store.save_turn_pings(self._table.id, pings)
            self._saved = pings

    async def _load_pings(self) -> None:
        if self._loaded:
            return
        self._saved = tuple(await self._services.surface_store.list_turn_pings(self._table.id))
        self._loaded = True
        self._pings += [SentPing(_PAST_TURN, False, channel, message) for channel, message in self._saved]
