"""Bring a database up to date: the migrations in `migrations/`, run by the program itself when it starts."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from bot.store.connections import Unavailable, database_url, make_engine, prepare, told_apart

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"
_LOCK: Final = 0x7472_6163_746F_72  # any number, the same in every process that migrates


class NewerDatabase(Exception):  # noqa: N818 - read as a sentence
    """The database was written by a newer version of the program; the message is one line."""


def config() -> Config:
    """Return alembic's settings for use inside the program, from whatever working directory."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


def head() -> str:
    """Return the revision that the program needs."""
    newest = ScriptDirectory.from_config(config()).get_current_head()
    assert newest is not None
    return newest


async def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database at `url` to `revision` in one transaction; a new SQLite file (and its folder) is made.

    Raises:
        BadDatabaseUrl: the URL is of no use.
        NewerDatabase: it has migrations that this program does not know.
        Unavailable: it does not answer.
    """
    made = database_url(url)
    await prepare(made)
    # Rebuilding a table, SQLite's way of altering it, drops the old one: with foreign keys on, what refers to it too.
    engine = make_engine(made, foreign_keys=False, pooled=False)
    try:
        with told_apart():
            async with engine.execution_options(sqlite_begin="BEGIN IMMEDIATE").begin() as connection:
                await connection.run_sync(_upgrade, revision)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, revision: str) -> None:
    lite = connection.dialect.name == "sqlite"
    if not lite:  # SQLite's writers already wait for one another
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    settings = config()
    settings.attributes["connection"] = connection
    try:
        command.upgrade(settings, revision)
    except CommandError as error:
        raise NewerDatabase(f"the database is of another version of the program: {error}") from error
    if lite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise Unavailable(f"a row of {broken[0]} refers to one that is not there; nothing was changed")
