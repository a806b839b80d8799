"""Hears what is committed at the tables and has it shown: the board of each table, and the panels it concerns."""

import asyncio
from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.play.occupants import ChannelId, GuildId, TableId, UserId
from bot.play.ports import News, Status
from bot.play.table import Table
from bot.ui.boards import Board
from bot.ui.calls import Call
from bot.ui.holders import Habits, Holder
from bot.ui.kit import Kit
from bot.ui.mail import Mail

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

KEPT: Final = 500
"""Above so many tables those that are over are forgotten; pressing anything there finds them again."""
LIVE: Final = {Status.LOBBY, Status.PLAYING}


class Outbox:
    """The tables' publisher. Until it is opened it takes no note: opening shows everything as it stands."""

    def __init__(self) -> None:
        self._kit: Kit | None = None
        self._mail: Mail | None = None
        self._client: discord.Client | None = None
        self._closed = False
        self.habits = Habits()
        self._boards: dict[TableId, Board] = {}
        self._holders: dict[TableId, dict[UserId, Holder]] = {}
        self._calls: dict[TableId, Call] = {}

    async def open(self, kit: Kit, client: discord.Client) -> None:
        """Begin to send, first every live table as it stands; one that cannot be shown yet waits for its next news."""
        self._kit, self._client = kit, client
        self._mail = Mail(client, v1=kit.manners.v1, emoji=kit.emoji)
        for table in kit.registry.live():
            try:
                await self.refresh(table)
            except Exception:
                log.exception("a table could not be shown at the start", table=table.id)

    async def close(self) -> None:
        """Take no more note; what is being sent just now may still arrive."""
        self._closed = True
        couriers = [b.courier for b in self._boards.values()]
        await asyncio.gather(*(call.close() for call in self._calls.values()))
        couriers += [h.courier for holders in self._holders.values() for h in holders.values()]
        await asyncio.gather(*(courier.close() for courier in couriers))

    async def idle(self) -> None:
        """Wait until nothing is left to be sent."""
        for board in list(self._boards.values()):
            await board.courier.idle()
        for holders in list(self._holders.values()):
            for holder in list(holders.values()):
                await holder.courier.idle()

    def publish(self, table: Table, news: News) -> None:
        """Take note of `news`; return at once."""
        if self._kit is None or self._closed:
            return
        self.board(table).notice(table, news.events)
        for holder in self._holders.get(table.id, {}).values():
            holder.notice(table)
        if self._kit.manners.calls:
            self.call(table).notice(table)
        self._prune()

    async def refresh(self, table: Table) -> None:
        """Show a table as it stands, and its panels from an earlier run where they can still be changed."""
        assert self._kit is not None
        for handle in await self._kit.surfaces.panels(table.id):
            if handle.user not in self._holders.get(table.id, {}):
                self.holder(table, handle.user).adopt(handle)
        self.publish(table, News(table.revision, ()))

    async def lost(self, channel: ChannelId) -> None:
        """Look again at the boards of a channel or thread that is no more."""
        if self._kit is None or self._closed:
            return
        for board in list(self._boards.values()):
            facts = board.table.facts
            here = {facts.channel, await self._kit.places.of(self._kit.notes, facts)}
            if channel in here and facts.status in LIVE:
                board.look_again()

    def board(self, table: Table) -> Board:
        """Return the board of a table."""
        assert self._kit is not None
        assert self._mail is not None
        if table.id not in self._boards:
            self._boards[table.id] = Board(self._kit, self._mail, table, self.public_texts, self.habits)
        return self._boards[table.id]

    def call(self, table: Table) -> Call:
        """Return what calls people to their turns at a table."""
        assert self._kit is not None
        assert self._mail is not None
        if table.id not in self._calls:
            self._calls[table.id] = Call(self._kit, self._mail, table, self.public_texts, self.private_texts)
        return self._calls[table.id]

    def holder(self, table: Table, user: UserId) -> Holder:
        """Return a person's panel at a table."""
        assert self._kit is not None
        assert self._mail is not None
        holders = self._holders.setdefault(table.id, {})
        if user not in holders:
            holders[user] = Holder(self._kit, self._mail, self.habits, table, user, self.private_texts)
        return holders[user]

    def show_anew(self, user: UserId) -> None:
        """Have all panels of a person shown anew, where they can still be changed."""
        for holders in self._holders.values():
            if user in holders:
                holders[user].outdated()

    def public_texts(self, guild: GuildId) -> "Texts":
        """Return the words of a server's language: chosen for it, else what Discord says.

        Discord says American English for all that have not chosen.
        """
        assert self._kit is not None
        assert self._client is not None
        own = self._kit.guilds.known(guild).language
        if own is not None:
            return self._kit.catalogue.texts(own)
        known = self._client.get_guild(guild)
        chosen = known is not None and known.preferred_locale is not discord.Locale.american_english
        return self._kit.catalogue.texts(
            str(known.preferred_locale) if known is not None and chosen else self._kit.manners.language
        )

    async def private_texts(self, user: UserId, table: Table) -> "Texts":
        """Return the words of a person's language, or the server's if his is not known; names are the server's."""
        assert self._kit is not None
        locale, public = await self._kit.people.locale(user), self.public_texts(table.facts.guild)
        return self._kit.catalogue.texts(locale).calling(public) if locale else public

    def _prune(self) -> None:
        if len(self._boards) <= KEPT:
            return
        for id_ in [id_ for id_, board in self._boards.items() if board.table.facts.status not in LIVE]:
            self._boards.pop(id_)
            self._holders.pop(id_, None)
            self._calls.pop(id_, None)
            if self._kit is not None:
                self._kit.drafts.forget(id_)
