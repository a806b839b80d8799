"""Writes lines to standard error, if it is open, and handles stop signals such as Ctrl-C."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, Final

_USUAL_COLUMNS: Final = 80
"""The width of a terminal that does not know its size."""
_Handler = Callable[[int, FrameType | None], Any] | int | None
_STOP_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
IGNORED_FOR: Final = 2.0
"""Seconds after a stop signal during which further ones are ignored."""


def tell(line: str, *, passing: bool = False) -> None:
    """Write a line to standard error, if it is open. In a terminal, a `passing` line is overwritten by the next one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(_format_line(line, passing=passing))
            sys.stderr.flush()
    except OSError:
        sys.stderr = None  # at exit, the interpreter would fail to flush the broken stream


def is_told_in_terminal() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _format_line(line: str, *, passing: bool) -> str:
    if not is_told_in_terminal():
        return f"{line}\n"
    width = (os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL_COLUMNS) - 1
    shown = f"{line[:width].ljust(width)}\r" if passing else f"{line.ljust(width)}\n"
    return f"\r{shown}"  # overwrites the ^C that the terminal shows


@contextlib.contextmanager
def interrupted_once() -> Iterator[None]:
    """Raise KeyboardInterrupt at a stop signal inside the block. Then ignore such signals for `IGNORED_FOR` seconds.

    After an interrupted block, all stop signals are ignored.
    """
    before = {number: signal.getsignal(number) for number in _STOP_SIGNALS}
    # signals that were ignored before stay ignored, as `nohup` and shells expect
    heeded = {number: handler for number, handler in before.items() if handler not in {signal.SIG_IGN, None}}
    after: Mapping[signal.Signals, _Handler] = heeded
    heeded_from = 0.0

    def interrupt(*_: object) -> None:
        nonlocal after, heeded_from
        # After that time, another signal raises too, because the first exception may have been lost in a destructor.
        if time.monotonic() < heeded_from:
            return
        after, heeded_from = dict.fromkeys(heeded, signal.SIG_IGN), time.monotonic() + IGNORED_FOR
        raise KeyboardInterrupt

    _handle(dict.fromkeys(heeded, interrupt))
    try:
        yield
    finally:
        _handle(after)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Delay stop signals until the block ends. Processes started in it delay them until `heed_termination_only`."""
    _mask("SIG_BLOCK")
    try:
        yield
    finally:
        _mask("SIG_UNBLOCK")


def heed_termination_only(end: Callable[[], None]) -> None:
    """Stop holding signals back, call `end` at SIGTERM, and leave other stop signals to the parent process."""
    # The handlers are empty functions. If this process ignored signals, programs that it starts would ignore them too.
    _handle(dict.fromkeys(_STOP_SIGNALS, lambda *_: None) | {signal.SIGTERM: lambda *_: end()})
    _mask("SIG_UNBLOCK")


def _mask(how: str) -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), _STOP_SIGNALS)


def _handle(handlers: Mapping[signal.Signals, _Handler]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)
