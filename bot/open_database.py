"""Opens the database for one process: takes its lease and upgrades it."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog

from bot.lease import DatabaseInUse, LeaseHolder, Process
from bot.play.ports import Clock
from bot.settings import Settings
from bot.store.backup import backup
from bot.store.database import Database
from bot.store.migrate import check_revision, find_revision, get_newest_revision, upgrade

log: Final = structlog.get_logger()


class StartupError(Exception):
    """The program cannot start; the message is one line for its operator."""


@dataclass(frozen=True, slots=True)
class LeasedDatabase:
    """An open database that no other process uses."""

    database: Database
    lease: LeaseHolder


async def open_database(
    settings: Settings, clock: Clock, stack: AsyncExitStack, report: Callable[[str], None] | None = None
) -> LeasedDatabase:
    """Open the database, take its lease and upgrade it: a running bot of another version keeps its schema.

    `report` is called with a line for each migration.
    """
    try:
        await check_revision(settings.database_url)
        database = await Database.open(settings.database_url)
        stack.push_async_callback(database.close)
        leased = await database.store.lease.exists()
        lease = await take_lease(database, clock, stack) if leased else None
        await back_up_before_upgrade(settings)
        await upgrade(settings.database_url, report)
        lease = lease or await take_lease(database, clock, stack)
        await database.refresh_rules_texts()
    except DatabaseInUse as error:
        raise StartupError(f"DATABASE_URL: {error}") from error
    except Exception as error:
        raise StartupError(f"DATABASE_URL: the database cannot be opened: {error}") from error
    return LeasedDatabase(database, lease)


async def take_lease(database: Database, clock: Clock, stack: AsyncExitStack) -> LeaseHolder:
    """Take the lease of a database until the stack is closed.

    Raises:
        DatabaseInUse: another process holds it.
    """
    lease = LeaseHolder(database.store.lease, Process.current(), lambda wait: clock.sleep_until(clock.now() + wait))
    stack.push_async_callback(lease.release)
    await lease.acquire()
    return lease


async def back_up_before_upgrade(settings: Settings) -> None:
    """Copy a database of an earlier version into the folder of scheduled backups, if there is one."""
    if settings.backup_folder is None:
        return
    revision = await find_revision(settings.database_url)
    if revision is None or revision == get_newest_revision():
        return
    settings.backup_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = settings.backup_folder / f"before-upgrade-from-{revision}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    await backup(settings.database_url, target)
    log.info("backup before the upgrade", file=str(target))
