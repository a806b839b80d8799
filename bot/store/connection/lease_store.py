"""Stores the leases of shards as rows. Fences writes, so that a process without its leases cannot write.

The fence is a check at the start of each transaction with writes, except writes of leases. It fails unless the process
still has its leases. A takeover has to wait until the transaction ends.
"""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from sqlalchemy import Row, delete, func, inspect, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.processes.process import Lease, LeaseLost, Process, Shards
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import get_table, upsert
from bot.store.schema.base import LeaseRow

_FIRST: Final = "bot"
"""The name of shard 0's lease. The names of other leases begin with it."""
_ALL: Final = select(get_table(LeaseRow))
_TAKING: Final = 0x6C65_6173_6573
"""The key of PostgreSQL's advisory lock for taking leases, an arbitrary number."""


class SqlLeases(Repository):
    """Implements `bot.processes.process.LeaseStore`. Its transactions are not fenced."""

    async def exist(self) -> bool:
        """Return whether the database has the table of leases, which a migration creates."""
        async with self._connections.read() as connection:
            return await connection.run_sync(lambda sync: inspect(sync).has_table(LeaseRow.__tablename__))

    async def list_all(self) -> Sequence[Lease]:
        async with self._connections.read() as connection:
            rows = (await connection.execute(_ALL)).all()
            now = await _read_time(connection) if rows else 0.0
        return sorted((_to_lease(row, now) for row in rows), key=lambda lease: lease.shard)

    async def take(
        self, owner: str, process: Process, seconds: float, shards: Shards, instead_of: Collection[Lease]
    ) -> int | None:
        async with self._connections.transaction(fenced=False) as connection:
            if connection.dialect.name == "postgresql":  # SQLite's writers wait for one another
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _TAKING})
            rows = (await connection.execute(_ALL)).all()
            replaced = {row.name: row for row in rows if row.owner in {one.owner for one in instead_of} | {"", owner}}
            if _have_changed(await _lock(connection, replaced.keys()), instead_of):
                return None
            others = (row for row in rows if row.name not in replaced)
            if any(_to_shard(row.name) in shards.ids or row.shard_count != shards.count for row in others):
                return None
            values = {
                "owner": owner,
                "host": process.host,
                "machine": process.machine,
                "process": process.number,
                "process_started": process.started,
                "expires_at": await _read_time(connection) + seconds,
            }
            return await _replace(connection, replaced, shards, values)

    async def renew(self, owner: str, seconds: float) -> bool:
        async with self._connections.transaction(fenced=False) as connection:
            until = await _read_time(connection) + seconds
            renewing = update(LeaseRow).where(LeaseRow.owner == owner).values(expires_at=until)
            return (await connection.execute(renewing)).rowcount > 0

    async def release(self, owner: str) -> None:
        async with self._connections.transaction(fenced=False) as connection:
            values = {"owner": "", "expires_at": await _read_time(connection), "wanted_by": None}
            await connection.execute(update(LeaseRow).where(LeaseRow.owner == owner).values(**values))

    async def ask(self, owner: str, leases: Collection[Lease]) -> None:
        async with self._connections.transaction(fenced=False) as connection:
            owners = {lease.owner for lease in leases}
            await connection.execute(update(LeaseRow).where(LeaseRow.owner.in_(owners)).values(wanted_by=owner))

    async def is_wanted(self, owner: str) -> bool:
        wanted = select(LeaseRow.name).where(LeaseRow.owner == owner, LeaseRow.wanted_by.is_not(None)).limit(1)
        return await self._connections.fetch_value(wanted) is not None

    async def save_answered(self, owner: str, interactions: Collection[int]) -> None:
        async with self._connections.transaction(fenced=False) as connection:
            answered = " ".join(map(str, interactions))
            await connection.execute(update(LeaseRow).where(LeaseRow.owner == owner).values(answered=answered))

    def fence_writes(self, owner: str, epoch: int, shards: Shards, on_lost: Callable[[], object]) -> None:
        held = select(LeaseRow.name).where(LeaseRow.name == _to_name(shards.ids[0]))
        held = held.where(LeaseRow.owner == owner, LeaseRow.epoch == epoch)
        # FOR KEY SHARE makes a takeover (FOR UPDATE) wait, but not the owner's renewal. SQLite has one writer anyway.
        # One row is enough, because an owner has either all of its leases or none.
        locking = held.with_for_update(read=True, key_share=True)

        async def check(connection: AsyncConnection) -> None:
            if (await connection.execute(locking)).first() is None:
                on_lost()
                raise LeaseLost

        self._connections.fence = check


async def _replace(
    connection: AsyncConnection, replaced: dict[str, Row[Any]], shards: Shards, values: dict[str, Any]
) -> int:
    """Take the leases of `shards` and return the first lease's epoch. Release or delete the rest of `replaced`."""
    names = [_to_name(shard) for shard in shards.ids]
    kept = {name: row for name, row in replaced.items() if row.shard_count == shards.count}
    if others := replaced.keys() - kept.keys():
        await connection.execute(delete(LeaseRow).where(LeaseRow.name.in_(others)))
    if unwanted := kept.keys() - set(names):
        await connection.execute(update(LeaseRow).where(LeaseRow.name.in_(unwanted)).values(owner=""))
    epochs = [kept[name].epoch + 1 if name in kept else 1 for name in names]
    for name, epoch in zip(names, epochs, strict=True):
        new = {"epoch": epoch, "shard_count": shards.count, "wanted_by": None, "answered": None}
        await upsert(connection, LeaseRow, {"name": name} | values | new)
    return epochs[0]


async def _lock(connection: AsyncConnection, names: Collection[str]) -> Sequence[Row[Any]]:
    """Wait until the owners of these leases have no transaction in progress, then return the leases."""
    return (await connection.execute(_ALL.where(LeaseRow.name.in_(names)).with_for_update())).all() if names else []


def _have_changed(rows: Collection[Row[Any]], instead_of: Collection[Lease]) -> bool:
    known = {lease.owner: lease.expires_at for lease in instead_of}
    return any(row.expires_at != known[row.owner] for row in rows if row.owner in known)


def _to_lease(row: Row[Any], now: float) -> Lease:
    return Lease(
        _to_shard(row.name),
        row.shard_count,
        row.owner,
        row.epoch,
        Process(row.host, row.machine, row.process, row.process_started),
        row.expires_at,
        row.expires_at - now,
        None if row.answered is None else frozenset(map(int, row.answered.split())),
    )


def _to_name(shard: int) -> str:
    return f"{_FIRST} {shard}" if shard else _FIRST


def _to_shard(name: str) -> int:
    return int(name.removeprefix(_FIRST) or "0")


async def _read_time(connection: AsyncConnection) -> float:
    """Return the time by the clock that all processes with this database share, in seconds since 1970."""
    if connection.dialect.name == "sqlite":  # SQLite's file is on this machine, so all processes have its clock
        return time.time()
    return float((await connection.execute(select(func.extract("epoch", func.clock_timestamp())))).scalar_one())
