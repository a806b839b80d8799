"""Settings of all tests; those with the longest time limits begin first, so that none is left over at the end."""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

# The suite starts many processes: compiled files spare each of them a third of a second.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()  # off until everything is imported and collected, because none of that is garbage

MEMORY = Path("/dev/shm")
SPARE = 4 << 30
if not os.environ.get("TMPDIR") and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > SPARE:
    # Hundreds of databases wait for a disk that confirms every write. Databases in memory need not.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# By default structlog adds all local variables to a traceback: seconds of work, in which a test's time limit passes.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

# On a busy machine an example may take long. All else stays, such as the same examples in every run of a CI server.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


# These are about signals, forks and terminals of Unix alone.
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
    """Let the garbage collector skip what was imported and collected, which took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish():
    """Collect garbage once: pytest does so ten times before it ends, through everything that is alive."""
    gc.collect()
    gc.freeze()


def patience(item):
    """Return the seconds that a test may take by its own mark; 0 without one."""
    own = item.get_closest_marker("timeout")
    return own.args[0] if own else 0
