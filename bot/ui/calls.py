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
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.panels.asked import cut
from bot.ui.preferences import Ping

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

NOTE: Final = "call:{table}"
"""The note that keeps where the messages are, so that they are taken back after a restart too."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn. `since` and `until`: seconds since the epoch."""

    user: UserId
    task: int
    since: float
    until: float


LOOK_EVERY: Final = 60.0
"""Seconds between two looks whether somebody is still in the server."""
AGAIN_AFTER: Final = 5.0
"""Seconds after which what went wrong is tried again."""
DELETIONS: Final = 3
"""How often at most it is tried to delete a message while Discord has trouble."""

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
        self._rung: list[Ringing] = []
        """What has been sent and not been taken back yet; the last is the newest."""
        self._noted = ""
        self._adopted = False
        self._looked: dict[UserId, float] = {}
        """When it was last looked whether somebody is still in the server."""
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()
        """Held from a call's sending until it is noted."""
        self._task: asyncio.Task[None] | None = None

    def notice(self, table: Table) -> None:
        """Look whose turn it is now."""
        with suppress(Refused):  # the table is being folded anew: it will be heard of again
            turn = turn_at(table, self._turn, self._kit.clock.now())
            self._table = table
            if turn != self._turn or self._task is None:
                self._expect(turn)

    def _expect(self, turn: Turn | None) -> None:
        self._turn = turn
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"call {self._table.id}")

    async def close(self) -> None:
        """Stop; what rings is found again after the next start, so a call under way is first noted."""
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS), self._sending:
                    self._task.cancel()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Do what is to be done until nobody is waited for; what goes wrong is logged once and tried again."""
        well = True
        while True:
            try:
                if not await self._step():
                    return
                well = True
            except Exception:
                if well:
                    log.exception("calling has to be tried again", table=self._table.id)
                well = False
                await self._kit.clock.sleep_until(self._kit.clock.now() + AGAIN_AFTER)

    async def _step(self) -> bool:
        """Do the next thing; False if nothing is left to be done."""
        await self._adopt()
        await self._note()
        self._changed.clear()
        turn = self._turn
        over = [one for one in self._rung if one.turn != turn] or self._rung[:-1]
        if over:
            await self._take_back(over[0])
        elif turn is not None:
            await self._wait_for(turn)
        return bool(over) or turn is not None

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
        if self._rung:
            return float("inf") if self._rung[-1].last else last
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
        async with self._sending:
            self._rung.append(await self._sent(turn))
            await self._note()

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
        """Delete a message and only then forget it, so that it is found after a restart that comes between."""
        for tried in range(DELETIONS if ringing.message else 0):
            if tried:
                await self._kit.clock.sleep_until(self._kit.clock.now() + AGAIN_AFTER)
            if await self._deleted(ringing):
                break
        self._rung.remove(ringing)

    async def _deleted(self, ringing: Ringing) -> bool:
        """Delete a message; False if that may well work in a while."""
        try:
            await self._mail.delete(ringing.channel, ringing.message)
        except NotSent as unsent:
            log.info("a call stays", table=self._table.id, fault=unsent.fault.value, code=unsent.code)
            return unsent.fault is not Fault.PASSING
        return True

    async def _note(self) -> None:
        """Keep where the messages are, where that is not kept yet."""
        text = " ".join(f"{one.channel} {one.message}" for one in self._rung if one.message)
        if text != self._noted:
            await self._kit.notes.note(NOTE.format(table=self._table.id), text)
            self._noted = text

    async def _adopt(self) -> None:
        """Find what an earlier run of the program has left ringing."""
        if self._adopted:
            return
        self._noted = await self._kit.notes.recall(NOTE.format(table=self._table.id)) or ""
        self._adopted = True
        numbers = [int(number) for number in self._noted.split()]
        for channel, message in zip(numbers[::2], numbers[1::2], strict=True):
            self._rung.append(Ringing(_NOBODYS, False, ChannelId(channel), MessageId(message)))


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
