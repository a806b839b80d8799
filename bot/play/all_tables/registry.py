"""Opens and finds the tables of the program, and schedules their deadlines and the turns of computer players."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, TableId, UserId
from bot.play.all_tables.table_loader import TableLoader
from bot.play.all_tables.table_statistics import TableStatistics
from bot.play.clock.deadline_scheduler import DeadlineScheduler
from bot.play.clock.timing import Timing
from bot.play.computers.take_turns import Autoplay
from bot.play.ports import Clock, ComputerPlayers, PlayerPreferences, Store
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.deadlines import list_deadlines
from bot.play.table_rules.shuffle import Shuffler
from bot.play.table_rules.table_changes import build_rules, check_level, join
from bot.play.tables.store_health import StoreHealth
from bot.play.tables.table import Publisher, Table
from bot.play.tables.table_state import TableServices
from bot.play.values.stored_table import Deadline, DeadlineKind, DealSecret, TableUpdate
from bot.play.values.table_info import LIVE_STATUSES, Computer, Person, TableInfo, TableStatus
from bot.processes.process import EVERYTHING, Shards
from engine.deal.fair_shuffle import commit_to
from engine.players.levels import RULES_LEVEL

MAX_TABLES_NAMED: Final = 10
"""The most tables that a refusal lists if a host already has too many."""


class Registry:
    """Holds the tables. It receives their updates, schedules deadlines and turns, and passes the updates on."""

    def __init__(
        self,
        store: Store,
        computer_players: ComputerPlayers,
        clock: Clock,
        publisher: Publisher,
        timing: Timing,
        random_bytes: Callable[[int], bytes],
        tables_per_guild: int,
        preferences: PlayerPreferences | None = None,
        *,
        tables_per_host: int,
        shards: Shards = EVERYTHING,
    ) -> None:
        self._store = store
        self._clock = clock
        self._publisher = publisher
        self._limit = tables_per_guild
        self._host_limit = tables_per_host
        self._opening = asyncio.Lock()
        self._shuffler = Shuffler(random_bytes)
        self.health = StoreHealth(clock)
        self.statistics = TableStatistics(clock.wall())
        self.refuses_new_tables = False
        """Whether users may open no new tables, because of maintenance. Events still may, and open tables go on."""
        self._services = TableServices(store, clock, timing, self._shuffler, self.health, self._drop)
        self._autoplay = Autoplay(computer_players, clock, timing, self.get_table, preferences)
        self._scheduler = DeadlineScheduler(clock, self._fire)
        self.loader = TableLoader(self._services, self, self._scheduler, self._schedule, self.statistics, shards)

    async def open_lobby(
        self,
        guild: GuildId,
        channel: ChannelId,
        host: UserId,
        preset: str = "standard",
        overrides: Mapping[str, str] | None = None,
        computers: int = 0,
        level: str = RULES_LEVEL,
        league: LeagueId | None = None,
        *,
        language: str | None = None,
    ) -> Table:
        """Open a lobby with the host in seat 1 and computer players in the next `computers` seats.

        If `league` is given, the deals count in that league. `language` is the tag of the host's language. Raises
        TableRefused if the rules, the `level` or the number of computer players is not allowed. It is also raised if
        there are too many tables, or if maintenance forbids new ones.
        """
        rules = build_rules(preset, overrides or {})
        check_level(level)
        if computers >= rules.players:
            raise TableRefused(TableRefusal.TOO_MANY_COMPUTERS, players=rules.players, most=rules.players - 1)
        empty = (None,) * (rules.players - 1 - computers)
        seats = (Person(host), *(Computer(level, n + 1) for n in range(computers)), *empty)
        place = TableId(0), guild, channel, host
        lobby = TableInfo(*place, preset, rules, seats, TableStatus.LOBBY, league=league, language=language)
        return await self._open(lobby)

    async def start_computer_match(
        self,
        guild: GuildId,
        channel: ChannelId,
        host: UserId,
        cut: str,
        preset: str = "standard",
        overrides: Mapping[str, str] | None = None,
        level: str = RULES_LEVEL,
        *,
        language: str | None = None,
    ) -> Table:
        """Start a match in which computer players have all seats, for people to watch. The host may end it.

        No deal counts. After the first deal, the next one begins only when somebody asks for it. `cut` is as in
        `Lobby.start`. The limits of `open_lobby` apply, and a host may have only one such match in a server.
        """
        rules = build_rules(preset, overrides or {})
        check_level(level)
        seats = tuple(Computer(level, n + 1) for n in range(rules.players))
        place = TableId(0), guild, channel, host
        table = await self._open(TableInfo(*place, preset, rules, seats, TableStatus.LOBBY, language=language))
        await table.lobby.start(host, cut)
        return table

    async def start_event_match(self, new: TableInfo, cut: str, secret: bytes | None = None) -> Table:
        """Return the table of an event's match. Start the match if it has not started.

        If the match has no table yet, `new` is opened as its table, without any limit on the number of tables. `cut` is
        as in `Lobby.start`. If several tables play the same deal, all are given the same `secret` for their first
        shuffle.
        """
        assert new.event_match is not None
        async with self._opening:
            if (known := await self.find_event_table(new.event_match)) is None:
                table = await self._add(new, secret)
            else:
                table = await self.get_table(known)
            await table.lobby.start_event_match(cut)
            return table

    async def find_event_table(self, match: EventMatchId) -> TableId | None:
        """Return the table that was opened for a match of an event; None if none was."""
        return await self._store.find_event_table(match)

    async def _open(self, facts: TableInfo) -> Table:
        if self.refuses_new_tables:
            raise TableRefused(TableRefusal.MAINTENANCE)
        async with self._opening:  # one call at a time, because two at once could exceed the limits
            self._check_limits(facts)
            if facts.is_computers_only:
                self._refuse_second_computer_match(facts)
            return await self._add(facts)

    async def _add(self, facts: TableInfo, secret: bytes | None = None) -> Table:
        first = self._shuffler.create_secret(1) if secret is None else DealSecret(1, secret, commit_to(secret))
        async with self._store.begin() as tx:
            id_ = await tx.add_table(replace(facts, opened_at=self._clock.wall()))
            await tx.save_deal(id_, first, None)
            deadlines = list_deadlines(facts, None, self._services.timing, self._clock.now(), ())
            await tx.save_deadlines(id_, deadlines)
            await tx.commit()
        table = await self.get_table(id_)
        self.statistics.note_opened(table)
        return table

    def _check_limits(self, new: TableInfo) -> None:
        live = [t.facts for t in self.list_live() if t.facts.guild == new.guild and not t.facts.paused]
        tables = [one for one in live if one.event_match is None]
        hosted = tuple((one.id, one.channel) for one in tables if one.host == new.host)
        if len(hosted) >= self._host_limit:
            raise TableRefused(TableRefusal.TOO_MANY_HOSTED, limit=self._host_limit, tables=hosted[:MAX_TABLES_NAMED])
        if len(tables) >= self._limit:
            raise TableRefused(TableRefusal.TOO_MANY_TABLES, limit=self._limit)

    def _refuse_second_computer_match(self, facts: TableInfo) -> None:
        """Refuse a second match of computer players alone, because one host could fill a server with such matches."""
        for one in (table.facts for table in self.list_live()):
            if one.is_computers_only and (one.guild, one.host) == (facts.guild, facts.host):
                raise TableRefused(TableRefusal.ALREADY_WATCHING, table=one.id)

    async def open_rematch(self, over: Table, user: UserId) -> Table:
        """Return the table of the rematch of a finished match. The first call opens its lobby, with `user` as host.

        While the rematch is in the lobby, each call also seats `user`, in their old seat if it is empty. The caller
        decides where the table is shown, then publishes it. Raises TableRefused if the match is not over, or `user` had
        no seat at its end. It is also raised if `user` may open no table now, or if the lobby is full.
        """

        async def open_(facts: TableInfo) -> TableId:
            seats = tuple(one if one == Person(user) or isinstance(one, Computer) else None for one in facts.seats)
            several = sum(isinstance(one, Person) and one.user > 0 for one in facts.seats) > 1
            new = replace(
                facts,
                seats=seats,
                is_friendly=facts.is_friendly and several,  # one person's match is friendly by default, not by choice
                host=user,
                status=TableStatus.LOBBY,
                start_levels=None,
                away=frozenset(),
                paused=False,
                match_ends_at=None,
                rematch_of=over.id,
                event_match=None,
                event_place=None,
                first_declarer=None,
                is_sealed=False,
            )
            return (await self._open(new)).id

        again = await self.get_table(await over.find_or_open_rematch(user, open_))
        if again.facts.status is TableStatus.LOBBY and again.seat_of(user) is None:
            old = over.seat_of(user)
            free = old if old is not None and again.occupants[old] is None else None
            await again.lobby.change(join, user, free)
        return again

    async def get_table(self, id_: TableId) -> Table:
        """Return a table. If it is not in memory, load it from its record. Raises as `TableLoader.get` does."""
        return await self.loader.get(id_)

    async def find_readable(self, id_: TableId) -> Table | None:
        """Return a table as `get_table` does, but None if its record cannot be read."""
        try:
            return await self.get_table(id_)
        except TableRefused as refused:
            if refused.reason is not TableRefusal.BROKEN:
                raise
            return None

    async def find_in_channel(self, channel: ChannelId) -> Table | None:
        """Return a channel's newest live table. If none is live, return the newest that can be loaded, or None."""
        live = [table for table in self.list_live() if table.facts.channel == channel]
        if live:
            return live[-1]
        for id_ in await self._store.list_tables_in(channel):
            if (table := await self.find_readable(id_)) is not None:
                return table
        return None

    def list_live(self) -> Iterable[Table]:
        """Return the tables in memory that are in the lobby or playing, oldest first."""
        return sorted(self.list_live_as_loaded(), key=lambda table: table.id)

    def list_live_as_loaded(self) -> Iterable[Table]:
        """Return the live tables in the order of loading. After a start, the most recently used are loaded first."""
        return [t for t in self.loader.tables.values() if t.facts.status in LIVE_STATUSES]

    async def withdraw_requests(self, user: UserId) -> None:
        """Drop the user's requests for seats, and offers of seats to the user, at all live tables in memory."""
        for table in self.list_live():
            await table.voting.withdraw_request(user)

    def list_seen_deals(self, user: UserId) -> Sequence[TableId]:
        """Return the tables at which a user has seen a hand of the current deal."""
        return [table.id for table in self.list_live() if table.has_seen_hand(user)]

    def unload_tables_of(self, user: UserId) -> None:
        """Unload the finished tables of a user whose data was erased, because the copies in memory still name them."""
        for id_, table in list(self.loader.tables.items()):
            sat_there = Person(user) in table.occupants or table.facts.host == user
            if sat_there and table.facts.status not in LIVE_STATUSES:
                del self.loader.tables[id_]

    async def close(self) -> None:
        """Stop loading, deadlines and computer players. Nothing is lost, because each change was saved at once."""
        await self.loader.stop()
        await self._scheduler.close()
        await self._autoplay.close()

    def refresh_tables(self, guild: GuildId, *, lobbies_only: bool = False) -> None:
        """Show a server's tables again, because something that they show, such as the language, has changed."""
        for table in self.list_live():
            if table.facts.guild == guild and (not lobbies_only or table.facts.status is TableStatus.LOBBY):
                self.publish(table, TableUpdate(table.revision, ()))

    def publish(self, table: Table, update: TableUpdate) -> None:
        """Count the update in the statistics, schedule deadlines and turns, then pass it on."""
        self.statistics.note_update(table, update)
        self._schedule(table)
        self._publisher.publish(table, update)

    def _schedule(self, table: Table) -> None:
        if self.health.find_outage(table.id) is not None:
            self._stop_turns(table.id)
            if not self.health.is_waiting(table.id):  # saving works again, and a reload postpones the deadlines
                self._scheduler.reload_soon(table.id)
            return
        self._scheduler.set_deadlines(table.id, table.deadlines)
        self._autoplay.schedule_turns(table)

    def _drop(self, id_: TableId, revision: int, error: BaseException) -> None:
        self.loader.tables.pop(id_, None)
        self._stop_turns(id_)
        self._scheduler.reload_soon(id_, self.health.note_failure(id_, revision, error))

    def _stop_turns(self, id_: TableId) -> None:
        self._scheduler.set_deadlines(id_, ())
        self._autoplay.cancel_turns(id_)

    async def _fire(self, id_: TableId, deadline: Deadline | None) -> None:
        """Do what is due at a table. If `deadline` is None, load the table, end its outage, and show it again."""
        table = await self.get_table(id_)
        if deadline is None:
            await self._end_outage(table)
            self._publisher.publish(table, TableUpdate(table.revision, ()))
        elif deadline.kind is DeadlineKind.TURN and deadline.seat is not None:
            await self._autoplay.act_for_absent(table, deadline)
        else:
            await table.gameplay.handle_deadline(deadline)

    async def _end_outage(self, table: Table) -> None:
        """End a table's outage and postpone its deadlines. If it is too early for a retry, only schedule a reload."""
        outage, now = self.health.find_outage(table.id), self._clock.now()
        if outage is None or outage.is_resuming:
            return
        if self.health.is_waiting(table.id) and now < outage.retry_at:  # it is too early for a retry
            self._scheduler.reload_soon(table.id, outage.retry_at - now)
            return
        outage.is_resuming = True
        try:
            await table.resume_after_downtime(self.loader.get_earliest_due(), now - outage.since)
        finally:
            outage.is_resuming = False
        self.health.end_outage(table.id)
        self._schedule(table)
