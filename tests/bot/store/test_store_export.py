"""An export holds the whole database, and an import gives the same one, on SQLite and PostgreSQL."""

import gzip
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select
from store_factories import add_table, append_entries, facts, play
from test_store_old_dumps import write

from bot.store.connection.connections import Connections
from bot.store.database import Database
from bot.store.maintenance.export_file import FORMAT, PortableWriter, encode_value, export_database
from bot.store.maintenance.import_file import BadPortableFile, NotEmpty, import_database, read_header
from bot.store.maintenance.migrate import IncompatibleDatabase, find_revision, get_newest_revision
from bot.store.schema.base import Base
from tests.everyday import spread
from tests.next_migration import NEXT, next_migration

DUMP = Path(__file__).parent / f"written_by_{get_newest_revision()}.sql"


async def read_all(url):
    """Return all rows of all tables except the leases."""
    connections = await Connections.open(url)
    async with connections.read() as connection:
        found = {}
        for table in Base.metadata.sorted_tables:
            rows = (await connection.execute(select(table).order_by(*table.primary_key))).all()
            found[table.name] = [tuple(row) for row in rows]
    await connections.close()
    del found["leases"]
    return found


async def export(url, target, report=None):
    connections = await Connections.open(url)
    try:
        return await export_database(connections, target, report)
    finally:
        await connections.close()


@pytest.fixture
async def filled_url(url):
    database = await Database.open(url)
    await write(database.store)
    await database.close()
    return url


@pytest.mark.parametrize("name", spread(1, ["all.jsonl", "all.jsonl.gz"]))
async def test_imported_database_equals_the_exported_one(filled_url, tmp_path, name):
    done, wanted = [], await read_all(filled_url)
    rows = await export(filled_url, tmp_path / name, lambda *progress: done.append(progress))
    assert rows == sum(map(len, wanted.values())) > 60
    assert done[-1] == (rows, rows)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    other = f"sqlite:///{tmp_path}/other.db"
    assert await import_database(other, tmp_path / name) == rows
    assert await read_all(other) == wanted


@pytest.mark.long
async def test_ids_of_deleted_rows_are_not_reused_after_import(url, empty_url, tmp_path):
    """The ID of a deleted table is never reused, because controls in old messages contain it."""
    database = await Database.open(url)
    await write(database.store)
    last = await add_table(database.store, facts())
    async with database._connections.write() as connection:
        await connection.execute(
            Base.metadata.tables["tables"].delete().where(Base.metadata.tables["tables"].c.id == last)
        )
        await connection.commit()
    await database.close()
    await export(url, tmp_path / "all.jsonl")
    await import_database(empty_url, tmp_path / "all.jsonl")
    assert await read_all(empty_url) == await read_all(url)
    database = await Database.open(empty_url)
    table = await add_table(database.store, facts())
    assert table == last + 1
    await append_entries(database.store, table, play(1))
    await database.close()


@pytest.mark.long
async def test_import_overwrites_nothing(filled_url, url, tmp_path):
    await export(filled_url, tmp_path / "all.jsonl")
    before = await read_all(url)
    with pytest.raises(NotEmpty):
        await import_database(url, tmp_path / "all.jsonl")
    assert await read_all(url) == before


def export_dump(dump, target):
    """Write the rows of a dump as the program of that time exported them. Return the number of rows."""
    old = sqlite3.connect(":memory:")
    old.executescript(dump.read_text())
    tables = old.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall()
    (revision,) = old.execute("SELECT version_num FROM alembic_version").fetchone()
    lines = []
    for (table,) in tables:
        if table not in {"leases", "alembic_version"}:
            rows = old.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in rows.description]
            found = [[encode_value(value) for value in row] for row in rows]
            lines += [{"table": table, "rows": len(found), "columns": columns}, *found]
    old.close()
    count = sum(isinstance(line, list) for line in lines)
    write_lines(target, {"format": FORMAT, "version": 1, "revision": revision, "rows": count}, *lines)
    return count


def write_lines(target, *lines):
    with target.open("wb") as file:
        writer = PortableWriter(file)
        for line in lines:
            writer.write(line)
        writer.finish()


