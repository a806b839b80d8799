"""Tractor on Discord: tables, leagues, pictures, texts and Discord's controls around the pure rules in `engine`."""

from typing import Final

__version__: Final = "0.1.0"
