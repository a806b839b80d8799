"""Lets a test run a command in its own process without changing where log lines and errors go afterwards."""

import logging
import sys
import threading
from contextlib import contextmanager

import structlog


@contextmanager
def keep_logging():
    """Undo what `set_up_logging` changes."""
    lines, root = structlog.get_config(), logging.getLogger()
    handlers, level = list(root.handlers), root.level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    try:
        yield
    finally:
        structlog.configure(**lines)
        logging.captureWarnings(False)
        root.handlers[:] = handlers
        root.setLevel(level)
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
