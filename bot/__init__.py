"""Tractor on Discord: tables, leagues, events, puzzles, pictures, texts and controls around the rules in `engine`."""

from typing import Final

__version__: Final = "0.1.0"
