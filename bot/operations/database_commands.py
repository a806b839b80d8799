"""The commands that an operator runs on the database: backup, restore, migrate, export and import."""

import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from bot.operations.open_database import STAMP, StartupError, create_lease, open_database
from bot.play.clock.timing import SystemClock
from bot.processes.process import DatabaseInUse
from bot.settings import Settings
from bot.store.connection.connections import Connections
from bot.store.connection.engines import Unavailable, database_url, sqlite_file
from bot.store.connection.temporary_errors import describe_error
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import CannotBackUp, backup, find_restorable_file, restore
from bot.store.maintenance.export_file import export_database
from bot.store.maintenance.import_file import import_database
from bot.store.maintenance.migrate import IncompatibleDatabase, find_revision, get_newest_revision, upgrade

WIDTH: Final = 30


class ProgressBar:
    """A progress bar, shown where standard error is a terminal."""

    def __init__(self, name: str, total: int = 0) -> None:
        self._name, self._total, self._done = name, total, 0
        self._shown = sys.stderr.isatty()

    def advance(self, count: int = 1) -> None:
        """Add `count` finished steps, and show the bar."""
        self.show(self._done + count, self._total)

    def show(self, done: int, total: int) -> None:
        """Set the progress to `done` of `total`, and show it."""
        self._done, self._total = done, total
        if self._shown:
            filled = WIDTH * done // max(1, total, done)
            bar = "#" * filled + "." * (WIDTH - filled)
            end = "\n" if done >= total else ""
            sys.stderr.write(f"\r{self._name:8} [{bar}] {done}/{max(total, done)}{end}")
            sys.stderr.flush()


async def back_up(settings: Settings, target: Path) -> None:
    """Copy the database to `target`; the bot may run meanwhile."""
    with _one_line_errors():
        await backup(settings.database_url, target, ProgressBar("pages").show)
        _say(f"{target} holds the database ({_format_size(target)}).")


async def migrate(settings: Settings) -> None:
    """Upgrade the database to the newest schema."""
    async with AsyncExitStack() as stack:
        await open_database(settings, SystemClock(), stack, _say)
    _say(f"The database has the newest revision, {get_newest_revision()}.")


async def restore_backup(settings: Settings, source: Path) -> None:
    """Replace the database with a backup, and keep a copy of the old one beside it. The bot must not be running."""
    with _one_line_errors():
        file = find_restorable_file(settings.database_url)
        is_new = not file.exists() or file.stat().st_size == 0
        async with AsyncExitStack() as stack:
            await _take_lease(settings, stack)
            keep = None if is_new else partial(_keep_content, settings, file)
            await restore(settings.database_url, source, ProgressBar("pages").show, _say, keep)
    _say(f"{file} holds what {source} held, revision {get_newest_revision()}. You can start the bot.")


async def _keep_content(settings: Settings, file: Path) -> None:
    kept = file.with_name(f"{file.stem}.before-restore-{datetime.now(UTC):{STAMP}}{file.suffix}")
    try:
        await backup(settings.database_url, kept, ProgressBar("keeping").show)
    except CannotBackUp as error:
        cure = f"free some space or, if it is damaged, move {file}* away and restore again"
        raise StartupError(f"{file} could not be kept: {error}; {cure}") from error
    _say(f"{kept} holds what was there before.")


async def _take_lease(settings: Settings, stack: AsyncExitStack) -> None:
    """Take the lease of a database of any version. If the database has no leases yet, upgrade it first."""
    url = settings.database_url
    try:
        database = await Database.open(url)
        stack.push_async_callback(database.close)
        if not await database.store.leases.exist():
            await upgrade(url)
        await create_lease(database, SystemClock(), stack).acquire()
    except DatabaseInUse as error:
        raise StartupError(f"DATABASE_URL: {error}") from error
    except Unavailable as error:
        file = find_restorable_file(url)
        raise StartupError(f"DATABASE_URL: {error}; if it is damaged, move {file}* away and restore again") from error


async def export_to(settings: Settings, target: Path) -> None:
    """Write the whole database to a portable file; the bot may run meanwhile."""
    with _one_line_errors():
        file = sqlite_file(database_url(settings.database_url))
        if file is not None and not file.is_file():  # opening a missing database would create it
            raise StartupError(f"there is no database at {file}")
        connections = await Connections.open(settings.database_url)
        try:
            rows = await export_database(connections, target, ProgressBar("rows").show)
        finally:
            await connections.close()
        _say(f"{target} holds {rows} rows ({_format_size(target)}). Keep it secret: it has the cards of running deals.")


async def import_from(settings: Settings, source: Path) -> None:
    """Fill an empty database with an export."""
    with _one_line_errors():
        rows = await import_database(settings.database_url, source, ProgressBar("rows").show)
        _say(f"The database holds {rows} rows, revision {await find_revision(settings.database_url)}.")


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, IncompatibleDatabase) as error:
        raise StartupError(describe_error(error)) from error


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _format_size(file: Path) -> str:
    return f"{file.stat().st_size / (1 << 20):.1f} MB"
