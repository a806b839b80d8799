"""Checks the machine on which the bot runs, such as its versions, settings, disk, files and backups."""

import getpass
import os
import shutil
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from bot import __version__
from bot.check.findings import Finding, ok, problem, warning
from bot.operations.scheduled_backups import find_newest_backup
from bot.render.painting.fonts import Fonts, InvalidAsset
from bot.settings import ENV_FILE, Settings, find_misspelt_names, find_readable_secret

PYTHONS: Final = ((3, 11), (3, 15))
"""The oldest supported version of Python, and the first version that is too new."""
PACKAGES: Final = ("discord.py", "SQLAlchemy", "Pillow", "aiohttp")
FULL_BYTES: Final = 100 << 20
LITTLE_BYTES: Final = 1 << 30
_OTHERS: Final = 0o077


def check_machine(settings: Settings) -> Iterator[Finding]:
    """Yield the findings about the machine, the settings and the files."""
    yield _check_versions()
    yield _check_fonts()
    yield _check_secret()
    for name, setting in find_misspelt_names().items():
        yield warning("settings", f"{name} in {ENV_FILE} is no setting and has no effect", f"did you mean {setting}?")
    if (file := get_database_file(settings)) is not None:
        yield _check_disk(file)
        yield from _check_files(file)
    if settings.backup_folder is not None:
        yield _check_backup_folder(settings.backup_folder)
        yield from _check_backup_age(settings.backup_folder, settings.backup_hours)


def get_database_file(settings: Settings) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    if not settings.database_url.startswith("sqlite"):
        return None
    return Path(settings.database_url.partition("///")[2])


def _check_versions() -> Finding:
    if not PYTHONS[0] <= sys.version_info[:2] < PYTHONS[1]:
        return problem("versions", f"Python {sys.version.split()[0]}", "install Python 3.11, 3.12, 3.13 or 3.14")
    try:
        packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    except PackageNotFoundError as missing:
        return problem("versions", f"{missing.name} is not installed", "run: pip install .")
    return ok("versions", f"tractor {__version__}, Python {sys.version.split()[0]}, {packages}")


def _check_fonts() -> Finding:
    try:
        Fonts()
    except InvalidAsset as error:
        return problem("fonts", str(error), "install the program again, or run: python assets/rebuild.py")
    return ok("fonts", "all fonts of the pictures are there")


def _check_secret() -> Finding:
    if (file := find_readable_secret()) is not None:
        return warning("secrets", f"others on this machine can read the token in {file}", f"run: chmod 600 {file}")
    return ok("secrets", "no other user of this machine can read a token in .env")


def _check_disk(file: Path) -> Finding:
    free = shutil.disk_usage(_find_existing(file.absolute().parent)).free
    text = f"{free / (1 << 30):.1f} GB free for {file}"
    if free < FULL_BYTES:
        return problem("disk", text, "free some space: tables wait while nothing can be saved")
    if free < LITTLE_BYTES:
        return warning("disk", text, "free some space soon")
    return ok("disk", text)


def find_unwritable_folder(folder: Path) -> Path | None:
    """Return `folder`, or the nearest existing path above it, if the bot cannot write there; else None."""
    found = _find_existing(folder.absolute())
    return None if found.is_dir() and os.access(found, os.W_OK | os.X_OK) else found


def find_refused_file(file: Path) -> Path | None:
    """Return a folder or file of the database that this user may not use. Return None if there is none."""
    files = (one for one in (file, *file.parent.glob(f"{file.name}-*")) if not os.access(one, os.R_OK | os.W_OK))
    return find_unwritable_folder(file.parent) or next(files, None)


def describe_rights(path: Path) -> str:
    """Return the cure that gives the bot's user the rights to a file or folder."""
    if os.name != "posix":
        return f"let the bot's user read and write {path}"
    user = _get_user()
    return f"run this as the user of the bot; if that is {user}: sudo chown {user} {path}"


def _get_user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # the user has no name
        return str(os.getuid())


def _find_existing(path: Path) -> Path:
    return next(one for one in (path, *path.parents) if is_visible(one))


def is_visible(path: Path) -> bool:
    """Return whether the path exists and this user may see it."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises where the folder may not be read


def _check_backup_folder(folder: Path) -> Finding:
    if (found := find_unwritable_folder(folder)) is not None:
        return problem("backups", f"nothing can be written in {found}", describe_rights(found))
    return ok("backups", f"the running bot puts them into {folder}")


def _check_backup_age(folder: Path, hours: float) -> Iterator[Finding]:
    try:
        made = find_newest_backup(folder)
    except OSError:  # `_check_backup_folder` reports a folder that cannot be read
        return
    if made is not None and time.time() - made > (2 * hours + 1) * 3600:
        text = f"the newest in {folder} is of {datetime.fromtimestamp(made, UTC):%Y-%m-%d %H:%M} UTC"
        yield warning("backups", text, "start the bot; if it runs, its log says why no backup was made")


def _check_files(file: Path) -> Iterator[Finding]:
    if os.name != "posix" or not is_visible(file) or not file.is_file():
        return  # on Windows, a file's mode does not show who may read it
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        if one.stat().st_mode & _OTHERS:
            yield warning("files", f"others on this machine can read {one}", f"run: chmod 600 {one}")
