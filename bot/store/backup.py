"""Copy the database while the bot writes: one consistent moment, in one file."""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.store.connections import BUSY_SECONDS, database_url, is_sqlite, sqlite_file


class CannotBackUp(ValueError):  # noqa: N818 - read as a sentence
    """The copy cannot be made; the message is one line and names the cause. No file was left behind."""


async def backup(url: str, target: Path) -> None:
    """Copy the SQLite database at `url` to the new file `target`, readable by its owner only.

    Writers go on meanwhile: what they commit after the copy has begun is not in it.

    Raises:
        BadDatabaseUrl: the URL is of no use.
        CannotBackUp: another kind of database, no database, a target that is there, or no room for it.
    """
    made = database_url(url)
    source = sqlite_file(made) if is_sqlite(made) else None
    if source is None:
        raise CannotBackUp("only SQLite is copied this way; PostgreSQL has pg_dump")
    if not source.is_file():
        raise CannotBackUp(f"there is no database at {source}")
    await asyncio.to_thread(_copy, source, target)


def _copy(source: Path, target: Path) -> None:
    """Write beside the target, look the copy over, and only then give it its name."""
    if target.exists():
        raise CannotBackUp(f"{target} is there already and is not overwritten")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.absolute().parent) as folder:
            unfinished = Path(folder) / "copy.db"
            _fill(source, unfinished)
            target.touch(0o600, exist_ok=False)  # so that a file that has come meanwhile is not replaced
            unfinished.replace(target)
    except FileExistsError as error:
        raise CannotBackUp(f"{target} is there already and is not overwritten") from error
    except (OSError, sqlite3.Error) as error:
        raise CannotBackUp(f"the copy could not be made: {error}") from error


def _fill(source: Path, unfinished: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(unfinished)) as writing,
    ):
        unfinished.chmod(0o600)  # secrets of deals in progress are in it
        # All pages in one step: a copy in several is begun anew whenever another connection writes.
        reading.backup(writing)
        # One file, complete by itself: no log beside it that could be forgotten.
        writing.execute("PRAGMA journal_mode=DELETE")
        (said,) = writing.execute("PRAGMA quick_check").fetchone()
        if said != "ok":
            raise sqlite3.DatabaseError(f"the database is damaged: {said}")
