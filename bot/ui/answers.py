"""Answers to what people press and type: within three seconds, in their language, and each refusal in one place."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog

from bot.league.refusals import LeagueRefused
from bot.play.occupants import GuildId
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.text.describe.people import plain
from bot.ui.asker import Asker
from bot.ui.body import Body, Buttons, Text
from bot.ui.courier import LAST_WORDS
from bot.ui.forms import Form, draw_form
from bot.ui.holders import holder_stamp
from bot.ui.kit import Kit
from bot.ui.layout import Drawn, draw
from bot.ui.mail import UNKNOWN_MESSAGE, Fault, fault_of
from bot.ui.outbox import Outbox
from bot.ui.panels.hand import hand_panel
from bot.ui.panels.legal import legal_words, refusal_words, why_button
from bot.ui.panels.watch import watch_panel
from bot.ui.replies import Reply, Sent
from engine.errors import IllegalAction

log: Final = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Tell:
    """A private message."""

    body: Body


@dataclass(frozen=True, slots=True)
class Update:
    """The private message that was pressed on, changed to this; a new one where that cannot be.

    `anew`: the person's panels look different now, and are shown anew.
    """

    body: Body
    anew: bool = False


@dataclass(frozen=True, slots=True)
class AskFor:
    """A form to be filled in."""

    form: Form


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The person's panel at a table, as it stands when it is sent. `notice` stands above it."""

    table: Table
    notice: str | None = None
    as_text: bool | None = None
    """Whether the cards are told in words; None: as the person prefers."""
    why: tuple[Buttons, ...] = ()
    """The way to the rule that `notice` speaks of."""
    watching: bool = False
    """Whether a person without a seat is shown what everybody may see."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No words: what was pressed shows its effect on a message for all."""


Answer = Tell | Update | AskFor | ShowHand | Nothing
Deed = Callable[[Asker], Awaitable[Answer]]
TableDeed = Callable[[Asker, Table], Awaitable[Answer]]
Find = Callable[[Asker], Awaitable[Table]]


def tell(words: str) -> Tell:
    """Return a private message of these words."""
    return Tell(Body((Text(words),)))


async def in_own_language(kit: Kit, asker: Asker) -> Asker:
    """Return the asker with the words of the language he has chosen, where he has chosen one."""
    chosen = (await kit.people.preferences(asker.user)).language
    return asker if chosen is None else replace(asker, texts=kit.catalogue.texts(chosen))


