"""Saves all changes of a table in one transaction. Most changes are sent to the database only at `commit`."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import TypeVar

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, TableId, UserId
from bot.league.booking.book_deal import EndedDeal, book_deal
from bot.league.booking.start_match import find_starting_teams, start_match
from bot.play.ports import Fenced
from bot.play.values.stored_table import Deadline, DealBooking, DealSecret, RecordEntry
from bot.play.values.table_info import Computer, Occupant, Person, TableInfo
from bot.store.connection.connections import translate_duplicate
from bot.store.connection.run_in_thread import Steps
from bot.store.connection.upsert import dialect_insert, insert_one, replace_rows
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.results.league_posts import add_match_reports
from bot.store.schema.table_models import ActionRow, DeadlineRow, DealRow, ProposalRow, SeatRow, TableRow
from bot.store.tables.table_rows import deadline_values, entry_values, proposal_values, seat_values, table_values
from engine.model.options import Level
from engine.model.rules import Rules

T = TypeVar("T")


class SqlTransaction:
    """Implements `bot.play.ports.Transaction` on an open writing connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._open: AsyncConnection | None = connection

    @property
    def _connection(self) -> AsyncConnection:
        if self._open is None:
            raise RuntimeError("this transaction has been committed")
        return self._open

    async def add_table(self, info: TableInfo) -> TableId:
        await self._ensure_references(info)
        table: TableId = await insert_one(self._connection, TableRow, table_values(info))
        await self._save_parts(table, info)
        return table

    async def save_table(self, info: TableInfo) -> None:
        await self._ensure_references(info)
        saving = update(TableRow).where(TableRow.id == info.id).values(**table_values(info))
        if (await self._connection.execute(saving)).rowcount == 0:
            raise LookupError(f"there is no table {info.id}")
        await self._save_parts(info.id, info)

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        values = entry_values(table, entry)
        await ensure_people(self._connection, [values["user_id"]])
        with translate_duplicate(Fenced("the record already has this revision")):
            await self._connection.execute(insert(ActionRow), values)

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Save a new deal, or add the cut and the deck's order to a stored one.

        Raises Fenced: the stored deal has another secret or commitment.
        """
        adding = dialect_insert(self._connection, DealRow)
        new = adding.excluded
        completing = adding.on_conflict_do_update(
            index_elements=["table_id", "number"],
            set_={name: func.coalesce(new[name], DealRow.__table__.c[name]) for name in ("cut", "deck_order")},
            where=(DealRow.secret == new.secret) & (DealRow.commitment == new.commitment),
        )
        values = {"table_id": table, **asdict(deal), "deck_order": order}
        if (await self._connection.execute(completing, values)).rowcount == 0:
            raise Fenced(f"deal {deal.number} of table {table} was committed with another secret")

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        rows = [deadline_values(table, place, deadline) for place, deadline in enumerate(deadlines)]
        await replace_rows(self._connection, DeadlineRow, rows, DeadlineRow.table_id == table)

    async def start_match(
        self, table: TableId, guild: GuildId, rules: Rules, seats: Sequence[Occupant], league: LeagueId | None = None
    ) -> tuple[Level, ...] | None:
        store = SqlBookingStore(self._connection)
        teams, levels = await find_starting_teams(store, guild, rules, _list_users(seats), league)
        await start_match(store, table, teams)
        return levels

    async def report_match(self, table: TableId) -> None:
        await add_match_reports(self._connection, table)

    async def book_deal(self, booking: DealBooking) -> None:
        with translate_duplicate(Fenced("the record already has this revision")):
            await book_deal(SqlBookingStore(self._connection), await _prepare_booking(self._connection, booking))

    async def commit(self) -> None:
        connection, self._open = self._connection, None
        await connection.commit()

    async def _ensure_references(self, info: TableInfo) -> None:
        await ensure_guild(self._connection, info.guild)
        seated = (o.user for o in info.seats if isinstance(o, Person))
        newcomers = (open_proposal.proposal.newcomer for open_proposal in info.proposals)
        await ensure_people(self._connection, [info.host, *seated, *newcomers])

    async def _save_parts(self, table: TableId, info: TableInfo) -> None:
        seats, proposals = seat_values(table, info.seats), proposal_values(table, info.proposals)
        await replace_rows(self._connection, SeatRow, seats, SeatRow.table_id == table)
        await replace_rows(self._connection, ProposalRow, proposals, ProposalRow.table_id == table)


Step = Callable[[SqlTransaction], Awaitable[T]]


class DeferredTransaction:
    """Implements `bot.play.ports.Transaction`. A method that returns nothing defers its write.

    Deferred writes run at the next call of `commit` or of a method that returns a value, which raises their errors.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._deferred: list[Step[None]] = []
        self._begun: SqlTransaction | None = None
        self._committed = False

    async def add_table(self, info: TableInfo) -> TableId:
        return await self._run(lambda tx: tx.add_table(info))

    async def save_table(self, info: TableInfo) -> None:
        self._defer(lambda tx: tx.save_table(info))

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        self._defer(lambda tx: tx.append_entry(table, entry))

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        self._defer(lambda tx: tx.save_deal(table, deal, order))

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        self._defer(lambda tx: tx.save_deadlines(table, deadlines))

    async def start_match(
        self, table: TableId, guild: GuildId, rules: Rules, seats: Sequence[Occupant], league: LeagueId | None = None
    ) -> tuple[Level, ...] | None:
        return await self._run(lambda tx: tx.start_match(table, guild, rules, seats, league))

    async def report_match(self, table: TableId) -> None:
        self._defer(lambda tx: tx.report_match(table))

    async def book_deal(self, booking: DealBooking) -> None:
        self._defer(lambda tx: tx.book_deal(booking))

    async def commit(self) -> None:
        await self._run(lambda tx: tx.commit())
        self._committed = True

    def _defer(self, step: Step[None]) -> None:
        self._require_open()
        self._deferred.append(step)

    async def _run(self, step: Step[T]) -> T:
        self._require_open()
        deferred, self._deferred = self._deferred, []

        async def run_all(connection: AsyncConnection) -> T:
            transaction = self._begun = self._begun or SqlTransaction(connection)
            for one in deferred:
                await one(transaction)
            return await step(transaction)

        return await self._steps.run(run_all)

    def _require_open(self) -> None:
        if self._committed:
            raise RuntimeError("this transaction has been committed")


async def _prepare_booking(connection: AsyncConnection, booking: DealBooking) -> EndedDeal:
    users = _list_users(booking.seats)
    await ensure_guild(connection, booking.guild)
    await ensure_people(connection, users)
    query = select(TableRow.preset, TableRow.league_id, TableRow.friendly).where(TableRow.id == booking.table)
    table = (await connection.execute(query)).one()
    return EndedDeal(
        booking.guild,
        booking.table,
        booking.revision,
        table.preset,
        booking.rules,
        users,
        tuple(o.level if isinstance(o, Computer) else None for o in booking.seats),
        booking.result,
        booking.at,
        table.league_id,
        bool(table.friendly),
        booking.is_void,
    )


def _list_users(seats: Sequence[Occupant]) -> tuple[UserId | None, ...]:
    return tuple(o.user if isinstance(o, Person) else None for o in seats)
