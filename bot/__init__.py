"""Tractor on Discord. This package holds everything around the rules of the game, which are in `engine`."""

from typing import Final

__version__: Final = "0.1.0"