class Desk:
    """Runs what people ask for and answers them."""

    def __init__(self, kit: Kit, outbox: Outbox) -> None:
        self._kit = kit
        self._outbox = outbox
        self._working: set[asyncio.Future[None]] = set()
        self._closing = False

    async def finish(self) -> None:
        """Wait a moment for answers that are under way: the program stops."""
        self._closing = True
        if self._working:
            await asyncio.wait(self._working, timeout=LAST_WORDS)

    async def serve(self, asker: Asker, deed: Deed) -> None:
        """Do a deed that concerns no table, and answer."""
        await self._in_time(asker, lambda reply: self._serve(asker, deed, reply))

    async def serve_table(self, asker: Asker, find: Find, deed: TableDeed) -> None:
        """Do a deed at the table that `find` returns, and answer."""
        await self._in_time(asker, lambda reply: self._serve_table(asker, find, deed, reply))

    async def _in_time(self, asker: Asker, work: Callable[[Reply], Awaitable[None]]) -> None:
        """Let the work answer; when it takes long, ask Discord for time meanwhile."""
        reply = Reply(asker.interaction, in_place=asker.in_place)
        working = asyncio.ensure_future(work(reply))
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        done, _ = await asyncio.wait({working}, timeout=self._kit.manners.patience)
        if not done:
            await reply.ask_for_time()
        try:
            await working
        except discord.HTTPException as unsent:  # what was asked for is done and saved; a later press shows it
            log.warning("an answer was not sent", code=unsent.code, status=unsent.status, kind=_kind(asker))
        except Exception:
            if self._closing:  # the connection is gone; what is saved is shown after the next start
                log.info("an answer was cut short", kind=_kind(asker))
                return
            log.exception("an answer could not be made", kind=_kind(asker))
            with suppress(discord.HTTPException):
                await self._sent(reply.new, tell(asker.texts.say("ui.failed")).body)

    async def _serve(self, asker: Asker, deed: Deed, reply: Reply) -> None:
        asker = await self._in_words(asker)
        await self._send(asker, await self._answer(asker, lambda: deed(asker), None), reply)

    async def _serve_table(self, asker: Asker, find: Find, deed: TableDeed, reply: Reply) -> None:
        asker = await self._in_words(asker)
        try:
            table = await find(asker)
        except Refused as refused:
            await self._send(asker, tell(refusal_words(refused, asker.texts)), reply)
            return
        with self._expected(asker, table):
            await self._send(asker, await self._answer(asker, lambda: deed(asker, table), table), reply)

    async def _in_words(self, asker: Asker) -> Asker:
        """Return the asker with his own language, in which computer players are called as the server calls them."""
        asker = await in_own_language(self._kit, asker)
        if asker.interaction.guild_id is None:
            return asker
        return replace(asker, texts=asker.texts.calling(self._outbox.public_texts(GuildId(asker.interaction.guild_id))))

    @contextmanager
    def _expected(self, asker: Asker, table: Table) -> Iterator[None]:
        """Keep the person's panel from being pushed while its owner is about to be shown it."""
        holder = self._outbox.holder(table, asker.user)
        holder.expected += 1
        try:
            yield
        finally:
            holder.expected -= 1
            holder.look_again()  # `table` may have been folded anew meanwhile

    async def _answer(self, asker: Asker, deed: Callable[[], Awaitable[Answer]], table: Table | None) -> Answer:
        """Do the deed. This is the one place where refusals and faults become words."""
        try:
            person = asker.interaction.user
            await self._kit.people.met(asker.user, person.display_name, str(asker.interaction.locale))
            return await deed()
        except (IllegalAction, Refused, LeagueRefused) as refused:
            return await self._refusal(asker, refused, table)
        except Exception:
            where = {"table": table.id, "revision": table.revision} if table is not None else {}
            log.exception("something pressed or typed failed", kind=_kind(asker), **where)
            return tell(asker.texts.say("ui.failed"))

    async def _refusal(
        self, asker: Asker, refused: IllegalAction | Refused | LeagueRefused, table: Table | None
    ) -> Answer:
        """Say no and what would do instead: above a fresh panel if the person pressed on his panel, else alone."""
        seat = table.seat_of(asker.user) if table is not None else None
        if table is None or seat is None:
            return tell(refusal_words(refused, asker.texts))
        names = [plain(name or "") for name in await self._kit.people.names(table.occupants, asker.texts)]
        words = refusal_words(refused, asker.texts, names)
        if isinstance(refused, IllegalAction):
            with suppress(Refused):  # the table is being folded anew
                words = "\n".join(filter(None, (words, legal_words(table.view(seat), asker.texts))))
        why = why_button(f"t{table.id}", refused, asker.texts)
        if asker.panel is not None:
            return ShowHand(table, words, why=why)
        return Tell(Body((Text(words), *why)))

    async def _send(self, asker: Asker, answer: Answer, reply: Reply) -> None:
        match answer:
            case Tell(body):
                await self._sent(reply.new, body)
            case Update(body, anew):
                await self._update(asker, body, reply)
                if anew:
                    self._outbox.show_anew(asker.user)
            case AskFor(form):
                if not await reply.ask(draw_form(form)):
                    await self._sent(reply.new, tell(asker.texts.say("ui.again")).body)
            case Nothing():
                await reply.nothing()
            case ShowHand():
                await self._show_hand(asker, answer, reply)

    async def _update(self, asker: Asker, body: Body, reply: Reply) -> None:
        if asker.in_place:
            try:
                await self._sent(reply.change, body)
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE and fault_of(refused) is not Fault.REFUSED:
                    raise
            else:
                return
        await self._sent(reply.new, body)

    async def _show_hand(self, asker: Asker, wanted: ShowHand, reply: Reply) -> None:
        table = wanted.table
        holder = self._outbox.holder(table, asker.user)
        async with holder.lock:
            try:
                watching = wanted.watching and table.seat_of(asker.user) is None
                shown = holder_stamp(table, asker.user, watching=watching)
                body = await (
                    watch_panel(self._kit, table.snapshot(), asker.user, asker.texts)
                    if watching
                    else hand_panel(
                        self._kit, table, asker.user, asker.texts, wanted.notice, wanted.why, as_text=wanted.as_text
                    )
                )
            except Refused as refused:  # he left while it was made, or the table is being folded anew
                await self._sent(reply.new, tell(refusal_words(refused, asker.texts)).body)
                return
            sent, fresh = await self._put(asker, body, reply)
            await holder.renew(asker.interaction.token, sent, shown, fresh=fresh, watching=watching)

    async def _put(self, asker: Asker, body: Body, reply: Reply) -> tuple[Sent, bool]:
        """Send the panel: the pressed one changed, or a new one. Return it, and whether it is new."""
        habits = self._outbox.habits
        if asker.panel is not None and not (habits.replace and body.pictures):
            try:
                return await self._sent(reply.change, body), False
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE:  # it was deleted as it was pressed
                    if fault_of(refused) is not Fault.REFUSED or not body.pictures:
                        raise
                    habits.replace = True
        return await self._sent(reply.new, body), True

    def _drawn(self, body: Body) -> Drawn:
        return draw(body, v1=self._kit.manners.v1, emoji=self._kit.emoji)

    async def _sent(self, send: Callable[[Drawn], Awaitable[Sent]], body: Body) -> Sent:
        """Send a body; once more, without emoji, if Discord refuses it for one of them."""
        try:
            return await send(self._drawn(body))
        except discord.HTTPException as refused:
            if not self._kit.emoji.disowned(refused):
                raise
        return await send(self._drawn(body))


def _kind(asker: Asker) -> str:
    return asker.interaction.type.name
