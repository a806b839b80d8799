"""The lease of the database: one row, changed only while it is as the process read it."""

import time
from typing import Final

from sqlalchemy import Update, delete, func, inspect, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.lease import Lease, Process
from bot.store.connections import Connections
from bot.store.models import LeaseRow
from bot.store.upsert import dialect_insert

_NAME: Final = "bot"


class SqlLease:
    """Implements `bot.lease.LeaseStore`. Every method is one transaction."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def exists(self) -> bool:
        """Return whether the database has the table; before its first migration it has not."""
        async with self._connections.read() as connection:
            return await connection.run_sync(lambda sync: inspect(sync).has_table(LeaseRow.__tablename__))

    async def find(self) -> Lease | None:
        async with self._connections.read() as connection:
            query = select(LeaseRow.__table__).where(LeaseRow.name == _NAME)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            left = row.expires_at - await _read_time(connection)
        process = Process(row.host, row.machine, row.process, row.process_started)
        return Lease(row.owner, process, row.expires_at, left)

    async def take(self, owner: str, process: Process, seconds: float, instead_of: Lease | None) -> bool:
        async with self._connections.write() as connection:
            values = {
                "owner": owner,
                "host": process.host,
                "machine": process.machine,
                "process": process.number,
                "process_started": process.started,
                "expires_at": await _read_time(connection) + seconds,
            }
            if instead_of is None:
                insert = dialect_insert(connection, LeaseRow).on_conflict_do_nothing()
                changed = await connection.execute(insert.values(name=_NAME, **values))
            else:
                unchanged = _update(instead_of.owner).where(LeaseRow.expires_at == instead_of.expires_at)
                changed = await connection.execute(unchanged.values(**values))
            await connection.commit()
            return changed.rowcount == 1

    async def renew(self, owner: str, seconds: float) -> bool:
        async with self._connections.write() as connection:
            until = await _read_time(connection) + seconds
            changed = await connection.execute(_update(owner).values(expires_at=until))
            await connection.commit()
            return changed.rowcount == 1

    async def release(self, owner: str) -> None:
        async with self._connections.write() as connection:
            await connection.execute(delete(LeaseRow).where(LeaseRow.name == _NAME, LeaseRow.owner == owner))
            await connection.commit()


def _update(owner: str) -> Update:
    return update(LeaseRow).where(LeaseRow.name == _NAME, LeaseRow.owner == owner)


async def _read_time(connection: AsyncConnection) -> float:
    """Return the time by the clock that all users of the database share, in seconds since the epoch."""
    if connection.dialect.name == "sqlite":  # a file on this machine
        return time.time()
    return float((await connection.execute(select(func.extract("epoch", func.clock_timestamp())))).scalar_one())
