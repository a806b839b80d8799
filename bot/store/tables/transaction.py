"""A transaction at a table: `commit` keeps all its changes, or none."""

from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy import insert as plain_insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, TableId, UserId
from bot.league.book_deal import EndedDeal, book_deal
from bot.league.start_match import find_starting_teams, start_match
from bot.play.ports import Fenced
from bot.play.values.occupants import Computer, Occupant, Person
from bot.play.values.stored_table import Deadline, DealBooking, DealSecret, RecordEntry
from bot.play.values.table_info import TableInfo
from bot.store.connection.connections import is_unique_violation
from bot.store.connection.upsert import dialect_insert
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.results.league_posts import add_match_reports
from bot.store.schema.table_models import ActionRow, DeadlineRow, DealRow, ProposalRow, SeatRow, TableRow
from bot.store.tables.table_rows import (
    deadline_values,
    entry_values,
    find_named_user,
    proposal_values,
    seat_values,
    table_values,
)
from engine.model.options import Level
from engine.model.rules import Rules


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
        adding = plain_insert(TableRow).values(**table_values(info)).returning(TableRow.id)
        table = TableId((await self._connection.execute(adding)).scalar_one())
        await self._insert_seats(table, info.seats)
        await self._insert_proposals(table, info)
        return table

    async def save_table(self, info: TableInfo) -> None:
        await self._ensure_references(info)
        saving = update(TableRow).where(TableRow.id == info.id).values(**table_values(info))
        if (await self._connection.execute(saving)).rowcount == 0:
            raise LookupError(f"there is no table {info.id}")
        await self._connection.execute(delete(SeatRow).where(SeatRow.table_id == info.id))
        await self._insert_seats(info.id, info.seats)
        await self._connection.execute(delete(ProposalRow).where(ProposalRow.table_id == info.id))
        await self._insert_proposals(info.id, info)

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        await ensure_people(self._connection, [find_named_user(entry.action)])
        try:
            await self._connection.execute(plain_insert(ActionRow).values(**entry_values(table, entry)))
        except IntegrityError as error:
            raise _to_fenced(error) from error

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Save a deal's secret and commitment, or add the cut and deck order to the deal with this `number`.

        Raises:
            Fenced: the deal has another secret; a commitment never changes.
        """
        adding = dialect_insert(self._connection, DealRow)
        new = adding.excluded
        completing = adding.on_conflict_do_update(
            index_elements=["table_id", "number"],
            set_={name: func.coalesce(new[name], DealRow.__table__.c[name]) for name in ("cut", "deck_order")},
            where=(DealRow.secret == new.secret) & (DealRow.commitment == new.commitment),
        )
        texts = {"commitment": deal.commitment, "cut": deal.cut, "deck_order": order}
        values = {"table_id": table, "number": deal.number, "secret": deal.secret, **texts}
        if (await self._connection.execute(completing, values)).rowcount == 0:
            raise Fenced(f"deal {deal.number} of table {table} was committed with another secret")

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        await self._connection.execute(delete(DeadlineRow).where(DeadlineRow.table_id == table))
        if deadlines:
            rows = [deadline_values(table, place, deadline) for place, deadline in enumerate(deadlines)]
            await self._connection.execute(plain_insert(DeadlineRow), rows)

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
        try:
            await book_deal(SqlBookingStore(self._connection), await _prepare_booking(self._connection, booking))
        except IntegrityError as error:
            raise _to_fenced(error) from error

    async def commit(self) -> None:
        connection, self._open = self._connection, None
        await connection.commit()

    async def _ensure_references(self, info: TableInfo) -> None:
        await ensure_guild(self._connection, info.guild)
        seated = (o.user for o in info.seats if isinstance(o, Person))
        newcomers = (open_proposal.proposal.newcomer for open_proposal in info.proposals)
        await ensure_people(self._connection, [info.host, *seated, *newcomers])

    async def _insert_seats(self, table: TableId, seats: Sequence[Occupant | None]) -> None:
        if rows := seat_values(table, seats):
            await self._connection.execute(plain_insert(SeatRow), rows)

    async def _insert_proposals(self, table: TableId, info: TableInfo) -> None:
        if rows := proposal_values(table, info.proposals):
            await self._connection.execute(plain_insert(ProposalRow), rows)


async def _prepare_booking(connection: AsyncConnection, booking: DealBooking) -> EndedDeal:
    users = _list_users(booking.seats)
    await ensure_guild(connection, booking.guild)
    await ensure_people(connection, users)
    query = select(TableRow.preset, TableRow.league_id, TableRow.friendly).where(TableRow.id == booking.table)
    table = (await connection.execute(query)).one()
    return EndedDeal(
        booking.guild,
        TableId(booking.table),
        booking.revision,
        table.preset,
        booking.rules,
        users,
        tuple(o.level if isinstance(o, Computer) else None for o in booking.seats),
        booking.result,
        booking.at,
        None if table.league_id is None else LeagueId(table.league_id),
        bool(table.friendly),
    )


def _list_users(seats: Sequence[Occupant]) -> tuple[UserId | None, ...]:
    return tuple(o.user if isinstance(o, Person) else None for o in seats)


def _to_fenced(error: IntegrityError) -> Exception:
    """Return `Fenced` if the row exists already, else the error itself."""
    return Fenced("the record already has this revision") if is_unique_violation(error) else error
