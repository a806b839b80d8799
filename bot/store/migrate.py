"""Upgrade a database: the program itself runs the migrations in `migrations/` when it starts."""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.resources import find_folder
from bot.store.connections import Unavailable, database_url, prepare_database, translate_errors
from bot.store.engines import make_engine
from bot.store.models import Base

MIGRATIONS: Final = find_folder("migrations")
_LOCK: Final = 0x7472_6163_746F_72  # any number, the same in every process that migrates


class IncompatibleDatabase(Exception):  # noqa: N818 - read as a sentence
    """Another version of the program wrote the database; the message is one line that says what to do."""


def alembic_config() -> Config:
    """Return alembic's settings for use inside the program, in any working directory."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


async def check_revision(url: str) -> None:
    """Make sure that `upgrade` can work on the database at `url`; a new SQLite file (and its folder) is created.

    Raises:
        BadDatabaseUrl, IncompatibleDatabase, Unavailable: as `upgrade`.
    """
    made = database_url(url)
    await prepare_database(made)
    engine = make_engine(made, pooled=False)
    try:
        with translate_errors():
            async with engine.connect() as connection:
                await connection.run_sync(_require_known_revision, ScriptDirectory.from_config(alembic_config()))
    finally:
        await engine.dispose()


async def upgrade(url: str) -> None:
    """Upgrade the database at `url` in one transaction; a new SQLite file (and its folder) is created.

    Raises:
        BadDatabaseUrl: the URL cannot be used.
        IncompatibleDatabase: this program has no migration from its revision.
        Unavailable: it does not answer.
    """
    made = database_url(url)
    await prepare_database(made)
    # SQLite alters a table by rebuilding it; with foreign keys on, dropping the old one drops what refers to it.
    engine = make_engine(made, foreign_keys=False, pooled=False)
    try:
        with translate_errors():
            async with engine.execution_options(sqlite_begin="BEGIN IMMEDIATE").begin() as connection:
                await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    lite = connection.dialect.name == "sqlite"
    if not lite:  # SQLite's writers already wait for one another
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    settings = alembic_config()
    settings.attributes["connection"] = connection
    _require_known_revision(connection, ScriptDirectory.from_config(settings))
    command.upgrade(settings, "head")
    if lite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise Unavailable(f"a row of {broken[0]} refers to a missing row; nothing was changed")


def _require_known_revision(connection: Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None and Base.metadata.tables.keys() & set(inspect(connection).get_table_names()):
        revision = "unknown"
    if revision is not None and revision not in known:
        raise IncompatibleDatabase(
            f"another version of the program wrote it (revision {revision}) and this one cannot upgrade it; "
            "move it away and start with an empty database, or run the version that wrote it"
        )
