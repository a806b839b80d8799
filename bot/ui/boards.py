"""The public message of each table: changed in place, replaced at every deal, when it is old, buried or gone."""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import ChannelId, GuildId, MessageId, Person
from bot.play.ports import BoardMessage, TableFacts
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.body import Body
from bot.ui.courier import Courier, TryLater
from bot.ui.holders import Habits
from bot.ui.kit import Kit
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.panels.board import Happened, board_body, moved_body
from bot.ui.panels.lobby import lobby_body
from bot.ui.troubles import Troubles
from engine.events import DealStarted, Event, TrickWon

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

REMEMBERED: Final = 16
"""How many events are kept to be told."""
SILENCE: Final = 60.0
"""Seconds in which nothing is tried where the bot may not speak."""

TextsOf = Callable[[GuildId], "Texts"]


@dataclass(frozen=True, slots=True)
class Showing:
    """What is to be shown: of which table, the number of its deal (0 in the lobby), and what that looks like."""

    table: TableFacts
    deal: int
    body: Body
    texts: "Texts"


class Board:
    """The public message of one table."""

    def __init__(self, kit: Kit, mail: Mail, table: Table, texts_of: TextsOf, habits: Habits) -> None:
        self._kit = kit
        self._mail = mail
        self._table = table
        self._texts_of = texts_of
        self._habits = habits
        self._events: deque[Happened] = deque(maxlen=REMEMBERED)
        self._message: BoardMessage | None = None
        self._loaded = False
        self._deal: int | None = None
        self._again = False
        self._trick_over = False
        self._looked_at = 0.0
        self._quiet_until = 0.0
        self._last: Body | None = None
        self._troubles = Troubles(kit, mail)
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
            self._trick_over = self._trick_over or isinstance(event, TrickWon)
            self._events.append(Happened(event, table.occupants))
        self.courier.wake()

    def repost(self) -> None:
        """Show the board anew, at the end of the channel."""
        self._again = True
        self.look_again()

    def look_again(self) -> None:
        """Show the board soon, also where it could not be shown a moment ago."""
        self._quiet_until = 0.0
        self.courier.wake()

    async def _send(self) -> None:
        if self._kit.clock.now() >= self._quiet_until:
            with suppress(Refused):  # the table is being folded anew: it will be heard of again
                await self._show(self._table)

    async def _show(self, table: Table) -> None:
        seen = table.snapshot()
        deal = seen.watch().deal_number if seen.begun else 0
        texts = self._texts_of(table.facts.guild)
        again, self._again = self._again, False
        body = await (
            board_body(self._kit, seen, texts, self._events) if seen.begun else lobby_body(self._kit, seen, texts)
        )
        try:
            await self._deliver(Showing(seen.facts, deal, body, texts), again=again)
        except NotSent as unsent:
            self._again = again
            await self._trouble(unsent, seen.facts, texts)
        else:
            self._last, self._deal = body, deal
            await self._troubles.over(seen.facts)

    # ------------------------------------------------------------------ where it is shown

    async def _deliver(self, showing: Showing, *, again: bool) -> None:
        """Show the table in its thread, else in its channel; a thread that cannot be used is left for good."""
        table = showing.table
        place = await self._place(showing)
        try:
            await self._put(showing, place, again=again)
        except NotSent as unsent:
            if place == table.channel or unsent.fault not in {Fault.GONE, Fault.FORBIDDEN}:
                raise
            log.info("a thread is left", table=table.id, code=unsent.code)
            await self._kit.places.leave(self._kit.notes, table.id)
            await self._put(showing, table.channel, again=again)

    async def _place(self, showing: Showing) -> ChannelId:
        """Return where the table is shown; a match that begins gets its thread here."""
        table, places, notes = showing.table, self._kit.places, self._kit.notes
        lobby = await self._kept()
        wanted = bool(showing.deal) and self._wants_thread(table)
        if wanted and lobby is not None and not await places.settled(notes, table.id):
            await self._open_thread(showing, lobby)
        return await places.of(notes, table)

    def _wants_thread(self, table: TableFacts) -> bool:
        return self._kit.manners.threads and self._kit.guilds.known(table.guild).threads

    async def _open_thread(self, showing: Showing, lobby: BoardMessage) -> None:
        """Open a thread on the lobby's message; where that cannot be, the match stays in the channel."""
        table, texts = showing.table, showing.texts
        name = texts.say("ui.lobby_heading", table=table.id, preset=texts.preset(table.preset))
        people = [one.user for one in table.seats if isinstance(one, Person)]
        try:
            thread = await self._mail.open_thread(table.guild, lobby.channel, lobby.message, name, people)
        except NotSent as unsent:
            if unsent.fault is Fault.PASSING:
                raise
            log.info("a table gets no thread", table=table.id, code=unsent.code)
            await self._kit.places.leave(self._kit.notes, table.id)
        else:
            await self._kit.places.enter(self._kit.notes, table.id, thread)

    # ------------------------------------------------------------------ the message

    async def _put(self, showing: Showing, place: ChannelId, *, again: bool) -> None:
        """Change the message in place, or send a new one where that is due or cannot be."""
        old = await self._kept()
        if old is None or again or self._outdated(old, showing.deal, place):
            await self._post(showing, place, old)
        elif await self._is_buried(old):
            await self._post(showing, place, None)
            await self._delete(old)
        elif not await self._edited(old, showing.body):
            await self._post(showing, place, None)

    async def _kept(self) -> BoardMessage | None:
        if not self._loaded:
            self._message, self._loaded = await self._kit.surfaces.board(self._table.id), True
        return self._message

    def _outdated(self, old: BoardMessage, deal: int, place: ChannelId) -> bool:
        age = self._kit.clock.now() - old.posted_at
        new_deal = self._deal is not None and deal != self._deal
        return new_deal or age > self._kit.manners.board_age or old.channel != place

    async def _is_buried(self, old: BoardMessage) -> bool:
        """Tell at the end of a trick whether others have written below a message that is not new; asked seldom."""
        over, self._trick_over = self._trick_over, False
        now, manners = self._kit.clock.now(), self._kit.manners
        if not over or now - old.posted_at < manners.buried_age or now - self._looked_at < manners.look:
            return False
        self._looked_at = now
        try:
            return await self._mail.buried(old.channel, old.message)
        except NotSent:  # changing the message will tell what is wrong
            return False

    async def _edited(self, old: BoardMessage, body: Body) -> bool:
        """Change the message in place; False if it has to be replaced."""
        try:
            await self._mail.edit(old.channel, old.message, body, plain=self._habits.plain)
        except NotSent as unsent:
            if unsent.fault in {Fault.PASSING, Fault.FORBIDDEN}:
                raise
            log.info("a board is replaced", table=self._table.id, code=unsent.code)
            self._habits.plain = self._habits.plain or (unsent.fault is Fault.REFUSED and bool(body.pictures))
            if unsent.fault in {Fault.REFUSED, Fault.TOO_OLD}:
                await self._delete(old)
            return False
        return True

    async def _post(self, showing: Showing, place: ChannelId, old: BoardMessage | None) -> None:
        table = showing.table
        message = await self._mail.post(place, showing.body, plain=self._habits.plain)
        self._message = BoardMessage(table.id, place, message, self._kit.clock.now())
        await self._kit.surfaces.save_board(self._message)
        if old is not None:
            await self._retire(old, showing, message_link(table.guild, place, message))

    async def _retire(self, old: BoardMessage, showing: Showing, where: str) -> None:
        """Take the buttons off an old board and say where the game goes on; if that fails, so be it."""
        shown = self._last if showing.deal != self._deal else None  # the same deal shown twice helps nobody
        try:
            body = moved_body(shown, where, showing.texts)
            await self._mail.edit(old.channel, old.message, body, plain=self._habits.plain)
        except NotSent as unsent:
            if unsent.fault is Fault.REFUSED:  # of another form than messages have now
                await self._delete(old)
            log.info("an old board stays as it is", table=self._table.id, code=unsent.code)

    async def _delete(self, old: BoardMessage) -> None:
        try:
            await self._mail.delete(old.channel, old.message)
        except NotSent as unsent:
            log.info("an old board stays where it is", table=self._table.id, code=unsent.code)

    async def _trouble(self, unsent: NotSent, table: TableFacts, texts: "Texts") -> None:
        if unsent.fault is Fault.PASSING:
            raise TryLater from unsent
        self._quiet_until = self._kit.clock.now() + SILENCE
        log.warning("a board cannot be shown", table=table.id, fault=unsent.fault.value, code=unsent.code)
        await self._troubles.tell(table, unsent.fault, texts)


def message_link(guild: GuildId, channel: ChannelId, message: MessageId) -> str:
    """Return a link that opens a message."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"
