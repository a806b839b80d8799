"""A progress bar on standard error."""

import sys
from typing import Final

WIDTH: Final = 30


class ProgressBar:
    """A progress bar, shown where standard error is a terminal."""

    def __init__(self, name: str, total: int = 0) -> None:
        self._name, self._total, self._done = name, total, 0
        self._shown = sys.stderr.isatty()

    def tick(self) -> None:
        """Note that one more is done."""
        self.advance(1)

    def advance(self, count: int) -> None:
        """Note that `count` more are done."""
        self.show(self._done + count, self._total)

    def show(self, done: int, total: int) -> None:
        """Note how much is done of how much."""
        self._done, self._total = done, total
        if self._shown:
            filled = WIDTH * done // max(1, total, done)
            bar = "#" * filled + "." * (WIDTH - filled)
            end = "\n" if done >= total else ""
            sys.stderr.write(f"\r{self._name:8} [{bar}] {done}/{max(total, done)}{end}")
            sys.stderr.flush()
