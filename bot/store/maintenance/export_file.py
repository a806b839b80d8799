"""Writes the database, except leases, to a file of JSON lines, which SQLite and PostgreSQL can import.

The file has a header, each table's columns and rows, and a checksum. No row refers to a later row.
"""

import base64
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from sqlalchemy import Table, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import __version__
from bot.store.connection.connections import Connections
from bot.store.connection.upsert import count_rows
from bot.store.maintenance.copy_and_restore import Report, create_new_file
from bot.store.maintenance.migrate import get_newest_revision, read_revision, require_newest

# Importing these modules adds their tables to the schema.
from bot.store.schema import event_models, league_models, puzzle_models, result_models, table_models, team_models  # noqa: F401
from bot.store.schema.base import Base

FORMAT: Final = "tractor-export"
VERSION: Final = 1
NOT_EXPORTED: Final = frozenset({"leases"})
"""Tables that only concern the processes that use the database."""
BATCH = 1000


class PortableWriter:
    """Writes the lines of an export."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()

    def write(self, value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)

    def finish(self) -> None:
        self._file.write(json.dumps({"sha256": self._digest.hexdigest()}).encode() + b"\n")


def encode_value(value: Any) -> Any:
    """Return a column's value in a form that JSON can hold."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


async def export_database(connections: Connections, target: Path, report: Report | None = None) -> int:
    """Write the database as it is at one moment to the new file `target`; return the number of rows.

    Raises IncompatibleDatabase: the schema is not this program's. Raises FileExistsError: `target` exists. Raises
    another OSError: the disk or the database fails.
    """
    with create_new_file(target) as unfinished:
        async with connections.read() as connection:
            require_newest(await connection.run_sync(read_revision))
            is_compressed = target.suffix == ".gz"
            with gzip.open(unfinished, "wb", compresslevel=6) if is_compressed else unfinished.open("wb") as file:
                return await _write_tables(connection, PortableWriter(cast("BinaryIO", file)), report)


async def _write_tables(connection: AsyncConnection, writer: PortableWriter, report: Report | None) -> int:
    tables = [table for table in Base.metadata.sorted_tables if table.name not in NOT_EXPORTED]
    counts = {table: await count_rows(connection, table) for table in tables}
    total, done = sum(counts.values()), 0
    revision = get_newest_revision()
    writer.write({"format": FORMAT, "version": VERSION, "revision": revision, "program": __version__, "rows": total})
    for table in tables:
        columns = [column.name for column in table.columns]
        head = {"table": table.name, "rows": counts[table], "columns": columns}
        writer.write(head | await _read_last_id(connection, table))
        async with connection.stream(
            select(table).order_by(*table.primary_key).execution_options(yield_per=BATCH)
        ) as rows:
            async for row in rows:
                writer.write([encode_value(value) for value in row])
                done += 1
                if report is not None and (done % BATCH == 0 or done == total):
                    report(done, total)
    writer.finish()
    return total


async def _read_last_id(connection: AsyncConnection, table: Table) -> dict[str, int | str]:
    """Return a table's id column and the last id it has assigned. Return nothing if the table may reuse ids."""
    column = table.autoincrement_column
    if column is None or not table.dialect_options["sqlite"].get("autoincrement"):
        return {}
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
        last = (await connection.execute(query, {"table": table.name})).scalar() or 0
    else:
        query = text("SELECT pg_get_serial_sequence(:table, :column)")
        name = (await connection.execute(query, {"table": table.name, "column": column.name})).scalar_one()
        query = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}")  # noqa: S608 - the name comes from PostgreSQL
        last = (await connection.execute(query)).scalar_one()
    return {"id": column.name, "last_id": last}
