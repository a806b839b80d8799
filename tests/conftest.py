"""Common settings of all tests. Tests with the longest time limits begin first, so that none is left for the end."""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

# Let Python write compiled files. They save a third of a second in each of the many processes that the suite starts.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()  # Collecting garbage while tests are being collected wastes time, because nearly all objects stay in use.

MEMORY = Path("/dev/shm")
SPARE = 4 << 30
if not os.environ.get("TMPDIR") and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > SPARE:
    # Databases in memory need not wait until a disk confirms each write.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# By default structlog adds all local variables to a traceback, which takes seconds and may exceed a test's time limit.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

# Hypothesis must not fail an example that takes long, because the machine may be busy.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


# These folders and files test signals, forks and terminals, which Windows does not have.
if os.name != "posix":
    collect_ignore = [
        "crash",
        "mutation",
        "load",
        "engine/arena/test_arena_process.py",
        "engine/arena/test_arena_programs.py",
    ]


def pytest_collection_modifyitems(items):
    items.sort(key=patience, reverse=True)
    if os.name != "posix" or "tests.elsewhere" in sys.modules:
        for item in items:
            if item.get_closest_marker("unix"):
                item.add_marker(pytest.mark.skip(reason="is about what only Unix has"))


def pytest_collection_finish():
    """Let the garbage collector skip all objects that exist by now, which saves a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish():
    """Collect garbage once. pytest then collects ten times more, and `freeze` lets it skip what is left."""
    gc.collect()
    gc.freeze()


def patience(item):
    """Return the seconds of the test's own mark `timeout`. Return 0 if it has no such mark."""
    own = item.get_closest_marker("timeout")
    return own.args[0] if own else 0
