"""Checks whether the database is usable and sound, and reports what it records about saving, commands and shards."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.check import machine
from bot.check.findings import Finding, ok, problem, warning
from bot.play.tables.store_health import HEALTH_KEY, StoreRecord
from bot.settings import Settings
from bot.store.connection.temporary_errors import is_outage
from bot.store.database import Database
from bot.store.maintenance.migrate import IncompatibleDatabase, check_revision
from bot.store.people.settings_store import read_value
from bot.ui.discord_io.command_sync import FAULT_KEYS

SERVER_CURE = "see whether the server runs, and whether host, user, password and name in DATABASE_URL are right"
OUTAGE_CURE = "free some space on the disk, or end the program that keeps the database locked"


async def check_database(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings about the database. A missing SQLite file is not created."""
    file = machine.get_database_file(settings)
    if (
        file is not None
        and (finding := _check_new_file(file) if not machine.is_visible(file) else find_fault(file)) is not None
    ):
        yield finding
        return
    try:
        await check_revision(settings.database_url)
    except IncompatibleDatabase as error:
        yield problem("database", error.text, error.cure)
    except (OSError, ValueError) as error:
        yield problem("database", str(error), find_cure(file, error))
    else:
        yield ok("database", "this version can use it")
        yield await _check_health(settings)
        yield await _check_commands(settings)
        if settings.shards.count > 1:
            yield await _check_shards(settings)
    if file is not None:
        yield await asyncio.to_thread(_check_integrity, file)


def find_cure(file: Path | None, error: Exception) -> str:
    """Return what the operator can do about a database that cannot be used. No cure deletes a damaged file."""
    if file is None:
        return SERVER_CURE
    if is_outage(error):
        return OUTAGE_CURE
    return f"move {file}* away, then put a backup in its place: python -m bot restore FILE"


def find_fault(file: Path) -> Finding | None:
    """Return a finding if an SQLite file cannot be opened because of its path or its permissions; else None."""
    if file.is_dir():
        return problem("database", f"{file} is a folder", "name a file in DATABASE_URL")
    if (refused := machine.find_refused_file(file)) is None:
        return None
    text = f"{file} may be sound, but this user may not read and write {refused}"
    return problem("database", text, machine.describe_rights(refused))


def _check_new_file(file: Path) -> Finding:
    if (folder := machine.find_unwritable_folder(file.parent)) is None:
        return ok("database", f"{file} will be created at the first start")
    text = f"{file} cannot be opened: nothing can be written in {folder}"
    return problem("database", text, f"{machine.describe_rights(folder)}; or name another file in DATABASE_URL")


async def _check_health(settings: Settings) -> Finding:
    saved = await read_value(settings.database_url, HEALTH_KEY)
    known = StoreRecord(**json.loads(saved)) if saved else StoreRecord()
    commit, failed = known.last_commit_at, known.last_error_at
    text = "nothing saved at a table yet" if commit is None else f"last saved at a table {_format_time(commit)}"
    if failed is None:
        return ok("saving", f"{text}, no error")
    text += f"; last error {_format_time(failed)}: {known.last_error}"
    if commit is None or failed > commit:
        return warning("saving", text, "see whether the disk is full or another program keeps the database locked")
    return ok("saving", text)


async def _check_commands(settings: Settings) -> Finding:
    causes = [await read_value(settings.database_url, name) for name in FAULT_KEYS.values()]
    if not any(causes):
        return ok("commands", "Discord has accepted all that the bot sent")
    text = f"Discord has not accepted the newest ones ({'; '.join(filter(None, causes))}); the old ones still work"
    return warning("commands", text, "wait, the bot tries again by itself; for 403 or 404 look at ADMIN_SERVER")


async def _check_shards(settings: Settings) -> Finding:
    wanted = settings.shards.count
    database = await Database.open(settings.database_url)
    try:
        leases = await database.store.leases.list_all() if await database.store.leases.exist() else ()
    finally:
        await database.close()
    live = [one for one in leases if one.owner and one.seconds_left > 0]
    if other := [one.count for one in live if one.count != wanted]:
        return problem("shards", f"a bot runs with SHARD_COUNT={other[0]}", "stop all bots before you change it")
    if missing := sorted(set(range(wanted)) - {one.shard for one in live}):
        names = ", ".join(map(str, missing))
        return warning("shards", f"of {wanted} shards nobody plays now: {names}", "start bots with these SHARD_IDS")
    return ok("shards", f"all {wanted} are played, by {len({one.owner for one in live})} processes")


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(" ", "seconds")


def _check_integrity(file: Path) -> Finding:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return problem("integrity", str(error), find_cure(file, error))
    if result != "ok":
        return problem("integrity", " ".join(str(result).split()), find_cure(file, ValueError(result)))
    return ok("integrity", f"{file} is not damaged")
