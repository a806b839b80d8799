"""Tractor on Discord: tables, leagues, pictures, words and the Discord surface around the pure rules of `engine`."""

from typing import Final

__version__: Final = "0.1.0"
