"""Upgrades a database with the migrations in `migrations/`, which the program runs when it starts."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.resources import find_folder
from bot.store.connection.connections import translate_errors
from bot.store.connection.engines import Unavailable, database_url, make_engine, prepare_database
from bot.store.schema.base import Base

MIGRATIONS: Final = find_folder("migrations")
_LOCK: Final = 0x7472_6163_746F_72  # the key of PostgreSQL's advisory lock for migrations, an arbitrary number


class IncompatibleDatabase(Exception):  # noqa: N818 - `raise` makes it a sentence
    """The database has another schema than this program, or none. The message is one line and says what to do."""

    def __init__(self, text: str, cure: str) -> None:
        super().__init__(f"{text}; {cure}")
        self.text, self.cure = text, cure


def alembic_config() -> Config:
    """Return alembic's settings for use inside the program, in any working directory."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


async def check_revision(url: str) -> None:
    """Check that this program can upgrade the database. Create a missing SQLite file. Raises what `upgrade` raises."""
    made = database_url(url)
    await prepare_database(made)
    async with open_alone(made) as connection:
        await connection.run_sync(_require_known_revision)


async def find_revision(url: str) -> str | None:
    """Return the revision of the existing database at `url`; None if no migration has run there."""
    async with open_alone(database_url(url)) as connection:
        return await connection.run_sync(read_revision)


@asynccontextmanager
async def open_alone(url: URL, *, writes: bool = False) -> AsyncIterator[AsyncConnection]:
    """Open a connection outside any pool. With `writes`, commit unless the block raises. Raises Unavailable."""
    # SQLite's migrations alter a table by rebuilding it. With foreign keys on, this would delete rows that refer to it.
    engine = make_engine(url, foreign_keys=not writes, pooled=False)
    writing = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
    try:
        with translate_errors():
            async with writing.begin() if writes else engine.connect() as connection:
                yield connection
    finally:
        await engine.dispose()


def get_newest_revision() -> str:
    """Return the revision that this program upgrades a database to."""
    return _list_revisions(MIGRATIONS)[0]


@cache
def _list_revisions(_folder: Path) -> tuple[str, ...]:
    """Return the revisions of all migrations, newest first. They are cached, because each is read from a file."""
    return tuple(script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions())


async def upgrade(url: str, report: Callable[[str], None] | None = None) -> None:
    """Upgrade the database at `url` in one transaction. A missing SQLite file (and its folder) is created.

    `report` is called with a line for each migration that has run. Raises BadDatabaseUrl. Raises IncompatibleDatabase:
    the database has an unknown revision. Raises Unavailable: it does not answer, or a row refers to a missing row.
    """
    made = database_url(url)
    await prepare_database(made)
    async with open_alone(made, writes=True) as connection:
        await connection.run_sync(upgrade_connection, report=report)


def upgrade_connection(
    connection: Connection, target: str = "head", report: Callable[[str], None] | None = None
) -> None:
    """Upgrade the database in the transaction of `connection`, which the caller commits."""
    lite = connection.dialect.name == "sqlite"
    if not lite:  # SQLite's writers already wait for one another
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    settings = alembic_config()
    settings.attributes["connection"] = connection
    settings.attributes["report"] = report
    if _require_known_revision(connection) != get_newest_revision() or target != "head":
        command.upgrade(settings, target)
    if lite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise Unavailable(f"a row of {broken[0]} refers to a missing row; nothing was changed")


def read_revision(connection: Connection) -> str | None:
    """Return the revision of the database of a connection; None if no migration has run there."""
    return MigrationContext.configure(connection).get_current_revision()


def _require_known_revision(connection: Connection) -> str | None:
    revision = read_revision(connection)
    if revision is None and Base.metadata.tables.keys() & set(inspect(connection).get_table_names()):
        revision = "unknown"
    if revision is not None:
        require_known(revision)
    return revision


def require_known(revision: str) -> None:
    """Raise IncompatibleDatabase if this program has no migration with this revision. Databases are not downgraded."""
    if revision not in _list_revisions(MIGRATIONS):
        raise IncompatibleDatabase(
            f"another version of the program wrote it (revision {revision}; this one knows revisions up to "
            f"{get_newest_revision()}) and databases are never downgraded",
            "run that version, whose `export` saves everything in a file, or restore a backup from before the upgrade",
        )


def require_newest(revision: str | None) -> None:
    """Raise IncompatibleDatabase unless the database has the newest revision."""
    if revision is None:
        raise IncompatibleDatabase("it is empty", "the command migrate creates its tables")
    require_known(revision)
    if revision != get_newest_revision():
        raise IncompatibleDatabase(
            f"its revision is {revision}, this program needs {get_newest_revision()}",
            "upgrade it first with the command migrate, or use the version that wrote it",
        )
