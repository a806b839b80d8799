"""New files that appear complete or not at all, readable by their owner only."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock

PREFIX: Final = ".backup-"
"""How the folders of unfinished files begin."""
MARK: Final = "in-use"
"""The file in such a folder that is locked as long as its process runs."""


@contextmanager
def create_new_file(target: Path) -> Iterator[Path]:
    """Give the path of an unfinished file beside `target`, and rename it to `target` at the end.

    Raises:
        FileExistsError: `target` exists; it is left as it is.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already and is not overwritten")
    with open_work_folder(target.absolute().parent) as folder:
        unfinished = folder / "unfinished"
        unfinished.touch(0o600)  # secrets of deals in progress are in it
        yield unfinished
        try:
            target.touch(0o600, exist_ok=False)  # fails if the file was created meanwhile
        except FileExistsError as error:
            raise FileExistsError(f"{target} is there already and is not overwritten") from error
        unfinished.replace(target)


@contextmanager
def open_work_folder(parent: Path) -> Iterator[Path]:
    """Make a new folder in `parent` and remove it at the end; the next call removes what a killed process left."""
    _remove_leftovers(parent)
    with _make_folder(parent) as folder, _lock(Path(folder)):
        yield Path(folder)


def _make_folder(parent: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent)
    except OSError as error:  # it names the folder that could not be made
        raise OSError(error.errno, error.strerror, str(parent)) from error


def _lock(folder: Path) -> FileLock:
    """Return the lock of a folder; it ends with the process that holds it, even a killed one."""
    return FileLock(folder / MARK, mode=0o600, preserve_lock_file=True)


def _remove_leftovers(parent: Path) -> None:
    """Remove the folders of processes that were killed."""
    for mark in parent.glob(f"{PREFIX}*/{MARK}"):
        with suppress(OSError):  # it is locked: that process runs
            with _lock(mark.parent).acquire(timeout=0):
                pass  # Windows removes no file that is open
            shutil.rmtree(mark.parent, ignore_errors=True)
