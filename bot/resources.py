"""Finds the folders `migrations` and `assets`, in the checkout or inside an installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def find_folder(name: str) -> Path:
    """Return the folder `migrations` or `assets`."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
