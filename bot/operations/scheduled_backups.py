"""Makes backups of a running bot at fixed intervals, and keeps the newest ones."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog

from bot.operations.open_database import STAMP
from bot.play.clock.repeating_task import RepeatingTask
from bot.play.ports import Clock
from bot.settings import Settings
from bot.store.maintenance.copy_and_restore import CannotBackUp, backup

log: Final = structlog.get_logger()

NAME: Final = f"tractor-{STAMP}.db"
"""The form of the names of scheduled backups. Files with other names are never deleted."""
RETRY_SECONDS: Final = 600.0


class ScheduledBackups:
    """Makes backups until it is closed. The name of each backup says when it was made."""

    def __init__(self, settings: Settings, folder: Path, clock: Clock) -> None:
        self._url = settings.database_url
        self._folder = folder
        self._seconds = settings.backup_hours * 3600
        self._keep = settings.backup_keep
        self._clock = clock
        self._task = RepeatingTask(
            "scheduled backups",
            clock,
            self._seconds,
            self._make_backup,
            f"no backup was made in {folder}",
            retry_after=RETRY_SECONDS,
            expected=(CannotBackUp, OSError),
        )
        self.last_made: float | None = None
        """When the newest backup was made, in seconds since the epoch. None before `start`, or without a backup."""

    def start(self) -> None:
        """Make backups from now on. Make one at once if one was missed or there is none."""
        self._task.start(self._get_first_wait())

    async def close(self) -> None:
        """Stop making backups."""
        await self._task.close()

    def _get_first_wait(self) -> float:
        try:
            self.last_made = made = find_newest_backup(self._folder)
        except OSError:  # the folder cannot be read; a backup tried at once fails too, and logs why
            return 0.0
        left = made + self._seconds - self._clock.wall() if made is not None else 0.0
        return min(max(0.0, left), self._seconds)  # if the clock was set back, this limits the wait to one interval

    async def _make_backup(self) -> None:
        target = self._folder / datetime.fromtimestamp(self._clock.wall(), UTC).strftime(NAME)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        await backup(self._url, target)
        old = _list_backups(self._folder)[: -self._keep]
        for file in old:
            file.unlink(missing_ok=True)
        self.last_made = _parse_time(target)
        log.info("backup", file=str(target), bytes=target.stat().st_size, deleted=len(old))


def find_newest_backup(folder: Path) -> float | None:
    """Return when the newest scheduled backup was made, in seconds since the epoch; None if there is none."""
    return max((at for file in _list_backups(folder) if (at := _parse_time(file)) is not None), default=None)


def _list_backups(folder: Path) -> list[Path]:
    """Return the scheduled backups, oldest first."""
    return sorted(file for file in folder.glob("tractor-*.db") if _parse_time(file) is not None)


def _parse_time(file: Path) -> float | None:
    try:
        return datetime.strptime(file.name, NAME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
