"""Stops a program on a signal, on every operating system, and cancels tasks."""

import signal
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

STOP_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
)
"""The signals with which a terminal or a service manager stops a program; SIGBREAK is Ctrl+Break on Windows."""
CLOSE_TIMEOUT: Final = 2.0
"""The seconds for which each part of a stopping program waits for its work in progress."""


def stop_on_signals() -> "asyncio.Event":
    """Return an event that is set as soon as the program receives one of `STOP_SIGNALS`."""
    import asyncio  # imported here, because worker processes use only `STOP_SIGNALS`

    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        try:
            loop.add_signal_handler(number, stopped.set)
        except NotImplementedError:  # Windows' event loops handle no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    return stopped


async def stop_tasks(*tasks: "asyncio.Future[Any] | None", finish_within: float = 0.0) -> None:
    """Wait up to `finish_within` seconds, then cancel the tasks that still run. Ignore their results and errors."""
    import asyncio

    running = [task for task in tasks if task is not None]
    if running and finish_within:
        await asyncio.wait(running, timeout=finish_within)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
