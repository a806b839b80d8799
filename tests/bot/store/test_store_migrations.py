"""Migrations create the schema that the models describe, from any folder, and can be repeated."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError
from store_factories import add_table, append_entries, play

from bot.store.connection.connections import Connections
from bot.store.connection.engines import BadDatabaseUrl, database_url
from bot.store.database import Database
from bot.store.maintenance.migrate import MIGRATIONS, IncompatibleDatabase, alembic_config, get_newest_revision, upgrade
from bot.store.schema.team_models import Base
from tests.next_migration import NEXT, next_migration

ROOT = MIGRATIONS.parent


async def schema(url):
    """Return how the database differs from the models, and the names of the database's tables."""

    def compare(connection):
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True, "target_metadata": Base.metadata}
        )
        return compare_metadata(context, Base.metadata), set(inspect(connection).get_table_names())

    connections = await Connections.open(url)
    async with connections.read() as connection:
        found = await connection.run_sync(compare)
    await connections.close()
    return found


async def ddl(url):
    """Return SQLite's CREATE statements. The keys are the names of tables, indexes and other items."""
    connections = await Connections.open(url)
    async with connections.read() as connection:
        query = text("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' ORDER BY name")
        rows = (await connection.execute(query)).all()
    await connections.close()
    return {name: " ".join(sql.split()) for name, sql in rows if sql}


@pytest.mark.parametrize("empty_url", ["sqlite", "postgresql"], indirect=True)
async def test_newest_schema_equals_the_models(empty_url):
    await upgrade(empty_url)
    differences, tables = await schema(empty_url)
    assert differences == []
    assert tables == {*Base.metadata.tables, "alembic_version"}


@pytest.mark.long
async def test_the_comparison_sees_a_difference(empty_url):
    await upgrade(empty_url)
    connections = await Connections.open(empty_url)
    async with connections.write() as connection:
        await connection.execute(text("DROP INDEX ix_seats_user_id"))
        await connection.execute(text("ALTER TABLE people ADD COLUMN shoe INTEGER"))
        await connection.commit()
    await connections.close()
    differences, _ = await schema(empty_url)
    assert sorted(d[0] for d in differences) == ["add_index", "remove_column"]


async def test_sqlite_constraints_and_options_equal_the_models(migrated_url, tmp_path):
    """Alembic does not compare checks, WITHOUT ROWID, AUTOINCREMENT or the conditions of partial indexes."""
    models = await Connections.open(f"sqlite:///{tmp_path}/models.db")
    async with models.write() as connection:
        await connection.run_sync(Base.metadata.create_all)
        await connection.commit()
    await models.close()
    migrated, made = await ddl(migrated_url), await ddl(f"sqlite:///{tmp_path}/models.db")
    assert {n: parts(s) for n, s in migrated.items()} == {n: parts(s) for n, s in made.items()}


def parts(sql):
    """Return the clauses of a CREATE statement, sorted."""
    apart = sql.replace('"', "").replace(") WITHOUT ROWID", ", WITHOUT ROWID")
    return sorted(part.strip(" ()") for part in apart.split(", "))


async def test_upgrading_twice_loses_no_data(url):
    database = await Database.open(url)
    table = await add_table(database.store)
    await append_entries(database.store, table, play(1))
    before = await database.store.tables.load(table)
    await upgrade(url)  # the program is still running
    await upgrade(url)
    assert await database.store.tables.load(table) == before
    await database.close()


@pytest.mark.long
async def test_simultaneous_migrations_succeed(empty_url):
    await asyncio.gather(upgrade(empty_url), upgrade(empty_url), upgrade(empty_url))
    assert (await schema(empty_url))[0] == []


@pytest.mark.parametrize("revision", ["f00d", "0119", "9998"])
async def test_unknown_revisions_are_refused(url, revision):
    connections = await Connections.open(url)
    async with connections.write() as connection:
        await connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        await connection.commit()
    with pytest.raises(
        IncompatibleDatabase, match=rf"another version .*\(revision {revision}; .*run that version, whose `export`"
    ) as refused:
        await upgrade(url)
    assert "\n" not in str(refused.value)
    async with connections.read() as connection:
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar() == revision
    await connections.close()


async def test_tables_without_a_revision_are_refused(empty_url):
    connections = await Connections.open(empty_url)
    async with connections.write() as connection:
        await connection.execute(text("CREATE TABLE seats (thing INTEGER)"))
        await connection.commit()
    await connections.close()
    with pytest.raises(IncompatibleDatabase, match=r"\(revision unknown; "):
        await upgrade(empty_url)
    assert (await schema(empty_url))[1] == {"seats"}


async def test_the_next_migration_upgrades_a_database(tmp_path):
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as old:
        old.executescript((ROOT / f"tests/bot/store/written_by_{get_newest_revision()}.sql").read_text())
    with next_migration():
        await upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as new:
        assert new.execute("SELECT name, shoe FROM people WHERE name IS NOT NULL").fetchall() == [("Ann", 42)]
        assert new.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEXT,)]
    with pytest.raises(IncompatibleDatabase, match="never downgraded"):
        await upgrade(f"sqlite:///{file}")


@pytest.mark.long
async def test_failed_migration_changes_nothing(empty_url):
    connections = await Connections.open(empty_url)
    async with connections.write() as connection:
        await connection.execute(text("CREATE VIEW panels AS SELECT 1"))  # the migration creates a table of this name
        await connection.commit()
    await connections.close()
    with pytest.raises(DBAPIError, match="panels"):
        await upgrade(empty_url)
    assert (await schema(empty_url))[1] == set()


@pytest.mark.long
def test_migrations_run_from_any_working_directory(tmp_path):
    program = (
        "import asyncio; from bot.store.maintenance.migrate import upgrade; asyncio.run(upgrade('sqlite:///new/a.db'))"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "new" / "a.db").stat().st_size > 0


def test_migrations_have_one_head():
    assert len(ScriptDirectory.from_config(alembic_config()).get_heads()) == 1


@pytest.mark.parametrize(
    ("why", "url"),
    [
        ("no URL", "tractor"),
        ("another kind", "mysql://root@localhost/x"),
        ("no file", "sqlite://"),
        ("in memory", "sqlite+aiosqlite:///:memory:"),
        ("a driver that blocks", "sqlite+pysqlite:///a.db"),
    ],
)
async def test_unusable_urls_are_refused(why, url):
    with pytest.raises(BadDatabaseUrl):
        await upgrade(url)
    with pytest.raises(BadDatabaseUrl):
        await Database.open(url)


def test_refused_url_hides_its_password():
    with pytest.raises(BadDatabaseUrl) as raised:
        database_url("mysql://root:hunter2@localhost/x")
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize("short", ["sqlite:///a/b.db", "sqlite+aiosqlite:///a/b.db"])
def test_urls_get_their_driver(short):
    assert database_url(short).render_as_string() == "sqlite+aiosqlite:///a/b.db"
    assert database_url("postgresql://u@h/d").drivername == "postgresql+asyncpg"


async def test_migrations_add_no_rows(migrated_url):
    """A migrated database is empty."""
    connections = await Connections.open(migrated_url)
    async with connections.read() as connection:
        for table in Base.metadata.sorted_tables:
            assert (await connection.execute(table.select())).first() is None
    await connections.close()
