"""Calls people to their turns: one message a table that rings for one person, taken back as soon as he has acted.

Edits never ring, so whoever does not look has to be told by a message of its own. It comes when he has taken a while
(or at once, or never, or directly, as he prefers), and once more shortly before his time is up. Whoever turns out
to have left the server, or to be timed out there, is away at once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import ChannelId, GuildId, MessageId, Person, UserId
from bot.play.ports import DueKind, Status
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.courier import LAST_WORDS
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.mail import Mail, NotSent
from bot.ui.panels.asked import cut
from bot.ui.preferences import Ping

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

NOTE: Final = "call:{table}"
"""The note that keeps where the message is, so that it is taken back after a restart too."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn. `since` and `until`: seconds since the epoch."""

    user: UserId
    task: int
    since: float
    until: float


LOOK_EVERY: Final = 300.0
"""Seconds between two looks whether somebody is still in the server."""

_NOBODYS: Final = Turn(UserId(0), -1, 0.0, 0.0)
"""Stands for the turn of a call from an earlier run: it is over, whatever the table waits for now."""


@dataclass(frozen=True, slots=True)
class Ringing:
    """A message that has been sent: for which turn, and whether it was the last call."""

    turn: Turn
    last: bool
    channel: ChannelId
    message: MessageId


class Call:
    """Calls people to their turns at one table."""

    def __init__(
        self,
        kit: Kit,
        mail: Mail,
        table: Table,
        public: Callable[[GuildId], "Texts"],
        private: Callable[[UserId, Table], Awaitable["Texts"]],
    ) -> None:
        self._kit = kit
        self._mail = mail
        self._table = table
        self._public = public
        self._private = private
        self._turn: Turn | None = None
        self._ringing: Ringing | None = None
        self._adopted = False
        self._looked: dict[UserId, float] = {}
        """When it was last looked whether somebody is still in the server."""
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()
        """Held from a call's sending until it is noted."""
        self._task: asyncio.Task[None] | None = None

    def notice(self, table: Table) -> None:
        """Look whose turn it is now."""
        self._table = table
        turn = turn_at(table, self._turn, self._kit.clock.now())
        if turn == self._turn and self._task is not None:
            return
        self._turn = turn
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"call {table.id}")

    async def close(self) -> None:
        """Stop; what rings is found again after the next start, so a call under way is first noted."""
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS), self._sending:
                    self._task.cancel()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await self._adopt()
        while True:
            self._changed.clear()
            turn, ringing = self._turn, self._ringing
            if ringing is not None and ringing.turn != turn:
                await self._take_back(ringing)
            elif turn is None or (ringing is not None and ringing.last):
                return
            else:
                await self._wait_for(turn)

    async def _wait_for(self, turn: Turn) -> None:
        """Wait with a person for his turn's end, until something is to be done about him: then do it."""
        ring, look = await self._next_at(turn), self._look_at(turn)
        if not await self._waited(min(ring, look)):
            return
        if ring < look:
            await self._ring(turn)
        else:
            await self._look_for(turn.user)

    def _look_at(self, turn: Turn) -> float:
        """Return when to see whether somebody is still in the server, in seconds since the epoch."""
        before = self._looked.get(turn.user)
        slow = turn.since + self._kit.manners.call_after
        return slow if before is None else max(slow, before + LOOK_EVERY)

    async def _look_for(self, user: UserId) -> None:
        table, self._looked[user] = self._table, self._kit.clock.now()
        if await self._mail.may_act(table.facts.guild, user):
            return
        log.info("a player has left the server, or may not act there", table=table.id)
        with suppress(Refused):  # the match is over, or somebody else sits there now
            await table.step_away(user)

    async def _next_at(self, turn: Turn) -> float:
        """Return when to call next, in seconds since the epoch."""
        manners, last = self._kit.manners, turn.until - self._kit.manners.last_call
        if self._ringing is not None:
            return last
        ping = (await self._kit.people.preferences(turn.user)).ping
        if ping is Ping.NEVER:
            return float("inf")
        if ping is Ping.LATER and sum(isinstance(o, Person) for o in self._table.occupants) == 1:
            return max(last, turn.since)  # nobody waits for him but computers
        return min(turn.since + (0.0 if ping is Ping.AT_ONCE else manners.call_after), max(last, turn.since))

    async def _waited(self, until: float) -> bool:
        """Wait until then; False if somebody's turn has changed before."""
        changed = asyncio.ensure_future(self._changed.wait())
        if until == float("inf"):
            await changed
            return False
        slept = asyncio.ensure_future(self._kit.clock.sleep_until(until))
        try:
            await asyncio.wait({changed, slept}, return_when=asyncio.FIRST_COMPLETED)
            return not changed.done()
        finally:
            changed.cancel()
            slept.cancel()

    async def _ring(self, turn: Turn) -> None:
        old = self._ringing
        async with self._sending:
            await self._note(await self._sent(turn))
        if old is not None:
            await self._delete(old)

    async def _sent(self, turn: Turn) -> Ringing:
        last = self._kit.clock.now() >= turn.until - self._kit.manners.last_call
        try:
            channel, message = await self._send(turn, last=last)
        except NotSent as unsent:  # his panel and the board show it too
            log.info("a call was not sent", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
            channel, message = self._table.facts.channel, MessageId(0)
        return Ringing(turn, last, channel, message)

    async def _send(self, turn: Turn, *, last: bool) -> tuple[ChannelId, MessageId]:
        table = self._table
        when = f"<t:{round(turn.until)}:R>" if turn.until < float("inf") else ""
        key = "calls.last" if last and when else "calls.turn"
        place = await self._kit.places.of(self._kit.notes, table.facts)
        facts = {"user": f"<@{turn.user}>", "when": when, "table": table.id, "channel": f"<#{place}>"}
        if (await self._kit.people.preferences(turn.user)).ping is Ping.DM:
            texts = await self._private(turn.user, table)
            return await self._mail.direct(turn.user, Body((Text(texts.say(f"{key}_direct", **facts)),)))
        texts = self._public(table.facts.guild)
        hand = Button(str(Id(table.id, Verb.HAND)), cut(texts.say("ui.my_hand")), Tone.MAIN)
        body = Body((Text(texts.say(key, **facts)), *in_rows((hand,))))
        return place, await self._mail.call(place, body, turn.user)

    async def _take_back(self, ringing: Ringing) -> None:
        await self._note(None)
        await self._delete(ringing)

    async def _delete(self, ringing: Ringing) -> None:
        if not ringing.message:
            return
        try:
            await self._mail.delete(ringing.channel, ringing.message)
        except NotSent as unsent:
            log.info("a call stays", table=self._table.id, fault=unsent.fault.value, code=unsent.code)

    async def _note(self, ringing: Ringing | None) -> None:
        self._ringing = ringing
        text = f"{ringing.channel} {ringing.message}" if ringing is not None else ""
        await self._kit.notes.note(NOTE.format(table=self._table.id), text)

    async def _adopt(self) -> None:
        """Find what an earlier run of the program has left ringing."""
        if self._adopted:
            return
        self._adopted = True
        noted = (await self._kit.notes.recall(NOTE.format(table=self._table.id)) or "").split()
        if noted:
            channel, message = map(int, noted)
            self._ringing = Ringing(_NOBODYS, False, ChannelId(channel), MessageId(message))


def turn_at(table: Table, before: Turn | None, now: float) -> Turn | None:
    """Return the turn that a table waits for: that of one person who is here; None for windows, which are all's."""
    facts = table.facts
    if facts.status is not Status.PLAYING or facts.paused or table.phase is None:
        return None
    waiting = [seat for seat in table.watch().to_act if isinstance(facts.seats[seat], Person)]
    if len(waiting) != 1 or waiting[0] in facts.away:
        return None
    seat = waiting[0]
    if any(deadline.kind is not DueKind.TURN for deadline in table.deadlines):
        return None
    occupant = facts.seats[seat]
    assert isinstance(occupant, Person)
    until = min((d.at for d in table.deadlines if d.seat == seat), default=float("inf"))
    task = table.task(seat)
    same = before is not None and (before.user, before.task) == (occupant.user, task)
    return Turn(occupant.user, task, before.since if same and before is not None else now, until)
