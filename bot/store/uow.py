"""A unit of work at a table: what it was told is kept by `commit`, or not at all."""

from collections.abc import Sequence

from sqlalchemy import Insert, delete, func, update
from sqlalchemy import insert as plain_insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.occupants import GuildId, Occupant, Person, TableId
from bot.play.ports import Deadline, DealBooking, DealSecret, Entry, Fenced, Status, TableFacts
from bot.store.booking import Entrant, begin_match, book_deal, find_entrants
from bot.store.connections import is_clash
from bot.store.models import ActionRow, DeadlineRow, DealRow, MotionRow, SeatRow, TableRow
from bot.store.people import know_guild, know_people
from bot.store.rows import deadline_values, entry_values, facts_values, motion_values, person_in, seat_values
from bot.store.upsert import insert
from engine.rules import Level, Rules


class SqlTransaction:
    """Implements `bot.play.ports.Transaction` on an open writing transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._open: AsyncConnection | None = connection
        self._entrants: tuple[Entrant, ...] = ()

    @property
    def _connection(self) -> AsyncConnection:
        if self._open is None:
            raise RuntimeError("this unit of work has been committed")
        return self._open

    async def add_table(self, facts: TableFacts) -> TableId:
        """Keep a new table (its `id` is ignored) and return its id."""
        await self._know(facts)
        adding = plain_insert(TableRow).values(**facts_values(facts)).returning(TableRow.id)
        table = TableId((await self._connection.execute(adding)).scalar_one())
        await self._seat(table, facts.seats)
        await self._keep_motions(table, facts)
        return table

    async def save_table(self, facts: TableFacts) -> None:
        """Keep host, channel, rules, seats, status and levels of a known table.

        Raises:
            LookupError: there is no such table.
        """
        await self._know(facts)
        saving = update(TableRow).where(TableRow.id == facts.id).values(**facts_values(facts))
        if (await self._connection.execute(saving)).rowcount == 0:
            raise LookupError(f"there is no table {facts.id}")
        await self._connection.execute(delete(SeatRow).where(SeatRow.table_id == facts.id))
        await self._seat(facts.id, facts.seats)
        await self._connection.execute(delete(MotionRow).where(MotionRow.table_id == facts.id))
        await self._keep_motions(facts.id, facts)
        if facts.status is Status.PLAYING and self._entrants:
            await begin_match(self._connection, facts.id, self._entrants)
            self._entrants = ()

    async def append(self, table: TableId, entry: Entry) -> None:
        """Add an action to a table's record.

        Raises:
            Fenced: the record already has this revision.
        """
        user = person_in(entry.action)
        if user is not None:
            await know_people(self._connection, [user])
        await self._add(plain_insert(ActionRow).values(**entry_values(table, entry)))

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        """Keep a deal's secret and commitment, or complete it (by `number`) with its cut and deck order.

        Raises:
            Fenced: another secret was promised for this deal: a commitment never changes.
        """
        adding = insert(self._connection, DealRow)
        new = adding.excluded
        completing = adding.on_conflict_do_update(
            index_elements=["table_id", "number"],
            set_={
                "cut": func.coalesce(new.cut, DealRow.cut),
                "deck_order": func.coalesce(new.deck_order, DealRow.deck_order),
            },
            where=(DealRow.secret == new.secret) & (DealRow.commitment == new.commitment),
        )
        values = {
            "table_id": table,
            "number": deal.number,
            "secret": deal.secret,
            "commitment": deal.commitment,
            "cut": deal.cut,
            "deck_order": order,
        }
        if (await self._connection.execute(completing, values)).rowcount == 0:
            raise Fenced(f"deal {deal.number} of table {table} was promised with another secret")

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        """Replace all deadlines of a table."""
        await self._connection.execute(delete(DeadlineRow).where(DeadlineRow.table_id == table))
        if deadlines:
            rows = [deadline_values(table, place, deadline) for place, deadline in enumerate(deadlines)]
            await self._connection.execute(plain_insert(DeadlineRow), rows)

    async def levels(self, guild: GuildId, rules: Rules, seats: Sequence[Occupant]) -> tuple[Level, ...] | None:
        """Return the levels these seats start a match at; the teams found begin it when the table is saved playing."""
        self._entrants, levels = await find_entrants(self._connection, guild, rules, seats)
        return levels

    async def book(self, booking: DealBooking) -> None:
        """Book the result of a deal in the league.

        Raises:
            Fenced: this (table, revision) has been booked.
        """
        try:
            await book_deal(self._connection, booking)
        except IntegrityError as error:
            raise _fenced(error) from error

    async def commit(self) -> None:
        """Make it last. Returns only when it is on the disk; the unit of work is over then.

        Raises:
            Unavailable: the database did not answer; whether it was kept is unknown.
        """
        connection, self._open = self._connection, None
        await connection.commit()

    async def _know(self, facts: TableFacts) -> None:
        await know_guild(self._connection, facts.guild)
        seated = (o.user for o in facts.seats if isinstance(o, Person))
        newcomers = (one.matter.newcomer for one in facts.motions if one.matter.newcomer is not None)
        await know_people(self._connection, [facts.host, *seated, *newcomers])

    async def _seat(self, table: TableId, seats: Sequence[Occupant | None]) -> None:
        if rows := seat_values(table, seats):
            await self._connection.execute(plain_insert(SeatRow), rows)

    async def _keep_motions(self, table: TableId, facts: TableFacts) -> None:
        if rows := motion_values(table, facts.motions):
            await self._connection.execute(plain_insert(MotionRow), rows)

    async def _add(self, adding: Insert) -> None:
        try:
            await self._connection.execute(adding)
        except IntegrityError as error:
            raise _fenced(error) from error


def _fenced(error: IntegrityError) -> Exception:
    """Return what a broken constraint means: a fence where the row was there, else the mistake it is."""
    return Fenced("the record already has this revision") if is_clash(error) else error