@pytest.mark.long
async def test_export_of_an_older_version_is_upgraded(tmp_path):
    rows = export_dump(DUMP, tmp_path / "old.jsonl")
    url = f"sqlite:///{tmp_path}/new.db"
    with next_migration():
        assert await import_database(url, tmp_path / "old.jsonl") == rows
    assert await find_revision(url) == NEXT
    assert len((await read_all(url))["tables"]) == 2


async def test_export_refuses_an_older_schema(tmp_path):
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(DUMP.read_text())
    old.close()
    with next_migration(), pytest.raises(IncompatibleDatabase, match=r"revision is .*migrate"):
        await export(f"sqlite:///{tmp_path}/old.db", tmp_path / "all.jsonl")
    assert not (tmp_path / "all.jsonl").exists()
    assert not list(tmp_path.glob(".backup-*"))


HEAD = {"format": FORMAT, "version": 1, "rows": 0}


@pytest.mark.parametrize(
    ("lines", "error", "words"),
    spread(
        3,
        [
            ([{"format": "something else"}], BadPortableFile, "no export of this program"),
            ([["a", "list"]], BadPortableFile, "no export of this program"),
            ([HEAD | {"version": 2}], BadPortableFile, "another version"),
            ([HEAD | {"revision": "9998"}], IncompatibleDatabase, "another version .*9998"),
            ([HEAD | {"revision": "f00d"}], IncompatibleDatabase, "revision f00d"),
            ([HEAD | {"revision": get_newest_revision(), "rows": 5}], BadPortableFile, "0 rows instead of 5"),
            ([HEAD | {"revision": get_newest_revision()}, ["a", "row"]], BadPortableFile, "more rows than"),
        ],
    ),
)
async def test_unusable_export_is_refused(tmp_path, lines, error, words):
    write_lines(tmp_path / "all.jsonl", *lines)
    with pytest.raises(error, match=words) as refused:
        await import_database(f"sqlite:///{tmp_path}/new.db", tmp_path / "all.jsonl")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
@pytest.mark.parametrize("harm", ["cut", "changed", "empty"])
async def test_damaged_export_is_refused(tmp_path, name, harm):
    export_dump(DUMP, tmp_path / "all.jsonl")
    content = (tmp_path / "all.jsonl").read_bytes()
    if harm == "changed":
        content = content.replace(b"Ann", b"Bob", 1)
    packed = gzip.compress(content) if name.endswith(".gz") else content
    harmed = {"cut": packed[: len(packed) // 2], "changed": packed, "empty": b""}[harm]
    (tmp_path / name).write_bytes(harmed)
    with pytest.raises(BadPortableFile):
        await import_database(f"sqlite:///{tmp_path}/new.db", tmp_path / name)
    assert not (tmp_path / "new.db").exists()


def test_export_with_a_flipped_bit_is_refused(tmp_path):
    export_dump(DUMP, tmp_path / "all.jsonl")
    file = tmp_path / "all.jsonl.gz"
    packed = gzip.compress((tmp_path / "all.jsonl").read_bytes())
    for place in range(20, len(packed) - 20, len(packed) // 50):
        file.write_bytes(packed[:place] + bytes([packed[place] ^ 4]) + packed[place + 1 :])
        with pytest.raises(BadPortableFile):
            read_header(file)


@pytest.mark.parametrize("name", ["all.gz", "all.jsonl", "renamed"])
def test_compressed_export_is_known_by_its_content(tmp_path, name):
    export_dump(DUMP, tmp_path / "plain")
    (tmp_path / name).write_bytes(gzip.compress((tmp_path / "plain").read_bytes()))
    assert read_header(tmp_path / name) == read_header(tmp_path / "plain")


@pytest.mark.long
async def test_failed_import_leaves_the_database_empty(tmp_path):
    """A reference to a missing row is found only at the end of the import."""
    rows = [{"table": "players_wanted", "rows": 1, "columns": ["table_id", "channel_id", "message_id"]}, [7, 8, 9]]
    write_lines(tmp_path / "all.jsonl", HEAD | {"revision": get_newest_revision(), "rows": 1}, *rows)
    url = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(OSError, match="players_wanted refers to a missing row"):
        await import_database(url, tmp_path / "all.jsonl")
    assert await find_revision(url) is None
    export_dump(DUMP, tmp_path / "good.jsonl")
    assert await import_database(url, tmp_path / "good.jsonl") > 0
