"""Lets a test run a command in the tests' own process, and restores the logging afterwards."""

import logging
import sys
import threading
from contextlib import contextmanager

import structlog


@contextmanager
def keep_logging():
    """Restore everything that `set_up_logging` changes, at the end of the block."""
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
