"""Where the folders beside the program are: in the checkout at the top, in an installed program inside the package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def find_folder(name: str) -> Path:
    """Return the folder `migrations` or `assets`."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
