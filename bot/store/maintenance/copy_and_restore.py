"""Backs up an SQLite database to one file while the bot writes, and restores a database from a backup."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock

from bot.store.connection.engines import BUSY_SECONDS, database_url, sqlite_file
from bot.store.connection.temporary_errors import describe_error
from bot.store.maintenance.migrate import find_revision, get_newest_revision, upgrade

Report = Callable[[int, int], None]
"""A function that is called with the amount done and the total."""
PAGES_AT_ONCE: Final = 1000
PREFIX: Final = ".backup-"
"""The names of folders for unfinished files begin with this."""
MARK: Final = "in-use"
"""The lock file in a folder for unfinished files. The process that uses the folder keeps it locked."""
Log = Callable[[str], None]
"""A function that is called with a line for each migration."""
LEASE_COLUMNS: Final = "name, owner, host, machine, process, process_started, expires_at"


class CannotBackUp(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The copy failed, and no file is left behind. The message is one line with the cause."""


async def backup(url: str, target: Path, report: Report | None = None) -> None:
    """Copy the SQLite database at `url` to the new file `target`, which only its owner may read.

    Other processes may write meanwhile. The copy leaves out what they commit after it has begun. Raises BadDatabaseUrl.
    Raises CannotBackUp: the database is not SQLite or does not exist, `target` exists, or the copy fails.
    """
    source = sqlite_file(database_url(url))
    if source is None:
        raise CannotBackUp("only SQLite is copied this way; PostgreSQL has pg_dump")
    if not source.is_file():
        raise CannotBackUp(f"there is no database at {source}")
    await asyncio.to_thread(_copy, source, target, report)


def _copy(source: Path, target: Path, report: Report | None = None) -> None:
    """Write and check the copy beside the target, and only then rename it."""
    try:
        with create_new_file(target) as unfinished:
            copy_database(source, unfinished, report)
    except FileExistsError as error:
        raise CannotBackUp(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise CannotBackUp(f"the copy could not be made: {describe_error(error)}") from error


def copy_database(source: Path, target: Path, report: Report | None = None) -> None:
    """Copy a database, without its leases, to one complete file, and check the copy.

    The copy is a snapshot of one moment. Only its owner may read a new `target`. Raises sqlite3.Error: the copy fails,
    or the database is damaged.
    """
    target.touch(0o600)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        # In an open transaction, all steps read one snapshot. Otherwise, each write of the bot would restart the copy.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reading.backup(writing, pages=PAGES_AT_ONCE, progress=_report_pages(report), sleep=0)
        _forget_lease(writing)
        # Without a write-ahead log, the copy is a single file, so nobody can forget to copy the log.
        writing.execute("PRAGMA journal_mode=DELETE")
        (result,) = writing.execute("PRAGMA quick_check(1)").fetchone()
        if result != "ok":
            raise sqlite3.DatabaseError(f"the database is damaged: {' '.join(result.split())}")


def _report_pages(report: Report | None) -> Callable[[int, int, int], None] | None:
    return None if report is None else lambda _status, remaining, total: report(total - remaining, total)


def _forget_lease(copy: sqlite3.Connection) -> None:
    """Delete the leases from a copy, so that a process can use it at once. They belong to the original database."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'leases'").fetchone():
        copy.execute("DELETE FROM leases")
        copy.commit()


@contextmanager
def create_new_file(target: Path) -> Iterator[Path]:
    """Yield the path of an empty file, which moves to `target` at the end unless the block raises.

    Raises FileExistsError: `target` exists.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already and is not overwritten")
    with open_work_folder(target.absolute().parent) as folder:
        unfinished = folder / "unfinished"
        unfinished.touch(0o600)  # the file will hold secrets of deals in progress
        yield unfinished
        try:
            target.touch(0o600, exist_ok=False)  # fails if the file was created meanwhile
        except FileExistsError as error:
            raise FileExistsError(f"{target} is there already and is not overwritten") from error
        unfinished.replace(target)


@contextmanager
def open_work_folder(parent: Path) -> Iterator[Path]:
    """Make a new folder in `parent`, and remove it at the end. First remove folders that killed processes have left."""
    for mark in parent.glob(f"{PREFIX}*/{MARK}"):
        with suppress(OSError):  # a locked folder raises OSError and stays, because its process still runs
            with _lock(mark.parent).acquire(timeout=0):
                pass  # unlock before the removal, because Windows removes no file that is open
            shutil.rmtree(mark.parent, ignore_errors=True)
    with _make_folder(parent) as folder, _lock(Path(folder)):
        yield Path(folder)


def _make_folder(parent: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent)
    except OSError as error:  # name `parent` instead of the new folder, whose random name tells users nothing
        raise OSError(error.errno, error.strerror, str(parent)) from error


def _lock(folder: Path) -> FileLock:
    """Return the lock of a folder. The system frees it if the process that holds it ends or is killed."""
    return FileLock(folder / MARK, mode=0o600, preserve_lock_file=True)


class CannotRestore(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The backup was not restored, and nothing was changed. The message is one line with the cause."""


def find_restorable_file(url: str) -> Path:
    """Return the file of the database at `url`. Raises BadDatabaseUrl, or CannotRestore if it is not SQLite."""
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
    """Replace the content of the database at `url` with that of the backup `source`, upgraded to this version.

    The caller must hold the lease of the database. `keep` runs after the check of the backup, before anything is
    replaced. If the process is killed, the database has either all of its old content or all of the new. Raises
    BadDatabaseUrl, CannotRestore, IncompatibleDatabase: the content was not replaced.
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
    """Copy the backup, and check and upgrade the copy. The backup itself is not changed."""
    await asyncio.to_thread(copy_database, source, prepared, report)
    url = f"sqlite:///{prepared}"
    revision = await find_revision(url)
    if revision is None:
        raise CannotRestore(f"{source} is no database of this program")
    if revision != get_newest_revision():
        await upgrade(url, log)


def _replace_content(prepared: Path, file: Path) -> None:
    """Replace the content in one transaction, so that other processes see all of the old content or all of the new."""
    with (
        closing(sqlite3.connect(prepared, isolation_level=None)) as reading,
        closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as writing,
    ):
        # The restoring process keeps its lease in the new content, so that no bot can start in between.
        reading.execute("ATTACH ? AS live", (str(file),))
        reading.execute(f"INSERT INTO main.leases ({LEASE_COLUMNS}) SELECT {LEASE_COLUMNS} FROM live.leases")  # noqa: S608
        reading.execute("DETACH live")
        reading.backup(writing, pages=PAGES_AT_ONCE, sleep=0)
        writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
