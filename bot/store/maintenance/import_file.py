"""Fills an empty database with an export, in one transaction."""

import asyncio
import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, MetaData, Table, inspect, text

from bot.store.connection.engines import Unavailable, database_url, prepare_database
from bot.store.maintenance.copy_and_restore import Report
from bot.store.maintenance.export_file import BATCH, FORMAT, VERSION
from bot.store.maintenance.migrate import open_alone, require_known, upgrade_connection

_GZIP: Final = b"\x1f\x8b"


class NotEmpty(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The database has tables already; the message is one line."""


async def import_database(url: str, source: Path, report: Report | None = None) -> int:
    """Fill the empty database at `url` with the export `source`, upgrade it, and return the number of rows.

    If the process is killed meanwhile, the database stays empty. Raises BadDatabaseUrl, NotEmpty or BadPortableFile.
    Raises IncompatibleDatabase: this version cannot upgrade `source`. Raises Unavailable: the database does not answer,
    or a row of `source` refers to a missing row.
    """
    header = await asyncio.to_thread(read_header, source)
    require_known(str(header["revision"]))
    made = database_url(url)
    await prepare_database(made)
    async with open_alone(made, writes=True) as connection:
        await connection.run_sync(_fill, source, header, report)
    return int(header["rows"])


def _fill(connection: Connection, source: Path, header: dict[str, Any], report: Report | None) -> None:
    if inspect(connection).get_table_names():
        raise NotEmpty("the database is not empty; import into a new one, so that nothing is overwritten")
    upgrade_connection(connection, header["revision"])
    schema = MetaData()
    schema.reflect(connection)
    done = 0
    for head, rows in _group_rows(read_values(source)):
        done += _insert(connection, schema.tables[head["table"]], head, rows)
        if report is not None:
            report(done, header["rows"])
    if done != header["rows"]:
        raise BadPortableFile(f"{source} has {done} rows instead of {header['rows']}")
    if connection.dialect.name == "sqlite" and (bad := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise Unavailable(f"a row of {bad[0]} refers to a missing row; nothing was imported")
    upgrade_connection(connection)


def _group_rows(values: Iterator[Any]) -> Iterator[tuple[dict[str, Any], list[list[Any]]]]:
    """Yield batches of rows, each with the line that describes its table. An empty table has one empty batch."""
    for head in values:
        if not isinstance(head, dict):
            raise BadPortableFile("a table has more rows than its line says")
        for begun in range(0, max(1, head["rows"]), BATCH):
            yield head, list(islice(values, min(BATCH, head["rows"] - begun)))


def _insert(connection: Connection, table: Table, head: dict[str, Any], rows: list[list[Any]]) -> int:
    names = head["columns"]
    if rows:
        filled = [dict(zip(names, map(decode_value, row), strict=True)) for row in rows]
        connection.execute(table.insert(), filled)
    if "last_id" in head:
        _continue_ids(connection, head["table"], head["id"], head["last_id"])
    return len(rows)


def _continue_ids(connection: Connection, table: str, column: str, last: int) -> None:
    """Make a table assign ids from `last` + 1 on, so that no id is used twice."""
    if last == 0:
        return
    if connection.dialect.name != "sqlite":
        query = text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)")
        connection.execute(query, {"table": table, "column": column, "last": last})
        return
    values = {"table": table, "last": last}
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), values)
    connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"), values)


class BadPortableFile(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The file is not a complete export. The message is one line."""


def read_header(file: Path) -> dict[str, Any]:
    """Check the format and the checksum of a whole export, and return its header. Raises BadPortableFile."""
    try:
        lines = _iterate_lines(file)
        first = next(lines, b"{}")
        digest, last = hashlib.sha256(), first
        for line in lines:
            digest.update(last)
            last = line
        header, end = json.loads(first), json.loads(last)
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error) as error:
        raise BadPortableFile(f"{file} is no export, or it is cut off") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadPortableFile(f"{file} is no export of this program")
    if header.get("version") != VERSION:
        raise BadPortableFile(f"{file} was written by another version of the program")
    if not isinstance(end, dict) or end.get("sha256") != digest.hexdigest():
        raise BadPortableFile(f"{file} is damaged or cut off")
    return header


def read_values(file: Path) -> Iterator[Any]:
    """Yield the value of each line between the header and the checksum. Call `read_header` first."""
    return (json.loads(line) for line, _ in pairwise(islice(_iterate_lines(file), 1, None)))


def _iterate_lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:  # the first bytes show whether the file is compressed
        is_compressed = opened.read(len(_GZIP)) == _GZIP
    with gzip.open(file, "rb") if is_compressed else file.open("rb") as lines:
        yield from lines


def decode_value(value: Any) -> Any:
    """Return the value that `encode_value` has encoded."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
