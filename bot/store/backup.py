"""Copy the database to one consistent file while the bot writes."""

import asyncio
import fcntl
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from bot.store.connections import database_url, is_sqlite, sqlite_file
from bot.store.engines import BUSY_SECONDS

PREFIX: Final = ".backup-"
"""How the folders of unfinished copies begin."""
MARK: Final = "in-use"
"""The file in such a folder that is locked as long as its backup runs."""


class CannotBackUp(ValueError):  # noqa: N818 - read as a sentence
    """The copy failed; the message is one line with the cause, and no file is left behind."""


async def backup(url: str, target: Path) -> None:
    """Copy the SQLite database at `url` to the new file `target`, readable by its owner only.

    Writers continue meanwhile: what they commit after the copy has begun is not in it.

    Raises:
        BadDatabaseUrl: the URL cannot be used.
        CannotBackUp: not SQLite, no database, an existing target, or no space.
    """
    made = database_url(url)
    source = sqlite_file(made) if is_sqlite(made) else None
    if source is None:
        raise CannotBackUp("only SQLite is copied this way; PostgreSQL has pg_dump")
    if not source.is_file():
        raise CannotBackUp(f"there is no database at {source}")
    await asyncio.to_thread(_copy, source, target)


def _copy(source: Path, target: Path) -> None:
    """Write beside the target, check the copy, and only then rename it."""
    if target.exists():
        raise CannotBackUp(f"{target} is there already and is not overwritten")
    parent = target.absolute().parent
    try:
        _remove_leftovers(parent)
        with tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent) as folder, _in_use(Path(folder)):
            unfinished = Path(folder) / "copy.db"
            _fill(source, unfinished)
            target.touch(0o600, exist_ok=False)  # fails if the file was created meanwhile
            unfinished.replace(target)
    except FileExistsError as error:
        raise CannotBackUp(f"{target} is there already and is not overwritten") from error
    except (OSError, sqlite3.Error) as error:
        raise CannotBackUp(f"the copy could not be made: {error}") from error


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    """Mark the folder as one of a backup that runs; the mark ends with the process, even a killed one."""
    with (folder / MARK).open("w") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        yield


def _remove_leftovers(parent: Path) -> None:
    """Remove the folders of backups that were killed."""
    for mark in parent.glob(f"{PREFIX}*/{MARK}"):
        with mark.open() as opened, suppress(OSError):  # it is locked: another backup runs
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(mark.parent, ignore_errors=True)


def _fill(source: Path, unfinished: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(unfinished)) as writing,
    ):
        unfinished.chmod(0o600)  # secrets of deals in progress are in it
        # All pages in one step: a copy in several steps restarts whenever another connection writes.
        reading.backup(writing)
        _forget_lease(writing)
        # One complete file, without a log beside it that could be forgotten.
        writing.execute("PRAGMA journal_mode=DELETE")
        (result,) = writing.execute("PRAGMA quick_check").fetchone()
        if result != "ok":
            raise sqlite3.DatabaseError(f"the database is damaged: {result}")


def _forget_lease(copy: sqlite3.Connection) -> None:
    """Let the copy be used at once: the process that holds the lease uses the original."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'leases'").fetchone():
        copy.execute("DELETE FROM leases")
        copy.commit()
