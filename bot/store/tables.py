"""The store of tables: `bot.play.ports.Store` in SQL, but for what people are called."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.occupants import ChannelId, MessageId, TableId, UserId
from bot.play.ports import BoardMessage, PanelHandle, StoredTable
from bot.store.connections import Connections
from bot.store.models import LIVE, ActionRow, BoardRow, DeadlineRow, DealRow, MotionRow, PanelRow, SeatRow, TableRow
from bot.store.people import know_people
from bot.store.rows import deadline_of, deal_of, entries_of, facts_of
from bot.store.uow import SqlTransaction
from bot.store.upsert import put


class SqlTables:
    """Where tables are kept. Every method but `begin` is one unit of work."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[SqlTransaction]:
        """Open a unit of work; leaving it without `commit` undoes it.

        Raises:
            Unavailable: the database did not answer.
        """
        async with self._connections.write() as connection:
            yield SqlTransaction(connection)

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record as they are at one moment; None if there is none.

        Raises:
            BrokenRecord: the record has a gap or cannot be read.
        """
        async with self._connections.read() as connection:
            return await _load(connection, table)

    async def live_tables(self) -> Sequence[TableId]:
        """Return all tables in a lobby or playing, oldest first."""
        query = select(TableRow.id).where(LIVE).order_by(TableRow.id)
        async with self._connections.read() as connection:
            return [TableId(id_) for id_ in (await connection.execute(query)).scalars()]

    async def tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        """Return the tables of a channel, newest first."""
        query = select(TableRow.id).where(TableRow.channel_id == channel).order_by(TableRow.id.desc())
        async with self._connections.read() as connection:
            return [TableId(id_) for id_ in (await connection.execute(query)).scalars()]

    async def save_board(self, board: BoardMessage) -> None:
        """Keep the public message of a table, replacing what was kept."""
        values = {
            "table_id": board.table,
            "channel_id": board.channel,
            "message_id": board.message,
            "posted_at": board.posted_at,
        }
        async with self._connections.write() as connection:
            await put(connection, BoardRow, values)
            await connection.commit()

    async def board(self, table: TableId) -> BoardMessage | None:
        """Return the public message of a table."""
        query = select(BoardRow.channel_id, BoardRow.message_id, BoardRow.posted_at).where(BoardRow.table_id == table)
        async with self._connections.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else BoardMessage(table, ChannelId(row[0]), MessageId(row[1]), row[2])

    async def save_panel(self, panel: PanelHandle) -> None:
        """Keep a person's panel at a table, replacing what was kept."""
        values = {
            "table_id": panel.table,
            "user_id": panel.user,
            "token": panel.token,
            "renewed_at": panel.renewed_at,
        }
        async with self._connections.write() as connection:
            await know_people(connection, [panel.user])
            await put(connection, PanelRow, values)
            await connection.commit()

    async def drop_panel(self, table: TableId, user: UserId) -> None:
        """Forget a person's panel at a table."""
        async with self._connections.write() as connection:
            await connection.execute(delete(PanelRow).where(PanelRow.table_id == table, PanelRow.user_id == user))
            await connection.commit()

    async def panels(self, table: TableId) -> Sequence[PanelHandle]:
        """Return all panels of a table."""
        query = (
            select(PanelRow.user_id, PanelRow.token, PanelRow.renewed_at)
            .where(PanelRow.table_id == table)
            .order_by(PanelRow.user_id)
        )
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
        return [PanelHandle(table, UserId(user), token, renewed_at) for user, token, renewed_at in rows]


async def _load(connection: AsyncConnection, id_: TableId) -> StoredTable | None:
    columns = TableRow.__table__.columns
    table = (await connection.execute(select(*columns).where(TableRow.id == id_))).one_or_none()
    if table is None:
        return None
    seats = select(SeatRow.seat, SeatRow.user_id, SeatRow.computer_level, SeatRow.computer_number)
    motions = select(MotionRow.kind, MotionRow.seat, MotionRow.newcomer_id, MotionRow.seats)
    actions = select(ActionRow.revision, ActionRow.at, ActionRow.text)
    deals = select(DealRow.number, DealRow.secret, DealRow.commitment, DealRow.cut)
    due = select(DeadlineRow.kind, DeadlineRow.at, DeadlineRow.seat, DeadlineRow.task)
    return StoredTable(
        facts_of(
            table,
            await connection.execute(seats.where(SeatRow.table_id == id_)),
            await connection.execute(motions.where(MotionRow.table_id == id_).order_by(MotionRow.place)),
        ),
        entries_of(
            id_, await connection.execute(actions.where(ActionRow.table_id == id_).order_by(ActionRow.revision))
        ),
        tuple(map(deal_of, await connection.execute(deals.where(DealRow.table_id == id_).order_by(DealRow.number)))),
        tuple(
            map(
                deadline_of,
                await connection.execute(due.where(DeadlineRow.table_id == id_).order_by(DeadlineRow.place)),
            )
        ),
    )
