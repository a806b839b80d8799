"""Put a backup in the place of the database: checked, upgraded, and in one transaction."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.connection.engines import BUSY_SECONDS, database_url, sqlite_file
from bot.store.connection.outages import describe_error
from bot.store.maintenance.backup import PAGES_AT_ONCE, Report, copy_database, open_work_folder
from bot.store.maintenance.migrate import find_revision, get_newest_revision, upgrade

Log = Callable[[str], None]
"""Is called with a line for each migration."""
LEASE_COLUMNS: Final = "name, owner, host, machine, process, process_started, expires_at"


class CannotRestore(ValueError):  # noqa: N818 - read as a sentence
    """The backup was not restored; the message is one line with the cause, and nothing was changed."""


def find_restorable_file(url: str) -> Path:
    """Return the file of the database at `url`. Raises CannotRestore: it is no SQLite database."""
    file = sqlite_file(database_url(url))
    if file is None:
        raise CannotRestore("only SQLite is restored this way; PostgreSQL has pg_restore")
    return file


async def restore(
    url: str,
    source: Path,
    report: Report | None = None,
    log: Log | None = None,
    keep: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Replace all that is in the database at `url` by what is in the backup `source`, upgraded to this version.

    `keep` is awaited once the backup is known to be good, before anything is replaced.

    The caller holds the lease of the database. A process that is killed meanwhile leaves it as it was.

    Raises:
        BadDatabaseUrl, CannotRestore: nothing was changed.
        IncompatibleDatabase: another version wrote the backup, and this one cannot upgrade it.
    """
    file = find_restorable_file(url)
    _require_other_file(source, file)
    try:
        with open_work_folder(file.absolute().parent) as folder:
            prepared = folder / "restored.db"
            await _prepare(source, prepared, report, log)
            if keep is not None:
                await keep()
            await asyncio.to_thread(_replace_content, prepared, file)
    except (OSError, sqlite3.Error) as error:
        raise CannotRestore(f"{source} was not restored: {describe_error(error)}") from error


def _require_other_file(source: Path, file: Path) -> None:
    if not source.is_file():
        raise CannotRestore(f"there is no backup at {source}")
    if file.exists() and source.samefile(file):
        raise CannotRestore(f"{source} is the database itself")


async def _prepare(source: Path, prepared: Path, report: Report | None, log: Log | None) -> None:
    """Make a checked and upgraded copy of the backup, which itself is left as it is."""
    await asyncio.to_thread(_copy_for_owner, source, prepared, report)
    url = f"sqlite:///{prepared}"
    revision = await find_revision(url)
    if revision is None:
        raise CannotRestore(f"{source} is no database of this program")
    if revision != get_newest_revision():
        await upgrade(url, log)


def _copy_for_owner(source: Path, prepared: Path, report: Report | None) -> None:
    prepared.touch(0o600)
    copy_database(source, prepared, report)


def _replace_content(prepared: Path, file: Path) -> None:
    """Write all pages as one transaction: processes that have the file open see the old content, then the new one."""
    with (
        closing(sqlite3.connect(prepared, isolation_level=None)) as reading,
        closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as writing,
    ):
        _keep_lease(reading, file)
        reading.backup(writing, pages=PAGES_AT_ONCE, sleep=0)
        writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _keep_lease(reading: sqlite3.Connection, file: Path) -> None:
    """Give the new content the lease of the process that restores it, so that no bot can start in between."""
    reading.execute("ATTACH ? AS live", (str(file),))
    reading.execute(f"INSERT INTO main.leases ({LEASE_COLUMNS}) SELECT {LEASE_COLUMNS} FROM live.leases")  # noqa: S608
    reading.execute("DETACH live")
