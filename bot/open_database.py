"""Opens the database for one process: takes its lease and upgrades it."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bot.lease import DatabaseInUse, LeaseHolder, Process
from bot.play.ports import Clock
from bot.play.timing import SystemClock
from bot.settings import Settings
from bot.store.backup import backup
from bot.store.database import Database
from bot.store.migrate import check_revision, upgrade


class StartupError(Exception):
    """The program cannot start; the message is one line for its operator."""


@dataclass(frozen=True, slots=True)
class LeasedDatabase:
    """An open database that no other process uses."""

    database: Database
    lease: LeaseHolder


async def open_database(settings: Settings, clock: Clock, stack: AsyncExitStack) -> LeasedDatabase:
    """Open the database, take its lease and upgrade it: a running bot of another version keeps its schema."""
    try:
        await check_revision(settings.database_url)
        database = await Database.open(settings.database_url)
        stack.push_async_callback(database.close)
        lease = LeaseHolder(database.store.lease, Process.current(), lambda wait: clock.sleep_until(clock.now() + wait))
        stack.push_async_callback(lease.release)
        if leased := await database.store.lease.exists():
            await lease.acquire()
        await upgrade(settings.database_url)
        if not leased:
            await lease.acquire()
        await database.refresh_rules_texts()
    except DatabaseInUse as error:
        raise StartupError(f"DATABASE_URL: {error}") from error
    except Exception as error:
        raise StartupError(f"DATABASE_URL: the database cannot be opened: {error}") from error
    return LeasedDatabase(database, lease)


async def migrate_database(settings: Settings) -> None:
    """Update the database to the newest schema."""
    async with AsyncExitStack() as stack:
        await open_database(settings, SystemClock(), stack)


async def back_up_database(settings: Settings, file: Path) -> None:
    """Copy the database to `file`, also while the bot runs."""
    try:
        await backup(settings.database_url, file)
    except (OSError, ValueError) as error:
        raise StartupError(str(error)) from error
