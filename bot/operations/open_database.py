"""Opens the database for one process, takes the process's leases and upgrades the schema."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog

from bot.play.clock.repeating_task import retry_until_reached
from bot.play.ports import Clock
from bot.processes.lease_holder import LeaseHolder
from bot.processes.process import EVERYTHING, DatabaseInUse, Process, Shards
from bot.settings import Settings
from bot.store.connection.temporary_errors import describe_error, is_outage
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import backup
from bot.store.maintenance.migrate import check_revision, find_revision, get_newest_revision, upgrade

log: Final = structlog.get_logger()

STAMP: Final = "%Y%m%dT%H%M%SZ"
"""The format of the time in the file names of copies of the database."""


class StartupError(Exception):
    """The program cannot start; the message is one line for its operator."""

    status = 2
    """The program's exit status. After status 2, systemd does not start the program again."""


@dataclass(frozen=True, slots=True)
class LeasedDatabase:
    """An open database, with the object that manages this process's leases.

    If another process has the leases, `lease` begins without any. `LeaseHolder.take_over` takes them later.
    """

    database: Database
    lease: LeaseHolder


async def wait_for_database(
    settings: Settings, clock: Clock, stack: AsyncExitStack, *, takes_over: bool = False
) -> LeasedDatabase:
    """Open the database as `open_database` does. During an outage, wait until it ends.

    Raises StartupError: the database cannot be opened, and waiting would not help.
    """
    opened: list[LeasedDatabase] = []

    async def find_fault() -> str | None:
        async with AsyncExitStack() as attempt:
            try:
                opened.append(await open_database(settings, clock, attempt, takes_over=takes_over))
            except StartupError as error:
                if error.__cause__ is None or not is_outage(error.__cause__):
                    raise
                return describe_error(error.__cause__)
            stack.push_async_exit(attempt.pop_all())
        return None

    await retry_until_reached("the database", find_fault, lambda wait: clock.sleep_until(clock.now() + wait))
    return opened[0]


async def open_database(
    settings: Settings,
    clock: Clock,
    stack: AsyncExitStack,
    report: Callable[[str], None] | None = None,
    *,
    takes_over: bool = False,
) -> LeasedDatabase:
    """Open the database, upgrade it if necessary, and take the leases of this process.

    `report` is called with a line for each migration. If `takes_over` is set and another process holds a needed lease,
    no leases are taken. Raises StartupError: the database cannot be opened, or another bot uses it.
    """
    try:
        await check_revision(settings.database_url)
        database = await Database.open(settings.database_url, settings.shards)
        stack.push_async_callback(database.close)
        lease = create_lease(database, clock, stack, settings.shards)
        leased = LeasedDatabase(database, lease)
        if await find_revision(settings.database_url) != get_newest_revision():
            await _upgrade(settings, leased, report, takes_over=takes_over)
        if not (takes_over and await lease.is_busy()):
            await lease.acquire()
            lease.fence()
            await database.refresh_rules_texts()
    except StartupError:
        raise
    except DatabaseInUse as error:
        raise StartupError(f"DATABASE_URL: {error}") from error
    except Exception as error:
        raise StartupError(f"DATABASE_URL: the database cannot be opened: {describe_error(error)}") from error
    return leased


async def _upgrade(
    settings: Settings, leased: LeasedDatabase, report: Callable[[str], None] | None, *, takes_over: bool
) -> None:
    if await leased.database.store.leases.exist():
        if takes_over and await leased.lease.is_busy():
            raise StartupError("DATABASE_URL: this version changes the schema of the database; stop all bots first")
        await leased.lease.acquire_alone()
    await back_up_before_upgrade(settings)
    await upgrade(settings.database_url, report)


def create_lease(database: Database, clock: Clock, stack: AsyncExitStack, shards: Shards = EVERYTHING) -> LeaseHolder:
    """Return a holder that has no leases yet. When `stack` is closed, the holder gives its leases back."""
    leases = database.store.leases
    lease = LeaseHolder(leases, Process.current(), lambda wait: clock.sleep_until(clock.now() + wait), shards)
    stack.push_async_callback(lease.release)
    return lease


async def back_up_before_upgrade(settings: Settings) -> None:
    """Copy the database into BACKUP_FOLDER, if that is set and an upgrade is necessary."""
    if settings.backup_folder is None:
        return
    revision = await find_revision(settings.database_url)
    if revision is None or revision == get_newest_revision():
        return
    settings.backup_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = settings.backup_folder / f"before-upgrade-from-{revision}-{datetime.now(UTC):{STAMP}}.db"
    await backup(settings.database_url, target)
    log.info("backup before the upgrade", file=str(target))
