"""Lines for the person who runs a command, on standard error; they never cost the result of the command."""

import os
import sys
from typing import Final

_USUAL_COLUMNS: Final = 80
"""Of a terminal that does not know its size."""


def tell(line: str, *, passing: bool = False) -> None:
    """Write a line if anybody can read it. In a terminal the next line replaces a passing one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(_format_line(line, passing=passing))
            sys.stderr.flush()
    except OSError:
        sys.stderr = None  # otherwise the interpreter would try it again at its end, and fail


def is_told_in_terminal() -> bool:
    """Return whether lines appear in a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _format_line(line: str, *, passing: bool) -> str:
    if not is_told_in_terminal():
        return f"{line}\n"
    width = (os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL_COLUMNS) - 1
    shown = f"{line[:width].ljust(width)}\r" if passing else f"{line.ljust(width)}\n"
    return f"\r{shown}"  # over the ^C that the terminal shows
