"""Stores tables with their records, and which Discord messages show them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import UpdateBase, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import ChannelId, EventMatchId, GuildId, MessageId, TableId, UserId
from bot.play.values.stored_table import PanelHandle, StoredTable, StoredTableMessage, TableThread
from bot.play.values.table_info import EventPlace
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import find_one, get_table, replace_rows, upsert
from bot.store.people.person_store import ensure_people
from bot.store.schema.event_models import EventMatchRow, EventRow
from bot.store.schema.table_models import (
    LIVE_TABLES,
    ActionRow,
    DeadlineRow,
    DealRow,
    PanelRow,
    PlayersWantedRow,
    ProposalRow,
    SeatRow,
    TableMessageRow,
    TableRow,
    TurnPingRow,
)
from bot.store.tables.save_table import DeferredTransaction
from bot.store.tables.table_rows import to_deadline, to_deal_secret, to_entries, to_table_info


class SqlTables(Repository):
    """Implements `Store` of `bot.play` and `SurfaceStore` of `bot.ui`. Every method but `begin` is one transaction."""

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[DeferredTransaction]:
        async with self._connections.write_in_steps() as steps:
            yield DeferredTransaction(steps)

    async def load(self, table: TableId) -> StoredTable | None:
        return await self._connections.run_reading(lambda connection: _load(connection, table))

    async def list_live_tables(self) -> Mapping[TableId, GuildId]:
        last = select(func.max(ActionRow.at)).where(ActionRow.table_id == TableRow.id).scalar_subquery()
        query = (
            select(TableRow.id, TableRow.guild_id)
            .where(LIVE_TABLES, self._connections.is_own(TableRow.guild_id))
            .order_by(last.desc().nulls_last(), TableRow.id.desc())
        )
        return dict(await self._connections.fetch_all(query))

    async def list_tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        query = select(TableRow.id).where(TableRow.channel_id == channel).order_by(TableRow.id.desc())
        return await self._connections.fetch_values(query)

    async def find_event_table(self, match: EventMatchId) -> TableId | None:
        return await self._connections.fetch_value(select(TableRow.id).where(TableRow.event_match_id == match))

    async def save_table_message(self, message: StoredTableMessage) -> None:
        values = {"channel_id": message.channel, "message_id": message.message, "posted_at": message.posted_at}
        row = {"table_id": message.table, **values, "deal": message.deal}
        await self._connections.run_small_write(lambda connection: upsert(connection, TableMessageRow, row))

    async def find_table_message(self, table: TableId) -> StoredTableMessage | None:
        shown = TableMessageRow
        query = select(shown.channel_id, shown.message_id, shown.posted_at, shown.deal).where(shown.table_id == table)
        row = await self._connections.fetch_one(query)
        return None if row is None else StoredTableMessage(table, *row)

    async def save_panel(self, panel: PanelHandle) -> None:
        ids = {"table_id": panel.table, "user_id": panel.user}

        async def save(connection: AsyncConnection) -> None:
            await ensure_people(connection, [panel.user])
            await upsert(connection, PanelRow, {**ids, "token": panel.token, "renewed_at": panel.renewed_at})

        await self._connections.run_small_write(save)

    async def delete_panel(self, table: TableId, user: UserId) -> None:
        await self._execute(delete(PanelRow).where(PanelRow.table_id == table, PanelRow.user_id == user))

    async def list_panels(self, table: TableId) -> Sequence[PanelHandle]:
        query = select(PanelRow.user_id, PanelRow.token, PanelRow.renewed_at).where(PanelRow.table_id == table)
        rows = await self._connections.fetch_all(query.order_by(PanelRow.user_id))
        return [PanelHandle(table, user, token, renewed_at) for user, token, renewed_at in rows]

    async def load_thread(self, table: TableId) -> TableThread:
        query = select(TableRow.thread_id, TableRow.stays_in_channel).where(TableRow.id == table)
        row = await self._connections.fetch_one(query)
        return TableThread(None, stays_in_channel=False) if row is None else TableThread(*row)

    async def save_thread(self, table: TableId, thread: ChannelId) -> None:
        await self._update(table, thread_id=thread, stays_in_channel=False)

    async def leave_thread(self, table: TableId) -> None:
        await self._update(table, stays_in_channel=True)

    async def find_table_by_thread(self, thread: ChannelId) -> TableId | None:
        query = select(TableRow.id).where(TableRow.thread_id == thread).order_by(TableRow.id.desc()).limit(1)
        return await self._connections.fetch_value(query)

    async def list_turn_pings(self, table: TableId) -> Sequence[tuple[ChannelId, MessageId]]:
        query = select(TurnPingRow.channel_id, TurnPingRow.message_id).where(TurnPingRow.table_id == table)
        rows = await self._connections.fetch_all(query.order_by(TurnPingRow.place))
        return [(channel, message) for channel, message in rows]

    async def save_turn_pings(self, table: TableId, pings: Sequence[tuple[ChannelId, MessageId]]) -> None:
        rows = [
            {"table_id": table, "place": place, "channel_id": channel, "message_id": message}
            for place, (channel, message) in enumerate(pings)
        ]

        of = TurnPingRow.table_id == table
        await self._connections.run_small_write(lambda connection: replace_rows(connection, TurnPingRow, rows, of))

    async def list_players_wanted(self) -> Sequence[tuple[TableId, ChannelId, MessageId]]:
        query = select(*PlayersWantedRow.__table__.columns).join(TableRow, TableRow.id == PlayersWantedRow.table_id)
        rows = await self._connections.fetch_all(query.where(self._connections.is_own(TableRow.guild_id)))
        return [(row.table_id, row.channel_id, row.message_id) for row in rows]

    async def save_players_wanted(self, table: TableId, channel: ChannelId, message: MessageId) -> None:
        values = {"table_id": table, "channel_id": channel, "message_id": message}
        await self._connections.run_small_write(lambda connection: upsert(connection, PlayersWantedRow, values))

    async def delete_players_wanted(self, table: TableId) -> None:
        await self._execute(delete(PlayersWantedRow).where(PlayersWantedRow.table_id == table))

    async def find_host_alert(self, table: TableId) -> str | None:
        return await self._connections.fetch_value(select(TableRow.host_alert).where(TableRow.id == table))

    async def save_host_alert(self, table: TableId, fault: str | None) -> None:
        await self._update(table, host_alert=fault)

    async def find_computer_level(self, table: TableId) -> str | None:
        return await self._connections.fetch_value(select(TableRow.computer_level).where(TableRow.id == table))

    async def save_computer_level(self, table: TableId, level: str) -> None:
        await self._update(table, computer_level=level)

    async def _update(self, table: TableId, **values: Any) -> None:
        await self._execute(update(TableRow).where(TableRow.id == table).values(**values))

    async def _execute(self, statement: UpdateBase) -> None:
        await self._connections.run_small_write(lambda connection: connection.execute(statement))


async def _find_event_place(connection: AsyncConnection, match: EventMatchId) -> EventPlace | None:
    place = EventMatchRow.round, EventMatchRow.number, EventMatchRow.shared_table, EventMatchRow.board
    query = select(EventRow.name, EventRow.message_id, *place)
    of = query.join(EventRow, EventRow.id == EventMatchRow.event_id).where(EventMatchRow.id == match)
    return await find_one(
        connection,
        of,
        lambda row: EventPlace(row.name, row.round, row.shared_table or row.number, row.message_id, row.board),
    )


async def _load(connection: AsyncConnection, id_: TableId) -> StoredTable | None:
    table = (await connection.execute(select(get_table(TableRow)).where(TableRow.id == id_))).one_or_none()
    if table is None:
        return None
    seats = select(SeatRow.seat, SeatRow.user_id, SeatRow.computer_level, SeatRow.computer_number)
    proposals = select(ProposalRow.kind, ProposalRow.seat, ProposalRow.newcomer_id, ProposalRow.seats)
    actions = select(ActionRow.revision, ActionRow.at, ActionRow.text)
    deals = select(DealRow.number, DealRow.secret, DealRow.commitment, DealRow.cut)
    deadlines = select(DeadlineRow.kind, DeadlineRow.at, DeadlineRow.seat, DeadlineRow.task)
    execute = connection.execute
    seat_rows = await execute(seats.where(SeatRow.table_id == id_))
    proposal_rows = await execute(proposals.where(ProposalRow.table_id == id_).order_by(ProposalRow.place))
    action_rows = await execute(actions.where(ActionRow.table_id == id_).order_by(ActionRow.revision))
    deal_rows = await execute(deals.where(DealRow.table_id == id_).order_by(DealRow.number))
    deadline_rows = await execute(deadlines.where(DeadlineRow.table_id == id_).order_by(DeadlineRow.place))
    info = to_table_info(table, seat_rows, proposal_rows)
    if info.event_match is not None:
        info = replace(info, event_place=await _find_event_place(connection, info.event_match))
    return StoredTable(
        info,
        to_entries(id_, action_rows),
        tuple(map(to_deal_secret, deal_rows)),
        tuple(map(to_deadline, deadline_rows)),
    )
